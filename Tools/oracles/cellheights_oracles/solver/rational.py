"""Constraint systems in rational arithmetic: bases verified, or the optimum found, without rounding.

A system is {"domains": ["free" | "nonNegative"], "constraints": [{"terms": [[variable, factor]],
"relation", "constant", "strength", "environment"?}]}. Symbols below the number of variables are
the variables, symbol `variables + k` is the residual `terms - constant` of constraint k. Each has
one breakpoint, at zero; a basis is the set of symbols that are zero, as many as variables.

That a basis is the optimum is proved like this. Every objective (a level's sum of errors, one
error, a distance from zero) is convex and piecewise linear in each symbol. On the side on which a
basic symbol stands its cost is replaced by the line that goes on beyond zero, which is nowhere
above the cost; so the objectives are at least a linear function of the non-basic symbols alone.
When that is lexicographically positive for every direction in which one of them may leave zero,
nothing is better, and nothing else is as good.
"""
import math
from fractions import Fraction

REPORTED = Fraction(1, 2**20)
GRID = 2**26
FORBIDDEN, FREE = "forbidden", None


class Singular(Exception):
    """The symbols are no basis."""


class Unsettled(Exception):
    """The exact search did not end within its pivots."""


def grid(value):
    """A value on the grid of results, as the float that prints there."""
    return math.floor(value * GRID + Fraction(1, 2)) / GRID


