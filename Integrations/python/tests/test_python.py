"""Each function against the answers of the program, which CELLHEIGHTS_COMMAND names."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unittest
from fractions import Fraction
from typing import Any
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src"))

import cellheights  # noqa: E402
from cellheights import Cell, CellHeightsError, NotFound, WorkerEnded  # noqa: E402
from cellheights.options import words  # noqa: E402
from cellheights.program import program  # noqa: E402
from cellheights.store import chosen  # noqa: E402

ROOT = HERE.parents[2]
DEMO = ROOT / "Feeds" / "demo.json"
REAL = os.environ.get("CELLHEIGHTS_COMMAND", "")
ENVIRONMENTS = ["320", "390@2x/XL", "300////css"]
IMPOSSIBLE = {"id": "x", "title": "a", "image": {"url": "u", "width": 1e12, "height": 1}}


def said(*arguments: str, data: str = "") -> list[dict[str, Any]]:
    """What the program prints, line by line."""
    done = subprocess.run(
        [REAL, *arguments], input=data, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@unittest.skipUnless(REAL, "CELLHEIGHTS_COMMAND names no program")
class Answers(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.store = os.path.join(cls.folder.name, "heights.sqlite")
        cls.summary = cellheights.build(DEMO, cls.store, environments=ENVIRONMENTS)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_a_build_has_the_digest_of_the_program(self) -> None:
        other = os.path.join(self.folder.name, "other.sqlite")
        options = [word for text in ENVIRONMENTS for word in ("--environment", text)]
        wanted = said("build", str(DEMO), "--store", other, "--format", "json", *options)[0]
        self.assertEqual(self.summary["digest"], wanted["digest"])
        self.assertEqual(self.summary["cells"], wanted["cells"])

    def test_every_cell_is_that_of_lookup(self) -> None:
        cells = said("lookup", "--range", "0..1000", "--store", self.store, "--format", "json",
                     "--environment", "320")
        for text in ENVIRONMENTS[1:]:
            cells += said("lookup", "--range", "0..1000", "--store", self.store, "--format", "json",
                          "--environment", text)
        self.assertEqual(len(cells), 3 * self.summary["records"])
        with cellheights.Store(self.store) as store:
            for cell in cells:
                self.assertEqual(store.lookup(cell["id"], cell["environment"]), Cell.from_json(cell))

    def test_a_range_of_widths_has_no_one_height(self) -> None:
        store = os.path.join(self.folder.name, "range.sqlite")
        cellheights.build(DEMO, store, environments="300..320@1x")
        with self.assertRaisesRegex(CellHeightsError, "range of widths"):
            cellheights.lookup("post-013", store)

    def test_offsets_count_spacing_insets_and_separators(self) -> None:
        path = pathlib.Path(self.folder.name, "lists.yaml")
        path.write_text(
            "schema: cellheights.config/1\nlists:\n  demo:\n    feed: {spacing: 3.4, insets: [7.2, 0, 5, 0],"
            " separator: {height: 0.5}}\n")
        store = os.path.join(self.folder.name, "lists.sqlite")
        cellheights.build(DEMO, store, environments=["390", "320@2x", "300////css"], config=path)
        with cellheights.Store(store) as opened:
            for text in ("390", "320@2x", "300////css"):
                for cell in said("lookup", "--range", "0..1000", "--store", store, "--format", "json",
                                 "--environment", text, "--config", str(path)):
                    self.assertEqual(opened.lookup(cell["id"], text), Cell.from_json(cell))

    def test_parts_of_environments_have_their_usual_values(self) -> None:
        keys = ["390@3x/L/ltr/en/uikit", "390@2x/XL/ltr/en/uikit", "300@3x/L/ltr/en/css",
                "320@3x/L/ltr/en/uikit#plain", "320@3x/L/ltr/en/uikit#open", "340@3x/L/rtl/ar/uikit"]
        for text, wanted in [
            ("390", keys[0]), ("390@2x/XL", keys[1]), ("390/XL", keys[1]), ("300", keys[2]),
            ("300////css", keys[2]), ("320", keys[3]), ("320#open", keys[4]), ("340///ar", keys[5]),
            (keys[4], keys[4]),
        ]:
            self.assertEqual(chosen(keys, text), [wanted], text)
        for text in ("39", "390/M", "320#shut", "390/L/ltr/en/uikit/more", ""):
            self.assertEqual(chosen(keys, text), [], text)
        self.assertEqual(chosen(keys[3:5], None), [keys[3]])
        self.assertEqual(chosen(keys[:2], None), keys[:2])

    def test_a_record_of_one_of_several_feeds_is_found(self) -> None:
        folder = pathlib.Path(self.folder.name)
        for name, ids in (("one", "ab"), ("two", "bc")):
            (folder / f"{name}.ndjson").write_text(
                "".join(json.dumps({"id": one, "title": one}) + "\n" for one in ids))
        store = str(folder / "feeds.sqlite")
        cellheights.build([folder / "one.ndjson", folder / "two.ndjson"], store)
        self.assertEqual(cellheights.lookup("a", store).feed, "one")
        self.assertEqual(cellheights.lookup("b", store, feed="two").feed, "two")
        with self.assertRaisesRegex(NotFound, "several feeds have the record 'b': name one of one, two"):
            cellheights.lookup("b", store)

    def test_damage_is_an_error_of_the_store(self) -> None:
        content = pathlib.Path(self.store).read_bytes()
        for number, change in enumerate([
            "UPDATE cells SET shape_id = NULL, frames = zeroblob(112)", "DELETE FROM list_chunks",
            "DELETE FROM shapes", "UPDATE list_environments SET chunks = zeroblob(3)",
            "DELETE FROM generation", "DROP TABLE generation", "DROP TABLE feeds",
        ]):
            path = os.path.join(self.folder.name, f"damaged{number}.sqlite")
            pathlib.Path(path).write_bytes(content)
            with sqlite3.connect(path) as connection:
                connection.execute("PRAGMA foreign_keys = OFF")
                connection.execute("PRAGMA ignore_check_constraints = ON")
                connection.execute(change)
            with self.assertRaises(CellHeightsError, msg=change) as caught:
                cellheights.lookup("post-013", path, "320")
            self.assertEqual(caught.exception.exit_code, 65, change)
            self.assertNotIsInstance(caught.exception, NotFound)

    def test_wrong_calls_are_not_damage(self) -> None:
        store = cellheights.Store(self.store)
        with self.assertRaises(TypeError):
            store.lookup(["post-013"], "320")  # type: ignore[arg-type]
        store.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            store.lookup("post-013", "320")
        for call in (
            lambda: cellheights.measure("text", 100), lambda: cellheights.layout({"id": "a"}),
            lambda: cellheights.measure(["a"], 100, help=True), lambda: cellheights.layout([], check=True),
            lambda: cellheights.build(DEMO, format="table"),
        ):
            with self.assertRaises(TypeError):
                call()

    def test_what_is_not_there_is_named(self) -> None:
        with cellheights.Store(self.store) as store:
            with self.assertRaisesRegex(NotFound, "no record 'nobody' in feed 'demo'"):
                store.lookup("nobody", "320")
            with self.assertRaisesRegex(NotFound, "several environments of feed 'demo'.*320@3x"):
                store.lookup("post-013")
            with self.assertRaisesRegex(NotFound, "no environment '32' of feed 'demo'"):
                store.lookup("post-013", "32")
            with self.assertRaisesRegex(NotFound, "no feed 'home'; the store has demo"):
                store.lookup("post-013", "320", "home")
        with self.assertRaisesRegex(CellHeightsError, "no such store") as caught:
            cellheights.lookup("a", os.path.join(self.folder.name, "none.sqlite"))
        self.assertEqual(caught.exception.exit_code, 66)

    def test_other_files_are_no_stores(self) -> None:
        other = os.path.join(self.folder.name, "text")
        pathlib.Path(other).write_text("no store " * 1_000)
        database = os.path.join(self.folder.name, "database")
        with sqlite3.connect(database) as connection:
            connection.execute("CREATE TABLE cells(a)")
        later = os.path.join(self.folder.name, "later")
        pathlib.Path(later).write_bytes(pathlib.Path(self.store).read_bytes())
        with sqlite3.connect(later) as connection:
            connection.execute("PRAGMA user_version = 1000")
        for path in (other, database, later):
            with self.assertRaises(CellHeightsError) as caught:
                cellheights.Store(path)
            self.assertEqual(caught.exception.exit_code, 65)

    def test_a_failed_cell_is_its_error(self) -> None:
        feed = os.path.join(self.folder.name, "failing.ndjson")
        lines = [json.dumps({"id": str(number), "title": "t"}) for number in range(20)]
        pathlib.Path(feed).write_text("\n".join([*lines, json.dumps(IMPOSSIBLE)]))
        store = os.path.join(self.folder.name, "failing.sqlite")
        cellheights.build(feed, store)
        with self.assertRaises(CellHeightsError) as caught:
            cellheights.lookup("x", store)
        self.assertEqual((caught.exception.code, caught.exception.location), ("CH0110", "record 'x'"))

    def test_layouts_are_those_of_the_program(self) -> None:
        records = said("records", str(DEMO))[:40]
        data = "".join(json.dumps(record) + "\n" for record in records)
        wanted = said("layout", "--environment", "320", "--environment", "390@2x/XL", data=data)
        self.assertEqual(wanted.pop(), {"eof": 40})
        found = cellheights.layout(records, environments=["320", "390@2x/XL"])
        self.assertEqual(found, [Cell.from_json(cell) for cell in wanted])

    def test_10_000_measures_are_those_of_the_program(self) -> None:
        texts = [f"Text number {number}, which has {number % 13} words more " + "word " * (number % 13)
                 for number in range(10_000)]
        data = "".join(json.dumps({"text": text}) + "\n" for text in texts)
        wanted = said("measure", "--input", "-", "--format", "json", "--width", "200", "--lines", "2",
                      data=data)
        found = cellheights.measure(texts, 200, lines=2)
        self.assertEqual(len(found), len(wanted))
        for one, other in zip(found, wanted):
            self.assertEqual([(line.start, line.end, line.width) for line in one.lines],
                             [(line["start"], line["end"], line["width"]) for line in other["lines"]])
            self.assertEqual(one.height, other["height"])
            self.assertEqual(one.truncated, other.get("truncated", False))

    def test_nothing_is_answered_with_nothing(self) -> None:
        self.assertEqual(cellheights.layout([]), [])
        self.assertEqual(cellheights.measure([], 100), [])


@unittest.skipUnless(REAL, "CELLHEIGHTS_COMMAND names no program")
class Failures(unittest.TestCase):
    def test_a_record_that_fails_is_named_and_the_next_call_works(self) -> None:
        with cellheights.Layouter() as layouter:
            for _ in range(3):
                with self.assertRaises(CellHeightsError) as caught:
                    layouter.layout([{"id": "q"}, IMPOSSIBLE])
                self.assertEqual(caught.exception.location, "record 2, 'x'")
                self.assertEqual(caught.exception.code, "CH0110")
                self.assertEqual(len(layouter.layout([{"id": "a", "title": "t"}])), 1)

    def test_a_text_that_fails_is_named_and_the_next_call_works(self) -> None:
        with cellheights.Measurer(50) as measurer:
            for _ in range(3):
                with self.assertRaises(CellHeightsError) as caught:
                    measurer.measure(["a", {"text": "b", "width": -1}])
                self.assertEqual((caught.exception.location, caught.exception.code), ("text 2", "CH0425"))
                self.assertEqual(len(measurer.measure(["a"])), 1)

    def test_a_killed_process_is_an_exception_and_the_next_call_works(self) -> None:
        with cellheights.Measurer(50) as measurer:
            measurer.measure(["a"])
            pid = measurer.pid
            assert pid is not None
            os.kill(pid, signal.SIGSTOP)
            threading.Timer(0.5, os.kill, (pid, signal.SIGKILL)).start()
            with self.assertRaisesRegex(WorkerEnded, "signal 9"):
                measurer.measure(["text"] * 1_000)
            self.assertEqual(len(measurer.measure(["a", "b"])), 2)
            self.assertNotEqual(measurer.pid, pid)

    def test_wrong_options_are_those_of_the_program(self) -> None:
        for call, code in [
            (lambda: cellheights.layout([{}], "no-such-template"), 64),
            (lambda: cellheights.measure(["a"], system_font=["/none.otf"]), 78),
            (lambda: cellheights.build("/none.json"), 66),
            (lambda: cellheights.build(str(DEMO), no_such_option=1), 64),
        ]:
            with self.assertRaises(CellHeightsError) as caught:
                call()
            self.assertEqual(caught.exception.exit_code, code, str(caught.exception))
            self.assertFalse(str(caught.exception).startswith("cellheights: "))

    def test_a_missing_program_is_named(self) -> None:
        with mock.patch.dict(os.environ, CELLHEIGHTS_COMMAND="/no/such/program"):
            for call in (lambda: cellheights.measure(["a"]), lambda: cellheights.build(DEMO)):
                with self.assertRaisesRegex(CellHeightsError, "/no/such/program cannot be started"):
                    call()

    def test_a_mark_is_no_record(self) -> None:
        with cellheights.Layouter() as layouter:
            with self.assertRaisesRegex(CellHeightsError, "sync"):
                layouter.layout([{"sync": 1}, {"id": "b"}])
            self.assertEqual(len(layouter.layout([{"id": "b"}])), 1)

    def test_requests_may_ask_the_same_process(self) -> None:
        with cellheights.Measurer(80) as measurer:
            texts = (str(len(measurer.measure(["a b c"]))) for _ in range(3))
            self.assertEqual(measurer.measure(texts), measurer.measure(["1"] * 3))

    def test_changed_files_and_variables_start_another_process(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            card = pathlib.Path(folder, "card.yaml")
            text = ("schema: cellheights.template/1\ntemplate: c\nviews:\n"
                    "  - {id: a, kind: view, size: [10, 10]}\nconstraints: ['V:|-10-[a]|', 'H:|[a]']\n")
            card.write_text(text)
            record = [{"id": "a"}]
            self.assertEqual(cellheights.layout(record, str(card))[0].height, 20)
            card.write_text(text.replace("-10-", "-100-"))
            self.assertEqual(cellheights.layout(record, str(card))[0].height, 110)
            with mock.patch.dict(os.environ, CELLHEIGHTS_ENVIRONMENT="320@2x"):
                self.assertTrue(cellheights.layout(record, card)[0].environment.startswith("320@2x"))

    def test_a_child_of_a_busy_process_does_not_wait(self) -> None:
        with cellheights.Measurer(80) as measurer:
            measurer.measure(["a"])
            texts = ["word " * 40 + str(number) for number in range(4_000)]
            busy = threading.Thread(target=lambda: measurer.measure(texts))
            busy.start()
            while not measurer._process._lock.locked():
                pass
            child = os.fork()
            if child == 0:
                os._exit(0 if len(measurer.measure(["a"])) == 1 else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            busy.join()

    def test_threads_share_a_process(self) -> None:
        with cellheights.Measurer(80) as measurer:
            found: dict[int, Any] = {}

            def measure(number: int) -> None:
                texts = [f"{'word ' * (number + 1)}{index}" for index in range(200)]
                found[number] = measurer.measure(texts)

            threads = [threading.Thread(target=measure, args=(number,)) for number in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for number in range(8):
                texts = [f"{'word ' * (number + 1)}{index}" for index in range(200)]
                self.assertEqual(found[number], measurer.measure(texts))

    def test_a_child_has_a_process_of_its_own(self) -> None:
        with cellheights.Measurer(80) as measurer:
            wanted = measurer.measure(["a b c"])
            child = os.fork()
            if child == 0:
                os._exit(0 if measurer.measure(["a b c"]) == wanted else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(measurer.measure(["a b c"]), wanted)


class Values(unittest.TestCase):
    def test_options_become_words(self) -> None:
        self.assertEqual(
            words([("time_zone", "UTC"), ("jobs", 2), ("strict", True), ("lines", False),
                   ("clock", None), ("system_font", ["a.ttf", "b.ttf"])]),
            ["--time-zone", "UTC", "--jobs", "2", "--strict", "--system-font", "a.ttf",
             "--system-font", "b.ttf"])
        self.assertEqual(words([("size", Fraction(31, 2)), ("config", pathlib.Path("a.yaml"))]),
                         ["--size", "15.5", "--config", "a.yaml"])
        for wrong in ([1], b"a"):
            with self.assertRaises(TypeError):
                words([("system_font", wrong)])  # type: ignore[list-item]

    def test_errors_are_copied_to_other_processes(self) -> None:
        error = pickle.loads(pickle.dumps(NotFound("no record", "CH0001", "record 'a'", 1)))
        self.assertEqual((type(error), str(error), error.code), (NotFound, "record 'a': no record [CH0001]", "CH0001"))

    def test_the_program_is_found_by_its_variable(self) -> None:
        with mock.patch.dict(os.environ, CELLHEIGHTS_COMMAND="/a/b"):
            self.assertEqual(program(), "/a/b")
        with mock.patch.dict(os.environ, CELLHEIGHTS_COMMAND="true"):
            self.assertTrue(os.path.isabs(program()))
        # A script that the variable names does not execute itself without end.
        with mock.patch.dict(os.environ, CELLHEIGHTS_COMMAND=__file__, PATH=""):
            with mock.patch.object(sys, "argv", [__file__]):
                with self.assertRaises(CellHeightsError):
                    program()


if __name__ == "__main__":
    unittest.main()
