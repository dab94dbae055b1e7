// RUN: spyre-opt %s -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled,spyre-build-queues),spyre-print-plan)' -o /dev/null | FileCheck %s

// Bodies as scalar programs: what needs more than one operation, or none.

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
#id = affine_map<(d0) -> (d0)>
#zero = affine_map<(d0) -> (0, d0)>

module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 1, lx = 65536, memory = 1048576>} {
  func.func @main(%x: memref<1x32xf32, #ddr> {spyre.host = tensor<32xf32>, spyre.role = "input"},
                  %n: memref<1x32xi32, #ddr> {spyre.host = tensor<32xi32>, spyre.role = "input"},
                  %y: memref<1x32xf32, #ddr> {spyre.host = tensor<32xf32>, spyre.role = "output", spyre.result = 0 : i64},
                  %m: memref<1x32xi32, #ddr> {spyre.host = tensor<32xi32>, spyre.role = "output", spyre.result = 1 : i64}) {
    %a = spyre.buffer at 0 : memref<1x32xf32, #lx>
    %b = spyre.buffer at 128 : memref<1x32xi32, #lx>
    %c = spyre.buffer at 256 : memref<1x32xf32, #lx>
    %d = spyre.buffer at 384 : memref<1x32xi32, #lx>
    spyre.launch "bodies_0" (%core) in (1) {
      spyre.copy load %x to %a : memref<1x32xf32, #ddr> to memref<1x32xf32, #lx>
      spyre.copy load %n to %b : memref<1x32xi32, #ddr> to memref<1x32xi32, #lx>
      %dom = memref.alloca() : memref<32xi1>
      spyre.exec sfu {
        linalg.generic {indexing_maps = [#id, #zero, #zero, #zero, #zero], iterator_types = ["parallel"]}
          ins(%dom, %a, %b : memref<32xi1>, memref<1x32xf32, #lx>, memref<1x32xi32, #lx>)
          outs(%c, %d : memref<1x32xf32, #lx>, memref<1x32xi32, #lx>) {
        ^bb0(%u: i1, %v: f32, %i: i32, %p: f32, %q: i32):
          %1 = arith.divui %i, %i : i32
          %2 = arith.uitofp %1 : i32 to f32
          %3 = arith.maximumf %2, %v : f32
          %4 = arith.fptoui %3 : f32 to i32
          linalg.yield %3, %4 : f32, i32
        }
      }
      spyre.exec sfu {
        linalg.generic {indexing_maps = [#id, #zero, #zero, #zero, #zero], iterator_types = ["parallel"]}
          ins(%dom, %a, %b : memref<32xi1>, memref<1x32xf32, #lx>, memref<1x32xi32, #lx>)
          outs(%c, %d : memref<1x32xf32, #lx>, memref<1x32xi32, #lx>) {
        ^bb0(%u: i1, %v: f32, %i: i32, %p: f32, %q: i32):
          %1 = arith.cmpi slt, %i, %i : i32
          %2 = arith.extsi %1 : i1 to i32
          %3 = arith.trunci %i : i32 to i1
          %4 = arith.uitofp %3 : i1 to f32
          linalg.yield %4, %2 : f32, i32
        }
      }
      spyre.exec sfu {
        linalg.generic {indexing_maps = [#id, #zero, #zero, #zero, #zero], iterator_types = ["parallel"]}
          ins(%dom, %a, %b : memref<32xi1>, memref<1x32xf32, #lx>, memref<1x32xi32, #lx>)
          outs(%c, %d : memref<1x32xf32, #lx>, memref<1x32xi32, #lx>) {
        ^bb0(%u: i1, %v: f32, %i: i32, %p: f32, %q: i32):
          %k = linalg.index 0 : index
          %1 = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0 + 7)>(%k)[%core]
          %2 = arith.index_cast %1 : index to i32
          %3 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%k)
          %4 = arith.index_cast %3 : index to i32
          %5 = arith.addi %2, %4 : i32
          linalg.yield %v, %5 : f32, i32
        }
      }
      spyre.exec sfu {
        linalg.generic {indexing_maps = [#id, #zero, #zero, #zero, #zero], iterator_types = ["parallel"]}
          ins(%dom, %a, %b : memref<32xi1>, memref<1x32xf32, #lx>, memref<1x32xi32, #lx>)
          outs(%c, %d : memref<1x32xf32, #lx>, memref<1x32xi32, #lx>) {
        ^bb0(%u: i1, %v: f32, %i: i32, %p: f32, %q: i32):
          %1 = arith.cmpf ugt, %v, %p : f32
          %2 = arith.cmpf one, %v, %p : f32
          %3 = arith.andi %1, %2 : i1
          %4 = math.copysign %v, %p : f32
          %5 = arith.select %3, %4, %v : f32
          linalg.yield %5, %i : f32, i32
        }
      }
      spyre.copy store %c to %y : memref<1x32xf32, #lx> to memref<1x32xf32, #ddr>
      spyre.copy store %d to %m : memref<1x32xi32, #lx> to memref<1x32xi32, #ddr>
    }
    return
  }
}

// Unsigned operations look at the same bits.
// CHECK:         map [32]
// CHECK:           %2 = bitcast u32 %1
// CHECK-NEXT:      %3 = div u32 %2 %2
// CHECK-NEXT:      %4 = bitcast i32 %3
// CHECK-NEXT:      %5 = bitcast u32 %4
// CHECK-NEXT:      %6 = convert f32 %5
// CHECK-NEXT:      %7 = max_nan f32 %6 %0
// CHECK-NEXT:      %8 = convert u32 %7
// CHECK-NEXT:      %9 = bitcast i32 %8
// CHECK-NEXT:      yield %7 %9
// A signed i1 is 0 or -1; truncation to it keeps the low bit.
// CHECK:         map [32]
// CHECK:           %1 = const i32 1
// CHECK-NEXT:      %2 = and i32 %0 %1
// CHECK-NEXT:      %3 = const i32 0
// CHECK-NEXT:      %4 = cmp_ne i1 %2 %3
// CHECK-NEXT:      %5 = convert f32 %4
// CHECK-NEXT:      %6 = cmp_lt i1 %0 %0
// CHECK-NEXT:      %7 = convert i32 %6
// CHECK-NEXT:      %8 = neg i32 %7
// CHECK-NEXT:      yield %5 %8
// Sums and products of indices are narrow at once, divisions only at the end. The
// core's number comes in as the origin of a loop of its own.
// CHECK:         map [1, 32]
// CHECK:           %1 = index i32 d1
// CHECK-NEXT:      %2 = const i32 3
// CHECK-NEXT:      %3 = mul i32 %1 %2
// CHECK-NEXT:      %4 = index i32 d0
// CHECK-NEXT:      %5 = add i32 %3 %4
// CHECK-NEXT:      %6 = const i32 7
// CHECK-NEXT:      %7 = add i32 %5 %6
// CHECK-NEXT:      %8 = index i64 d1
// CHECK-NEXT:      %9 = const i64 4
// CHECK-NEXT:      %10 = const i64 0
// CHECK-NEXT:      %11 = rem i64 %8 %9
// CHECK:           %[[Q:.+]] = select i64
// CHECK-NEXT:      %[[N:.+]] = convert i32 %[[Q]]
// CHECK-NEXT:      add i32 %7 %[[N]]
// Values: %0, %1 the inputs, %2, %3 the old outputs (the body reads one).
// CHECK:         map [32]
// CHECK:           %4 = cmp_le i1 %0 %2
// CHECK-NEXT:      %5 = not i1 %4
// CHECK-NEXT:      %6 = cmp_lt i1 %0 %2
// CHECK-NEXT:      %7 = cmp_gt i1 %0 %2
// CHECK-NEXT:      %8 = or i1 %6 %7
// CHECK-NEXT:      %9 = and i1 %5 %8
// CHECK-NEXT:      %10 = bitcast i32 %2
// CHECK-NEXT:      %11 = const i32 0
// CHECK-NEXT:      %12 = cmp_lt i1 %10 %11
// CHECK-NEXT:      %13 = abs f32 %0
// CHECK-NEXT:      %14 = neg f32 %13
// CHECK-NEXT:      %15 = select f32 %12 %14 %13
// CHECK-NEXT:      %16 = select f32 %9 %15 %0
// CHECK-NEXT:      yield %16 %1
