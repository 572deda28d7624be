"""Grids of templates against `display: grid` of headless Chromium.

Makes random grids that both can express: contents with known sizes, explicit and automatic tracks,
spacing, padding, placements and what inherits them, rows aligned by baselines, merged cells, hidden
tracks and views, grids as large as their contents and stretched ones, both directions. Heights and
all frames must be equal within 0.01 points. With gaps of one more point every grid that they change
in the browser must differ.
"""
import argparse
import collections
import os
import shutil
import sys

from ..browser.command import add_programs, exit_code
from ..browser.devtools import Page
from ..browser.engine import EngineFailed
from . import engine
from .comparison import differences
from .generator import made
from .page import frames, page


def parser():
    made_ = argparse.ArgumentParser(
        prog="oracles grid", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made_.add_argument("--count", type=int, default=30, metavar="N", help="grids; 30")
    made_.add_argument("--seed", type=int, default=1, help="of the first; 1")
    made_.add_argument("--write", metavar="FILE",
                       help="write the page for people to open, and end")
    made_.add_argument("--keep", metavar="FOLDER", help="where templates that differ are kept")
    made_.add_argument("--show", type=int, default=10, metavar="N", help="differences printed; 10")
    add_programs(made_)
    return made_


def compare(arguments, folder):
    grids = made(arguments.count, arguments.seed)
    if arguments.write:
        with open(arguments.write, "w", encoding="utf-8") as file:
            file.write(page(grids, 1))
        return 0
    with Page(arguments.browser, folder) as browser:
        print(browser.value("navigator.userAgent"))
        theirs = frames(browser, folder, grids)
        controls = frames(browser, folder, grids, more_gap=1)
    features = collections.Counter()
    wrong = []
    compared = changed = noticed = 0
    for grid in grids:
        features.update(set(grid.features()))
        compared += 2 + len(grid.shown)
        ours, warnings = engine.frames(arguments.binary, folder, grid)
        found = [*differences(grid, ours, theirs[grid.seed]), *warnings]
        if found:
            wrong.append(grid.seed)
            if len(wrong) <= arguments.show:
                print(f"seed {grid.seed}:", *found, sep="\n  ")
            if arguments.keep:
                os.makedirs(arguments.keep, exist_ok=True)
                shutil.copy(os.path.join(folder, f"grid-{grid.seed}.json"), arguments.keep)
        control = controls[grid.seed]
        if any(differences(grid, theirs[grid.seed], control)):
            changed += 1
            noticed += any(differences(grid, ours, control))
    print(f"{len(grids)} grids of seed {arguments.seed}, {compared} frames; of them "
          + ", ".join(f"{number} {feature}" for feature, number in sorted(features.items())))
    print(f"{len(wrong)} grids differ; control, gaps of one more point: {noticed} of {changed} "
          "that they change differ")
    if changed == 0:
        print("oracles grid: a wrong gap changed nothing, so the check cannot fail",
              file=sys.stderr)
    return 1 if wrong or noticed < changed or changed == 0 else 0


def main():
    return exit_code(parser(), compare, EngineFailed)


if __name__ == "__main__":
    sys.exit(main())
