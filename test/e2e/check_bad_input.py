#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_bad_input.py COMPILE RUN MODEL INPUTS EXPECTED: every bad input is one
clear error and the documented exit status; nothing crashes, no output is left."""
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

from npz import npy, npz

MODULE = """module @m {{
  func.func public @main(%x: tensor<{shape}x{type}>) -> tensor<{shape}x{type}> {{
    %0 = stablehlo.{op} %x : tensor<{shape}x{type}>
    return %0 : tensor<{shape}x{type}>
  }}
}}
"""


class Checker:
    def __init__(self):
        self.failures = 0
        self.count = 0

    def check(self, title, command, status, words):
        self.count += 1
        run = subprocess.run(command, capture_output=True, text=True, timeout=120, errors="replace")
        text = run.stderr + run.stdout
        problems = []
        if run.returncode != status:
            problems.append(f"exit status {run.returncode}, expected {status}")
        problems += [f"no '{word}' in the message" for word in words if word.lower() not in text.lower()]
        if problems:
            self.failures += 1
            print(f"{title}: {'; '.join(problems)}\n  {text[:300]}")


def main():
    compiler, runner, model, inputs, expected = sys.argv[1:]
    checker = Checker()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        plan, out = str(scratch / "good.spyre"), scratch / "out.spyre"
        subprocess.run([compiler, model, "-o", plan], check=True)
        text = pathlib.Path(model).read_text()

        def refused(title, content, words):
            source = scratch / "bad.mlir"
            source.write_bytes(content if isinstance(content, bytes) else content.encode())
            checker.check(title, [compiler, str(source), "-o", str(out)], 1, words)
            if out.exists():
                checker.failures += 1
                print(f"{title}: left an output file")
                out.unlink()

        refused("empty file", "", ["empty"])
        refused("cut file", text[: len(text) // 2], ["bad.mlir"])
        refused("syntax error", text.replace("return", "retrun", 1), ["bad.mlir"])
        refused("binary", bytes(range(256)) * 4, ["bad.mlir"])
        refused("dynamic dimension", MODULE.format(shape="?x8", type="f32", op="negate"), ["dynamic dimension"])
        refused("f64", MODULE.format(shape="4x8", type="f64", op="negate"), ["f64"])
        refused("complex", MODULE.format(shape="4x8", type="complex<f32>", op="negate"), ["complex"])
        refused("too large", MODULE.format(shape="4194304x131072", type="f16", op="negate"), ["memory"])
        checker.check("missing file", [compiler, str(scratch / "none.mlir"), "-o", str(out)], 1, ["none.mlir"])
        checker.check("usage", [compiler], 2, [])
        checker.check("unknown option", [compiler, model, "--frobnicate"], 2, [])
        checker.check("unknown device", [compiler, model, "-o", str(out), "--device", "nosuch"], 1, ["nosuch"])
        checker.check("unknown kernel", [compiler, model, "-o", str(out), "--set", "tile@nosuch=m:64"], 1, ["nosuch"])
        checker.check("unwritable output", [compiler, model, "-o", str(scratch / "no" / "such.spyre")], 1, ["such.spyre"])

        data = pathlib.Path(plan).read_bytes()
        bad = scratch / "bad.spyre"
        for title, content in [("empty plan", b""), ("cut plan", data[: len(data) // 2]),
                               ("altered plan", data[:200] + bytes([data[200] ^ 1]) + data[201:]),
                               ("not a plan", b"hello" * 100)]:
            bad.write_bytes(content)
            for action in (["--validate", str(bad)], [str(bad), "--timing-only"]):
                checker.check(title, [runner, *action], 1, ["bad.spyre"])
        again = shutil.copy(plan, scratch / "again.spyre")
        checker.check("plan as page", [runner, again, "--timing-only", "--html", again], 2, ["again.spyre"])
        checker.check("page as trace", [runner, plan, "--timing-only", "--html", str(scratch / "page"), "--trace",
                                        f"{scratch}/./page"], 2, ["page' again"])
        checker.check("plan as before", [runner, "--validate", again], 0, [])
        checker.check("no inputs", [runner, plan], 1, ["--inputs"])
        npz(scratch / "shape.npz", arg0=npy((3, 3), "<f2", b"\0" * 18))
        checker.check("wrong shape", [runner, plan, "--inputs", str(scratch / "shape.npz")], 1, ["arg0", "[3,3]"])
        npz(scratch / "type.npz", arg0=npy((64, 250), "<i8", b"\0" * (64 * 250 * 8)))
        checker.check("wrong type", [runner, plan, "--inputs", str(scratch / "type.npz")], 1, ["arg0"])
        (scratch / "cut.npz").write_bytes(pathlib.Path(inputs).read_bytes()[:100])
        checker.check("cut npz", [runner, plan, "--inputs", str(scratch / "cut.npz")], 1, ["cut.npz"])
        checker.check("unknown program", [runner, plan, "--timing-only", "--program", "nosuch"], 1, ["nosuch"])
        checker.check("mismatch", [runner, plan, "--inputs", inputs, "--expect", inputs_as_outputs(inputs, scratch),
                                   "--atol", "1e-6", "--rtol", "1e-6"], 3, ["out0"])
        checker.check("match", [runner, plan, "--inputs", inputs, "--expect", expected, "--atol", "1e-2",
                                "--rtol", "1e-2"], 0, ["out0"])
    print(f"{checker.count} cases, {checker.failures} failed")
    sys.exit(1 if checker.failures else 0)


def inputs_as_outputs(inputs, scratch):
    with zipfile.ZipFile(inputs) as archive:
        npz(scratch / "wrong.npz", out0=archive.read("arg0.npy"))
    return str(scratch / "wrong.npz")


if __name__ == "__main__":
    main()
