"""The scroll-simulation benchmark: every strategy, profile, rate and device over two feeds.

Usage: report.py PROGRAM ROOT [-o FILE] [--records N] [--max-seconds S] [--keep FOLDER]

PROGRAM is the command cellheights, ROOT the project's folder. It builds Feeds/demo.json and a generated
feed, simulates all profiles over each with the table phone/1, and writes a summary in Markdown: by
default docs/benchmarks/scroll-DATE.md, with `-o -` standard output. --keep keeps stores and JSON lines.
Exit: 0, 1 `stored` is not what it promises, 64 wrong arguments, 70 a program ended with an error.
"""

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import time

STRATEGIES = ["stored", "stored-lines", "live", "fresh", "self-sizing", "manual", "estimate:100"]
RATES = ["60", "120"]
DEVICES = [("fixed", "the full clock"), ("schedutil-lite/1", "a clock that follows its load")]
# Both look heights up; the promises are theirs.
STORED = ["stored", "stored-lines"]


def run(command, output=None):
    """Runs a program; its seconds on the clock, processor seconds and peak resident bytes."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=output or subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        print(f"{' '.join(command)}: ended with {os.waitstatus_to_exitcode(status)}", file=sys.stderr)
        sys.exit(70)
    return time.monotonic() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def first_value(path, key):
    try:
        with open(path) as file:
            for line in file:
                name, _, value = line.partition(":" if ":" in line else "=")
                if name.strip() == key:
                    return value.strip().strip('"')
    except OSError:
        pass
    return "unknown"


class Feed:
    """The runs over one feed, by profile, rate, device and strategy."""

    def __init__(self, title, records):
        self.title, self.records = title, records
        self.runs, self.profiles, self.costs = {}, [], []

    def simulate(self, program, store, arguments, path):
        command = [program, "simulate", *arguments, "--source", store, "--environment", "390",
                   "--strategy", ",".join(STRATEGIES), "--hz", ",".join(RATES), "--format", "json"]
        print(f"simulating {self.title}: {arguments[0]}", file=sys.stderr)
        with open(path, "wb") as output:
            self.costs.append((arguments[0], *run(command, output)))
        with open(path) as lines:
            for line in lines:
                result = json.loads(line)
                if result["profile"] not in self.profiles:
                    self.profiles.append(result["profile"])
                key = (result["profile"], result["rate"], result["device_model"], result["strategy"])
                self.runs[key] = result

    def of(self, strategy, rate="120", device="fixed"):
        return [self.runs[profile, rate, device, strategy] for profile in self.profiles]

    def places_of_others(self):
        """The same figures of the strategies that know all heights."""
        known = [result["position"] for key, result in self.runs.items()
                 if not key[3].startswith("estimate")]
        jumps = sum(position["jumps"] for position in known)
        error = max(position["landing_error_px_max"] for position in known)
        drift = max(position["thumb_drift_max_pct"] for position in known)
        return f"{jumps} jumps, {number(error)} px landing error, {number(drift)} % thumb drift"

    def broken_promises(self):
        """What `stored` promises and does not keep, a sentence each."""
        broken = []
        for (profile, rate, device, strategy), result in self.runs.items():
            if strategy not in STORED:
                continue
            where = f"{self.title}, {profile} at {rate} Hz, {device}, {strategy}"
            position = result["position"]
            zeros = {
                "layouts.onScrollPath": result["layouts"]["onScrollPath"],
                "position.jumps": position["jumps"],
                "position.landing_error_px_max": position["landing_error_px_max"],
                "position.thumb_drift_max_pct": position["thumb_drift_max_pct"],
            }
            broken += [f"{where}: {name} is {value} and not 0" for name, value in zeros.items() if value]
            ratio = result["hitch"]["time_ratio_ms_per_s"]
            manual = self.runs[profile, rate, device, "manual"]["hitch"]["time_ratio_ms_per_s"]
            if ratio > manual:
                broken.append(f"{where}: hitch time ratio {ratio} is above manual's {manual}")
        expected = len(self.profiles) * len(RATES) * len(DEVICES) * len(STRATEGIES)
        if len(self.runs) != expected:
            broken.append(f"{self.title}: {len(self.runs)} runs and not {expected}")
        return broken


def number(value):
    if value == 0:
        return "0"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def hitches(feed):
    for rate in RATES:
        yield from [f"### Hitch time ratio at {rate} Hz, ms a second: full clock / clock that follows its load", ""]
        yield from table(["profile"] + STRATEGIES, [
            [profile] + [" / ".join(
                number(feed.runs[profile, rate, device, strategy]["hitch"]["time_ratio_ms_per_s"])
                for device, _ in DEVICES) for strategy in STRATEGIES]
            for profile in feed.profiles])


def places(feed):
    yield from ["### What estimates cost: `estimate:100` at 120 Hz, full clock", ""]
    rows = []
    for result in feed.of("estimate:100"):
        position = result["position"]
        rows.append([result["profile"], str(position["jumps"]), number(position["jump_px_total"]),
                     number(position["landing_error_px_max"]), number(position["thumb_drift_max_pct"])])
    yield from table(["profile", "jumps", "px they moved", "worst landing error, px", "thumb drift, %"], rows)
    yield from ["Every other strategy, in all runs: " + feed.places_of_others() + ".", ""]


def work(feed):
    yield from ["### Work, all profiles at 120 Hz and the full clock", ""]
    rows = []
    for strategy in STRATEGIES:
        results = feed.of(strategy)
        cells = sum(result["cells"]["new"] for result in results)
        total = sum(sum(value for key, value in result["work"].items()
                        if key not in ("frame_ms", "prefetch_ms")) for result in results)
        opening = max(result["opening"]["ms"] for result in results)
        rows.append([strategy, f"{cells:,}",
                     f"{sum(result['layouts']['onScrollPath'] for result in results):,}",
                     f"{sum(result['engines']['created'] for result in results):,}",
                     number(total / cells if cells else 0),
                     f"{sum(result['frames']['dropped'] for result in results):,}", number(opening)])
    yield from table(["strategy", "new cells", "layouts on the scroll path", "engines made",
                      "ms a new cell", "dropped frames", "opening.ms"], rows)
    yield from ["`opening.ms` is the work of asking for all heights before the first screen, as a list "
                "without stored or estimated heights does, at the full clock. Strategies that are late see fewer "
                "cells in `scrub` and `status-bar-top`, as positions are a function of time.", ""]


def lines_saved(feed):
    yield from ["### What line fragments save: `stored-lines` against `stored`, 120 Hz", ""]
    rows = []
    for profile in feed.profiles:
        row = [profile]
        for device, _ in DEVICES:
            one = feed.runs[profile, "120", device, "stored"]
            two = feed.runs[profile, "120", device, "stored-lines"]
            row += [f"{number(one['frameDurationCpuMsNewCells']['P99'])} → "
                    f"{number(two['frameDurationCpuMsNewCells']['P99'])}",
                    f"{one['frames']['dropped']} → {two['frames']['dropped']}"]
        rows.append(row)
    head = ["profile"] + [f"{what}, {device}" for device, _ in DEVICES
                          for what in ("P99 of frames with new cells, ms", "dropped frames")]
    yield from table(head, rows)


def document(feeds, broken, arguments):
    version = subprocess.run([arguments.program, "--version"], capture_output=True, text=True).stdout.strip()
    processor = first_value("/proc/cpuinfo", "model name")
    memory = first_value("/proc/meminfo", "MemTotal").split()[0]
    memory = f"{int(memory) / 1e6:.0f} GB" if memory.isdigit() else "unknown memory"
    yield from [
        f"# Scroll simulation, {arguments.date}", "",
        f"`scripts/bench scroll --records {arguments.records}`: cellheights {version}, costs `phone/1` (an entry-level "
        "phone), seed 1, viewport 844 points, 390 points wide. With a cost table the figures are the same on every "
        f"machine; this one was {processor}, {os.cpu_count()} processors, {memory}, "
        f"{first_value('/etc/os-release', 'PRETTY_NAME')} ({platform.machine()}).", "",
        "Devices: " + "; ".join(f"`{name}`, {text}" for name, text in DEVICES)
        + ". The metrics are those of `cellheights simulate`: docs/commands.md.", "",
        "## Checked", "",
        "`stored` and `stored-lines` have 0 layouts on the scroll path, 0 jumps, 0 landing error, 0 thumb "
        "drift, and a hitch time ratio no higher than `manual`'s in every profile, at both rates, on both devices:", "",
    ]
    yield from [f"- **not so**: {sentence}" for sentence in broken] or [
        f"- so in all {sum(sum(key[3] in STORED for key in feed.runs) for feed in feeds):,} runs of theirs."]
    yield ""
    for feed in feeds:
        yield from [f"## {feed.title}: {feed.records:,} records", ""]
        for part in (hitches, places, work, lines_saved):
            yield from part(feed)
    yield from ["## The runs themselves", ""]
    yield from table(["feed", "profiles", "runs", "seconds", "processor seconds", "peak memory, MB"], [
        [feed.title, f"`{what}`",
         str(sum((key[0] == "rotate") == (what == "rotate") for key in feed.runs)),
         number(wall), number(cpu), number(peak / 1e6)]
        for feed in feeds for what, wall, cpu, peak in feed.costs])


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def main():
    parser = Arguments(prog="scripts/bench scroll")
    parser.add_argument("program")
    parser.add_argument("root")
    parser.add_argument("-o", dest="output")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--max-seconds", type=float)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    if arguments.records < 1:
        parser.error("--records is a number of records from 1")
    arguments.date = datetime.date.today().isoformat()
    output = arguments.output or f"{arguments.root}/docs/benchmarks/scroll-{arguments.date}.md"
    limits = [] if arguments.max_seconds is None else ["--max-seconds", str(arguments.max_seconds)]

    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        generated = f"{folder}/generated.ndjson"
        run([f"{arguments.root}/scripts/generate-feed", "--records", str(arguments.records), "--seed", "1",
             "-o", generated])
        feeds = []
        for name, title, source in [("demo", "Demo feed", f"{arguments.root}/Feeds/demo.json"),
                                    ("generated", "Generated feed", generated)]:
            store = f"{folder}/{name}.sqlite"
            print(f"building {source}", file=sys.stderr)
            run([arguments.program, "build", source, "--lines", "--environment", "390",
                 "--environment", "844", "--store", store])
            records = arguments.records
            if name == "demo":
                with open(source) as file:
                    records = len(json.load(file)["items"])
            feed = Feed(title, records)
            feed.simulate(arguments.program, store, ["all", *limits], f"{folder}/{name}.sim.ndjson")
            feed.simulate(arguments.program, store, ["rotate", "--rotate-to", "844", *limits],
                          f"{folder}/{name}-rotate.sim.ndjson")
            feeds.append(feed)
    broken = [sentence for feed in feeds for sentence in feed.broken_promises()]
    text = "\n".join(document(feeds, broken, arguments)).rstrip() + "\n"
    if output == "-":
        sys.stdout.write(text)
    else:
        os.makedirs(os.path.dirname(output) or ".", exist_ok=True)
        with open(output, "w") as file:
            file.write(text)
        print(f"wrote {output}", file=sys.stderr)
    for sentence in broken:
        print(f"scripts/bench scroll: {sentence}", file=sys.stderr)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
