// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Fields.h"
#include "spyre/Support/Error.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <set>

using nlohmann::json;

namespace spyre::device {
namespace {

const char *describe(Range range) {
  switch (range) {
  case Range::Positive:
    return "positive";
  case Range::NotNegative:
    return "not negative";
  case Range::Fraction:
    return "above 0 and at most 1";
  }
  return "";
}

bool holds(Range range, double value) {
  if (range == Range::NotNegative)
    return value >= 0;
  return value > 0 && (range != Range::Fraction || value <= 1);
}

/// A value as an error shows it: never a whole tree.
std::string show(const json &value) {
  return value.is_structured() ? value.type_name() : value.dump();
}

/// Reads the fields of one description; every complaint names file and key.
class Reader {
public:
  Reader(const json &root, std::string where) : root(root), where(std::move(where)) {
    checkObject(root, "");
    allowed[""].insert("name");
  }

  [[noreturn]] void fail(const std::string &message) const { throw Error(where + ": " + message); }

  void group(const char *name) {
    prefix = name;
    allowed[""].insert(prefix);
    current = &member(root, prefix, "");
    checkObject(*current, prefix);
  }

  template <typename T>
  void field(const char *key, T &value, Range range = Range::Positive, Origin = Origin::Sourced) {
    allowed[prefix].insert(key);
    value = number<T>(member(*current, key, prefix), path(prefix, key), range);
  }

  template <typename X>
  void curve(const char *key, std::vector<std::pair<X, double>> &points, PointKeys keys,
             Range range = Range::Positive) {
    allowed[prefix].insert(key);
    const json &list = member(*current, key, prefix);
    std::string at = path(prefix, key);
    if (!list.is_array() || list.empty())
      fail("expected a list of points at '" + at + "', found " + show(list));
    points.clear();
    for (size_t i = 0; i < list.size(); ++i) {
      std::string point = at + "[" + std::to_string(i) + "]";
      checkObject(list[i], point);
      checkKeys(list[i], point, {keys.x, keys.y});
      points.emplace_back(
          number<X>(member(list[i], keys.x, point), path(point, keys.x), Range::Positive),
          number<double>(member(list[i], keys.y, point), path(point, keys.y), range));
    }
  }

  std::string name() const {
    const json &value = member(root, "name", "");
    if (!value.is_string() || value.get<std::string>().empty())
      fail("expected a name at 'name', found " + show(value));
    return value.get<std::string>();
  }

  void checkUnknownKeys() const {
    checkKeys(root, "", allowed.at(""));
    for (const auto &[group, keys] : allowed)
      if (!group.empty())
        checkKeys(root.at(group), group, keys);
  }

private:
  static std::string path(const std::string &prefix, const std::string &key) {
    return prefix.empty() ? key : prefix + "." + key;
  }

  void checkObject(const json &value, const std::string &at) const {
    if (!value.is_object())
      fail("expected an object" + (at.empty() ? "" : " at '" + at + "'") + ", found " +
           value.type_name());
  }

  const json &member(const json &object, const std::string &key, const std::string &at) const {
    auto it = object.find(key);
    if (it == object.end())
      fail("expected key '" + path(at, key) + "', found none");
    return *it;
  }

  void checkKeys(const json &object, const std::string &at,
                 const std::set<std::string> &keys) const {
    for (const auto &[key, value] : object.items())
      if (!keys.count(key))
        fail("expected a known key, found '" + path(at, key) + "'");
  }

  template <typename T> T number(const json &value, const std::string &at, Range range) const {
    constexpr bool wantInteger = std::is_integral_v<T>;
    if (wantInteger ? !value.is_number_integer() : !value.is_number())
      fail(std::string("expected ") + (wantInteger ? "an integer" : "a number") + " at '" + at +
           "', found " + show(value));
    double wide = value.get<double>();
    if (!std::isfinite(wide) || !holds(range, wide))
      fail("expected '" + at + "' to be " + describe(range) + ", found " + show(value));
    if (wantInteger && wide > double(std::numeric_limits<T>::max() / 2))
      fail("expected '" + at + "' to fit its type, found " + show(value));
    return value.get<T>();
  }

