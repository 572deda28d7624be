"""Options of the program, from keyword arguments."""

from __future__ import annotations

import numbers
import os
from collections.abc import Iterable, Sequence
from typing import Optional, Union

Option = Union[str, "os.PathLike[str]", int, float, bool, None, Sequence[str]]
"""A value of an option: `True` for a flag, a sequence for an option that is repeated."""


def words(options: Iterable[tuple[str, Option]]) -> list[str]:
    """The command line of options, whose names have `_` for `-`.

    `None` and `False` leave an option out. Raises `TypeError` for a value that is none of an option.
    """
    line: list[str] = []
    for name, value in options:
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            line.append(flag)
        elif isinstance(value, (str, os.PathLike)):
            line += [flag, os.fspath(value)]
        elif isinstance(value, numbers.Integral):
            line += [flag, str(int(value))]
        elif isinstance(value, numbers.Real):
            line += [flag, repr(float(value))]
        elif isinstance(value, Iterable) and not isinstance(value, bytes):
            for one in value:
                if not isinstance(one, (str, os.PathLike)):
                    raise TypeError(f"{name} must have texts, not {one!r}")
                line += [flag, os.fspath(one)]
        else:
            raise TypeError(f"{name} cannot be {value!r}")
    return line


def refuse(options: Iterable[str], *own: str) -> None:
    """Raises `TypeError` for options that a function sets by itself or that print something else."""
    for name in options:
        if name in (*own, "help", "version"):
            raise TypeError(f"{name} is no option of this function")


def environment_words(environments: Union[str, Sequence[str]]) -> Optional[Sequence[str]]:
    """The environments as a list; `None` for those of the configuration or the default."""
    if isinstance(environments, str):
        return [environments]
    return list(environments) or None
