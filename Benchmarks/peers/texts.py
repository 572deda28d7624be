"""Row text.peers: texts of real feeds measured by cellheights and by others, in ns of processor time a
UTF-16 unit.

Usage: texts.py CELLHEIGHTS PROBE ROOT --feeds FOLDER [--texts N] [--pairs N] [--format table|json]
       texts.py CELLHEIGHTS PROBE ROOT --feeds FOLDER --write FILE

Each pair runs all sides right after each other, and every other pair begins with the other end; figures
are medians. A peer that cannot be had is named, and the others are measured.
Exit: 0, 64 wrong arguments, 65 Chromium has other lines, 70 one of our programs failed.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from cellheights_oracles.browser import feeds
from cellheights_oracles.browser.chromium import BrowserFailed
from cellheights_oracles.browser.command import positive
from cellheights_oracles.browser.engine import chain, families

import corpus
from dom import Paragraphs
from environment import Environment, PeerMissing

# Lines that Chromium may count otherwise: its dictionaries are newer, and 1/64 px decides of some.
LINES = 0.001
# Where more of the glyphs are missing, HarfBuzz shapes another text than the others.
MISSING = 0.1
NOTES = """\
ours: TextMeasurer, css rules, text-spacing-trim normal, the fallback chain of 26 families; processor
  time of the thread. cold: every text once, fonts open, no word known; seen: the same texts again, none
  kept prepared; again: prepared texts at 0.8 times the width. From a string to lines and height.
HarfBuzz: each text shaped as a whole in one font: no fallback, no bidi, no line breaks, no height; the
  first is the system's library, the second uharfbuzz without the cost of Python's loop. * marks texts
  of which more than a tenth of the glyphs are missing in the font: not comparable.
SkParagraph: skia-python, the same families, its own line breaks (ICU) and heights; no text-spacing-trim,
  unhinted glyphs; fonts open, paragraph cache empty; three calls of Python a text (about 1 µs) included.
Chromium: a <p> for each text, all in one box, which comes into the document; every height is read;
  processor time of all processes; again: the box gets 0.8 times the width. Style and layout tree
  are included, and nothing is painted. The same lines as ours.
Browsers and SkParagraph measure any font that is there; ours needs the font's file."""


class ProgramFailed(Exception):
    """One of ours ended with an error; the message has its words."""


class LinesDiffer(Exception):
    """Chromium has other lines; the message tells where."""


