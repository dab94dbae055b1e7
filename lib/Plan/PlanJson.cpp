// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans to and from JSON: what the archives of JsonArchive.h need besides the
// field lists of JsonDescribe.h.
#include "PlanJson.h"

#include "JsonDescribe.h"
#include "JsonReader.h"
#include "JsonWriter.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <cmath>

namespace spyre::plan {

namespace {

// What would cost too much later: the parsed value is walked with recursion,
// and an ordered object finds its keys one by one.
void checkJsonShape(std::string_view text, const std::string &where) {
  constexpr int kMaxMembers = 64;
  std::array<int, kMaxJsonDepth + 1> commas{}; // per open value; only objects count
  std::array<bool, kMaxJsonDepth + 1> isObject{};
  auto refuse = [&](int limit, const char *what) {
    throw Error(where + ": header: expected at most " + std::to_string(limit) + " " + what +
                ", found more");
  };
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      i += c == '\\';
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonDepth)
        refuse(kMaxJsonDepth, "nested values");
      commas[size_t(depth)] = 0;
      isObject[size_t(depth)] = c == '{';
    } else if (c == ']' || c == '}') {
      depth = std::max(depth - 1, 0); // the parser refuses what does not match
    } else if (c == ',' && isObject[size_t(depth)] && ++commas[size_t(depth)] >= kMaxMembers) {
      refuse(kMaxMembers, "members of an object");
    }
  }
}

const char *nodeKey(const Node &node) {
  static constexpr const char *kKeys[] = {"copy", "exec", "await", "loop"};
  return kKeys[node.index()];
}

// A node is an object with one key, its kind.
template <typename Kind>
bool readNode(FieldObject &object, std::span<const uint8_t> data, const char *key, Node &node) {
  std::optional<Field> field = object.optional(key);
  if (!field)
    return false;
  if (field->depthOf("loop") > kMaxLoopDepth)
    field->refuse("expected at most " + std::to_string(kMaxLoopDepth) +
                  " nested loops, found more");
  FieldObject inner(*field);
  JsonReader reader(inner, data);
  describe<JsonReader>(reader, node.emplace<Kind>());
  inner.finish();
  return true;
}

} // namespace

void JsonWriter::blobOr(const char *key, const std::vector<uint8_t> &bytes) {
  if (bytes.empty())
    return;
  data.resize((data.size() + kStickBytes - 1) / kStickBytes * kStickBytes, 0);
  out[key] = {{"offset", data.size()}, {"size", bytes.size()}};
  data.insert(data.end(), bytes.begin(), bytes.end());
}

void JsonReader::blobOr(const char *key, std::vector<uint8_t> &bytes) {
  std::optional<Field> field = in.optional(key);
  if (!field)
    return;
  FieldObject object(*field);
  Field offsetField = object.required("offset");
  int64_t offset = offsetField.integer(0, int64_t(data.size()));
  int64_t size = object.required("size").integer(0, int64_t(data.size()) - offset);
  if (offset % kStickBytes != 0)
    offsetField.fail("a multiple of 128");
  object.finish();
  bytes.assign(data.begin() + offset, data.begin() + offset + size);
}

// JSON has no infinities and no NaN; they stand as strings.
void JsonWriter::scalar(const char *key, const Scalar &value) {
  if (!isFloat(value.type))
    out[key] = value.i;
  else if (std::isnan(value.f))
    out[key] = "nan";
  else if (std::isinf(value.f))
    out[key] = value.f < 0 ? "-inf" : "inf";
  else
    out[key] = value.f;
}

void JsonReader::scalar(const char *key, Scalar &value) {
  Field field = in.required(key);
  if (!isFloat(value.type)) {
    value.i = field.integer(INT64_MIN, INT64_MAX);
    return;
  }
  if (!field.json().is_string()) {
    value.f = field.number();
    return;
  }
  if (field.text() == "nan")
    value.f = std::numeric_limits<double>::quiet_NaN();
  else if (field.text() == "inf" || field.text() == "-inf")
    value.f = field.text()[0] == '-' ? -INFINITY : INFINITY;
  else
    field.fail("a number, inf, -inf or nan");
}

template <typename T> Json JsonWriter::toJson(const T &value) {
  if constexpr (std::is_same_v<T, std::vector<int64_t>>)
    return value;
  if constexpr (HasShortForm<T>)
    if (ShortForm<T>::applies(value))
      return ShortForm<T>::get(value);
  Json json;
  if constexpr (std::is_same_v<T, Node>) {
    std::visit([&](const auto &inner) { json[nodeKey(value)] = toJson(inner); }, value);
  } else if constexpr (!std::is_same_v<T, std::vector<int64_t>>) {
    JsonWriter writer(json, data);
    describe<JsonWriter>(writer, value);
  }
  return json;
}

template <typename T> void JsonReader::fromJson(const Field &field, T &value) {
  if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
    readValues(field, value, -kMaxNumber, kMaxNumber, kMaxCores);
  } else {
    if constexpr (HasShortForm<T>)
      if (!field.isObject())
        return ShortForm<T>::set(value, field.integer(ShortForm<T>::kLo, ShortForm<T>::kHi));
    FieldObject object(field);
    JsonReader reader(object, data);
    if constexpr (std::is_same_v<T, Node>) {
      if (!readNode<Copy>(object, data, "copy", value) &&
          !readNode<Exec>(object, data, "exec", value) &&
          !readNode<Await>(object, data, "await", value) &&
          !readNode<Loop>(object, data, "loop", value))
        field.refuse("expected one of the keys copy, exec, await, loop, found none");
    } else {
      describe<JsonReader>(reader, value);
    }
    object.finish();
  }
}

std::string toJsonText(const Plan &plan, std::vector<uint8_t> &data) {
  Json json;
  JsonWriter writer(json, data);
  describe<JsonWriter>(writer, plan);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Plan fromJsonText(std::string_view text, std::span<const uint8_t> data, const std::string &where) {
  checkJsonShape(text, where);
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception &error) {
    throw Error(where + ": header: expected JSON, found " + error.what());
  }
  Field root(json, where);
  FieldObject object(root);
  JsonReader reader(object, data);
  Plan plan;
  describe<JsonReader>(reader, plan);
  object.finish();
  return plan;
}

} // namespace spyre::plan
