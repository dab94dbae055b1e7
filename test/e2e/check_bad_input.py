#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_bad_input.py COMPILE RUN MODEL INPUTS EXPECTED DEVICE: every bad input is one
clear error and the documented exit status; nothing crashes, no output is left.
In a build with SPYRE_SANITIZE the sanitizers end a tool that strays."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

import bad_modules
from npz import npy, npz

# What a program that a sanitizer ends writes.
STRAYED = ("runtime error:", "Sanitizer", "Assertion")
LONGEST_LINE = 1200


class Checker:
    def __init__(self, compiler, runner, scratch):
        self.compiler, self.runner, self.scratch = compiler, runner, scratch
        self.failures = 0
        self.count = 0

    def check(self, title, command, status, words):
        self.count += 1
        before = {path: path.read_bytes() for path in self.scratch.iterdir()}
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=300, errors="replace")
        except subprocess.TimeoutExpired:
            self.failures += 1
            print(f"{title}: still running after 300 s")
            return
        text = run.stderr + run.stdout
        problems = []
        if run.returncode != status:
            problems.append(f"exit status {run.returncode}, expected {status}")
        if status == 1 and len([line for line in run.stderr.splitlines() if "error: " in line]) != 1:
            problems.append("not one error")
        problems += [f"'{word}' in the message" for word in STRAYED if word in text]
        problems += [f"no '{word}' in the message" for word in words if word.lower() not in text.lower()]
        if max(map(len, text.splitlines()), default=0) > LONGEST_LINE:
            problems.append("a line of more than 1200 characters")
        if before != {path: path.read_bytes() for path in self.scratch.iterdir()}:
            problems.append("wrote or changed a file")
        if problems:
            self.failures += 1
            print(f"{title}: {'; '.join(problems)}\n  {text[:600]}")

    def module(self, title, content, words):
        """Refused by the compiler, whose earlier output stays as it was."""
        source, out = self.scratch / "bad.mlir", self.scratch / "out.spyre"
        source.write_bytes(content if isinstance(content, bytes) else content.encode())
        out.write_bytes(b"earlier")
        self.check(title, [self.compiler, str(source), "-o", str(out)], 1, words)
        out.unlink()

    def plan(self, title, content):
        bad = self.scratch / "bad.spyre"
        bad.write_bytes(content)
        for action in (["--validate", str(bad)], [str(bad), "--timing-only"]):
            self.check(title, [self.runner, *action], 1, ["bad.spyre"])

    def inputs(self, title, plan, content, words):
        bad = self.scratch / "bad.npz"
        if isinstance(content, bytes):
            bad.write_bytes(content)
        else:
            npz(bad, **content)
        self.check(title, [self.runner, plan, "--inputs", str(bad)], 1, ["bad.npz", *words])

    def device(self, title, model, content, words):
        bad = self.scratch / "bad.json"
        bad.write_text(content)
        out = str(self.scratch / "out.spyre")
        self.check(title, [self.compiler, model, "-o", out, "--device", str(bad)], 1, ["bad.json", *words])


