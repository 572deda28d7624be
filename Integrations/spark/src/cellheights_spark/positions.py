"""Numbers the rows of files in their order."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from .options import POSITION


def with_positions(df: DataFrame, name: str = POSITION) -> DataFrame:
    """Adds a column with the index of each row in all files, ordered by their paths.

    `df` must be what `spark.read` returns, or a selection of its rows. Its files are read twice,
    because a row's index depends on the number of rows in the files before it.
    """
    rows = df.select(
        "*",
        F.col("_metadata.file_path").alias("_path"),
        F.col("_metadata.file_block_start").alias("_start"),
        # Counts up within a partition, and a block of a file is in one partition.
        F.monotonically_increasing_id().alias("_row"),
    )
    blocks = rows.groupBy("_path", "_start").agg(
        F.min("_row").alias("_first"), F.count(F.lit(1)).alias("_rows"))
    before = Window.orderBy("_path", "_start").rowsBetween(Window.unboundedPreceding, -1)
    bases = blocks.select(
        "_path", "_start", "_first",
        F.coalesce(F.sum("_rows").over(before), F.lit(0)).alias("_before"))
    return rows.join(F.broadcast(bases), ["_path", "_start"]).select(
        *[F.col(f"`{each}`") for each in df.columns],
        (F.col("_before") + F.col("_row") - F.col("_first")).alias(name))
