"""Our widths and heights of a corpus's labels beside the saved ones."""
import collections
import math

from . import explained
from .corpus import documents
from .freedom import Axis

# Saved numbers have few decimals; thirds of a point are the finest pixels.
TOLERANCE = 0.01

HELD = "decided by constraints, not by text"

# Answers that a second solver found too; the others are not what their constraints say.
ANSWERS = ("exact", "within-1pt")


def rounded_up(value, scale):
    """Up to a pixel, but not for the noise of binary fractions."""
    return math.ceil(value * scale - 1e-6) / scale


class Row:
    """One label that was compared along one axis."""

    def __init__(self, label, ours, saved, reason, **more):
        self.label, self.ours, self.saved, self.more = label, ours, saved, more
        self.equal = abs(ours - saved) < TOLERANCE
        self.reason = reason

    @property
    def verdict(self):
        if self.equal:
            return "equal" if self.reason is None else "equal, but listed as differing"
        return f"differs: {self.reason}" if self.reason else "DIFFERS"

    @property
    def is_wrong(self):
        return self.equal == (self.reason is not None)

    @property
    def json(self):
        return {"file": self.label.file, "id": self.label.id, "text": self.label.text,
                "font": self.label.font, "size": self.label.size, **self.more, "ours": self.ours,
                "saved": self.saved, "equal": self.equal, "reason": self.reason}


class Comparison:
    """Everything that was compared, and what was left out and why."""

    def __init__(self, folder, measuring):
        self.measuring = measuring
        self.widths, self.heights = [], []
        # How many labels whose height constraints decide have that of their text all the same.
        self.held_and_equal = 0
        self.left_out = {"widths": collections.Counter(), "heights": collections.Counter()}
        for document in documents(folder):
            axes = {axis: Axis(document, axis) for axis in "xy"}
            for label in document.labels():
                self.width(label, axes["x"])
                self.height(label, axes["y"])

    def set_aside(self, label, axis):
        """Why a label's size along an axis is no answer about its text."""
        if not label.text:
            return "no text, or an attributed one"
        if label.font is None or label.height is None or label.saved is None:
            return "not laid out by constraints of the cell"
        if label.saved["input"]:
            return "not laid out by constraints of the cell"
        if label.designable:
            return "a class of the app that draws itself in Interface Builder"
        if label.status not in ANSWERS or label.misplaced:
            return "frames that are not what the constraints say"
        if axis.holds(label):
            return HELD
        return None

    def width(self, label, axis):
        if not label.family:
            return
        reason = self.set_aside(label, axis)
        if reason is None and len(label.text.splitlines()) > 1:
            reason = "more than one line"
        if reason is not None:
            self.left_out["widths"][reason] += 1
            return
        width, _ = self.measuring.own(label, label.scale)
        rounded = min((rounded_up(width, grid) for grid in label.grids),
                      key=lambda w: abs(w - label.width))
        cause = explained.WIDTHS.get(label.key)
        if cause == explained.LATO and self.measuring.lato:
            cause = None
        self.widths.append(Row(label, rounded, label.width, cause, measured=width))

    def height(self, label, axis):
        reason = self.set_aside(label, axis)
        if reason in (None, HELD) and not (label.family or label.is_system):
            reason = "a font of Apple's that is not in Debian"
        if reason not in (None, HELD):
            self.left_out["heights"][reason] += 1
            return
        ours, lines, grid = min(self.own_heights(label), key=lambda h: abs(h[0] - label.height))
        if reason == HELD:
            self.left_out["heights"][reason] += 1
            self.held_and_equal += abs(ours - label.height) < TOLERANCE
            return
        cause = explained.HEIGHTS.get(label.key)
        self.heights.append(Row(label, ours, label.height, cause, lines=lines, grid=grid))

    def own_heights(self, label):
        """Heights that the label may have, as (height, lines or none, grid)."""
        for grid in label.grids:
            if label.is_system:
                heights = self.measuring.system_heights(label.size, grid)
                for index, height in enumerate(heights[:label.lines or None]):
                    yield height, index + 1, grid
            else:
                yield self.measuring.own(label, grid)[1], None, grid

    @property
    def stale(self):
        """Explanations of labels that are not compared any more."""
        compared = {"widths": {r.label.key for r in self.widths},
                    "heights": {r.label.key for r in self.heights}}
        return [key for key in explained.WIDTHS if key not in compared["widths"]] + [
            key for key in explained.HEIGHTS if key not in compared["heights"]]

    @property
    def is_good(self):
        # Nothing compared would be no agreement.
        return (self.widths and self.heights and not self.stale
                and not any(row.is_wrong for row in self.widths + self.heights))
