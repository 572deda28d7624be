"""Row http.vs-constant: requests a second of the service, against a server that answers constant bytes.

Usage: compare.py SERVE CONSTANT STORE [--pairs N] [--seconds S] [--connections C] [--format table|json]

Both are Hummingbird, on loopback, beside wrk on the same processors. Every request of the service is for
another id. Each pair runs both right after each other, and every other pair begins with the other side.
Exit: 0, 65 a server does not answer as it should.
"""

import argparse
import json
import os
import random
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self, command, url):
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.url = url
        for _ in range(300):
            try:
                self.body = urllib.request.urlopen(url).read()
                return
            except OSError:
                time.sleep(0.1)
        sys.exit(f"http: {command[0]} does not answer {url}")

    def load(self, arguments):
        before = processor_seconds(self.process.pid)
        out = subprocess.run(
            ["wrk", "-t1", "--latency", *arguments], check=True, capture_output=True, text=True
        ).stdout
        used = processor_seconds(self.process.pid) - before
        wrong = re.search(r"Non-2xx.*|Socket errors.*", out)
        if wrong:
            sys.exit(f"http: {self.url}: {wrong.group()}")
        requests = int(re.search(r"(\d+) requests in", out).group(1))
        return {
            "rate": float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1)),
            "p99": re.search(r"99%\s+(\S+)", out).group(1),
            "cpu": used / requests * 1e6,
        }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("serve")
    parser.add_argument("constant")
    parser.add_argument("store")
    parser.add_argument("--pairs", type=int, default=31)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--format", choices=["table", "json"], default="table")
    options = parser.parse_args()
    store = sqlite3.connect(f"file:{options.store}?mode=ro", uri=True)
    (feed,) = store.execute("SELECT name FROM feeds").fetchone()
    (environment,) = store.execute("SELECT key FROM environments").fetchone()
    ids = [row[0] for row in store.execute("SELECT record_id FROM cells LIMIT 100000")]
    random.Random(1).shuffle(ids)
    port = free_port()
    path = f"/v1/feeds/{urllib.parse.quote(feed)}/cells"
    query = "&environment=" + urllib.parse.quote(environment, safe="")
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "ids.lua")
        with open(script, "w") as file:
            paths = (f"{path}?id={urllib.parse.quote(id, safe='')}{query}" for id in ids)
            file.write("paths = {\n" + ",\n".join(json.dumps(p) for p in paths) + "}\n")
            file.write("local place = 0\nrequest = function()\n  place = place % #paths + 1\n"
                       "  return wrk.format('GET', paths[place])\nend\n")
        first = f"{base}{path}?id={urllib.parse.quote(ids[0], safe='')}{query}"
        ours = Server(
            [options.serve, "--store", options.store, "--port", str(port), "--access-log", "none"],
            first)
        answer = json.loads(ours.body)
        if answer["cells"][0]["id"] != ids[0]:
            sys.exit(f"http: another cell than '{ids[0]}' is answered")
        constant_port = free_port()
        url = f"http://127.0.0.1:{constant_port}/constant"
        other = Server(
            [options.constant, "--port", str(constant_port), "--bytes", str(len(ours.body))], url)
        common = [f"-c{options.connections}", f"-d{options.seconds}s"]
        sides = {
            "ours": lambda: ours.load([*common, "-s", script, base]),
            "other": lambda: other.load([*common, url]),
        }
        for run in sides.values():
            run()
        pairs = []
        for pair in range(options.pairs):
            order = ["ours", "other"] if pair % 2 == 0 else ["other", "ours"]
            pairs.append({name: sides[name]() for name in order})
        ours.process.terminate()
        other.process.terminate()
    ratios = sorted(pair["ours"]["rate"] / pair["other"]["rate"] for pair in pairs)
    result = {
        "name": "http.vs-constant", "median": round(statistics.median(ratios), 3),
        "min": round(ratios[0], 3), "max": round(ratios[-1], 3), "pairs": len(pairs),
        "bytes": len(ours.body),
    }
    for side in ("ours", "other"):
        result[side] = {
            "rate": round(statistics.median(pair[side]["rate"] for pair in pairs)),
            "processorMicroseconds": round(statistics.median(pair[side]["cpu"] for pair in pairs), 1),
            "p99": sorted(pair[side]["p99"] for pair in pairs)[len(pairs) // 2],
        }
    if options.format == "json":
        print(json.dumps(result))
        return
    print(f"http.vs-constant  {result['median']} of the rate ({result['min']} to {result['max']}, "
          f"{len(pairs)} pairs, {result['bytes']} bytes an answer)")
    for side in ("ours", "other"):
        figures = result[side]
        print(f"  {side:6}{figures['rate']:>8} requests/s  "
              f"{figures['processorMicroseconds']:>6} us of its processor time each  p99 {figures['p99']}")


main()
