"""Labels against those that Apple's engine saved in Interface Builder files.

Exit 69: the corpus is not there, so nothing was compared.
"""
import argparse
import os
import sys

from . import report
from .comparison import Comparison
from .measuring import Measuring

NO_CORPUS = 69


def corpus(root, given):
    """The folder with the files, or none."""
    shared = os.environ.get("CELLHEIGHTS_SHARED") or os.path.join(os.path.dirname(root), "shared")
    folder = given or os.path.join(shared, "corpora", "xib")
    return folder if os.path.isdir(os.path.join(folder, "cells")) else None


def main():
    parser = argparse.ArgumentParser(
        prog="oracles apple", description="Compares widths and line heights of labels with those "
        "that Apple's engine saved in Interface Builder files.")
    parser.add_argument("--root", help=argparse.SUPPRESS)
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--corpus", help="folder with cells/*.xib and oracle/*.json")
    parser.add_argument("--lato", help="folder with Lato-Regular.ttf and Lato-Bold.ttf to use")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--binary", help="the program, in place of a release build")
    arguments = parser.parse_args()
    folder = corpus(arguments.root, arguments.corpus)
    if folder is None:
        print("oracles apple: skipped, because the Interface Builder files are not there; name "
              "their folder with --corpus or set CELLHEIGHTS_SHARED", file=sys.stderr)
        return NO_CORPUS
    if arguments.parse_only:
        return 0
    comparison = Comparison(folder, Measuring(arguments.binary, arguments.lato))
    render = {"table": report.text, "json": report.document}[arguments.format]
    print(render(comparison))
    return 0 if comparison.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
