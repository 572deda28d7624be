"""A feed built with spacing and insets, and what `export` prints of it."""
import csv
import io
import os
import subprocess
from dataclasses import dataclass

GAP = 8
# Top, leading, bottom, trailing, in points.
INSETS = (20, 16, 34, 16)


class ExportFailed(Exception):
    """cellheights ended with an error."""


@dataclass(frozen=True)
class Cell:
    """A cell as the table has it; offset and height in points."""
    id: str
    offset: float
    height: float
    kind: str = "item"


class Exported:
    """A store of one feed in one environment, in a folder of the caller's."""

    def __init__(self, binary, folder, feed, environment, lists="", options=()):
        """`lists` is YAML of further lists of the feed `cells`, on one line; `options` are of `build`."""
        self.command = [binary]
        self.folder = folder
        with open(os.path.join(folder, "cellheights.yaml"), "w", encoding="utf-8") as file:
            file.write("schema: cellheights.config/1\n"
                       f"lists: {{cells: {{feed: {{spacing: {GAP}, insets: {list(INSETS)}}}{lists}}}}}\n")
        self.run("build", os.path.abspath(feed), "--feed", "cells", "--environment", environment,
                 *options)

    def run(self, *words):
        done = subprocess.run([*self.command, *words], cwd=self.folder, capture_output=True,
                              check=False)
        if done.returncode:
            raise ExportFailed(f"{self.command[0]} {words[0]} ended with {done.returncode}: "
                               + done.stderr.decode("utf-8", "replace").strip()[:400])
        return done.stdout.decode("utf-8")

    def export(self, shape, name="feed"):
        return self.run("export", "--format", shape, "--list", name)

    def cells(self, name="feed"):
        """The cells in list order."""
        rows = csv.DictReader(io.StringIO(self.export("csv", name), newline=""))
        return [Cell(row["id"], float(row["offset"]), float(row["height"]),
                     row.get("kind") or "item") for row in rows]


def extent(cells):
    """Height of the list with both insets, in points."""
    return cells[-1].offset + cells[-1].height + INSETS[2]


def days(root, separator="", spacing=GAP, value="{published, date}"):
    """A list `days` with sticky headers, inserted cells and a footer, for `Exported`."""
    folder = os.path.join(root, "Feeds", "lists")
    return (f", days: {{order: feed, spacing: {spacing}, insets: {list(INSETS)}, {separator}"
            f"sections: {{by: \"{value}\", header: '{folder}/day.yaml', sticky: true}}, "
            f"insert: {{template: '{folder}/sponsored.yaml', every: 8, after: 3}}, "
            f"footer: '{folder}/end.yaml'}}")
