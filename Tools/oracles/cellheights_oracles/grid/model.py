"""A grid as template and page both express it. Lengths are points; the axes are x and y."""
from dataclasses import dataclass

AXES = ("x", "y")
# Where contents lie in cells that are larger; start is leading or top.
PLACEMENTS = ("start", "center", "end", "fill")


@dataclass
class Track:
    """A row or a column."""
    before: float = 0
    after: float = 0
    # Without paddings; None where it fits its contents.
    length: float | None = None
    # None is that of the grid.
    placement: str | None = None
    is_hidden: bool = False
    # A condition in place of true or false.
    condition: str | None = None
    # Of rows: by which baselines contents are aligned, or none; None is that of the grid.
    alignment: str | None = None


@dataclass
class Axis:
    """The tracks of one direction, and how long the grid is in it."""
    tracks: list[Track]
    gap: float
    placement: str | None = None
    # content, stretched; pulled, which stretches at priority 500; hugged, which withstands that.
    fitting: str = "content"
    # Of the grid, where it is stretched or pulled.
    length: float | None = None

    @property
    def is_stretched(self):
        return self.fitting in ("stretched", "pulled")

    @property
    def shown(self):
        """Places of the tracks that are not hidden."""
        return [place for place, track in enumerate(self.tracks) if not track.is_hidden]


@dataclass
class Span:
    """What an item is along one axis."""
    first: int
    count: int
    length: float = 0
    placement: str | None = None
    # Whether the length is a required constraint in place of a content size.
    is_required: bool = False


@dataclass
class Item:
    """A content view of a cell, which may be merged."""
    name: str
    spans: dict[str, Span]
    is_hidden: bool = False


@dataclass
class Grid:
    """One grid in a cell, `inset` away from its edges."""
    seed: int
    axes: dict[str, Axis]
    items: list[Item]
    inset: float
    width: int
    direction: str
    alignment: str | None = None

    def tracks(self, item, axis):
        """The shown tracks that an item lies in."""
        span = item.spans[axis]
        tracks = self.axes[axis].tracks[span.first:span.first + span.count]
        return [track for track in tracks if not track.is_hidden]

    def is_shown(self, item):
        return not item.is_hidden and all(self.tracks(item, axis) for axis in AXES)

    @property
    def shown(self):
        return [item for item in self.items if self.is_shown(item)]

    def placement(self, item, axis):
        """The item's, else that of its first row or column, else the grid's."""
        span = item.spans[axis]
        return (span.placement or self.axes[axis].tracks[span.first].placement
                or self.axes[axis].placement or "start")

    def is_aligned(self, item):
        """Whether its baseline is on a line with others; that of several rows never is."""
        span = item.spans["y"]
        said = self.axes["y"].tracks[span.first].alignment or self.alignment or "none"
        return said != "none" and span.count == 1

    def features(self):
        """Words for what is tried in it."""
        for axis in AXES:
            if self.axes[axis].fitting != "content":
                yield self.axes[axis].fitting
            for track in self.axes[axis].tracks:
                if track.is_hidden:
                    yield "hidden"
                if track.length is not None:
                    yield "explicit"
                if track.before or track.after:
                    yield "padded"
        if self.direction == "rtl":
            yield "rtl"
        for item in self.shown:
            if any(item.spans[axis].count > 1 for axis in AXES):
                yield "merged"
            if self.is_aligned(item):
                yield "aligned"
            if "fill" in (self.placement(item, axis) for axis in AXES):
                yield "filled"
