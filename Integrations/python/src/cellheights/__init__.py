"""Heights of feed cells, from Python.

`build` lays out a feed and publishes a store, and `lookup` reads a cell from it. `layout` lays out
records and `measure` measures texts without a store, by a process that is kept. Lengths are in points.
"""

from .builds import build
from .cells import Cell, Frame
from .errors import CellHeightsError, NotFound, WorkerEnded
from .layouts import Layouter, layout
from .measures import Line, Measure, Measurer, measure
from .store import Store, lookup

__all__ = [
    "Cell",
    "CellHeightsError",
    "Frame",
    "Layouter",
    "Line",
    "Measure",
    "Measurer",
    "NotFound",
    "Store",
    "WorkerEnded",
    "build",
    "layout",
    "lookup",
    "measure",
]
