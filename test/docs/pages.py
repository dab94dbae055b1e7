#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps the documentation true: pages.py (--check | --update) BUILD_DIR

In README.md and docs/*.md, a block whose fence says `output` (```mlir output) is
what the commands of the nearest ```sh block before it print; they run as a reader
would run them, in a copy of the source tree's top directory where `build` is
BUILD_DIR. docs/passes.md and docs/dialect.md are made of what mlir-tblgen wrote to
BUILD_DIR/docs (target `docs`). --update writes the pages anew; --check compares, and
also wants a description for every pass, a file for every path and link of a page, and in
docs/device.md a row for every parameter, marked [E] as the code marks it.
"""
import difflib
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FENCE = re.compile(r"^```(\w+)?(.*)$")
PATH = re.compile(r"(?<![\w./-])(?:include|lib|tools|test|docs|scripts|devices|cmake|third_party)/[\w./*-]*[\w*]")
# Where passes are defined, in the order of the pipeline, and what they make.
PASS_FILES = [
    ("include/spyre/Frontend/Passes.td", "An imported module to the core level"),
    ("include/spyre/Transforms/LowerToLinalg.td", "To the graph level: loops instead of operators"),
    ("include/spyre/Transforms/Passes.td", "From the graph level to the scheduled level"),
    ("include/spyre/Transforms/Bounds.td", "Bounds"),
    ("include/spyre/Transforms/Queues.td", "To the plan"),
]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Runner:
    """Runs commands in a directory that looks like the source tree with a build."""

    def __init__(self, build):
        self.scratch = tempfile.TemporaryDirectory()
        for entry in os.listdir(SOURCE):
            if not entry.startswith("build") and entry != ".git":
                os.symlink(os.path.join(SOURCE, entry), os.path.join(self.scratch.name, entry))
        os.symlink(os.path.abspath(build), os.path.join(self.scratch.name, "build"))

    def output(self, command):
        done = subprocess.run(["bash", "-ec", command], cwd=self.scratch.name, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        if done.returncode != 0:
            raise RuntimeError(f"expected success of\n{command}found exit status {done.returncode}\n"
                               f"{done.stdout}{done.stderr}")
        return done.stdout.rstrip("\n") + "\n"


def with_outputs(page, runner):
    """The text of a page, its output blocks made anew."""
    result, command, lines = [], "", iter(page.splitlines(keepends=True))
    for line in lines:
        result.append(line)
        fence = FENCE.match(line.rstrip("\n"))
        if not fence:
            continue
        block = []
        for inner in lines:
            if inner.startswith("```"):
                break
            block.append(inner)
        if fence[1] == "sh":
            command = "".join(block)
        if fence[2].strip() == "output":
            block = [runner.output(command)]
        result += block + ["```\n"]
    return "".join(result)


def pass_sections(text):
    """Name -> section of a file that mlir-tblgen -gen-pass-doc wrote."""
    parts = re.split(r"^### `-(\S+)`\n", text, flags=re.M)
    return {name: body.strip() for name, body in zip(parts[1::2], parts[2::2])}


def passes_page(build):
    """All passes in the order of the pipeline; complains of empty descriptions."""
    head = ["# The passes\n", "Made by `scripts/update-docs.sh` from the `.td` files; edit those.\n"]
    table, body, empty = ["| pass | what it does |", "|---|---|"], [], []
    for td, title in PASS_FILES:
        if not os.path.exists(os.path.join(SOURCE, td)):
            continue
        source = read(os.path.join(SOURCE, td))
        sections = pass_sections(read(os.path.join(build, "docs", td.replace("/", "-")[:-3] + ".md")))
        body.append(f"## {title}\n\nDefined in `{td}`.\n")
        for name in re.findall(r'^def \w+ : Pass<"([^"]+)"', source, flags=re.M):
            summary, _, description = sections[name].partition("\n")
            if not description.strip() or description.strip().startswith("####"):
                empty.append(name)
            table.append(f"| [`{name}`](#{name}) | {summary.strip('_').strip()} |")
            body.append(f"### {name}\n\n{sections[name]}\n")
    return "\n".join(head + table + [""] + body), empty


def dialect_page(build):
    text = read(os.path.join(build, "docs", "dialect.md")).replace("[TOC]\n\n", "")
    text = re.sub(r"\n{3,}", "\n\n", text).split("\n", 2)[2]
    return "Made by `scripts/update-docs.sh` from `include/spyre/Dialect/Spyre/`; edit there.\n\n" + text


def missing_paths(name, text):
    here = os.path.join(SOURCE, os.path.dirname(name))
    for link in sorted(set(re.findall(r"\]\(([^)#:]+)\)", text))):
        if not os.path.exists(os.path.join(here, link)):
            yield f"{name}: expected a file behind every link, found {link}"
    for path in sorted(set(PATH.findall(text))):
        if "Your" not in path and "your-" not in path and not glob.glob(os.path.join(SOURCE, path)):
            yield f"{name}: expected a file of the tree, found {path}"


def parameter_rows(text):
    """Key -> cells of its row. `a.b_c`, `.d`, `_e` stand for a.b_c, a.d, a.b_e."""
    rows = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| `") or len(cells) != 5:
            continue
        names = re.findall(r"`([\w.]+)`", cells[0])
        start = {".": names[0].split(".")[0], "_": names[0].rpartition("_")[0]}
        rows.update((start.get(name[0], "") + name, cells) for name in names)
    return rows


def parameter_faults():
    page, rows = "docs/device.md", parameter_rows(read(os.path.join(SOURCE, "docs/device.md")))
    device = json.loads(read(os.path.join(SOURCE, "devices/spyre-default.json")))
    keys = {f"{group}.{key}" for group, members in device.items() if group != "name" for key in members}
    estimates, group = set(), ""
    fields = read(os.path.join(SOURCE, "lib/Device/Fields.h"))
    for what, name, rest in re.findall(r'v\.(group|field|curve)\("(\w+)"([^;]*);', fields):
        group = name if what == "group" else group
        if "Origin::Estimate" in rest:
            estimates.add(f"{group}.{name}")
    for key in sorted(keys ^ set(rows)):
        yield f"{page}: expected a row for each parameter and no other, found {key} on one side only"
    for key in sorted(keys & set(rows)):
        if ("[E]" in rows[key][4]) != (key in estimates):
            yield f"{page}: expected [E] as the source of {key} if the code calls it an estimate, found '{rows[key][4]}'"


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("--check", "--update"):
        sys.exit(__doc__)
    update, build = sys.argv[1] == "--update", sys.argv[2]
    runner = Runner(build)
    passes, empty = passes_page(build)
    fresh = {"docs/passes.md": passes, "docs/dialect.md": dialect_page(build)}
    faults = [f"{name}: expected a description of the pass, found none" for name in empty] + list(parameter_faults())
    for path in ["README.md"] + sorted(glob.glob("docs/*.md", root_dir=SOURCE)):
        if path not in fresh:
            try:
                fresh[path] = with_outputs(read(os.path.join(SOURCE, path)), runner)
            except RuntimeError as error:
                faults.append(f"{path}: {error}")
    for name, text in fresh.items():
        path = os.path.join(SOURCE, name)
        old = read(path) if os.path.exists(path) else ""
        if update and old != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"updated {name}")
        elif old != text:
            faults.append(f"{name} is out of date; scripts/update-docs.sh writes it anew:\n" + "".join(
                difflib.unified_diff(old.splitlines(True), text.splitlines(True), name, "now", n=1)))
        if not text.startswith("Made by") and name != "docs/passes.md":
            faults += missing_paths(name, text)
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
