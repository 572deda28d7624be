"""Prints the test targets of modules, separated by commas, and then `text` if they measure text.

Usage: test_modules.py MODULE… with `swift package dump-package` on standard input.

Exit: 1 for a module without tests.
"""

import json
import sys


def main():
    targets = {target["name"]: target for target in json.load(sys.stdin)["targets"]}
    wanted = []
    for name in sys.argv[1:]:
        target = targets.get(name if name.endswith("Tests") else name + "Tests")
        if target is None or target["type"] != "test":
            known = sorted(name[:-5] for name in targets if targets[name]["type"] == "test")
            sys.exit(f"there are no tests of a module '{name}'; modules with tests: {', '.join(known)}")
        wanted.append(target["name"])
    reached, rest = set(), list(wanted)
    while rest:
        name = rest.pop()
        if name in reached or name not in targets:
            continue
        reached.add(name)
        rest += [next(iter(each.values()))[0] for each in targets[name]["dependencies"]]
    print(",".join(wanted), *["text"] * ("TextMeasurement" in reached))


if __name__ == "__main__":
    main()
