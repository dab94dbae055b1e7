# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the modules of this folder: python make_modules.py OUTDIR

Small programs with inputs and expected results inside, at the edges of sticks,
cores and kernels. The expected values are numpy's. Needs numpy.
"""
import sys

import numpy as np

HEADER = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
NAMES = {"float16": "f16", "float32": "f32", "bool": "i1", "int8": "i8", "int16": "i16",
         "int32": "i32", "int64": "i64", "uint8": "ui8", "uint16": "ui16", "uint32": "ui32"}
random = np.random.default_rng(3)


def type_of(array):
    return "tensor<" + "".join(f"{n}x" for n in array.shape) + NAMES[array.dtype.name] + ">"


def literal(array):
    if array.size == 0:
        return "dense<>"
    if array.size == 1 or (array == array.flat[0]).all():
        value = array.flat[0]
        text = str(bool(value)).lower() if array.dtype == bool else repr(value.item())
        return f"dense<{text}>"
    if array.dtype == bool: # packed, lowest bit first
        return f'dense<"0x{np.packbits(array.ravel(), bitorder="little").tobytes().hex().upper()}">'
    return f'dense<"0x{array.tobytes().hex().upper()}">'


def function(name, arrays):
    types = ", ".join(map(type_of, arrays))
    lines = [f"  func.func private @{name}() -> ({types}) {{"]
    for i, array in enumerate(arrays):
        lines.append(f"    %{i} = stablehlo.constant {literal(array)} : {type_of(array)}")
    names = ", ".join(f"%{i}" for i in range(len(arrays)))
    return lines + [f"    return {names} : {types}", "  }"]


def write(name, about, inputs, body, expected):
    """`body` computes %r0, %r1, ... from %in#0, ...; expected: (check, array)."""
    arrays = [array for _, array in expected]
    lines = [f"// {about}", f"module @{name} {{", "  func.func public @main() {",
             f"    %in:{len(inputs)} = call @inputs() : () -> ({', '.join(map(type_of, inputs))})",
             f"    %want:{len(arrays)} = call @expected() : () -> ({', '.join(map(type_of, arrays))})"]
    lines += ["    " + line for line in body.strip().splitlines()]
    for i, (check, array) in enumerate(expected):
        lines.append(f"    stablehlo.custom_call @check.expect_{check}(%r{i}, %want#{i}) {{has_side_effect = true}}"
                     f" : ({type_of(array)}, {type_of(array)}) -> ()")
    lines += ["    return", "  }"] + function("inputs", inputs) + function("expected", arrays) + ["}"]
    with open(f"{sys.argv[1]}/{name}.mlir", "w") as file:
        file.write(HEADER + "\n".join(lines) + "\n")


def small(shape, dtype=np.float16):
    """Values whose sums and products are exact."""
    return random.integers(-4, 5, shape).astype(dtype)


def softmax():
    x = (random.standard_normal((3, 5, 67)) * 4).astype(np.float32)
    e = np.exp(x - x.max(-1, keepdims=True))
    write("softmax", "A softmax over 67 elements: two sticks and a part of the third.", [x], """
%ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%m = stablehlo.reduce(%in#0 init: %ninf) applies stablehlo.maximum across dimensions = [2] : (tensor<3x5x67xf32>, tensor<f32>) -> tensor<3x5xf32>
%mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<3x5xf32>) -> tensor<3x5x67xf32>
%d = stablehlo.subtract %in#0, %mb : tensor<3x5x67xf32>
%e = stablehlo.exponential %d : tensor<3x5x67xf32>
%s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x5x67xf32>, tensor<f32>) -> tensor<3x5xf32>
%sb = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<3x5xf32>) -> tensor<3x5x67xf32>
%r0 = stablehlo.divide %e, %sb : tensor<3x5x67xf32>
""", [("almost_eq", e / e.sum(-1, keepdims=True))])


def products():
    a, b, c = small((19, 35)), small((35, 67)), small((3, 5, 33))
    d = small((3, 33, 7))
    u, v = small((9, 66), np.int8), small((66, 33), np.int8)
    write("products", "Products whose every size is ragged: plain, batched, of i8; one feeds another.",
          [a, b, c, d, u, v], """
%p = stablehlo.dot_general %in#0, %in#1, contracting_dims = [1] x [0] : (tensor<19x35xf16>, tensor<35x67xf16>) -> tensor<19x67xf16>
%r0 = stablehlo.dot_general %p, %in#1, contracting_dims = [1] x [1] : (tensor<19x67xf16>, tensor<35x67xf16>) -> tensor<19x35xf32>
%r1 = stablehlo.dot_general %in#2, %in#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x33xf16>, tensor<3x33x7xf16>) -> tensor<3x5x7xf16>
%r2 = stablehlo.dot_general %in#4, %in#5, contracting_dims = [1] x [0] : (tensor<9x66xi8>, tensor<66x33xi8>) -> tensor<9x33xi32>
""", [("close", (a.astype(np.float32) @ b) @ b.T.astype(np.float32)), ("eq", c @ d),
      ("eq", u.astype(np.int32) @ v)])


