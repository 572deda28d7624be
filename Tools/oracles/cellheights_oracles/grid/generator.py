"""Random grids of contents with known sizes, of what template and page both express.

Contents fit into explicit tracks. Merged cells never make the same track longer, because the two
need not agree on what comes first. All lengths are quarters of points.
"""
import math
import random

from .model import AXES, PLACEMENTS, Axis, Grid, Item, Span, Track

# The gap that a grid has when it says none.
DEFAULT_GAP = 6


class Generator:
    """Makes one grid."""

    def __init__(self, seed):
        self.random = random.Random(f"grid {seed}")
        axes = {axis: self.axis() for axis in AXES}
        self.grid = Grid(seed, axes, [], inset=self.length(0, 20), width=0,
                         direction="rtl" if self.chance(0.35) else "ltr")
        self.fill_cells()
        for axis in AXES:
            for item in self.grid.items:
                self.size(item.spans[axis], axis)
        for axis in AXES:
            self.make_explicit(axis)
        for axis in AXES:
            self.fit_merged(axis)
        self.align_rows()
        self.require()
        self.pin()

    def chance(self, share):
        return self.random.random() < share

    def length(self, least, most):
        return self.random.randint(math.ceil(least * 4), math.floor(most * 4)) / 4

    def placement(self, share):
        return self.random.choice(PLACEMENTS) if self.chance(share) else None

    def axis(self):
        tracks = [
            Track(before=self.length(0.25, 12) if self.chance(0.25) else 0,
                  after=self.length(0.25, 12) if self.chance(0.25) else 0,
                  placement=self.placement(0.35), is_hidden=self.chance(0.15))
            for _ in range(self.random.randint(1, 5))]
        self.random.choice(tracks).is_hidden = False
        gap = self.random.choice([DEFAULT_GAP, 0, self.length(1, 20)])
        return Axis(tracks, gap, self.placement(0.6))

    def fill_cells(self):
        """Places merged cells, then contents in most of the others."""
        columns, rows = (len(self.grid.axes[axis].tracks) for axis in AXES)
        taken = set()

        def add(column, row, width, height):
            cells = {(column + x, row + y) for x in range(width) for y in range(height)}
            if taken & cells:
                return
            taken.update(cells)
            spans = {"x": Span(column, width, placement=self.placement(0.3)),
                     "y": Span(row, height, placement=self.placement(0.3))}
            self.grid.items.append(Item(f"v{len(self.grid.items) + 1}", spans, self.chance(0.05)))

        for _ in range(self.random.choice([0, 1, 1, 2])):
            column, row = self.random.randrange(columns), self.random.randrange(rows)
            add(column, row, self.random.randint(1, min(3, columns - column)),
                self.random.randint(1, min(3, rows - row)))
        for row in range(rows):
            for column in range(columns):
                if self.chance(0.8):
                    add(column, row, 1, 1)

    def size(self, span, axis):
        span.length = self.length(4, 80 if axis == "x" else 40)

    def natural(self, axis, place):
        """The length of a track, without paddings: explicit or that of what is in it alone."""
        length = self.grid.axes[axis].tracks[place].length
        return length if length is not None else max(
            (item.spans[axis].length for item in self.grid.shown
             if item.spans[axis].count == 1 and item.spans[axis].first == place), default=0)

    def room(self, axis, places):
        """The length of shown tracks together, with paddings and gaps."""
        made = self.grid.axes[axis]
        return made.gap * (len(places) - 1) + sum(
            made.tracks[place].before + self.natural(axis, place) + made.tracks[place].after
            for place in places)

    def make_explicit(self, axis):
        for place, track in enumerate(self.grid.axes[axis].tracks):
            if self.chance(0.2):
                track.length = self.natural(axis, place) + self.length(0, 30)

    def fit_merged(self, axis):
        """Makes what is merged along an axis fit, or longer where tracks may grow."""
        made = self.grid.axes[axis]
        merged = []
        for item in self.grid.shown:
            span = item.spans[axis]
            if span.count == 1:
                continue
            places = [n for n in made.shown if span.first <= n < span.first + span.count]
            first, last = made.tracks[places[0]], made.tracks[places[-1]]
            paddings = first.before + last.after
            if self.room(axis, places) - paddings < 1:
                first.length = self.natural(axis, places[0]) + self.length(4, 30)
            span.length = self.length(1, self.room(axis, places) - paddings)
            merged.append((span, places, paddings))
        grown = set()
        for span, places, paddings in merged:
            may_grow = {place for place in places if made.tracks[place].length is None}
            if may_grow and not grown & may_grow and self.chance(0.5):
                grown |= may_grow
                span.length = self.room(axis, places) - paddings + self.length(1, 30)

    def align_rows(self):
        """Aligns rows by baselines, which are the bottoms of contents without text."""
        words = ["firstBaseline", "lastBaseline"]
        self.grid.alignment = self.random.choice([None, None, "none", *words])
        for place, row in enumerate(self.grid.axes["y"].tracks):
            if not self.chance(0.3):
                row.alignment = None if self.grid.alignment in (None, "none") else "none"
                continue
            if self.grid.alignment not in words or self.chance(0.5):
                row.alignment = self.random.choice(words)
            # Pages have no groups of aligned contents in the centre.
            row.placement = self.random.choice(["start", "end"])
            for item in self.grid.items:
                span = item.spans["y"]
                if span.first == place and span.count == 1:
                    span.placement = None

    def require(self):
        """What fills its cell has a content size; other lengths may be required."""
        for item in self.grid.items:
            for axis, span in item.spans.items():
                span.is_required = self.grid.placement(item, axis) != "fill" and self.chance(0.5)

    def pin(self):
        """Chooses how long the grid is, and a cell that is wide enough."""
        longest = {}
        for axis, made in self.grid.axes.items():
            merged = sum(item.spans[axis].length for item in self.grid.items
                         if item.spans[axis].count > 1)
            longest[axis] = math.ceil(
                self.room(axis, made.shown) + merged) + self.random.randint(1, 100)
            made.fitting = self.random.choice(
                ["content", "content", "stretched", "pulled", "hugged"])
        self.grid.width = longest["x"] + math.ceil(2 * self.grid.inset)
        self.grid.axes["x"].length = self.grid.width - 2 * self.grid.inset
        self.grid.axes["y"].length = float(longest["y"])
        for axis in self.grid.axes.values():
            for track in axis.tracks:
                if self.chance(0.3):
                    # True of this cell where the track is hidden.
                    track.condition = f"width < {self.grid.width + track.is_hidden}"


def made(count, seed):
    """Grids of one seed after the other."""
    return [Generator(number).grid for number in range(seed, seed + count)]
