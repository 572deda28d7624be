"""Lines that a worker or Arrow would misread. Needs no Spark; CELLHEIGHTS_COMMAND may name the program."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src" / "cellheights_spark"))
# The module alone: the package imports pyspark.
import lines  # noqa: E402

REAL = os.environ.get("CELLHEIGHTS_COMMAND")

UNANSWERED = [
    b"", b" ", b"\t", b"\v", b"\f", b" \t\v\f\r", b'{"sync":7}', b' { "sync" :\t7 } ',
    b'{"sync":123456789012345678901234567890}',
]
RECORDS = [
    b'{"id":"a"}', b"[]", b"null", b'{"sync":7,"id":"a"}', b'{"sync":"7"}', b"\xc2\xa0",
    b'{"id":"{\\"sync\\":7}"}',
]


class Answered(unittest.TestCase):
    def test_lines_without_an_answer_become_no_records(self) -> None:
        for bad in UNANSWERED:
            for some in ([bad], [bad, bad], [b'{"id":"a"}', bad, b'{"id":"b"}'], [bad, b"{}"]):
                block = b"".join(line + b"\n" for line in some)
                wanted = [b"[]" if line == bad else line for line in some]
                self.assertEqual(bytes(lines.answered(memoryview(block))).split(b"\n")[:-1], wanted)

    def test_other_lines_stay_and_are_not_copied(self) -> None:
        block = memoryview(b"".join(line + b"\n" for line in RECORDS))
        self.assertIs(lines.answered(block), block)

    @unittest.skipUnless(REAL, "CELLHEIGHTS_COMMAND is not set")
    def test_the_program_answers_every_line(self) -> None:
        some = [*UNANSWERED, *RECORDS]
        block = bytes(lines.answered(b"".join(line + b"\n" for line in some)))
        done = subprocess.run([REAL or "", "layout"], input=block, capture_output=True, check=True)
        answers = done.stdout.splitlines()
        self.assertEqual(len(answers), len(some) + 1)
        self.assertEqual(json.loads(answers[-1]), {"eof": len(some)})
        for answer in answers[: len(UNANSWERED)]:
            self.assertEqual(json.loads(answer)["code"], "CH0423")


class Positions(unittest.TestCase):
    def test_an_added_position_is_renamed_and_no_text_is(self) -> None:
        for cell in (
            {"id": "a", "height": 1, lines.ADDED: 5},
            {"id": f',"{lines.ADDED}":5', "message": f'"{lines.ADDED}":', lines.ADDED: None},
        ):
            line = json.dumps(cell, separators=(",", ":")).encode() + b"\n"
            wanted = {"position" if name == lines.ADDED else name: each for name, each in cell.items()}
            self.assertEqual(json.loads(lines.with_position(line)), wanted)

    def test_positions_that_are_no_whole_numbers_become_errors(self) -> None:
        for wrong in ("abc", 1.5, 1e3, True, {}, [], 10**20, 2**63, -1, "5", 10**5000, "\ud800"):
            cell = {"id": "\ud800", "environment": "390", "height": 4, "cellHash": "00"}
            text = "1" + "0" * 5000 if wrong == 10**5000 else json.dumps(wrong)
            line = json.dumps(cell)[:-1] + f',"position":{text}}}\n'
            error = json.loads(lines.without_wrong_positions(line.encode()))
            self.assertEqual(set(error), {"schema", "id", "environment", "code", "message"})
            self.assertEqual(
                [error["id"], error["code"]], [cell["id"], lines.WRONG_POSITION])
            self.assertIn("is no whole number from 0", error["message"])
            self.assertLess(len(error["message"]), 200)

    def test_other_cells_stay_byte_for_byte(self) -> None:
        block = b'{"id":"a","position":0}\n{"id":"b" ,"position":9223372036854775807}\n{"id":"c"}\n[\n'
        self.assertEqual(lines.without_wrong_positions(block), block)


if __name__ == "__main__":
    unittest.main()
