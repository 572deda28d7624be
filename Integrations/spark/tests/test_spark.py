"""Layout and publishing in local-cluster[2,1,1024]; CELLHEIGHTS_COMMAND names the program."""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any

from cellheights_spark import ConfigurationError, layout, publish
from cellheights_spark.positions import with_positions
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
FAKE = HERE / "fake_worker.py"
REAL = os.environ.get("CELLHEIGHTS_COMMAND", "cellheights")
ENVIRONMENTS = ["320", "390", "430@2x/XL"]
SOME = 3_000


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


class Failures(SparkTests):
    def assert_fails(self, way: str, words: str) -> None:
        output = self.folder / f"{way}.parquet"
        with self.assertRaisesRegex(Exception, words):
            layout(self.records(1_000), command=self.fake(way)).write.parquet(str(output))
        self.assertFalse((output / "_SUCCESS").exists())
        self.assertEqual(list(output.glob("*.parquet")), [])
        self.assertGreaterEqual(self.started(way), 4, "Spark repeats the task")

    def test_a_killed_worker_fails_the_job(self) -> None:
        self.assert_fails("killed", "signal SIGKILL")

    def test_an_early_end_fails_the_job(self) -> None:
        self.assert_fails("early", "exit code 0, read 10 of 500 lines")

    def test_a_wrong_exit_fails_the_job(self) -> None:
        self.assert_fails("exit", "exit code 3 after a complete output")

    def test_half_a_line_fails_the_job(self) -> None:
        self.assert_fails("half", "incomplete")

    def test_the_end_of_3_megabytes_of_errors_is_shown(self) -> None:
        self.assert_fails("stderr-exit", "noise the end")

    def test_3_megabytes_of_errors_alone_do_no_harm(self) -> None:
        self.assertEqual(layout(self.records(1_000), command=self.fake("stderr")).count(), 1_000)

    def test_a_task_that_failed_once_is_repeated_and_no_row_comes_twice(self) -> None:
        cells = layout(self.records(1_000), command=self.fake("once")).select("id").collect()
        self.assertEqual(sorted(row["id"] for row in cells), sorted(f"r{n}" for n in range(1_000)))
        self.assertEqual(self.started("once"), 3)

    def test_a_limit_leaves_no_worker(self) -> None:
        cells = layout(self.records(200_000), command=self.fake("limit")).limit(5).collect()
        self.assertEqual(len(cells), 5)
        deadline = time.monotonic() + 20
        while self.workers("limit") and time.monotonic() < deadline:
            time.sleep(0.2)
        self.assertEqual(self.workers("limit"), [])

    def test_a_missing_font_is_found_on_the_driver_before_any_job(self) -> None:
        before = len(self.spark.sparkContext.statusTracker().getJobIdsForGroup(None))
        words = "no-such-font.ttf cannot be read"
        with self.assertRaisesRegex(ConfigurationError, words) as caught:
            layout(self.records(10), command=REAL, system_font=["no-such-font.ttf"])
        self.assertEqual(caught.exception.code, 78)
        after = len(self.spark.sparkContext.statusTracker().getJobIdsForGroup(None))
        self.assertEqual(after, before)

    def test_a_wrong_column_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "no column 'place' for position="):
            layout(self.records(10), command=REAL, position="place")


