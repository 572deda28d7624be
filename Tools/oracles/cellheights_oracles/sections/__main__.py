"""Sticky headers of a list with sections, against `position: sticky` in Chromium.

Builds generated records by css rules with a list in sections, with inserted cells, separators and a
footer. The page has a section element for each section, a sticky header in it, and elements of the
exported heights. At each offset, the tops of all cells on the screen must be those of the store, to
1/64 px: the offset of a cell, and for the header that stays at the top what `lookup --at-offset` says.
"""
import argparse
import html
import json
import os
import random
import re
import subprocess
import sys

from ..browser import chromium
from ..browser.command import add_programs, exit_code, positive
from ..exported import GAP, INSETS, ExportFailed, Exported, days, extent

PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "page.html")
UNIT = 1 / 64
SCREEN = 844


def parser():
    made = argparse.ArgumentParser(
        prog="oracles sections", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--records", type=positive, default=2000, metavar="N", help="2000")
    made.add_argument("--offsets", type=positive, default=500, metavar="N", help="500")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="1")
    add_programs(made)
    return made


def offsets(cells, arguments):
    """Offsets all over the list, half of them near the beginning of a section."""
    chance = random.Random(arguments.seed)
    last = int(extent(cells)) - SCREEN
    headers = [int(cell.offset) for cell in cells if cell.kind == "header"]
    anywhere = [chance.randint(0, last) for _ in range(arguments.offsets // 2)]
    near = [max(0, min(last, chance.choice(headers) - chance.randint(-5, 60)))
            for _ in range(arguments.offsets - len(anywhere))]
    return anywhere + near


def sticky(store, offset):
    """The id of the header that stays at the top, and its top; none where there is none."""
    answer = json.loads(store.run(
        "lookup", "--list", "days", "--at-offset", str(offset), "--format", "json"))
    return answer.get("sticky")


def compare(arguments, folder):
    feed = os.path.join(folder, "cells.ndjson")
    subprocess.run(
        [os.path.join(arguments.root, "scripts/generate-feed"), "--records",
         str(arguments.records), "--seed", str(arguments.seed), "-o", feed], check=True)
    store = Exported(os.path.abspath(arguments.binary), folder, feed, "390@1x/L/ltr/en/css",
                     days(arguments.root, "separator: {height: 0.5}, ",
                          value="{published, date, 'yyyy-MM-dd HH'}"),
                     # Chromium has 64ths of a pixel up to 262,144 px.
                     ("--template", os.path.join(arguments.root, "Feeds/templates/compact.yaml")))
    cells = store.cells("days")
    task = {"cells": [{"kind": cell.kind, "height": cell.height} for cell in cells],
            "gap": GAP, "separator": 0.5, "insets": INSETS, "offsets": offsets(cells, arguments)}
    with open(PAGE, encoding="utf-8") as file:
        page = file.read().replace("@TASK@", json.dumps(task))
    text = chromium.page_text(arguments.browser, page, folder)
    found = re.search(r"<pre>(.*)</pre>", text, re.DOTALL)
    if not found:
        raise chromium.BrowserFailed("the page answered nothing")
    answers = json.loads(html.unescape(found[1]))
    compared = held = pushed = wrong = 0
    worst = 0.0
    for answer in answers:
        offset = answer["offset"]
        header = sticky(store, offset)
        held += header is not None
        pushed += header is not None and header["pushed"] > 0
        shown = dict(answer["tops"])
        if header is not None and header["position"] not in shown:
            wrong += 1
            print(f"  at {offset}: '{header['id']}' is not on the screen")
        for index, top in shown.items():
            is_held = header is not None and header["position"] == index
            expected = (header["offset"] if is_held else cells[index].offset) - offset
            compared += 1
            worst = max(worst, abs(top - expected))
            if abs(top - expected) > UNIT + 1e-6:
                wrong += 1
                if wrong <= 10:
                    print(f"  at {offset}: '{cells[index].id}' is at {top}, not {expected}")
    sections = sum(cell.kind == "header" for cell in cells)
    print(f"{len(cells)} cells in {sections} sections, {len(answers)} offsets: {compared} tops "
          f"compared, {held} headers held at the top, {pushed} of them pushed; {wrong} differ, widest "
          f"difference {worst:.6f} px")
    return 1 if wrong or not held or not pushed or compared < len(answers) else 0


def main():
    return exit_code(parser(), compare, ExportFailed)


if __name__ == "__main__":
    sys.exit(main())
