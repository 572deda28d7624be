"""Layouts of random systems against an independent optimum."""
import argparse
import json
import multiprocessing
import random
import sys
import time

from .check import check
from .generator import CATEGORIES, SystemGenerator
from .model import document
from .programs import Programs, Refused, environment
from .shrink import shrink
from .systems import system_of

BATCH = 50
# Failures that are made small; of others only the numbers are told.
SHRUNK = 4

DESCRIPTION = """
Lays out random systems of 2 to 40 views and compares them with an independent optimum.

Every system is a template document that `cellheights template frames --exact` lays out. scipy's
HiGHS solves it level by level; the sum of errors of each level, taken from our frames, must be that
of HiGHS within 1e-6 + 2^-25 pt for each constraint of the level. Where it is not, rational
arithmetic decides. Of --exact systems all numbers are multiples of 1/64: their final basis is
verified primal and dual feasible in rational arithmetic, and values and frames are those of the
canonical answer, rounded to 2^-26, to the bit. Processes with other hash seeds print the same. With --binary and without --probe no
basis is verified: frames are still held against the exact optimum, to the bit.
"""


def setting_of(seed, batch):
    """What the systems of a batch share, because one process lays them out."""
    rng = random.Random(f"{seed}/{batch}")
    lengths = [None, 0, 10, 20, 33.5, 44, 80, 120.25, 300]
    return {
        "environment": {
            "width": rng.choice([320, 375, 390, 390, 430, 600, 100, 333]),
            "scale": rng.choice([1, 2, 3, 3]), "category": rng.choice(CATEGORIES),
            "direction": rng.choice(["ltr", "ltr", "rtl"]),
            "state": rng.choice(["plain", "expanded"])},
        "height": rng.choice([None, None, 44, 100, 300]),
        "sizes": {view: [rng.choice(lengths) for _ in range(2)] for view in ("v1", "v2")}}


def model_of(seed, number, fine):
    return SystemGenerator(
        f"{seed}/system/{number}", setting_of(seed, number // BATCH), fine).model


def run_batch(task):
    """Counts and failures of one batch."""
    seed, numbers, fine, programs = task
    counts, failures, sizes = {}, [], []
    models = [model_of(seed, n, fine) for n in numbers]
    try:
        answers, same = programs.frames(models, repeat=True)
        if not same:
            failures.append((numbers[0], ["other bytes in a process with another hash seed"]))
    except Refused:
        answers = []
        for number, model in zip(numbers, models):  # one by one, to know which
            try:
                answers += programs.frames([model])[0]
            except Refused as error:
                answers.append(None)
                failures.append((number, [f"refused: {error}"]))
    systems = [system_of(m, m["height"])[0] for m in models] if fine else [None] * len(models)
    found = [None] * len(models)
    if fine and programs.probe:
        found, same = programs.solve(systems, repeat=True)
        if not same:
            failures.append((numbers[0], ["the probe prints other bytes with another hash seed"]))
    counts["processes with another hash seed compared"] = 4 if fine and programs.probe else 2
    for number, model, answer, one, system in zip(numbers, models, answers, found, systems):
        if answer is None:
            continue
        verdict = check(model, answer, programs, fine, one, system)
        for name, count in verdict.counts.items():
            counts[name] = counts.get(name, 0) + count
        sizes.append((verdict.views, verdict.levels))
        if verdict.wrong:
            failures.append((number, verdict.wrong))
    return fine, counts, sizes, failures


def fails(programs, fine):
    """Whether a model still fails."""
    def test(model):
        try:
            return bool(check(model, programs.frames([model])[0][0], programs, fine).wrong)
        except Refused:
            return True
    return test


def report(seed, number, wrong, fine, programs):
    print(f"system {number} of seed {seed}:", *wrong[:6], sep="\n  ")
    model = model_of(seed, number, fine)
    test = fails(programs, fine)
    if not test(model):
        print("  it does not fail alone")
        return
    small = shrink(model, test)
    print("  the smallest that still fails:")
    try:
        for line in check(small, programs.frames([small])[0][0], programs, fine).wrong[:6]:
            print(f"    {line}")
    except Refused as error:
        print(f"    refused: {error}")
    print(f"    environment {environment(small)}, height {small['height']}, "
          f"sizes {json.dumps(small['sizes'])}")
    print(f"    {json.dumps(document(small))}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        prog="oracles solver", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--systems", type=int, default=5000, help="how many; 5000")
    parser.add_argument("--exact", type=int, default=1000,
                        help="how many of them are checked to the bit; 1000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes; 2")
    parser.add_argument("--only", type=int, help="one system of the seed, by its number")
    parser.add_argument("--fixtures", action="store_true",
                        help="write the fixtures of the tests instead")
    parser.add_argument("--binary", help="a cellheights to check; else it is built")
    parser.add_argument("--probe", help="a solver-probe to check; else it is built")
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if min(arguments.systems, arguments.jobs) < 1 or not 0 <= arguments.exact <= arguments.systems:
        parser.error("--systems and --jobs are at least 1, --exact is at most --systems")
    if arguments.parse_only:
        return 0
    if arguments.fixtures:
        from .fixtures import write_fixtures
        write_fixtures(arguments.root, model_of)
        return 0
    programs = Programs(arguments.binary, arguments.probe)
    seed = arguments.seed
    if arguments.only is not None:
        numbers = [arguments.only]
        tasks = [(seed, numbers, arguments.only < arguments.exact, programs)]
    else:
        tasks, start = [], 0
        while start < arguments.systems:
            fine = start < arguments.exact
            end = min(start - start % BATCH + BATCH, arguments.exact if fine else arguments.systems)
            tasks.append((seed, list(range(start, end)), fine, programs))
            start = end
    began, totals, sizes, failures = time.monotonic(), {}, [], []
    with multiprocessing.Pool(min(arguments.jobs, len(tasks))) as pool:
        for done, (fine, counts, more, wrong) in enumerate(pool.imap(run_batch, tasks), 1):
            for name, count in counts.items():
                totals[name] = totals.get(name, 0) + count
            sizes += more
            failures += [(number, sentences, fine) for number, sentences in wrong]
            if done % 10 == 0:
                print(f"oracles solver: {totals.get('systems', 0)} systems, {len(failures)} failures, "
                      f"{time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    for name in ORDER + sorted(set(totals) - set(ORDER)):
        print(f"{totals.get(name, 0):7}  {name}")
    for name, place in (("views", 0), ("priority levels", 1)):
        numbers = [size[place] for size in sizes if size[0]] or [0]
        print(f"{min(numbers)}–{max(numbers)}".rjust(7) + f"  {name} a system")
    print(f"{len(failures):7}  failures", flush=True)
    for number, sentences, fine in failures[:SHRUNK]:
        report(seed, number, sentences, fine, programs)
    if len(failures) > SHRUNK:
        print("and systems", *(number for number, _, _ in failures[SHRUNK:]))
    return 1 if failures else 0


ORDER = [
    "systems", "cross-axis", "with an accepted required cross-axis constraint",
    "with a relaxed cross-axis constraint", "with contradictions", "ambiguous", "levels compared",
    "mismatches with HiGHS", "decided by rationals, for us", "decided by rationals, against us",
    "exact", "bases verified", "decided by ties", "decided by the rule of ambiguity"]

if __name__ == "__main__":
    sys.exit(main())
