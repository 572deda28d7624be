"""Queries of scripts/docs to the manifest and the symbol graphs.

libraries                      prints the library products of the dump on standard input that have a page
undocumented FOLDER LIBRARY…   fails when a public declaration in a library's symbol graph has no
                               documentation, and lists those
"""
import json
import pathlib
import sys


def libraries():
    package = json.load(sys.stdin)
    # C libraries, and targets that only this project's tests share, have no page.
    shown = {
        target["name"] for target in package["targets"]
        if target["type"] == "regular" and not (target.get("path") or "").startswith("Tests/")
    }
    for product in package["products"]:
        if "library" in product["type"] and shown.issuperset(product["targets"]):
            print(product["name"])


def undocumented(folder, names):
    code = 0
    for name in names:
        graph = next(pathlib.Path(folder).glob(f"*/{name}/{name}.symbols.json"))
        for symbol in json.loads(graph.read_text())["symbols"]:
            # Members that a type has from the standard library's protocols are synthesized.
            written = "::SYNTHESIZED::" not in symbol["identifier"]["precise"]
            if written and "docComment" not in symbol:
                declaration = ".".join([name, *symbol["pathComponents"]])
                print(f"{declaration} has no documentation", file=sys.stderr)
                code = 1
    return code


if sys.argv[1] == "libraries":
    libraries()
else:
    sys.exit(undocumented(sys.argv[2], sys.argv[3:]))
