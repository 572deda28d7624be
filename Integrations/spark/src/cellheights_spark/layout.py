"""Lays out the rows of a DataFrame with one process of `cellheights layout` per partition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Optional

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame

from cellheights import worker

from . import cells
from .lines import answered
from .options import LayoutOptions
from .records import carried_member, record_lines


def layout(
    df: DataFrame,
    *,
    template: Optional[str] = None,
    environments: Optional[Sequence[str]] = None,
    record: Optional[str] = None,
    position: Optional[str] = None,
    command: str = "cellheights",
    arguments: Sequence[str] = (),
    config: Optional[str] = None,
    clock: Optional[str] = None,
    time_zone: Optional[str] = None,
    system_font: Sequence[str] = (),
    store: bool = False,
) -> DataFrame:
    """Returns the cells of all records: one row per record, environment and state.

    The columns of `df` become the members of each record. With `record`, that column has the
    records as JSON instead. A row that is not a record, or whose cell fails, becomes a row with
    `code` and `message` and without a height.

    `position` names a column of whole numbers, which the result has as `position`; rows of Spark
    have no order. With `record`, `position="position"` may also be a member of the records. A
    position that is no whole number from 0 makes the cells of its record error rows.

    `store=True` adds what `publish` requires. The other options are those of `cellheights layout`;
    `arguments` are further words of its command line. Paths are those of the executors.

    Raises `ConfigurationError` if options, templates or fonts are wrong, before any job runs.
    """
    carried = carried_member(df, record, position)
    options = LayoutOptions(
        command, template, environments or (), config, clock, time_zone, system_font, arguments,
        store, [carried] if carried else [],
    )
    lines = record_lines(df, record, position)
    task = LayoutTask(options.words(), options.header(), store)
    return lines.mapInArrow(task, cells.ddl(store))


@dataclass(frozen=True)
class LayoutTask:
    """Lays out one partition, on an executor."""

    words: list[str]
    header: Optional[str]
    store: bool

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        batches = (batch for batch in batches if batch.num_rows)
        first = next(batches, None)
        if first is None:
            return
        inputs = map(_joined, chain([first], batches))
        output = worker.run(self.words, inputs, header=self.header)
        try:
            for block in output:
                yield from cells.parse(block, self.store)
        finally:
            output.close()


def _joined(batch: Any) -> worker.Lines:
    """The strings of a batch, each with a line end."""
    column = batch.column(0)
    count = len(column)
    text = column.cast(pa.binary())
    # The empty string at the end makes the last line end too.
    text = pa.concat_arrays([text, pa.array([b""], pa.binary())])
    whole = pa.ListArray.from_arrays(pa.array([0, count + 1], pa.int32()), text)
    lines = memoryview(pc.binary_join(whole, b"\n")[0].as_buffer())
    return worker.Lines(answered(lines), count)
