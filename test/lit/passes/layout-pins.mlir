// RUN: spyre-compile %s --emit laid-out --set 'layout@arg0=1,0|1' 'layout@result0=1,0|1' | FileCheck %s
// RUN: not spyre-compile %s --emit laid-out --set 'layout@arg0=0|1' 2>&1 | FileCheck --check-prefix=RANK %s
// RUN: not spyre-compile %s --emit laid-out --set 'layout@arg7=1,0|1' 2>&1 | FileCheck --check-prefix=NUMBER %s
// RUN: not spyre-compile %s --emit laid-out --set 'role@arg0=spare' 2>&1 | FileCheck --check-prefix=ROLE %s

// CHECK:      [[COLUMNS:#.+]] = #spyre.layout<[1, 0 | 1]>
// CHECK:      func.func public @main(%arg0: tensor<256x512xf16, [[COLUMNS]]>
// CHECK-SAME:   -> (tensor<256x128xf16, [[COLUMNS]]>
// CHECK-NOT:  spyre.relayout

// RANK:   error: expected role@argN=input or weight, layout@argN or layout@resultN=ORDER|STICK of @main, found layout@arg0=0|1
// NUMBER: found layout@arg7=1,0|1
// ROLE:   found role@arg0=spare
module @m {
  func.func public @main(%a: tensor<256x512xf16>, %w: tensor<512x128xf16>) -> tensor<256x128xf16> {
    %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0]
      : (tensor<256x512xf16>, tensor<512x128xf16>) -> tensor<256x128xf16>
    return %0 : tensor<256x128xf16>
  }
}
