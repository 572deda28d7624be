"""Runs `cellheights template frames --interface-builder` over files."""
import concurrent.futures
import json
import os
import subprocess
import tempfile


def run(binary, case):
    """The answer for a file, and what was said about it on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = os.path.join(folder, "sizes.json")
        with open(sizes, "w") as file:
            json.dump(case.sizes(), file)
        done = subprocess.run(
            [binary, "template", "frames", case.path, "--interface-builder", "--sizes", sizes,
             "--environment", f"{plain(case.width)}@{case.scale}x", "--height",
             plain(case.height)], capture_output=True, text=True, timeout=120)
    if done.returncode:
        return None, done.stderr
    return json.loads(done.stdout), done.stderr


def run_all(binary, found, jobs):
    """The answers for all files, in their order."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from zip(found, pool.map(lambda case: run(binary, case), found))


def plain(number):
    return repr(int(number)) if number == int(number) else repr(number)
