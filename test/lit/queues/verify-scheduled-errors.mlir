// RUN: spyre-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled))'

#lx = #spyre.mem<lx>
module {
  // expected-error @+1 {{expected a #spyre.device on the module}}
  func.func @main() {
    return
  }
}

// -----

#ddr = #spyre.mem<ddr>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  // expected-error @+2 {{expected 'spyre.role' on argument 0}}
  // expected-error @+1 {{expected one stick (128 bytes) as innermost dim, found 'memref<4x32xf16, #spyre.mem<ddr>>'}}
  func.func @main(%x: memref<4x32xf16, #ddr> {spyre.host = tensor<4x32xf16>}) {
    return
  }
}

// -----

#lx = #spyre.mem<lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main() {
    // expected-error @+1 {{expected an offset ('at') at the scheduled level}}
    %a = spyre.buffer : memref<1x64xf16, #lx>
    // expected-error @+1 {{expected buffers within the 65536 bytes of LX, found one that ends at 65664}}
    %b = spyre.buffer at 65408 : memref<2x64xf16, #lx>
    // expected-error @+1 {{does not belong at the scheduled level outside a spyre.launch}}
    %c = tensor.empty() : tensor<4xf16>
    return
  }
}

// -----

#ddr = #spyre.mem<ddr>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main(%n: index) -> index { // expected-error {{expected arguments that are static memrefs in #spyre.mem<ddr>, found 'index' as argument 0}}
    // expected-error @+1 {{expected 'spyre.host', the tensor's logical type}}
    %t = memref.alloc() : memref<4x64xf16, #ddr>
    // expected-error @+1 {{expected results as arguments, found 1 operands}}
    return %n : index
  }
}

// -----

#lx = #spyre.mem<lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %a = spyre.buffer at 0 : memref<4x64xf16, #lx>
    // expected-error @+1 {{expected at most the device's 4 cores, found 5}}
    spyre.launch "a" (%core) in (5) {
      // expected-error @+1 {{expected a loop from 0 in steps of 1 to a static end}}
      scf.for %i = %c0 to %core step %c1 {
      }
      // expected-error @+1 {{expected a loop from 0 in steps of 1 to a static end}}
      scf.for %i = %c1 to %c4 step %c1 {
        // expected-error @+1 {{does not belong at the scheduled level}}
        memref.copy %a, %a : memref<4x64xf16, #lx> to memref<4x64xf16, #lx>
        // expected-error @+1 {{expected unit strides}}
        %v = memref.subview %a[0, 0] [2, 64] [2, 1] : memref<4x64xf16, #lx> to memref<2x64xf16, strided<[128, 1]>, #lx>
      }
    }
    return
  }
}

// -----

#lx = #spyre.mem<lx>
#id = affine_map<(d0, d1) -> (d0, d1)>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main() {
    %a = spyre.buffer at 0 : memref<4x64xf16, #lx>
    %zero = arith.constant 0.0 : f16
    // expected-note @+1 {{the first is here}}
    spyre.launch "k" (%core) in (4) {
      // expected-error @+1 {{expected compute inside a spyre.exec at the scheduled level}}
      linalg.fill ins(%zero : f16) outs(%a : memref<4x64xf16, #lx>)
      %dom = memref.alloca() : memref<4x64xi1>
      spyre.exec sfu {
        // expected-error @+1 {{expected a shape in no memory as unused input only, found operand 0}}
        linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%dom : memref<4x64xi1>) outs(%a : memref<4x64xf16, #lx>) {
        ^bb0(%d: i1, %o: f16):
          %n = arith.negf %o : f16
          %r = arith.select %d, %n, %o : f16
          linalg.yield %r : f16
        }
      }
    }
    // expected-error @+1 {{expected a kernel name of its own, found 'k' again}}
    spyre.launch "k" (%core) in (4) {
    }
    return
  }
}
