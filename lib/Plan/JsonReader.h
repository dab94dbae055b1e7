// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "JsonArchive.h"

#include <span>

namespace spyre::plan {

/// Fills a struct from a JSON object, checking types and ranges.
class JsonReader {
public:
  static constexpr bool kReads = true;
  JsonReader(FieldObject &in, std::span<const uint8_t> data) : in(in), data(data) {}

  template <typename Int> void integer(const char *key, Int &value, int64_t lo, int64_t hi) {
    value = Int(in.required(key).integer(lo, hi));
  }
  template <typename Int>
  void integerOr(const char *key, Int &value, int64_t absent, int64_t lo, int64_t hi) {
    std::optional<Field> field = in.optional(key);
    value = Int(field ? field->integer(lo, hi) : absent);
  }
  void numberOr(const char *key, double &value) {
    std::optional<Field> field = in.optional(key);
    value = field ? field->number() : 0;
  }
  void text(const char *key, std::string &value) { value = in.required(key).text(); }
  void textOr(const char *key, std::string &value) {
    if (std::optional<Field> field = in.optional(key))
      value = field->text();
  }
  template <typename Enum> void named(const char *key, Enum &value) {
    value = parseName<Enum>(in.required(key));
  }
  template <typename Enum> void namedOr(const char *key, Enum &value, Enum absent) {
    std::optional<Field> field = in.optional(key);
    value = field ? parseName<Enum>(*field) : absent;
  }
  template <typename Value>
  void values(const char *key, std::vector<Value> &list, int64_t lo, int64_t hi, int64_t max) {
    readValues(in.required(key), list, lo, hi, max);
  }
  template <typename Value>
  void valuesOr(const char *key, std::vector<Value> &list, int64_t lo, int64_t hi, int64_t max) {
    if (std::optional<Field> field = in.optional(key))
      readValues(*field, list, lo, hi, max);
  }
  template <typename T> void object(const char *key, T &value) {
    fromJson(in.required(key), value);
  }
  template <typename T> void objectOr(const char *key, T &value, const T &absent) {
    if (std::optional<Field> field = in.optional(key))
      fromJson(*field, value);
    else
      value = absent;
  }
  template <typename T> void list(const char *key, std::vector<T> &list, int64_t max) {
    in.required(key).forEach(max,
                             [&](const Field &field) { fromJson(field, list.emplace_back()); });
  }
  template <typename T> void listOr(const char *key, std::vector<T> &list, int64_t max) {
    if (std::optional<Field> field = in.optional(key))
      field->forEach(max, [&](const Field &entry) { fromJson(entry, list.emplace_back()); });
  }
  void blobOr(const char *key, std::vector<uint8_t> &bytes);
  void scalar(const char *key, Scalar &value);

private:
  template <typename Enum> static Enum parseName(const Field &field) {
    const std::string &text = field.text();
    for (int i = 0; i < kEnumCount<Enum>; ++i)
      if (text == name(Enum(i)))
        return Enum(i);
    std::string expected = "one of";
    for (int i = 0; i < kEnumCount<Enum>; ++i)
      expected += std::string(" ") + name(Enum(i));
    field.fail(expected);
  }
  template <typename Value>
  static void readValues(const Field &field, std::vector<Value> &list, int64_t lo, int64_t hi,
                         int64_t max) {
    field.forEach(max, [&](const Field &entry) {
      if constexpr (std::is_same_v<Value, std::string>)
        list.push_back(entry.text());
      else
        list.push_back(Value(entry.integer(lo, hi)));
    });
  }
  template <typename T> void fromJson(const Field &field, T &value);

  FieldObject &in;
  std::span<const uint8_t> data;
};

} // namespace spyre::plan
