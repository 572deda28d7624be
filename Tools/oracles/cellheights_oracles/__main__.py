"""Tells scripts/oracles which oracles there are and what they need.

Usage: list                      the oracles, one a line
       needs NAME [ARGUMENTS…]   the module of one and the keys of what it needs, one a line
       missing                   the pinned requirements that are not installed, one a line

Exit: 0, 64 for an unknown name.
"""
import importlib.metadata
import pathlib
import sys
import tomllib

from .catalog import NEEDS, ORACLES, find


def missing():
    """Requirements of pyproject.toml that are not installed in the version that it names."""
    manifest = pathlib.Path(__file__).parents[1] / "pyproject.toml"
    for requirement in tomllib.loads(manifest.read_text())["project"]["dependencies"]:
        name, version = requirement.split("==")
        try:
            if importlib.metadata.version(name) == version:
                continue
        except importlib.metadata.PackageNotFoundError:
            pass
        yield requirement


def main(words):
    if words[:1] == ["list"]:
        for oracle in ORACLES:
            needs = ", ".join(NEEDS[need] for need in oracle.needs if need != "cellheights")
            print(f"{oracle.name:18} {oracle.about}" + (f"; needs {needs}" if needs else ""))
    elif words[:1] == ["needs"] and len(words) > 1:
        oracle = find(words[1])
        if oracle is None:
            print(f"oracles: no oracle '{words[1]}'; known are "
                  + ", ".join(oracle.name for oracle in ORACLES), file=sys.stderr)
            return 64
        print(oracle.module, *oracle.needs_for(words[2:]), sep="\n")
    elif words == ["missing"]:
        for requirement in missing():
            print(requirement)
    else:
        print(__doc__, file=sys.stderr)
        return 64
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
