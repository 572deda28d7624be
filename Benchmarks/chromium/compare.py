"""Rows build.vs-chromium, card.vs-chromium and markup.vs-chromium: processor time of a build, against
Chromium that lays out the same cells.

Usage: compare.py CELLHEIGHTS ROOT ROW [--records N] [--pairs N] [--format table|json]

Both lay out generated posts by css rules, at three widths: `build.vs-chromium` in the template `post`,
`card.vs-chromium` in the same cell as CSS boxes; `markup.vs-chromium` messages of HTML, which both sides
parse. Each pair runs all sides right after each other, and
every other pair begins with the other end.
Exit: 0, 64 wrong arguments, 65 the heights differ, 70 a program failed.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from cellheights_oracles.browser.chromium import BrowserFailed, css
from cellheights_oracles.browser.devtools import Page
from cellheights_oracles.browser.engine import chain, families
from cellheights_oracles.cells.post import differ, filled, shown, text_of

import messages

WIDTHS = (320, 390, 430)
FOLDER = os.path.dirname(os.path.realpath(__file__))
PAGE = os.path.join(FOLDER, "page.html")
# The template of each row.
TEMPLATES = {"build.vs-chromium": "post",
             "card.vs-chromium": os.path.join(FOLDER, "post-card.yaml"),
             "markup.vs-chromium": os.path.join(FOLDER, "message.yaml")}


# How Chromium lays the cells out: all of a width at a time, one list that is resized, or each by itself.
WAYS = ("together", "resized", "singly")


class ProgramFailed(Exception):
    """One of ours ended with an error; the message has its words."""


class HeightsDiffer(Exception):
    """The two sides do not lay out the same; the message tells where."""


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: give a whole number from 1")
    return int(text)


class Arguments(argparse.ArgumentParser):
    """Options that end with 64 where they are wrong, as those of the other rows."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def records_of(text):
    number = positive(text)
    if number < 100:
        raise argparse.ArgumentTypeError(f"{text}: fewer than 100 posts take less than a tick")
    return number


def environment(width):
    return f"{width}@1x/L/ltr/en/css"


class Build:
    """Our side: one worker, from the file of the feed to a published store that was empty."""

    def __init__(self, program, root, folder, records, row):
        self.program = program
        template = TEMPLATES[row]
        self.options = []
        self.template = template
        self.folder = folder
        self.feed = os.path.join(folder, "posts.ndjson")
        self.store = os.path.join(folder, "heights.sqlite")
        self.single = os.path.join(folder, "post.ndjson")
        generator = os.path.join(root, "scripts", "generate-feed")
        if row == "markup.vs-chromium":
            self.options = ["--font-family", f"monospace={monospace()}"]
        for path, count in ((self.feed, records), (self.single, 1)):
            if row == "markup.vs-chromium":
                messages.write(path, count)
            else:
                self.ran([generator, "--records", str(count), "--seed", "1", "-o", path])

    def ran(self, command):
        """What a program prints, and its processor time in seconds."""
        with tempfile.TemporaryFile(dir=self.folder) as words:
            process = subprocess.Popen(
                command, cwd=self.folder, stdout=subprocess.PIPE, stderr=words)
            output = process.stdout.read()
            process.stdout.close()
            _, status, used = os.wait4(process.pid, 0)
            # So that nobody waits for it again.
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                words.seek(0)
                raise ProgramFailed(
                    f"{' '.join(command[:2])} ended with {process.returncode}: "
                    + words.read().decode("utf-8", "replace").strip()[-600:])
        return output.decode(), used.ru_utime + used.ru_stime

    def start(self):
        """Processor time of a process that builds one record: of starting and of loading fonts."""
        return self.built(self.single, self.template)

    def seconds(self):
        """Processor time of a whole process that builds all records."""
        return self.built(self.feed, self.template)

    def constraints(self):
        """The same with the template of constraints."""
        return self.built(self.feed, "post")

    def built(self, feed, template):
        for name in os.listdir(self.folder):
            if name.startswith("heights.sqlite"):
                os.remove(os.path.join(self.folder, name))
        command = [self.program, "build", feed, "--template", template, "--store", self.store, "--jobs", "1",
                   *self.options]
        for width in WIDTHS:
            command += ["--environment", environment(width)]
        return self.ran(command)[1]

    def records(self):
        return [json.loads(line)
                for line in self.ran([self.program, "records", self.feed])[0].splitlines()]

    def heights(self, width):
        """Heights in the store by id, each with whether a line is near the limit of its width."""
        lines = self.ran([self.program, "export", "--store", self.store, "--environment",
                          environment(width)])[0].splitlines()
        cells = (json.loads(line) for line in lines)
        return {cell["id"]: (cell["exactHeight"], "near-limit" in cell.get("trust", []))
                for cell in cells if "id" in cell}


