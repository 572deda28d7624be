"""Decides where the chunks of a list end, from the few cells after which one may end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """The cells of one environment in one sorted partition."""

    partition: int
    environment: int
    cells: int
    """Number of listed cells: those that did not fail."""
    ranks: Sequence[int]
    """Ranks of the candidates, after which a chunk may end, among the listed cells of the part."""
    positions: Sequence[int]
    """The candidates' positions in the feed."""


@dataclass(frozen=True)
class Limits:
    """Sizes of chunks. A chunk that ends at a candidate has at least `minimum` cells."""

    minimum: int
    maximum: int


@dataclass(frozen=True)
class Ends:
    """The chunks of one environment. `ranks` has the number of cells up to each chunk's end."""

    ranks: Sequence[int]
    positions: Sequence[int]
    """The position of the last cell of every chunk but the last one, which takes the rest."""


def chunk_ends(candidates: Iterable[int], cells: int, limits: Limits) -> list[int]:
    """The number of cells up to each chunk's end; `candidates` are ranks in ascending order."""
    ends: list[int] = []
    start = 0

    def end(rank: int) -> None:
        nonlocal start
        ends.append(rank)
        start = rank

    for candidate in candidates:
        while candidate + 1 - start > limits.maximum:
            end(start + limits.maximum)
        if candidate + 1 - start >= min(limits.minimum, limits.maximum):
            end(candidate + 1)
    while cells - start > limits.maximum:
        end(start + limits.maximum)
    if start < cells or not ends:
        # A list of failed cells alone has one chunk without cells.
        end(cells)
    return ends


@dataclass(frozen=True)
class Wanted:
    """A cell whose position is still unknown: its rank in a part."""

    partition: int
    environment: int
    rank: int


@dataclass(frozen=True)
class Plan:
    """The ends of an environment, of which some positions may be missing."""

    ranks: Sequence[int]
    positions: dict[int, int]
    """Known positions of last cells, by the rank of the end."""
    wanted: dict[Wanted, int]
    """Cells to look up, with the rank of the end."""

    def completed(self, found: dict[Wanted, int]) -> Ends:
        """The ends, once the positions of the wanted cells were looked up."""
        known = dict(self.positions)
        for cell, rank in self.wanted.items():
            known[rank] = found[cell]
        return Ends(self.ranks, [known[rank] for rank in self.ranks[:-1]])


def plan(parts: Sequence[Part], limits: Limits) -> Plan:
    """Plans the chunks of one environment, whose parts are in the order of their partitions."""
    positions: dict[int, int] = {}
    starts: list[int] = []
    candidates: list[int] = []
    total = 0
    for part in parts:
        starts.append(total)
        for rank, position in zip(part.ranks, part.positions):
            candidates.append(total + rank)
            positions[total + rank + 1] = position
        total += part.cells
    # Cells that all failed have a chunk, but no cells have none.
    ranks = chunk_ends(candidates, total, limits) if parts else []
    wanted: dict[Wanted, int] = {}
    for end in ranks[:-1]:
        if end not in positions:
            # The last start that is at most the rank of the last cell, end - 1.
            index = bisect_left(starts, end) - 1
            part = parts[index]
            wanted[Wanted(part.partition, part.environment, end - 1 - starts[index])] = end
    return Plan(ranks, {end: positions[end] for end in ranks if end in positions}, wanted)


@dataclass(frozen=True)
class Numbering:
    """Numbers the chunks of all environments in one sequence."""

    environments: Sequence[Ends]

    def firsts(self) -> list[int]:
        """The number of each environment's first chunk, and last the number of all chunks."""
        numbers = [0]
        for ends in self.environments:
            numbers.append(numbers[-1] + len(ends.ranks))
        return numbers

    def lines(self) -> list[str]:
        """The line that begins each chunk: its number in its list and the cells before it."""
        return [
            f'{{"chunk":{index},"rank":{ends.ranks[index - 1] if index else 0}}}\n'
            for ends in self.environments
            for index in range(len(ends.ranks))
        ]


@dataclass(frozen=True)
class ChunkOf:
    """The number of a cell's chunk; runs on executors."""

    firsts: Sequence[int]
    positions: Sequence[Sequence[int]]

    def __call__(self, environment: int, position: int) -> int:
        return self.firsts[environment] + bisect_left(self.positions[environment], position)
