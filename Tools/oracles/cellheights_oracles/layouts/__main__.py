"""Compares `cellheights template frames` with an independent solution of random templates.

Each template is made from a model, not read from text; the same model is solved with scipy's HiGHS
straight from the definition of a layout: absolute physical coordinates, one program over both
axes, required constraints accepted in document order, then for each priority the sum of errors, then
for each priority each single error, then what is still free. Between two stages the optimal face is held through the
dual values, without slack.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from ..solver.generator import Generator
from ..solver.layouts import solve
from ..solver.model import document, number, snapped
from ..solver.program import Unsolved


def case(seed):
    """One template with its environment and the expected answer."""
    model = Generator(seed).model
    e = model["environment"]
    fitted, relaxed, ambiguous = solve(model, None)
    fitted_height = fitted["cell"][3]
    if model["height"] is not None:
        fitted, relaxed, ambiguous = solve(model, model["height"])
    return {
        "seed": seed, "template": document(model),
        "environment": f"{e['width']}@{e['scale']}x/{e['category']}/{e['direction']}/en/uikit"
                       f"#{e['state']}",
        "scale": e["scale"], "height": model["height"], "sizes": model["sizes"],
        "frames": fitted, "fittedHeight": fitted_height, "relaxed": relaxed,
        "ambiguous": ambiguous}


def run(binary, folder, made, *flags):
    template, sizes = f"{folder}/template.json", f"{folder}/sizes.json"
    with open(template, "w") as file:
        json.dump(made["template"], file)
    with open(sizes, "w") as file:
        json.dump(made["sizes"], file)
    command = [binary, "template", "frames", template, "--environment", made["environment"],
               "--sizes", sizes, *flags]
    if made["height"] is not None:
        command += ["--height", number(made["height"])]
    return subprocess.run(command, capture_output=True, text=True)


def differences(binary, folder, made):
    """What the program says otherwise, as sentences."""
    exact = run(binary, folder, made, "--exact")
    if exact.returncode:
        return [f"exit {exact.returncode}: {exact.stderr.strip()}"]
    found = []
    if run(binary, folder, made, "--exact").stdout != exact.stdout:
        found.append("other bytes when run again")
    answer = json.loads(exact.stdout)
    if "-0," in exact.stdout or "-0]" in exact.stdout or "-0.0" in exact.stdout:
        found.append("a negative zero")
    if list(answer["frames"]) != list(made["frames"]):
        return [f"views {list(answer['frames'])}"]
    grid = json.loads(run(binary, folder, made).stdout)
    for view, expected in made["frames"].items():
        if max(abs(a - b) for a, b in zip(answer["frames"][view], expected)) > 1e-5:
            found.append(f"{view}: {answer['frames'][view]}, expected {expected}")
        else:
            wanted = snapped(expected, made["scale"])
            if max(abs(a - b) for a, b in zip(grid["frames"][view], wanted)) > 1e-9:
                found.append(f"{view} snapped: {grid['frames'][view]}, expected {wanted}")
    if abs(answer["fittedHeight"] - made["fittedHeight"]) > 1e-5:
        found.append(f"fitted height {answer['fittedHeight']}, expected {made['fittedHeight']}")
    warnings = exact.stderr.splitlines()
    relaxed = [w.split("contradicts others: ")[1] for w in warnings if "CH0101" in w]
    if relaxed != made["relaxed"]:
        found.append(f"relaxed {relaxed}, expected {made['relaxed']}")
    free = [w.split("nothing decides ")[1] for w in warnings if "CH0201" in w]
    if bool(free) != bool(made["ambiguous"]) or not set(free) <= set(made["ambiguous"]):
        found.append(f"ambiguous {free}, expected one of {made['ambiguous']}")
    return found


def main():
    parser = argparse.ArgumentParser(
        prog="oracles layouts", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", help="a cellheights to compare; else it is built")
    parser.add_argument("--root", help=argparse.SUPPRESS)
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--keep", help="folder for the templates that differ")
    parser.add_argument("--write", help="file of fixtures to write instead of comparing")
    arguments = parser.parse_args()
    if arguments.parse_only:
        return 0
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    if arguments.write:
        with open(arguments.write, "w") as file:
            for seed in seeds:
                made = case(seed)
                made["template"] = json.dumps(made["template"], separators=(",", ":"))
                json.dump(made, file, separators=(",", ":"))
                file.write("\n")
        return 0
    wrong = relaxed = ambiguous = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            try:
                made = case(seed)
            except (AssertionError, Unsolved) as error:
                print(f"seed {seed}: not solved by the reference: {error}")
                continue
            relaxed += bool(made["relaxed"])
            ambiguous += bool(made["ambiguous"])
            found = differences(arguments.binary, folder, made)
            if found:
                wrong += 1
                print(f"seed {seed}:", *found, sep="\n  ", flush=True)
                if arguments.keep:
                    os.makedirs(arguments.keep, exist_ok=True)
                    with open(f"{arguments.keep}/{seed}.json", "w") as file:
                        json.dump(made, file, indent=1)
    print(f"{len(seeds)} templates, {relaxed} relaxed, {ambiguous} ambiguous, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
