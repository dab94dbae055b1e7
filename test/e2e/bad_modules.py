# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules that the compiler must refuse: (title, text, words of the one error)."""

X = "tensor<4x8xf32>"


def main(body, arguments=f"%x: {X}", result=X):
    return f"module @m {{\n  func.func public @main({arguments}) -> {result} {{\n{body}\n  }}\n}}\n"


def one_op(op, result=X, argument=X):
    """A function of one argument, %x, that returns the operator's result."""
    return main(f"    %0 = stablehlo.{op} -> {result}\n    return %0 : {result}", f"%x: {argument}", result)


def negate(type):
    return main(f"    %0 = stablehlo.negate %x : {type}\n    return %0 : {type}", f"%x: {type}", type)


def constant(literal, type):
    return main(f"    %0 = stablehlo.constant {literal} : {type}\n    return %0 : {type}", "", type)


def reduce(body, arguments="%a: tensor<f32>, %b: tensor<f32>", dims="[1]", result="tensor<4xf32>"):
    return main(f"    %c = stablehlo.constant dense<0.0> : tensor<f32>\n"
                f"    %0 = stablehlo.reduce(%x init: %c) across dimensions = {dims} : ({X}, tensor<f32>) -> {result}\n"
                f"     reducer({arguments}) {{\n      {body}\n    }}\n    return %0 : {result}", result=result)


def pad(low, high, interior):
    return main(f"    %c = stablehlo.constant dense<0.0> : tensor<f32>\n    %0 = stablehlo.pad %x, %c, low = [{low}, 0], "
                f"high = [{high}, 0], interior = [{interior}, 0] : ({X}, tensor<f32>) -> {X}\n    return %0 : {X}")


def generic(op, attributes, operands="%x", types=X, result=X):
    return main(f'    %0 = "{op}"({operands}) <{{{attributes}}}> : ({types}) -> {result}\n    return %0 : {result}',
                result=result)


def dot(contracting, result, argument=X):
    return one_op(f"dot_general %x, %x, contracting_dims = {contracting} : ({argument}, {argument})", result, argument)


def resource(type, data):
    return constant("dense_resource<r>", type) + f'{{-#\n dialect_resources: {{ builtin: {{ r: "0x{data}" }} }}\n#-}}\n'


def call(function, result="tensor<4xf32>"):
    return (f"module {{\n func.func public @main(%x: tensor<4xf32>) -> {result} {{\n"
            f"  %0 = call @f0(%x) : (tensor<4xf32>) -> {result}\n  return %0 : {result}\n }}\n{function}}}\n")


def calls(depth, copies):
    """A function that calls one that calls one ..., each `copies` times; the last has an f64."""
    type = "tensor<4xf64>"
    text = f"module {{\n func.func public @main(%x0: {type}) -> {type} {{\n"
    for i in range(depth):
        for k in range(copies):
            text += f"  %x{k + 1} = call @f{i}(%x{k}) : ({type}) -> {type}\n"
        text += f"  return %x{copies} : {type}\n }}\n func.func private @f{i}(%x0: {type}) -> {type} {{\n"
    return text + f"  %0 = stablehlo.negate %x0 : {type}\n  return %0 : {type}\n }}\n}}\n"


def locations(depth):
    """An operator at a call site of a call site ..., each under a name of its own."""
    text = '#l0 = loc("a.py":1:1)\n'
    text += "".join(f"#l{i + 1} = loc(callsite(#l{i} at #l0))\n" for i in range(depth))
    return text + negate("tensor<4xf64>").replace("%x : tensor<4xf64>\n", f"%x : tensor<4xf64> loc(#l{depth})\n")


def attribute(text):
    return negate(X).replace("module @m", f"module @m attributes {{my.a = {text}}}")


