#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_page.py COMPILE RUN BROWSER MODEL.mlir OUT_DIR: compiles, runs with --html,
loads the page at a desktop's and a phone's width, light and dark, and checks that
it works, shows the report's figures and draws the trace's slices. Leaves the plan,
the page and a picture of each in OUT_DIR."""
import collections
import json
import pathlib
import subprocess
import sys

from browser import Browser

SECTIONS = ["headline", "roofline", "timeline", "lx", "traffic", "stalls", "kernels", "sources"]
WIDTHS = {"desktop": 1280, "phone": 390}
MAX_BYTES = 5_000_000

# Colours of a section's canvases, coarsely; a blank one has one or two.
PAINTED = """[...document.querySelectorAll('#%s canvas')].map(canvas => {
  const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height), colours = new Set();
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200) colours.add((data[i] << 16 | data[i + 1] << 8 | data[i + 2]) & 0xf8f8f8);
  return colours.size; })"""
TABLE = "[...document.querySelectorAll('#kernels tbody tr')].map(row => row.innerText.split('\\t').map(cell => cell.trim()))"
ABOVE_LX = "({x: 0, y: 0, width: innerWidth, height: document.getElementById('lx').getBoundingClientRect().top + scrollY})"
DANGLING = "[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.getAttribute('href').slice(1)).filter(id => !document.getElementById(id))"


def expect(condition, message):
    if not condition:
        sys.exit(f"page: expected {message}")


def check_quiet(browser):
    """No error, no warning, and nothing asked for but the page itself."""
    for event in browser.events:
        method, params = event["method"], event["params"]
        if method == "Runtime.exceptionThrown":
            expect(False, f"no script error, found {params['exceptionDetails']}")
        if method == "Log.entryAdded":
            expect(False, f"an empty log, found {params['entry']['text']}")
        if method == "Runtime.consoleAPICalled":
            expect(False, f"no console output, found {params['args']}")
        if method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            expect(url.startswith(("file://", "data:")), f"no network, found a request of {url[:80]}")


def check_content(browser, report, width):
    size = browser.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    expect(size[0] <= size[1] == width, f"no horizontal overflow at {width}, found {size[0]} in {size[1]}")
    for section in SECTIONS:
        box = browser.evaluate(f"(() => {{ const e = document.querySelector('#{section} .content');"
                               " return [e.childElementCount, e.clientHeight]; })()")
        expect(box[0] > 0 and box[1] > 20, f"content of {section}, found {box}")
    for section in ("timeline", "lx"):
        colours = browser.evaluate(PAINTED % section)
        expect(colours and all(count > 4 for count in colours), f"drawings of {section}, found {colours} colours")
    circles = browser.evaluate("document.querySelectorAll('#roofline circle').length")
    rows = browser.evaluate(TABLE)
    expect(circles == len(rows) > 0, f"a circle per row of the table, found {circles} and {len(rows)}")
    column = browser.evaluate("columns.findIndex(c => c.name === 'count')")
    expect(sum(int(row[column]) for row in rows) == len(report["kernels"]), "every kernel in the table")
    expect(browser.evaluate(DANGLING) == [], f"no link without a target, found {browser.evaluate(DANGLING)}")
    text = browser.evaluate("document.getElementById('headline').innerText")
    shown = browser.evaluate(f"[time({report['modelled_us']}), percent({report['pt_utilisation']}), "
                             f"percent({report['percent_of_bound'] / 100}), '{report['bound_by']}']")
    for value in shown:
        expect(value in text, f"{value} in the headline, found {text}")


def check_use(browser):
    """Sorting, zooming, choosing a core; each must change what is seen."""
    names = lambda: [row[0] for row in browser.evaluate(TABLE)]
    before = names()
    browser.evaluate("document.querySelector('#kernels th button').click()")
    expect(names() == browser.evaluate("groups.map(g => g.name).sort()"), f"names in order, found {names()}")
    browser.evaluate("document.querySelectorAll('#kernels th button')[1].click()")
    expect(names() == before, "the largest exclusive time first again")
    image = "document.querySelectorAll('#timeline canvas')[1].toDataURL()"
    whole = browser.evaluate(image)
    browser.evaluate("document.querySelector('#timeline [aria-label=\"zoom in\"]').click()")
    browser.settle()
    expect(browser.evaluate("view.to - view.from < 0.51 * view.total"), "zoom to halve the time shown")
    expect(browser.evaluate(image) != whole, "zoom to change the timeline")
    browser.evaluate("view.reset()")
    lx = "document.querySelector('#lx canvas').toDataURL()"
    first = browser.evaluate(lx)
    browser.evaluate("(() => { const s = document.querySelector('#lx select'); s.value = s.options.length - 1;"
                     " s.dispatchEvent(new Event('change')); })()")
    browser.settle()
    if browser.evaluate("document.querySelector('#lx select').options.length") > 1:
        expect(browser.evaluate(lx) != first, "another core to have another map")
    browser.evaluate("(() => { const s = document.querySelector('#lx select'); s.value = 0; s.dispatchEvent(new Event('change')); })()")
    browser.settle()


def check_same_as_trace(data, trace):
    """The page's bars are the trace's slices: equal time per row, equal number."""
    tick = data["tick_us"]
    drawn, expected = collections.Counter(), collections.Counter()
    for row in data["timeline"]["rows"]:
        for kind, step in (("slices", "work"), ("waits", "stall")):
            drawn[row["core"], row["unit"], step] += sum(row[kind][1::4]) * tick
            drawn[row["core"], row["unit"], step + " count"] += len(row[kind]) // 4
    units = {(e["pid"], e["tid"]): e["args"]["name"] for e in trace["traceEvents"] if e["name"] == "thread_name"}
    cores = set(data["cores"])
    for event in trace["traceEvents"]:
        if event["ph"] == "X" and event["cat"] != "kernel" and event["pid"] in cores:
            key = event["pid"], units[event["pid"], event["tid"]]
            kind = "stall" if event["cat"] == "stall" else "work"
            expected[*key, kind] += event["dur"]
            expected[*key, kind + " count"] += 1
    for key in expected:
        slack = expected[*key[:2], key[2].split()[0] + " count"] * tick
        same = drawn[key] == expected[key] if key[2].endswith("count") else abs(drawn[key] - expected[key]) <= slack
        expect(same, f"{key} of the page as in the trace: {expected[key]}, found {drawn[key]}")


def make_page(compiler, runner, model, out):
    name = pathlib.Path(model).parent.name if pathlib.Path(model).stem == "model" else pathlib.Path(model).stem
    path = {kind: out / f"{name}.{kind}" for kind in ("spyre", "html", "report.json", "trace.json")}
    subprocess.run([compiler, model, "-o", path["spyre"]], check=True)
    run = [runner, path["spyre"], "--timing-only", "--html", path["html"], "--source", model, "--report", path["report.json"]]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
    html, report = path["html"].read_text(), json.loads(path["report.json"].read_text())
    expect(len(html) < MAX_BYTES, f"less than {MAX_BYTES} bytes, found {len(html)}")
    data = json.loads(html.split('<script id="data" type="application/json">')[1].split("</script>")[0])
    expect(data["report"] == report, "the page to hold the report")
    place = report["kernels"][0]["source"].split(":")
    line = pathlib.Path(model).read_text().splitlines()[int(place[-2]) - 1]
    expect(data["sources"][":".join(place[:-2])][place[-2]] == line[:2000], "the text of a kernel's line")
    for unit, parts in data["unit_time"].items():
        busy = report["busy_core_us"][unit]
        expect(abs(parts["work"] + parts["held"] + parts["group"] - busy) <= 1e-6 * busy + 1e-6, f"parts of {unit} to sum to {busy}")
    if data["timeline"]["resolution_us"] == 0:
        cores = ",".join(map(str, data["cores"]))
        subprocess.run([runner, path["spyre"], "--timing-only", "--trace", path["trace.json"], "--trace-cores", cores],
                       check=True, stdout=subprocess.DEVNULL)
        check_same_as_trace(data, json.loads(path["trace.json"].read_text()))
    return name, path["html"], report


def main():
    compiler, runner, program, model = sys.argv[1:5]
    out = pathlib.Path(sys.argv[5])
    out.mkdir(parents=True, exist_ok=True)
    name, page, report = make_page(compiler, runner, model, out)
    browser = Browser(program)
    try:
        for device, width in WIDTHS.items():
            for mode in ("light", "dark"):
                browser.open(page, width, mode == "dark")
                expect(browser.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (mode == "dark"), mode)
                check_content(browser, report, width)
                check_use(browser)
                check_quiet(browser)
                browser.screenshot(out / f"{name}-{device}-{mode}.png")
                if (device, mode) == ("desktop", "light"):  # docs/page.png is that of the block
                    browser.screenshot(out / f"{name}-overview.png", browser.evaluate(ABOVE_LX))
    finally:
        browser.close()
    print(f"page: {page} and its pictures are good")


if __name__ == "__main__":
    main()
