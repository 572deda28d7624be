"""Pictures of `cellheights inspect --animate` against the frames of both environments.

Lays records out in two environments, with --format json, and draws them on their way from one to the
other. Opens each picture in headless Chromium, stops it at 0, ¼, ½, ¾ and 1 of the way and on the way
back, and compares what getBoundingClientRect says: every view that both have must be where its two
frames say, within 0.01 points, and opaque; a view that one of them hides must have its opacity. No
error, no complaint, no request but for the file. A control with a wrong duration must differ.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from ..browser.chromium import BrowserFailed
from ..browser.devtools import Page
from ..demo.scenes import Findings

TOLERANCE = 0.01
DURATION = 2.0
# Shares of the way, and of the way back.
STEPS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 1.75)
WAYS = (("390@2x", "320@2x"), ("390@2x", "768@2x"), ("320@3x", "320@3x/AX2"), ("390@1x", "390@1x/L/rtl"),
        ("390@2x/L/rtl/ar", "320@2x/XL/rtl/ar"))
RECORDS = (1, 2, 3, 7, 12, 20)
# A view that changes its size, one that two states hide in turn, and one inside a view that moves.
STATES = """
schema: cellheights.template/1
template: states
states: [collapsed, expanded]
views:
  - {id: card, kind: view, subviews: [{id: dot, kind: view, size: [12, 12]}]}
  - {id: title, kind: label, text: "{title|'No title'}", lines: 0}
  - {id: more, kind: label, text: "More", hidden: "state == expanded"}
  - {id: body, kind: label, text: "{text}", lines: 0, hidden: "state == collapsed"}
constraints:
  - "H:|-16-[card(80@800)]-12-[title]-16-|"
  - "V:|-12-[card(>=48)]-(>=12)-|"
  - "V:|-12-[title]"
  - "dot.trailing == card.trailing - 4"
  - "dot.bottom == card.bottom - 4"
  - "body.leading == title.leading"
  - "body.trailing == title.trailing"
  - "body.top == title.bottom + 8"
  - "more.leading == title.leading"
  - "more.top == title.bottom + 8"
groups:
  - when: "state == expanded"
    constraints: ["card.width == 120 @900", "body.bottom == cell.bottom - 12", "card.bottom == cell.bottom - 12"]
    otherwise: ["more.bottom == cell.bottom - 12 @900", "card.height == 48"]
