"""The lexicographic optimum by scipy's HiGHS, stage by stage, with no slack between the stages.

What has a dual value in a stage is tight in each of its optima, so it is an equality from then on:
that holds the optimal face without comparing an objective with a rounded number.
"""
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

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


def must(result):
    if result.status != 0:
        raise Unsolved(result.message)
    return result
