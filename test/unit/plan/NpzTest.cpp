// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Support/Npz.h"
#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"
#include "spyre/Support/Zip.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <random>

using namespace spyre;

namespace {

npz::Array make(const std::string &dtype, std::vector<int64_t> shape) {
  npz::Array array{dtype, std::move(shape), {}};
  array.data.resize(size_t(npz::numElements(array) * npz::byteWidth(dtype)));
  for (size_t i = 0; i < array.data.size(); ++i)
    array.data[i] = dtype == "b1" ? uint8_t(i % 2) : uint8_t(i * 5 + 3);
  return array;
}

std::vector<npz::Entry> samples() {
  std::vector<npz::Entry> entries;
  for (const char *dtype :
       {"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1", "bf16"})
    entries.push_back({std::string("arg_") + dtype, make(dtype, {3, 5})});
  entries.push_back({"scalar", make("f4", {})});
  entries.push_back({"vector", make("i8", {7})});
  entries.push_back({"none", make("f2", {4, 0, 2})});
  return entries;
}

std::vector<uint8_t> npy(const std::string &header, size_t bytes) {
  std::string text = std::string("\x93NUMPY\x01\x00", 8) + char(header.size() & 255) +
                     char(header.size() >> 8) + header;
  std::vector<uint8_t> result(text.begin(), text.end());
  for (size_t i = 0; i < bytes; ++i)
    result.push_back(uint8_t(i));
  return result;
}

std::string messageOf(const std::vector<uint8_t> &bytes) {
  try {
    npz::readNpy(bytes, "x.npy");
  } catch (const Error &error) {
    return error.what();
  }
  return "no error";
}

} // namespace

TEST_CASE("arrays come back from npz as they were") {
  for (npz::Compression how : {npz::Compression::Stored, npz::Compression::Deflate}) {
    std::vector<npz::Entry> entries = samples(),
                            back = npz::parse(npz::format(entries, how), "x.npz");
    REQUIRE(back.size() == entries.size());
    for (size_t i = 0; i < entries.size(); ++i) {
      CHECK(back[i].name == entries[i].name);
      CHECK(back[i].array.dtype == entries[i].array.dtype);
      CHECK(back[i].array.shape == entries[i].array.shape);
      CHECK(back[i].array.data == entries[i].array.data);
    }
    CHECK(npz::format(entries, how) == npz::format(back, how));
  }
}

TEST_CASE("bf16 is stored as bits under a name of its own") {
  std::vector<uint8_t> archive = npz::format({{"out0", make("bf16", {2})}});
  std::vector<zip::Member> members = zip::members(archive, "x.npz");
  REQUIRE(members.size() == 1);
  CHECK(members[0].name == "out0_bf16.npy");
  std::vector<uint8_t> storage;
  CHECK(npz::readNpy(zip::unpack(members[0], "x.npz", storage), "x").dtype == "u2");
}

TEST_CASE("headers of other writers") {
  npz::Array array =
      npz::readNpy(npy("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }\n", 12), "x");
  CHECK(array.shape == std::vector<int64_t>{2, 3});
  CHECK(array.data == std::vector<uint8_t>{0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11});
  array = npz::readNpy(npy("{\"shape\":(3,),\"fortran_order\":False,\"descr\":\">u2\"}", 6), "x");
  CHECK(array.data == std::vector<uint8_t>{1, 0, 3, 2, 5, 4});
  CHECK(npz::readNpy(npy("{'descr': '|b1', 'fortran_order': False, 'shape': ()}", 1), "x")
            .shape.empty());
}

TEST_CASE("arrays that cannot be read say why") {
  CHECK_THAT(messageOf({}), Catch::Contains("x.npy: expected an npy array"));
  CHECK_THAT(messageOf(npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", 8)),
             Catch::Contains("found pickled objects"));
  CHECK_THAT(messageOf(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", 8)),
             Catch::Contains("found '<c8'"));
  CHECK_THAT(messageOf(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", 4)),
             Catch::Contains("structured"));
  CHECK_THAT(messageOf(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 4)),
             Catch::Contains("expected 8 bytes of data, found 4"));
  CHECK_THAT(messageOf(npy("{'descr': '<f4', 'fortran_order': False, 'shape': "
                           "(4611686018427387904, 4)}",
                           4)),
             Catch::Contains("larger shape"));
  CHECK_THAT(messageOf(npy("{'descr': '<f4', 'fortran_order': False, 'shape': "
                           "(99999999999999999999,)}",
                           4)),
             Catch::Contains("2^63"));
  CHECK_THAT(messageOf(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", 4)),
             Catch::Contains("a number in shape"));
  CHECK_THAT(messageOf(npy("{'descr': '<f4', 'fortran_order': False", 4)),
             Catch::Contains("npy header"));
  CHECK_THAT(messageOf(npy("", 0)), Catch::Contains("npy header"));
}

TEST_CASE("damaged archives are errors, never crashes") {
  for (npz::Compression how : {npz::Compression::Stored, npz::Compression::Deflate}) {
    std::vector<uint8_t> archive = npz::format(samples(), how);
    for (size_t size = 0; size < archive.size(); size += 7)
      CHECK_THROWS_AS(npz::parse(std::span(archive).first(size), "x.npz"), Error);
    std::mt19937 random(1);
    for (int round = 0; round < 3000; ++round) {
      std::vector<uint8_t> damaged = archive;
      for (size_t i = 1 + random() % 3; i > 0; --i)
        damaged[random() % damaged.size()] = uint8_t(random());
      try {
        npz::parse(damaged, "x.npz");
      } catch (const Error &) {
      }
    }
  }
  CHECK_THROWS_WITH(npz::parse({}, "x.npz"), Catch::Contains("x.npz: expected a zip archive"));
  CHECK_THROWS_WITH(
      npz::parse(npz::format({{"a", make("f4", {1})}, {"a", make("f4", {1})}}), "x.npz"),
      Catch::Contains("'a' twice"));
}

TEST_CASE("numpy's own files") {
  const char *data = std::getenv("SPYRE_DATA_DIR");
  if (!data || !*data)
    return;
  std::vector<npz::Entry> inputs =
      npz::read(std::string(data) + "/models/jax_block_bf16/inputs.npz");
  REQUIRE(!inputs.empty());
  CHECK(inputs[0].name == "arg0");
  CHECK(inputs[0].array.dtype == "bf16");
}
