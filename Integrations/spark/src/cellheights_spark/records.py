"""Turns the rows of a DataFrame into lines of JSON, inside the JVM."""

from __future__ import annotations

from typing import Optional

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .lines import ADDED
from .options import POSITION

RECORD = "record"
"""The only column of the result."""

WHOLE = ("tinyint", "smallint", "int", "bigint")
"""Types of whole numbers."""


def record_lines(df: DataFrame, record: Optional[str], position: Optional[str]) -> DataFrame:
    """A DataFrame with one line of JSON a row. Every row has a line, also if it is no record."""
    _check_columns(df, record, position)
    if record is None:
        line = F.to_json(F.struct(*_members(df, position)))
    else:
        # Line ends separate records; between the tokens of a document they are white space.
        line = F.translate(F.col(_quoted(record)), "\n\r", "  ")
        if position is not None and position in df.columns:
            line = _with_position(line, F.col(_quoted(position)))
        # The text null is no record, so it is answered by an error.
        line = F.coalesce(line, F.lit("null"))
    return df.select(line.alias(RECORD))


def carried_member(df: DataFrame, record: Optional[str], position: Optional[str]) -> Optional[str]:
    """The member of the lines that has the position: an added one, or the records' own."""
    if position is None:
        return None
    return ADDED if record is None or position in df.columns else POSITION


def _check_columns(df: DataFrame, record: Optional[str], position: Optional[str]) -> None:
    columns = f"the columns are {', '.join(df.columns)}"
    if record is not None and record not in df.columns:
        raise ValueError(f"there is no column {record!r} for record=; {columns}")
    if position is None:
        return
    if record is not None and position == POSITION and position not in df.columns:
        return
    if position not in df.columns:
        raise ValueError(f"there is no column {position!r} for position=; {columns}")
    if record is None and position != ADDED and ADDED in df.columns:
        raise ValueError(
            f"the column {position!r} becomes the member {ADDED!r} of the records, and the"
            f" DataFrame has another column {ADDED!r}; rename or drop it"
        )
    kind = dict(df.dtypes)[position]
    if kind not in WHOLE and not (kind.startswith("decimal(") and kind.endswith(",0)")):
        raise ValueError(
            f"the column {position!r} for position= has the type {kind} and not whole numbers;"
            " cast it to bigint"
        )


def _members(df: DataFrame, position: Optional[str]) -> list[Column]:
    others = [F.col(_quoted(name)) for name in df.columns if name != position]
    if position is None:
        return others
    return [*others, F.col(_quoted(position)).cast("bigint").alias(ADDED)]


def _with_position(line: Column, position: Column) -> Column:
    """Adds the position as the first member of an object; other lines stay as they are."""
    number = F.coalesce(position.cast("bigint").cast("string"), F.lit("null"))
    empty = line.rlike(r"^\s*\{\s*\}\s*$")
    opened = F.concat(F.lit(f'{{"{ADDED}":'), number)
    rest = F.regexp_replace(line, r"^\s*\{", "")
    return (
        F.when(empty, F.concat(opened, F.lit("}")))
        .when(line.rlike(r"^\s*\{"), F.concat(opened, F.lit(","), rest))
        .otherwise(line)
    )


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
