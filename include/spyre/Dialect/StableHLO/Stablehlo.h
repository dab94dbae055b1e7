// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stablehlo dialect: operators, attributes and types as frameworks print
// them. Accessor names are those of upstream StableHLO.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "spyre/Dialect/StableHLO/Traits.h"

#include "spyre/Dialect/StableHLO/StablehloDialect.h.inc"
#include "spyre/Dialect/StableHLO/StablehloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "spyre/Dialect/StableHLO/StablehloAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "spyre/Dialect/StableHLO/StablehloTypes.h.inc"

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloUnaryOps.h.inc"
#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloBinaryOps.h.inc"
#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloShapeOps.h.inc"
#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloStructuredOps.h.inc"
#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloControlOps.h.inc"
#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloRareOps.h.inc"
