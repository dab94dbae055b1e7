// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JsonField.h"

#include "spyre/Support/Error.h"

#include <cmath>

namespace spyre::plan {

std::string Field::path() const {
  if (!parent)
    return "";
  std::string before = parent->path();
  if (!key)
    return before + "[" + std::to_string(index) + "]";
  return before.empty() ? key : before + "." + key;
}

void Field::fail(const std::string &expected) const {
  std::string found;
  if (value->is_structured()) {
    found = value->is_array() ? "an array" : "an object";
    found += " of " + std::to_string(value->size());
  } else {
    found = value->dump(-1, ' ', true, Json::error_handler_t::replace);
    if (found.size() > 60)
      found = found.substr(0, 57) + "...";
  }
  refuse("expected " + expected + ", found " + found);
}

void Field::refuse(const std::string &message) const {
  std::string at = path();
  throw Error(*root().where + ": " + (at.empty() ? "header" : at) + ": " + message);
}

void Field::failCount(int64_t max) const { fail("at most " + std::to_string(max) + " entries"); }

int64_t Field::integer(int64_t lo, int64_t hi) const {
  bool fits = value->is_number_integer() &&
              !(value->is_number_unsigned() && value->get<uint64_t>() > uint64_t(INT64_MAX));
  if (fits && value->get<int64_t>() >= lo && value->get<int64_t>() <= hi)
    return value->get<int64_t>();
  fail("an integer from " + std::to_string(lo) + " to " + std::to_string(hi));
}

double Field::number() const {
  if (!value->is_number() || !std::isfinite(value->get<double>()))
    fail("a number");
  return value->get<double>();
}

const std::string &Field::text() const {
  if (!value->is_string())
    fail("a string");
  const std::string &text = value->get_ref<const std::string &>();
  if (int64_t(text.size()) > kMaxText)
    fail("a string of at most " + std::to_string(kMaxText) + " bytes");
  return text;
}

int Field::depthOf(std::string_view name) const {
  return (key && name == key) + (parent ? parent->depthOf(name) : 0);
}

FieldObject::FieldObject(const Field &field) : self(field) {
  if (!field.isObject())
    field.fail("an object");
  used.resize(field.json().size());
}

std::optional<Field> FieldObject::optional(const char *key) {
  size_t position = 0;
  for (auto it = self.json().begin(); it != self.json().end(); ++it, ++position)
    if (it.key() == key) {
      used[position] = true;
      return Field(it.value(), self, key);
    }
  return std::nullopt;
}

Field FieldObject::required(const char *key) {
  if (std::optional<Field> field = optional(key))
    return *field;
  self.fail(std::string("the key '") + key + "'");
}

void FieldObject::finish() const {
  size_t position = 0;
  for (auto it = self.json().begin(); it != self.json().end(); ++it, ++position)
    if (!used[position])
      self.refuse("expected only known keys, found '" + it.key() + "'");
}

} // namespace spyre::plan
