"""A process of the program that answers lines of JSON, and is kept between calls."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO, Any, Generic, Optional, TypeVar

from .errors import CellHeightsError, WorkerEnded, failure
from .options import Option

_STDERR_BYTES = 4_000
_Answer = TypeVar("_Answer")


class KeptProcess:
    """Starts the program at the first request, and again after it has ended.

    A request is answered as a whole before the next one, so that threads may share a process. A
    child of `fork` starts a process of its own.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        self._arguments = list(arguments)
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._errors: Optional[IO[bytes]] = None
        self._owner = 0
        self._finalizer: Optional[weakref.finalize[Any, Any]] = None
        self._sent = 0
        _locked.add(self)

    @property
    def pid(self) -> Optional[int]:
        """The id of the process; `None` while there is none."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def answers(
        self,
        kind: str,
        requests: Iterable[bytes],
        read: Callable[[Mapping[str, Any]], _Answer],
        end: bytes = b"",
    ) -> list[_Answer]:
        """Sends lines of JSON without their line ends, and returns what `read` makes of each answer.

        `kind` is what a request is called. With `end`, a line that the program answers with the same
        line, the answer ends there. Without it there is one answer for each request.

        Raises `CellHeightsError` for the first answer that is an error, and if the process ends
        because of its options; `WorkerEnded` if it ends otherwise before it has answered.
        """
        # While the process starts, the requests are made, which may ask this process themselves.
        with self._lock:
            self._started()
        lines = list(requests)
        if end:
            lines.append(end)
        with self._lock:
            process = self._started()
            assert process.stdin is not None and process.stdout is not None
            before, self._sent = self._sent, self._sent + len(lines)
            # The program answers before it has read everything.
            feeder = threading.Thread(
                target=_feed, args=(process.stdin, b"".join(line + b"\n" for line in lines))
            )
            feeder.start()
            # Answers are read while the program makes the next ones.
            answers: list[_Answer] = []
            error: Optional[CellHeightsError] = None
            count = 0
            try:
                while end or count < len(lines):
                    line = process.stdout.readline()
                    if not line.endswith(b"\n"):
                        raise self._ended()
                    line = line[:-1]
                    if end and line == end:
                        break
                    count += 1
                    try:
                        answer = json.loads(line)
                        if "code" not in answer:
                            answers.append(read(answer))
                        elif not error:
                            error = _failed(answer, kind, before)
                    except (KeyError, TypeError, ValueError) as problem:
                        said = line[:200].decode("utf-8", "replace")
                        raise CellHeightsError(f"the program answered: {said}") from problem
            except BaseException:
                # Half an answer is in the pipe; the process cannot be used again.
                self._stop()
                raise
            finally:
                feeder.join()
            if error:
                raise error
            return answers

    def close(self) -> None:
        """Ends the process. A later request starts another one."""
        with self._lock:
            self._stop()

    def _started(self) -> subprocess.Popen[bytes]:
        running = self._process
        if running and self._owner != os.getpid():
            # The process of the parent of a `fork` goes on. A thread of the parent may hold the lock
            # of a pipe, so that the child does not close the pipes.
            _abandoned.append((running, self._errors))
            if self._finalizer:
                self._finalizer.detach()
            self._finalizer = None
        elif running and running.poll() is None:
            return running
        self._stop()
        errors = tempfile.TemporaryFile()
        try:
            process = subprocess.Popen(
                self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            )
        except OSError as error:
            errors.close()
            raise CellHeightsError(
                f"the program {self._arguments[0]} cannot be started: {error.strerror}",
                exit_code=66,
            ) from error
        self._process, self._errors, self._owner = process, errors, os.getpid()
        self._sent = 0
        self._finalizer = weakref.finalize(self, _end, process, errors, self._owner)
        return process

    def _ended(self) -> CellHeightsError:
        """The error of a process that closed its output too early."""
        assert self._process is not None and self._errors is not None
        code = self._process.wait()
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - _STDERR_BYTES))
        said = self._errors.read().decode("utf-8", "replace")
        if code > 0:
            return failure(said, code)
        ending = f"signal {-code}" if code < 0 else "exit code 0"
        return WorkerEnded(
            f"the program ended with {ending} before it had answered" + (f"\n{said}" if said else "")
        )

    def _stop(self) -> None:
        if self._finalizer:
            self._finalizer()
        self._process, self._errors, self._finalizer = None, None, None


_Kept = TypeVar("_Kept")


class Latest(Generic[_Kept]):
    """What was made for the latest keys; the oldest one ends when no call uses it."""

    LIMIT = 4

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[object, _Kept] = {}
        _locked.add(self)

    def get(self, key: object, make: Callable[[], _Kept]) -> _Kept:
        """What was made for a key, or what `make` returns."""
        with self._lock:
            known = self._kept.pop(key, None) or make()
            self._kept[key] = known
            if len(self._kept) > self.LIMIT:
                del self._kept[next(iter(self._kept))]
            return known


def surroundings(*files: Optional[Option]) -> tuple[object, ...]:
    """What a process reads when it starts: working directory, variables, and the states of files."""
    variables = sorted(item for item in os.environ.items() if item[0].startswith("CELLHEIGHTS_"))
    states: list[object] = []
    for file in files:
        try:
            found = os.stat(file) if isinstance(file, (str, os.PathLike)) else None
        except (OSError, ValueError):
            found = None
        states.append(found and (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns))
    return os.getcwd(), tuple(variables), tuple(states)


# What a child of `fork` does not use, and must not close.
_abandoned: list[object] = []
# Another thread may hold a lock during `fork`, and does not go on in the child.
_locked: weakref.WeakSet[Any] = weakref.WeakSet()


def _unlock() -> None:
    for owner in list(_locked):
        owner._lock = threading.Lock()


os.register_at_fork(after_in_child=_unlock)


def _failed(answer: Mapping[str, Any], kind: str, before: int) -> CellHeightsError:
    """The error of an answer `cellheights.error/1`.

    `kind` is what a request is called, and `before` the number of lines before this call.
    """
    place = f"{kind} {answer['line'] - before}" if "line" in answer else kind
    if answer.get("id"):
        place += f", '{answer['id']}'"
    return CellHeightsError(answer["message"], answer["code"], place)


def _feed(pipe: IO[bytes], data: bytes) -> None:
    try:
        pipe.write(data)
        pipe.flush()
    except (BrokenPipeError, ValueError):
        # The process has ended, which the reader of its output tells.
        return


def _end(process: subprocess.Popen[bytes], errors: IO[bytes], owner: int) -> None:
    if owner != os.getpid():
        _abandoned.append((process, errors))
        return
    process.kill()
    for pipe in (process.stdin, process.stdout, errors):
        try:
            if pipe:
                pipe.close()
        except OSError:
            continue
    process.wait()


def request(document: Any) -> bytes:
    """A line of JSON without its line end. Raises `TypeError` for what JSON cannot have."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )
