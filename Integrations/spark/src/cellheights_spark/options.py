"""The options of `cellheights layout` that `layout` and `publish` share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional

from cellheights.worker import check, layout_arguments


POSITION = "position"
"""The column of cells with the position of a record in the feed; also a member of records."""


@dataclass(frozen=True)
class LayoutOptions:
    """The options, and the command lines that they make."""

    command: str
    template: Optional[str]
    environments: Sequence[str]
    config: Optional[str]
    clock: Optional[str]
    time_zone: Optional[str]
    system_font: Sequence[str]
    arguments: Sequence[str]
    store: bool
    carry: Sequence[str] = ()

    def words(self) -> list[str]:
        """The command line of a worker."""
        return layout_arguments(
            self.command,
            template=self.template,
            environments=self.environments,
            carry=self.carry,
            store=self.store,
            config=self.config,
            clock=self.clock,
            time_zone=self.time_zone,
            system_font=self.system_font,
            arguments=self.arguments,
        )

    def header(self) -> Optional[str]:
        """Checks the options on this machine; the first line of all workers with `store`."""
        return check(self.words()) or None
