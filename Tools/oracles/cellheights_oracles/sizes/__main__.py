"""Heights of a feed in all size categories: those of records in a single font must rise."""
import argparse
import json
import os
import sys

from .chart import chart
from .heights import CATEGORIES, RULES, Failure, records

# Records that the table and the picture show: these shares of the way from the shortest single-font
# record to the longest, by words.
SHARES = (0, 0.25, 0.5, 0.75, 1)


def shown(found):
    """Records in a single font from few words to many."""
    single = sorted((r for r in found if r.is_single_font), key=lambda r: (r.words, r.id))
    return [single[round(share * (len(single) - 1))] for share in SHARES] if single else []


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rows(heads, lines):
    yield "| " + " | ".join(heads) + " |"
    yield "|---" + "|---:" * (len(heads) - 1) + "|"
    for line in lines:
        yield "| " + " | ".join(line) + " |"


def table(found):
    single = [r for r in found if r.is_single_font]
    yield from rows(
        ("Record", "Words", *CATEGORIES),
        ((r.id, str(r.words), *map(number, r.heights["uikit"])) for r in shown(found)))
    yield ""
    for rules in RULES:
        rising = sum(not r.falls(rules) for r in single)
        mixed = [r for r in found if not r.is_single_font]
        falling = [r for r in mixed if r.falls(rules)]
        yield (f"- `{rules}`: {rising} of {len(single)} records in a single font rise at every "
               f"step; of {len(mixed)} in several fonts {len(mixed) - len(falling)} do.")
        for record in falling:
            for low, high in record.falls(rules):
                at = CATEGORIES.index(low)
                before, after = record.heights[rules][at:at + 2]
                yield (f"  - {record.id} ({', '.join(sorted(record.fonts))}): {number(before)} at "
                       f"{low}, {number(after)} at {high}")


def document(found):
    return json.dumps({
        "schema": "cellheights.size-categories/1", "categories": CATEGORIES,
        "records": [{"id": r.id, "words": r.words, "fonts": sorted(r.fonts), "heights": r.heights}
                    for r in found]}, ensure_ascii=False)


def main():
    parser = argparse.ArgumentParser(
        prog="oracles size-categories", description="Looks heights up in all size categories and checks "
        "that those of records in a single font rise.")
    parser.add_argument("--root", default=".", help=argparse.SUPPRESS)
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--feed", help="a feed file; by default Feeds/demo.json")
    parser.add_argument("--template", help="a template that cuts no text; by default "
                        "Feeds/templates/unlimited.yaml")
    parser.add_argument("--width", type=float, default=390, help="width of the cells in points")
    parser.add_argument("--picture", help="the SVG file to write; by default "
                        "docs/pictures/size-categories.svg")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--binary", help="the program, in place of a release build")
    arguments = parser.parse_args()
    if arguments.parse_only:
        return 0
    inside = lambda *parts: os.path.join(arguments.root, *parts)
    try:
        found = records(
            arguments.binary, arguments.feed or inside("Feeds", "demo.json"),
            arguments.template or inside("Feeds", "templates", "unlimited.yaml"),
            number(arguments.width))
    except Failure as failure:
        print(f"oracles size-categories: {failure}", file=sys.stderr)
        return 70
    print(document(found) if arguments.format == "json" else "\n".join(table(found)))
    lines = [(f"{r.id}, {r.words} word{'s' if r.words > 1 else ''}", r.heights["uikit"])
             for r in shown(found)]
    if lines:
        picture = arguments.picture or inside("docs", "pictures", "size-categories.svg")
        title = f"Height in points by size category, width {number(arguments.width)}"
        with open(picture, "w", encoding="utf-8") as file:
            file.write("\n".join(chart(title, CATEGORIES, lines)) + "\n")
    single = [r for r in found if r.is_single_font]
    if not single:
        print("oracles size-categories: no record is in a single font", file=sys.stderr)
        return 1
    wrong = [(r, rules) for r in single for rules in RULES if r.falls(rules)]
    for record, rules in wrong:
        print(f"oracles size-categories: {record.id} does not rise in {rules}: {record.falls(rules)}",
              file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
