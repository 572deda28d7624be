"""The least sum of errors of each priority level, by scipy's HiGHS."""
from .model import rows_of
from .program import REPORTED, Program, elastic, must


class LevelSums:
    """The least sum of errors of each level of a system, from the definition.

    `domains`: "free" or "nonNegative", a variable each. `rows`: dicts of "name", "terms" ({variable:
    factor}), "relation", "right", "priority" and "environment". `guess`: names of required constraints that are thought to contradict others. It is only used
    when it is shown to be what accepting them one by one gives: the others hold together, and each
    of these has an error while those before it hold.
    """

    def __init__(self, domains, rows, guess):
        self.domains, self.rows = domains, rows
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
        for domain in self.domains:
            program.variable(None if domain == "free" else 0)
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
        return row["terms"], row["relation"], row["right"]

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
        """Level by level the sum; ties are settled after all of them, so they play no part here."""
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
        return sums

    def errors(self, values):
        """What the values of the variables say: the sum of errors and the rows of each level.

        The accepted required rows are level 1001.
        """
        result = {}
        for index, row in enumerate(self.rows):
            difference = sum(c * values[v] for v, c in row["terms"].items()) - row["right"]
            error = {"==": abs(difference), ">=": max(0, -difference),
                     "<=": max(0, difference)}[row["relation"]]
            level = row["priority"]
            if level == 1000 and index not in self.relaxed:
                level, error = 1001, max(0, error - self.held.get(index, 0))
            total, count = result.get(level, (0, 0))
            result[level] = (total + error, count + 1)
        return result


def levels_of(model, guess):
    """The levels of a layout, over the absolute coordinates of its frames: x, y, width, height."""
    keys = [(item, key) for item in range(len(model["items"])) for key in "xywh"]
    places = {variable: index for index, variable in enumerate(keys)}
    rows = [{**row, "terms": {places[v]: c for v, c in row["terms"].items() if c}}
            for row in rows_of(model, model["height"])]
    return LevelSums(
        ["nonNegative" if key in "wh" else "free" for _, key in keys], rows, guess)