class Arguments(argparse.ArgumentParser):
    """Options that end with 64 where they are wrong, as those of the other rows."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def positive_number(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 1 <= value < 10_000:
        raise argparse.ArgumentTypeError(f"{text}: give a number from 1 and below 10000")
    return value


def font_file(family):
    """The upright regular face of a family, as fontconfig finds it."""
    run = subprocess.run(["fc-match", "-f", "%{family}\n%{file}", f"{family}:regular"], capture_output=True,
                         text=True, check=True)
    found, _, path = run.stdout.partition("\n")
    if family not in found.split(","):
        raise ProgramFailed(f"the family {family} is not installed")
    return path


def ours(options, path):
    """What text-probe prints, by group, for one round."""
    command = [options.probe, "--corpus", path, "--family", options.family, "--size", str(options.size),
               "--width", str(options.width), "--rounds", "1", "--format", "json", "--root", options.root]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise ProgramFailed(f"text-probe ended with {run.returncode}: {run.stderr.strip()[-600:]}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def lines_of(output):
    return [json.loads(line) for line in output.splitlines()]


class Sides:
    """All that can be measured here, by name: each is called once a pair and gives a list of groups."""

    def __init__(self, options, path, folder):
        self.run = {"ours": lambda: ours(options, path)}
        self.missing, self.versions = {}, {}
        environment = Environment(options.root)
        font = font_file(options.family)
        stack = families(options.family, chain(options.root), "")
        self.add(environment, "harfbuzz", "uharfbuzz", "harfbuzz.py", path, font, options.size)
        self.add(environment, "skparagraph", "skia-python", "skparagraph.py", path, options.size,
                 options.width, *stack)
        self.browser = None
        try:
            self.browser = Paragraphs(path, options, folder)
            self.run["chromium"] = self.browser.measured
            self.versions["chromium"] = self.browser.version
        except (BrowserFailed, OSError) as error:
            self.missing["chromium"] = str(error)

    def add(self, environment, name, package, script, *arguments):
        """A side that is a script of its own, once its package is there and it has answered."""
        try:
            environment.need(package)
            self.versions[name] = lines_of(environment.output(script, *arguments))[0]["version"]
        except (PeerMissing, IndexError) as error:
            self.missing[name] = str(error)
            return
        self.run[name] = lambda: lines_of(environment.output(script, *arguments))

    def close(self):
        if self.browser:
            self.browser.close()


def pairs_of(sides, count):
    """So many pairs: of each the answers by side."""
    pairs = []
    for pair in range(count):
        order = list(sides.run) if pair % 2 == 0 else list(reversed(sides.run))
        pairs.append({name: sides.run[name]() for name in order})
    return pairs


def median_of(pairs, side, group, key):
    """The median of a figure over all pairs."""
    return statistics.median(next(one[key] for one in pair[side] if one["group"] == group)
                             for pair in pairs)


def row_of(pairs, names, group, count):
    """The figures of a group: its number of texts and of units; `names` are the sides of the pairs."""
    texts, units = count
    row = {"group": group, "texts": texts, "units": units,
           "ours": {key: round(median_of(pairs, "ours", group, key), 3)
                    for key in ("cold", "seen", "relayout", "hits")},
           "harfbuzzSystem": round(median_of(pairs, "ours", group, "harfbuzz"), 1)}
    row["ours"]["lines"] = round(median_of(pairs, "ours", group, "lines"))

    def a_unit(side, key):
        return round(median_of(pairs, side, group, key) * 1e9 / units, 2)

    if "harfbuzz" in names:
        row["harfbuzz"] = {"shaped": a_unit("harfbuzz", "shaped"), "loop": a_unit("harfbuzz", "loop"),
                           "missing": round(median_of(pairs, "harfbuzz", group, "missing"), 4)}
    for side in ("skparagraph", "chromium"):
        if side in names:
            row[side] = {"cold": a_unit(side, "cold"), "relayout": a_unit(side, "relayout"),
                         "lines": round(median_of(pairs, side, group, "lines"))}
    return row


def with_sum(answers, counts):
    """Adds the group `all` to a peer's answer: the sum of its groups."""
    total = {"group": "all"}
    for key in answers[0]:
        if isinstance(answers[0][key], (int, float)):
            total[key] = sum(one[key] for one in answers)
    if "missing" in total:
        total["missing"] = (sum(one["missing"] * counts[one["group"]][1] for one in answers)
                            / sum(units for _, units in counts.values()))
    return [*answers, total]


def measured(options, folder):
    """The row as JSON has it."""
    path = os.path.join(folder, "texts.ndjson")
    corpus.write(feeds.feed_texts(options.program, options.feeds, options.texts), path)
    counts = {name: (len(texts), sum(corpus.units(text) for _, text in texts))
              for name, texts in corpus.groups(path).items()}
    sides = Sides(options, path, folder)
    try:
        pairs = pairs_of(sides, options.pairs)
    finally:
        sides.close()
    for pair in pairs:
        for name in pair:
            if name != "ours":
                pair[name] = with_sum(pair[name], counts)
    whole = tuple(map(sum, zip(*counts.values())))
    rows = [row_of(pairs, sides.run, group, count) for group, count in [*counts.items(), ("all", whole)]]
    compare_lines(rows)
    return {"schema": "cellheights.peers/1", "name": "text.peers", "family": options.family,
            "size": options.size, "width": options.width, "pairs": options.pairs, "unit": "ns a UTF-16 unit",
            "groups": rows, "versions": sides.versions, "missing": sides.missing}


