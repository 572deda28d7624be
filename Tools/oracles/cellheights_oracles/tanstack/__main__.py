"""`export --format tanstack` against TanStack Virtual itself.

Builds generated records with spacing and insets, seeds a Virtualizer with the export in Node.js,
scrolls it to the end, and compares every offset with the stored one. Nothing may be estimated, and
items that then report the sizes that they were given may not move the list. With another gap, and
with keys that are not the ids, the same comparison must fail. The same is done with a list with
sections, inserted cells and separators, whose sticky header a rangeExtractor keeps in the range: at
each offset it must be the last header above the top of the screen.

The library is @tanstack/virtual-core's own module, out of the source map of a Python package that
ships it.
"""
import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile
import zipfile

from ..exported import ExportFailed, Exported, days, extent

PACKAGE = "dagster-webserver==1.13.27"
MODULES = {"@tanstack/virtual-core/dist/esm/index.js", "@tanstack/virtual-core/dist/esm/utils.js"}
SCRIPT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "scroll.mjs")
# Thirds of points are added up as doubles in the library.
TOLERANCE = 1e-6


class LibraryMissing(Exception):
    """The library could not be installed."""


def parser():
    made = argparse.ArgumentParser(
        prog="oracles tanstack", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--records", type=int, default=20000, metavar="N")
    made.add_argument("--seed", type=int, default=1, metavar="S")
    made.add_argument("--environment", default="390@3x", help="390@3x")
    made.add_argument("--binary", help="a cellheights to compare; else it is built")
    made.add_argument("--root", required=True, help=argparse.SUPPRESS)
    made.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    return made


def library(root):
    """The folder with the library's modules; installs them when they are not there."""
    folder = os.path.join(root, ".build", "oracles-tanstack", PACKAGE)
    if os.path.exists(os.path.join(folder, "package.json")):
        return folder
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="oracles-tanstack.") as download:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps",
             "--dest", download, PACKAGE], capture_output=True, text=True, check=False)
        wheels = glob.glob(os.path.join(download, "*.whl"))
        if done.returncode or not wheels:
            raise LibraryMissing(f"pip could not fetch {PACKAGE}: {done.stderr.strip()[-300:]}")
        found = modules(wheels[0])
    if set(found) != MODULES:
        raise LibraryMissing(f"{PACKAGE} lacks {', '.join(sorted(MODULES - set(found)))}")
    for name, text in found.items():
        with open(os.path.join(folder, os.path.basename(name)), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
        file.write('{"type": "module"}\n')
    return folder


def modules(wheel):
    """The library's modules by name, as the wheel's source maps have them."""
    found = {}
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith(".js.map"):
                continue
            sources = json.loads(archive.read(name))
            for source, text in zip(sources["sources"], sources.get("sourcesContent") or []):
                module = next((m for m in MODULES if source.endswith("/" + m)), None)
                if module and text:
                    found[module] = text
    return found


def scroll(folder, exported, cells):
    """What the library made of the export, by kind of run."""
    task = json.dumps({
        "export": json.loads(exported), "offsets": [cell.offset for cell in cells],
        "ids": [cell.id for cell in cells], "extent": extent(cells),
        "headers": [index for index, cell in enumerate(cells) if cell.kind == "header"]})
    done = subprocess.run(["node", SCRIPT, os.path.join(folder, "index.js")], input=task,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise ExportFailed(f"node ended with {done.returncode}: {done.stderr.strip()[:400]}")
    return json.loads(done.stdout)


def agrees(run):
    return (not run["unlike"] and run["difference"] <= TOLERANCE and run["extentDifference"] <= TOLERANCE
            and run["estimated"] == run["moved"] == run["adjusted"] == 0)


def compare(arguments):
    folder = library(arguments.root)
    with tempfile.TemporaryDirectory(prefix="oracles-tanstack.") as work:
        feed = os.path.join(work, "cells.ndjson")
        subprocess.run(
            [os.path.join(arguments.root, "scripts/generate-feed"), "--records",
             str(arguments.records), "--seed", str(arguments.seed), "-o", feed], check=True)
        store = Exported(os.path.abspath(arguments.binary), work, feed, arguments.environment,
                         days(arguments.root, "separator: {height: 1}, "))
        return max(judge(name, store, folder) for name in ("feed", "days"))


def judge(list_name, store, folder):
    """Prints what the library makes of a list; returns the exit code."""
    cells = store.cells(list_name)
    runs = scroll(folder, store.export("tanstack", list_name), cells)
    print(f"list '{list_name}', {sum(cell.kind == 'header' for cell in cells)} sticky headers")
    for name, run in runs.items():
        print(f"{name}: {len(cells)} cells, offsets within {run['difference']:.3g} px, extent within "
              f"{run['extentDifference']:.3g} px, {run['estimated']} sizes estimated, "
              f"{run['rendered']} cells rendered, {run['moved']} of them moved the list, "
              f"{run['unlike']} of {run['asked']} sticky headers unlike")
    wrong = [name for name, run in runs.items() if agrees(run) != (name == "export")]
    for name in wrong:
        print(f"oracles tanstack: {name} should {'' if name == 'export' else 'not '}agree",
              file=sys.stderr)
    return 1 if wrong or not cells else 0


def main():
    arguments = parser().parse_args()
    if arguments.parse_only:
        return 0
    try:
        return compare(arguments)
    except LibraryMissing as error:
        print(f"oracles tanstack: {error}", file=sys.stderr)
        return 73
    except (ExportFailed, OSError, subprocess.CalledProcessError) as error:
        print(f"oracles tanstack: {error}", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main())
