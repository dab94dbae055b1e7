// RUN: spyre-opt %s | spyre-opt | FileCheck %s

#ddr = #spyre.mem<ddr>
#lx = #spyre.mem<lx>
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: @relayout
// CHECK:       spyre.relayout %{{.+}} : tensor<64x64xf16, #{{.+}}> to tensor<64x64xf16, #{{.+}}>
func.func @relayout(%x: tensor<64x64xf16, #spyre.layout<[0, 1 | 1]>>) -> tensor<64x64xf16, #spyre.layout<[0, 1 | 0]>> {
  %0 = spyre.relayout %x : tensor<64x64xf16, #spyre.layout<[0, 1 | 1]>> to tensor<64x64xf16, #spyre.layout<[0, 1 | 0]>>
  return %0 : tensor<64x64xf16, #spyre.layout<[0, 1 | 0]>>
}

// CHECK-LABEL: @launch
// CHECK-SAME:  ([[X:%[^:]+]]: memref<8x64xf16, #ddr>, [[AT:%[^:]+]]: memref<32xi32, #lx>)
// CHECK:       [[A:%.+]] = spyre.buffer at 128 : memref<8x64xf16, #lx>
// CHECK:       [[S:%.+]] = spyre.buffer slots 2 : memref<2x8x64xf16, #lx>
// CHECK:       spyre.launch "k" ([[CORE:%.+]]) in (4) attributes {spyre.source = "here"} {
// CHECK:         spyre.copy load [[X]] to [[A]] multicast [[CORE]] : memref<8x64xf16, #ddr> to memref<8x64xf16, #lx>
// CHECK:         spyre.copy ring [[A]] to [[A]] from core [[CORE]] :
// CHECK:         spyre.copy psum [[P:%.+]] to [[P]] from core [[CORE]] :
// CHECK:         spyre.copy store [[A]] to [[X]] position([[AT]] : memref<32xi32, #lx>) dims [0] ranges [0, 3] :
// CHECK:         spyre.exec sfu first [[CORE]] {
// CHECK:           linalg.generic
func.func @launch(%x: memref<8x64xf16, #ddr>, %at: memref<32xi32, #lx>) {
  %a = spyre.buffer at 128 : memref<8x64xf16, #lx>
  %s = spyre.buffer slots 2 : memref<2x8x64xf16, #lx>
  %p = spyre.buffer at 2048 : memref<8x32xf32, #lx>
  spyre.launch "k" (%core) in (4) attributes {spyre.source = "here"} {
    spyre.copy load %x to %a multicast %core : memref<8x64xf16, #ddr> to memref<8x64xf16, #lx>
    spyre.copy ring %a to %a from core %core : memref<8x64xf16, #lx> to memref<8x64xf16, #lx>
    spyre.copy psum %p to %p from core %core : memref<8x32xf32, #lx> to memref<8x32xf32, #lx>
    spyre.copy store %a to %x position(%at : memref<32xi32, #lx>) dims [0] ranges [0, 3] : memref<8x64xf16, #lx> to memref<8x64xf16, #ddr>
    spyre.exec sfu first %core {
      linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a : memref<8x64xf16, #lx>) outs(%a : memref<8x64xf16, #lx>) {
      ^bb0(%v: f16, %o: f16):
        linalg.yield %v : f16
      }
    }
  }
  return
}

// CHECK-LABEL: @program
// CHECK:       spyre.program @main cores(4) lx(1024) {
// CHECK:         [[A:%.+]] = spyre.buffer at 0
// CHECK:         spyre.queue load ([[CORE:%.+]]) {
// CHECK:           [[N:%.+]] = arith.constant 1
// CHECK:           spyre.await sfu >= [[N]]
// CHECK:           spyre.await store >= [[N]] above 2 on core [[CORE]]
// CHECK:           spyre.await pt >= [[N]] on all
func.func @program(%x: memref<8x64xf16, #ddr>) {
  spyre.program @main cores(4) lx(1024) {
    %a = spyre.buffer at 0 : memref<8x64xf16, #lx>
    spyre.queue load (%core) {
      %n = arith.constant 1 : index
      spyre.await sfu >= %n
      spyre.await store >= %n above 2 on core %core
      spyre.await pt >= %n on all
      spyre.copy load %x to %a : memref<8x64xf16, #ddr> to memref<8x64xf16, #lx>
    }
  }
  return
}