def pieces():
    a, b, c = (small((n, 3), np.int32) for n in (40, 1, 30))
    z, w = small((3,), np.float32), small((4, 66), np.uint8)
    rotated = np.concatenate([-w[:, 33:], w[:, :33]], 1)
    p = np.pad(z, (1, 2), constant_values=7)
    q = np.pad(z, (2, 1), constant_values=7)
    i = np.full((8, 66), 9, np.uint8)
    i[1::2] = w
    write("pieces", "Values made of pieces: several sizes, inside a stick, two pads alike, gaps between.",
          [a, b, c, z, w], """
%seven = stablehlo.constant dense<7.0> : tensor<f32>
%nine = stablehlo.constant dense<9> : tensor<ui8>
%r0 = stablehlo.concatenate %in#0, %in#1, %in#2, dim = 0 : (tensor<40x3xi32>, tensor<1x3xi32>, tensor<30x3xi32>) -> tensor<71x3xi32>
%r1 = stablehlo.pad %in#3, %seven, low = [1], high = [2], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
%r2 = stablehlo.pad %in#3, %seven, low = [2], high = [1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
%lo = stablehlo.slice %in#4 [0:4, 0:33] : (tensor<4x66xui8>) -> tensor<4x33xui8>
%hi = stablehlo.slice %in#4 [0:4, 33:66] : (tensor<4x66xui8>) -> tensor<4x33xui8>
%neg = stablehlo.negate %hi : tensor<4x33xui8>
%r3 = stablehlo.concatenate %neg, %lo, dim = 1 : (tensor<4x33xui8>, tensor<4x33xui8>) -> tensor<4x66xui8>
%r4 = stablehlo.pad %in#4, %nine, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x66xui8>, tensor<ui8>) -> tensor<8x66xui8>
""", [("eq", np.concatenate([a, b, c])), ("eq", p), ("eq", q), ("eq", rotated), ("eq", i)])


def shapes():
    x, y = small((6, 35, 4), np.int64), small((5, 130))
    write("shapes", "Reshapes that cut and merge sticks, transposes, strides, reversal.", [x, y], """
%t = stablehlo.transpose %in#0, dims = [2, 0, 1] : (tensor<6x35x4xi64>) -> tensor<4x6x35xi64>
%r0 = stablehlo.reshape %t : (tensor<4x6x35xi64>) -> tensor<7x120xi64>
%r1 = stablehlo.slice %in#1 [1:5:2, 3:130:5] : (tensor<5x130xf16>) -> tensor<2x26xf16>
%v = stablehlo.reverse %in#1, dims = [1] : tensor<5x130xf16>
%s = stablehlo.transpose %v, dims = [1, 0] : (tensor<5x130xf16>) -> tensor<130x5xf16>
%r2 = stablehlo.reshape %s : (tensor<130x5xf16>) -> tensor<2x325xf16>
""", [("eq", x.transpose(2, 0, 1).reshape(7, 120)), ("eq", y[1:5:2, 3:130:5]),
      ("eq", y[:, ::-1].T.reshape(2, 325))])


def updates():
    cache, row, other = small((2, 9, 64)), small((2, 1, 64)), small((2, 1, 64))
    at, far = np.array(4, np.int32), np.array(100, np.int32)
    first, second = cache.copy(), cache.copy()
    first[:, 4:5], second[:, 8:9] = row, other
    write("updates", "Two updates of one value: neither may see the other; a position past the end is clamped.",
          [cache, row, other, at, far], """
%zero = stablehlo.constant dense<0> : tensor<i32>
%r0 = stablehlo.dynamic_update_slice %in#0, %in#1, %zero, %in#3, %zero : (tensor<2x9x64xf16>, tensor<2x1x64xf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x9x64xf16>
%r1 = stablehlo.dynamic_update_slice %in#0, %in#2, %zero, %in#4, %zero : (tensor<2x9x64xf16>, tensor<2x1x64xf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x9x64xf16>
%r2 = stablehlo.add %r0, %in#0 : tensor<2x9x64xf16>
""", [("eq", first), ("eq", second), ("eq", first + cache)])


