// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chlo dialect: functions JAX exports beside stablehlo.
#pragma once

#include "spyre/Dialect/StableHLO/Stablehlo.h"

#include "spyre/Dialect/StableHLO/ChloDialect.h.inc"
#include "spyre/Dialect/StableHLO/ChloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "spyre/Dialect/StableHLO/ChloAttrs.h.inc"

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/ChloUnaryOps.h.inc"
#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/ChloOtherOps.h.inc"