class Rows(SparkTests):
    def test_partitions_without_records_have_no_rows(self) -> None:
        cells = layout(self.records(3, 8), command=REAL)
        self.assertEqual(cells.count(), 3)
        self.assertEqual(layout(self.records(3).where("id = 'x'"), command=REAL).count(), 0)

    def test_hostile_records_become_error_rows(self) -> None:
        hostile = [
            "[1]", "not JSON", "null", "", None, '{"a":' + "[" * 100_000,
            '{"id":"' + "x" * (17 << 20) + '"}', '{"id":"a","id":"b"}',
        ]
        good = '{"id":\n"good"}'
        rows = [(number, line) for number, line in enumerate([*hostile, good])]
        df = self.spark.createDataFrame(rows, "n bigint, line string").coalesce(1)
        cells = layout(df, record="line", position="n", command=REAL).collect()
        errors = [row for row in cells if row["code"] is not None]
        self.assertEqual(len(errors), len(hostile))
        self.assertTrue(all(row["height"] is None and row["message"] for row in errors))
        self.assertEqual([row["id"] for row in cells if row["code"] is None], ["good"])
        self.assertEqual([row["position"] for row in cells if row["code"] is None], [len(hostile)])

    def test_a_partition_of_errors_alone_succeeds(self) -> None:
        df = self.spark.createDataFrame([("[]",)], "line string")
        rows = layout(df, record="line", command=REAL, environments=ENVIRONMENTS).collect()
        self.assertEqual([row["code"] for row in rows], ["CH0423"])

    def test_columns_become_members_and_the_position_comes_back(self) -> None:
        df = layout(self.records(100, 4), position="seq", command=REAL)
        cells = df.orderBy("position").collect()
        self.assertEqual([row["id"] for row in cells], [f"r{number}" for number in range(100)])
        self.assertEqual(
            [view["lines"] for view in cells[0]["frames"] if view["view"] == "title"], [1])

    def test_positions_are_added_to_records_of_one_column(self) -> None:
        lines = [(0, "{}"), (1, ' { "id":"a"}'), (2, '{"id":"b"}')]
        df = self.spark.createDataFrame(lines, "n bigint, line string")
        cells = layout(df, record="line", position="n", command=REAL).orderBy("position").collect()
        self.assertEqual([row["position"] for row in cells], [0, 1, 2])
        self.assertEqual([row["id"] for row in cells][1:], ["a", "b"])

    def test_rows_equal_the_layout_of_one_process(self) -> None:
        feed = generated(self.folder / "feed.ndjson", SOME)
        df = self.spark.read.text(str(feed)).repartition(3)
        cells = layout(
            df, record="value", position="position", environments=ENVIRONMENTS, command=REAL,
            store=True)
        found = {row["cell"] for row in cells.select("cell").collect()}
        words = [REAL, "layout", "--cells", "store", "--carry", "position"]
        for environment in ENVIRONMENTS:
            words += ["--environment", environment]
        alone = subprocess.run(words, input=feed.read_bytes(), capture_output=True, check=True)
        lines = alone.stdout.decode().splitlines()[1:-1]
        self.assertEqual(len(lines), 3 * SOME)
        self.assertEqual(found, set(lines))
        by_key = {(line["id"], line["environment"]): line for line in map(json.loads, lines)}
        for row in cells.drop("cell").collect():
            line = by_key[row["id"], row["environment"]]
            self.assertEqual(
                [row["version"], row["trust"], row["height"], row["exact_height"], row["position"],
                 row["fingerprint"], row["cell_hash"]],
                [line["version"], line["trust"], line["height"], line["exactHeight"],
                 line["position"], line["fingerprint"], line.get("cellHash")])
            self.assertEqual(
                [{name: value for name, value in view.asDict().items() if value is not None}
                 for view in row["frames"]], line["frames"])


