"""Copies published files to a file system or object store."""

from __future__ import annotations

import contextlib
import os
import posixpath
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyarrow import fs

RENAMING = ("local", "hdfs")
"""Kinds of file systems that rename files. Object stores show an object when it is complete."""

WRITING = ".writing"
"""The end of the name of a file that is being written, which `publish --prune` removes."""

BLOCK_BYTES = 1 << 20

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


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
    return path if _URI.match(path) else os.path.abspath(path)


def temporary(name: str) -> str:
    """The name under which a file is written before it is renamed.

    Several tasks may write one file, so the names in a folder of hashes are random ones of their
    form. `publish --prune` removes what killed processes left.
    """
    folder, base = posixpath.split(name)
    if not folder:
        return f"{name}{WRITING}"
    return posixpath.join(
        folder, f"{secrets.token_hex(32)}{posixpath.splitext(base)[1]}{WRITING}")


@dataclass(frozen=True)
class Folder:
    """A published folder, by its path or URI."""

    path: str

    def copy(self, source: str, name: str) -> Copied:
        """Copies a local file to `name`, unless a file of the same content is there."""
        system, base = self._opened()
        target = f"{base}/{name}"
        size = os.path.getsize(source)
        if _holds(system, target, source, size):
            return Copied(kept_files=1, kept_bytes=size)
        if system.type_name in RENAMING:
            _renamed(system, source, f"{base}/{temporary(name)}", target)
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

    def synchronize(self, names: Sequence[str]) -> None:
        """Makes the names of files last in folders of this machine, where the system can."""
        system, base = self._opened()
        if system.type_name == "local":
            for name in names:
                _synchronize(os.path.join(base, name))

    def _opened(self) -> tuple[Any, str]:
        if _URI.match(self.path):
            system, base = fs.FileSystem.from_uri(self.path)
        else:
            system, base = fs.LocalFileSystem(), self.path
        return system, base.rstrip("/")


def _holds(system: Any, target: str, source: str, size: int) -> bool:
    """Whether a file has the bytes of a local file, and not only its size."""
    info = system.get_file_info(target)
    if info.type != fs.FileType.File or info.size != size:
        return False
    with open(source, "rb") as data, system.open_input_stream(target) as stream:
        while block := data.read(BLOCK_BYTES):
            if _exactly(stream, len(block)) != block:
                return False
    return True


def _exactly(stream: Any, size: int) -> bytes:
    parts: list[bytes] = []
    while size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _renamed(system: Any, source: str, writing: str, target: str) -> None:
    system.create_dir(os.path.dirname(target), recursive=True)
    try:
        if system.type_name == "local":
            _lasting(source, writing)
            os.replace(writing, target)
        else:
            _written(system, source, writing)
            system.move(writing, target)
    except BaseException:
        with contextlib.suppress(OSError):
            system.delete_file(writing)
        raise


def _lasting(source: str, target: str) -> None:
    """Writes a file whose content outlasts the rename that follows."""
    with open(source, "rb") as data, open(target, "wb") as file:
        while block := data.read(BLOCK_BYTES):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def _written(system: Any, source: str, target: str) -> None:
    with open(source, "rb") as data, system.open_output_stream(target) as stream:
        while block := data.read(BLOCK_BYTES):
            stream.write(block)


def _synchronize(folder: str) -> None:
    # Some file systems cannot synchronize a folder.
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
