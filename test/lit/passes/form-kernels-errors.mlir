// RUN: spyre-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(spyre-set-device,spyre-form-kernels)'

// Eight megabytes reversed lane by lane: no tile of it can be cut.

func.func @main(%x: tensor<65536x64xf16>) -> tensor<65536x64xf16> {
  %d = tensor.empty() : tensor<4194304xi1>
  %e = tensor.empty() : tensor<65536x64xf16>
  // expected-error @+1 {{expected tiles that fit LX, found none}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ((-d0 + 4194303) floordiv 64, (-d0 + 4194303) mod 64)>, affine_map<(d0) -> (d0 floordiv 64, d0 mod 64)>], iterator_types = ["parallel"]}
    ins(%d, %x : tensor<4194304xi1>, tensor<65536x64xf16>) outs(%e : tensor<65536x64xf16>)
    attrs = {spyre.host = [tensor<4194304xf16, #spyre.layout<[0 | 0]>>]} {
  ^bb0(%u: i1, %in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<65536x64xf16>
  return %r : tensor<65536x64xf16>
}