class Publishing(SparkTests):
    def cells(self, feed: pathlib.Path, **options: Any) -> DataFrame:
        df = self.spark.read.text(str(feed)).repartition(3)
        return layout(
            df, record="value", position="position", environments=ENVIRONMENTS, command=REAL,
            store=True, **options)

    def published(self, feed: pathlib.Path, name: str, **options: Any) -> dict[str, Any]:
        return publish(
            self.cells(feed), str(self.folder / name), feed="home", command=REAL,
            environments=ENVIRONMENTS, **options)

    def run_program(self, *words: str | pathlib.Path) -> None:
        subprocess.run([REAL, *map(str, words)], check=True, stdout=subprocess.DEVNULL)

    def build(self, feed: pathlib.Path, store: pathlib.Path, *words: str) -> None:
        flags = [word for each in ENVIRONMENTS for word in ("--environment", each)]
        self.run_program("build", feed, "--feed", "home", "--store", store, *flags, *words)

    def assert_equal(self, one: pathlib.Path, other: pathlib.Path) -> None:
        self.assertEqual(files(one), files(other))
        first, second = pointer(one), pointer(other)
        self.assertEqual(
            [first["digest"], first["listDigest"]], [second["digest"], second["listDigest"]])
        self.assertEqual(manifest(one), manifest(other))

    def test_files_and_digests_equal_those_of_a_build_and_of_shards(self) -> None:
        feed = generated(self.folder / "published.ndjson", SOME)
        report = self.published(feed, "spark")
        self.assertEqual(report["cells"], 3 * SOME)
        self.assertEqual(report["duplicates"], 0)
        self.build(feed, self.folder / "whole.sqlite")
        self.run_program("publish", self.folder / "whole", "--store", self.folder / "whole.sqlite")
        self.assert_equal(self.folder / "spark", self.folder / "whole")
        shards = []
        for number in (1, 2, 3):
            store = self.folder / f"{number}.sqlite"
            self.build(feed, store, "--shard", f"{number}/3")
            shards += ["--shard", str(store)]
        self.run_program("publish", self.folder / "shards", *shards)
        self.assert_equal(self.folder / "spark", self.folder / "shards")

    def test_a_second_run_keeps_all_chunks_and_counts_the_generation(self) -> None:
        feed = generated(self.folder / "twice.ndjson", 300)
        first = self.published(feed, "twice")
        second = self.published(feed, "twice")
        self.assertEqual(second["generation"], first["generation"] + 1)
        self.assertEqual(second["written"]["files"], 1, "the manifest")
        # Environments share chunks, which a first run may also find.
        both = [report["written"]["files"] + report["kept"]["files"] for report in (first, second)]
        self.assertEqual(both[0], both[1])

    def test_failed_cells_and_repeated_ids_are_those_of_a_build(self) -> None:
        lines = generated(self.folder / "plain.ndjson", 400).read_text().splitlines()
        records = [json.loads(line) for line in lines]
        for number in (3, 4, 5):
            records[100 + number]["id"] = records[number]["id"]
        # A height beyond all limits fails the cell and not the record.
        records[7]["image"] = {"url": "https://example.org/a", "width": 1, "height": 10**9}
        feed = self.folder / "failed.ndjson"
        feed.write_text("".join(json.dumps(record) + "\n" for record in records) + "[]\n")
        report = self.published(feed, "failed")
        self.assertEqual(report["duplicates"], 3)
        self.assertEqual(report["failedRecords"], 1)
        self.build(feed, self.folder / "failed.sqlite", "--max-failed", "50%")
        self.run_program(
            "publish", self.folder / "failed-build", "--store", self.folder / "failed.sqlite")
        self.assert_equal(self.folder / "failed", self.folder / "failed-build")

    def test_without_frames_and_versions(self) -> None:
        feed = generated(self.folder / "less.ndjson", 300)
        self.published(feed, "less", frames=False, versions=False)
        self.build(feed, self.folder / "less.sqlite")
        self.run_program(
            "publish", self.folder / "less-build", "--store", self.folder / "less.sqlite",
            "--no-frames", "--no-versions")
        self.assert_equal(self.folder / "less", self.folder / "less-build")

    def test_a_failure_leaves_the_pointer(self) -> None:
        feed = generated(self.folder / "old.ndjson", 100)
        self.published(feed, "kept")
        before = (self.folder / "kept" / "current.json").read_bytes()
        cells = self.cells(generated(self.folder / "new.ndjson", 200))
        broken = self.folder / "broken"
        broken.write_text(
            f'#!/bin/sh\ncase "$*" in *--from-cells*) head -n 20 >/dev/null; exit 0;; esac\n'
            f'exec {shlex.quote(REAL)} "$@"\n')
        broken.chmod(0o755)
        with self.assertRaisesRegex(Exception, "exit code 0, without a last line"):
            publish(
                cells, str(self.folder / "kept"), feed="home", command=str(broken),
                environments=ENVIRONMENTS)
        self.assertEqual((self.folder / "kept" / "current.json").read_bytes(), before)

    def test_a_missing_chunk_publishes_nothing(self) -> None:
        cells = self.cells(generated(self.folder / "missing.ndjson", 200))
        losing = self.folder / "losing"
        losing.write_text(
            f'#!/bin/sh\ncase "$*" in *--from-cells*) {shlex.quote(REAL)} "$@" | sed 1d; exit;; esac\n'
            f'exec {shlex.quote(REAL)} "$@"\n')
        losing.chmod(0o755)
        with self.assertRaisesRegex(ConfigurationError, "CH0725") as caught:
            publish(
                cells, str(self.folder / "missing"), feed="home", command=str(losing),
                environments=ENVIRONMENTS)
        self.assertEqual(caught.exception.code, 65)
        self.assertFalse((self.folder / "missing" / "current.json").exists())
        self.assertFalse((self.folder / "missing" / "m").exists())

    def test_a_uri_names_the_folder(self) -> None:
        feed = generated(self.folder / "uri.ndjson", 50)
        path = (self.folder / "uri").as_uri()
        report = publish(
            self.cells(feed), path, feed="home", generation=9, command=REAL,
            environments=ENVIRONMENTS)
        self.assertEqual((report["generation"], report["folder"]), (9, path))
        self.assertEqual(pointer(self.folder / "uri")["generation"], 9)
        self.assertEqual(len(files(self.folder / "uri")) + 1, report["written"]["files"])

    def test_wrong_cells_are_refused(self) -> None:
        feed = generated(self.folder / "wrong.ndjson", 50)
        with self.assertRaisesRegex(ValueError, "no column 'cell'"):
            less = self.cells(feed).drop("cell")
            publish(less, str(self.folder / "no"), feed="home", command=REAL)
        with self.assertRaisesRegex(ValueError, "pass the options of layout to publish too"):
            publish(self.cells(feed), str(self.folder / "no"), feed="home", command=REAL)
        twice = self.cells(feed).withColumn("position", F.lit(1).cast("bigint"))
        with self.assertRaisesRegex(Exception, "two records have the position 1"):
            publish(
                twice, str(self.folder / "no"), feed="home", command=REAL,
                environments=ENVIRONMENTS)
        self.assertFalse((self.folder / "no" / "current.json").exists())


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
        for code, words in (
            (64, ["--input", feed]),
            (64, ["--input", feed, "--publish", "x"]),
            (64, ["--input", feed, *output, "--environment", "390@nonsense"]),
            (66, ["--input", feed, *output, "--template", "no-such-template.yaml"]),
            (66, ["--input", f"{feed}.missing", *output]),
            (73, ["--input", feed, "--output", str(self.folder)]),
            (78, ["--input", feed, *output, "--system-font", "no-such-font.ttf"]),
        ):
            done = self.run_job(*words)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn("cellheights_spark: ", done.stderr)

    def test_a_feed_is_published_in_the_order_of_its_lines(self) -> None:
        lines = generated(self.folder / "numbered.ndjson", 100).read_text().splitlines()
        feed = self.folder / "order.ndjson"
        plain = [{k: v for k, v in json.loads(line).items() if k != "position"} for line in lines]
        feed.write_text("".join(json.dumps({**each, "version": "1"}) + "\n" for each in plain))
        done = self.run_job(
            "--input", str(feed), "--publish", str(self.folder / "order"), "--feed", "home")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["cells"], 100)
        store = self.folder / "order.sqlite"
        for words in (
            ["build", feed, "--feed", "home", "--store", store],
            ["publish", self.folder / "built", "--store", store],
        ):
            subprocess.run([REAL, *map(str, words)], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(files(self.folder / "order"), files(self.folder / "built"))
        one, other = pointer(self.folder / "order"), pointer(self.folder / "built")
        self.assertEqual(one["listDigest"], other["listDigest"])


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


if __name__ == "__main__":
    unittest.main()
