"""Row ingest.vs-fastfeedparser: items a second of processor time, by `cellheights records` and by
fastfeedparser, of two generated RSS feeds.

Usage: ingest.py CELLHEIGHTS ROOT [--items N] [--pairs N] [--format table|json]

One feed has plain descriptions, the other HTML. Each pair runs both sides right after each other, and
every other pair begins with the other side; figures are medians.
Exit: 0, 64 wrong arguments, 65 the numbers of items differ, 69 the peer cannot be had, 70 our program failed.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from cellheights_oracles.browser.command import positive

import rss
from environment import Environment, PeerMissing

NOTES = """\
ours: the whole process `cellheights records FILE`, from its start to the last line of JSON, which goes
  to nowhere: fields by the detected mapping, HTML to text, dates, versions; one record at a time.
fastfeedparser: `parse` of the same bytes in a process that has loaded the library, to entries in
  memory: HTML stays HTML. Starting and reading the file are left out.
Memory is the highest resident one of each process."""


class ProgramFailed(Exception):
    """Ours ended with an error; the message has its words."""


class CountsDiffer(Exception):
    """The two sides do not find the same number of items."""


class Arguments(argparse.ArgumentParser):
    """Options that end with 64 where they are wrong, as those of the other rows."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


class Records:
    """Our side."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def ran(self, path, output):
        """Seconds of processor time and kilobytes of a process that reads a feed."""
        with tempfile.TemporaryFile(dir=self.folder) as words:
            process = subprocess.Popen([self.program, "records", path], stdout=output, stderr=words,
                                       cwd=self.folder)
            _, status, used = os.wait4(process.pid, 0)
            # So that nobody waits for it again.
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                words.seek(0)
                raise ProgramFailed(f"cellheights records ended with {process.returncode}: "
                                    + words.read().decode("utf-8", "replace").strip()[-600:])
        return {"seconds": used.ru_utime + used.ru_stime, "kilobytes": used.ru_maxrss}

    def measured(self, path):
        return self.ran(path, subprocess.DEVNULL)

    def count(self, path):
        with tempfile.TemporaryFile(dir=self.folder) as lines:
            self.ran(path, lines)
            lines.seek(0)
            return sum(1 for _ in lines)


def row_of(kind, options, records, environment, folder):
    """The figures of one feed."""
    path = os.path.join(folder, f"{kind}.xml")
    rss.write(path, options.items, kind)

    def parsed():
        return json.loads(environment.output("parsing.py", path))

    mine, other = records.count(path), parsed()["entries"]
    if not mine == other == options.items:
        raise CountsDiffer(f"{kind}: {mine} records, fastfeedparser has {other} of {options.items}")
    sides = {"ours": lambda: records.measured(path), "fastfeedparser": parsed}
    pairs = []
    for pair in range(options.pairs):
        order = list(sides) if pair % 2 == 0 else list(reversed(sides))
        pairs.append({name: sides[name]() for name in order})

    def median(side, key):
        return statistics.median(pair[side][key] for pair in pairs)

    ratios = sorted(pair["fastfeedparser"]["seconds"] / pair["ours"]["seconds"] for pair in pairs)
    return {"descriptions": kind, "items": options.items, "bytes": os.path.getsize(path),
            "median": round(statistics.median(ratios), 3), "min": round(ratios[0], 3),
            "max": round(ratios[-1], 3),
            "itemsPerSecond": {side: round(options.items / median(side, "seconds")) for side in sides},
            "processorSeconds": {side: round(median(side, "seconds"), 3) for side in sides},
            "megabytes": {side: round(median(side, "kilobytes") / 1024) for side in sides},
            "version": pairs[0]["fastfeedparser"]["version"]}


def table(result):
    rows = [["descriptions", "items", "MB", "ours: items/s", "seconds", "MB of memory",
             "fastfeedparser: items/s", "seconds", "MB of memory", "ours is faster by"]]
    for feed in result["feeds"]:
        rows.append([feed["descriptions"], str(feed["items"]), f"{feed['bytes'] / 1e6:.0f}"]
                    + [word for side in ("ours", "fastfeedparser") for word in (
                        str(feed["itemsPerSecond"][side]), f"{feed['processorSeconds'][side]:.2f}",
                        str(feed["megabytes"][side]))]
                    + [f"{feed['median']:.2f} ({feed['min']:.2f} to {feed['max']:.2f})"])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    text = ["  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))])
            for row in rows]
    return "\n".join([f"{result['name']}  {result['pairs']} pairs", *text, NOTES,
                      f"fastfeedparser: {result['feeds'][0]['version']}"])


def main():
    parser = Arguments(prog="scripts/bench ingest.vs-fastfeedparser")
    for name in ("program", "root"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--items", type=positive, default=50_000, help="of each feed; 50000")
    parser.add_argument("--pairs", type=positive, default=5, help="pairs; 5")
    parser.add_argument("--format", choices=["table", "json"], default="table")
    options = parser.parse_args()
    environment = Environment(os.path.abspath(options.root))
    try:
        environment.need("fastfeedparser")
        with tempfile.TemporaryDirectory(prefix="bench.") as folder:
            records = Records(os.path.abspath(options.program), folder)
            feeds = [row_of(kind, options, records, environment, folder) for kind in rss.KINDS]
    except CountsDiffer as error:
        print(f"bench: {error}", file=sys.stderr)
        return 65
    except PeerMissing as error:
        print(f"bench: {error}", file=sys.stderr)
        return 69
    except ProgramFailed as error:
        print(f"bench: {error}", file=sys.stderr)
        return 70
    result = {"schema": "cellheights.peers/1", "name": "ingest.vs-fastfeedparser", "pairs": options.pairs,
              "feeds": feeds}
    print(json.dumps(result) if options.format == "json" else table(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