"""


class ProgramFailed(Exception):
    """The program ended with an error."""


def parser():
    made = argparse.ArgumentParser(
        prog="oracles animation", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--keep", metavar="FOLDER", help="where the pictures stay")
    made.add_argument("--show", type=int, default=10, metavar="N", help="differences printed; 10")
    made.add_argument("--binary", help="a cellheights to compare; else it is built")
    made.add_argument("--browser", default="chromium", help=argparse.SUPPRESS)
    made.add_argument("--root", required=True, help=argparse.SUPPRESS)
    made.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    return made


def ran(binary, words):
    done = subprocess.run([binary, "inspect", *words], capture_output=True, check=False)
    if done.returncode:
        raise ProgramFailed(f"cellheights inspect ended with {done.returncode}: "
                            + done.stderr.decode("utf-8", "replace").strip()[-600:])
    return done.stdout


class Cell:
    """One record in one environment: the frames of the views that are shown."""

    def __init__(self, binary, words, environment):
        told = json.loads(ran(binary, [*words, "--environment", environment, "--format", "json"]))
        self.frames = {
            view["view"]: [view[side] for side in ("x", "y", "width", "height")]
            for view in told["views"] if not view.get("hidden")}


class Way:
    """A picture that goes from one cell to another."""

    def __init__(self, binary, words, first, second, path):
        self.path = path
        self.first, self.second = (Cell(binary, words, one) for one in (first, second))
        ran(binary, [*words, "--environment", first, "--animate", second, "--svg", path, "--scale",
                     "1", "--duration", str(DURATION)])

    def differences(self, page, duration=DURATION):
        """How many views were compared, and what is wrong."""
        page.open(pathlib.Path(self.path).as_uri())
        compared, wrong = 0, []
        for step in STEPS:
            share = step if step <= 1 else 2 - step
            seen = page.value(f"""(() => {{
              const svg = document.documentElement;
              svg.pauseAnimations();
              svg.setCurrentTime({step * duration});
              // The browser rounds the picture's own size to 1/64 px, and scales what is in it.
              const {{ a: across, d: down }} = svg.getScreenCTM();
              const cell = document.querySelector('rect.cell').getBoundingClientRect();
              return [...document.querySelectorAll('g[data-view] > rect.frame')].map(rect => {{
                // It is the rectangle itself, without its line.
                const box = rect.getBoundingClientRect();
                return [rect.parentNode.dataset.view, +getComputedStyle(rect.parentNode).opacity,
                  [(box.x - cell.x) / across, (box.y - cell.y) / down, box.width / across,
                    box.height / down]] }}) }})()""")
            compared += len(seen)
            wrong += self.wrong(seen, share, step)
        return compared, wrong

    def wrong(self, seen, share, step):
        found = []
        names = sorted(name for name, _, _ in seen)
        if names != sorted({*self.first.frames, *self.second.frames}):
            found.append(f"at {step}: the views are {', '.join(names)}")
        for name, opacity, box in seen:
            start, end = self.first.frames.get(name), self.second.frames.get(name)
            alpha = 1.0 if start and end else share if end else 1 - share
            if abs(opacity - alpha) > 1e-3:
                found.append(f"{name} at {step}: opacity {opacity} instead of {alpha}")
            if not start or not end:
                # Where it is opaque it is at its own place; between it goes with what contains it.
                if alpha < 1:
                    continue
                start = end = start or end
            expected = [a + (b - a) * share for a, b in zip(start, end)]
            # A frame without area has no outline that is drawn.
            if min(expected[2:]) <= 0:
                continue
            if max(abs(a - b) for a, b in zip(box, expected)) > TOLERANCE:
                found.append(f"{name} at {step}: {box} instead of {expected}")
        return found


def ways(arguments, folder):
    """Each way with its name."""
    root = os.path.abspath(arguments.root)
    states = os.path.join(folder, "states.yaml")
    with open(states, "w", encoding="utf-8") as file:
        file.write(STATES.lstrip())
    feed = os.path.join(root, "Feeds", "demo.json")
    sets = [("states", states, [("390@2x#collapsed", "390@2x#expanded"),
                                ("320@3x#expanded", "430@3x#collapsed")]), ("post", "post", WAYS)]
    boxes = os.path.join(root, "Feeds", "templates", "post-boxes.yaml")
    if os.path.exists(boxes):
        sets.append(("post-boxes", boxes, WAYS))
    for name, template, pairs in sets:
        for record in RECORDS:
            words = ["--template", template, "--input", feed, "--record", str(record),
                     "--clock", "2026-02-01T00:00:00Z"]
            for number, (first, second) in enumerate(pairs):
                path = os.path.join(folder, f"{name}-{record}-{number}.svg")
                yield (f"{name}, record {record}, {first} to {second}",
                       Way(os.path.abspath(arguments.binary), words, first, second, path))


def compare(arguments, folder):
    findings = Findings()
    views, wrong, count, last = 0, [], 0, None
    with Page(arguments.browser, folder) as page:
        print(page.value("navigator.userAgent"))
        page.isolate()
        page.size(1100, 1400)
        for name, way in ways(arguments, folder):
            compared, found = way.differences(page)
            views += compared
            count += 1
            wrong += [f"{name}: {text}" for text in found]
            last = way
        findings.say(not wrong and views > 0,
                     f"{count} pictures at {len(STEPS)} moments, {views} frames: {len(wrong)} differ")
        for text in wrong[:arguments.show]:
            findings.note(text)
        others = [one for one in page.requests if not one.startswith("file:")]
        findings.say(not others and not page.messages and not page.complaints,
                     f"{len(page.messages)} errors, {len(page.complaints)} complaints, {len(others)} "
                     "requests besides the files")
        for text in (page.messages + page.complaints + others)[:arguments.show]:
            findings.note(text)
        late = last.differences(page, DURATION * 0.9)[1]
        findings.say(bool(late), f"control: {len(late)} differences with a duration of "
                                 f"{DURATION * 0.9} s")
    return 1 if findings.failures else 0


def main():
    arguments = parser().parse_args()
    if arguments.parse_only:
        return 0
    try:
        with tempfile.TemporaryDirectory(
                prefix="oracles-animation.", ignore_cleanup_errors=True) as made:
            folder = made
            if arguments.keep:
                folder = os.path.abspath(arguments.keep)
                os.makedirs(folder, exist_ok=True)
            return compare(arguments, folder)
    except (BrowserFailed, ProgramFailed) as error:
        print(f"oracles animation: {error}", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main())
