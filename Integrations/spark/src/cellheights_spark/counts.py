"""Finds cells that make no publication, from counts alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Counted:
    """The rows of one environment."""

    environment: Optional[str]
    """Nothing for rows that are no record."""
    cells: int
    failed: int = 0
    lost: int = 0
    """Cells without a position."""
    example: Optional[str] = None
    """The id of a record whose cell has no position."""


@dataclass(frozen=True)
class Failed:
    """Records and cells that are in no list."""

    records: int
    cells: int


def checked(counted: Sequence[Counted], environments: Sequence[str]) -> Failed:
    """The failures among the cells of a feed.

    Raises `ValueError` if a row has no place in a list, or if the environments of the options have
    different numbers of cells or none: every record has a cell in every environment.
    """
    found = {each.environment: each for each in counted}
    others = sorted(key for key in found if key is not None and key not in environments)
    if others:
        raise ValueError(
            f"the cells have the environment {others[0]}, and the options have"
            f" {', '.join(environments)}; pass the options of layout to publish too"
        )
    known = [found.get(key, Counted(key, 0)) for key in environments]
    most = max(known, key=lambda each: each.cells)
    records = found.get(None, Counted(None, 0)).cells
    if most.cells == 0:
        raise ValueError(f"the feed has no records{_and_errors(records)}; nothing is published")
    for each in known:
        if each.cells != most.cells:
            raise ValueError(
                f"the environment {each.environment} has {each.cells} cells, and"
                f" {most.environment} has {most.cells}; pass the options of layout to publish too,"
                " and all of its rows"
            )
    lost = sum(each.lost for each in known)
    if lost:
        example = next(each.example for each in known if each.lost)
        raise ValueError(
            f"{lost} cells have no position, among them one of the record {example!r}; pass"
            " position= to layout, and give every record a whole number from 0"
        )
    check_listed([each.cells - each.failed for each in known], environments)
    return Failed(records, sum(each.failed for each in known))


def check_listed(listed: Sequence[int], environments: Sequence[str]) -> None:
    """Raises `ValueError` if no cell of an environment could be laid out."""
    for number, environment in zip(listed, environments):
        if number == 0:
            raise ValueError(
                f"no cell of the environment {environment} could be laid out; nothing is published"
            )


def check_repeated(positions: Sequence[Optional[int]]) -> None:
    """Raises `ValueError` for the positions that two records have."""
    repeated = sorted(each for each in positions if each is not None)
    if repeated:
        raise ValueError(
            f"two records have the position {repeated[0]}; every record needs its own"
        )


def next_generation(pointer: Optional[bytes], path: str, wanted: Optional[int]) -> int:
    """The number of a generation: the wanted one, or one more than that of the pointer."""
    if wanted is not None:
        if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 1:
            raise ValueError(f"generation must be a whole number from 1, not {wanted!r}")
        return wanted
    if pointer is None:
        return 1
    try:
        number = json.loads(pointer)["generation"]
    except (ValueError, KeyError, TypeError, RecursionError):
        number = None
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise ValueError(f"the pointer {path}/current.json cannot be read; pass generation=")
    return number + 1


def _and_errors(records: int) -> str:
    return f" besides {records} errors" if records else ""
