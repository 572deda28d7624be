"""Layout and publishing in local-cluster[2,1,1024]; CELLHEIGHTS_COMMAND names the program."""

from __future__ import annotations

import json
import pathlib
import shlex
import subprocess
import sys
import time
import unittest
from typing import Any
from unittest import mock

from cellheights_spark import ConfigurationError, layout, publish
from cellheights_spark.publish import _Publication
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from tests.cluster import REAL, SparkTests, files, generated, manifest, pointer

ENVIRONMENTS = ["320", "390", "430@2x/XL"]
SOME = 3_000


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
            "\t", "\v \f", "\n\r\n",
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

    def test_a_sync_line_is_no_record(self) -> None:
        some = [('{"sync":7}',), (' {"sync" : 7 }',), ('{"id":"a"}',)]
        df = self.spark.createDataFrame(some, "line string").coalesce(1)
        rows = layout(df, record="line", command=REAL).collect()
        self.assertEqual([row["code"] for row in rows], ["CH0423", "CH0423", None])

    def test_records_may_have_a_position_of_their_own(self) -> None:
        df = self.spark.createDataFrame([(5, '{"id":"a","position":"top"}')], "n int, line string")
        for cells in (
            layout(df, record="line", position="n", command=REAL, store=True),
            layout(
                df.selectExpr("'a' as id", "'top' as position", "n"), position="n", command=REAL,
                store=True),
        ):
            (row,) = cells.collect()
            self.assertEqual((row["id"], row["code"], row["position"]), ("a", None, 5))
            self.assertEqual(json.loads(row["cell"])["position"], 5)
        with self.assertRaisesRegex(ValueError, "has the type string and not whole numbers"):
            layout(df, position="line", command=REAL)

    def test_positions_that_are_no_whole_numbers_make_error_rows(self) -> None:
        wrong = ['"abc"', "1.5", "true", "{}", "1" + "0" * 20, "-1"]
        lines = [f'{{"id":"r{number}","position":{each}}}' for number, each in enumerate(wrong)]
        lines.append('{"id":"good","position":3}')
        df = self.spark.createDataFrame([(line,) for line in lines], "line string").coalesce(1)
        cells = layout(df, record="line", position="position", command=REAL, store=True)
        rows = cells.collect()
        self.assertEqual([row["code"] for row in rows], ["CH0725"] * len(wrong) + [None])
        self.assertEqual([row["position"] for row in rows], [None] * len(wrong) + [3])
        self.assertEqual(rows[0]["message"], 'the position "abc" of the record is no whole number from 0')
        with self.assertRaisesRegex(ValueError, "6 cells have no position.*the record 'r0'"):
            publish(cells, str(self.folder / "no-position"), feed="home", command=REAL)

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

    def test_many_tasks_and_chunks_that_end_by_size_equal_those_of_a_build(self) -> None:
        lines = generated(self.folder / "all.ndjson", 10_000).read_text().splitlines()
        words = [REAL, "layout", "--cells", "store"]
        for environment in ENVIRONMENTS:
            words += ["--environment", environment]
        done = subprocess.run(
            words, input="\n".join([*lines, ""]), capture_output=True, check=True, text=True)
        cells = map(json.loads, done.stdout.splitlines()[1:-1])
        ends = {cell["id"] for cell in cells if cell.get("chunkEnd")}
        # The first part has candidates, and the rest has more cells than a chunk without any.
        feed = self.folder / "sizes.ndjson"
        kept = [
            line for number, line in enumerate(lines)
            if number < 4_000 or json.loads(line)["id"] not in ends]
        self.assertGreater(len(lines), len(kept))
        feed.write_text("".join(f"{line}\n" for line in kept))
        found: list[int] = []
        looked_up = _Publication._found

        def counted(self: _Publication, ordered: DataFrame, plans: Any) -> Any:
            found.append(ordered.rdd.getNumPartitions())
            result = looked_up(self, ordered, plans)
            found.append(len(result))
            return result

        # The package's attribute of this name is the function.
        module = sys.modules[_Publication.__module__]
        with mock.patch.object(module, "SORTED_CELLS", 4_000), \
                mock.patch.object(module, "WRITTEN_CELLS", 5_000), \
                mock.patch.object(_Publication, "_found", counted), \
                mock.patch.object(
                    _Publication, "_written", autospec=True,
                    side_effect=_Publication._written) as written:
            self.published(feed, "sizes")
        self.assertGreaterEqual(found[0], 5, "sorted partitions")
        self.assertGreaterEqual(found[1], 3, "one chunk of each environment ends by its size")
        _, _, numbering, total = written.call_args.args
        self.assertGreaterEqual(total // 5_000, 5, "tasks that write")
        self.assertGreater(numbering.firsts()[-1], 9, "chunks")
        self.build(feed, self.folder / "sizes.sqlite")
        self.run_program("publish", self.folder / "sizes-build", "--store", self.folder / "sizes.sqlite")
        self.assert_equal(self.folder / "sizes", self.folder / "sizes-build")

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
        with self.assertRaisesRegex(ValueError, "two records have the position 1"):
            publish(
                twice, str(self.folder / "no"), feed="home", command=REAL,
                environments=ENVIRONMENTS)
        self.assertFalse((self.folder / "no" / "current.json").exists())


    def test_cells_that_make_no_publication_are_refused_before_anything_is_written(self) -> None:
        folder = self.folder / "refused"

        def refused(words: str, lines: list[str], less: list[str], **options: Any) -> None:
            df = self.spark.createDataFrame([(line,) for line in lines], "line string")
            cells = layout(
                df, record="line", position="position", environments=less, command=REAL, store=True)
            with self.assertRaisesRegex(ValueError, words):
                publish(
                    cells, str(folder), feed="home", command=REAL, environments=["320", "390"],
                    **options)
            self.assertFalse(folder.exists())

        both, good = ["320", "390"], '{"id":"a","position":0}'
        huge = '{"id":"a","position":0,"image":{"url":"https://e.org/a","width":1,"height":1000000000}}'
        refused("has no records besides 1 errors", ["[]"], both)
        refused("no cell of the environment 320.* could be laid out", [huge], both)
        refused("environment 390.* has 0 cells, and 320.* has 1", [good], ["320"])
        refused("generation must be a whole number", [good], both, generation=0)

    def test_an_unreadable_pointer_is_found_before_any_job(self) -> None:
        folder = self.folder / "unreadable"
        folder.mkdir()
        (folder / "current.json").write_text("{}")
        cells = self.cells(generated(self.folder / "few.ndjson", 10))
        with mock.patch.object(DataFrame, "persist", side_effect=AssertionError):
            with self.assertRaisesRegex(ValueError, "current.json cannot be read"):
                publish(
                    cells, str(folder), feed="home", command=REAL, environments=ENVIRONMENTS)


if __name__ == "__main__":
    unittest.main()
