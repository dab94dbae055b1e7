// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace spyre::model {

/// page/page.html with the styles and scripts of that folder in it.
const char *pageTemplate();

} // namespace spyre::model
