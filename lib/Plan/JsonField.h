// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checked reading of JSON values; errors name the whole path to the field.
#pragma once

#include "spyre/Plan/Limits.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace spyre::plan {

// Keeps keys in the order written: files read from top to bottom.
using Json = nlohmann::ordered_json;

/// A value and the way to it. Refers to its parent: keep parents alive.
class Field {
public:
  Field(const Json &root, const std::string &where) : value(&root), where(&where) {}
  Field(const Json &value, const Field &parent, const char *key)
      : value(&value), parent(&parent), key(key) {}
  Field(const Json &value, const Field &parent, size_t index)
      : value(&value), parent(&parent), index(index) {}

  /// "programs[0].queues.load[3]"; empty for the root.
  std::string path() const;
  /// "expected <expected>, found <this value>".
  [[noreturn]] void fail(const std::string &expected) const;
  [[noreturn]] void refuse(const std::string &message) const;

  const Json &json() const { return *value; }
  int64_t integer(int64_t lo, int64_t hi) const;
  double number() const;
  const std::string &text() const;
  bool isObject() const { return value->is_object(); }
  /// How many fields on the way here have this key, this one included.
  int depthOf(std::string_view name) const;

  /// Calls each(entry) for an array of at most `max` entries.
  template <typename Each> void forEach(int64_t max, Each each) const {
    if (!value->is_array())
      fail("an array");
    if (int64_t(value->size()) > max)
      failCount(max);
    for (size_t i = 0; i < value->size(); ++i)
      each(Field((*value)[i], *this, i));
  }

private:
  [[noreturn]] void failCount(int64_t max) const;
  const Field &root() const { return parent ? parent->root() : *this; }

  const Json *value;
  const Field *parent = nullptr;
  const char *key = nullptr;
  size_t index = 0;
  const std::string *where = nullptr; // root only
};

/// An object whose every key must be asked for: what is left over is unknown.
class FieldObject {
public:
  explicit FieldObject(const Field &field);
  FieldObject(const FieldObject &) = delete;

  const Field &field() const { return self; }
  Field required(const char *key);
  std::optional<Field> optional(const char *key);
  /// Refuses keys that nothing asked for.
  void finish() const;

private:
  const Field &self;
  std::vector<bool> used;
};

} // namespace spyre::plan
