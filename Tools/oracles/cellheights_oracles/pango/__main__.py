"""Line counts, breaks and heights against Pango, by language.

Pango follows other rules at some places (break after / , spaces of the script's font), so agreement
is printed and not demanded. What has to be equal are the widths of single lines in Latin script,
which both take from HarfBuzz.
"""
import argparse
import sys

from . import engine, report
from .agreement import Agreement
from .layout import Layouter, PangoMissing
from .texts import Generator

SIZE = 16.0
WIDTHS = [280.0, 300.0, 320.0, 343.0, 360.0, 390.0, 414.0, 430.0, 460.0, 500.0]
# The declared chain; not the emoji font, which Pango would then take for digits and spaces too.
FAMILIES = ["Inter", "Noto Sans", "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew",
            "Noto Sans Devanagari", "Noto Sans Thai"]
JAPANESE = [family.replace("CJK SC", "CJK JP") for family in FAMILIES]
KOREAN = [family.replace("CJK SC", "CJK KR") for family in FAMILIES]
# Pango rounds each glyph to 1/1024 pixel, which adds up; so single lines are measured larger.
ENLARGED = 16


def is_latin(text):
    """Whether Inter alone serves the text, and it is one line of its letters."""
    return all(0x20 <= ord(c) <= 0x7E or c in "“”‘’–—…" for c in text.text)


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="oracles pango", description=__doc__)
    parser.add_argument("--texts", type=int, default=2000, metavar="N", help="about how many")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--format", choices=["table", "json"], default="table")
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--binary", help="the program, in place of a release build")
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    parsed = parser.parse_args(words)
    if parsed.texts < 1:
        parser.error("--texts is a number of texts from 1")
    return parsed


def compare(texts, binary):
    families = {"ja": JAPANESE, "ko": KOREAN}
    languages = [None, *families]
    layouters = {tag: Layouter(families.get(tag, FAMILIES), SIZE) for tag in languages}
    enlarged = {tag: Layouter(families.get(tag, FAMILIES), SIZE * ENLARGED) for tag in languages}
    cases = [(text, width) for text in texts for width in [None, *WIDTHS]]
    ours = iter(engine.measure(binary, SIZE, cases))
    agreement = Agreement()
    for text in texts:
        tag = text.language if text.language in families else None
        line = next(enlarged[tag].measure(text.text, text.language, [None]))
        agreement.add_line(text, next(ours).width, line.width / ENLARGED, is_latin(text))
        layouts = layouters[tag].measure(text.text, text.language, WIDTHS)
        for width, theirs in zip(WIDTHS, layouts):
            agreement.add(text, width, next(ours), theirs)
    return agreement, layouters[None].version


def main():
    options = arguments(sys.argv[1:])
    if options.parse_only:
        return 0
    texts = list(Generator(options.root, options.seed).texts(options.texts))
    try:
        agreement, version = compare(texts, options.binary)
    except (PangoMissing, engine.EngineFailed) as error:
        print(f"oracles pango: {error}", file=sys.stderr)
        return 70
    made = report.as_json if options.format == "json" else report.as_table
    print(made(agreement, version))
    if agreement.latin == 0:
        print("oracles pango: no Latin text was compared", file=sys.stderr)
        return 1
    return 1 if agreement.wide else 0


if __name__ == "__main__":
    sys.exit(main())