class Exact:
    """A system with exact numbers, in which some required constraints are relaxed."""

    def __init__(self, system, relaxed=()):
        self.system = system
        self.count = len(system["domains"])
        self.rows, self.constants = [], []
        for constraint in system["constraints"]:
            terms = {}
            for variable, factor in constraint["terms"]:
                terms[variable] = terms.get(variable, 0) + Fraction(factor)
            self.rows.append({v: f for v, f in terms.items() if f})
            self.constants.append(Fraction(constraint["constant"]))
        self.rules = {}
        for variable, domain in enumerate(system["domains"]):
            self.rules[variable] = (FREE if domain == "free" else FORBIDDEN, FREE)
        for index in range(len(self.rows)):
            self.set_error(index, self.level(index, relaxed))
        self.order = self.components()

    def level(self, index, relaxed):
        strength = self.system["constraints"][index]["strength"]
        if strength < 1000:
            return 1000 - strength
        return 0 if index in relaxed else FORBIDDEN

    def set_error(self, index, error):
        """Says what it costs a residual to violate its constraint: a level, or FORBIDDEN."""
        relation = self.system["constraints"][index]["relation"]
        self.rules[self.count + index] = {
            "==": (error, error), ">=": (error, FREE), "<=": (FREE, error)}[relation]

    def rule(self, symbol, sign):
        return self.rules[symbol][sign > 0]

    def components(self):
        """The objectives in their order: the sums of all levels, single errors, what is free."""
        members = {}
        for index in range(len(self.rows)):
            for rule in self.rules[self.count + index]:
                if rule not in (FREE, FORBIDDEN):
                    members.setdefault(rule, {})[index] = None
        order = [("sum", level) for level in sorted(members)]
        for level in sorted(members):
            if len(members[level]) > 1:
                order += [("single", self.count + index) for index in members[level]]
        return order + [("freedom", variable) for variable in range(self.count)]

    # The tableau.

    def stand(self, nonbasic, hints=None):
        """Goes to the vertex where some symbols are zero.

        `hints`: the side on which a basic symbol stands whose value is zero.
        """
        if len(set(nonbasic)) != self.count:
            raise Singular("a basis has as many symbols as there are variables")
        self.nonbasic = set(nonbasic)
        solved = self.eliminate()
        self.values, self.table = {}, {}
        for variable in range(self.count):
            if variable not in self.nonbasic:
                self.values[variable], self.table[variable] = solved[variable]
        for index, row in enumerate(self.rows):
            if self.count + index in self.nonbasic:
                continue
            value, form = -self.constants[index], {}
            for variable, factor in row.items():
                if variable in self.nonbasic:
                    form[variable] = form.get(variable, 0) + factor
                    continue
                value += factor * self.values[variable]
                for symbol, coefficient in self.table[variable].items():
                    form[symbol] = form.get(symbol, 0) + factor * coefficient
            self.values[self.count + index] = value
            self.table[self.count + index] = {s: c for s, c in form.items() if c}
        self.sides = {s: self.side(s, (hints or {}).get(s, 0)) for s in self.values}

    def side(self, symbol, hint):
        value = self.values[symbol]
        if value:
            return 1 if value > 0 else -1
        negative, positive = self.rules[symbol]
        if negative == FORBIDDEN:
            return 0 if positive == FORBIDDEN else 1
        return -1 if positive == FORBIDDEN else hint or 1

    def resettle(self, symbol):
        """Puts a symbol whose rule changed on the side where its value is."""
        if symbol in self.values:
            self.sides[symbol] = self.side(symbol, self.sides[symbol])

    def eliminate(self):
        """The basic variables as (value, {non-basic symbol: coefficient})."""
        equations, holders = {}, {}
        for index in range(len(self.rows)):
            if self.count + index not in self.nonbasic:
                continue
            left, right = {}, {None: self.constants[index], self.count + index: Fraction(1)}
            for variable, factor in self.rows[index].items():
                if variable in self.nonbasic:
                    right[variable] = right.get(variable, 0) - factor
                else:
                    left[variable] = factor
                    holders.setdefault(variable, set()).add(index)
            equations[index] = (left, right)
        steps = []
        while equations:
            chosen = min(equations, key=lambda i: (len(equations[i][0]), i))
            left, right = equations.pop(chosen)
            if not left:
                raise Singular("the equations depend on one another")
            pivot = min(left, key=lambda v: (len(holders[v]), v))
            for variable in left:
                holders[variable].discard(chosen)
            scale = left.pop(pivot)
            left = {v: c / scale for v, c in left.items()}
            right = {s: c / scale for s, c in right.items()}
            for other in list(holders[pivot]):
                target, constants = equations[other]
                factor = target.pop(pivot)
                for variable, coefficient in left.items():
                    value = target.get(variable, 0) - factor * coefficient
                    if value:
                        target[variable] = value
                        holders[variable].add(other)
                    else:
                        target.pop(variable, None)
                        holders[variable].discard(other)
                for symbol, coefficient in right.items():
                    constants[symbol] = constants.get(symbol, 0) - factor * coefficient
            holders[pivot] = set()
            steps.append((pivot, left, right))
        solved = {}
        for pivot, left, right in reversed(steps):
            for variable, factor in left.items():
                value, form = solved[variable]
                right[None] -= factor * value
                for symbol, coefficient in form.items():
                    right[symbol] = right.get(symbol, 0) - factor * coefficient
            value = right.pop(None)
            solved[pivot] = (value, {s: c for s, c in right.items() if c})
        if len(solved) + len([s for s in self.nonbasic if s < self.count]) != self.count:
            raise Singular("some variable is in no equation")
        return solved

    # What a basis says.

    def value(self, symbol):
        return self.values.get(symbol, Fraction(0))

    def infeasible(self):
        """The basic symbols that are where they may not be, with their values."""
        return {s: v for s, v in self.values.items()
                if v and self.rule(s, 1 if v > 0 else -1) == FORBIDDEN}

    def error(self, index):
        """The exact violation of a constraint."""
        value = self.value(self.count + index)
        rule = self.rule(self.count + index, 1 if value > 0 else -1)
        return Fraction(0) if rule is FREE else abs(value)

    def sums(self):
        """The exact sum of errors of each level."""
        result = {}
        for kind, level in self.order:
            if kind == "sum":
                result[level] = sum(
                    (self.error(k) for k in range(len(self.rows))
                     if level in self.rules[self.count + k]), Fraction(0))
        return result

    def gradients(self):
        """Per level the derivative of the sum of its basic errors along each non-basic symbol."""
        result = {}
        for symbol, form in self.table.items():
            level = self.paying(symbol)
            if level is not None:
                total = result.setdefault(level, {})
                for column, coefficient in form.items():
                    total[column] = total.get(column, 0) + self.sides[symbol] * coefficient
        return result

    def paying(self, symbol):
        """The level in which a basic symbol's side pays, if it does."""
        side = self.sides[symbol]
        rule = self.rule(symbol, side) if side else FREE
        return None if rule in (FREE, FORBIDDEN) else rule

    def rate(self, component, column, sign, gradients):
        kind, what = component
        if kind == "sum":
            own = 1 if self.rule(column, sign) == what else 0
            return sign * gradients.get(what, {}).get(column, 0) + own
        if what == column:
            return 1 if kind == "freedom" or self.rule(column, sign) is not FREE else 0
        if what not in self.table or kind == "single" and self.paying(what) is None:
            return 0
        return sign * self.sides[what] * self.table[what].get(column, 0)

    def first_rate(self, column, sign, gradients):
        """The first objective that changes along a direction, with its rate."""
        for component in self.order:
            rate = self.rate(component, column, sign, gradients)
            if rate:
                return component, rate
        return None, 0

    def directions(self):
        for column in sorted(self.nonbasic):
            for sign in (1, -1):
                if self.rule(column, sign) != FORBIDDEN:
                    yield column, sign

    def objections(self):
        """The directions that improve an objective, or change none; none at the one optimum."""
        gradients = self.gradients()
        return [(column, sign) for column, sign in self.directions()
                if self.first_rate(column, sign, gradients)[1] <= 0]

    def weak(self):
        """What decided apart from the priorities: the kinds of objective of weak directions."""
        gradients = self.gradients()
        return {self.first_rate(*d, gradients)[0][0] for d in self.directions()} - {"sum"}

    # The search, for what no basis is known of.

    def optimise(self, limit=20_000):
        """Primal simplex by Bland's rule from a feasible vertex to the optimum."""
        for _ in range(limit):
            gradients = self.gradients()
            for column, sign in self.directions():
                if self.first_rate(column, sign, gradients)[1] < 0:
                    self.move(column, sign)
                    break
            else:
                return
        raise Unsettled(f"no optimum after {limit} exact pivots")

    def move(self, column, sign):
        while True:
            best = None
            for symbol, form in self.table.items():
                rate = sign * form.get(column, 0)
                if not rate:
                    continue
                side = self.sides[symbol]
                if side * rate < 0 or not side:
                    step = abs(self.values[symbol] / rate) if side else Fraction(0)
                    if side and self.rules[symbol] == (FREE, FREE) and not self.breaks(symbol):
                        continue
                    if best is None or (step, symbol) < best:
                        best = (step, symbol)
            if best is None:
                raise Unsettled("an objective falls without end")
            step, symbol = best
            side = self.sides[symbol]
            if side and self.rule(symbol, -side) != FORBIDDEN:
                self.sides[symbol] = -side
                if self.first_rate(column, sign, self.gradients())[1] < 0:
                    continue
                self.sides[symbol] = side
            self.pivot(symbol, column, sign, step)
            return

    def breaks(self, symbol):
        """Whether zero is a breakpoint of a symbol that is free on both sides."""
        return symbol < self.count

    def pivot(self, leaving, entering, sign, step):
        for symbol, form in self.table.items():
            if entering in form:
                self.values[symbol] += form[entering] * sign * step
        row = self.table.pop(leaving)
        self.values.pop(leaving)
        self.sides.pop(leaving)
        inverse = 1 / row.pop(entering)
        row = {s: -c * inverse for s, c in row.items()}
        row[leaving] = inverse
        for form in self.table.values():
            factor = form.pop(entering, 0)
            if factor:
                for symbol, coefficient in row.items():
                    value = form.get(symbol, 0) + factor * coefficient
                    if value:
                        form[symbol] = value
                    else:
                        form.pop(symbol, None)
        self.table[entering] = row
        self.values[entering] = sign * step
        self.sides[entering] = 0 if self.rules[entering] == (FORBIDDEN, FORBIDDEN) else sign
        self.nonbasic.remove(entering)
        self.nonbasic.add(leaving)


