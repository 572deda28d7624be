"""Finds the program, and becomes it."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
from typing import NoReturn

from .errors import CellHeightsError

_OWN = pathlib.Path(__file__).resolve().parent / "lib" / "cellheights"


def program() -> str:
    """The path of the program: the variable CELLHEIGHTS_COMMAND, that of the wheel, or on PATH.

    Raises `CellHeightsError` if there is none.
    """
    # The console script of this package would find itself.
    script = pathlib.Path(sys.argv[0]).resolve() if sys.argv and sys.argv[0] else None
    named = os.environ.get("CELLHEIGHTS_COMMAND")
    if named:
        named = shutil.which(named) or named
        if pathlib.Path(named).resolve() != script:
            return named
    if _OWN.is_file():
        return str(_OWN)
    found = shutil.which("cellheights")
    if found and pathlib.Path(found).resolve() != script:
        return found
    raise CellHeightsError(
        "the program cellheights is missing; install the wheel of this platform, or name the"
        " program by CELLHEIGHTS_COMMAND",
        exit_code=66,
    )


def main() -> NoReturn:
    """Becomes the program, with the arguments of this process."""
    try:
        path = program()
        os.execv(path, [path, *sys.argv[1:]])
    except CellHeightsError as error:
        print(f"cellheights: {error}", file=sys.stderr)
    except OSError as error:
        print(f"cellheights: {path}: {error.strerror}", file=sys.stderr)
    raise SystemExit(66)
