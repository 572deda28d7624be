"""Heights of a feed's records in every size category, and the fonts of their texts."""
import concurrent.futures
import json
import os
import subprocess
import tempfile

CATEGORIES = ("XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5")

# The rules whose line heights are compared: in UIKit a fallback font makes no line taller, in CSS
# it does, so that only there heights of mixed scripts can fall.
RULES = ("uikit", "css")


class Failure(Exception):
    """The program failed; its words."""


class Record:
    """A record, the font families of its texts, and its height by rules and category, in points."""

    def __init__(self, values):
        self.id = values["id"]
        self.texts = [values.get(key) or "" for key in ("title", "author")]
        self.texts.append(values.get("content_text") or values.get("summary") or "")
        self.words = len(self.texts[-1].split())
        self.fonts, self.heights = set(), {rules: [] for rules in RULES}

    @property
    def is_single_font(self):
        return len(self.fonts) == 1

    def falls(self, rules):
        """Pairs of neighbouring categories in which the height does not rise."""
        heights = self.heights[rules]
        return [(CATEGORIES[i], CATEGORIES[i + 1]) for i in range(len(heights) - 1)
                if heights[i + 1] <= heights[i]]


class Program:
    """Runs cellheights."""

    def __init__(self, binary):
        self.binary = binary

    def run(self, *arguments):
        done = subprocess.run([self.binary, *arguments], capture_output=True, text=True,
                              check=False)
        if done.returncode:
            raise Failure(f"cellheights {arguments[0]} failed with {done.returncode}: "
                          f"{done.stderr.strip()}")
        return done.stdout


def records(binary, feed, template, width):
    """The records of a feed in its order, with fonts and heights."""
    program = Program(binary)
    found = [Record(json.loads(line)) for line in program.run("records", feed).splitlines()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for record, fonts in zip(found, pool.map(lambda record: families(program, record), found)):
            record.fonts = fonts
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "heights.sqlite")
        names = {(rules, category): f"{width}@3x/{category}/ltr/en/{rules}"
                 for rules in RULES for category in CATEGORIES}
        environments = [word for name in names.values() for word in ("--environment", name)]
        program.run("build", feed, "--template", template, "--store", store, *environments)
        for (rules, _), name in names.items():
            cells = program.run("lookup", "--range", f"0..{len(found)}", "--environment", name,
                                "--store", store, "--format", "json").splitlines()
            for record, line in zip(found, cells, strict=True):
                cell = json.loads(line)
                if cell["id"] != record.id:
                    raise Failure(f"{cell['id']} stands where {record.id} was expected")
                if any(frame.get("truncated") for frame in cell["frames"]):
                    raise Failure(f"the template cuts a text of {record.id}")
                record.heights[rules].append(cell["height"])
    return found


def families(program, record):
    """The families of the fonts of a record's texts."""
    answer = json.loads(program.run(
        "measure", "--text", "\n".join(record.texts), "--width", "300", "--format", "json"))
    return {font.rsplit(" ", 1)[0] for font in answer["fonts"]}
