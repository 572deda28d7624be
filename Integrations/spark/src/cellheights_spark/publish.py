"""Writes the published form of cells: executors write the chunks, the driver the pointer."""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Sequence
from typing import Any, Optional

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from cellheights import worker

from . import tasks
from .chunks import ChunkOf, Limits, Numbering, Part, Plan, Wanted, plan
from .counts import Counted, Failed, check_listed, check_repeated, checked, next_generation
from .files import Copied, Folder, absolute
from .options import LayoutOptions

SORTED_CELLS = 262_144
"""Cells of a task that finds the ends of chunks."""

WRITTEN_CELLS = 32_768
"""Cells of a task that writes chunks; also about the number that one temporary folder has."""

REQUIRED = ("id", "environment", "position", "code", "cell", "chunk_end")


def publish(
    df: DataFrame,
    path: str,
    *,
    feed: str,
    generation: Optional[int] = None,
    frames: bool = True,
    versions: bool = True,
    command: str = "cellheights",
    template: Optional[str] = None,
    environments: Optional[Sequence[str]] = None,
    config: Optional[str] = None,
    clock: Optional[str] = None,
    time_zone: Optional[str] = None,
    system_font: Sequence[str] = (),
    arguments: Sequence[str] = (),
) -> dict[str, Any]:
    """Publishes the cells of one feed to a folder, and returns the report of `publish`.

    `df` is a result of `layout(…, store=True, position=…)`; the options must be those of that call.
    `path` is a folder or a URI that all executors can write. Files with equal content are kept.

    If several records have one id, the one with the smallest position is published. `generation` is
    by default one more than that of the folder's pointer, or 1.

    The report also has `duplicates` (records that were left out), `failedRecords` (rows without an
    environment) and `failedCells`. `written` and `kept` count the files of the folder.

    Raises `ValueError`, before anything is written, if there is no record, if no cell of an
    environment could be laid out, or if environments have different numbers of cells.
    Every failure leaves the pointer, `current.json`, as it was.
    """
    missing = [name for name in REQUIRED if name not in df.columns]
    if missing:
        raise ValueError(
            f"the DataFrame has no column {missing[0]!r}; publish needs the result of"
            " layout(…, store=True, position=…)"
        )
    options = LayoutOptions(
        command, template, environments or (), config, clock, time_zone, system_font, arguments,
        store=True,
    )
    header = options.header()
    if not header:
        raise worker.WorkerError(f"{command} layout --check --cells store printed no header")
    columns = (("--no-frames", frames), ("--no-versions", versions))
    less = [word for word, kept in columns if not kept]
    folder = Folder(absolute(path))
    pointer = folder.read("current.json") if generation is None else None
    number = next_generation(pointer, folder.path, generation)
    publication = _Publication(header, [command, "publish"], less, folder, config)
    return publication.run(df, feed, number)


