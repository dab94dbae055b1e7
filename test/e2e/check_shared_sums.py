#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products divided along k, with real numbers: check_shared_sums.py SPYRE_COMPILE SPYRE_RUN

relu(x . w + bias), or x . w alone, with pinned divisions, k among them, in even and uneven shares and
tiles. Operands are small integers, so that every order of summation gives the same
result exactly, and a relu before the sum is complete would show. Both patterns of
poison must give these results.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from npz import array, npz

def module(m, n, k, kind):
    if kind == "squares": # their squares summed over n, which cores may share too
        return f"""func.func public @main(%x: tensor<{m}x{k}xf16>, %w: tensor<{k}x{n}xf16>) -> tensor<{m}xf32> {{
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<{m}x{k}xf16>, tensor<{k}x{n}xf16>) -> tensor<{m}x{n}xf32>
  %q = stablehlo.multiply %p, %p : tensor<{m}x{n}xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1] : (tensor<{m}x{n}xf32>, tensor<f32>) -> tensor<{m}xf32>
  return %r : tensor<{m}xf32>
}}
"""
    if kind == "f32": # sums as they are
        return f"""func.func public @main(%x: tensor<{m}x{k}xf16>, %w: tensor<{k}x{n}xf16>) -> tensor<{m}x{n}xf32> {{
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<{m}x{k}xf16>, tensor<{k}x{n}xf16>) -> tensor<{m}x{n}xf32>
  return %p : tensor<{m}x{n}xf32>
}}
"""
    out = "f16" if kind == "f16" else "i32"
    x, w, y, b = f"tensor<{m}x{k}x{kind}>", f"tensor<{k}x{n}x{kind}>", f"tensor<{m}x{n}x{out}>", f"tensor<{n}x{out}>"
    zero = "0.0" if kind == "f16" else "0"
    return f"""func.func public @main(%x: {x}, %w: {w}, %b: {b}) -> {y} {{
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : ({x}, {w}) -> {y}
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : ({b}) -> {y}
  %s = stablehlo.add %p, %c : {y}
  %z = stablehlo.constant dense<{zero}> : {y}
  %r = stablehlo.maximum %s, %z : {y}
  return %r : {y}
}}
"""


# m, n, k, operand type, pins, what the planner must say
CASES = [
    (32, 128, 512, "f16", ["division@{}=m:4,n:2,k:4"], "psum"),
    (16, 64, 2048, "f16", ["division@{}=k:32"], ""),
    (32, 512, 512, "f16", ["division@{}=k:8"], "psum-chain"),
    (13, 192, 1000, "f16", ["division@{}=n:2,k:7"], "psum"),  # 16 sticks over 7; the last part-filled
    (13, 192, 1000, "f16", ["division@{}=n:2,k:7", "tile@{}=m:5,k:64"], "psum"),  # tiles end inside slices
    (1, 64, 1024, "f16", ["division@{}=k:16"], "psum"),  # nothing to cut: one owner
    (1, 64, 130, "f32", ["division@{}=k:3"], "psum"),  # the owner alone stores
    (1, 100, 512, "f32", ["division@{}=k:8"], ""),
    (5, 100, 512, "f32", ["division@{}=k:8"], "psum"),
    (16, 256, 256, "squares", ["division@{}=k:4,n:2,m:3", "tile@{}=k:64"], "psum"),  # a core without rows
    (13, 256, 256, "squares", ["division@{}=k:2,n:4"], "psum"),
    (24, 130, 700, "f16", ["division@{}=m:3,n:3,k:3"], "psum"),
    (24, 128, 1024, "i8", ["division@{}=m:2,k:4"], "ring-fetch"),  # i32 sums: not on the rings of f32
]


def run(command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def check(tools, folder, case, number):
    m, n, k, kind, pins, exchange = case
    random.seed(number)
    x = [[random.randint(-2, 2) for _ in range(k)] for _ in range(m)]
    w = [[random.choice((-1, 0, 0, 1)) for _ in range(n)] for _ in range(k)]
    bias = [random.randint(-8, 8) for _ in range(n)]
    columns = list(zip(*w))
    y = [sum(a * b for a, b in zip(row, column)) for row in x for column in columns]
    inside, out = {"f16": ("f16", "f16"), "f32": ("f16", "f32"), "squares": ("f16", "f32"), "i8": ("i8", "i32")}[kind]
    arguments = {"arg0": (inside, (m, k), sum(x, [])), "arg1": (inside, (k, n), sum(w, []))}
    shape = (m, n)
    if kind == "squares":
        y, shape = [sum(value * value for value in y[i:i + n]) for i in range(0, m * n, n)], (m,)
    elif kind != "f32":
        y = [max(0, value + bias[i % n]) for i, value in enumerate(y)]
        arguments["arg2"] = (out, (n,), bias)
    path = os.path.join(folder, "case")
    with open(path + ".mlir", "w", encoding="utf-8") as file:
        file.write(module(m, n, k, kind))
    npz(path + "_in.npz", **{name: array(*value) for name, value in arguments.items()})
    npz(path + "_out.npz", out0=array(out, shape, y))
    sets = [part for pin in pins for part in ("--set", pin.format("matmul_0"))]
    code, text = run([tools[0], path + ".mlir", "-o", path + ".spyre", *sets])
    if code == 0:
        code, text = run([tools[0], path + ".mlir", "--emit", "placed", *sets])
        if code == 0 and f'spyre.exchange = "{exchange}' not in text:
            code, text = 1, f'expected spyre.exchange = "{exchange}...", found another'
    if code == 0:
        code, text = run([tools[1], path + ".spyre", "--inputs", path + "_in.npz", "--expect", path + "_out.npz",
                          "--atol", "0", "--report", path + ".json"])
    if code == 0:
        with open(path + ".json", encoding="utf-8") as file:
            report = json.load(file)
        if exchange.startswith("psum") and report["psum_bytes"] == 0:
            code, text = 1, "expected bytes on the partial-sum rings, found none"
    if code != 0:
        print(f"{m}x{n}x{k} {kind} {pins}:\n{text}")
    return code == 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        results = [check(sys.argv[1:3], folder, case, number) for number, case in enumerate(CASES)]
    print(f"{sum(results)} of {len(results)} divisions gave the exact results")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
