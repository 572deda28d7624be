"""Markup of records in a card, as boxes, against headless Chromium.

Lays out HTML and Markdown in an element with `markup:` at three widths, with the sheets of a chat and
of an article, and compares the height and the rectangles of all block elements and pictures with
those of a page with the same sheet; with --tables or --floats, random tables or documents with floats.
With --fixture, these and Chromium's rectangles are written to a file, one a line, and nothing is
compared. Markdown is compared with the HTML that CommonMark's examples give for it. A control, in
which the page's sheet differs, must differ.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys

from ..browser import chromium, engine
from ..browser.command import add_programs, exit_code
from . import floats, tables
from .page import COMPARED, frames, pictures

SHEETS = {
    "chat": """
      p, ul, ol, pre, blockquote { margin-block: 8px; }
      pre { padding: 12px; background: #eee; border-radius: 8px; overflow-x: auto; line-height: 20px; }
      code { font-size: 14px; }
      p code { padding: 2px 4px; }
      ul, ol { padding-inline-start: 24px; }
      li > p:first-child { margin-top: 0; }
      h1, h2, h3 { margin: 16px 0 8px; line-height: 1.25; }
      h1 { font-size: 22px; } h2 { font-size: 20px; } h3 { font-size: 18px; }
      blockquote { margin-inline: 0; padding-inline-start: 12px; border-inline-start: 3px solid #ccc; }
      hr { border: 0; border-top: 1px solid; margin: 16px 0; }
    """,
    "article": """
      p { margin-bottom: 1.25em; line-height: 1.6; }
      h2:not(:first-child) { margin-top: 2em; }
      img { max-width: 100%; height: auto; }
      figure { margin: 1.5em 0; }
      figcaption { font-size: 0.875em; }
      blockquote p:last-child { margin-bottom: 0; }
    """,
}
WIDTHS = (240, 390, 720)
UNIT = 1 / 64 + 1e-6


def parser():
    made = argparse.ArgumentParser(
        prog="oracles markup", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--feeds", help="a folder of feeds whose content_html is compared, too")
    made.add_argument("--markdown", action="store_true", help="lay Markdown out, not the HTML of the examples")
    made.add_argument("--tables", type=int, help="compare this many random tables instead")
    made.add_argument("--floats", type=int, help="compare this many random documents with floats instead")
    made.add_argument("--seed", default="1", help="seed of the random tables and documents; 1")
    made.add_argument("--fixture", metavar="FILE", help="write Chromium's rectangles of these to FILE")
    made.add_argument("--record-fonts", action="store_true",
                      help="keep the font families that records name on the page; here they do not count")
    made.add_argument("--records", type=int, default=60, help="records of a feed; 60")
    made.add_argument("--cause", help="the only reason whose cells are shown, such as unknown")
    made.add_argument("--shown", type=int, default=20, help="differences that are shown; 20")
    add_programs(made)
    return made


def cases(arguments):
    """Markup with names: (name, what we lay out, its language, HTML for the page)."""
    if arguments.tables:
        return tables.cases(arguments.tables, arguments.seed)
    if arguments.floats:
        return floats.cases(arguments.floats, arguments.seed)
    shared = os.environ.get("CELLHEIGHTS_SHARED", os.path.join(arguments.root, "../shared"))
    path = os.path.join(shared, "corpora/commonmark/examples.ndjson")
    made = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            example = json.loads(line)
            text = pictures(example["html"])
            ours = example["markdown"] if arguments.markdown and text == example["html"] else text
            made.append((f"example {example['example']}", ours, "markdown" if ours != text else "html", text))
    if arguments.feeds:
        for name in sorted(os.listdir(arguments.feeds)):
            run = subprocess.run([arguments.binary, "records", os.path.join(arguments.feeds, name)],
                                 capture_output=True, text=True, check=False)
            for line in run.stdout.splitlines()[:arguments.records]:
                text = json.loads(line).get("content_html")
                if text:
                    made.append((f"{name} {json.loads(line)['id'][:40]}", pictures(text), "html", pictures(text)))
    return made


def ours(arguments, folder, found, sheet, monospace):
    """The height and the rectangles of each case at each width, and its error or caveats."""
    answers = {}
    for language in sorted({case[2] for case in found}):
        path = os.path.join(folder, "markup.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schema": "cellheights.template/1", "template": "markup", "sheet": sheet,
                       "card": {"style": {"display": "flow-root", "font": "16px Inter"}, "children": [
                           {"id": "body", "style": {"display": "flow-root"},
                            "markup": {"text": "{markup}", "language": language}}]}}, file)
        command = [arguments.binary, "layout", "--blocks", "--template", path, "--carry", "number",
                   "--font-family", f"monospace={monospace}"]
        for width in WIDTHS:
            command += ["--environment", f"{width}@1x/L/ltr/en/css"]
        lines = "".join(json.dumps({"id": str(number), "number": number, "markup": case[1]}) + "\n"
                        for number, case in enumerate(found) if case[2] == language)
        run = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
        if run.returncode not in (0, 1, 65):
            raise engine.EngineFailed(f"layout ended with {run.returncode}: {run.stderr.strip()[:600]}")
        for line in run.stdout.splitlines():
            cell = json.loads(line)
            if "eof" in cell:
                continue
            number = int(cell.get("number", cell.get("id", -1)))
            width = int(cell["environment"].split("@")[0])
            if "error" in cell or "code" in cell:
                answers[number, width] = (None, str(cell)[:200], [])
            else:
                blocks = [[b["name"], *b["frame"]] for b in cell["blocks"] if b["name"] in COMPARED]
                answers[number, width] = (cell["height"], blocks, cell.get("trust", []))
    return answers


# What markup has that this program does not lay out as a browser does.
REASONS = (
    ("grid or columns", re.compile(r"display:\s*(inline-)?grid|column-(count|width)", re.IGNORECASE)),
    ("form control", re.compile(r"<(textarea|select|button|input|meter|progress)\b", re.IGNORECASE)),
    ("ruby", re.compile(r"<ruby", re.IGNORECASE)),
    ("formula, picture or plug-in without a size", re.compile(r"<(math|svg|object|embed|audio|picture)\b", re.IGNORECASE)),
    ("table", re.compile(r"<table|display:\s*(inline-)?table", re.IGNORECASE)),
    ("font", re.compile(r"<font\b|font(-family)?\s*:", re.IGNORECASE)),
)


def reason(text, trust):
    """What may explain a difference."""
    for name, pattern in REASONS:
        if pattern.search(text):
            return name
    return "caveat" if trust else "unknown"


def differs(ours_, theirs):
    if ours_[0] is None or abs(ours_[0] - theirs[0]) > UNIT:
        return "height"
    mine, page = sorted(map(tuple, ours_[1])), sorted(map(tuple, theirs[1]))
    if [box[0] for box in mine] != [box[0] for box in page]:
        return "elements"
    most = max((abs(a - b) for x, y in zip(mine, page) for a, b in zip(x[1:], y[1:])), default=0)
    return None if most <= UNIT else "rounding" if most <= 5 * UNIT else "rectangles"


def write_fixture(arguments, found, families, monospace, folder):
    """Writes the markup and Chromium's rectangles at one width, as lines of JSON."""
    width = WIDTHS[1]
    page = frames(arguments.browser, [(case[3], width) for case in found], SHEETS["chat"], families, monospace, folder)
    with open(arguments.fixture, "w", encoding="utf-8") as file:
        for case, (height, boxes) in zip(found, page):
            line = {"html": case[3], "height": height, "boxes": boxes}
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(f"wrote {len(found)} cases at {width} px to {arguments.fixture}")
    return 0


def compare(arguments, folder):
    found = cases(arguments)
    monospace = subprocess.run(["fc-match", "-f", "%{family[0]}", "monospace"], capture_output=True, text=True,
                               check=True).stdout
    families = chromium.css(engine.families("Inter", engine.chain(arguments.root), "en"))
    if arguments.fixture:
        return write_fixture(arguments, found, families, monospace, folder)
    total, exact, wrong, bad, shown = 0, 0, 0, collections.Counter(), 0
    for name, sheet in SHEETS.items():
        answers = ours(arguments, folder, found, sheet, monospace)
        cells = [(case[3], width) for case in found for width in WIDTHS]
        page = frames(arguments.browser, cells, sheet, families, monospace, folder, arguments.record_fonts)
        for place, (number, width) in enumerate((n, w) for n in range(len(found)) for w in WIDTHS):
            total += 1
            mine = answers.get((number, width), (None, "no answer", []))
            cause = differs(mine, page[place])
            exact += not mine[2]
            wrong += bool(cause) and not mine[2]
            if cause:
                why = "rounding" if cause == "rounding" else reason(found[number][3], mine[2])
                bad[name, why] += 1
                if shown < arguments.shown and why == (arguments.cause or why):
                    shown += 1
                    print(f"{found[number][0]} {name} {width}: {cause} {mine[2]}\n  {found[number][3][:300]!r}\n"
                          f"  here     {mine[0]} {mine[1][:8]}\n  Chromium {page[place][0]} {page[place][1][:8]}")
        if name == "chat":
            control = frames(arguments.browser, cells[:300], sheet + "p{margin-block:9px}", families, monospace,
                             folder)
            changed = sum(a != b for a, b in zip(control, page))
    print(f"{exact} cells without caveats, {exact - wrong} of them equal")
    print(f"{total} cells, {total - sum(bad.values())} equal; {dict(bad)}; control: {changed} of 300 differ")
    return 0 if not bad and changed else 1


def main():
    return exit_code(parser(), compare, engine.EngineFailed)


if __name__ == "__main__":
    sys.exit(main())
