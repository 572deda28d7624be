"""`export --format css` against headless Chromium.

Lays out the demo feed in the template `post` by css rules, and in Chromium as `oracles cells` does,
each cell in an element with `content-visibility: auto` and the exported rules. Scrolls the page to
its end and back: the height of the page must be that of the stored list from the beginning, and
never change. With a guess of 200px for every cell it must change.
"""
import argparse
import json
import os
import sys

from ..browser.chromium import page_answer
from ..browser.command import add_programs, exit_code
from ..browser.engine import EngineFailed
from ..cells import __main__ as whole_cells
from ..exported import GAP, INSETS, ExportFailed, Exported, extent

SCRIPT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "scroll.js")
GUESS = "[data-cell]{contain-intrinsic-height:auto 200px}\n"
# Heights within one layout unit of Chromium's are equal; those of pictures may be one apart.
UNIT = 1 / 64


def parser():
    made = argparse.ArgumentParser(
        prog="oracles css", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--feed", help="a source of records; Feeds/demo.json")
    made.add_argument("--width", default="390", help="in px; 390")
    add_programs(made)
    return made


def page(arguments, store, cells):
    """The page of `oracles cells`, with a script that takes its cells and scrolls through them."""
    arguments.widths, arguments.scale, arguments.records = arguments.width, 1, 0
    text = whole_cells.page(arguments, False)
    task = {"sheets": {"export": store.export("css"), "a guess of 200px": GUESS},
            "gap": GAP, "insets": INSETS,
            "cells": [{"id": cell.id, "height": cell.height} for cell in cells]}
    with open(SCRIPT, encoding="utf-8") as file:
        script = file.read()
    return text + ('<script type="application/json" id="sizes">'
                   + json.dumps(task, ensure_ascii=False).replace("<", "\\u003c")
                   + f"</script>\n<script>\n{script}</script>\n")


def compare(arguments, folder):
    arguments.feed = arguments.feed or os.path.join(arguments.root, "Feeds/demo.json")
    store = Exported(os.path.abspath(arguments.binary), folder, arguments.feed,
                     f"{arguments.width}@1x/L/ltr/en/css")
    cells = store.cells()
    answer = json.loads(
        page_answer(arguments.browser, page(arguments, store, cells), folder))
    stored = extent(cells)
    print(f"{answer['agent']}\n{len(cells)} cells, {stored:g} px as stored")
    for name, run in answer["runs"].items():
        print(f"{name}: the page has {run['first']:g} px at first and {run['last']:g} px at last, "
              f"its height changed {run['changes']} times in {run['steps']} steps; at most "
              f"{run['drawn']} cells were drawn at a time; {run['equal']} are as high as stored")
    export, guess = answer["runs"]["export"], answer["runs"]["a guess of 200px"]
    good = (export["changes"] == 0 and abs(export["first"] - stored) <= UNIT * len(cells)
            and export["drawn"] < len(cells) and export["equal"] == len(cells))
    if guess["changes"] == 0:
        print("oracles css: a guess changed nothing, so the check cannot fail", file=sys.stderr)
    return 0 if good and guess["changes"] > 0 else 1


def main():
    return exit_code(parser(), compare, EngineFailed, ExportFailed)


if __name__ == "__main__":
    sys.exit(main())