def folds():
    x, y = small((70, 34), np.float32), random.permutation(5 * 131).reshape(5, 131).astype(np.int32)
    start = np.array(-3.0, np.float32)
    write("folds", "Folds over rows, columns and all; arg-max; an initial value that is an input.",
          [x, y, start], """
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%least = stablehlo.constant dense<-2147483648> : tensor<i32>
%izero = stablehlo.constant dense<0> : tensor<i32>
%r0 = stablehlo.reduce(%in#0 init: %in#2) applies stablehlo.add across dimensions = [0] : (tensor<70x34xf32>, tensor<f32>) -> tensor<34xf32>
%r1 = stablehlo.reduce(%in#0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<70x34xf32>, tensor<f32>) -> tensor<f32>
%i = stablehlo.iota dim = 1 : tensor<5x131xi32>
%m:2 = stablehlo.reduce(%in#1 init: %least), (%i init: %izero) across dimensions = [1] : (tensor<5x131xi32>, tensor<5x131xi32>, tensor<i32>, tensor<i32>) -> (tensor<5xi32>, tensor<5xi32>)
 reducer(%l: tensor<i32>, %r: tensor<i32>) (%li: tensor<i32>, %ri: tensor<i32>) {
  %c = stablehlo.compare GE, %l, %r : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %v = stablehlo.select %c, %l, %r : tensor<i1>, tensor<i32>
  %n = stablehlo.select %c, %li, %ri : tensor<i1>, tensor<i32>
  stablehlo.return %v, %n : tensor<i32>, tensor<i32>
}
%r2 = stablehlo.add %m#1, %izeros : tensor<5xi32>
%r3 = stablehlo.reduce(%in#1 init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<5x131xi32>, tensor<i32>) -> tensor<131xi32>
""".replace("%r2 = ", "%izeros = stablehlo.constant dense<0> : tensor<5xi32>\n%r2 = "),
          [("eq", x.sum(0) + start), ("eq", x.sum()), ("eq", y.argmax(1).astype(np.int32)), ("eq", y.max(0))])


def masks():
    x, limit = small((13, 40)), np.array(20, np.int32)
    rows, columns = np.indices((13, 40))
    mask = (columns <= rows * 2) & (columns < limit)
    write("masks", "A mask from positions and a run-time limit: selected, counted, returned.", [x, limit], """
%i = stablehlo.iota dim = 0 : tensor<13x40xi32>
%j = stablehlo.iota dim = 1 : tensor<13x40xi32>
%ii = stablehlo.add %i, %i : tensor<13x40xi32>
%a = stablehlo.compare LE, %j, %ii, SIGNED : (tensor<13x40xi32>, tensor<13x40xi32>) -> tensor<13x40xi1>
%l = stablehlo.broadcast_in_dim %in#1, dims = [] : (tensor<i32>) -> tensor<13x40xi32>
%b = stablehlo.compare LT, %j, %l, SIGNED : (tensor<13x40xi32>, tensor<13x40xi32>) -> tensor<13x40xi1>
%r0 = stablehlo.and %a, %b : tensor<13x40xi1>
%z = stablehlo.constant dense<0.0> : tensor<13x40xf16>
%r1 = stablehlo.select %r0, %in#0, %z : tensor<13x40xi1>, tensor<13x40xf16>
%n = stablehlo.convert %r0 : (tensor<13x40xi1>) -> tensor<13x40xi32>
%izero = stablehlo.constant dense<0> : tensor<i32>
%r2 = stablehlo.reduce(%n init: %izero) applies stablehlo.add across dimensions = [1] : (tensor<13x40xi32>, tensor<i32>) -> tensor<13xi32>
%false = stablehlo.constant dense<false> : tensor<i1>
%r3 = stablehlo.reduce(%r0 init: %false) applies stablehlo.or across dimensions = [0] : (tensor<13x40xi1>, tensor<i1>) -> tensor<40xi1>
""", [("eq", mask), ("eq", np.where(mask, x, 0).astype(np.float16)), ("eq", mask.sum(1).astype(np.int32)),
      ("eq", mask.any(0))])


