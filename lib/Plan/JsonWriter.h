// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "JsonArchive.h"

namespace spyre::plan {

/// Makes a JSON object of a struct; bytes of constants go to the data section.
class JsonWriter {
public:
  static constexpr bool kReads = false;
  JsonWriter(Json &out, std::vector<uint8_t> &data) : out(out), data(data) { out = Json::object(); }

  template <typename Int> void integer(const char *key, const Int &value, int64_t, int64_t) {
    out[key] = value;
  }
  template <typename Int>
  void integerOr(const char *key, const Int &value, int64_t absent, int64_t, int64_t) {
    if (int64_t(value) != absent)
      out[key] = value;
  }
  void numberOr(const char *key, double value) {
    if (value != 0)
      out[key] = value;
  }
  void text(const char *key, const std::string &value) { out[key] = value; }
  void textOr(const char *key, const std::string &value) {
    if (!value.empty())
      out[key] = value;
  }
  template <typename Enum> void named(const char *key, const Enum &value) {
    out[key] = name(value);
  }
  template <typename Enum> void namedOr(const char *key, const Enum &value, Enum absent) {
    if (value != absent)
      out[key] = name(value);
  }
  template <typename Value>
  void values(const char *key, const std::vector<Value> &list, int64_t, int64_t, int64_t) {
    out[key] = list;
  }
  template <typename Value>
  void valuesOr(const char *key, const std::vector<Value> &list, int64_t lo, int64_t hi,
                int64_t max) {
    if (!list.empty())
      values(key, list, lo, hi, max);
  }
  template <typename T> void object(const char *key, const T &value) { out[key] = toJson(value); }
  template <typename T> void objectOr(const char *key, const T &value, const T &absent) {
    if (Json json = toJson(value); json != toJson(absent))
      out[key] = std::move(json);
  }
  template <typename T> void list(const char *key, const std::vector<T> &list, int64_t) {
    Json &array = out[key] = Json::array();
    for (const T &value : list)
      array.push_back(toJson(value));
  }
  template <typename T> void listOr(const char *key, const std::vector<T> &values, int64_t max) {
    if (!values.empty())
      list(key, values, max);
  }
  void blobOr(const char *key, const std::vector<uint8_t> &bytes);
  void scalar(const char *key, const Scalar &value);

private:
  template <typename T> Json toJson(const T &value);

  Json &out;
  std::vector<uint8_t> &data;
};

} // namespace spyre::plan
