"""The lexicographic optimum by scipy's HiGHS, stage by stage, with no slack between the stages.

What has a dual value in a stage is tight in each of its optima, so it is an equality from then on:
that holds the optimal face without comparing an objective with a rounded number.
"""
import math

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from .model import WITHOUT_FRAME, freedom, rows_of

REPORTED = 2.0**-20
OPTIONS = {"primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9}


class Program:
    """A linear program whose optimal faces can be held one after the other."""

    def __init__(self):
        self.lower, self.upper, self.rows = [], [], []

    def variable(self, lower=None, upper=None):
        self.lower.append(-np.inf if lower is None else lower)
        self.upper.append(np.inf if upper is None else upper)
        return len(self.lower) - 1

    def add(self, terms, relation, right):
        if relation == ">=":
            terms, relation, right = {v: -c for v, c in terms.items()}, "<=", -right
        self.rows.append([terms, relation, right])
        return len(self.rows) - 1

    def minimise(self, terms):
        objective = np.zeros(len(self.lower))
        for variable, coefficient in terms.items():
            objective[variable] += coefficient
        unequal = [i for i, r in enumerate(self.rows) if r[1] == "<="]
        equal = [i for i, r in enumerate(self.rows) if r[1] == "=="]

        def matrix(indices):
            if not indices:
                return None, None
            data, columns, starts = [], [], [0]
            for index in indices:
                for variable, coefficient in self.rows[index][0].items():
                    columns.append(variable)
                    data.append(coefficient)
                starts.append(len(data))
            return (csr_matrix((data, columns, starts), (len(indices), len(self.lower))),
                    [self.rows[i][2] for i in indices])

        a_ub, b_ub = matrix(unequal)
        a_eq, b_eq = matrix(equal)
        result = linprog(objective, a_ub, b_ub, a_eq, b_eq,
                         np.column_stack([self.lower, self.upper]), "highs-ds", options=OPTIONS)
        result.unequal = unequal
        return result

    def hold(self, result):
        """Keeps the optimal face: what has a dual value is tight in every optimum."""
        for index, dual in zip(result.unequal, result.ineqlin.marginals):
            if abs(dual) > 1e-7:
                self.rows[index][1] = "=="
        for variable in range(len(self.lower)):
            if abs(result.lower.marginals[variable]) > 1e-7:
                self.upper[variable] = self.lower[variable]
            elif abs(result.upper.marginals[variable]) > 1e-7:
                self.lower[variable] = self.upper[variable]


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
        terms, error = terms_of(row), {}
        if row["relation"] in ("==", ">="):
            error[program.variable(0)] = 1.0
            terms[len(program.lower) - 1] = 1.0
        if row["relation"] in ("==", "<="):
            error[program.variable(0)] = 1.0
            terms[len(program.lower) - 1] = -1.0
        program.add(terms, row["relation"], row["right"])
        return error

    def must(result):
        assert result.status == 0, (result.status, result.message)
        return result

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


# Sums of errors, level by level.

def elastic(program, terms, relation, right):
    """Adds a row that may be violated; returns its error."""
    terms, error = dict(terms), {}
    if relation in ("==", ">="):
        error[program.variable(0)] = 1.0
        terms[len(program.lower) - 1] = 1.0
    if relation in ("==", "<="):
        error[program.variable(0)] = 1.0
        terms[len(program.lower) - 1] = -1.0
    program.add(terms, relation, right)
    return error


class Unsolved(Exception):
    """HiGHS gave no answer."""


class LevelSums:
    """The least sum of errors of each level of a layout, from the definition.

    `guess`: names of required constraints that are thought to contradict others. It is only used
    when it is shown to be what accepting them one by one gives: the others hold together, and each
    of these has an error while those before it hold.
    """

    def __init__(self, model, height, guess):
        self.program = Program()
        self.variables = {(i, k): self.program.variable(0 if k in "wh" else None)
                          for i in range(len(model["items"])) for k in "xywh"}
        self.width = len(self.program.lower)
        self.rows = rows_of(model, height)
        required = [i for i, r in enumerate(self.rows) if r["priority"] == 1000]
        self.required = sorted(required, key=lambda i: not self.rows[i]["environment"])
        self.relaxed = [i for i in self.required if self.rows[i]["name"] in guess]
        self.held = {}
        if not self.confirmed():
            self.relaxed, self.held = [], {}
            self.accept()
        self.sums = self.minimise()

    def fresh(self, indices):
        program = Program()
        for variable in range(self.width):
            program.variable(None if self.program.lower[variable] == -np.inf else 0)
        for index in indices:
            self.hold_row(program, index)
        return program

    def hold_row(self, program, index):
        """A required row; one that is met but for noise is held at its least error."""
        terms, relation, right = self.row(index)
        slack = self.held.get(index, 0)
        if not slack:
            program.add(terms, relation, right)
        if slack and relation in ("==", ">="):
            program.add(terms, ">=", right - slack)
        if slack and relation in ("==", "<="):
            program.add(terms, "<=", right + slack)

    def row(self, index):
        row = self.rows[index]
        return ({self.variables[v]: c for v, c in row["terms"].items() if c}, row["relation"],
                row["right"])

    def confirmed(self):
        accepted = [i for i in self.required if i not in self.relaxed]
        if self.fresh(accepted).minimise({}).status != 0:
            return False
        place = {index: n for n, index in enumerate(self.required)}
        return all(
            self.least_error([i for i in accepted if place[i] < place[index]], index) > REPORTED
            for index in self.relaxed)

    def least_error(self, accepted, index):
        program = self.fresh(accepted)
        error = elastic(program, *self.row(index))
        return must(program.minimise(error)).fun

    def accept(self):
        """Accepts the required rows in their order."""
        accepted, rest = [], list(self.required)
        while rest:
            low, high = 0, len(rest)
            while low < high:
                middle = (low + high + 1) // 2
                if self.fresh(accepted + rest[:middle]).minimise({}).status == 0:
                    low = middle
                else:
                    high = middle - 1
            accepted += rest[:low]
            if low == len(rest):
                return
            index = rest[low]
            rest = rest[low + 1:]
            error = self.least_error(accepted, index)
            if error > REPORTED:
                self.relaxed.append(index)
            else:
                self.held[index] = max(error, 0)
                accepted.append(index)

    def minimise(self):
        """Level by level the sum, then each single error in document order: the rule of ties."""
        program = self.fresh([i for i in self.required if i not in self.relaxed])
        levels = {}
        for index, row in enumerate(self.rows):
            if row["priority"] < 1000 or index in self.relaxed:
                error = elastic(program, *self.row(index))
                levels.setdefault(row["priority"], []).append(error)
        sums = {}
        for level in sorted(levels, reverse=True):
            total = {v: 1.0 for error in levels[level] for v in error}
            result = must(program.minimise(total))
            sums[level] = result.fun
            program.hold(result)
            if len(levels[level]) > 1:
                self.settle_ties(program, levels[level], result)
        return sums

    @staticmethod
    def settle_ties(program, errors, result):
        for error in errors:
            if all(program.lower[v] == program.upper[v] for v in error):
                continue
            if any(result.x[v] > 1e-12 for v in error):
                result = must(program.minimise(error))
                program.hold(result)
            else:  # nothing is less than no error
                for variable in error:
                    program.upper[variable] = 0

    def errors(self, frames, ids):
        """What frames say: the sum of errors and the number of rows of each level.

        The accepted required rows are level 1001.
        """
        result = {}
        for index, row in enumerate(self.rows):
            left = sum(c * frames[ids[item]]["xywh".index(key)]
                       for (item, key), c in row["terms"].items())
            difference = left - row["right"]
            error = {"==": abs(difference), ">=": max(0, -difference),
                     "<=": max(0, difference)}[row["relation"]]
            level = row["priority"]
            if level == 1000 and index not in self.relaxed:
                level, error = 1001, max(0, error - self.held.get(index, 0))
            total, count = result.get(level, (0, 0))
            result[level] = (total + error, count + 1)
        return result


def must(result):
    if result.status != 0:
        raise Unsolved(result.message)
    return result
