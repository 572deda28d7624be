"""Frames of a simulation beside those of a browser."""
from dataclasses import dataclass, field

# How far the top of a cell may be from where it is said to be, in px.
PIXEL = 1
# Offsets between two points of a recording are a little off.
ROUNDING = 1e-6


@dataclass
class Result:
    """What came out; `differences` are texts, distances are in px."""
    frames: int = 0
    cells: int = 0
    # Cells that came on screen, as simulated and as seen.
    simulated: int = 0
    seen: int = 0
    # The most that came in one frame.
    most: int = 0
    # The greatest distance of a top from its place.
    furthest: float = 0
    # Frames whose offset the browser rounded to a device pixel, or to the end of its list.
    rounded: int = 0
    # Cells that such a rounding brings on screen, or takes off it.
    excused: int = 0
    differences: list = field(default_factory=list)

    def __str__(self):
        return (f"{self.frames} frames, {self.cells} cells on screen, {self.simulated} new ones "
                f"simulated and {self.seen} in the browser, at most {self.most} a frame; tops within "
                f"{self.furthest:.4f} px; {self.rounded} frames at a rounded offset, where "
                f"{self.excused} cells show by less than the rounding")


def compare(frames, seen, cells, viewport):
    """Compares frames of a simulation with what the browser showed of each.

    `cells` are those of the list by id, `viewport` is the height of the screen in px; what was seen
    is `y` and `cells` of id, top and bottom."""
    result = Result()
    shown = late = None
    for number, (frame, page) in enumerate(zip(frames, seen, strict=True)):
        off = abs(page["y"] - frame.offset)
        here = [name for name, _, _ in page["cells"]]
        odd = set(here) ^ set(frame.cells)
        if off <= ROUNDING:
            excused = set()
        else:
            result.rounded += 1
            excused = {name for name in odd if beyond(cells[name], frame.offset, viewport) <= off}
        result.frames += 1
        result.cells += len(here)
        result.excused += len(excused)
        note = f"frame {number} at {frame.offset:.3f}:"
        if odd - excused or (not odd and here != list(frame.cells)):
            result.differences.append(
                f"{note} {list(frame.cells)} on screen, in the browser {here}")
        for name, top, _ in page["cells"]:
            place = cells[name].offset - frame.offset
            result.furthest = max(result.furthest, abs(top - place))
            if abs(top - place) > PIXEL:
                result.differences.append(
                    f"{note} the top of {name} is {place:.3f}, in the browser {top:.3f}")
        # The cells of the first frame were there before.
        new = set(here) - shown if shown is not None else set()
        result.simulated += len(frame.new)
        result.seen += len(new)
        result.most = max(result.most, len(new))
        # What shows in one of the two only comes a frame earlier or later in the other.
        if (new ^ frame.new) - excused - (late or set()):
            result.differences.append(
                f"{note} new are {sorted(frame.new)}, in the browser {sorted(new)}")
        shown, late = set(here), excused
    return result


def beyond(cell, offset, viewport):
    """How far the nearer edge of a cell is from the edge of the screen that it passes, in px."""
    top = cell.offset - offset
    return min(abs(top + cell.height), abs(viewport - top))
