"""Options of the program, from keyword arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Optional, Union

Option = Union[str, int, float, bool, None, Sequence[str]]
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
        elif isinstance(value, str):
            line += [flag, value]
        elif isinstance(value, (int, float)):
            line += [flag, repr(value)]
        else:
            for one in value:
                if not isinstance(one, str):
                    raise TypeError(f"{name} must have texts, not {one!r}")
                line += [flag, one]
    return line


def environment_words(environments: Union[str, Sequence[str]]) -> Optional[Sequence[str]]:
    """The environments as a list; `None` for those of the configuration or the default."""
    if isinstance(environments, str):
        return [environments]
    return list(environments) or None
