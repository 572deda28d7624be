"""Compares or writes the column "Depends on" of the table of modules with the manifest.

Usage: module_table.py DUMP PAGE [--write]: DUMP is `swift package dump-package`. Without --write,
lines that differ are printed. The description of a module is written by hand.
"""

import json
import re
import sys


def rows(dump):
    """Folder, module and cell of dependencies, in the order of the manifest."""
    for target in dump["targets"]:
        path = target.get("path") or ""
        if target["type"] not in ("regular", "executable") or not path.startswith("Sources/"):
            continue
        names = [next(iter(entry.values()))[0] for entry in target["dependencies"]]
        yield path.split("/")[1], target["name"], ", ".join(names) or "nothing"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        wanted = list(rows(json.load(file)))
    page = sys.argv[2]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    known = {name: cell for _, name, cell in wanted}
    order = []

    def written(match):
        folder, name, purpose = match.group(1), match.group(2), match.group(3)
        if name not in known:
            print(f"{page}: there is no module {name}")
            return match.group()
        order.append((folder, name))
        return f"| {folder} | `{name}` | {purpose} | {known[name]} |"

    row = r"(?m)^\| (\w+) \| `(\w+)` \| (.*?) \|\s*([^|\n]*?)\s*\|$"
    result = re.sub(row, written, text)
    for folder, name, _ in wanted:
        if (folder, name) not in order:
            print(f"{page}: the row of {name}, in {folder}, is missing")
    if order != [entry[:2] for entry in wanted if entry[:2] in order]:
        print(f"{page}: the rows are not in the order of Package.swift")
    if result == text:
        return
    if "--write" in sys.argv:
        with open(page, "w", encoding="utf-8") as file:
            file.write(result)
    else:
        for old, new in zip(text.split("\n"), result.split("\n")):
            if old != new:
                print(f"{page}: expected {new}")


main()
