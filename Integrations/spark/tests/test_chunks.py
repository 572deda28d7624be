"""Where chunks end, compared with the rule applied cell by cell. Needs no Spark."""

from __future__ import annotations

import pathlib
import random
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src" / "cellheights_spark"))
# The module alone: the package imports pyspark.
import chunks  # noqa: E402


def by_rule(candidates: set[int], cells: int, limits: chunks.Limits) -> list[int]:
    ends, size = [], 0
    for rank in range(cells):
        size += 1
        if size == limits.maximum or (size >= limits.minimum and rank in candidates):
            ends.append(rank + 1)
            size = 0
    return ends + [cells] if size or not ends else ends


class ChunkEnds(unittest.TestCase):
    def test_ends_are_those_of_the_rule(self) -> None:
        numbers = random.Random(44)
        for _ in range(3_000):
            limits = chunks.Limits(numbers.randint(1, 6), numbers.randint(6, 12))
            cells = numbers.randint(0, 80)
            share = numbers.choice([0, 0.1, 0.5])
            some = {rank for rank in range(cells) if numbers.random() < share}
            self.assertEqual(
                chunks.chunk_ends(sorted(some), cells, limits), by_rule(some, cells, limits))

    def test_cells_find_their_chunk_from_the_parts(self) -> None:
        numbers = random.Random(45)
        for _ in range(500):
            limits = chunks.Limits(2, 5)
            # Positions have gaps; some cells failed and are in no list.
            positions = sorted(numbers.sample(range(200), numbers.randint(0, 60)))
            failed = {position for position in positions if numbers.random() < 0.1}
            candidates = {position for position in positions if numbers.random() < 0.2}
            cuts = sorted(numbers.choices(range(len(positions) + 1), k=3))
            parts = []
            for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, len(positions)])):
                listed = [each for each in positions[start:end] if each not in failed]
                ranks = [rank for rank, each in enumerate(listed) if each in candidates]
                parts.append(chunks.Part(number, 0, len(listed), ranks, [listed[r] for r in ranks]))
            plan = chunks.plan(parts, limits)
            listed = [each for each in positions if each not in failed]
            firsts = [sum(part.cells for part in parts[:number]) for number in range(len(parts))]
            found = {cell: listed[firsts[cell.partition] + cell.rank] for cell in plan.wanted}
            ends = plan.completed(found)
            numbering = chunks.Numbering([ends])
            chunk_of = chunks.ChunkOf(numbering.firsts(), [ends.positions])
            ranks = by_rule(
                {rank for rank, each in enumerate(listed) if each in candidates},
                len(listed), limits)
            self.assertEqual(list(ends.ranks), ranks)
            for rank, position in enumerate(listed):
                expected = sum(1 for end in ranks if end <= rank)
                self.assertEqual(chunk_of(0, position), expected)
            for position in failed:
                self.assertIn(chunk_of(0, position), range(len(ranks)))

    def test_failed_cells_alone_have_a_chunk_and_no_cells_have_none(self) -> None:
        limits = chunks.Limits(2, 5)
        self.assertEqual(chunks.plan([chunks.Part(0, 0, 0, [], [])], limits).ranks, [0])
        self.assertEqual(chunks.plan([], limits).ranks, [])

    def test_numbers_go_on_from_environment_to_environment(self) -> None:
        numbering = chunks.Numbering([chunks.Ends([3, 5], [7]), chunks.Ends([4], [])])
        self.assertEqual(numbering.firsts(), [0, 2, 3])
        self.assertEqual(numbering.lines(), [
            '{"chunk":0,"rank":0}\n', '{"chunk":1,"rank":3}\n', '{"chunk":0,"rank":0}\n'])


if __name__ == "__main__":
    unittest.main()
