#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_trace.py COMPILE RUN MODEL.mlir: compiles, runs with --trace and --report,
and holds the trace against the trace-event format and against the report."""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

UNITS = {"load", "store", "ring", "psum", "pt", "sfu"}
NS = 1e-3  # in the trace's microseconds; viewers round to it
EPSILON = 1e-6


def expect(condition, message):
    if not condition:
        sys.exit(f"trace: expected {message}")


def close(a, b, share):
    return abs(a - b) <= share * max(abs(a), abs(b), EPSILON)


class Trace:
    def __init__(self, trace, report):
        self.report, self.total = report, report["modelled_us"]
        self.slices, self.counters, self.flows = [], [], collections.defaultdict(list)
        self.names = {"process_name": {}, "thread_name": {}, "process_sort_index": {}, "thread_sort_index": {}}
        self.drawn = [int(core) for core in trace["otherData"]["cores drawn"].split()]
        expect(trace["otherData"]["times"] == "modelled", "times that say modelled")
        bins = [e["ts"] for e in trace["traceEvents"] if e["name"] == "memory GB/s"]
        self.bin = bins[1] - bins[0]
        for event in trace["traceEvents"]:
            self.take(event)

    def take(self, event):
        row, phase = (event["pid"], event["tid"]), event["ph"]
        if phase == "M":
            key = row if event["name"].startswith("thread") else row[0]
            expect(key not in self.names[event["name"]], f"one {event['name']} of {key}")
            self.names[event["name"]][key] = next(iter(event["args"].values()))
            return
        end = self.total + (self.bin if phase == "C" else NS)
        expect(-EPSILON <= event["ts"] <= end, f"times inside the run, found {event}")
        if phase == "X":
            self.slices.append(event)
        elif phase == "C":
            self.counters.append(event)
        elif phase in ("s", "f"):
            self.flows[event["id"]].append(event)
        else:
            expect(False, f"no events of phase {phase}")

    def rows(self):
        """Named and sorted rows; slices that end, nest and do not overlap."""
        by_row = collections.defaultdict(list)
        for event in self.slices:
            row = (event["pid"], event["tid"])
            expect(row in self.names["thread_name"], f"a name of row {row}")
            expect(event["name"] and event["cat"], f"a name of {event}")
            expect(event["dur"] >= 0 and event["ts"] + event["dur"] <= self.total + NS, f"an end of {event}")
            by_row[row].append((event["ts"], -event["dur"], event["name"]))
        for row, events in by_row.items():
            stack = []
            for start, minus, name in sorted(events):
                while stack and stack[-1] <= start + EPSILON:
                    stack.pop()
                expect(not stack or start - minus <= stack[-1] + EPSILON, f"{name} at {start} of row {row} to nest")
                stack.append(start - minus)
        for pid, name in self.names["process_name"].items():
            expect(name, f"a name of process {pid}")
            expect(pid in self.names["process_sort_index"], f"an order of process {name}")
        for row, name in self.names["thread_name"].items():
            expect(row in self.names["thread_sort_index"], f"an order of row {name}")
            if self.names["process_name"][row[0]].startswith("core "):
                expect(name in UNITS, f"a unit, found row {name}")
        cores = [name for name in self.names["process_name"].values() if name.startswith("core ")]
        expect(cores == [f"core {core}" for core in self.drawn], f"one process per core drawn, found {cores}")
        self.by_row = by_row

    def arrows(self):
        """Each flow leaves one slice and enters one, later, on two rows."""
        for flow, events in self.flows.items():
            expect([e["ph"] for e in events] == ["s", "f"], f"one start and one finish of flow {flow}")
            start, end = events
            expect(start["ts"] <= end["ts"], f"flow {flow} to go forward")
            expect(start["name"] == end["name"] and start["cat"] == end["cat"], f"one name of flow {flow}")
            expect(end.get("bp") == "e", f"flow {flow} to bind to the slice around its end")
            ends = []
            for e in events:
                row = (e["pid"], e["tid"])
                expect(any(s <= e["ts"] <= s - minus for s, minus, _ in self.by_row[row]), f"a slice around {e}")
                ends.append(self.names["thread_name"][row])
            expect(start["name"] == " to ".join(ends), f"{start['name']} to lead from {ends[0]} to {ends[1]}")
        self.kinds = collections.Counter(events[0]["name"] for events in self.flows.values())

    def series(self, name, key, pid=None):
        return [(e["ts"], e["args"][key]) for e in self.counters
                if e["name"] == name and (pid is None or e["pid"] == pid)]

    def counts(self):
        """Counters: in order, never negative, no more than there is, ending at 0."""
        groups = collections.defaultdict(list)
        for event in self.counters:
            for key, value in event["args"].items():
                groups[event["pid"], event["name"], key].append((event["ts"], value))
        for (pid, name, key), points in groups.items():
            expect(all(a[0] < b[0] for a, b in zip(points, points[1:])), f"counter {name} {key} of {pid} in order")
            expect(all(v >= 0 for _, v in points) and points[-1][1] == 0, f"counter {name} {key} from 0 to 0")
            limit = {"memory node busy %": 100, "ring links busy %": 100, "partial-sum links busy %": 100,
                     "LX bytes in use": self.report["lx_peak_bytes"]}.get(name)
            peak = max(v for _, v in points)
            expect(limit is None or peak <= limit + 1e-3, f"counter {name} below {limit}, found {peak}")
        for key in ("read", "write"):
            points = self.series("memory GB/s", key)
            carried = sum(v * (b - a) * 1e3 for (a, v), (b, _) in zip(points, points[1:]))
            expect(close(carried, self.report[f"ddr_{key}_bytes"], 1e-3),
                   f"the counter to carry the report's {key} bytes, found {carried:.0f}")
        for core in {event["pid"] for event in self.slices if event["cat"] in UNITS}:
            expect(any(v > 0 for _, v in self.series("LX bytes in use", "bytes", core)), f"use of LX by core {core}")

    def against_report(self):
        """All kernels; stalls and busy times as in the report when all cores are drawn."""
        kernels = [e for e in self.slices if e["cat"] == "kernel"]
        expect(sorted(e["name"] for e in kernels) == sorted(k["name"] for k in self.report["kernels"]),
               "every kernel in its row")
        expect(all(e["args"]["source"] for e in kernels), "a source of every kernel")
        stalls, busy = collections.Counter(), collections.Counter()
        for event in self.slices:
            if event["cat"] == "stall":
                stalls[event["name"].replace(" ", "_")] += event["dur"]
            elif event["cat"] in UNITS:
                busy[event["cat"]] += event["dur"]
        stalls["multicast"] = stalls.pop("await_group", 0)
        for cause, us in self.report["stall_core_us"].items():
            if cause.startswith("await") or cause == "multicast":
                expect(close(stalls[cause], us, 1e-4), f"stalls of {cause}: {us}, found {stalls[cause]}")
        for unit, us in self.report["busy_core_us"].items():
            expect(close(busy[unit], us, 1e-4), f"busy time of {unit}: {us}, found {busy[unit]}")


def run(compiler, runner, model, options=()):
    with tempfile.TemporaryDirectory() as scratch:
        path = {name: str(pathlib.Path(scratch) / name) for name in ("plan.spyre", "trace.json", "report.json")}
        subprocess.run([compiler, model, "-o", path["plan.spyre"]], check=True)
        subprocess.run([runner, path["plan.spyre"], "--timing-only", "--trace", path["trace.json"],
                        "--report", path["report.json"], *options], check=True, stdout=subprocess.DEVNULL)
        read = lambda name: json.loads(pathlib.Path(path[name]).read_text())
        trace = Trace(read("trace.json"), read("report.json"))
    trace.rows()
    trace.arrows()
    trace.counts()
    return trace


def main():
    trace = run(*sys.argv[1:4])
    expect(trace.drawn == list(range(32)), f"all cores of a small plan, found {trace.drawn}")
    trace.against_report()
    for kind in ("load to pt", "load to sfu", "sfu to store"):
        expect(trace.kinds[kind] > 0, f"flows from {kind}, found {dict(trace.kinds)}")
    few = run(*sys.argv[1:4], ["--trace-cores", "3,8"])
    expect(few.drawn == [3, 8], f"the cores asked for, found {few.drawn}")
    print(f"trace: {len(trace.slices)} slices, {len(trace.flows)} flows, {len(trace.counters)} counter values")


if __name__ == "__main__":
    main()
