"""Measures what Spark adds to `cellheights layout`, and whole runs of the real program.

The published files are compared with those of `build` and `publish`; exits with 1 if they differ.
The first part uses a worker that replays stored cells, and does not count its processor time. Times
are those of a second, warm run, written as Parquet. Prints one line of JSON per run.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

from cellheights_spark import layout, publish
from pyspark.sql import SparkSession

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ENVIRONMENTS = ["320", "390", "430@2x/XL"]
STORED = 5_000


def processor_seconds(top: int) -> float:
    """Of a process and of all its descendants, ended ones that were waited for included."""
    parents: dict[int, list[int]] = {}
    ticks: dict[int, int] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                text = pathlib.Path("/proc", entry, "stat").read_text()
            except OSError:
                continue
            words = text[text.rindex(")") + 2 :].split()
            parents.setdefault(int(words[1]), []).append(int(entry))
            ticks[int(entry)] = sum(map(int, words[11:15]))
    total, waiting = 0, [top]
    while waiting:
        process = waiting.pop()
        total += ticks.get(process, 0)
        waiting += parents.get(process, [])
    return total / os.sysconf("SC_CLK_TCK")


def replaying(folder: pathlib.Path, feed: pathlib.Path, environments: list[str], real: str) -> str:
    """A worker that answers with stored cells and appends its processor time to a file."""
    lines = feed.read_bytes().splitlines(keepends=True)[:STORED]
    words = [real, "layout", "--carry", "position"]
    for each in environments:
        words += ["--environment", each]
    done = subprocess.run(words, input=b"".join(lines), capture_output=True, check=True)
    cells = done.stdout.splitlines()[:-1]
    step = len(environments)
    stored = folder / f"stored-{step}"
    stored.write_bytes(b"".join(
        b"\n".join(cells[start : start + step]) + b"\n\n" for start in range(0, len(cells), step)))
    path = folder / f"replay-{step}"
    path.write_text(
        f"#!/bin/sh\nCELLHEIGHTS_FAKE=replay CELLHEIGHTS_REPLAY={shlex.quote(str(stored))}"
        f" CELLHEIGHTS_TIMES={shlex.quote(str(folder / 'times'))}"
        f' exec {shlex.join([sys.executable, "-S", str(HERE.parents[1] / "python" / "tests" / "fake_worker.py")])} "$@"\n')
    path.chmod(0o755)
    return str(path)


def compare(folder: pathlib.Path, feed: pathlib.Path, published: pathlib.Path, real: str) -> None:
    """Builds and publishes the feed with the program, and exits if the result is another one."""
    store, built = str(folder / "built.sqlite"), folder / "built"
    flags = [word for each in ENVIRONMENTS for word in ("--environment", each)]
    began = time.monotonic()
    for words in (
        ["build", str(feed), "--feed", "home", "--store", store, *flags],
        ["publish", str(built), "--store", store],
    ):
        subprocess.run([real, *words], check=True, stdout=subprocess.DEVNULL)
    wall = time.monotonic() - began
    pointers = [json.loads((each / "current.json").read_text()) for each in (published, built)]
    digests = [(each["digest"], each["listDigest"]) for each in pointers]
    # A folder that was kept may have chunks of earlier runs too.
    differing = [
        path.name for path in sorted((built / "c").iterdir())
        if not (published / "c" / path.name).is_file()
        or (published / "c" / path.name).read_bytes() != path.read_bytes()]
    equal = digests[0] == digests[1] and not differing
    print(json.dumps({
        "what": "build and publish", "wall": round(wall, 1), "equal": equal,
        "differing": differing[:10]}), flush=True)
    if not equal:
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--master", default="local-cluster[2,1,1024]")
    parser.add_argument("--published", help="keep the published files in this folder")
    parser.add_argument("--feed", help="keep the generated feed in this file")
    parser.add_argument("--what", nargs="+", default=["overhead", "layout", "publish"])
    options = parser.parse_args()
    real = os.environ["CELLHEIGHTS_COMMAND"]
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        feed = pathlib.Path(options.feed or folder / "feed.ndjson")
        published = os.path.abspath(options.published or folder / "published")
        words = [str(ROOT / "scripts/generate-feed"), "--seed", "44"]
        words += ["--records", str(options.records)]
        with feed.open("w") as file, subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True
        ) as made:
            assert made.stdout is not None
            for number, line in enumerate(made.stdout):
                file.write(f'{{"position":{number},{line[1:]}')
        spark = (
            SparkSession.builder.master(options.master)
            .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
            .config("spark.log.level", "OFF").config("spark.sql.parquet.compression.codec", "zstd")
            .getOrCreate())
        df = spark.read.text(str(feed)).repartition(2).persist()
        df.count()
        times = folder / "times"

        def measured(what: str, environments: list[str], command: str, store: bool) -> None:
            cells = layout(
                df, record="value", position="position", environments=environments,
                command=command, store=store)
            for run in ("cold", "warm"):
                times.write_text("")
                before, began = processor_seconds(os.getpid()), time.monotonic()
                cells.write.mode("overwrite").parquet(str(folder / "output.parquet"))
                wall = time.monotonic() - began
                # The ended worker is counted where its parent waited for it.
                spent = processor_seconds(os.getpid()) - before
                replayed = sum(map(float, times.read_text().split()))
                print(json.dumps({
                    "what": what, "master": options.master, "run": run, "store": store,
                    "environments": len(environments), "wall": round(wall, 1),
                    "processor": round(spent, 1), "replayed": round(replayed, 2),
                    "microsecondsPerRecord":
                        round((spent - replayed) / options.records * 1e6, 1)}), flush=True)

        if "overhead" in options.what:
            for environments in (["390"], ENVIRONMENTS):
                replay = replaying(folder, feed, environments, real)
                measured("overhead", environments, replay, False)
        if "layout" in options.what:
            measured("layout", ENVIRONMENTS, real, False)
        if "publish" in options.what:
            cells = layout(
                df, record="value", position="position", environments=ENVIRONMENTS, command=real,
                store=True)
            before, began = processor_seconds(os.getpid()), time.monotonic()
            report = publish(
                cells, published, feed="home", command=real,
                environments=ENVIRONMENTS)
            print(json.dumps({
                "what": "layout and publish", "master": options.master,
                "wall": round(time.monotonic() - began, 1),
                "processor": round(processor_seconds(os.getpid()) - before, 1),
                "pointer": json.loads(pathlib.Path(published, "current.json").read_text()),
                "report": report}), flush=True)
            compare(folder, feed, pathlib.Path(published), real)


if __name__ == "__main__":
    main()
