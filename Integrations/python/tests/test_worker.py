"""The protocol with the program. Needs no Spark; CELLHEIGHTS_COMMAND names the real program."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Iterator
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "src"))

from cellheights import worker  # noqa: E402

FAKE = str(HERE / "fake_worker.py")
REAL = os.environ.get("CELLHEIGHTS_COMMAND")


def records(count: int, batch: int = 100) -> Iterator[worker.Lines]:
    for start in range(0, count, batch):
        some = range(start, min(start + batch, count))
        lines = [json.dumps({"id": f"r{number}", "position": number}) for number in some]
        yield worker.Lines("".join(f"{line}\n" for line in lines).encode(), len(some))


def run(way: str, count: int = 500, **variables: str) -> list[dict[str, object]]:
    with mock.patch.dict(os.environ, CELLHEIGHTS_FAKE=way, **variables):
        blocks = list(worker.run([FAKE, "layout"], records(count)))
    return [json.loads(line) for line in b"".join(blocks).splitlines()]


class CompleteOutput(unittest.TestCase):
    def test_all_lines_arrive_in_order_without_the_count(self) -> None:
        cells = run("")
        self.assertEqual([cell["id"] for cell in cells], [f"r{number}" for number in range(500)])

    def test_output_of_many_blocks_is_cut_at_line_ends(self) -> None:
        with mock.patch.object(worker, "BLOCK_BYTES", 700):
            self.assertEqual(len(run("", 2_000)), 2_000)

    def test_no_input_is_a_complete_output(self) -> None:
        self.assertEqual(run("", 0), [])

    def test_3_megabytes_of_standard_error_do_not_stop_a_worker(self) -> None:
        self.assertEqual(len(run("stderr")), 500)


class FailedWorkers(unittest.TestCase):
    def assert_fails(self, way: str, words: str, **variables: str) -> str:
        with self.assertRaisesRegex(worker.WorkerError, words) as caught:
            run(way, **variables)
        return str(caught.exception)

    def test_an_early_end_is_found_by_the_count(self) -> None:
        self.assert_fails("early", r"exit code 0, read 10 of 500 lines")

    def test_a_killed_worker_is_named_by_its_signal(self) -> None:
        self.assert_fails("killed", "signal SIGKILL, without a last line")

    def test_a_wrong_exit_after_a_complete_output_fails(self) -> None:
        self.assert_fails("exit", "exit code 3 after a complete output")

    def test_half_a_line_fails(self) -> None:
        self.assert_fails("half", "last line of its output is incomplete")

    def test_the_end_of_standard_error_is_shown(self) -> None:
        said = self.assert_fails("stderr-exit", "noise the end")
        self.assertLess(len(said), worker.STDERR_BYTES + 200)

    def test_a_repetition_succeeds(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            marker = os.path.join(folder, "marker")
            self.assert_fails("once", "read 10 of 500", CELLHEIGHTS_MARKER=marker)
            self.assertEqual(len(run("once", CELLHEIGHTS_MARKER=marker)), 500)

    def test_an_error_of_the_input_is_raised_as_it_is(self) -> None:
        def broken() -> Iterator[worker.Lines]:
            yield from records(10)
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            list(worker.run([FAKE, "layout"], broken()))

    def test_a_missing_program_is_named(self) -> None:
        with self.assertRaisesRegex(worker.WorkerError, "no-such-program cannot be started"):
            list(worker.run(["no-such-program"], records(1)))
        with self.assertRaisesRegex(worker.ConfigurationError, "no-such-program") as caught:
            worker.check(["no-such-program"])
        self.assertEqual(caught.exception.code, 66)

    def test_a_closed_generator_kills_its_worker(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            wrapper = os.path.join(folder, "worker")
            pid = os.path.join(folder, "pid")
            pathlib.Path(wrapper).write_text(
                f'#!/bin/sh\necho $$ >"{pid}"\nexec "{sys.executable}" "{FAKE}" "$@"\n')
            os.chmod(wrapper, 0o755)
            with mock.patch.object(worker, "BLOCK_BYTES", 1):
                cells = worker.run([wrapper, "layout"], records(100_000))
                next(cells)
                number = int(pathlib.Path(pid).read_text())
                os.kill(number, 0)
                began = time.monotonic()
                cells.close()
            self.assertLess(time.monotonic() - began, 5)
            with self.assertRaises(ProcessLookupError):
                os.kill(number, 0)

    def test_another_header_is_refused(self) -> None:
        ours, other = '{"schema":"cellheights.cells/1","fonts":"a"}', "b"
        script = (
            f"import sys; n = len(sys.stdin.readlines());"
            f" print('{ours}'); print('{{\"eof\":%d}}' % n)")
        command = [sys.executable, "-c", script]
        self.assertEqual(list(worker.run(command, records(3), header=ours)), [])
        with self.assertRaisesRegex(worker.WorkerError, "differs from the driver's"):
            list(worker.run(command, records(3), header=other))

    def test_errors_survive_the_way_to_the_driver(self) -> None:
        error = pickle.loads(pickle.dumps(worker.ConfigurationError("a font", 66)))
        self.assertEqual((str(error), error.code), ("a font", 66))


class Arguments(unittest.TestCase):
    def test_all_options_become_words(self) -> None:
        self.assertEqual(
            worker.layout_arguments(
                "c", template="t", environments=["320", "390"], carry=["position"], store=True,
                config="f", clock="k", time_zone="z", system_font=["a"], arguments=["--x"]),
            ["c", "layout", "--template", "t", "--config", "f", "--clock", "k", "--time-zone", "z",
             "--environment", "320", "--environment", "390", "--system-font", "a",
             "--carry", "position", "--cells", "store", "--x"])

    def test_a_string_is_not_taken_for_a_list(self) -> None:
        with self.assertRaisesRegex(TypeError, "environment must be a list"):
            worker.layout_arguments(environments="390")


@unittest.skipUnless(REAL, "CELLHEIGHTS_COMMAND is not set")
class RealProgram(unittest.TestCase):
    def setUp(self) -> None:
        self.command = REAL or ""

    def test_cells_equal_those_of_the_program_alone(self) -> None:
        arguments = worker.layout_arguments(
            self.command, environments=["320", "390"], carry=["position"])
        data = b"".join(bytes(lines.data) for lines in records(50))
        alone = subprocess.run(arguments, input=data, capture_output=True, check=True).stdout
        blocks = list(worker.run(arguments, records(50)))
        self.assertEqual(b"".join(blocks) + b'{"eof":50}\n', alone)

    def test_a_header_is_left_out(self) -> None:
        arguments = worker.layout_arguments(self.command, store=True)
        lines = b"".join(worker.run(arguments, records(5))).splitlines()
        self.assertEqual([json.loads(line)["id"] for line in lines], [f"r{n}" for n in range(5)])

    def test_hostile_lines_become_error_lines(self) -> None:
        deep, long = b"[" * 100_000, b'{"id":"' + b"x" * (17 << 20) + b'"}'
        hostile = [b"[1]", b"not JSON", b"null", b'{"id":"a","fields":' + deep, long]
        data = b"".join(line + b"\n" for line in hostile)
        good = next(records(1))
        arguments = worker.layout_arguments(self.command)
        blocks = worker.run(arguments, [worker.Lines(data, len(hostile)), good])
        lines = [json.loads(line) for line in b"".join(blocks).splitlines()]
        self.assertEqual(len(lines), 6)
        self.assertTrue(all("code" in line and "height" not in line for line in lines[:5]))
        self.assertEqual(lines[5]["id"], "r0")

    def test_only_errors_are_a_complete_output(self) -> None:
        arguments = worker.layout_arguments(self.command)
        lines = b"".join(worker.run(arguments, [worker.Lines(b"[]\n", 1)])).splitlines()
        self.assertEqual(json.loads(lines[0])["code"], "CH0423")

    def test_a_check_prints_the_header(self) -> None:
        header = json.loads(worker.check(worker.layout_arguments(self.command, store=True)))
        self.assertEqual(header["schema"], "cellheights.cells/1")
        self.assertEqual(worker.check(worker.layout_arguments(self.command)), "")

    def test_a_check_finds_permanent_errors(self) -> None:
        for code, options in (
            (78, {"system_font": ["no-such-font.ttf"]}),
            (66, {"template": "no-such-template.yaml"}),
            (64, {"environments": ["390@nonsense"]}),
        ):
            with self.assertRaises(worker.ConfigurationError) as caught:
                worker.check(worker.layout_arguments(self.command, **options))
            self.assertEqual(caught.exception.code, code)
        with self.assertRaisesRegex(worker.ConfigurationError, "no-such-font.ttf cannot be read"):
            worker.check(worker.layout_arguments(self.command, system_font=["no-such-font.ttf"]))


if __name__ == "__main__":
    unittest.main()
