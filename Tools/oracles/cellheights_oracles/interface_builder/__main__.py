"""Compares frames of Interface Builder files with those that Xcode saved in them.

Of each file: every frame at the saved size of the cell, within 0.51 points (1.01 for files of the
status within-1pt), and for height oracles the fitted height, within 0.6. Sizes of leaf views are
handed in as the oracle allows; frames of views that are no inputs are not read. For files that
differ, a table of causes. With --fitted in place of all that: how many cells come out 0 points high,
and how many have a view below their bottom, when the app runs.

Exit 69: the corpus is not there, so nothing was compared.
"""
import argparse
import json
import os
import sys

from .comparison import Outcome
from .corpus import cases
from .fitted import print_fitted
from .report import STATUSES, print_json, print_table
from .running import run_all


def arguments():
    parser = argparse.ArgumentParser(
        prog="oracles interface-builder", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--corpus", help="the folder with cells/ and oracle/")
    parser.add_argument("--binary", help="the program to ask, in place of a fresh build")
    parser.add_argument("--only", default=",".join(STATUSES), help="statuses, with commas")
    parser.add_argument("--format", choices=["table", "json"], default="table")
    parser.add_argument("--names", action="store_true", help="name the files that differ")
    parser.add_argument("--results", help="also write the answers to this file, one a line")
    parser.add_argument("--fitted", action="store_true",
                        help="count collapsed and overflowing cells instead of comparing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def main():
    chosen = arguments()
    if chosen.parse_only:
        return 0
    shared = os.environ.get("CELLHEIGHTS_SHARED", os.path.join(chosen.root, "../shared"))
    folder = chosen.corpus or os.path.join(shared, "corpora/xib")
    if not os.path.isdir(os.path.join(folder, "cells")):
        print(f"skipped: the corpus {folder} is not here", file=sys.stderr)
        return 69
    only = chosen.only.split(",")
    found = [case for case in cases(folder) if case.status in only]
    if chosen.fitted:
        print_fitted(chosen.binary, found, chosen.jobs, chosen.format)
        return 0
    outcomes = []
    lines = []
    for case, (answer, said) in run_all(chosen.binary, found, chosen.jobs):
        outcomes.append(Outcome(case, answer, said))
        if answer:
            lines.append(json.dumps({"file": case.file, "frames": answer["frames"],
                                     "fittedHeight": answer["fittedHeight"]}))
    if chosen.results:
        with open(chosen.results, "w") as file:
            file.write("".join(line + "\n" for line in lines))
    if chosen.format == "json":
        print_json(outcomes)
    else:
        print_table(outcomes, chosen.names)
    exact = [outcome for outcome in outcomes if outcome.case.status == "exact"]
    agree = all(o.is_ok and (o.height_is_ok or not o.case.has_height) for o in exact)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
