"""Runs `cellheights` as a filter of lines, and checks that its output is complete.

This module needs only the standard library.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import IO, Optional, Union

BLOCK_BYTES = 1 << 21
"""Output is handed on in blocks of about this many bytes."""

PIPE_BYTES = 1 << 20
"""Capacity of the pipes to and from the process, where the system can change it."""

LINE_BYTES = 1 << 28
"""The longest line of output."""

STDERR_BYTES = 2_000
"""An error shows this many bytes of the end of standard error."""

PERMANENT = {
    64: "usage",
    65: "bad data",
    66: "a missing file",
    78: "configuration",
}
"""Exit codes of failures that a repetition does not mend."""

NOTHING_LAID_OUT = 65
"""The exit code of a complete output in which every line is an error."""

END = b'{"eof":'

Block = Union[bytes, bytearray, memoryview]


class WorkerError(RuntimeError):
    """The output of a process is incomplete or wrong, so none of it may be used."""


class ConfigurationError(ValueError):
    """Options, files or fonts are wrong. A repetition would fail in the same way.

    `code` is the exit code of the program.
    """

    def __init__(self, message: str, code: int = 78) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[ConfigurationError], tuple[str, int]]:
        return type(self), (str(self), self.code)


@dataclass(frozen=True)
class Lines:
    """Whole lines of input and the number that the process must count for them."""

    data: Block
    count: int


def layout_arguments(
    command: str = "cellheights",
    *,
    template: Optional[str] = None,
    environments: Sequence[str] = (),
    carry: Sequence[str] = (),
    store: bool = False,
    config: Optional[str] = None,
    clock: Optional[str] = None,
    time_zone: Optional[str] = None,
    system_font: Sequence[str] = (),
    arguments: Sequence[str] = (),
) -> list[str]:
    """The command line of a `cellheights layout`; `arguments` are further options."""
    words = [command, "layout"]
    for name, value in (
        ("--template", template),
        ("--config", config),
        ("--clock", clock),
        ("--time-zone", time_zone),
    ):
        if value is not None:
            words += [name, value]
    for name, values in (
        ("--environment", environments),
        ("--system-font", system_font),
        ("--carry", carry),
    ):
        if isinstance(values, str):
            raise TypeError(f"{name[2:]} must be a list of strings, not the string {values!r}")
        for value in values:
            words += [name, value]
    if store:
        words += ["--cells", "store"]
    return [*words, *arguments]


def check(arguments: list[str]) -> str:
    """Runs `layout --check` with the arguments of a layout, and returns its header.

    The header is empty without `--cells store`. Raises `ConfigurationError` for the exit codes 64,
    65, 66 and 78, and `WorkerError` for all others.
    """
    command = [*arguments, "--check"]
    try:
        return ask(command).decode("utf-8").strip()
    except OSError as error:
        raise ConfigurationError(_not_started(command, error), 66) from error


def ask(arguments: list[str], data: Optional[Block] = None) -> bytes:
    """Runs the program once, with `data` as its whole input, and returns its whole output."""
    # Without data the input is empty, and never that of this process.
    done = subprocess.run(arguments, input=data or b"", capture_output=True, check=False)
    said = _text(done.stderr)
    if done.returncode in PERMANENT:
        raise ConfigurationError(said or f"exit code {done.returncode}", done.returncode)
    if done.returncode != 0:
        ending = _ending(done.returncode)
        raise WorkerError(_explained(f"{_name(arguments)} ended with {ending}", said))
    return done.stdout


def run(
    arguments: list[str], inputs: Iterable[Lines], *, header: Optional[str] = None
) -> Generator[bytes, None, None]:
    """Feeds lines to a process and yields its output in blocks of whole lines.

    A first line that is a header is left out; it must equal `header` if that is given. The line
    `{"eof":N}` is left out too. After the last block, the function checks that N is the number of
    lines that were fed and that the process ended well. Callers must therefore discard all blocks
    if `WorkerError` is raised. If the generator is closed early, the process is killed.
    """
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0
            )
        except OSError as error:
            raise WorkerError(_not_started(arguments, error)) from error
        assert process.stdin is not None and process.stdout is not None
        feeder = _Feeder(process.stdin, inputs)
        output = _Output(process.stdout, header)
        try:
            _enlarge(process.stdin)
            _enlarge(process.stdout)
            feeder.start()
            yield from output.blocks()
            code = process.wait()
            feeder.finish()
            problem = output.problem(feeder.count, code)
            if problem:
                raise WorkerError(_explained(f"{_name(arguments)}: {problem}", _tail(errors)))
        except _HeaderDiffers as error:
            raise WorkerError(_explained(f"{_name(arguments)}: {error}", _tail(errors))) from None
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            feeder.abandon()
            process.stdout.close()


class _HeaderDiffers(Exception):
    pass


@dataclass
class _Feeder:
    """Writes the input in a thread, because the process answers before it has read everything."""

    pipe: IO[bytes]
    inputs: Iterable[Lines]
    count: int = 0
    _failures: queue.SimpleQueue[BaseException] = field(default_factory=queue.SimpleQueue)
    _thread: Optional[threading.Thread] = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._feed, name="cellheights input", daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Waits for the end of the input and raises what reading it raised."""
        if self._thread is not None:
            self._thread.join()
        if not self._failures.empty():
            raise self._failures.get()

    def abandon(self) -> None:
        """Lets go of the pipe. A thread that still waits for input ends with its next write."""
        if self._thread is not None:
            self._thread.join(timeout=0.2)
        if self._thread is None or not self._thread.is_alive():
            with contextlib.suppress(OSError):
                self.pipe.close()

    def _feed(self) -> None:
        try:
            for lines in self.inputs:
                self.count += lines.count
                if not self._write(memoryview(lines.data)):
                    break
        except BaseException as error:  # noqa: B902 - raised again where the output is read
            self._failures.put(error)
        finally:
            with contextlib.suppress(OSError):
                self.pipe.close()

    def _write(self, rest: memoryview) -> bool:
        try:
            while rest:
                rest = rest[os.write(self.pipe.fileno(), rest) :]
        except (BrokenPipeError, ValueError):
            return False
        return True


