"""Parts of scripts/load-test.

number FILE               gives the records of a feed the ids n0, n1, …
sample URL DIR N TIME NAME
                          fetches answers about N records for a time, and compares them with the
                          stores' cells, DIR/<generation>.ndjson; prints the number
report FILE NAME          reads the output of wrk, and prints rate and latencies
slow URL COUNT            keeps connections that send a byte now and then

Exit: 0, 1 a wrong answer or an error. With the name `kill` connections may break.
"""
import asyncio
import http.client
import json
import os
import random
import re
import sys
import threading
import time
from urllib.parse import urlsplit


def number(path):
    with open(path, encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    with open(path, "w", encoding="utf-8") as file:
        for index, record in enumerate(records):
            record["id"] = f"n{index}"
            file.write(json.dumps(record) + "\n")


def sampler(url, records, end, samples, errors):
    place = urlsplit(url)
    connection = None
    while time.monotonic() < end:
        try:
            connection = connection or http.client.HTTPConnection(place.hostname, place.port, timeout=10)
            first = random.randrange(records)
            if random.random() < 0.5:
                connection.request("GET", f"/v1/feeds/load/range?from={first}&to={first + 40}")
            else:
                ids = [f"n{random.randrange(records)}" for _ in range(40)]
                connection.request(
                    "POST", "/v1/feeds/load/cells", json.dumps({"ids": ids}),
                    {"Content-Type": "application/json"})
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                errors.append(f"status {answer.status}: {body[:200]!r}")
                continue
            samples.append(body)
        except (OSError, http.client.HTTPException) as error:
            errors.append(f"connection: {type(error).__name__}")
            connection = None
            time.sleep(0.05)
        time.sleep(0.002)


def sample(url, folder, records, seconds, name):
    samples, errors = [], []
    end = time.monotonic() + float(seconds)
    threads = [threading.Thread(target=sampler, args=(url, int(records), end, samples, errors)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # The last generation's cells may still be written down.
    stores, wrong, cells, seen = {}, 0, 0, {}
    for body in samples:
        document = json.loads(body)
        generation = document["generation"]
        path = os.path.join(folder, f"{generation}.ndjson")
        for _ in range(600):
            if generation in stores or os.path.exists(path):
                break
            time.sleep(0.1)
        if generation not in stores:
            with open(path, encoding="utf-8") as file:
                stores[generation] = {cell["id"]: cell for cell in map(json.loads, file)}
        seen[generation] = seen.get(generation, 0) + 1
        for cell in document["cells"]:
            cells += 1
            stored = stores[generation].get(cell["id"])
            same = stored and all(stored[key] == cell[key] for key in cell if key in stored)
            if not same or cell["generation"] != generation:
                wrong += 1
    broken = [error for error in errors if error.startswith("connection")]
    other = [error for error in errors if not error.startswith("connection")]
    print(
        f"{name}: {len(samples)} answers sampled, {cells} cells compared, {wrong} wrong; "
        f"generations {', '.join(f'{key} ({seen[key]})' for key in sorted(seen))}; "
        f"{len(broken)} broken connections, {len(other)} other errors")
    for error in other[:5]:
        print(error)
    return 1 if wrong or other or not samples or (broken and name != "kill") else 0


def report(path, name):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    rate = re.search(r"Requests/sec:\s*([\d.]+)", text)
    parts = [f"{share} {value}" for share, value in re.findall(r"^\s+(50|99)%\s+(\S+)", text, re.M)]
    trouble = re.findall(r"(Socket errors:.*|Non-2xx.*)", text)
    print(
        f"{rate.group(1) if rate else '?'} requests/s, p" + ", p".join(parts)
        + (f"; {'; '.join(trouble)}" if trouble else "; no error"))
    wrong = [line for line in trouble if name != "kill" or line.startswith("Non-2xx")]
    # Offsets beyond the end would be 404: the requests avoid them.
    return 1 if wrong or not rate else 0


async def dribble(host, port):
    letters = b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: " + b"a" * 10_000
    while True:
        try:
            reader, writer = await asyncio.open_connection(host, port)
            for letter in letters:
                writer.write(bytes([letter]))
                await writer.drain()
                await asyncio.sleep(random.uniform(0.5, 2))
        except OSError:
            await asyncio.sleep(1)


async def slow(url, count):
    place = urlsplit(url)
    await asyncio.gather(*(dribble(place.hostname, place.port) for _ in range(int(count))))


if __name__ == "__main__":
    verb, words = sys.argv[1], sys.argv[2:]
    if verb == "number":
        number(*words)
    elif verb == "sample":
        sys.exit(sample(*words))
    elif verb == "report":
        sys.exit(report(*words))
    else:
        asyncio.run(slow(*words))
