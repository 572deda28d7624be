"""Copies published files to a file system or object store."""

from __future__ import annotations

import contextlib
import os
import uuid
from dataclasses import dataclass
from typing import Any

from pyarrow import fs

RENAMING = ("local", "hdfs")
"""Kinds of file systems that rename files. Object stores show an object when it is complete."""


@dataclass(frozen=True)
class Copied:
    """Files that were written and files that existed already."""

    files: int = 0
    bytes: int = 0
    kept_files: int = 0
    kept_bytes: int = 0

    def __add__(self, other: Copied) -> Copied:
        return Copied(
            self.files + other.files, self.bytes + other.bytes,
            self.kept_files + other.kept_files, self.kept_bytes + other.kept_bytes,
        )


def absolute(path: str) -> str:
    """The same path for all machines: a local one becomes absolute."""
    return path if "://" in path else os.path.abspath(path)


@dataclass(frozen=True)
class Folder:
    """A published folder, by its path or URI."""

    path: str

    def copy(self, source: str, name: str, *, replace: bool = False) -> Copied:
        """Copies a local file to `name`, unless a file of the same size is there.

        A file of a published folder is named by its hash, so the same size means the same file.
        With `replace`, an existing file is always replaced.
        """
        system, base = self._opened()
        target = f"{base}/{name}"
        size = os.path.getsize(source)
        if not replace:
            info = system.get_file_info(target)
            if info.type == fs.FileType.File and info.size == size:
                return Copied(kept_files=1, kept_bytes=size)
        if system.type_name in RENAMING:
            self._renamed(system, source, target)
        else:
            _written(system, source, target)
        return Copied(files=1, bytes=size)

    def read(self, name: str) -> bytes | None:
        """The content of a file, or nothing if it is not there."""
        system, base = self._opened()
        path = f"{base}/{name}"
        if system.get_file_info(path).type != fs.FileType.File:
            return None
        with system.open_input_stream(path) as stream:
            return bytes(stream.read())

    def _opened(self) -> tuple[Any, str]:
        if "://" in self.path:
            system, base = fs.FileSystem.from_uri(self.path)
        else:
            system, base = fs.LocalFileSystem(), self.path
        return system, base.rstrip("/")

    def _renamed(self, system: Any, source: str, target: str) -> None:
        system.create_dir(os.path.dirname(target), recursive=True)
        temporary = f"{target}.{uuid.uuid4().hex}.tmp"
        try:
            _written(system, source, temporary)
            system.move(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                system.delete_file(temporary)
            raise


def _written(system: Any, source: str, target: str) -> None:
    with open(source, "rb") as data, system.open_output_stream(target) as stream:
        while block := data.read(1 << 20):
            stream.write(block)
