"""A grid as a template document."""
import random

from .generator import DEFAULT_GAP
from .model import AXES

WORDS = {"x": {"start": "leading", "end": "trailing", "center": "center", "fill": "fill"},
         "y": {"start": "top", "end": "bottom", "center": "center", "fill": "fill"}}
PADDINGS = {"x": ("leadingPadding", "trailingPadding"), "y": ("topPadding", "bottomPadding")}
LENGTHS = {"x": "width", "y": "height"}
GAPS = {"x": "columnSpacing", "y": "rowSpacing"}
DIRECTIONS = {"x": "horizontal", "y": "vertical"}
PULL = 500


def placed(axis, placement):
    """A placement, if one is said."""
    return {} if placement is None else {f"{axis}Placement": WORDS[axis][placement]}


def track(made, axis):
    """What a row or column says besides its cells."""
    said = placed(axis, made.placement)
    for key, padding in zip(PADDINGS[axis], (made.before, made.after)):
        if padding:
            said[key] = padding
    if made.length is not None:
        said[LENGTHS[axis]] = made.length
    if made.condition is not None or made.is_hidden:
        said["hidden"] = made.condition or True
    if made.alignment is not None:
        said["rowAlignment"] = made.alignment
    return said


def cell(item):
    """An id, or what its cell says."""
    said = {}
    for axis, key in zip(AXES, ("columns", "rows")):
        if item.spans[axis].count > 1:
            said[key] = item.spans[axis].count
        said.update(placed(axis, item.spans[axis].placement))
    return {"view": item.name, **said} if said else item.name


def view(item):
    """A view with a size, or with a content size, along each axis."""
    required = [span.length if span.is_required else None for span in item.spans.values()]
    content = [None if span.is_required else span.length for span in item.spans.values()]
    said = {"id": item.name, "kind": "view"}
    if required != [None, None]:
        said["size"] = required
    if content != [None, None]:
        said["intrinsic"] = content
    return {**said, "hidden": True} if item.is_hidden else said


def rows(grid):
    """The cells by rows, short ones without what is empty at their ends."""
    first = {(item.spans["y"].first, item.spans["x"].first): item for item in grid.items}
    columns = len(grid.axes["x"].tracks)
    for place, made in enumerate(grid.axes["y"].tracks):
        cells = [first.get((place, column)) for column in range(columns)]
        if place > 0:
            while cells and cells[-1] is None:
                del cells[-1]
        said = track(made, "y")
        named = [item and cell(item) for item in cells]
        yield {"cells": named, **said} if said else named


def constraints(grid):
    """The grid's place in the cell, and its size where that is not its contents'."""
    yield f"grid.leading == cell.leading + {grid.inset}"
    yield f"grid.top == cell.top + {grid.inset}"
    yield f"cell.bottom == grid.bottom + {grid.inset}"
    for axis, made in grid.axes.items():
        if made.fitting == "content":
            continue
        length = (f"cell.trailing == grid.trailing + {grid.inset}" if axis == "x"
                  else f"grid.height == {made.length}")
        yield length if made.fitting == "stretched" else f"{length} @{PULL}"


def document(grid):
    """The template, whose views stand in an order of their own."""
    said = {}
    hugging = {DIRECTIONS[axis]: 750 for axis in AXES if grid.axes[axis].fitting == "hugged"}
    if hugging:
        said["hugging"] = {"horizontal": 250, "vertical": 250, **hugging}
    if grid.alignment is not None:
        said["rowAlignment"] = grid.alignment
    for axis, made in grid.axes.items():
        said.update(placed(axis, made.placement))
        if made.gap != DEFAULT_GAP:
            said[GAPS[axis]] = made.gap
    views = [view(item) for item in grid.items]
    random.Random(grid.seed).shuffle(views)
    return {
        "schema": "cellheights.template/1", "template": f"grid-{grid.seed}",
        "views": [{
            "id": "grid", "kind": "grid", **said,
            "columns": [track(made, "x") for made in grid.axes["x"].tracks],
            "rows": list(rows(grid)), "subviews": views}],
        "constraints": list(constraints(grid))}