  const json &root;
  std::string where;
  std::string prefix;
  const json *current = nullptr;
  std::map<std::string, std::set<std::string>> allowed;
};

/// Builds the canonical object: nlohmann's map keeps keys sorted.
class Writer {
public:
  json root = json::object();

  void group(const char *name) { current = &(root[name] = json::object()); }

  template <typename T>
  void field(const char *key, const T &value, Range = Range::Positive, Origin = Origin::Sourced) {
    (*current)[key] = value;
  }

  template <typename X>
  void curve(const char *key, const std::vector<std::pair<X, double>> &points, PointKeys keys,
             Range = Range::Positive) {
    json list = json::array();
    for (const auto &[x, y] : points)
      list.push_back({{keys.x, x}, {keys.y, y}});
    (*current)[key] = list;
  }

private:
  json *current = nullptr;
};

/// Calls `take` with the path of every estimate and its member.
template <typename Take> class Estimates {
public:
  explicit Estimates(Take take) : take(take) {}
  void group(const char *name) { prefix = name; }
  template <typename T>
  void field(const char *key, T &value, Range = Range::Positive, Origin origin = Origin::Sourced) {
    if (origin == Origin::Estimate)
      take(prefix + "." + key, value);
  }
  template <typename Curve> void curve(const char *, Curve &, PointKeys, Range = Range::Positive) {}

private:
  Take take;
  std::string prefix;
};

template <typename X> bool ascending(const std::vector<std::pair<X, double>> &points) {
  for (size_t i = 1; i < points.size(); ++i)
    if (points[i - 1].first >= points[i].first)
      return false;
  return true;
}

/// Relations between keys that the rest of the project relies on.
void checkRelations(const Device &d, const Reader &reader) {
  auto require = [&](bool holds, const char *what) {
    if (!holds)
      reader.fail(std::string("expected ") + what);
  };
  require(d.cores <= 128, "'chip.cores' to be at most 128");
  require(d.lxBytes % 128 == 0 && d.lxAllocatableBytes % 128 == 0,
          "'scratchpad.bytes' and 'scratchpad.allocatable_bytes' to be "
          "multiples of 128");
  require(d.lxAllocatableBytes <= d.lxBytes,
          "'scratchpad.allocatable_bytes' to be at most 'scratchpad.bytes'");
  require(d.sustainedGBs <= d.pinsGBs, "'memory.sustained_gbs' to be at most 'memory.pins_gbs'");
  require(d.macsPerCycleF16 == double(d.ptRows) * d.ptColumns * d.ptSimd,
          "'matrix_array.macs_per_cycle_f16' to be rows x columns x simd");
  require(ascending(d.multicastGBs), "'memory.multicast' in ascending order of fan_out");
  std::vector<std::pair<int64_t, double>> runs(d.runEfficiency.rbegin(), d.runEfficiency.rend());
  require(ascending(runs), "'memory.run_efficiency' in descending order of run_bytes");
}

} // namespace

std::vector<std::string> estimates() {
  std::vector<std::string> keys;
  Device device;
  visitFields(device, Estimates([&](const std::string &key, auto &) { keys.push_back(key); }));
  return keys;
}

Device scaled(Device device, const std::string &estimate, double factor) {
  bool found = false;
  visitFields(device, Estimates([&](const std::string &key, auto &value) {
                if (key != estimate)
                  return;
                using T = std::remove_reference_t<decltype(value)>;
                double wanted = static_cast<double>(value) * factor;
                value = std::is_integral_v<T> ? static_cast<T>(std::max(1.0, std::round(wanted)))
                                              : static_cast<T>(wanted);
                found = true;
              }));
  if (!found)
    throw Error("expected a parameter marked as an estimate, found '" + estimate + "'");
  return device;
}

Device fromJson(const std::string &text, const std::string &where) {
  json root;
  try {
    root = json::parse(text);
  } catch (const json::parse_error &e) {
    throw Error(where + ": expected JSON, found an error at byte " + std::to_string(e.byte));
  }
  Reader reader(root, where);
  Device device;
  device.name = reader.name();
  visitFields(device, reader);
  reader.checkUnknownKeys();
  checkRelations(device, reader);
  return device;
}

std::string toJson(const Device &device) {
  Writer writer;
  visitFields(device, writer);
  writer.root["name"] = device.name;
  return writer.root.dump();
}

} // namespace spyre::device