class Browser:
    """The other side: a page whose fonts are loaded, and cells that are elements already."""

    def __init__(self, page):
        self.page = page

    def seconds(self, way):
        """Processor time of all processes from cells outside of the document to all rectangles."""
        self.page.value(f"prepare({json.dumps(way)})")
        # What an earlier sample left is not collected at the expense of this one.
        self.page.call("HeapProfiler.collectGarbage")
        before = self.page.processor_seconds
        answer = self.page.value(f"layOut({json.dumps(way)})")
        used = self.page.processor_seconds - before
        return used * answer["layout"] / (answer["layout"] + answer["removal"])


def monospace():
    """The family that the browser takes for `monospace`."""
    return subprocess.run(["fc-match", "-f", "%{family[0]}", "monospace"], capture_output=True, text=True,
                          check=True).stdout


def page_of(options, records):
    """The page with the cells of a row."""
    if options.row != "markup.vs-chromium":
        return filled(PAGE, options.root, {
            "widths": WIDTHS, "records": [shown(record) for record in records],
            "views": ".avatar, .title, .date, .body, .photo, .actions, .separator"})
    stack = css(families("Inter", chain(options.root), "en"))
    style = (f".cell {{ display: flow-root; box-sizing: border-box; padding: 8px 12px; font: 16px {stack} }}\n"
             ".markup { display: flow-root; overflow-wrap: anywhere }\n"
             f"@scope (.markup) {{ {text_of(os.path.join(FOLDER, 'message.css'))} }}\n")
    task = {"widths": WIDTHS, "records": [{"markup": record["content_html"]} for record in records]}
    return text_of(PAGE).replace("@STYLE@\n", style).replace(
        "@CELLS@\n", text_of(os.path.join(FOLDER, "message.js"))).replace(
        "@TASK@", json.dumps(task).replace("<", "\\u003c"))


def compare_heights(build, ids, found):
    """How many heights are equal exactly, and how many differ because a line is near the limit of its width.

    Raises where another one differs by more than 1/64 px."""
    exact = near = 0
    computed = [(width, build.heights(width)) for width in WIDTHS]
    if len(found) != len(ids) * len(WIDTHS):
        raise HeightsDiffer(f"the browser laid out {len(found)} cells of {len(ids) * len(WIDTHS)}")
    for place, (width, heights) in enumerate(computed):
        if len(heights) != len(ids):
            raise HeightsDiffer(f"the build has {len(heights)} cells of {len(ids)} at {width}")
        for row, name in enumerate(ids):
            (height, is_near), there = heights[name], found[place * len(ids) + row]
            if is_near and differ(height, there):
                near += 1
            elif differ(height, there):
                raise HeightsDiffer(f"{name} at {width} is {height} px high, in the browser {there}")
            exact += abs(height - there) < 1e-4
    return exact, near


