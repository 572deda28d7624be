"""The exceptions of this package."""

from __future__ import annotations

import re
from typing import Optional

_CODE = re.compile(r"\bCH\d{4}\b")


class CellHeightsError(Exception):
    """What the program found wrong, in its words.

    `code` is the program's code, such as "CH0401", which `cellheights explain` explains; `None` if
    the message has none. `location` is the record id, or the line of the input from 1, as a text;
    `None` if the message itself names the place. `exit_code` is the exit code of the program; `None`
    if the program goes on.
    """

    def __init__(
        self,
        message: str,
        code: Optional[str] = None,
        location: Optional[str] = None,
        exit_code: Optional[int] = None,
    ) -> None:
        place = f"{location}: " if location else ""
        mark = f" [{code}]" if code and code not in message else ""
        super().__init__(f"{place}{message}{mark}")
        self.message = message
        self.code = code
        self.location = location
        self.exit_code = exit_code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.code, self.location, self.exit_code)


class WorkerEnded(CellHeightsError):
    """The kept process ended before it had answered. The next call starts another one."""


class NotFound(CellHeightsError, LookupError):
    """The store has no such record, feed or environment."""


def failure(said: str, exit_code: int) -> CellHeightsError:
    """The error of a program that ended with an exit code, by what it wrote to standard error."""
    text = said.strip()
    prefix = "cellheights: "
    message = text.replace("\n" + prefix, "\n")
    message = message[len(prefix) :] if message.startswith(prefix) else message
    code = _CODE.search(message)
    return CellHeightsError(
        message or f"the program ended with {exit_code}", code[0] if code else None, exit_code=exit_code
    )
