"""What `publish` refuses. Needs no Spark."""

from __future__ import annotations

import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src" / "cellheights_spark"))
# The module alone: the package imports pyspark.
import counts  # noqa: E402
from counts import Counted  # noqa: E402

KEYS = ["320", "390"]


class Checked(unittest.TestCase):
    def assert_refused(self, words: str, *counted: Counted) -> None:
        with self.assertRaisesRegex(ValueError, words):
            counts.checked(counted, KEYS)

    def test_failures_are_counted(self) -> None:
        failed = counts.checked(
            [Counted("390", 5, failed=2), Counted("320", 5, failed=1), Counted(None, 3)], KEYS)
        self.assertEqual(failed, counts.Failed(records=3, cells=3))

    def test_a_feed_without_a_record_is_refused(self) -> None:
        self.assert_refused("the feed has no records; nothing is published")
        self.assert_refused("no records besides 2 errors", Counted(None, 2))

    def test_an_environment_without_a_listed_cell_is_refused(self) -> None:
        self.assert_refused(
            "no cell of the environment 390 could be laid out",
            Counted("320", 4), Counted("390", 4, failed=4))

    def test_environments_have_equally_many_cells(self) -> None:
        self.assert_refused("environment 390 has 0 cells, and 320 has 4", Counted("320", 4))
        self.assert_refused(
            "environment 320 has 3 cells, and 390 has 4", Counted("320", 3), Counted("390", 4))

    def test_other_environments_are_refused(self) -> None:
        self.assert_refused("the cells have the environment 430", Counted("430", 4))

    def test_a_lost_position_is_named_by_its_record(self) -> None:
        self.assert_refused(
            "1 cells have no position, among them one of the record 'r7'",
            Counted("320", 4), Counted("390", 4, lost=1, example="r7"))

    def test_a_repeated_position_is_named(self) -> None:
        counts.check_repeated([None, None])
        with self.assertRaisesRegex(ValueError, "two records have the position 3"):
            counts.check_repeated([None, 9, 3])


class Generations(unittest.TestCase):
    def test_a_generation_follows_the_pointer(self) -> None:
        self.assertEqual(counts.next_generation(None, "f", None), 1)
        self.assertEqual(counts.next_generation(b'{"generation":4}', "f", None), 5)
        self.assertEqual(counts.next_generation(b"broken", "f", 9), 9)

    def test_a_generation_is_a_whole_number_from_1(self) -> None:
        for wrong in (0, -1, True, 1.0):
            with self.assertRaisesRegex(ValueError, "must be a whole number from 1"):
                counts.next_generation(None, "f", wrong)  # type: ignore[arg-type]

    def test_an_unreadable_pointer_is_refused(self) -> None:
        for pointer in (b"", b"[]", b"{}", b"\xff", b'{"generation":"1"}', b'{"generation":0}'):
            with self.assertRaisesRegex(ValueError, "f/current.json cannot be read"):
                counts.next_generation(pointer, "f", None)


if __name__ == "__main__":
    unittest.main()
