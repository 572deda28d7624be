"""What the executors do for `publish`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark import TaskContext

from cellheights import worker

from .chunks import Wanted
from .files import Copied, Folder

SCANNED = (
    "partition int, environment int, cells bigint, ranks array<bigint>, positions array<bigint>,"
    " repeated bigint"
)
FOUND = "partition int, environment int, rank bigint, position bigint"
WRITTEN = "part string, files bigint, bytes bigint, kept_files bigint, kept_bytes bigint"


def scan(batches: Iterable[Any]) -> Iterator[Any]:
    """Counts the listed cells of each environment of a sorted partition, and finds candidates.

    `repeated` is a position that two records have.
    Columns: environment, position, listed, candidate.
    """
    counts: dict[int, int] = {}
    ranks: dict[int, list[int]] = {}
    positions: dict[int, list[int]] = {}
    repeated: dict[int, int] = {}
    before = None
    for environment, position, listed, candidate in _rows(batches):
        if (environment, position) == before:
            repeated.setdefault(environment, position)
        before = (environment, position)
        rank = counts.setdefault(environment, 0)
        if listed:
            counts[environment] = rank + 1
            if candidate:
                ranks.setdefault(environment, []).append(rank)
                positions.setdefault(environment, []).append(position)
    keys = list(counts)
    yield pa.RecordBatch.from_arrays(
        [
            pa.array([_partition()] * len(keys), pa.int32()),
            pa.array(keys, pa.int32()),
            pa.array([counts[key] for key in keys], pa.int64()),
            pa.array([ranks.get(key, []) for key in keys], pa.list_(pa.int64())),
            pa.array([positions.get(key, []) for key in keys], pa.list_(pa.int64())),
            pa.array([repeated.get(key) for key in keys], pa.int64()),
        ],
        names=["partition", "environment", "cells", "ranks", "positions", "repeated"],
    )


@dataclass(frozen=True)
class Find:
    """Looks up the positions of cells by their ranks."""

    wanted: Sequence[Wanted]

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        here = _partition()
        wanted = {
            (cell.environment, cell.rank) for cell in self.wanted if cell.partition == here
        }
        found: list[tuple[int, int, int, int]] = []
        counts: dict[int, int] = {}
        for environment, position, listed, _ in _rows(batches if wanted else ()):
            if listed:
                rank = counts.get(environment, 0)
                counts[environment] = rank + 1
                if (environment, rank) in wanted:
                    found.append((here, environment, rank, position))
        kinds = [pa.int32(), pa.int32(), pa.int64(), pa.int64()]
        yield pa.RecordBatch.from_arrays(
            [pa.array([row[index] for row in found], kind) for index, kind in enumerate(kinds)],
            names=["partition", "environment", "rank", "position"],
        )


@dataclass(frozen=True)
class Write:
    """Writes the files of whole chunks, and returns the lines that describe the chunks.

    Columns: number of the chunk, line of the cell; sorted by chunk and position.
    """

    words: Sequence[str]
    """`cellheights publish`, without the folder."""
    options: Sequence[str]
    header: str
    lines: Sequence[str]
    path: str

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        batches = (batch for batch in batches if batch.num_rows)
        first = next(batches, None)
        if first is None:
            return
        with tempfile.TemporaryDirectory(prefix="cellheights-") as folder:
            words = [*self.words, folder, "--from-cells", "-", *self.options]
            output = worker.run(words, self._inputs(first, batches))
            parts = b"".join(output).decode("utf-8").splitlines()
            if not parts:
                raise worker.WorkerError("publish --from-cells described no chunk")
            copied = self._copy(folder)
        # The first row has the counts of the task.
        rest = [0] * (len(parts) - 1)
        counts = {
            "files": copied.files,
            "bytes": copied.bytes,
            "kept_files": copied.kept_files,
            "kept_bytes": copied.kept_bytes,
        }
        yield pa.RecordBatch.from_arrays(
            [
                pa.array(parts, pa.string()),
                *[pa.array([count, *rest], pa.int64()) for count in counts.values()],
            ],
            names=["part", *counts],
        )

    def _inputs(self, first: Any, others: Iterator[Any]) -> Iterator[worker.Lines]:
        yield worker.Lines(f"{self.header}\n".encode(), 0)
        last, count = -1, 0
        batch = first
        while batch is not None:
            numbers = batch.column(0).to_pylist()
            cells = batch.column(1).cast(pa.binary())
            start = 0
            while start < len(numbers):
                number, end = numbers[start], start + 1
                while end < len(numbers) and numbers[end] == number:
                    end += 1
                begin = b"" if number == last else self.lines[number].encode()
                text = b"\n".join([*cells.slice(start, end - start).to_pylist(), b""])
                yield worker.Lines(begin + text, int(number != last))
                count += end - start
                last, start = number, end
            batch = next(others, None)
        # Without the number of all cells, the program takes its input for truncated.
        yield worker.Lines(b'{"eof":%d}\n' % count, 0)

    def _copy(self, folder: str) -> Copied:
        target = Folder(self.path)
        copied = Copied()
        chunks = os.path.join(folder, "c")
        for name in sorted(os.listdir(chunks)) if os.path.isdir(chunks) else []:
            if name.endswith(".bin"):
                copied += target.copy(os.path.join(chunks, name), f"c/{name}")
        return copied


def _rows(batches: Iterable[Any]) -> Iterator[Any]:
    for batch in batches:
        yield from zip(*(column.to_pylist() for column in batch.columns))


def _partition() -> int:
    context = TaskContext.get()
    if context is None:
        raise RuntimeError("there is no task of Spark here")
    return context.partitionId()
