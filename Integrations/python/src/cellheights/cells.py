"""A laid-out cell, as `cellheights.cell/1` has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional


@dataclass(frozen=True)
class Frame:
    """The frame of a view, in points from the top left corner of the cell.

    `lines` is the number of lines of a label, and `truncated` whether they end early; both are
    `None` for other views.
    """

    x: float
    y: float
    width: float
    height: float
    lines: Optional[int] = None
    truncated: Optional[bool] = None


@dataclass(frozen=True)
class Cell:
    """A cell of a record in one environment.

    `height` is in points, rounded to pixels; `exact_height` is the height before that. `trust` has
    the reasons why the height may be off, and is empty if it is exact. `frames` are by view, and
    empty if a store keeps heights alone or the environment is a range of widths. `feed`, `position`,
    `offset` (points, in the list `feed`) and `generation` are those of a store; `None` for a cell
    that was laid out. `position` and `offset` are `None` for a cell that is not in that list.
    """

    id: str
    environment: str
    version: str
    template: str
    trust: tuple[str, ...]
    height: float
    exact_height: float
    frames: Mapping[str, Frame]
    feed: Optional[str] = None
    position: Optional[int] = None
    offset: Optional[float] = None
    generation: Optional[int] = None

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Cell:
        """The cell of a document `cellheights.cell/1`."""
        return cls(
            id=document["id"],
            environment=document["environment"],
            version=document["version"],
            template=document["template"],
            trust=tuple(document["trust"]),
            height=document["height"],
            exact_height=document["exactHeight"],
            frames={
                frame["view"]: Frame(
                    frame["x"],
                    frame["y"],
                    frame["width"],
                    frame["height"],
                    frame.get("lines"),
                    frame.get("truncated"),
                )
                for frame in document.get("frames", ())
            },
            feed=document.get("feed"),
            position=document.get("position"),
            offset=document.get("offset"),
            generation=document.get("generation"),
        )