class _Publication:
    """One run of `publish`. DataFrames that it persists are released at its end."""

    def __init__(
        self, header: str, words: list[str], options: list[str], folder: Folder,
        config: Optional[str],
    ) -> None:
        self._header = header
        self._words = words
        self._options = options
        self._folder = folder
        self._config = [] if config is None else ["--config", config]
        parsed = json.loads(header)
        self._environments: list[str] = [each["key"] for each in parsed["environments"]]
        chunks = parsed.get("chunks")
        if chunks is None:
            raise worker.WorkerError(f"{words[0]} is too old: its header has no limits of chunks")
        self._limits = Limits(int(chunks["minimum"]), int(chunks["maximum"]))
        self._persisted: list[DataFrame] = []

    def run(self, df: DataFrame, feed: str, generation: int) -> dict[str, Any]:
        try:
            cells = self._kept(self._numbered(df))
            failed = self._failed(cells)
            listed, dropped = self._without_duplicates(cells)
            numbering, total = self._numbering(listed)
            parts, copied = self._written(listed, numbering, total)
            # The program refuses parts if they are not as many as this.
            end = f'{{"eof":{numbering.firsts()[-1]}}}'
            report = self._finished([*parts, end], feed, generation)
        finally:
            for each in self._persisted:
                each.unpersist()
        return {
            **report,
            "written": {
                "files": copied.files + report["written"]["files"],
                "bytes": copied.bytes + report["written"]["bytes"],
            },
            "kept": {"files": copied.kept_files, "bytes": copied.kept_bytes},
            "duplicates": dropped,
            "failedRecords": failed.records,
            "failedCells": failed.cells,
        }

    def _kept(self, df: DataFrame) -> DataFrame:
        self._persisted.append(df.persist())
        return df

    def _numbered(self, df: DataFrame) -> DataFrame:
        """The columns that publishing needs, with the environment's number in the header."""
        numbers = F.create_map(
            *[F.lit(each) for pair in enumerate(self._environments) for each in reversed(pair)]
        )
        return df.select(
            "id",
            F.col("environment").alias("key"),
            numbers[F.col("environment")].cast("int").alias("environment"),
            "position",
            F.col("code").isNull().alias("listed"),
            F.col("chunk_end").alias("candidate"),
            "cell",
        )

    def _failed(self, cells: DataFrame) -> Failed:
        """Counts failures, and refuses cells that make no publication."""
        lost = F.col("position").isNull()
        rows = cells.groupBy("key").agg(
            F.count(F.lit(1)).alias("cells"),
            F.count(F.when(~F.col("listed"), 1)).alias("failed"),
            F.count(F.when(lost, 1)).alias("lost"),
            F.min(F.when(lost, F.col("id"))).alias("example"),
        ).collect()
        return checked([Counted(*row) for row in rows], self._environments)

    def _without_duplicates(self, cells: DataFrame) -> tuple[DataFrame, int]:
        """The cells of the first record of each id, and the number of other records."""
        listed = cells.where(F.col("environment").isNotNull())
        # Every record has a row in every environment, so one environment has all ids.
        repeated = self._kept(
            listed.where(F.col("environment") == 0)
            .groupBy("id")
            .agg(F.min("position").alias("first"), F.count(F.lit(1)).alias("times"))
            .where(F.col("times") > 1)
        )
        row = repeated.agg(F.sum(F.col("times") - 1).alias("dropped")).first()
        dropped = int(row["dropped"] or 0) if row is not None else 0
        if dropped == 0:
            return listed, 0
        kept = listed.join(repeated.select("id", "first"), "id", "left").where(
            F.col("first").isNull() | (F.col("position") == F.col("first"))
        )
        return kept, dropped

    def _numbering(self, listed: DataFrame) -> tuple[Numbering, int]:
        """The chunks of all environments, and the number of all cells."""
        thin = listed.select("environment", "position", "listed", "candidate")
        total = thin.count()
        ordered = self._kept(
            thin.repartitionByRange(_tasks(total, SORTED_CELLS), "environment", "position")
            .sortWithinPartitions("environment", "position")
        )
        rows = ordered.mapInArrow(tasks.scan, tasks.SCANNED).collect()
        parts = [
            Part(row["partition"], row["environment"], row["cells"], row["ranks"], row["positions"])
            for row in sorted(rows, key=lambda row: int(row["partition"]))
        ]
        check_repeated([row["repeated"] for row in rows])
        # Those of the records that are left after repeated ids.
        check_listed(
            [
                sum(part.cells for part in parts if part.environment == number)
                for number in range(len(self._environments))
            ],
            self._environments,
        )
        plans = [
            plan([part for part in parts if part.environment == number], self._limits)
            for number in range(len(self._environments))
        ]
        found = self._found(ordered, plans)
        return Numbering([each.completed(found) for each in plans]), total

    def _found(self, ordered: DataFrame, plans: Sequence[Plan]) -> dict[Wanted, int]:
        """Positions of the few cells that end a chunk because of its size."""
        wanted = [cell for each in plans for cell in each.wanted]
        if not wanted:
            return {}
        rows = ordered.mapInArrow(tasks.Find(wanted), tasks.FOUND).collect()
        return {
            Wanted(row["partition"], row["environment"], row["rank"]): row["position"]
            for row in rows
        }

    def _written(
        self, listed: DataFrame, numbering: Numbering, total: int
    ) -> tuple[list[str], Copied]:
        """Writes and copies the chunks; their lines."""
        number = F.udf(
            ChunkOf(numbering.firsts(), [ends.positions for ends in numbering.environments]),
            "bigint",
            useArrow=False,
        )
        rows = (
            listed.select(number("environment", "position").alias("number"), "position", "cell")
            .repartitionByRange(_tasks(total, WRITTEN_CELLS), "number")
            .sortWithinPartitions("number", "position")
            .select("number", "cell")
            .mapInArrow(
                tasks.Write(
                    self._words, self._options, self._header, numbering.lines(), self._folder.path
                ),
                tasks.WRITTEN,
            )
            .collect()
        )
        counts = ("files", "bytes", "kept_files", "kept_bytes")
        copied = sum((Copied(*[row[name] for name in counts]) for row in rows), Copied())
        return [row["part"] for row in rows], copied

    def _finished(self, lines: list[str], feed: str, generation: int) -> dict[str, Any]:
        """Writes the manifest, then the pointer."""
        with tempfile.TemporaryDirectory(prefix="cellheights-") as folder:
            words = [
                *self._words, folder, "--from-parts", "-", "--feed", feed,
                "--generation", str(generation), "--format", "json", *self._config,
            ]
            data = "".join(f"{line}\n" for line in [self._header, *lines])
            report: dict[str, Any] = json.loads(worker.ask(words, data.encode("utf-8")))
            manifests = os.path.join(folder, "m")
            for name in os.listdir(manifests):
                self._folder.copy(os.path.join(manifests, name), f"m/{name}")
            self._folder.synchronize(["c", "m"])
            self._folder.copy(os.path.join(folder, "current.json"), "current.json")
            self._folder.synchronize([""])
        return {**report, "folder": self._folder.path}


def _tasks(cells: int, each: int) -> int:
    return max(1, math.ceil(cells / each))
