"""The references agree with answers by hand and with each other, and wrong layouts are found."""
import copy
import unittest
from fractions import Fraction

from cellheights_oracles.layouts.__main__ import case
from cellheights_oracles.solver.__main__ import model_of
from cellheights_oracles.solver.check import check
from cellheights_oracles.solver.fixtures import random_system, rows_of_system
from cellheights_oracles.solver.levels import LevelSums
from cellheights_oracles.solver.model import number, snapped
from cellheights_oracles.solver.rational import grid, solve
from cellheights_oracles.solver.systems import frames_of, system_of


def constraint(terms, relation, constant, strength=1000):
    return {"terms": terms, "relation": relation, "constant": constant, "strength": strength}


class RationalTests(unittest.TestCase):
    def values(self, constraints, count=1):
        exact, relaxed, _ = solve({"domains": ["free"] * count, "constraints": constraints})
        return [exact.value(v) for v in range(count)], relaxed

    def test_a_required_constraint_holds_exactly(self):
        self.assertEqual(
            self.values([constraint([[0, 3]], "==", 1)]), ([Fraction(1, 3)], []))

    def test_the_later_of_two_contradicting_constraints_is_relaxed(self):
        values, relaxed = self.values(
            [constraint([[0, 1]], "==", 10), constraint([[0, 1]], "==", 20)])
        self.assertEqual((values, relaxed), ([10], [1]))

    def test_one_strong_constraint_beats_many_weak_ones(self):
        weak = [constraint([[0, 1]], "==", 10, 500)] * 5
        values, _ = self.values(weak + [constraint([[0, 1]], "==", 20, 501)])
        self.assertEqual(values, [20])

    def test_an_inequality_gives_way_to_what_is_preferred_within_it(self):
        values, _ = self.values(
            [constraint([[0, 1], [1, -1]], ">=", 4), constraint([[0, 1]], "==", 1, 700),
             constraint([[1, 1]], "==", 0, 600)], 2)
        self.assertEqual(values, [1, -3])

    def test_results_are_rounded_to_the_grid(self):
        self.assertEqual(grid(Fraction(1, 3)), round(2**26 / 3) / 2**26)


class LevelTests(unittest.TestCase):
    def test_highs_and_the_rationals_agree_on_random_systems(self):
        import random
        rng = random.Random(11)
        for _ in range(30):
            system = random_system(rng)
            exact, relaxed, held = solve(system)
            levels = LevelSums(system["domains"], rows_of_system(system), set())
            if held:
                continue
            self.assertEqual(sorted(levels.relaxed), relaxed)
            for level, total in exact.sums().items():
                self.assertAlmostEqual(levels.sums[1000 - level], float(total), 6)


class Canonical:
    """Stands for the two programs: no probe, and frames that are right, or off by a point."""
    probe = None


class CheckTests(unittest.TestCase):
    def answer(self, model):
        system, rows = system_of(model, model["height"])
        exact, relaxed, _ = solve(system)
        frames = frames_of(model, [grid(exact.value(v)) for v in range(exact.count)])
        return frames, [rows[i]["name"] for i in relaxed], []

    def test_right_layouts_pass_and_wrong_ones_do_not(self):
        for place in range(6):
            model = model_of(5, place, True)
            frames, relaxed, ambiguous = self.answer(model)
            verdict = check(model, (frames, relaxed, ambiguous), Canonical, True)
            self.assertEqual(verdict.wrong, [])
            moved = copy.deepcopy(frames)
            last = list(moved)[-1]
            moved[last][2] += 1
            self.assertTrue(check(model, (moved, relaxed, ambiguous), Canonical, True).wrong)
            self.assertTrue(
                check(model, (frames, relaxed + ["nothing"], ambiguous), Canonical, True).wrong)

    def test_the_same_seed_makes_the_same_system(self):
        self.assertEqual(model_of(5, 3, True), model_of(5, 3, True))
        self.assertNotEqual(model_of(5, 3, True), model_of(5, 4, True))


class LayoutTests(unittest.TestCase):
    def test_a_case_holds_every_frame(self):
        made = case(3)
        views = [view["id"] for view in made["template"]["views"]]
        self.assertLessEqual(set(made["frames"]) - {"cell"}, set(views))  # guides have none
        self.assertEqual(made["frames"]["cell"][:2], [0, 0])

    def test_edges_are_snapped_and_not_sizes(self):
        self.assertEqual(snapped([0.4, 0, 0.4, 0.5], 1), [0, 0, 1, 1])
        self.assertEqual(snapped([1 / 3, 0, 1, 1], 3), [1 / 3, 0, 1, 1])

    def test_whole_numbers_have_no_point(self):
        self.assertEqual((number(3.0), number(0.5)), ("3", "0.5"))


if __name__ == "__main__":
    unittest.main()
