"""Checks one layout: its sums of errors against HiGHS, its basis and values against rationals."""
from dataclasses import dataclass, field

from .certificates import least_error_bound
from .program import LevelSums, Unsolved
from .rational import (REPORTED, Exact, Singular, Unsettled, acceptance_order, grid,
                       solve)
from .systems import frames_of, is_cross_axis, system_of


@dataclass
class Verdict:
    """What came out of one check."""
    wrong: list = field(default_factory=list)
    counts: dict = field(default_factory=dict)

    def count(self, name, by=1):
        self.counts[name] = self.counts.get(name, 0) + by


def check_levels(model, answer, verdict):
    """Compares every level's sum of errors with HiGHS; returns the levels that differ."""
    frames, relaxed, _ = answer
    try:
        levels = LevelSums(model, model["height"], relaxed)
    except Unsolved as error:
        verdict.count("without an answer by HiGHS")
        return [f"HiGHS: {error}"]
    expected = [levels.rows[i]["name"] for i in sorted(levels.relaxed)]
    differing = []
    if expected != relaxed:
        differing.append(f"relaxed {relaxed}, HiGHS says {expected}")
    errors = levels.errors(frames, [item["id"] for item in model["items"]])
    for level, (total, count) in sorted(errors.items(), reverse=True):
        least = levels.sums.get(level, 0.0)
        if level != 1001:
            verdict.count("levels compared")
        if abs(total - least) > 1e-6 + count * 2.0**-25:
            name = {1001: "the accepted ones", 1000: "the relaxed ones"}.get(level, level)
            differing.append(f"errors of level {name} add up to {total}, HiGHS says {least}")
    verdict.count("with contradictions", bool(levels.relaxed))
    verdict.count("cross-axis", any(map(is_cross_axis, levels.rows)))
    verdict.count("with a relaxed cross-axis constraint",
                  any(is_cross_axis(levels.rows[i]) for i in levels.relaxed))
    verdict.count("with an accepted required cross-axis constraint", any(
        is_cross_axis(levels.rows[i]) for i in levels.required if i not in levels.relaxed))
    return differing


def check_exactly(model, system, frames, relaxed, found, verdict, slack=0.0):
    """Verifies the probe's basis in rationals, and its values and the frames against it.

    `slack`: by how much a value may differ, in points; 0 for numbers that are multiples of 1/64.
    """
    if found.get("error"):
        verdict.wrong.append(f"the solver has no answer: {found['error']}")
        return
    exact, wrong = verified(system, found, verdict)
    verdict.wrong += wrong
    if exact is None:
        return
    values = [grid(exact.value(v)) for v in range(exact.count)]
    for variable, (ours, expected) in enumerate(zip(found["values"], values)):
        if abs(ours - expected) > slack:
            verdict.wrong.append(f"the solver's value {variable} is {ours}, exactly {expected}")
    expected = frames_of(model, values)
    for view, frame in frames.items():
        if max(abs(a - b) for a, b in zip(frame, expected[view])) > slack:
            verdict.wrong.append(f"the frame of {view} is {frame}, exactly {expected[view]}")
    rows = system_of(model, model["height"])[1]
    names = [rows[i]["name"] for i in found["relaxed"]]
    if names != relaxed:
        verdict.wrong.append(f"relaxed {relaxed}, exactly {names}")


def verified(system, found, verdict):
    """The exact optimum, and what is wrong with the basis and with what was relaxed."""
    wrong = []
    order = acceptance_order(system)
    accepted = []
    for index in order:
        if index not in found["relaxed"]:
            accepted.append(index)
        elif least_error_bound(system, accepted, index) <= REPORTED:
            verdict.count("relaxed without a certificate, decided by exact pivots")
            return decided(system, found, verdict)
    exact = Exact(system, found["relaxed"])
    try:
        exact.stand(found["nonBasic"], dict(zip(found["basic"], found["sides"])))
    except Singular as error:
        verdict.wrong.append(f"the basis is none: {error}")
        return decided(system, found, verdict)
    outside = exact.infeasible()
    if any(abs(value) <= REPORTED for value in outside.values()):
        # Accepted at a least error that counts as none: no basis meets it exactly.
        verdict.count("held at a least error, decided by exact pivots")
        return decided(system, found, verdict)
    objections = exact.objections()
    if outside:
        wrong.append(f"the basis is not primal feasible: {describe(outside)}")
    if objections:
        wrong.append(f"the basis is not dual feasible in {objections}")
    if wrong:
        other, more = decided(system, found, verdict)
        return other, wrong + more
    verdict.count("bases verified")
    weak = exact.weak()
    verdict.count("decided by ties", "single" in weak)
    verdict.count("decided by the rule of ambiguity", "freedom" in weak)
    if "freedom" not in weak and found.get("ambiguous") is not None:
        wrong.append("reported ambiguous, but the priorities decide everything")
    if "single" not in weak and found["ties"]:
        wrong.append("ties reported, but the sums of errors decide everything")
    return exact, wrong


def decided(system, found, verdict):
    """The optimum by exact pivots from nothing."""
    try:
        exact, relaxed, _ = solve(system)
    except Unsettled as error:
        return None, [f"not decided: {error}"]
    verdict.count("solved by exact pivots")
    wrong = []
    if relaxed != found["relaxed"]:
        wrong.append(f"relaxed {found['relaxed']}, exactly {relaxed}")
    return exact, wrong


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
        if found is None:
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
