#!/usr/bin/env python3
"""A stand-in for `cellheights layout`, for the tests. CELLHEIGHTS_FAKE selects its behaviour.

With --check it prints nothing and succeeds. Otherwise each line of input is answered by one cell.
The whole output of `replay` is the file CELLHEIGHTS_REPLAY, once per line of input.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time

CELL = {
    "schema": "cellheights.cell/1", "version": "1", "template": "post",
    "environment": "390@3x/L/ltr/en/uikit", "trust": [], "height": 100, "exactHeight": 99.75,
    "frames": [{"view": "title", "x": 0, "y": 0.5, "width": 390, "height": 20, "lines": 1,
                "truncated": False}],
}


def answer(line: str) -> None:
    record = json.loads(line)
    cell = {**CELL, "id": record["id"]}
    if "position" in record:
        cell["position"] = record["position"]
    sys.stdout.write(json.dumps(cell, separators=(",", ":")) + "\n")


def fails_now(marker: str) -> bool:
    """Whether this is the first process that asks."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def replay() -> None:
    """Answers record N by the stored cells of line N mod the length of the file."""
    path = os.environ["CELLHEIGHTS_REPLAY"]
    with open(path, "rb") as file:
        stored = file.read().split(b"\n\n")
    count = 0
    output, cells = sys.stdout.buffer, len(stored) - 1
    for block in iter(lambda: sys.stdin.buffer.readlines(1 << 20), []):
        output.writelines(stored[(count + index) % cells] + b"\n" for index in range(len(block)))
        count += len(block)
    output.write(b'{"eof":%d}\n' % count)


def main() -> int:
    if "--check" in sys.argv:
        return 0
    way = os.environ.get("CELLHEIGHTS_FAKE", "")
    if way == "replay":
        replay()
        if "CELLHEIGHTS_TIMES" in os.environ:
            with open(os.environ["CELLHEIGHTS_TIMES"], "a") as file:
                file.write(f"{sum(os.times()[:2])}\n")
        return 0
    if way == "silent":
        time.sleep(600)
    once = way == "once" and fails_now(os.environ["CELLHEIGHTS_MARKER"])
    count = 0
    for line in sys.stdin:
        answer(line)
        count += 1
        if count == 10 and (way == "early" or once):
            print('{"eof":10}', flush=True)
            return 0
        if count == 10 and way == "killed":
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        if count == 10 and way == "half":
            sys.stdout.write('{"schema":"cellheights.ce')
            return 0
        if count == 10 and way == "stderr":
            sys.stderr.write("noise " * 500_000 + "the end")
            sys.stderr.flush()
    print(json.dumps({"eof": count}, separators=(",", ":")), flush=True)
    if way == "stderr-exit":
        sys.stderr.write("noise " * 500_000 + "the end")
    return 3 if way in ("exit", "stderr-exit") else 0


if __name__ == "__main__":
    sys.exit(main())
