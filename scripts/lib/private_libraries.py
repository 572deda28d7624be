"""Copies the libraries of programs beside them, and makes that folder their only search path.

private_libraries.py LICENCES PROGRAM…: every library that a PROGRAM loads is copied, except those of
glibc, and the programs are changed in place. The licence of each library is copied to the folder
LICENCES, with the name of its Debian package; those of Swift have the toolchain's.
"""

import pathlib
import re
import shutil
import struct
import subprocess
import sys

ORIGIN = b"$ORIGIN"
# The C library must be that of the system, as its loader is.
GLIBC = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|anl|mvec))\.so(\..*)?")
DT_RPATH, DT_RUNPATH, PT_DYNAMIC = 15, 29, 2


def loaded(program):
    """The paths of the libraries that a program loads, by their names."""
    lines = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    missing = re.findall(r"(\S+) => not found", lines)
    if missing:
        sys.exit(f"{program} needs {', '.join(missing)}, which is not there")
    found = dict(re.findall(r"(\S+) => (/\S+)", lines))
    return {name: path for name, path in found.items() if not GLIBC.fullmatch(name)}


def search_here_alone(file):
    """Replaces the search path of a program, also for the libraries of its libraries.

    They have no path of their own. The path of a program is theirs too as RPATH, not as RUNPATH.
    """
    content = bytearray(file.read_bytes())
    table = subprocess.run(
        ["readelf", "--wide", "--dynamic", file], check=True, capture_output=True, text=True
    ).stdout
    found = re.search(r"\((?:RUNPATH|RPATH)\).*\[(.+)\]", table)
    if not found:
        sys.exit(f"{file} has no search path; it is not linked by SwiftPM")
    old = found[1].encode()
    if content.count(old + b"\0") != 1 or len(old) < len(ORIGIN):
        sys.exit(f"the search path {found[1]} of {file} cannot be replaced")
    place = content.index(old + b"\0")
    content[place : place + len(old)] = ORIGIN.ljust(len(old), b"\0")
    headers, size, count = struct.unpack_from("<Q14xHH", content, 32)
    for index in range(count):
        kind, offset, length = struct.unpack_from("<I4xQ16xQ", content, headers + index * size)
        if kind != PT_DYNAMIC:
            continue
        for entry in range(offset, offset + length, 16):
            if struct.unpack_from("<q", content, entry)[0] == DT_RUNPATH:
                struct.pack_into("<q", content, entry, DT_RPATH)
    file.write_bytes(content)


def owner(path):
    """The Debian package of a file; None if no package has it."""
    real = pathlib.Path(path).resolve()
    # Packages list files below /lib as they were before it became a link.
    for name in (real, pathlib.Path(str(real).removeprefix("/usr"))):
        done = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    return None


def licence(path):
    """The licence of a library, and what to call it."""
    package = owner(path)
    if package:
        return package, pathlib.Path("/usr/share/doc", package, "copyright")
    for folder in pathlib.Path(path).resolve().parents:
        text = folder / "share/swift/LICENSE.txt"
        if text.is_file():
            return "swift", text
    sys.exit(f"{path} belongs to no package and to no toolchain, so that its licence is unknown")


def main(licences, *programs):
    licences = pathlib.Path(licences)
    licences.mkdir(parents=True, exist_ok=True)
    for program in map(pathlib.Path, programs):
        for name, path in sorted(loaded(program).items()):
            copy = program.parent / name
            if copy.exists():
                continue
            shutil.copyfile(path, copy)
            copy.chmod(0o644)
            kept, text = licence(path)
            shutil.copyfile(text, licences / kept)
    for program in map(pathlib.Path, programs):
        search_here_alone(program)


if __name__ == "__main__":
    main(*sys.argv[1:])