def acceptance_order(system):
    """The required constraints as they are accepted: the environment first."""
    required = [i for i, c in enumerate(system["constraints"]) if c["strength"] == 1000]
    return sorted(required, key=lambda i: not system["constraints"][i].get("environment", False))


def solve(system):
    """The canonical optimum from nothing, as an `Exact` that stands there, and what was relaxed.

    Every constraint is accepted, and every objective is minimised, by exact pivots.
    """
    exact, relaxed, held = Exact(system), [], {}
    for index in range(len(exact.rows)):
        exact.rules[exact.count + index] = (FREE, FREE)
    exact.order = []
    exact.stand(range(exact.count))
    for index in acceptance_order(system):
        symbol = exact.count + index
        exact.set_error(index, 0)
        exact.resettle(symbol)
        exact.order = [("single", symbol)]
        exact.optimise()
        error = exact.error(index)
        if error > REPORTED:
            exact.rules[symbol] = (FREE, FREE)
            relaxed.append(index)
            continue
        if error:  # met but for noise: held at its least error
            held[index] = error
            exact.constants[index] += exact.value(symbol)
            exact.values[symbol] = Fraction(0)
        exact.set_error(index, FORBIDDEN)
        exact.resettle(symbol)
    for index in range(len(exact.rows)):
        if index in relaxed or system["constraints"][index]["strength"] < 1000:
            exact.set_error(index, exact.level(index, relaxed))
            exact.resettle(exact.count + index)
    exact.order = exact.components()
    exact.optimise()
    return exact, sorted(relaxed), held
