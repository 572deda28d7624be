"""Writes the fixtures of the tests: systems and layouts with their canonical answers.

The answers are found by exact pivots from nothing, so that no program of ours has a part in them;
the sums of errors are those of HiGHS, and the two are compared before anything is written.
"""
import json
import random

from .levels import LevelSums
from .model import document
from .programs import environment
from .rational import grid, solve
from .systems import frames_of, is_cross_axis, system_of

SOLVER = "Tests/Layout/CassowaryTests/Fixtures/systems.ndjson"
LAYOUTS = "Tests/Templates/CellTemplatesTests/Fixtures/systems.ndjson"


def random_system(rng):
    """Any terms, relations and priorities."""
    n = rng.randint(2, 7)
    domains = [rng.choice(["free", "nonNegative"]) for _ in range(n)]
    constraints = []
    for _ in range(rng.randint(2, 14)):
        picked = sorted(rng.sample(range(n), rng.randint(1, min(3, n))))
        constraints.append({
            "terms": [[v, rng.choice([1, -1, 1, 1, 2, 0.5])] for v in picked],
            "relation": rng.choice(["==", ">=", "<="]),
            "constant": rng.randint(-20, 200),
            "strength": rng.choice([1000, 1000, 750, 250, 250, 50]),
        })
    return {"domains": domains, "constraints": constraints}


def degenerate_system(rng):
    """Few numbers, so that many constraints meet in one point and many errors are equal."""
    n = rng.randint(2, 5)
    constraints = []
    for _ in range(rng.randint(4, 12)):
        picked = sorted(rng.sample(range(n), rng.randint(1, min(3, n))))
        constraints.append({
            "terms": [[v, rng.choice([1, -1, 3])] for v in picked],
            "relation": rng.choice(["==", ">=", "<="]),
            "constant": rng.choice([0, 0, 10, 20]),
            "strength": rng.choice([1000, 500, 500, 500, 50, 50]),
        })
    return {"domains": [rng.choice(["free", "nonNegative"]) for _ in range(n)],
            "constraints": constraints}


def rows_of_system(system):
    return [{"name": index, "terms": dict(c["terms"]), "relation": c["relation"],
             "right": c["constant"], "priority": c["strength"],
             "environment": c.get("environment", False)}
            for index, c in enumerate(system["constraints"])]


def answered(system):
    """The system with its answer, checked in two ways."""
    exact, relaxed, held = solve(system)
    levels = LevelSums(system["domains"], rows_of_system(system), set())
    if held or relaxed != sorted(levels.relaxed):
        raise ValueError(f"HiGHS relaxes {levels.relaxed}, the rationals {relaxed}")
    for level, total in exact.sums().items():
        priority = 1000 - level
        if abs(levels.sums[priority] - total) > 1e-6:
            raise ValueError(f"level {priority}: {levels.sums[priority]} and {float(total)}")
    weak = exact.weak()
    return {**system, "values": [grid(exact.value(v)) for v in range(exact.count)],
            "relaxed": relaxed, "isTied": "single" in weak, "isOpen": "freedom" in weak,
            "levels": {str(p): round(s, 9) + 0.0 for p, s in levels.sums.items()}}


def layout_models(model_of, count, most):
    """Small layouts with numbers that are multiples of 1/64, of every kind that matters."""
    chosen, wanted, number = [], {"across": count // 2, "relaxed": count // 3, "other": count}, 0
    while len(chosen) < count:
        model = model_of(4, number, True)
        number += 1
        if len(json.dumps(document(model))) > most:
            continue
        system, rows = system_of(model, model["height"])
        exact, relaxed, held = solve(system)
        kind = ("across" if any(map(is_cross_axis, rows)) else
                "relaxed" if relaxed else "other")
        if held or wanted[kind] <= 0:
            continue
        wanted[kind] -= 1
        chosen.append((number - 1, model, system, rows, exact, relaxed))
    return chosen


def write_fixtures(root, model_of):
    rng = random.Random(7)
    systems = [random_system(rng) for _ in range(120)]
    systems += [degenerate_system(rng) for _ in range(40)]
    layouts = layout_models(model_of, 40, 1500)
    systems += [system for _, _, system, rows, _, _ in layouts
                if any(map(is_cross_axis, rows)) and len(rows) < 24][:12]
    write(f"{root}/{SOLVER}", (answered(system) for system in systems))
    write(f"{root}/{LAYOUTS}", ({
        "seed": number, "template": json.dumps(document(model), separators=(",", ":")),
        "environment": environment(model), "height": model["height"], "sizes": model["sizes"],
        "frames": frames_of(model, [grid(exact.value(v)) for v in range(exact.count)]),
        "relaxed": [rows[i]["name"] for i in relaxed],
    } for number, model, system, rows, exact, relaxed in layouts))


def write(path, cases):
    with open(path, "w") as file:
        for case in cases:
            json.dump(case, file, separators=(",", ":"))
            file.write("\n")
