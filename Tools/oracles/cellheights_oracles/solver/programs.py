"""Runs the two programs that are checked: `cellheights template frames` and `solver-probe`."""
import json
import os
import subprocess
import tempfile

from .model import document, number


class Refused(Exception):
    """A program ended with an error."""


class Programs:
    def __init__(self, cellheights, probe):
        self.cellheights, self.probe = cellheights, probe

    @staticmethod
    def run(command, text=None, fixed_hashing=False):
        environment = dict(os.environ)
        environment.pop("SWIFT_DETERMINISTIC_HASHING", None)
        if fixed_hashing:
            environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        return subprocess.run(
            command, input=text, capture_output=True, text=True, env=environment)

    def frames(self, models, repeat=False):
        """Exact frames of models with one setting: [(frames, relaxed, ambiguous)].

        `repeat`: also in two more processes, one with another hash seed and one with the fixed one;
        whether all printed the same comes second.
        """
        setting = models[0]
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for index, model in enumerate(models):
                files.append(f"{folder}/{index}.json")
                write(files[-1], document(model))
            write(f"{folder}/sizes", setting["sizes"])
            command = [self.cellheights, "template", "frames", *files, "--exact",
                       "--environment", environment(setting), "--sizes", f"{folder}/sizes"]
            if setting["height"] is not None:
                command += ["--height", number(setting["height"])]
            result = self.run(command)
            same = True
            if repeat:
                again = [self.run(command), self.run(command, fixed_hashing=True)]
                same = all((a.stdout, a.stderr) == (result.stdout, result.stderr) for a in again)
            if result.returncode != 0:
                raise Refused(f"exit {result.returncode}: {result.stderr.strip()[-500:]}")
            answers = [(json.loads(line)["frames"], [], []) for line in result.stdout.splitlines()]
            for line in result.stderr.splitlines():
                for code, place in (("warning CH0101: ", 1), ("warning CH0201: ", 2)):
                    if line.startswith(code):
                        file, rest = line[len(code):].split(": ", 1)
                        name = rest.split({1: "contradicts others: ", 2: "decides "}[place], 1)[1]
                        answers[files.index(file)][place].append(name)
        if len(answers) != len(models):
            raise Refused(f"{len(answers)} answers for {len(models)} templates")
        return answers, same

    def solve(self, systems, repeat=False):
        """The probe's answers, and whether other hash seeds give the same bytes."""
        text = "".join(json.dumps(s) + "\n" for s in systems)
        result = self.run([self.probe], text)
        if result.returncode != 0:
            raise Refused(f"solver-probe: {result.stderr.strip()[-500:]}")
        same = not repeat or all(
            self.run([self.probe], text, fixed).stdout == result.stdout for fixed in (False, True))
        return [json.loads(line) for line in result.stdout.splitlines()], same


def environment(model):
    e = model["environment"]
    return (f"{number(e['width'])}@{e['scale']}x/{e['category']}/{e['direction']}/en/uikit"
            f"#{e['state']}")


def write(path, value):
    with open(path, "w") as file:
        json.dump(value, file)
