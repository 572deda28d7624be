"""What `cellheights simulate` says of a recorded scroll, frame by frame."""
import csv
import io
import json
import os
import subprocess
from dataclasses import dataclass

from ..demo.stores import DemoFailed
from ..exported import Cell


@dataclass(frozen=True)
class Frame:
    """A frame: when it began, in seconds, where the list was, in px, and the ids on screen."""
    time: float
    offset: float
    cells: tuple
    new: frozenset


class Simulation:
    """One list of a store."""

    def __init__(self, stores, feed, environment):
        self.stores = stores
        self.chosen = ("--feed", feed, "--environment", environment)
        rows = csv.DictReader(io.StringIO(self._said("export", "--format", "csv"), newline=""))
        self.cells = [Cell(row["id"], float(row["offset"]), float(row["height"])) for row in rows]
        self.tops = {cell.id: cell.offset for cell in self.cells}

    def extent(self, bottom):
        """Height of the list, in px, with the inset below it."""
        return self.cells[-1].offset + self.cells[-1].height + bottom

    def frames(self, trace, hertz, viewport, strategy="stored"):
        """The frames of a recorded scroll, and the report of it."""
        path = os.path.join(self.stores.folder, "frames.ndjson")
        run = json.loads(self._said(
            "simulate", trace, "--hz", f"{hertz:g}", "--device", "none", "--viewport",
            f"{viewport:g}", "--strategy", strategy, "--frames", path, "--format", "json"))
        with open(path, encoding="utf-8") as file:
            frames = [self._frame(json.loads(line)) for line in file]
        if len(frames) != run["frames"]["presented"]:
            raise DemoFailed(f"{run['frames']['presented']} frames were presented, and the file "
                             f"has {len(frames)}")
        return frames, run

    def _frame(self, line):
        cells = self.cells[line["first"]:line["first"] + line["count"]]
        return Frame(line["start_ms"] / 1000, line["offset_pt"], tuple(cell.id for cell in cells),
                     frozenset(line["new"]))

    def _said(self, *words):
        done = subprocess.run([self.stores.binary, *words, *self.chosen], cwd=self.stores.folder,
                              capture_output=True, check=False)
        if done.returncode:
            raise DemoFailed(f"cellheights {words[0]} ended with {done.returncode}: "
                             + done.stderr.decode("utf-8", "replace").strip()[-600:])
        return done.stdout.decode("utf-8")
