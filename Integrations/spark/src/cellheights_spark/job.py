"""The job of `spark-submit`: lays out a feed, and writes or publishes its cells."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Optional

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from cellheights.worker import ConfigurationError, WorkerError

from .layout import layout
from .lines import ADDED
from .options import POSITION
from .positions import with_positions
from .publish import publish

USAGE, BAD_DATA, MISSING, INTERNAL, NOT_CREATED = 64, 65, 66, 70, 73

DESCRIPTION = """\
Lays out the records of a feed with Apache Spark. Writes the cells as Parquet (--output), publishes
them as files for web servers (--publish), or both."""

EPILOG = """\
exit codes: 0 done; 64 usage; 65 bad data; 66 a missing file; 70 the job failed; 73 the
output exists; 78 configuration. Nothing is published unless the code is 0."""


def parser() -> argparse.ArgumentParser:
    """The options of the job."""
    result = _Parser(
        prog="cellheights_spark", description=DESCRIPTION, epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = result.add_argument
    add("--input", required=True, metavar="PATH", help="the records: a path that Spark can read")
    add("--input-format", choices=["ndjson", "json", "parquet"],
        help="ndjson: lines of records as they are; json, parquet: columns become members"
             " (default: by the end of the path's name, otherwise ndjson)")
    add("--output", metavar="PATH", help="write the cells as Parquet; an existing path is an error")
    add("--publish", metavar="PATH", help="publish the cells to this folder or URI")
    add("--feed", metavar="NAME", help="the name of the feed; required by --publish")
    add("--generation", type=int, metavar="N",
        help="the number of the generation (default: one more than the published one)")
    add("--no-frames", action="store_true", help="publish heights without frames")
    add("--no-versions", action="store_true", help="publish without the versions of records")
    add("--config", metavar="FILE", help="cellheights.yaml, at the same path on every machine")
    add("--template", metavar="NAME", help="a template's name or path (default: post)")
    add("--environment", action="append", default=[], metavar="ENVIRONMENT",
        help="an environment to lay out for; may be repeated (default: 390)")
    add("--position", metavar="NAME",
        help="the column or member with the position of each record, a whole number from 0;"
             " with ndjson it must be 'position' (default for --publish: the order of the input,"
             " which changes the versions of records without one)")
    add("--clock", metavar="TIME", help="the current time for relative dates")
    add("--time-zone", metavar="ZONE", help="the time zone of formatted dates (default: UTC)")
    add("--system-font", action="append", default=[], metavar="FILE",
        help="a file of the font 'system'; may be repeated")
    add("--command", default="cellheights", metavar="PROGRAM",
        help="the program, on every machine (default: cellheights)")
    return result


def main(words: Optional[Sequence[str]] = None) -> int:
    """Runs the job and returns its exit code. Standard output has the report of a publication."""
    options = parser().parse_args(words)
    problem = _problem(options)
    if problem:
        return _failed(problem, USAGE)
    spark = SparkSession.builder.appName("cellheights").getOrCreate()
    try:
        _run(spark, options)
    except ConfigurationError as error:
        return _failed(str(error), error.code)
    except (ValueError, TypeError) as error:
        return _failed(str(error), BAD_DATA)
    except WorkerError as error:
        return _failed(str(error), INTERNAL)
    except Exception as error:  # noqa: B902 - py4j has no common class of Spark's errors
        return _failed(str(error), _code(error))
    finally:
        spark.stop()
    return 0


def _run(spark: SparkSession, options: argparse.Namespace) -> None:
    shared = {
        "template": options.template, "environments": options.environment or None,
        "config": options.config, "clock": options.clock, "time_zone": options.time_zone,
        "system_font": options.system_font, "command": options.command,
    }
    df, record = _read(spark, options)
    position = options.position
    _check_position(df, record, position)
    if options.publish and position is None:
        df, position = with_positions(df, ADDED), ADDED
    cells = layout(
        df, record=record, position=position, store=options.publish is not None, **shared)
    both = options.output is not None and options.publish is not None
    if both:
        cells = cells.persist()
    try:
        if options.output is not None:
            cells.drop("cell").write.parquet(options.output)
        if options.publish is not None:
            report = publish(
                cells, options.publish, feed=options.feed, generation=options.generation,
                frames=not options.no_frames, versions=not options.no_versions, **shared)
            print(json.dumps(report, sort_keys=True), flush=True)
    finally:
        if both:
            cells.unpersist()


def _read(spark: SparkSession, options: argparse.Namespace) -> tuple[DataFrame, Optional[str]]:
    """The records, and the column that has them as JSON."""
    form = options.input_format
    if form is None:
        form = "parquet" if options.input.rstrip("/").endswith(".parquet") else "ndjson"
    if form == "ndjson":
        return spark.read.text(options.input).where(F.col("value").rlike(r"\S")), "value"
    if form == "json":
        return spark.read.json(options.input), None
    return spark.read.parquet(options.input), None


def _check_position(df: DataFrame, record: Optional[str], position: Optional[str]) -> None:
    names = [POSITION] if record is not None else df.columns
    if position is not None and position not in names:
        columns = ", ".join(names)
        raise ConfigurationError(f"--position {position}: the records have {columns}", USAGE)


def _problem(options: argparse.Namespace) -> Optional[str]:
    if options.output is None and options.publish is None:
        return "nothing to do: pass --output PATH or --publish PATH"
    if options.publish is not None and not options.feed:
        return "--publish needs --feed NAME"
    if options.generation is not None and options.generation < 1:
        return "--generation must be a whole number from 1"
    return None


def _code(error: Exception) -> int:
    """The exit code of an error of Spark."""
    said = str(error)
    if "PATH_NOT_FOUND" in said:
        return MISSING
    return NOT_CREATED if "PATH_ALREADY_EXISTS" in said else INTERNAL


def _failed(message: str, code: int) -> int:
    print(f"cellheights_spark: {message}", file=sys.stderr, flush=True)
    return code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        self.exit(USAGE, f"{self.prog}: {message}; see --help\n")
