// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The descriptions that the library carries: name and JSON text, sorted by
// name.
#pragma once

#include <vector>

namespace spyre::device {

struct Profile {
  const char *name;
  const char *text;
};

const std::vector<Profile> &profiles();

} // namespace spyre::device
