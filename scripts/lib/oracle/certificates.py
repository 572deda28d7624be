"""Proofs in rational arithmetic that a required constraint contradicts others.

HiGHS only says which rows take part; their exact multipliers are solved for, and the bound that
they prove is what counts.
"""
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

OPTIONS = {"primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9}


def least_error_bound(system, accepted, index):
    """A proven lower bound of the least error of a constraint while others hold; 0 if none."""
    constraints = system["constraints"]
    relation = constraints[index]["relation"]
    return max((bound(system, accepted, index, side) for side in (1, -1)
                if relation == "==" or (side == 1) == (relation == ">=")), default=Fraction(0))


def bound(system, accepted, index, side):
    """The proven least of `side * (constant - terms)`, which is the error on that side."""
    domains, constraints = system["domains"], system["constraints"]
    target = exact_terms(constraints[index])
    objective = np.zeros(len(domains))
    for variable, factor in target.items():
        objective[variable] = -side * float(factor)
    rows = {"==": [], "<=": []}
    for number in accepted:
        relation = constraints[number]["relation"]
        rows["==" if relation == "==" else "<="].append((number, -1 if relation == ">=" else 1))

    def matrix(chosen):
        if not chosen:
            return None, None
        data, columns, starts, right = [], [], [0], []
        for number, sign in chosen:
            for variable, factor in exact_terms(constraints[number]).items():
                columns.append(variable)
                data.append(sign * float(factor))
            starts.append(len(data))
            right.append(sign * constraints[number]["constant"])
        return csr_matrix((data, columns, starts), (len(chosen), len(domains))), right

    a_ub, b_ub = matrix(rows["<="])
    a_eq, b_eq = matrix(rows["=="])
    bounds = [(None if d == "free" else 0, None) for d in domains]
    result = linprog(objective, a_ub, b_ub, a_eq, b_eq, bounds, "highs-ds", options=OPTIONS)
    if result.status != 0:
        return Fraction(0)
    support = [n for (n, _), dual in zip(rows["=="], result.eqlin.marginals) if abs(dual) > 1e-9]
    support += [n for (n, _), dual in zip(rows["<="], result.ineqlin.marginals)
                if abs(dual) > 1e-9]
    closed = {v for v in range(len(domains)) if abs(result.lower.marginals[v]) > 1e-9}
    multipliers = solve_multipliers(
        [exact_terms(constraints[n]) for n in support],
        {v: side * f for v, f in target.items()}, closed)
    if multipliers is None:
        return Fraction(0)
    # side * terms == Σ multiplier * row - rest, and every share is bounded from above.
    total = side * Fraction(constraints[index]["constant"])
    rest = {v: -side * f for v, f in target.items()}
    for number, multiplier in zip(support, multipliers):
        relation = constraints[number]["relation"]
        if relation == ">=" and multiplier > 0 or relation == "<=" and multiplier < 0:
            return Fraction(0)
        total -= multiplier * Fraction(constraints[number]["constant"])
        for variable, factor in exact_terms(constraints[number]).items():
            rest[variable] = rest.get(variable, 0) + multiplier * factor
    for variable, factor in rest.items():
        if factor < 0 or factor and domains[variable] == "free":
            return Fraction(0)
    return total


def exact_terms(constraint):
    terms = {}
    for variable, factor in constraint["terms"]:
        terms[variable] = terms.get(variable, 0) + Fraction(factor)
    return {v: f for v, f in terms.items() if f}


def solve_multipliers(rows, target, closed):
    """Multipliers with Σ multiplier * row == target in every variable that is not closed."""
    columns = {v for row in rows for v in row} | set(target)
    equations = []
    for variable in sorted(columns - closed):
        left = {i: row[variable] for i, row in enumerate(rows) if variable in row}
        equations.append((left, Fraction(target.get(variable, 0))))
    solved = []
    while equations:
        chosen = min(range(len(equations)), key=lambda e: len(equations[e][0]) or 10**9)
        left, right = equations.pop(chosen)
        if not left:
            if right or any(e[1] for e in equations if not e[0]):
                return None
            break
        pivot = min(left)
        scale = left.pop(pivot)
        left, right = {i: c / scale for i, c in left.items()}, right / scale
        solved.append((pivot, left, right))
        changed = []
        for other, constant in equations:
            factor = other.get(pivot)
            if factor:
                other = {i: c for i, c in other.items() if i != pivot}
                for i, c in left.items():
                    value = other.get(i, 0) - factor * c
                    if value:
                        other[i] = value
                    else:
                        other.pop(i, None)
                constant -= factor * right
            changed.append((other, constant))
        equations = changed
    result = {}
    for pivot, left, right in reversed(solved):
        result[pivot] = right - sum(c * result.get(i, Fraction(0)) for i, c in left.items())
    return [result.get(i, Fraction(0)) for i in range(len(rows))]
