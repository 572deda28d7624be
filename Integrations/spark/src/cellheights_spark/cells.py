"""Parses lines of cells into the columns of the result."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

from cellheights.worker import WorkerError

from .lines import with_position, without_wrong_positions

_FRAMES = pa.list_(
    pa.struct(
        [
            ("view", pa.string()),
            ("x", pa.float64()),
            ("y", pa.float64()),
            ("width", pa.float64()),
            ("height", pa.float64()),
            ("lines", pa.int32()),
            ("truncated", pa.bool_()),
        ]
    )
)

# Member of a line, column, type in Arrow, type in Spark.
_FRAMES_DDL = (
    "array<struct<view:string,x:double,y:double,width:double,height:double,lines:int,"
    "truncated:boolean>>"
)
_COLUMNS: tuple[tuple[str, str, Any, str], ...] = (
    ("id", "id", pa.string(), "string"),
    ("version", "version", pa.string(), "string"),
    ("template", "template", pa.string(), "string"),
    ("environment", "environment", pa.string(), "string"),
    ("state", "state", pa.string(), "string"),
    ("trust", "trust", pa.list_(pa.string()), "array<string>"),
    ("height", "height", pa.float64(), "double"),
    ("exactHeight", "exact_height", pa.float64(), "double"),
    ("frames", "frames", _FRAMES, _FRAMES_DDL),
    ("code", "code", pa.string(), "string"),
    ("message", "message", pa.string(), "string"),
    ("position", "position", pa.int64(), "bigint"),
)
_STORED: tuple[tuple[str, str, Any, str], ...] = (
    ("cellHash", "cell_hash", pa.string(), "string"),
    ("fingerprint", "fingerprint", pa.string(), "string"),
    ("chunkEnd", "chunk_end", pa.bool_(), "boolean"),
)
CELL = "cell"
"""The column with the line itself."""


def ddl(store: bool) -> str:
    """The schema of the result, as Spark reads it."""
    columns = [f"{name} {spark}" for _, name, _, spark in _columns(store)]
    return ", ".join([*columns, f"{CELL} string"] if store else columns)


def parse(block: bytes, store: bool) -> list[Any]:
    """The record batches of a block of whole lines, each with its line end."""
    columns = _columns(store)
    block = with_position(block)
    try:
        table = _table(block, columns)
        least = pc.min(table.column("position")).as_py()
        wrong = least is not None and least < 0
    except pa.ArrowInvalid:
        wrong = True
    if wrong:
        block = without_wrong_positions(block)
        try:
            table = _table(block, columns)
        except pa.ArrowInvalid as error:
            raise WorkerError(f"the output is no line of cells: {error}") from error
    arrays = [table.column(member) for member, _, _, _ in columns]
    names = [name for _, name, _, _ in columns]
    if store:
        lines = pa.array(block[:-1].split(b"\n"), pa.string())
        if len(lines) != table.num_rows:
            raise WorkerError(f"{len(lines)} lines of output have {table.num_rows} objects")
        arrays[names.index("chunk_end")] = pc.fill_null(table.column("chunkEnd"), False)
        arrays.append(lines)
        names.append(CELL)
    return list(pa.table(arrays, names=names).combine_chunks().to_batches())


def _table(block: bytes, columns: tuple[tuple[str, str, Any, str], ...]) -> Any:
    return pyarrow.json.read_json(
        pa.BufferReader(block),
        # One block, so that no line is longer than it.
        read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(block) + 1),
        parse_options=pyarrow.json.ParseOptions(
            explicit_schema=pa.schema([(member, kind) for member, _, kind, _ in columns]),
            unexpected_field_behavior="ignore",
        ),
    )


def _columns(store: bool) -> tuple[tuple[str, str, Any, str], ...]:
    return (*_COLUMNS, *_STORED) if store else _COLUMNS
