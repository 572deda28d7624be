"""Grids as a page with `display: grid`, and the frames that a browser gives them.

Hidden tracks are left out. Paddings are margins of the contents, and of an empty element in each
track; without that, what is merged would make tracks with nothing else in them longer than others.
What fills its cell has its length as the least one.
"""
import pathlib

from .model import AXES

# Pixels a point where frames are read. A quarter of a point is then 960 of Chromium's layout units,
# so that nothing is rounded when up to five tracks share it, or halves of it are taken.
SCALE = 60
STYLE = """
  body { margin: 0; font: 14px/1.4 sans-serif }
  .cell { position: relative; box-sizing: border-box; background: #eee }
  .measured .cell { position: absolute; left: 0; top: 0 }
  .grid { display: grid; background: #ccd }
  .grid > * { background: #8a8 }
"""
# Frames by seed and id, in pixels.
FRAMES = """Object.fromEntries([...document.querySelectorAll('.cell')].map(cell => {
  const own = cell.getBoundingClientRect();
  const frame = element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left - own.left, top - own.top, width, height];
  };
  const named = [...cell.querySelectorAll('[data-id]')];
  return [cell.dataset.seed, Object.fromEntries(
    [['cell', frame(cell)], ...named.map(element => [element.dataset.id, frame(element)])])];
}))"""

NAMES = {"x": ("column", "width", "inline", "justify"), "y": ("row", "height", "block", "align")}
WORDS = {"start": "start", "center": "center", "end": "end", "fill": "stretch"}


class Sheet:
    """Writes lengths in pixels."""

    def __init__(self, scale, more_gap=0):
        self.scale = scale
        self.more_gap = more_gap

    def px(self, points):
        return f"{points * self.scale:.12g}px"

    def margins(self, axis, before, after):
        return f"margin-{NAMES[axis][2]}:{self.px(before)} {self.px(after)}"

    def item(self, grid, item):
        rules = []
        for axis in AXES:
            name, length, _, self_name = NAMES[axis]
            span, tracks = item.spans[axis], grid.tracks(item, axis)
            first = 1 + sum(place < span.first for place in grid.axes[axis].shown)
            placement = grid.placement(item, axis)
            least = "min-" if placement == "fill" else ""
            word = WORDS[placement]
            if axis == "y" and grid.is_aligned(item):
                word = "last baseline" if placement == "end" else "baseline"
            rules += [f"grid-{name}:{first}/span {len(tracks)}",
                      f"{least}{length}:{self.px(span.length)}", f"{self_name}-self:{word}",
                      self.margins(axis, tracks[0].before, tracks[-1].after)]
        return f'<div data-id="{item.name}" style="{";".join(rules)}"></div>'

    def struts(self, grid):
        """An element in each track, as long as its paddings."""
        for axis, made in grid.axes.items():
            other = NAMES["y" if axis == "x" else "x"][0]
            for place, number in enumerate(made.shown):
                track = made.tracks[number]
                yield (f'<div style="grid-{NAMES[axis][0]}:{place + 1};grid-{other}:1;'
                       f'place-self:start;{self.margins(axis, track.before, track.after)}"></div>')

    def cell(self, grid):
        rules = [f"margin-inline:{self.px(grid.inset)}"]
        for axis, made in grid.axes.items():
            name, length, _, _ = NAMES[axis]
            tracks = [
                None if track.length is None else track.before + track.length + track.after
                for track in map(made.tracks.__getitem__, made.shown)]
            rules += [
                f"grid-template-{name}s:" + " ".join(
                    "auto" if each is None else self.px(each) for each in tracks),
                f"{name}-gap:{self.px(made.gap + self.more_gap)}",
                f"{length}:{self.px(made.length) if made.is_stretched else 'max-content'}"]
        inside = "".join([*self.struts(grid), *(self.item(grid, item) for item in grid.shown)])
        return (f'<div class="cell" data-seed="{grid.seed}" dir="{grid.direction}" style="width:'
                f'{self.px(grid.width)};padding-block:{self.px(grid.inset)}"><div class="grid" '
                f'data-id="grid" style="{";".join(rules)}">{inside}</div></div>')


def page(grids, scale, more_gap=0):
    """The grids as HTML, below each other where a point is a pixel."""
    sheet = Sheet(scale, more_gap)
    cells = "\n".join(
        (f"<p>{grid.seed}</p>" if scale == 1 else "") + sheet.cell(grid) for grid in grids)
    return ('<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Grids</title>\n'
            f"<style>{STYLE}</style>\n<body{'' if scale == 1 else ' class=measured'}>\n{cells}\n")


def frames(browser, folder, grids, more_gap=0):
    """Frames by seed and view, in points, as an open browser lays them out."""
    path = pathlib.Path(folder, "page.html")
    path.write_text(page(grids, SCALE, more_gap), encoding="utf-8")
    browser.open(path.as_uri())
    return {int(seed): {name: [number / SCALE for number in frame] for name, frame in found.items()}
            for seed, found in browser.value(FRAMES).items()}
