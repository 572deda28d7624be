"""Measures texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Optional, Union

from .kept import KeptProcess, Latest, request, surroundings
from .options import Option, refuse, words
from .program import program


class Line(NamedTuple):
    """A line: where it starts and ends in the text, in UTF-16 units, and its width in points."""

    start: int
    end: int
    width: float


class Measure(NamedTuple):
    """The lines of a text, and its height in points.

    `truncated` is whether the text is cut, and `trust` has the reasons why the measure may be off.
    """

    lines: tuple[Line, ...]
    height: float
    truncated: bool = False
    trust: tuple[str, ...] = ()


Text = Union[str, Mapping[str, Any]]
"""A text, or an object as `cellheights measure --input` reads it, with `text` and perhaps `width`."""


class Measurer:
    """A process that measures texts in one style; `with` ends it.

    `width` is the available width in points; without it, texts have lines only at their line ends.
    `options` are those of `cellheights measure`, with `_` for `-`: `font="Inter"`, `size=15`,
    `lines=3`, `metrics="css"`.
    """

    def __init__(self, width: Optional[float] = None, **options: Option) -> None:
        refuse(options, "format", "input", "text")
        line = words([("width", width), *options.items()])
        self._process = KeptProcess(
            [program(), "measure", "--input", "-", "--format", "json", *line]
        )

    def measure(self, texts: Iterable[Text]) -> list[Measure]:
        """Measures texts, and returns a measure for each, in their order.

        Raises `CellHeightsError` for the first text that cannot be measured, with the code, and its
        number from 1 as location; `WorkerEnded` if the process ends. The next call works after both.
        """
        if isinstance(texts, (str, bytes, Mapping)):
            raise TypeError("texts are a list of texts")
        lines = (
            request({"text": text} if isinstance(text, str) else dict(text)) for text in texts
        )
        return self._process.answers("text", lines, _measure)

    @property
    def pid(self) -> Optional[int]:
        """The id of the process; `None` while there is none."""
        return self._process.pid

    def close(self) -> None:
        """Ends the process. A later call starts another one."""
        self._process.close()

    def __enter__(self) -> Measurer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _measure(answer: Mapping[str, Any]) -> Measure:
    return Measure(
        tuple(Line(line["start"], line["end"], line["width"]) for line in answer["lines"]),
        answer["height"],
        answer.get("truncated", False),
        tuple(answer.get("trust", ())),
    )


def measure(texts: Iterable[Text], width: Optional[float] = None, **options: Option) -> list[Measure]:
    """Measures texts by a process that is kept for calls with the same arguments.

    Arguments and errors are those of `Measurer` and `Measurer.measure`.
    """
    key = (program(), width, repr(sorted(options.items())), surroundings(options.get("config")))
    return _kept.get(key, lambda: Measurer(width, **options)).measure(texts)


_kept: Latest[Measurer] = Latest()