def measured(options, folder):
    """The row as JSON has it."""
    build = Build(options.program, options.root, folder, options.records, options.row)
    build.seconds()
    records = build.records()
    path = os.path.join(folder, "page.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page_of(options, records))
    with Page("chromium", folder) as page:
        page.open(f"file://{path}")
        browser = Browser(page)
        sides = {"ours": build.seconds, "start": build.start}
        if options.row == "card.vs-chromium":
            sides["constraints"] = build.constraints
        sides.update({way: lambda way=way: browser.seconds(way) for way in WAYS})
        ids = [record["id"] for record in records]
        for way in WAYS:
            browser.seconds(way)
            exact, near = compare_heights(build, ids, page.value("heights"))
        pairs = []
        for pair in range(options.pairs):
            order = list(sides) if pair % 2 == 0 else list(reversed(sides))
            pairs.append({name: sides[name]() for name in order})
        rectangles = page.value("rectangles()")
        agent = page.value("navigator.userAgent")
    result = {
        "name": options.row, **spread(pair["together"] / pair["ours"] for pair in pairs),
        "pairs": len(pairs),
        "withoutStart": spread(pair["together"] / (pair["ours"] - pair["start"]) for pair in pairs),
        "singly": spread(pair["singly"] / pair["ours"] for pair in pairs),
        "resized": spread(pair["resized"] / pair["ours"] for pair in pairs),
        "processorSeconds": {
            side: round(statistics.median(pair[side] for pair in pairs), 3) for side in sides},
        "records": len(ids), "widths": WIDTHS, "cells": len(ids) * len(WIDTHS),
        "exactlyEqual": exact, "nearLimit": near, "rectangles": rectangles, "browser": agent}
    if "constraints" in sides:
        result["ofConstraints"] = spread(pair["ours"] / pair["constraints"] for pair in pairs)
    return result


def spread(ratios):
    """The median and the extremes."""
    ratios = sorted(ratios)
    return {"median": round(statistics.median(ratios), 2), "min": round(ratios[0], 2),
            "max": round(ratios[-1], 2)}


def table(result):
    seconds = result["processorSeconds"]

    def ratio(figures):
        return f"{figures['median']:.2f} times faster ({figures['min']} to {figures['max']})"

    cost = result.get("ofConstraints")
    return "\n".join([
        f"{result['name']}  {ratio(result)}, {result['pairs']} pairs",
        f"  {seconds['ours']} s of processor time, Chromium {seconds['together']} s; "
        f"{result['cells']} cells, {result['rectangles']} rectangles",
        f"  without the start of the process, {seconds['start']} s: {ratio(result['withoutStart'])}",
        f"  Chromium lays out each cell by itself, {seconds['singly']} s: {ratio(result['singly'])}",
        f"  Chromium resizes one list, {seconds['resized']} s: {ratio(result['resized'])}",
        *([f"  {cost['median']:.2f} times the cost of the same cell as constraints "
           f"({cost['min']} to {cost['max']}), {seconds['constraints']} s"] if cost else []),
        f"  heights are equal to 1/64 px, {result['exactlyEqual']} exactly; "
        f"{result['nearLimit']} differ with near-limit in their trust",
        f"  {result['browser']}"])


def main():
    parser = Arguments(prog="scripts/bench")
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("root", help=argparse.SUPPRESS)
    parser.add_argument("row", choices=TEMPLATES, help="the row")
    parser.add_argument("--records", type=records_of, default=4000, help="posts from 100; 4000")
    parser.add_argument("--pairs", type=positive, default=11, help="pairs; 11")
    parser.add_argument("--format", choices=["table", "json"], default="table")
    options = parser.parse_args()
    options.program, options.root = map(os.path.abspath, (options.program, options.root))
    try:
        # The browser may still write into its profile when it is told to end.
        with tempfile.TemporaryDirectory(prefix="bench.", ignore_cleanup_errors=True) as folder:
            result = measured(options, folder)
    except HeightsDiffer as error:
        print(f"bench: {error}", file=sys.stderr)
        return 65
    except (BrowserFailed, ProgramFailed) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 70
    print(json.dumps(result) if options.format == "json" else table(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
