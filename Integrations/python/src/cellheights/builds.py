"""Builds a store."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any, Union

from .errors import CellHeightsError, failure
from .options import Option, environment_words, refuse, words
from .program import program


def build(
    feeds: Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]] = (),
    store: Union[str, os.PathLike[str], None] = None,
    template: Union[str, os.PathLike[str], None] = None,
    environments: Union[str, Sequence[str]] = (),
    **options: Option,
) -> dict[str, Any]:
    """Lays out every record of feeds, publishes the heights, and returns the summary.

    `feeds` are paths; without them, the feeds of the configuration are built. `store` is the path of
    the store, `Cache/heights.sqlite` by default. `options` are those of `cellheights build`, with `_`
    for `-`: `jobs=2`, `frames="none"`. The summary is the document `cellheights.build/1`: `records`,
    `cells`, `trust`, `findings`, `generation`, `digest` and more.

    Raises `CellHeightsError` with the exit code of the program if nothing was published.
    """
    refuse(options, "format", "plan")
    paths = [feeds] if isinstance(feeds, (str, os.PathLike)) else list(feeds)
    line = words(
        [
            ("store", os.fspath(store) if store is not None else None),
            ("template", template),
            ("environment", environment_words(environments)),
            *options.items(),
        ]
    )
    command = [program(), "build", *(os.fspath(path) for path in paths), "--format", "json", *line]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise CellHeightsError(
            f"the program {command[0]} cannot be started: {error.strerror}", exit_code=66
        ) from error
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode < 0:
        raise CellHeightsError(f"the program ended with signal {-done.returncode}\n{said}".strip())
    if done.returncode != 0:
        raise failure(said, done.returncode)
    summary: dict[str, Any] = json.loads(done.stdout)
    return summary
