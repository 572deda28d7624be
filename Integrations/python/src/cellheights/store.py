"""Reads cells from a store by SQLite; docs/store.md describes the format."""

from __future__ import annotations

import contextlib
import os
import pathlib
import sqlite3
import struct
from collections.abc import Iterator, Sequence
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
    list: Optional[int]
    distance: int
    """Between two cells, in steps: spacing and separator."""
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
        self._scopes: dict[tuple[str, Optional[str]], _Scope] = {}
        self._is_open = False
        self._views: dict[int, list[tuple[str, int]]] = {}
        try:
            self._db = sqlite3.connect(
                f"{file.as_uri()}?immutable=1", uri=True, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise CellHeightsError(f"{self.path}: {error}", exit_code=65) from error
        try:
            self.generation = self._opened()
            """The number of the generation."""
        except BaseException:
            self._db.close()
            raise
        self._is_open = True

    def _opened(self) -> int:
        try:
            application = self._one("PRAGMA application_id")[0]
            version = self._one("PRAGMA user_version")[0]
        except sqlite3.Error as error:
            raise CellHeightsError(f"{self.path}: {error}", exit_code=65) from error
        if application != _APPLICATION or version != SCHEMA:
            found = f"version {version}" if application == _APPLICATION else "another file"
            raise CellHeightsError(
                f"{self.path}: expected a store of version {SCHEMA}, found {found}; build it again"
                " with the program of this package",
                exit_code=65,
            )
        with self._reading():
            return int(self._one("SELECT number FROM generation")[0])

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Raises an error of the store for what is not as the format has it."""
        try:
            yield
        except (sqlite3.Error, struct.error, IndexError, TypeError, ValueError) as error:
            raise CellHeightsError(
                f"{self.path} is damaged ({error}); run: cellheights verify", exit_code=65
            ) from error

    def lookup(
        self, record: str, environment: Optional[str] = None, feed: Optional[str] = None
    ) -> Cell:
        """The stored cell of a record, with its place in the list `feed`.

        `environment` is written as for `build`, such as "390", "320@2x/XXL" or "300////css"; names of
        devices are not known. It may be left out if the feed has one environment, and `feed` if one
        feed has the record.

        Raises `NotFound` if there is no such record, feed or environment, and `CellHeightsError`
        with the code of its error if the cell failed, if the environment is a range of widths, or if
        the store is damaged.
        """
        if not isinstance(record, str):
            raise TypeError(f"a record is named by its id, a text, not by {record!r}")
        if not self._is_open:
            raise ValueError("the store is closed")
        with self._reading():
            feeds = [row[0] for row in self._db.execute("SELECT name FROM feeds ORDER BY name")]
        if feed is not None and feed not in feeds:
            raise NotFound(f"no feed '{feed}'; the store has {', '.join(feeds)}")
        missed: Optional[NotFound] = None
        found: list[Cell] = []
        for name in feeds if feed is None else [feed]:
            try:
                with self._reading():
                    found.append(self._cell(record, name, self._scope(name, environment)))
            except NotFound as error:
                missed = missed or error
        if len(found) > 1:
            raise NotFound(f"several feeds have the record '{record}': name one of "
                           + ", ".join(str(cell.feed) for cell in found))
        if not found:
            raise missed or NotFound(f"no record '{record}'; the store has no feed")
        return found[0]

    def close(self) -> None:
        """Closes the file."""
        self._is_open = False
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _one(self, sql: str, *values: object) -> Any:
        return self._db.execute(sql, values).fetchone()

    def _scope(self, feed: str, environment: Optional[str]) -> _Scope:
        known = self._scopes.get((feed, environment))
        if known:
            return known
        feed_id = self._one("SELECT feed_id FROM feeds WHERE name = ?", feed)[0]
        rows = self._db.execute(
            "SELECT key, environment_id, steps_per_point, last_width IS NOT NULL"
            " FROM feed_environments JOIN environments USING(environment_id)"
            " WHERE feed_id = ? ORDER BY position",
            [feed_id],
        ).fetchall()
        keys = [row[0] for row in rows]
        found = chosen(keys, environment)
        if len(found) != 1:
            which = f"'{environment}' of feed '{feed}'" if environment else f"of feed '{feed}'"
            what = f"no environment {which}" if not found else f"several environments {which}"
            raise NotFound(f"{what}; name one of: {', '.join(keys)}")
        key, number, steps, is_range = rows[keys.index(found[0])]
        if is_range:
            raise CellHeightsError(
                f"{key} is a range of widths, which has a height for each; use: cellheights lookup",
                exit_code=64,
            )
        order = self._one(
            "SELECT list_id, spacing, inset_top, separator, chunks"
            " FROM lists JOIN list_environments USING(list_id)"
            " WHERE feed_id = ? AND environment_id = ? AND name = 'feed'",
            feed_id,
            number,
        )
        list_id, spacing, top, separator, chunks = order or (None, 0, 0, None, b"")
        line = max(1, _rounded(separator * steps)) if separator else 0
        scope = _Scope(
            feed_id,
            number,
            key,
            steps,
            list_id,
            _rounded(spacing * steps) + line,
            _rounded(top * steps),
            tuple(struct.iter_unpack("<qiq", chunks)),
        )
        self._scopes[feed, environment] = scope
        return scope

    def _cell(self, record: str, feed: str, scope: _Scope) -> Cell:
        row = self._one(
            "SELECT cell_id, c.template_id, t.name, version, trust, height, exact_height,"
            " coalesce(c.frames, s.frames), shape_id, error_code, error_message"
            " FROM cells c JOIN templates t USING(template_id) LEFT JOIN shapes s USING(shape_id)"
            " WHERE feed_id = ? AND environment_id = ? AND record_id = ?",
            scope.feed,
            scope.environment,
            record,
        )
        if row is None:
            raise NotFound(f"no record '{record}' in feed '{feed}'")
        number, template, name, version, trust, height, exact, frames, shape, code, message = row
        if code is not None:
            raise CellHeightsError(message, code, f"record '{record}'")
        if shape is not None and frames is None:
            raise ValueError(f"there is no shape {shape}")
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
        if len(blob) != edges + 2 * sum(is_label for _, is_label in views):
            raise ValueError(f"frames of {len(blob)} bytes for {len(views)} views")
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
        # A missing row is no pair, which is damage.
        ids, heights = self._one(
            "SELECT cell_ids, heights FROM list_chunks WHERE chunk_id = ?", chunk
        )
        kind = "<i" if len(ids) == len(heights) else "<q"
        for (other,), (height,) in zip(
            struct.iter_unpack(kind, ids), struct.iter_unpack("<i", heights)
        ):
            if other == cell:
                return position, top + position * scope.distance
            position, top = position + 1, top + height
        return None


# What parts are if they are left out: scale, size, direction (that of the locale), locale, rules.
_STANDARD = ("3x", "L", "", "en", "uikit")


def _parts(text: str) -> tuple[str, list[str], Optional[str]]:
    """The width, the parts in the order of `_STANDARD` and the state; empty for parts left out."""
    body, mark, state = text.partition("#")
    metrics, *others = body.split("/")
    width, _, scale = metrics.partition("@")
    parts = [scale, *others]
    return width, parts + [""] * (len(_STANDARD) - len(parts)), state if mark else None


def chosen(keys: Sequence[str], environment: Optional[str]) -> list[str]:
    """The keys that an environment may mean, of those that a feed was built for, in their order.

    A part that is left out has its usual value if there is such a key; the state is the first one.
    """
    if environment in keys:
        return [environment] if environment is not None else []
    parsed = {key: _parts(key) for key in keys}
    found = list(keys)
    if environment is not None:
        width, parts, state = _parts(environment)
        found = [
            key
            for key in keys
            if parsed[key][0] == width
            and len(parts) == len(_STANDARD)
            and all(not part or part == own for part, own in zip(parts, parsed[key][1]))
            and state in (None, parsed[key][2])
        ]
        for place, standard in enumerate(_STANDARD):
            usual = [key for key in found if parsed[key][1][place] == standard]
            if usual and not parts[place]:
                found = usual
    # The keys of states differ only behind the mark.
    bases = {key.partition("#")[0] for key in found}
    return found[:1] if len(bases) == 1 else found


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
