"""Prints what the command needs although it should not, from the package's description as JSON.

Standard input is `swift package dump-package` with CELLHEIGHTS_COMMAND_ALONE=1. The client's library
must not need the engine either, but is not in that description; so Package.swift is asked again.
"""

import json
import os
import subprocess
import sys

DELIVERY = {
    "CellHeightsClient", "HeightService", "cellheights-serve",
}
PACKAGES = {
    "hummingbird", "swift-http-types", "swift-log", "swift-nio",
    "swift-service-lifecycle",
}
ENGINE = {
    "Cassowary", "AutoLayout", "TextMeasurement", "XMLDocuments", "FeedRecords", "CellTemplates",
    "CellPictures", "Precomputation",
}


def needed(package, target):
    """All targets that a target depends on, itself included."""
    targets = {entry["name"]: entry for entry in package["targets"]}
    found, waiting = set(), [target]
    while waiting:
        name = waiting.pop()
        if name in found or name not in targets:
            continue
        found.add(name)
        for entry in targets[name]["dependencies"]:
            kind = next(iter(entry))
            if kind in ("byName", "target") and entry[kind][0]:
                waiting.append(entry[kind][0])
    return found


def main():
    text = sys.stdin.read()
    alone = json.loads(text[text.index("{"):])
    for dependency in alone["dependencies"]:
        for names in dependency.values():
            for entry in names:
                if entry["identity"] in PACKAGES:
                    print(f"the command alone needs the package {entry['identity']}")
    environment = {key: value for key, value in os.environ.items()
                   if key != "CELLHEIGHTS_COMMAND_ALONE"}
    output = subprocess.run(
        ["swift", "package", "dump-package"], env=environment, capture_output=True, text=True,
        check=True).stdout
    whole = json.loads(output)
    for package in alone, whole:
        for name in sorted(needed(package, "cellheights") & DELIVERY):
            print(f"cellheights depends on {name}")
    for name in sorted({entry["name"] for entry in alone["targets"]} & DELIVERY):
        print(f"{name} is a target of the command alone")
    for name in sorted(needed(whole, "CellHeightsClient") & ENGINE):
        print(f"CellHeightsClient depends on {name}")


main()
