"""The tests of this package and small runs of the oracles that need no corpus and no browser.

For continuous integration: seeds and numbers are fixed, and one line a run is printed. What a run
prints is shown where it fails. No basis is verified, because that needs the probe.

Exit: 0 all agree, 1 something differs or a run did not end well.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import time

from .catalog import find

RUNS = [
    ("solver", "--systems", "60", "--exact", "30"),
    ("layouts", "--count", "20"),
    ("fonts", "--fonts", "12", "--texts", "40"),
    ("pango", "--texts", "60"),
    ("size-categories", "--picture", os.devnull),
]


def commands(binary, root):
    """Names of runs and their commands."""
    tests = pathlib.Path(__file__).parents[1] / "tests"
    yield "tests", ["unittest", "discover", "--start-directory", str(tests)]
    for name, *arguments in RUNS:
        module = f"{__package__}.{find(name).module}"
        yield name, [module, "--root", root, "--binary", binary, *arguments]


def main():
    parser = argparse.ArgumentParser(
        prog="oracles quick", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="a cellheights to compare; else it is built")
    parser.add_argument("--root", help=argparse.SUPPRESS)
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.parse_only:
        return 0
    failures = 0
    for name, words in commands(arguments.binary, arguments.root):
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", *words], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env={**os.environ, "CELLHEIGHTS_BINARY": arguments.binary})
        passed = done.returncode == 0
        failures += not passed
        print(f"{'ok  ' if passed else 'FAIL'}  oracles {name}, "
              f"{time.monotonic() - began:.1f} s", flush=True)
        if not passed:
            print(done.stdout, flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
