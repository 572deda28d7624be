"""Changes lines of records and cells where a worker or Arrow would take them for something else.

This module needs only the standard library.
"""

from __future__ import annotations

import json
import re
from typing import Union

Block = Union[bytes, bytearray, memoryview]

ADDED = "cellheightsPosition"
"""The member that carries a position that was added to a record."""

WRONG_POSITION = "CH0725"
"""The code of a row whose position is no whole number."""

NO_RECORD = b"[]"
"""A line that is answered by one error line."""

LARGEST = 2**63 - 1

_SPACE = rb"[ \t\r\v\f]*"
# A blank line, or a line that asks the worker for an answer of its own.
_UNANSWERED = rb"%s(?:\{%s\"sync\"%s:%s[0-9]+%s\}%s)?(?=\n)" % ((_SPACE,) * 6)
_FIRST = re.compile(_UNANSWERED)
# The literal line end at its head makes the search fast.
_LATER = re.compile(rb"\n" + _UNANSWERED)


def answered(block: Block) -> Block:
    """The same lines, each with its line end, of which every one has an answer as a record.

    Blank lines have no answer, and {"sync":7} has one that is no cell; both become error rows.
    """
    first = _FIRST.match(block)
    if first is None and _LATER.search(block) is None:
        return block
    data = bytes(block)
    if first is not None:
        data = NO_RECORD + data[first.end() :]
    return _LATER.sub(b"\n" + NO_RECORD, data)


def with_position(block: bytes) -> bytes:
    """Lines of cells whose added position is named `position`, as `import` reads it."""
    # Within a string, the quotation marks would have backslashes.
    return block.replace(b',"%s":' % ADDED.encode(), b',"position":')


def without_wrong_positions(block: bytes) -> bytes:
    """Replaces the cells whose position is no whole number from 0 by error lines."""
    return b"".join(_right(line) + b"\n" for line in block[:-1].split(b"\n"))


def _right(line: bytes) -> bytes:
    try:
        cell = json.loads(line, parse_int=_whole)
        position: object = cell.get("position")
    except (ValueError, AttributeError, RecursionError):
        return line
    if position is None or (type(position) is int and 0 <= position <= LARGEST):
        return line
    error = {"schema": "cellheights.error/1"}
    for name in ("line", "id", "version", "template", "environment", "state"):
        if name in cell:
            error[name] = cell[name]
    error["code"] = WRONG_POSITION
    error["message"] = f"the position {_short(position)} of the record is no whole number from 0"
    return json.dumps(error, separators=(",", ":")).encode("ascii")


def _whole(digits: str) -> Union[int, str]:
    """A number, or its digits if it is too large."""
    return int(digits) if len(digits) <= 19 else digits


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:100]}…"