BYTES = [
    ("empty file", "", ["empty"]),
    ("white space", " \n\t\n", ["empty"]),
    ("comment alone", "// nothing\n", ["@main", "none"]),
    ("binary", bytes(range(256)) * 4, ["binary"]),
    ("zip", b"PK\x03\x04" + bytes(100), ["zip"]),
    ("bytecode", b"ML\xefR\x0dMLIR22\0" + bytes(100), ["bytecode"]),
    ("cut bytecode", b"ML\xefR", ["bytecode"]),
    ("zero byte far inside", " " * 5000 + negate(X).replace("return", "ret\0urn"), ["binary"]),
    ("not UTF-8", b"module @m { func.func \xff\xfe\x80 }", ["unexpected character"]),
    ("byte order mark", b"\xef\xbb\xbf" + negate(X).encode(), ["unexpected character"]),
    ("long line", "module @m { " + "x" * 1000000, ["xxx ... xxx"]),
    ("long string", 'module @m attributes {my.a = "' + "x" * 1000000, ["string literal"]),
    ("long operator name", generic("foo." + "y" * 1000000, ""), ["foo.yyy", "not supported"]),
    ("long expression", attribute("affine_map<(d0) -> (" + "d0 + " * 100000 + "d0)>"), ["4096 characters"]),
    ("long negation", attribute("affine_map<(d0) -> (" + "-" * 100000 + "d0)>"), ["4096 characters"]),
]

