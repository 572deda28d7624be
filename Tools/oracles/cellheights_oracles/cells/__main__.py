"""Heights of whole cells by css rules against headless Chromium."""
import argparse
import html
import json
import os
import re
import subprocess
import sys
import tempfile

from ..browser.chromium import BrowserFailed, page_text
from ..browser.command import add_programs
from ..browser.engine import EngineFailed
from ..packs.capture import packs
from .post import FOLDER, differ, filled, shown

DESCRIPTION = """
Lays out the cells of a feed in the template `post` by css rules, and in headless Chromium as
docs/css.md says, and compares the heights of whole cells. They must be equal to 1/64 px.

With --system FAMILY the cells are in that family, and a metrics pack of it that is captured in Chromium
is the font of the template. Cells that are marked substitute-font are not compared then.
"""
PAGE = os.path.join(FOLDER, "page.html")


def parser():
    made = argparse.ArgumentParser(
        prog="oracles cells", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--feed", help="a source of records; Feeds/demo.json")
    made.add_argument("--widths", default="320,390", help="in px; 320,390")
    made.add_argument("--scale", type=float, default=1, help="device pixels a px; 1")
    made.add_argument("--system", metavar="FAMILY", help="a family to capture, as system-ui")
    made.add_argument("--records", type=int, default=0, metavar="N", help="only the first N")
    made.add_argument("--write", metavar="FILE", help="write the page for people to open, and end")
    made.add_argument("--show", type=int, default=10, metavar="N", help="differences printed; 10")
    add_programs(made)
    return made


def run(command, given=""):
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise EngineFailed(
            f"{' '.join(command[:2])} ended with {done.returncode}: {done.stderr.strip()[:400]}")
    return done.stdout


def records(arguments, options):
    """The records with what the page shows of them and their heights by width.

    `options` are those of `layout`. Cells that are marked substitute-font have no heights then."""
    feed = arguments.feed or os.path.join(arguments.root, "Feeds/demo.json")
    lines = run([arguments.binary, "records", feed]).splitlines()
    if arguments.records:
        lines = lines[:arguments.records]
    found = [json.loads(line) for line in lines]
    heights = [{} for _ in found]
    widths = arguments.widths.split(",")
    template = "post-system" if options else "post"
    command = [arguments.binary, "layout", "--template", template, *options]
    for width in widths:
        command += ["--environment", f"{width}@{arguments.scale:g}x/L/ltr/en/css"]
    answers = [json.loads(line) for line in run(command, "\n".join(lines) + "\n").splitlines()]
    answers = [a for a in answers if "eof" not in a]
    if len(answers) != len(found) * len(widths):
        raise EngineFailed(f"{len(answers)} cells of {len(found)} records at {len(widths)} widths")
    for place, answer in enumerate(answers):
        if not options or "substitute-font" not in answer.get("trust", []):
            heights[place // len(widths)][widths[place % len(widths)]] = answer["height"]
    for record, by_width in zip(found, heights):
        yield {**shown(record), "heights": by_width}


def page(arguments, prints):
    """The page, and the number of cells that are not compared."""
    options = []
    with tempfile.TemporaryDirectory(prefix="oracles-cells.") as folder:
        if arguments.system:
            found, _ = packs(arguments.browser, arguments.root, [arguments.system], [400, 600],
                             [13, 17], [], folder)
            options = ["--system-font", found[arguments.system]]
        task = {"prints": prints, "records": list(records(arguments, options))}
    widths = len(arguments.widths.split(","))
    marked = sum(widths - len(record["heights"]) for record in task["records"])
    return filled(PAGE, arguments.root, task, arguments.system or "Inter"), marked


def compare(arguments):
    with tempfile.TemporaryDirectory(prefix="oracles-cells.") as folder:
        content, marked = page(arguments, True)
        text = page_text(arguments.browser, content, folder, arguments.scale)
    found = re.search(r"<pre>(.*)</pre>", text, re.DOTALL)
    if not found:
        raise BrowserFailed(f"{arguments.browser} answered nothing")
    answer = json.loads(html.unescape(found[1]))
    cells = answer["answers"]
    different = [c for c in cells if differ(c["computed"], c["found"])]
    exact = sum(abs(c["computed"] - c["found"]) < 1e-4 for c in cells)
    print(f"{answer['agent']}\n{len(cells) - len(different)} of {len(cells)} cells are equal to "
          f"1/64 px, {exact} of them exactly"
          + (f"; {marked} are marked substitute-font" if arguments.system else ""))
    for cell in different[:arguments.show]:
        print(f"{cell['id']} at {cell['width']:g}: {cell['computed']:.4f}, in the browser "
              f"{cell['found']:.4f}")
    return 1 if different else 0


def main():
    arguments = parser().parse_args()
    if arguments.parse_only:
        return 0
    try:
        if arguments.write:
            with open(arguments.write, "w", encoding="utf-8") as file:
                file.write(page(arguments, False)[0])
            return 0
        return compare(arguments)
    except (BrowserFailed, EngineFailed) as error:
        print(f"oracles cells: {error}", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main())
