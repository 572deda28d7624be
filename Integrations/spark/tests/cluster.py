"""A session in local-cluster[2,1,1024] for tests; CELLHEIGHTS_COMMAND names the program."""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
FAKE = HERE.parents[1] / "python" / "tests" / "fake_worker.py"
REAL = os.environ.get("CELLHEIGHTS_COMMAND", "cellheights")


class SparkTests(unittest.TestCase):
    spark: SparkSession
    folder: pathlib.Path
    _temporary: tempfile.TemporaryDirectory[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = session()
        cls._temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls._temporary.name)

    @classmethod
    def tearDownClass(cls) -> None:
        cls._temporary.cleanup()

    def records(self, count: int, partitions: int = 2) -> DataFrame:
        numbers = self.spark.range(0, count, 1, partitions)
        return numbers.select(
            F.concat(F.lit("r"), "id").alias("id"), F.col("id").alias("seq"),
            F.lit("A title").alias("title"))

    def fake(self, way: str) -> str:
        """A worker that goes wrong in the given way; each writes its process id into a file."""
        path = self.folder / f"fake-{way}"
        pids = self.folder / f"pids-{way}"
        words = shlex.join([sys.executable, str(FAKE)])
        path.write_text(
            f'#!/bin/sh\ncase "$*" in *--check*) ;; *) echo $$ >>{shlex.quote(str(pids))};; esac\n'
            f"CELLHEIGHTS_FAKE={way} CELLHEIGHTS_MARKER={shlex.quote(str(self.folder / 'marker'))}"
            f' exec {words} "$@"\n')
        path.chmod(0o755)
        return str(path)

    def workers(self, way: str) -> list[int]:
        """Workers of `fake(way)` that still run."""
        found = []
        for line in (self.folder / f"pids-{way}").read_text().split():
            try:
                os.kill(int(line), 0)
                found.append(int(line))
            except ProcessLookupError:
                pass
        return found

    def started(self, way: str) -> int:
        return len((self.folder / f"pids-{way}").read_text().split())


def session() -> SparkSession:
    """The session of all tests; its executors are processes of their own."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    return (
        SparkSession.builder.master(os.environ.get("CELLHEIGHTS_MASTER", "local-cluster[2,1,1024]"))
        .appName("cellheights-spark tests")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.log.level", "OFF")
        .getOrCreate()
    )


def generated(path: pathlib.Path, count: int) -> pathlib.Path:
    """A generated feed whose records have positions."""
    words = [str(ROOT / "scripts" / "generate-feed"), "--records", str(count), "--seed", "44"]
    lines = subprocess.run(words, capture_output=True, check=True, text=True).stdout.splitlines()
    path.write_text("".join(
        f'{{"position":{number},{line[1:]}\n' for number, line in enumerate(lines)))
    return path


def files(folder: pathlib.Path) -> list[str]:
    return sorted(path.name for path in (folder / "c").iterdir())


def pointer(folder: pathlib.Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((folder / "current.json").read_text())
    return value


def manifest(folder: pathlib.Path) -> dict[str, Any]:
    """The manifest without its generation and number of shards."""
    data = gzip.decompress((folder / "m" / f"{pointer(folder)['manifest']}.json").read_bytes())
    value: dict[str, Any] = json.loads(data)
    return {name: each for name, each in value.items() if name not in ("generation", "shards")}