DEEP = [
    (f"{depth} nested {what}", text, words)
    for depth, limit in ((200, None), (100000, ["256 nested brackets"]))
    for what, text, words in [
        ("tuples", negate(X).replace(") ->", ", %y: " + "tuple<" * depth + ">" * depth + ") ->", 1), limit or ["tuple<"]),
        ("lists", negate("f64").replace("module @m", "module @m attributes {my.a = " + "[" * depth + "]" * depth + "}"),
         limit or ["f64"]),
        ("modules", "module {\n" * depth + "}\n" * depth, limit or ["@main", "none"]),
        ("regions", main('"foo.x"() ({\n' * (depth // 2) + "}) : () -> ()\n" * (depth // 2) + f"return %x : {X}"),
         limit or ["foo.x"]),
        ("parentheses", "(" * depth, limit or ["operation name"]),
    ]
] + [
    ("deep call sites", locations(100000), ["negate of f64", "a.py:1:1"]),
    ("deep calls", calls(3000, 1), ["negate of f64"]),
    ("calls that multiply", calls(64, 2), ["at most 1048576 operators"]),
]

SIZES = [
    ("dimension of 27 digits", negate("tensor<" + "9" * 27 + "xf32>"), ["invalid dimension"]),
    ("count overflows", negate("tensor<9223372036854775807x9223372036854775807xf16>"), ["2^63"]),
    ("count wraps to 4", negate("tensor<4611686018427387905x4xf32>"), ["2^63"]),
    ("count wraps to 0", one_op("reshape %x : (tensor<0xf32>)", "tensor<4294967296x4294967296xf32>", "tensor<0xf32>"),
     ["2^63"]),
    ("literal wraps to 4", resource("tensor<4611686018427387905x4xf32>", "04000000" + "00" * 16), ["2^63"]),
    ("larger than memory", negate("tensor<4194304x131072xf16>"), ["memory"]),
    ("together larger than memory", main(
        "    %0 = stablehlo.add %x, %y : tensor<131072x131072xf32>\n    return %0 : tensor<131072x131072xf32>",
        "%x: tensor<131072x131072xf32>, %y: tensor<131072x131072xf32>", "tensor<131072x131072xf32>"), ["memory"]),
    ("100 dimensions", negate("tensor<" + "1x" * 100 + "f32>"), ["100 dimensions"]),
    ("product over 17 dimensions", dot("[0] x [0]", "tensor<" + "2x" * 16 + "f32>", "tensor<" + "2x" * 9 + "f32>"),
     ["17 dimensions"]),
    ("dynamic dimension", negate("tensor<?x8xf32>"), ["dynamic dimension"]),
    ("unranked", negate("tensor<*xf32>"), ["ranked tensor"]),
    ("sum of sizes overflows", one_op("concatenate %x, %x, dim = 0 : (tensor<9223372036854775807xf32>, "
                                      "tensor<9223372036854775807xf32>)", "tensor<4xf32>",
                                      "tensor<9223372036854775807xf32>"), ["2^63"]),
    ("padding overflows", pad(*["9223372036854775807"] * 3), ["padded"]),
    ("padding below zero", pad(-9, 0, 0), ["padded"]),
    ("padding to the mark of a dynamic size", pad("-9223372036854775808", -4, 0), ["padded"]),
    ("interior padding below zero", pad(0, 0, -1), ["interior"]),
]

TYPES = [
    (f"element type {type}", negate(f"tensor<4x8x{type}>"), [type])
    for type in ("f64", "complex<f32>", "i0", "i7", "i16777215", "f8E4M3FN", "ui4", "tf32")
] + [
    (f"argument of type {type}", main(f"return %x : {type}", f"%x: {type}", type), [word])
    for type, word in [("!my.type", "!my.type"), ("memref<4xf32>", "memref"), ("index", "index"),
                       ("tuple<tensor<4xf32>>", "tuple"), ("!stablehlo.token", "token"),
                       ("tensor<4x!quant.uniform<i8:f32, 0.1:5>>", "quant"),
                       ("tensor<4xvector<4xf32>>", "vector"), ('tensor<4xf32, "x">', "encoding"),
                       ("tensor<4xf32, #spyre.layout<[0 | *]>>", "encoding"), ("tensor<4xindex>", "index")]
] + [
    ("fold to no bits", main("    %0 = stablehlo.constant dense<3.0> : tensor<4xf32>\n    %1 = stablehlo.convert %0 : "
                             "(tensor<4xf32>) -> tensor<4xi0>\n    return %1 : tensor<4xi0>", "", "tensor<4xi0>"), ["i0"]),
    ("vector literal", generic("stablehlo.constant", f"value = dense<0.0> : vector<4x8xf32>", "", ""), ["tensor literal"]),
    ("vector literal of chlo", generic("chlo.constant", f"value = dense<0.0> : vector<4x8xf32>", "", ""),
     ["tensor literal"]),
    ("array as literal", constant("array<f32: 1.0>", "f32"), ["constant"]),
    ("literal of another shape", constant("dense<[1.0, 2.0]>", "tensor<3xf32>"), ["shape"]),
    ("sparse literal", constant("sparse<[[9, 9]], [1.0]>", X), ["sparse"]),
    ("cut hex literal", constant('dense<"0x01020">', "tensor<4xf32>"), ["hex"]),
    ("short hex literal", constant('dense<"0x0102030405">', "tensor<4xf32>"), ["size is invalid"]),
    ("short data of a literal", resource("tensor<400xf32>", "04000000" + "00" * 16), ["16 bytes"]),
    ("data of no width", resource("tensor<4xi0>", "04000000" + "00" * 16), ["bytes"]),
    ("no data of a literal", constant("dense_resource<r>", "tensor<4xf32>"), ["found none"]),
    ("vector as data of a literal", generic("stablehlo.constant", "value = dense_resource<r> : vector<4xf32>", "", "",
                                            "tensor<4xf32>"), ["tensor literal"]),
]

ATTRIBUTES = [
    ("permutation out of range", one_op(f"transpose %x, dims = [0, 7] : ({X})"), ["between 0 and 1", "7"]),
    ("permutation with a duplicate", one_op(f"transpose %x, dims = [1, 1] : ({X})"), ["twice"]),
    ("permutation below zero", one_op(f"transpose %x, dims = [-1, 0] : ({X})"), ["-1"]),
    ("permutation too short", one_op(f"transpose %x, dims = [0] : ({X})"), ["2 dims"]),
    ("broadcast of a duplicate", one_op(f"broadcast_in_dim %x, dims = [0, 0] : ({X})"), ["twice"]),
    ("broadcast size below zero", one_op(f"broadcast %x, sizes = [-9223372036854775808] : ({X})", "tensor<3x4x8xf32>"),
     ["sizes"]),
    ("slice backwards", one_op(f"slice %x [3:1, 0:8] : ({X})"), ["start <= limit"]),
    ("slice past the end", one_op(f"slice %x [0:4, 0:9] : ({X})"), ["limit <= 8"]),
    ("slice of stride 0", one_op(f"slice %x [0:4:0, 0:8] : ({X})"), ["stride"]),
    ("slice size below zero", main(
        f"    %i = stablehlo.constant dense<0> : tensor<i32>\n    %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = "
        f"[-9223372036854775808, 8] : ({X}, tensor<i32>, tensor<i32>) -> {X}\n    return %0 : {X}"), ["slice sizes"]),
    ("iota below zero", main(f"    %0 = stablehlo.iota dim = -3 : {X}\n    return %0 : {X}"), ["-3"]),
    ("reverse of a duplicate", main(f"    %0 = stablehlo.reverse %x, dims = [0, 0] : {X}\n    return %0 : {X}"), ["twice"]),
    ("concatenation out of range", one_op(f"concatenate %x, %x, dim = 2 : ({X}, {X})"), ["between 0 and 1"]),
    ("contraction out of range", dot("[5] x [1]", "tensor<4x4xf32>"), ["between 0 and 1", "5"]),
    ("contraction of a duplicate", dot("[1, 1] x [1, 1]", "tensor<4x4xf32>"), ["twice"]),
    ("contraction of two sizes", dot("[0] x [1]", "tensor<8x4xf32>"), ["one size"]),
    ("no bits of a format", main(f"    %0 = stablehlo.reduce_precision %x, format = em : {X}\n    return %0 : {X}"), ["em"]),
    ("list attribute missing", generic("stablehlo.transpose", ""), ["permutation"]),
    ("attribute of another kind", generic("stablehlo.transpose", 'permutation = "x"'), ["permutation"]),
    ("number too large", generic("stablehlo.transpose", "permutation = array<i64: " + "9" * 30 + ">"), ["out of range"]),
    ("replicas of 200 bits", negate(X).replace("module @m", "module @m attributes {mhlo.num_replicas = " + "9" * 40 +
                                                " : i200}"), ["one replica", "9" * 40]),
    ("devices of 22 digits", negate(X).replace("module @m {", 'module @m {\n  sdy.mesh @mesh = <["x"=' + "9" * 22 + "]>"),
     ["value too large"]),
    ("layout of another rank on an argument", main(f"return %x : {X}", f"%x: {X} {{spyre.layout = #spyre.layout<[0, 1, 2 | 2]>}}"),
     ["spyre.layout"]),
    ("role of another kind on a result", main(f"return %x : {X}", result=f"({X} {{spyre.role = 3 : i32}})"), ["spyre.role"]),
    ("decision of the compiler in the input", negate(X).replace(f"%x : {X}\n", f"%x {{spyre.slots = \"x\"}} : {X}\n"),
     ["spyre.slots"]),
    ("checks of the compiler in the input", attribute("1 : i32").replace("my.a", "spyre.checks"), ["spyre.checks"]),
]

REGIONS = [
    ("body empty", reduce(""), ["terminator"]),
    ("body without end", reduce("%1 = stablehlo.add %a, %b : tensor<f32>"), ["terminator"]),
    ("body that ends in another operator", reduce('"foo.end"(%a) : (tensor<f32>) -> ()'), ["stablehlo.return"]),
    ("body with two results", reduce("stablehlo.return %a, %b : tensor<f32>, tensor<f32>"), ["1 body results, found 2"]),
    ("body with a result of another type", reduce(
        "%1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "      stablehlo.return %1 : tensor<i1>"), ["f32", "i1"]),
    ("body with a result of another shape", reduce("%1 = stablehlo.constant dense<0.0> : tensor<7xf32>\n"
                                                   "      stablehlo.return %1 : tensor<7xf32>"), ["scalar"]),
    ("body with arguments of another type", reduce("stablehlo.return %a : tensor<i8>", "%a: tensor<i8>, %b: i1"), ["i8"]),
    ("body with arguments of another shape", reduce("stablehlo.return %a : tensor<9xf32>",
                                                    "%a: tensor<9xf32>, %b: tensor<9xf32>"), ["scalar"]),
    ("body with three arguments", reduce("stablehlo.return %a : tensor<f32>",
                                         "%a: tensor<f32>, %b: tensor<f32>) (%d: tensor<f32>, %e: tensor<f32>"),
     ["bad.mlir"]),
    ("body that reads from outside", reduce(f"%2 = stablehlo.slice %x [0:1, 0:1] : ({X}) -> tensor<1x1xf32>\n"
                                            "      %3 = stablehlo.reshape %2 : (tensor<1x1xf32>) -> tensor<f32>\n"
                                            "      stablehlo.return %3 : tensor<f32>"), ["from outside"]),
    ("body with a reduction", reduce(
        "%1 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> "
        "tensor<f32>\n      stablehlo.return %1 : tensor<f32>"), ["stablehlo.reduce"]),
    ("result of another type", reduce("stablehlo.return %a : tensor<f32>", result="tensor<4xi1>"), ["i1", "f32"]),
    ("dimensions of a duplicate", reduce("stablehlo.return %a : tensor<f32>", dims="[1, 1]"), ["twice"]),
    ("no region", generic("stablehlo.reduce", "dimensions = array<i64: 1>", "%x, %x", f"{X}, {X}"), ["region"]),
    ("odd operands", generic("stablehlo.reduce", "dimensions = array<i64: 1>", "%x, %x, %x", f"{X}, {X}, {X}"), ["region"]),
] + [
    (f"body of {name}", main(
        f"    %c = stablehlo.constant dense<0.0> : tensor<f32>\n    %0 = stablehlo.reduce(%x init: %c) applies {name} across "
        f"dimensions = [1] : ({X}, tensor<f32>) -> tensor<4xf32>\n    return %0 : tensor<4xf32>", result="tensor<4xf32>"), [name])
    for name in ("foo.bar", "stablehlo.while", "stablehlo.constant", "stablehlo.compare", "stablehlo.reduce",
                 "func.func", "builtin.module", "chlo.top_k", "stablehlo.dot_general")
]

MODULES = [
    ("unknown dialect", main(f"    %0 = foo.bar %x : {X}\n    return %0 : {X}"), ["foo"]),
    ("unknown operator", main(f"    %0 = stablehlo.foo %x : {X}\n    return %0 : {X}"), ["stablehlo.foo"]),
    ("unknown dialect, generic", generic("foo.bar", ""), ["foo.bar", "not supported"]),
    ("operator of another level", generic("spyre.launch", ""), ["spyre.launch"]),
    ("no @main", "module { func.func public @foo() { return } }", ["@main", "@foo"]),
    ("two @main", "module { func.func public @main() { return }\n func.func public @main() { return } }", ["redefinition"]),
    ("@main without body", "module { func.func private @main() }", ["@main"]),
    ("@main inside", "module { module { func.func public @main() { return } } }", ["none"]),
    ("@main is no function", 'module { sdy.mesh @main = <["x"=1]> }', ["none"]),
    ("@main that ends in another operator", main('"foo.end"(%x) : (' + X + ") -> ()"), ["foo.end"]),
    ("recursion", main(f"    %0 = call @main(%x) : ({X}) -> {X}\n    return %0 : {X}"), ["recursion"]),
    ("branches", main(f"    cf.br ^bb1\n  ^bb1:\n    return %x : {X}"), ["one block"]),
    ("call of nothing", main(f"    %0 = call @nosuch(%x) : ({X}) -> {X}\n    return %0 : {X}"), ["nosuch"]),
    ("call of no function", call(' sdy.mesh @f0 = <["x"=1]>\n'), ["f0"]),
    ("call of a declaration", call(" func.func private @f0(tensor<4xf32>) -> tensor<4xf32>\n"), ["@f0", "declaration"]),
    ("call of other types", call(" func.func private @f0(%x: tensor<4xf32>) { return }\n"), ["result"]),
    ("call of a function that ends otherwise", call(' func.func private @f0(%x: tensor<4xf32>) -> tensor<4xf32> {\n'
                                                    '  "foo.end"() : () -> ()\n }\n'), ["@f0", "foo.end"]),
    ("computation for each device without end", main(
        "    %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} "
        f"(%a: {X}) {{\n    }} : ({X}) -> {X}\n    return %0 : {X}"), ["terminator"]),
    ("composite that is itself", main(f'    %0 = stablehlo.composite "a.b" %x {{decomposition = @main}} : ({X}) -> {X}\n'
                                      f"    return %0 : {X}"), ["recursion"]),
    ("composite of nothing", main(f'    %0 = stablehlo.composite "a.b" %x {{decomposition = @no}} : ({X}) -> {X}\n'
                                  f"    return %0 : {X}"), ["@no"]),
]

CASES = BYTES + DEEP + SIZES + TYPES + ATTRIBUTES + REGIONS + MODULES