def widths():
    x = random.standard_normal((3, 129)).astype(np.float16)
    n = random.integers(-128, 128, (3, 129)).astype(np.int8)
    u = random.integers(1, 60000, (3, 129)).astype(np.uint16)
    wide = x.astype(np.float32) * n.astype(np.float32)
    write("widths", "Elements of 1, 2, 4 and 8 bytes in one loop; unsigned division and shifts.", [x, n, u], """
%xw = stablehlo.convert %in#0 : (tensor<3x129xf16>) -> tensor<3x129xf32>
%nw = stablehlo.convert %in#1 : (tensor<3x129xi8>) -> tensor<3x129xf32>
%r0 = stablehlo.multiply %xw, %nw : tensor<3x129xf32>
%nl = stablehlo.convert %in#1 : (tensor<3x129xi8>) -> tensor<3x129xi64>
%ul = stablehlo.convert %in#2 : (tensor<3x129xui16>) -> tensor<3x129xi64>
%r1 = stablehlo.multiply %nl, %ul : tensor<3x129xi64>
%seven = stablehlo.constant dense<7> : tensor<3x129xui16>
%d = stablehlo.divide %in#2, %seven : tensor<3x129xui16>
%r2 = stablehlo.shift_right_logical %d, %seven : tensor<3x129xui16>
%r3 = stablehlo.convert %in#1 : (tensor<3x129xi8>) -> tensor<3x129xi1>
""", [("eq", wide), ("eq", n.astype(np.int64) * u.astype(np.int64)), ("eq", (u // 7) >> 7), ("eq", n != 0)])


def shared_folds():
    p, q, rows, columns = small((5, 2, 35), np.float32), small((33, 35), np.float32), small((517,)), small((67,))
    x = p[:, None, :, :] + q[None, :, None, :]
    y = (rows[:, None] + columns).astype(np.float32)
    write("shared_folds", "Folds that cores share where shares end inside boxes, and a reader of the whole.", [p, q, rows, columns], """
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
%p = stablehlo.broadcast_in_dim %in#0, dims = [0, 2, 3] : (tensor<5x2x35xf32>) -> tensor<5x33x2x35xf32>
%q = stablehlo.broadcast_in_dim %in#1, dims = [1, 3] : (tensor<33x35xf32>) -> tensor<5x33x2x35xf32>
%x = stablehlo.add %p, %q : tensor<5x33x2x35xf32>
%r0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<5x33x2x35xf32>, tensor<f32>) -> tensor<33x35xf32>
%r1 = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1, 3] : (tensor<5x33x2x35xf32>, tensor<f32>) -> tensor<5x2xf32>
%rows = stablehlo.broadcast_in_dim %in#2, dims = [0] : (tensor<517xf16>) -> tensor<517x67xf16>
%columns = stablehlo.broadcast_in_dim %in#3, dims = [1] : (tensor<67xf16>) -> tensor<517x67xf16>
%y = stablehlo.add %rows, %columns : tensor<517x67xf16>
%w = stablehlo.convert %y : (tensor<517x67xf16>) -> tensor<517x67xf32>
%s = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<517x67xf32>, tensor<f32>) -> tensor<67xf32>
%sb = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<67xf32>) -> tensor<517x67xf32>
%d = stablehlo.subtract %w, %sb : tensor<517x67xf32>
%r2 = stablehlo.reduce(%d init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<517x67xf32>, tensor<f32>) -> tensor<67xf32>
""", [("eq", x.sum((0, 2))), ("eq", x.max((1, 3))), ("eq", (y - y.sum(0)).max(0))])


def ragged_reshapes():
    x, y = small((5, 129)), small((2, 3, 70))
    body, expected = "", []
    for operand, array, shapes in ((0, x, [(129, 5), (645,)]),
                                   (1, y, [(3, 140), (420,), (70, 6), (14, 30), (2, 210)])):
        for shape in shapes:
            result = array.reshape(shape)
            body += (f"%r{len(expected)} = stablehlo.reshape %in#{operand} : "
                     f"({type_of(array)}) -> {type_of(result)}\n")
            expected.append(("eq", result))
    write("ragged_reshapes", "Rows of more than one stick, the last part-filled, in other shapes.", [x, y], body, expected)


def updates_of_rows():
    x, u, v = small((9, 128), np.float32), small((4, 128), np.float32), small((4, 128), np.float32)
    at, later, below = np.array(2, np.int32), np.array(4, np.int32), np.array(-7, np.int32)
    first = x.copy()
    first[2:6] = u
    second = first.copy()
    second[4:8] = v
    clamped = x.copy()
    clamped[0:4] = v
    types = "(tensor<9x128xf32>, tensor<4x128xf32>, tensor<i32>, tensor<i32>) -> tensor<9x128xf32>"
    write("updates_of_rows", "Several rows at a run-time position: alone, one over another, clamped.", [x, u, v, at, later, below], f"""
%zero = stablehlo.constant dense<0> : tensor<i32>
%r0 = stablehlo.dynamic_update_slice %in#0, %in#1, %in#3, %zero : {types}
%r1 = stablehlo.dynamic_update_slice %r0, %in#2, %in#4, %zero : {types}
%r2 = stablehlo.dynamic_update_slice %in#0, %in#2, %in#5, %zero : {types}
""", [("eq", first), ("eq", second), ("eq", clamped)])


def boxes():
    a, b = small((100,), np.int32), np.array(-3, np.int32)
    joined = np.concatenate([a, np.full(4, b), a])
    x, v = small((35, 32), np.int64), small((32,))
    y, u, at = small((5, 128), np.float32), small((113, 5), np.float32), np.array(7, np.int32)
    updated = y.T.copy()
    updated[7:120] = u
    r = small((1, 5))
    top = np.broadcast_to(np.maximum(r[0], r[0]).astype(np.float32)[:, None], (5, 66))
    write("boxes", "Boxes that cores share: pieces that several hold, gaps in what is written, lanes under a division, "
          "pieces inside one stick, an update across sticks.", [a, b, x, v, y, u, at, r], """
%zero = stablehlo.constant dense<0> : tensor<i32>
%low = stablehlo.constant dense<-100.0> : tensor<f32>
%four = stablehlo.broadcast_in_dim %in#1, dims = [] : (tensor<i32>) -> tensor<4xi32>
%r0 = stablehlo.concatenate %in#0, %four, %in#0, dim = 0 : (tensor<100xi32>, tensor<4xi32>, tensor<100xi32>) -> tensor<204xi32>
%r1 = stablehlo.broadcast_in_dim %r0, dims = [2] : (tensor<204xi32>) -> tensor<4x1x204xi32>
%x = stablehlo.abs %in#2 : tensor<35x32xi64>
%s = stablehlo.reshape %x : (tensor<35x32xi64>) -> tensor<7x10x2x8xi64>
%r2 = stablehlo.transpose %s, dims = [1, 3, 0, 2] : (tensor<7x10x2x8xi64>) -> tensor<10x8x7x2xi64>
%v = stablehlo.broadcast_in_dim %in#3, dims = [0] : (tensor<32xf16>) -> tensor<32x3x1xf16>
%r3 = stablehlo.reshape %v : (tensor<32x3x1xf16>) -> tensor<12x4x2x1x1xf16>
%t = stablehlo.transpose %in#4, dims = [1, 0] : (tensor<5x128xf32>) -> tensor<128x5xf32>
%r4 = stablehlo.dynamic_update_slice %t, %in#5, %in#6, %zero : (tensor<128x5xf32>, tensor<113x5xf32>, tensor<i32>, tensor<i32>) -> tensor<128x5xf32>
%two = stablehlo.concatenate %in#7, %in#7, dim = 0 : (tensor<1x5xf16>, tensor<1x5xf16>) -> tensor<2x5xf16>
%rows = stablehlo.broadcast_in_dim %two, dims = [0, 3] : (tensor<2x5xf16>) -> tensor<2x1x66x5xf16>
%wide = stablehlo.convert %rows : (tensor<2x1x66x5xf16>) -> tensor<2x1x66x5xf32>
%top = stablehlo.reduce(%wide init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x1x66x5xf32>, tensor<f32>) -> tensor<66x5xf32>
%turned = stablehlo.transpose %top, dims = [1, 0] : (tensor<66x5xf32>) -> tensor<5x66xf32>
%r5 = stablehlo.concatenate %turned, %turned, %turned, dim = 0 : (tensor<5x66xf32>, tensor<5x66xf32>, tensor<5x66xf32>) -> tensor<15x66xf32>
""", [("eq", joined), ("eq", np.broadcast_to(joined, (4, 1, 204)).copy()),
      ("eq", np.abs(x).reshape(7, 10, 2, 8).transpose(1, 3, 0, 2).copy()),
      ("eq", np.repeat(v, 3).reshape(12, 4, 2, 1, 1)), ("eq", updated),
      ("eq", np.concatenate([top, top, top]))])


for make in (softmax, products, pieces, shapes, updates, folds, masks, widths, shared_folds, ragged_reshapes,
             updates_of_rows, boxes):
    make()
