"""Prints violations of dependency rules: modules that reach forbidden ones, and extra packages.

Usage: reach.py DUMP SERVICE-DUMP: `swift package dump-package` of the package and of Service.
"""

import json
import sys

# Modules that read a finished generation.
READERS = ["Heights", "PublishedHeights", "CellHeightsClient", "HeightService", "cellheights-serve"]
ENGINE = {
    "Cassowary", "AutoLayout", "TextMeasurement", "BoxLayouts", "CSSBoxes", "XMLDocuments",
    "ImageHeaders", "FeedRecords", "TemplateDocuments", "InterfaceBuilder", "CellTemplates",
    "CellPictures", "Precomputation", "WebDemo", "CommandSettings", "Operations",
    "CHarfBuzz", "CICU", "CFontconfig", "CLibXML2",
}
# Libraries for Swift programs, which the command does not compile.
KIT = {"IncrementalSolver", "LayoutScenes", "LayoutNodes"}
# The packages that an app which depends on this package resolves.
PACKAGES = {"swift-argument-parser", "yams", "swift-subprocess", "swift-system"}


def dump(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    packages = [dump(path) for path in sys.argv[1:]]
    targets = {target["name"]: target for package in packages for target in package["targets"]}
    products = {
        product["name"]: product["targets"]
        for package in packages for product in package["products"]
    }

    def below(target):
        """The direct dependencies of a target."""
        for dependency in target["dependencies"]:
            name = next(iter(dependency.values()))[0]
            yield from [name] if name in targets else products.get(name, [])

    for target, forbidden in [(reader, ENGINE | KIT) for reader in READERS] + [("cellheights", KIT)]:
        if target not in targets:
            print(f"there is no target {target}")
            continue
        found, waiting = set(), [(target, target)]
        while waiting:
            name, way = waiting.pop()
            if name in found:
                continue
            found.add(name)
            if name in forbidden:
                print(f"{target} reaches {name}: {way}")
            waiting += [(next_, f"{way} > {next_}") for next_ in below(targets[name])]
    for dependency in packages[0]["dependencies"]:
        for entries in dependency.values():
            for entry in entries:
                if entry["identity"] not in PACKAGES:
                    print(f"the package depends on {entry['identity']}")


main()
