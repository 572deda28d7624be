"""Counts cells that are useless at the height that their constraints make, when the app runs."""
import concurrent.futures
import json
import subprocess

ENVIRONMENT = "390@3x"


def lay_out(binary, case):
    """The height that fits and the frames at it, with measured texts; None where there is no layout."""
    done = subprocess.run(
        [binary, "template", "frames", case.path, "--environment", ENVIRONMENT],
        capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout) if done.returncode == 0 else None


def verdict(answer):
    """What is wrong with a cell, if anything is."""
    if answer is None:
        return "withoutLayout"
    height = answer["fittedHeight"]
    if height == 0:
        return "collapsed"
    bottoms = [y + h for x, y, w, h in answer["frames"].values() if w > 0 and h > 0]
    return "overflowing" if max(bottoms, default=0) > height + 0.01 else "good"


def print_fitted(binary, found, jobs, form):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        verdicts = list(pool.map(lambda case: verdict(lay_out(binary, case)), found))
    counts = {"cells": len(found), **{name: verdicts.count(name) for name in (
        "collapsed", "overflowing", "withoutLayout")}}
    if form == "json":
        print(json.dumps(counts))
        return
    for name, words in (("cells", "cells"), ("collapsed", "0 points high"),
                        ("overflowing", "with a view below their bottom"),
                        ("withoutLayout", "without a layout, as fonts are not installed")):
        print(f"{counts[name]:5}  {words}")
