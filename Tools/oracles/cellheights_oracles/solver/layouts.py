"""The whole answer of a layout by scipy's HiGHS: frames, what was relaxed, what was free."""
import math

from .model import WITHOUT_FRAME, freedom, rows_of
from .program import REPORTED, Program, elastic, must


def solve(model, height):
    """Frames, relaxed rows and the variables that the priorities leave free, in order."""
    program = Program()
    items = model["items"]
    variables = {(i, k): program.variable(0 if k in "wh" else None)
                 for i in range(len(items)) for k in "xywh"}
    rows = rows_of(model, height)

    def terms_of(row):
        return {variables[v]: c for v, c in row["terms"].items() if c != 0}

    def errors(row):
        """Adds a row that may be violated; returns its error."""
        return elastic(program, terms_of(row), row["relation"], row["right"])

    relaxed, levels = [], {}
    required = [r for r in rows if r["priority"] == 1000]
    required.sort(key=lambda r: not r["environment"])  # stable
    for row in required:
        program.add(terms_of(row), row["relation"], row["right"])
    if program.minimise({}).status != 0:  # some contradict: one by one
        del program.rows[:]
        for row in required:
            error = errors(row)
            result = must(program.minimise(error))
            if result.fun > REPORTED:
                assert not row["environment"], "the environment contradicts itself"
                relaxed.append(row)
                levels.setdefault(1000, []).append(error)
            else:
                program.hold(result)
                for variable in error:
                    program.upper[variable] = max(result.fun, 0)
                if result.fun <= 1e-9:
                    for variable in error:
                        program.upper[variable] = 0
    for row in rows:
        if row["priority"] < 1000:
            levels.setdefault(row["priority"], []).append(errors(row))

    def settle(terms):
        result = must(program.minimise(terms))
        program.hold(result)
        return result

    for level in sorted(levels, reverse=True):
        total = {}
        for error in levels[level]:
            total.update(error)
        result = settle(total)
    for level in sorted(levels, reverse=True):
        for error in levels[level]:
            free = [v for v in error if program.lower[v] != program.upper[v]]
            if len(levels[level]) > 1 and free:
                if all(result.x[v] <= 1e-12 for v in error):
                    for v in error:
                        program.upper[v] = 0
                else:
                    result = settle(error)
    functional = {v: math.sin(1 + 7.3 * n) for n, v in enumerate(variables.values())}
    first = program.minimise(functional)
    second = program.minimise({v: -c for v, c in functional.items()})
    free = []
    if first.status == 0 and second.status == 0 and abs(first.fun + second.fun) < 1e-7:
        result = first
    else:
        places = freedom(model, variables)
        for name, terms, _ in places:
            low = program.minimise(terms)
            high = program.minimise({v: -c for v, c in terms.items()})
            if low.status != 0 or high.status != 0 or -high.fun - low.fun > REPORTED:
                free.append(name)
        for _, terms, is_signed in places:
            if is_signed:
                plus, minus = program.variable(0), program.variable(0)
                program.add({**terms, plus: -1.0, minus: 1.0}, "==", 0)
                terms = {plus: 1.0, minus: 1.0}
            result = settle(terms)
    frames = {}
    for index, item in enumerate(items):
        if item["kind"] not in ("guide", "spacer"):
            frames[item["id"]] = [
                math.floor(result.x[variables[(index, k)]] * 2**26 + 0.5) / 2**26 for k in "xywh"]
    return frames, [r["name"] for r in relaxed], free
