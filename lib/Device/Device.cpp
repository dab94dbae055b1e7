// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Device/Device.h"

#include "Profiles.h"
#include "spyre/Support/Error.h"

#include <fstream>
#include <sstream>

namespace spyre::device {

double Device::multicastRate(int fanout) const {
  if (fanout <= multicastGBs.front().first)
    return multicastGBs.front().second;
  for (size_t i = 1; i < multicastGBs.size(); ++i) {
    auto [x0, y0] = multicastGBs[i - 1];
    auto [x1, y1] = multicastGBs[i];
    if (fanout <= x1)
      return y0 + (y1 - y0) * (fanout - x0) / (x1 - x0);
  }
  return multicastGBs.back().second;
}

double Device::runFactor(int64_t runBytes) const {
  for (auto [bytes, fraction] : runEfficiency)
    if (runBytes >= bytes)
      return fraction;
  return runEfficiency.back().second;
}

Device load(const std::string &nameOrFile) {
  if (nameOrFile.ends_with(".json")) {
    std::ifstream in(nameOrFile, std::ios::binary);
    std::stringstream text;
    if (!in || !(text << in.rdbuf()))
      throw Error("cannot read device description '" + nameOrFile + "'");
    return fromJson(text.str(), nameOrFile);
  }
  std::string known;
  for (const Profile &profile : profiles()) {
    if (nameOrFile == profile.name)
      return fromJson(profile.text, nameOrFile);
    known += (known.empty() ? "" : ", ") + std::string(profile.name);
  }
  throw Error("expected a device (" + known + ") or a description ending in .json, found '" +
              nameOrFile + "'");
}

std::string digest(const Device &device) {
  // FNV-1a, 64 bits: a plan is told apart from one for another description;
  // nobody is kept from forging one.
  uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned char c : toJson(device))
    hash = (hash ^ c) * 0x100000001b3u;
  static const char digits[] = "0123456789abcdef";
  std::string hex(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4)
    hex[i] = digits[hash & 15];
  return hex;
}

} // namespace spyre::device
