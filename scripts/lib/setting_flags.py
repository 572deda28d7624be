"""Lists option groups whose flags a command accepts and does not pass to its settings.

Usage: setting_flags.py FOLDER: the sources of the command. A group conforms to `SettingFlagGroup`; it
may be a member of another group.
"""

import pathlib
import re
import sys

STRUCT = re.compile(r"^struct (\w+): ([^{]*)\{", re.M)


def main():
    structs = {}
    for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.swift")):
        text = path.read_text()
        starts = list(STRUCT.finditer(text))
        for number, found in enumerate(starts):
            end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
            body = text[found.end():end]
            members = re.findall(r"@OptionGroup(?:\([^)]*\))? var (\w+): (\w+)", body)
            handed = set()
            for call in re.findall(r"configured\.settings\(([^()]*)\)", body):
                handed |= set(re.findall(r"[\w.]+", call))
            structs[found.group(1)] = (path, found.group(2), members, handed)
    groups = {name for name, (_, kinds, _, _) in structs.items() if "SettingFlagGroup" in kinds}

    def flags(name):
        for member, kind in structs[name][2]:
            if kind in groups:
                yield member
            if kind in structs:
                yield from (f"{member}.{inner}" for inner in flags(kind))

    for name, (path, _, members, handed) in structs.items():
        if any(kind == "ConfigurationOption" for _, kind in members):
            for group in flags(name):
                if group not in handed:
                    print(f"{path}: {name} does not pass '{group}' to its settings")


main()