def compare_lines(rows):
    """Raises where Chromium has other lines than ours."""
    for row in rows:
        if "chromium" in row and row["group"] in ("all", "latin"):
            mine, other = row["ours"]["lines"], row["chromium"]["lines"]
            if abs(mine - other) > LINES * other:
                raise LinesDiffer(f"{row['group']}: {mine} lines, in Chromium {other}")


def table(result):
    """The rows as columns, and what they are."""
    titles = ["ns a unit", "texts", "units", "ours: cold", "seen", "again", "HarfBuzz (system)",
              f"HarfBuzz {result['versions'].get('harfbuzz', '')}".strip(), "SkParagraph: cold", "again",
              "Chromium: cold", "again", "lines: ours", "Sk", "Chromium"]
    rows = [titles]
    for row in result["groups"]:
        mine = row["ours"]
        mark = "*" if row.get("harfbuzz", {}).get("missing", 0) > MISSING else ""
        rows.append([
            row["group"], str(row["texts"]), str(row["units"]), f"{mine['cold']:.0f}", f"{mine['seen']:.0f}",
            f"{mine['relayout']:.1f}", f"{row['harfbuzzSystem']:.0f}{mark}",
            shown(row, "harfbuzz", "shaped", 0) + mark * ("harfbuzz" in row),
            shown(row, "skparagraph", "cold", 0), shown(row, "skparagraph", "relayout", 1),
            shown(row, "chromium", "cold", 0), shown(row, "chromium", "relayout", 1), str(mine["lines"]),
            shown(row, "skparagraph", "lines", 0), shown(row, "chromium", "lines", 0)])
    widths = [max(len(row[i]) for row in rows) for i in range(len(titles))]
    text = ["  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))])
            for row in rows]
    absent = [f"not measured: {name}: {reason}" for name, reason in result["missing"].items()]
    return "\n".join([
        f"{result['name']}  {result['family']} {result['size']:g} px at {result['width']:g} px, "
        f"{result['pairs']} pairs", *text, *absent, NOTES,
        *(f"{name}: {version}" for name, version in result["versions"].items())])


def shown(row, side, key, places):
    return f"{row[side][key]:.{places}f}" if side in row else "–"


def main():
    parser = Arguments(prog="scripts/bench text.peers")
    for name in ("program", "probe", "root"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--feeds", required=True, type=feeds.folder, metavar="FOLDER", help="files of feeds")
    parser.add_argument("--texts", type=positive, default=2000, help="most texts; 2000")
    parser.add_argument("--pairs", type=positive, default=5, help="pairs; 5")
    parser.add_argument("--family", default="Inter", help="the family before the fallback chain; Inter")
    parser.add_argument("--size", type=positive_number, default=16.0, help="in px; 16")
    parser.add_argument("--width", type=positive_number, default=343.0, help="in px; 343")
    parser.add_argument("--write", metavar="FILE", help="write the texts as NDJSON and end")
    parser.add_argument("--format", choices=["table", "json"], default="table")
    parser.add_argument("--browser", default="chromium", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.program, options.probe, options.root = map(
        os.path.abspath, (options.program, options.probe, options.root))
    try:
        if options.write:
            corpus.write(feeds.feed_texts(options.program, options.feeds, options.texts), options.write)
            return 0
        # The browser may still write into its profile when it is told to end.
        with tempfile.TemporaryDirectory(prefix="bench.", ignore_cleanup_errors=True) as folder:
            result = measured(options, folder)
    except LinesDiffer as error:
        print(f"bench: {error}", file=sys.stderr)
        return 65
    except (BrowserFailed, ProgramFailed, PeerMissing, feeds.RecordsFailed) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 70
    print(json.dumps(result, ensure_ascii=False) if options.format == "json" else table(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
