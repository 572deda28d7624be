"""How an answer of the program differs from what Xcode saved."""


class Difference:
    """One view whose rectangle is another."""

    def __init__(self, view, found, tolerance):
        self.id, self.type = view["id"], view["type"]
        self.saved, self.found = view["frame"], found
        self.deltas = [a - b for a, b in zip(found, self.saved)] if found else None
        self.axes = [axis for axis, delta in zip("xywh", self.deltas or [9] * 4)
                     if abs(delta) > tolerance]
        missed = view.get("mismatchInReferenceSolve", [])
        self.also_missed = [axis for axis in self.axes if axis in missed]


class Outcome:
    """One file: what was compared and what differs."""

    def __init__(self, case, answer, said):
        self.case, self.said = case, said
        self.numbers = self.numbers_ok = 0
        self.differences = []
        self.failed = answer is None
        frames = answer["frames"] if answer else {}
        for view in case.views:
            if view["input"] or not view["id"]:
                continue
            difference = Difference(view, frames.get(view["id"]), case.tolerance)
            self.numbers += 4
            self.numbers_ok += 4 - len(difference.axes)
            if difference.axes:
                self.differences.append(difference)
        self.height = answer["fittedHeight"] if answer else None

    @property
    def is_ok(self):
        return not self.failed and not self.differences

    @property
    def height_is_ok(self):
        return self.height is not None and abs(self.height - self.case.height) <= 0.6
