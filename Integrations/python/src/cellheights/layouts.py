"""Lays out records without a store."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union

from .cells import Cell
from .errors import CellHeightsError
from .kept import KeptProcess, Latest, request, surroundings
from .options import Option, environment_words, refuse, words
from .program import program


class Layouter:
    """A process that lays out records in one template; `with` ends it.

    `template` is the name of a template or the path of its file, and `environments` are texts such
    as "390" or "320@2x/XXL"; without them, those of the configuration, or `post` and "390".
    `options` are those of `cellheights layout`, with `_` for `-`: `time_zone="Europe/Berlin"`,
    `system_font=["a.ttf"]`.
    """

    def __init__(
        self,
        template: Union[str, os.PathLike[str], None] = None,
        environments: Union[str, Sequence[str]] = (),
        **options: Option,
    ) -> None:
        refuse(options, "check", "cells", "stream", "trace")
        line = words(
            [("template", template), ("environment", environment_words(environments))]
            + list(options.items())
        )
        self._process = KeptProcess([program(), "layout", *line])
        self._numbers = itertools.count(1)

    def layout(self, records: Iterable[Mapping[str, Any]]) -> list[Cell]:
        """Lays out records, and returns their cells: those of a record in a row, by environment.

        A record is an object as `cellheights records` prints it, such as
        `{"id": "a", "title": "Title", "content_text": "Text"}`.

        Raises `CellHeightsError` for the first record that cannot be laid out, with the code, and
        its id or its number from 1 as location; `WorkerEnded` if the process ends. The next call
        works after both.
        """
        if isinstance(records, (str, bytes, Mapping)):
            raise TypeError("records are a list of objects")
        end = request({"sync": next(self._numbers)})
        lines = (_request(record) for record in records)
        return self._process.answers("record", lines, Cell.from_json, end)

    @property
    def pid(self) -> Optional[int]:
        """The id of the process; `None` while there is none."""
        return self._process.pid

    def close(self) -> None:
        """Ends the process. A later call starts another one."""
        self._process.close()

    def __enter__(self) -> Layouter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _request(record: Mapping[str, Any]) -> bytes:
    if isinstance(record, Mapping) and set(record) == {"sync"}:
        # The program takes such a line for the mark of an answer's end.
        raise CellHeightsError("a record has more members than 'sync'", "CH0423", repr(record))
    return request(record)


def layout(
    records: Iterable[Mapping[str, Any]],
    template: Union[str, os.PathLike[str], None] = None,
    environments: Union[str, Sequence[str]] = (),
    **options: Option,
) -> list[Cell]:
    """Lays out records by a process that is kept for calls with the same arguments.

    A process reads its files when it starts: another working directory or variable, or a change of
    the template or of `config`, starts another one; a change of other files does not. Arguments and errors are those of `Layouter` and `Layouter.layout`.
    """
    environments = environments if isinstance(environments, str) else tuple(environments)
    key = (program(), template, environments, repr(sorted(options.items())),
           surroundings(template, options.get("config")))
    return _kept.get(key, lambda: Layouter(template, environments, **options)).layout(records)


_kept: Latest[Layouter] = Latest()
