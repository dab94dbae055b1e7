#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs, with real numbers: check_random.py SPYRE_COMPILE SPYRE_RUN [FIRST LAST]

Each number is one program: products, folds, softmax and norm in all but name, residual
sums, movement; or layers of such, equal or not. Values are small integers, kept small by
clamps, so that every order of summation and every place of a value gives the same result
exactly. Each is compiled as it comes and once under other constraints (one core, a small
LX, pinned divisions); both patterns of poison and another order of execution must give
the expected values. A pin may be refused; a fault of the compiler or a crash is a failure.
"""
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from npz import array, npz

TIMEOUT = 120  # seconds for a command


class Value:
    def __init__(self, name, shape, data):
        self.name, self.shape, self.data = name, tuple(shape), data

    @property
    def type(self):
        return "tensor<" + "".join(f"{n}x" for n in self.shape) + "f16>"


def points(shape):
    """Every index of a shape, the last dim fastest."""
    index = [0] * len(shape)
    for _ in range(math.prod(shape)):
        yield index
        for d in reversed(range(len(shape))):
            index[d] += 1
            if index[d] < shape[d]:
                break
            index[d] = 0


def strides(shape):
    return [math.prod(shape[d + 1:]) for d in range(len(shape))]


class Program:
    """Lines of a program beside what they compute."""

    def __init__(self, number):
        self.random = random.Random(number)
        self.arguments, self.lines, self.count = [], [], 0

    def argument(self, shape, values=(-2, -1, 0, 1, 2)):
        value = Value(f"%a{len(self.arguments)}", shape, self.random.choices(values, k=math.prod(shape)))
        self.arguments.append(value)
        return value

    def emit(self, shape, data, text, *operands):
        value = Value(f"%{self.count}", shape, data)
        self.count += 1
        types = ", ".join(o.type for o in operands)
        self.lines.append(f"{value.name} = stablehlo.{text} : ({types}) -> {value.type}")
        return value

    def gather(self, x, shape, text, place):
        """A value of which each point is the point `place(index)` of x."""
        step = strides(x.shape)
        data = [x.data[sum(i * s for i, s in zip(place(index), step))] for index in points(shape)]
        return self.emit(shape, data, text, x)

    def scalar(self, number):
        value = Value(f"%{self.count}", (), [number])
        self.count += 1
        text = {-math.inf: "0xFC00"}.get(number, f"{number}.0")
        self.lines.append(f"{value.name} = stablehlo.constant dense<{text}> : tensor<f16>")
        return value

    def broadcast(self, x, shape, dims):
        return self.gather(x, shape, f"broadcast_in_dim {x.name}, dims = {list(dims)}", lambda i: [i[d] for d in dims])

    def binary(self, op, x, y):
        function = {"add": int.__add__, "subtract": int.__sub__, "maximum": max, "minimum": min}[op]
        return self.emit(x.shape, [function(a, b) for a, b in zip(x.data, y.data)], f"{op} {x.name}, {y.name}", x, y)

    def clamp(self, x, most):
        low, high = (self.broadcast(self.scalar(n), x.shape, []) for n in (-most, most))
        return self.binary("minimum", self.binary("maximum", x, low), high)

    def relu(self, x):
        return self.binary("maximum", x, self.broadcast(self.scalar(0), x.shape, []))

    def fold(self, x, dim, op):
        outer, size, inner = math.prod(x.shape[:dim]), x.shape[dim], math.prod(x.shape[dim + 1:])
        function = sum if op == "add" else max
        data = [function(x.data[(o * size + k) * inner + i] for k in range(size))
                for o in range(outer) for i in range(inner)]
        start = self.scalar(0 if op == "add" else -math.inf)
        return self.emit(x.shape[:dim] + x.shape[dim + 1:], data, f"reduce({x.name} init: {start.name}) applies "
                         f"stablehlo.{op} across dimensions = [{dim}]", x, start)

    def over(self, folded, x, dim):
        """A folded value beside each point that it came from."""
        return self.broadcast(folded, x.shape, [d for d in range(len(x.shape)) if d != dim])

    def dot(self, x, y, transposed=False):
        """Over the last dim of x and the first (or last) of y; all other dims of x are rows."""
        k = x.shape[-1]
        n = y.shape[0] if transposed else y.shape[1]
        rows = [x.data[i:i + k] for i in range(0, len(x.data), k)]
        columns = [y.data[i:i + k] for i in range(0, n * k, k)] if transposed else [y.data[j::n] for j in range(n)]
        sparse = [[(i, v) for i, v in enumerate(column) if v] for column in columns]
        data = [sum(row[i] * v for i, v in column) for row in rows for column in sparse]
        return self.emit(x.shape[:-1] + (n,), data, f"dot_general {x.name}, {y.name}, contracting_dims = "
                         f"[{len(x.shape) - 1}] x [{1 if transposed else 0}]", x, y)

    def weight(self, k, n):
        return self.argument((k, n), (-1, 0, 0, 0, 0, 0, 1))

    # Steps: from a value of small integers to one of the same shape, mostly.

    def softmax(self, x, dim):
        z = self.clamp(self.binary("subtract", x, self.over(self.fold(x, dim, "maximum"), x, dim)), 2)
        return self.binary("add", z, self.over(self.clamp(self.fold(z, dim, "add"), 3), z, dim))

    def norm(self, x, dim):
        total = self.clamp(self.fold(self.clamp(x, 2), dim, "add"), 2)
        return self.binary("subtract", x, self.over(total, x, dim))

    def mix(self, x):
        """A product with itself between two others, as attention has it."""
        scores = self.softmax(self.clamp(self.dot(x, x, True), 3), 1)
        return self.dot(self.clamp(scores, 2), x)

    def mlp(self, x):
        k, hidden = x.shape[-1], self.random.choice((64, 100, 192))
        return self.dot(self.clamp(self.relu(self.dot(x, self.weight(k, hidden))), 2), self.weight(hidden, k))

    def move(self, x):
        kind = self.random.choice(("transpose", "reshape", "slice", "concatenate"))
        r = len(x.shape)
        if kind == "transpose":
            order = self.random.sample(range(r), r)
            back = [order.index(d) for d in range(r)]
            return self.gather(x, [x.shape[d] for d in order], f"transpose {x.name}, dims = {order}",
                               lambda i: [i[d] for d in back])
        if kind == "reshape":
            half = next(n for n in (4, 2, 3, 5, 1) if x.shape[-1] % n == 0)
            shape = x.shape[:-1] + (half, x.shape[-1] // half) if r == 2 else (x.shape[0] * x.shape[1],) + x.shape[2:]
            return self.emit(shape, x.data, f"reshape {x.name}", x)
        low = [self.random.randrange((n + 1) // 2) for n in x.shape]
        high = [self.random.randint(b + 1, n) for b, n in zip(low, x.shape)]
        ranges = ", ".join(f"{b}:{e}" for b, e in zip(low, high))
        piece = self.gather(x, [e - b for b, e in zip(low, high)], f"slice {x.name} [{ranges}]",
                            lambda i: [a + b for a, b in zip(i, low)])
        if kind == "slice":
            return piece
        y = self.argument(piece.shape)
        data = []
        width = piece.shape[-1]
        for i in range(0, len(piece.data), width):
            data += piece.data[i:i + width] + y.data[i:i + width]
        return self.emit(piece.shape[:-1] + (2 * width,), data,
                         f"concatenate {piece.name}, {y.name}, dim = {len(piece.shape) - 1}", piece, y)

    def step(self, kind, x, before):
        x = self.clamp(x, 3)
        if kind == "softmax" or kind == "norm":
            return getattr(self, kind)(x, len(x.shape) - 1)
        if kind == "residual":
            return self.binary("add", x, self.clamp(before, 3) if before.shape == x.shape else self.argument(x.shape))
        if kind in ("mix", "mlp"):
            return getattr(self, kind)(x) if len(x.shape) == 2 else self.relu(x)
        if kind == "product":
            return self.dot(x, self.weight(x.shape[-1], self.random.choice((x.shape[-1], x.shape[-1], 64, 130))))
        return getattr(self, kind)(x)

    def layers(self):
        """Layers of the same steps: values pass from kernel to kernel, kernels are shared."""
        rows, width = self.random.choice(((64, 64), (64, 128), (33, 128), (5, 100), (32, 256), (1, 256), (32, 512)))
        kinds = self.random.choices(("square", "mlp", "mix", "softmax", "norm", "residual", "relu"),
                                    k=self.random.randint(1, 3))
        x, results = self.argument((rows, width)), []
        for _ in range(self.random.randint(2, 4)):
            before = x
            for kind in kinds:
                x = (self.dot(self.clamp(x, 3), self.weight(width, width)) if kind == "square" else
                     self.step(kind, x, before))
            if self.random.random() < 0.2:
                results.append(x)
        return results + [x]

    def chain(self):
        sizes = self.random.choice(((1, 3, 5, 7, 8), (17, 33, 64, 65, 100), (32, 64, 128, 192)))
        x = before = self.argument(self.random.choices(sizes, k=2))
        results = []
        for _ in range(self.random.randint(2, 7)):
            kind = self.random.choice(("product", "mlp", "mix", "softmax", "norm", "residual", "relu", "move", "move"))
            if math.prod(x.shape) * max(x.shape) < 1 << 21:
                before, x = x, self.step(kind, x, before)
            if self.random.random() < 0.15:
                results.append(x)
        return results + [self.relu(x)]

    def text(self, results):
        arguments = ", ".join(f"{a.name}: {a.type}" for a in self.arguments)
        types, names = ", ".join(r.type for r in results), ", ".join(r.name for r in results)
        return (f"func.func public @main({arguments}) -> ({types}) {{\n" + "".join(f"  {l}\n" for l in self.lines) +
                f"  return {names} : {types}\n}}\n")


def run(command):
    try:
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return -1, f"not done after {TIMEOUT} s"
    return done.returncode, done.stdout


def constraints(number, compiler, model, explained, folder):
    """Options of a second compilation, and whether they may be refused."""
    choose = random.Random(number)
    kernels = re.findall(r"^(\w+): division", explained, re.M)
    kind = number % 4
    if kind == 0:
        return ["--device", "spyre-1core"], False
    if kind == 1:
        device = json.loads((pathlib.Path(__file__).parents[2] / "devices/spyre-default.json").read_text())
        device["name"] = "small"
        device["chip"]["cores"] = choose.choice((3, 5, 8, 25))
        device["scratchpad"]["allocatable_bytes"] = choose.choice((65536, 131072, 262144))
        with open(os.path.join(folder, "small.json"), "w", encoding="utf-8") as file:
            json.dump(device, file)
        return ["--device", os.path.join(folder, "small.json")], True
    if kind == 2:
        return [part for k in kernels if choose.random() < 0.5 for part in ("--set", f"residency@{k}=ddr")], False
    kernel = choose.choice(kernels)
    unknown = run([compiler, model, "--emit", "placed", "--set", f"division@{kernel}=?:2"])[1]
    loops = re.search(r"a loop of (.*), found", unknown).group(1).split(", ")
    pins = [f"{loop}:{choose.choice((2, 2, 3, 4, 5, 8))}" for loop in choose.sample(loops, min(2, len(loops)))]
    return ["--set", f"division@{kernel}={','.join(pins)}"], True


def check(tools, number, folder):
    program = Program(number)
    results = program.layers() if number % 2 else program.chain()
    assert all(abs(v) <= 2048 for r in results for v in r.data)  # exact in f16
    model, plan, given, wanted = (os.path.join(folder, name) for name in ("m.mlir", "m.spyre", "in.npz", "out.npz"))
    with open(model, "w", encoding="utf-8") as file:
        file.write(program.text(results))
    npz(given, **{f"arg{i}": array("f16", a.shape, a.data) for i, a in enumerate(program.arguments)})
    npz(wanted, **{f"out{i}": array("f16", r.shape, r.data) for i, r in enumerate(results)})
    explained, options, refusable, kept = "", ["--explain"], False, 0
    for _ in range(2):
        code, text = run([tools[0], model, "-o", plan, *options])
        if code == 1 and refusable and "a fault of the compiler" not in text:
            break
        if code == 0:
            explained = explained or text
            kept += text.count("stays in LX")
            device = [o for o in options if o.endswith(".json")]
            code, text = run([tools[1], plan, "--inputs", given, "--expect", wanted, "--atol", "0", "--race", "3"] +
                             [part for d in device for part in ("--device", d)])
        if code != 0:
            print(f"program {number}, {' '.join(options)}:\n{text}\n{program.text(results)}")
            return False, kept
        options, refusable = constraints(number, tools[0], model, explained, folder)
    return True, kept


def main():
    first, last = map(int, sys.argv[3:5]) if len(sys.argv) > 4 else (0, 40)
    with tempfile.TemporaryDirectory() as folder:
        done = [check(sys.argv[1:3], number, folder) for number in range(first, last)]
    right, kept = sum(ok for ok, _ in done), sum(n for _, n in done)
    print(f"{right} of {len(done)} programs gave the exact results; {kept} values stayed in LX")
    if len(sys.argv) <= 4 and kept == 0:
        sys.exit("expected values that stay in LX, found none")
    return 0 if right == len(done) else 1


if __name__ == "__main__":
    sys.exit(main())
