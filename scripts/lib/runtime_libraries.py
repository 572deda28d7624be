"""Copies the Swift libraries of a program beside it, and makes that its only search path.

runtime_libraries.py PROGRAM LIBRARIES: PROGRAM is changed in place; $ORIGIN replaces its
search path in the same bytes. LIBRARIES is the toolchain's folder of libraries.
"""

import pathlib
import re
import shutil
import subprocess
import sys

ORIGIN = b"$ORIGIN"


def dynamic(file):
    return subprocess.run(
        ["readelf", "--wide", "--dynamic", file], check=True, capture_output=True, text=True
    ).stdout


def needed(file):
    return re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic(file))


def search_here_alone(file):
    """Replaces the search path in the table of strings."""
    found = re.search(r"\((?:RUNPATH|RPATH)\).*\[(.+)\]", dynamic(file))
    if not found:
        sys.exit(f"{file} has no search path; it is not linked by SwiftPM")
    old = found[1].encode()
    content = file.read_bytes()
    if content.count(old + b"\0") != 1 or len(old) < len(ORIGIN):
        sys.exit(f"the search path {found[1]} of {file} cannot be replaced")
    file.write_bytes(content.replace(old + b"\0", ORIGIN.ljust(len(old), b"\0") + b"\0"))


def main(program, libraries):
    program = pathlib.Path(program)
    waiting, seen = [program], set()
    while waiting:
        for name in needed(waiting.pop()):
            source = pathlib.Path(libraries) / name
            if name in seen or not source.is_file():
                continue
            seen.add(name)
            copy = program.parent / name
            shutil.copyfile(source, copy)
            copy.chmod(0o644)
            waiting.append(copy)
    search_here_alone(program)
    print(*sorted(seen), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
