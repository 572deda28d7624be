"""Reads cells from a store by SQLite; docs/store.md describes the format."""

from __future__ import annotations

import os
import pathlib
import sqlite3
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple, Optional, Union

from .cells import Cell, Frame
from .errors import CellHeightsError, NotFound

SCHEMA = 10
"""The version of stores that this package reads."""

_APPLICATION = 0x43487473
_PLACES_IN_A_PAGE = 960
_TRUST = (
    "substitute-font",
    "size-unknown",
    "relaxed",
    "ambiguous",
    "limit",
    "collapsed",
    "dictionary",
    "near-limit",
)


class _Scope(NamedTuple):
    """A feed in an environment, and its list `feed` there."""

    feed: int
    environment: int
    key: str
    steps: float
    is_range: bool
    list: Optional[int]
    spacing: int
    top: int
    chunks: tuple[tuple[int, int, int], ...]
    """The list's chunks in order: number, cells, sum of heights in steps."""


class Store:
    """One generation of a store; `with` closes it.

    A build publishes another generation by renaming a file, which this object does not notice: open
    the store again. Checksums are not checked; `cellheights verify` does.
    """

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        """Opens a store. Raises `CellHeightsError` if it is missing, or another file or version."""
        self.path = os.fspath(path)
        file = pathlib.Path(self.path).absolute()
        if not file.is_file():
            raise CellHeightsError(f"{self.path}: no such store; build it first", exit_code=66)
        self._scopes: dict[tuple[Optional[str], Optional[str]], tuple[str, _Scope]] = {}
        self._views: dict[int, list[tuple[str, int]]] = {}
        try:
            self._db = sqlite3.connect(
                f"{file.as_uri()}?immutable=1", uri=True, check_same_thread=False
            )
            application = self._one("PRAGMA application_id")[0]
            version = self._one("PRAGMA user_version")[0]
        except sqlite3.Error as error:
            raise CellHeightsError(f"{self.path}: {error}", exit_code=65) from error
        if application != _APPLICATION or version != SCHEMA:
            self._db.close()
            found = f"version {version}" if application == _APPLICATION else "another file"
            raise CellHeightsError(
                f"{self.path}: expected a store of version {SCHEMA}, found {found}; build it again"
                " with the program of this package",
                exit_code=65,
            )
        self.generation = int(self._one("SELECT number FROM generation")[0])
        """The number of the generation."""

    def lookup(
        self, record: str, environment: Optional[str] = None, feed: Optional[str] = None
    ) -> Cell:
        """The stored cell of a record, with its place in the list `feed`.

        `environment` is a key such as "390@3x/L/ltr/en/uikit", or its beginning such as "390" if no
        other environment of the feed begins so; it may be left out if the feed has one. The same
        goes for `feed`.

        Raises `NotFound` if there is no such record, feed or environment, and `CellHeightsError`
        with the code of its error if the cell failed, or if the store is damaged.
        """
        try:
            name, scope = self._scope(feed, environment)
            return self._cell(record, name, scope)
        except (sqlite3.Error, struct.error, IndexError) as error:
            raise CellHeightsError(
                f"{self.path} is damaged ({error}); run: cellheights verify", exit_code=65
            ) from error

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _one(self, sql: str, *values: object) -> Any:
        return self._db.execute(sql, values).fetchone()

    def _scope(self, feed: Optional[str], environment: Optional[str]) -> tuple[str, _Scope]:
        known = self._scopes.get((feed, environment))
        if known:
            return known
        feeds = dict(self._db.execute("SELECT name, feed_id FROM feeds ORDER BY name"))
        if feed is None and len(feeds) != 1:
            raise NotFound(f"name one of the feeds: {', '.join(feeds)}")
        name = feed if feed is not None else next(iter(feeds))
        if name not in feeds:
            raise NotFound(f"no feed '{name}'; the store has {', '.join(feeds)}")
        rows = self._db.execute(
            "SELECT key, environment_id, steps_per_point, last_width IS NOT NULL"
            " FROM feed_environments JOIN environments USING(environment_id)"
            " WHERE feed_id = ? ORDER BY position",
            [feeds[name]],
        ).fetchall()
        keys = [row[0] for row in rows]
        found = [row for row in rows if environment is None or row[0] == environment]
        if environment is not None and not found:
            found = [row for row in rows if _begins(row[0], environment)]
        if len(found) != 1:
            which = f"'{environment}' of feed '{name}'" if environment else f"of feed '{name}'"
            what = f"no environment {which}" if not found else f"several environments {which}"
            raise NotFound(f"{what}; name one of: {', '.join(keys)}")
        key, number, steps, is_range = found[0]
        order = self._one(
            "SELECT list_id, spacing, inset_top, chunks"
            " FROM lists JOIN list_environments USING(list_id)"
            " WHERE feed_id = ? AND environment_id = ? AND name = 'feed'",
            feeds[name],
            number,
        )
        list_id, spacing, top, chunks = order or (None, 0, 0, b"")
        scope = _Scope(
            feeds[name],
            number,
            key,
            steps,
            bool(is_range),
            list_id,
            _rounded(spacing * steps),
            _rounded(top * steps),
            tuple(struct.iter_unpack("<qiq", chunks)),
        )
        self._scopes[feed, environment] = (name, scope)
        return name, scope

    def _cell(self, record: str, feed: str, scope: _Scope) -> Cell:
        row = self._one(
            "SELECT cell_id, c.template_id, t.name, version, trust, height, exact_height,"
            " coalesce(c.frames, s.frames), error_code, error_message"
            " FROM cells c JOIN templates t USING(template_id) LEFT JOIN shapes s USING(shape_id)"
            " WHERE feed_id = ? AND environment_id = ? AND record_id = ?",
            scope.feed,
            scope.environment,
            record,
        )
        if row is None:
            raise NotFound(f"no record '{record}' in feed '{feed}'")
        number, template, name, version, trust, height, exact, frames, code, message = row
        if code is not None:
            raise CellHeightsError(message, code, f"record '{record}'")
        place = self._place(number, scope)
        return Cell(
            id=record,
            environment=scope.key,
            version=version if isinstance(version, str) else f"hash:{version.hex()}",
            template=name,
            trust=tuple(word for bit, word in enumerate(_TRUST) if trust >> bit & 1),
            height=height / scope.steps,
            exact_height=exact,
            frames=self._frames(frames, template, scope.steps) if frames else {},
            feed=feed,
            position=place[0] if place else None,
            offset=place[1] / scope.steps if place else None,
            generation=self.generation,
        )

    def _frames(self, blob: bytes, template: int, steps: float) -> dict[str, Frame]:
        views = self._views.get(template)
        if views is None:
            views = self._db.execute(
                "SELECT view, is_label FROM template_views WHERE template_id = ? ORDER BY position",
                [template],
            ).fetchall()
            self._views[template] = views
        edges = 16 * len(views)
        lines: Iterator[tuple[int]] = struct.iter_unpack("<h", blob[edges:])
        frames: dict[str, Frame] = {}
        for (view, is_label), rect in zip(views, struct.iter_unpack("<4i", blob[:edges])):
            count = next(lines)[0] if is_label else 0
            x, y, width, height = (edge / steps for edge in rect)
            frames[view] = Frame(
                x,
                y,
                width,
                height,
                lines=abs(count) if count else None,
                truncated=count < 0 if count else None,
            )
        return frames

    def _place(self, cell: int, scope: _Scope) -> Optional[tuple[int, int]]:
        """The position of a cell in the list `feed`, and its top in steps; `None` if it is not there."""
        page = self._one(
            "SELECT chunks FROM list_places WHERE list_id = ? AND page = ?",
            scope.list,
            cell // _PLACES_IN_A_PAGE,
        )
        offset = cell % _PLACES_IN_A_PAGE * 4
        if page is None or offset + 4 > len(page[0]):
            return None
        chunk = struct.unpack_from("<i", page[0], offset)[0]
        position, top = 0, scope.top
        for number, cells, total in scope.chunks:
            if number == chunk:
                break
            position, top = position + cells, top + total
        else:
            return None
        ids, heights = self._one(
            "SELECT cell_ids, heights FROM list_chunks WHERE chunk_id = ?", chunk
        )
        kind = "<i" if len(ids) == len(heights) else "<q"
        for (other,), (height,) in zip(
            struct.iter_unpack(kind, ids), struct.iter_unpack("<i", heights)
        ):
            if other == cell:
                return position, top + position * scope.spacing
            position, top = position + 1, top + height
        return None


def _begins(key: str, environment: str) -> bool:
    """Whether a key is that of an environment whose other parts are left out."""
    return key.startswith(environment) and key[len(environment) : len(environment) + 1] in "@/#"


def _rounded(steps: float) -> int:
    return int(steps + 0.5)


def lookup(
    record: str,
    store: Union[str, os.PathLike[str]] = "Cache/heights.sqlite",
    environment: Optional[str] = None,
    feed: Optional[str] = None,
) -> Cell:
    """The stored cell of a record; for many of them, keep a `Store`.

    Arguments and errors are those of `Store` and `Store.lookup`.
    """
    with Store(store) as opened:
        return opened.lookup(record, environment, feed)