class _Output:
    """Cuts the output into blocks of whole lines, and keeps its first and last line apart."""

    def __init__(self, pipe: IO[bytes], header: Optional[str]) -> None:
        self._pipe = pipe
        self._header = header
        self._last = b""

    def blocks(self) -> Generator[bytes, None, None]:
        """Yields all lines but the header and the last one."""
        begun, ended = False, False
        parts: list[bytes] = []
        size = 0
        while not ended:
            data = os.read(self._pipe.fileno(), PIPE_BYTES)
            ended = not data
            parts.append(data)
            size += len(data)
            if size < BLOCK_BYTES and not ended:
                continue
            block = b"".join(parts)
            if not begun:
                if b"\n" not in block and not ended:
                    parts = [self._bounded(block)]
                    continue
                block, begun = self._without_header(block), True
            # The last line stays until more follows: it may be the line with the count.
            cut = block.rfind(b"\n", 0, max(len(block) - 1, 0)) + 1
            rest = self._bounded(block[cut:])
            parts, size = [rest], len(rest)
            if cut:
                yield block[:cut]
        self._last = b"".join(parts)

    def problem(self, fed: int, code: int) -> Optional[str]:
        """What is wrong with the end of the output, or nothing."""
        ending = _ending(code)
        last = self._last
        if last and not last.endswith(b"\n"):
            return f"{ending}, and the last line of its output is incomplete"
        if not last.startswith(END):
            return f"{ending}, without a last line that counts the {fed} lines of input"
        read = _count(last)
        if read is None:
            return f"{ending}, and its last line is {_text(last[:200])}"
        if read != fed:
            return f"{ending}, read {read} of {fed} lines"
        if code != 0 and not (code == NOTHING_LAID_OUT and fed > 0):
            return f"{ending} after a complete output"
        return None

    def _without_header(self, block: bytes) -> bytes:
        line, _, rest = block.partition(b"\n")
        if not line.startswith(b'{"schema":"cellheights.cells/'):
            return block
        if self._header is not None and line.decode("utf-8").strip() != self._header:
            raise _HeaderDiffers(
                "its first line differs from the driver's, so its program, fonts or templates are"
                f" other ones. Here: {_text(line[:2_000])} There: {self._header[:2_000]}"
            )
        return rest

    def _bounded(self, line: bytes) -> bytes:
        if len(line) > LINE_BYTES:
            raise WorkerError(f"a line of the output has more than {LINE_BYTES} bytes")
        return line


def _count(line: bytes) -> Optional[int]:
    try:
        value = json.loads(line)["eof"]
    except (ValueError, KeyError, TypeError):
        return None
    return value if isinstance(value, int) else None


def _ending(code: int) -> str:
    """An exit code, or the name of the signal that ended a process."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _tail(errors: IO[bytes]) -> str:
    size = errors.seek(0, os.SEEK_END)
    errors.seek(max(0, size - STDERR_BYTES))
    return _text(errors.read())


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").strip()


def _explained(problem: str, said: str) -> str:
    return f"{problem}\n{said}" if said else problem


def _name(arguments: list[str]) -> str:
    return " ".join([os.path.basename(arguments[0]), *arguments[1:2]])


def _not_started(arguments: list[str], error: OSError) -> str:
    return (
        f"the program {arguments[0]} cannot be started: {error.strerror or error}. It must be on"
        " the PATH of the driver and of all executors, or named by its path"
    )


def _enlarge(pipe: IO[bytes]) -> None:
    try:
        import fcntl

        fcntl.fcntl(pipe.fileno(), getattr(fcntl, "F_SETPIPE_SZ", 1031), PIPE_BYTES)
    except (ImportError, OSError):
        pass
