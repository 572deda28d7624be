"""Numbers of rows, and the job; CELLHEIGHTS_COMMAND names the program."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import unittest

from cellheights_spark.positions import with_positions
from pyspark.sql import functions as F

from tests.cluster import REAL, SparkTests, files, generated, pointer


class Positions(SparkTests):
    def test_rows_are_numbered_in_the_order_of_files_and_lines(self) -> None:
        feeds = self.folder / "feeds"
        feeds.mkdir()
        lines = [f"line {number}" for number in range(5_000)]
        # The largest file is read first.
        for name, some in (("a", lines[:100]), ("b", lines[100:4_000]), ("c", lines[4_000:])):
            (feeds / f"{name}.txt").write_text("".join(f"{line}\n" for line in some))
        size = "spark.sql.files.maxPartitionBytes"
        self.spark.conf.set(size, "10000")
        try:
            df = with_positions(self.spark.read.text(str(feeds)))
            self.assertGreater(df.select(F.spark_partition_id()).distinct().count(), 3)
            rows = df.orderBy("position").collect()
        finally:
            self.spark.conf.unset(size)
        self.assertEqual([row["position"] for row in rows], list(range(5_000)))
        self.assertEqual([row["value"] for row in rows], lines)


class Job(SparkTests):
    """The job in a session of its own, in local mode."""

    def run_job(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cellheights_spark", *words, "--command", REAL],
            capture_output=True, text=True, check=False,
            env={**os.environ, "PYSPARK_SUBMIT_ARGS": (
                "--master local[2] --conf spark.ui.enabled=false --conf spark.log.level=OFF"
                " pyspark-shell")})

    def test_a_feed_is_written_as_parquet(self) -> None:
        feed = generated(self.folder / "job.ndjson", 100)
        output = str(self.folder / "job.parquet")
        words = ["--environment", "320", "--environment", "390", "--position", "position"]
        done = self.run_job("--input", str(feed), "--output", output, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        cells = self.spark.read.parquet(output)
        self.assertEqual(cells.count(), 200)
        self.assertEqual(cells.where("height > 0 and position >= 0").count(), 200)

    def test_exit_codes_are_those_of_the_program(self) -> None:
        feed = str(generated(self.folder / "codes.ndjson", 10))
        output = ["--output", str(self.folder / "codes.parquet")]
        twice = str(self.folder / "twice.ndjson")
        pathlib.Path(twice).write_text('{"id":"a","position":1}\n{"id":"b","position":1}\n')
        for code, words in (
            (64, ["--input", feed]),
            (64, ["--input", feed, "--publish", "x"]),
            (64, ["--input", feed, "--publish", "x", "--feed", "home", "--generation", "0"]),
            (64, ["--input", feed, *output, "--position", "no_such_member"]),
            (64, ["--input", feed, "--input-format", "json", *output, "--position", "no_such"]),
            (65, ["--input", twice, "--publish", "x", "--feed", "home", "--position", "position"]),
            (64, ["--input", feed, *output, "--environment", "390@nonsense"]),
            (66, ["--input", feed, *output, "--template", "no-such-template.yaml"]),
            (66, ["--input", f"{feed}.missing", *output]),
            (73, ["--input", feed, "--output", str(self.folder)]),
            (78, ["--input", feed, *output, "--system-font", "no-such-font.ttf"]),
        ):
            done = self.run_job(*words)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn("cellheights_spark: ", done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_a_feed_is_published_in_the_order_of_its_lines(self) -> None:
        lines = generated(self.folder / "numbered.ndjson", 100).read_text().splitlines()
        feed = self.folder / "order.ndjson"
        # Members of records that do not count.
        plain = [{**json.loads(line), "position": "top", "version": "1"} for line in lines]
        feed.write_text("".join(json.dumps(each) + "\n\t\n" for each in plain))
        done = self.run_job(
            "--input", str(feed), "--publish", str(self.folder / "order"), "--feed", "home")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual([report["cells"], report["failedRecords"]], [100, 0])
        # Columns are numbered too, whatever their names are.
        done = self.run_job(
            "--input", str(feed), "--input-format", "json", "--publish",
            str(self.folder / "columns"), "--feed", "home")
        self.assertEqual(done.returncode, 0, done.stderr)
        store = self.folder / "order.sqlite"
        for words in (
            ["build", feed, "--feed", "home", "--store", store],
            ["publish", self.folder / "built", "--store", store],
        ):
            subprocess.run([REAL, *map(str, words)], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(files(self.folder / "order"), files(self.folder / "built"))
        one, other = pointer(self.folder / "order"), pointer(self.folder / "built")
        self.assertEqual(one["listDigest"], other["listDigest"])
        self.assertEqual(pointer(self.folder / "columns")["listDigest"], one["listDigest"])


if __name__ == "__main__":
    unittest.main()
