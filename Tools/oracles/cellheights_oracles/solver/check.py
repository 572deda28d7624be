"""Checks one layout: its sums of errors against HiGHS, its basis and values against rationals."""
from dataclasses import dataclass, field

from .levels import levels_of
from .model import rows_of
from .program import Unsolved
from .rational import Exact, Singular, Unsettled, grid, solve
from .systems import frames_of, is_cross_axis, system_of


@dataclass
class Verdict:
    """What came out of one check."""
    wrong: list = field(default_factory=list)
    counts: dict = field(default_factory=dict)
    views: int = 0
    levels: int = 0

    def count(self, name, by=1):
        self.counts[name] = self.counts.get(name, 0) + by


def check_levels(model, answer, verdict):
    """Compares every level's sum of errors with HiGHS; returns the levels that differ."""
    frames, relaxed, _ = answer
    try:
        levels = levels_of(model, relaxed)
    except Unsolved as error:
        verdict.count("without an answer by HiGHS")
        return [f"HiGHS: {error}"]
    expected = [levels.rows[i]["name"] for i in sorted(levels.relaxed)]
    differing = []
    if expected != relaxed:
        differing.append(f"relaxed {relaxed}, HiGHS says {expected}")
    errors = levels.errors([v for item in model["items"] for v in frames[item["id"]]])
    for level, (total, count) in sorted(errors.items(), reverse=True):
        least = levels.sums.get(level, 0.0)
        if level != 1001:
            verdict.count("levels compared")
        if abs(total - least) > 1e-6 + count * 2.0**-25:
            name = {1001: "the accepted ones", 1000: "the relaxed ones"}.get(level, level)
            differing.append(f"errors of level {name} add up to {total}, HiGHS says {least}")
    verdict.views, verdict.levels = len(model["items"]) - 1, len(set(levels.sums) - {1000})
    across = {i for i, row in enumerate(rows_of(model, model["height"])) if is_cross_axis(row)}
    verdict.count("with contradictions", bool(levels.relaxed))
    verdict.count("cross-axis", bool(across))
    verdict.count("with a relaxed cross-axis constraint", bool(across & set(levels.relaxed)))
    verdict.count("with an accepted required cross-axis constraint",
                  bool(across & set(levels.required) - set(levels.relaxed)))
    return differing


def check_exactly(model, system, frames, relaxed, found, verdict, slack=0.0):
    """Verifies the probe's basis in rationals, and its values and the frames against it.

    `found`: what the probe says; None where there is no probe, and frames alone are compared.

    `slack`: by how much a value may differ, in points; 0 for numbers that are multiples of 1/64.
    """
    if found is None:
        try:
            exact, relaxations, _ = solve(system)
        except Unsettled as error:
            verdict.wrong.append(f"not decided: {error}")
            return
    elif found.get("error"):
        verdict.wrong.append(f"the solver has no answer: {found['error']}")
        return
    else:
        exact, wrong = canonical(system, found, verdict)
        verdict.wrong += wrong
        if exact is None:
            return
        relaxations = found["relaxed"]
    values = [grid(exact.value(v)) for v in range(exact.count)]
    for variable, (ours, expected) in enumerate(zip(found["values"] if found else [], values)):
        if abs(ours - expected) > slack:
            verdict.wrong.append(f"the solver's value {variable} is {ours}, exactly {expected}")
    expected = frames_of(model, values)
    for view, frame in frames.items():
        if max(abs(a - b) for a, b in zip(frame, expected[view])) > slack:
            verdict.wrong.append(f"the frame of {view} is {frame}, exactly {expected[view]}")
    rows = system_of(model, model["height"])[1]
    names = [rows[i]["name"] for i in relaxations]
    if names != relaxed:
        verdict.wrong.append(f"relaxed {relaxed}, exactly {names}")


def canonical(system, found, verdict):
    """The exact optimum, and what is wrong with the basis and with what was relaxed.

    The optimum is found by exact pivots from nothing. The basis is verified on its own, so each is
    a proof of the other.
    """
    try:
        optimum, relaxed, held = solve(system)
    except Unsettled as error:
        return None, [f"not decided: {error}"]
    if relaxed != found["relaxed"]:
        return optimum, [f"the solver relaxed {found['relaxed']}, exactly {relaxed}"]
    exact = Exact(system, relaxed)
    # Right-hand sides of constraints that are met but for noise are held at their least error.
    exact.constants = list(optimum.constants)
    verdict.count("with a constraint held at its least error", bool(held))
    try:
        exact.stand(found["nonBasic"], dict(zip(found["basic"], found["sides"])))
    except Singular as error:
        return optimum, [f"the basis is none: {error}"]
    wrong = []
    outside, objections = exact.infeasible(), exact.objections()
    if outside:
        wrong.append(f"the basis is not primal feasible: {describe(outside)}")
    if objections:
        wrong.append(f"the basis is not dual feasible in {objections}")
    if wrong:
        return optimum, wrong
    if any(exact.value(v) != optimum.value(v) for v in range(exact.count)):
        return optimum, ["the oracle contradicts itself: two different optima are proved"]
    verdict.count("bases verified")
    weak = exact.weak()
    verdict.count("decided by ties", "single" in weak)
    verdict.count("decided by the rule of ambiguity", "freedom" in weak)
    if "freedom" not in weak and found.get("ambiguous") is not None:
        wrong.append("reported ambiguous, but the priorities decide everything")
    if "single" not in weak and found["ties"]:
        wrong.append("ties reported, but the sums of errors decide everything")
    return optimum, wrong


def describe(values):
    return ", ".join(f"symbol {s} is {float(v):.3g}" for s, v in values.items())


def check(model, answer, programs, fine, found=None, system=None):
    """The verdict on one layout; `fine`: its numbers are multiples of 1/64."""
    verdict = Verdict()
    verdict.count("systems")
    frames, relaxed, ambiguous = answer
    verdict.count("ambiguous", bool(ambiguous))
    differing = check_levels(model, answer, verdict)
    if fine or differing:
        if system is None:
            system = system_of(model, model["height"])[0]
        if found is None and programs.probe:
            found = programs.solve([system])[0][0]
        if fine:
            verdict.count("exact")
        if differing:
            # Rational arithmetic decides: ours is right when it is the exact optimum, rounded.
            verdict.count("mismatches with HiGHS")
        before = len(verdict.wrong)
        check_exactly(model, system, frames, relaxed, found, verdict,
                      slack=0.0 if fine else 2.0**-24)
        if differing and len(verdict.wrong) == before:
            verdict.count("decided by rationals, for us")
        elif differing:
            verdict.count("decided by rationals, against us")
            verdict.wrong = differing + verdict.wrong
    return verdict
