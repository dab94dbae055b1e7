// RUN: spyre-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(func.func(spyre-build-queues),spyre-print-plan)' -o /dev/null

// expected-error @+1 {{expected one function with one spyre.program, found 0}}
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
}

// -----

#ddr = #spyre.mem<ddr>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  // expected-error @+1 {{expected 'memref<4x64xf16, #spyre.mem<ddr>>' to be the physical form of 'tensor<4x64xf16>'}}
  func.func @main(%x: memref<4x64xf16, #ddr> {spyre.host = tensor<4x64xf16>, spyre.role = "input"}) {
    return
  }
}

// -----

#ddr = #spyre.mem<ddr>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  // expected-error @+1 {{expected an argument for every result, found none for 0}}
  func.func @main(%x: memref<1x64xf16, #ddr> {spyre.host = tensor<64xf16>, spyre.role = "output", spyre.result = 1 : i64}) {
    return
  }
}

// -----

#ddr = #spyre.mem<ddr>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1024>} {
  // expected-error @+1 {{expected tensors within the device's 1024 bytes of memory, found 8192}}
  func.func @main(%x: memref<64x1x64xf16, #ddr> {spyre.host = tensor<64x64xf16>, spyre.role = "input"}) {
    return
  }
}

// -----

#lx = #spyre.mem<lx>
#id = affine_map<(d0, d1) -> (d0, d1)>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main() {
    %a = spyre.buffer at 0 : memref<4x64xf16, #lx>
    %b = spyre.buffer at 512 : memref<4x64xf16, #lx>
    spyre.launch "k" (%core) in (4) {
      // expected-error @+1 {{expected a product with f32 or i32 sums on the matrix array}}
      spyre.exec pt {
        linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%a : memref<4x64xf16, #lx>) outs(%b : memref<4x64xf16, #lx>) {
        ^bb0(%v: f16, %o: f16):
          linalg.yield %v : f16
        }
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
    %b = spyre.buffer at 512 : memref<4x64xf16, #lx>
    spyre.launch "k" (%core) in (4) {
      spyre.exec sfu {
        linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%a : memref<4x64xf16, #lx>) outs(%b : memref<4x64xf16, #lx>) {
        ^bb0(%v: f16, %o: f16):
          // expected-error @+1 {{'math.log10' op has no scalar operation on the device}}
          %l = math.log10 %v : f16
          linalg.yield %l : f16
        }
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
    %b = spyre.buffer at 512 : memref<4x64xf16, #lx>
    spyre.launch "k" (%core) in (4) {
      // expected-error @+1 {{expected an index map of sums of (linear floordiv const) mod const}}
      spyre.exec sfu {
        linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0, (((d1 mod 13) * 3 + d0 * 7) mod 32) floordiv 5)>], iterator_types = ["parallel", "parallel"]}
          ins(%a : memref<4x64xf16, #lx>) outs(%b : memref<4x64xf16, #lx>) {
        ^bb0(%v: f16, %o: f16):
          linalg.yield %v : f16
        }
      }
    }
    return
  }
}

// -----

#lx = #spyre.mem<lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main() {
    %a = spyre.buffer at 0 : memref<32x32xf32, #lx>
    %b = spyre.buffer at 4096 : memref<32x32xf32, #lx>
    %c = spyre.buffer at 8192 : memref<32x32xf32, #lx>
    spyre.launch "k" (%core) in (4) {
      // expected-error @+1 {{expected factors of f16, bf16 or i8 on the matrix array, found f32}}
      spyre.exec pt {
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : memref<32x32xf32, #lx>, memref<32x32xf32, #lx>) outs(%c : memref<32x32xf32, #lx>) {
        ^bb0(%x: f32, %y: f32, %o: f32):
          %p = arith.mulf %x, %y : f32
          %q = arith.addf %p, %o : f32
          linalg.yield %q : f32
        }
      }
    }
    return
  }
}