def check_modules(checker, model):
    text = pathlib.Path(model).read_text()
    for part in range(1, 8):
        checker.module(f"file cut at {part}/8", text[: len(text) * part // 8], ["bad.mlir"])
    checker.module("syntax error", text.replace("return", "retrun", 1), ["bad.mlir"])
    for title, content, words in bad_modules.CASES:
        checker.module(title, content, words)


def check_options(checker, model):
    out = str(checker.scratch / "out.spyre")
    compile = [checker.compiler, model, "-o", out]
    checker.check("missing file", [checker.compiler, str(checker.scratch / "none.mlir"), "-o", out], 1, ["none.mlir"])
    checker.check("directory", [checker.compiler, str(checker.scratch), "-o", out], 1, ["directory"])
    checker.check("usage", [checker.compiler], 2, [])
    checker.check("unknown option", [checker.compiler, model, "--frobnicate"], 2, [])
    checker.check("unknown level", [checker.compiler, model, "--emit", "nosuch"], 2, ["nosuch"])
    checker.check("unknown device", [*compile, "--device", "nosuch"], 1, ["nosuch"])
    checker.check("unwritable output",
                  [checker.compiler, model, "-o", str(checker.scratch / "no" / "such.spyre")], 1, ["such.spyre"])
    for pin in ("tile@nosuch=m:64", "tile@=m:64", "=", "", "layout@arg0=9|9", "layout@arg0=" + "[" * 1000, "layout@arg9=0|0",
                "role@arg0=nosuch", "residency@softmax_0=lx", "division@*=a:0"):
        checker.check(f"pin '{pin[:30]}'", [*compile, "--set", pin], 1, ["expected"])


def check_devices(checker, model, description):
    text = pathlib.Path(description).read_text()
    checker.device("empty device", model, "", [])
    checker.device("cut device", model, text[: len(text) // 2], [])
    checker.device("deep device", model, "[" * 100000, [])
    checker.device("device of another kind", model, "[1, 2]", [])
    checker.device("device without cores", model, text.replace('"cores": 32', '"cores": 0'), ["cores"])
    checker.device("device of too many cores", model, text.replace('"cores": 32', '"cores": 1e30'), ["cores"])


def check_plans(checker, plan):
    data = pathlib.Path(plan).read_bytes()
    checker.plan("empty plan", b"")
    checker.plan("not a plan", b"hello" * 100)
    for part in range(1, 8):
        checker.plan(f"plan cut at {part}/8", data[: len(data) * part // 8])
    for at in (0, 9, 17, 25, 40, 48, 127, 128, 200, len(data) // 2, len(data) - 1):
        checker.plan(f"plan altered at {at}", data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
    checker.plan("plan with more behind", data + b"\0")
    checker.check("unknown program", [checker.runner, plan, "--timing-only", "--program", "nosuch"], 1, ["nosuch"])
    again = shutil.copy(plan, checker.scratch / "again.spyre")
    checker.check("plan as page", [checker.runner, again, "--timing-only", "--html", again], 2, ["again.spyre"])
    page = str(checker.scratch / "page")
    checker.check("page as trace", [checker.runner, plan, "--timing-only", "--html", page, "--trace",
                                    f"{checker.scratch}/./page"], 2, ["page' again"])


def check_arrays(checker, plan, inputs, expected):
    good = pathlib.Path(inputs).read_bytes()
    with zipfile.ZipFile(inputs) as archive:
        x = archive.read("arg0.npy")
    checker.check("no inputs", [checker.runner, plan], 1, ["--inputs"])
    checker.inputs("wrong shape", plan, {"arg0": npy((3, 3), "<f2", b"\0" * 18)}, ["arg0", "[3,3]"])
    checker.inputs("wrong type", plan, {"arg0": npy((64, 250), "<i8", b"\0" * (64 * 250 * 8))}, ["arg0"])
    checker.inputs("objects", plan, {"arg0": npy((64, 250), "|O", b"\0" * 100)}, ["arg0"])
    checker.inputs("shape that overflows", plan, {"arg0": npy((1 << 62, 1 << 62), "<f2", b"")}, ["arg0"])
    checker.inputs("shape below zero", plan, {"arg0": npy((-64, 250), "<f2", b"")}, ["arg0"])
    checker.inputs("less data than the shape says", plan, {"arg0": x[:-2]}, ["arg0"])
    checker.inputs("cut header", plan, {"arg0": x[:20]}, ["arg0"])
    checker.inputs("no header", plan, {"arg0": b""}, ["arg0"])
    checker.inputs("another name", plan, {"arg7": x}, ["arg0"])
    checker.inputs("empty npz", plan, b"", [])
    for part in range(1, 8):
        checker.inputs(f"npz cut at {part}/8", plan, good[: len(good) * part // 8], [])
    wrong = inputs_as_outputs(inputs, checker.scratch)
    run = [checker.runner, plan, "--inputs", inputs, "--expect"]
    checker.check("mismatch", [*run, wrong, "--atol", "1e-6", "--rtol", "1e-6"], 3, ["out0"])
    checker.check("match", [*run, expected, "--atol", "1e-2", "--rtol", "1e-2"], 0, ["out0"])


def main():
    compiler, runner, model, inputs, expected, description = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        plan = str(pathlib.Path(scratch) / "good.spyre")
        subprocess.run([compiler, model, "-o", plan], check=True)
        checker = Checker(compiler, runner, pathlib.Path(scratch))
        check_modules(checker, model)
        check_options(checker, model)
        check_devices(checker, model, description)
        check_plans(checker, plan)
        check_arrays(checker, plan, inputs, expected)
    print(f"{checker.count} cases, {checker.failures} failed")
    sys.exit(1 if checker.failures else 0)


def inputs_as_outputs(inputs, scratch):
    with zipfile.ZipFile(inputs) as archive:
        npz(scratch / "wrong.npz", out0=archive.read("arg0.npy"))
    return str(scratch / "wrong.npz")


if __name__ == "__main__":
    main()
