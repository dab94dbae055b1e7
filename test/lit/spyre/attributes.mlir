// RUN: spyre-opt %s | spyre-opt -mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: @layouts
// CHECK-SAME:  tensor<8x128xf16, #spyre.layout<[1, 0 | 1]>>
// CHECK-SAME:  tensor<8xf32, #spyre.layout<[0 | *]>>
// CHECK-SAME:  tensor<i32, #spyre.layout<[| *]>>
func.func private @layouts(tensor<8x128xf16, #spyre.layout<[1, 0 | 1]>>, tensor<8xf32, #spyre.layout<[0 | *]>>,
                           tensor<i32, #spyre.layout<[ | *]>>)

// CHECK-LABEL: @attributes
// CHECK-SAME:  spyre.core = #spyre.core<1>
// CHECK-SAME:  spyre.device = #spyre.device<"d", digest = "ab", cores = 4, lx = 4096, memory = 65536>
// CHECK-SAME:  spyre.memory = #spyre.mem<ddr>
// CHECK-SAME:  spyre.units = [#spyre.unit<load>, #spyre.unit<store>, #spyre.unit<ring>, #spyre.unit<psum>, #spyre.unit<pt>, #spyre.unit<sfu>]
func.func private @attributes() attributes {
  spyre.core = #spyre.core<1>, spyre.memory = #spyre.mem<ddr>,
  spyre.device = #spyre.device<"d", digest = "ab", cores = 4, lx = 4096, memory = 65536>,
  spyre.units = [#spyre.unit<load>, #spyre.unit<store>, #spyre.unit<ring>, #spyre.unit<psum>, #spyre.unit<pt>, #spyre.unit<sfu>]}
