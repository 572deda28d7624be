"""The part of scripts/load-test that asks for many long answers at once.

ranges URL N RECORDS      sends N requests for ranges with lines, with up to 600 connections at once,
                          on which the rest is pipelined; prints a line of JSON: counts by status,
                          503 without Retry-After, broken connections, seconds
probe URL RECORDS         asks for /livez, /readyz and single cells on new connections until it
                          gets SIGTERM; prints a line of JSON: milliseconds and errors by kind
check PID BYTES FILE…     reads the lines of three runs, each `ranges` before `probe`, prints the
                          medians and the peak memory of the process, and compares them with the bar

Exit: 0, 1 the bar is missed.
"""
import asyncio
import collections
import json
import random
import signal
import statistics
import sys
import time
from urllib.parse import urlsplit

CONNECTIONS = 600
# The bar: the 99th percentile beside the load, as the median of the runs.
MILLISECONDS = 100
PAUSE = 0.01


async def answer(reader):
    """The status and the header fields of an answer, whose body is read."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    fields = {}
    for line in head[1:]:
        name, colon, value = line.partition(":")
        if colon:
            fields[name.lower()] = value.strip()
    left = int(fields.get("content-length", 0))
    while left > 0:
        part = await reader.read(min(left, 1 << 16))
        if not part:
            raise OSError("the body ends early")
        left -= len(part)
    return int(head[0].split()[1]), fields


async def ranges(url, count, records):
    place = urlsplit(url)
    connections = min(count, CONNECTIONS)
    start = time.monotonic()
    statuses, result = collections.Counter(), collections.Counter()

    async def one(index):
        own = count // connections + (index < count % connections)
        first = random.randrange(max(records - 1000, 1))
        request = (
            f"GET /v1/feeds/load/range?from={first}&to={first + 1000}&lines=true HTTP/1.1\r\n"
            f"Host: {place.netloc}\r\n\r\n").encode()
        try:
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            writer.write(request * own)
            for _ in range(own):
                status, fields = await answer(reader)
                statuses[status] += 1
                if status == 503 and not fields.get("retry-after", "").isdigit():
                    result["without Retry-After"] += 1
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            result["broken"] += 1

    await asyncio.gather(*(one(index) for index in range(connections)))
    result["seconds"] = round(time.monotonic() - start, 2)
    print(json.dumps({"statuses": statuses, **result}))


async def probe(url, records):
    place = urlsplit(url)
    kinds = {
        "/livez": lambda: "/livez", "/readyz": lambda: "/readyz",
        "cell": lambda: f"/v1/feeds/load/cells?id=n{random.randrange(records)}",
    }
    times = {kind: [] for kind in kinds}
    errors = collections.Counter()
    end = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end.set)

    async def ask(kind):
        while not end.is_set():
            start = time.monotonic()
            try:
                reader, writer = await asyncio.open_connection(place.hostname, place.port)
                writer.write(
                    f"GET {kinds[kind]()} HTTP/1.1\r\nHost: {place.netloc}\r\n"
                    "Connection: close\r\n\r\n".encode())
                status, _ = await answer(reader)
                writer.close()
                if status != 200:
                    errors[f"{kind} {status}"] += 1
            except (OSError, asyncio.IncompleteReadError) as error:
                errors[f"{kind} {type(error).__name__}"] += 1
            times[kind].append(1000 * (time.monotonic() - start))
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(ask(kind) for kind in kinds))
    print(json.dumps({"times": times, "errors": errors}))


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def check(pid, most, paths):
    failed = False
    percentiles = collections.defaultdict(list)
    for path in paths:
        with open(path, encoding="utf-8") as file:
            load, probed = (json.loads(line) for line in file)
        broken, silent = load.get("broken", 0), load.get("without Retry-After", 0)
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(load["statuses"].items()))
        print(f"  {statuses} in {load['seconds']} s; {broken} broken connections, "
              f"{silent} × 503 without Retry-After; probe errors {probed['errors'] or 'none'}")
        failed |= bool(
            broken or silent or probed["errors"] or not load["statuses"].get("200")
            or set(load["statuses"]) - {"200", "503"})
        for kind, times in probed["times"].items():
            percentiles[kind].append(
                (percentile(times, 0.99), percentile(times, 0.5), max(times), len(times)))
    for kind, runs in percentiles.items():
        slow, usual, longest, count = (statistics.median(values) for values in zip(*runs))
        failed |= slow >= MILLISECONDS
        print(f"  {kind}: median {usual:.1f} ms, p99 {slow:.1f} ms, maximum {longest:.1f} ms of {count:.0f}")
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) << 10
    print(f"  peak memory {peak / 1e6:.0f} MB")
    if failed or peak >= most:
        print(f"  the bar is missed: p99 below {MILLISECONDS} ms, memory below {most / 1e6:.0f} MB, "
              "200 or 503 with Retry-After")
        return 1
    return 0


if __name__ == "__main__":
    verb, words = sys.argv[1], sys.argv[2:]
    if verb == "ranges":
        asyncio.run(ranges(words[0], int(words[1]), int(words[2])))
    elif verb == "probe":
        asyncio.run(probe(words[0], int(words[1])))
    else:
        sys.exit(check(words[0], int(words[1]), words[2:]))
