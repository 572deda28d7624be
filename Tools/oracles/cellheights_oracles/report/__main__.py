"""The HTML report and the trace of `cellheights simulate`, opened without a network.

Builds the demo feed and simulates profiles in strategies and devices. Opens the report in headless
Chromium, and chooses every run in it: no error, no complaint, no request but for the file itself, as
many frames and the same figures as the JSON has, no scrolling sideways at 400 px, and what the page
does after a key. A request and an error of our own must be noticed. Of the trace, every run must have
the frames, dropped ones, hitches and counters of its report, and slices that nest; one with too few
events must say what it left out. --pictures draws the pictures of the documents.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

from ..browser.command import add_programs, exit_code
from ..browser.devtools import Page
from ..demo.scenes import Findings
from ..demo.stores import DemoFailed, Stores
from .traced import differences, runs_of

PROFILES = "flick-fast,scrub,restore,status-bar-top"
# These have more frames than a trace of a few events.
MANY = "all"
WIDTH = 390
# More events than the runs have, and fewer.
EVENTS = 5_000_000
FEW = 20_000
# Figures in the page and in the JSON differ by their digits at most.
DIGITS = 1e-6
# The largest picture of the documents, in bytes.
LARGEST = 150_000
# The run that pictures show.
SHOWN = "60/flick-fast/self-sizing/fixed"


def parser():
    made = argparse.ArgumentParser(
        prog="oracles report", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--pictures", metavar="FOLDER", nargs="?", const="docs/pictures",
                      help="write pictures of the report as PNG; docs/pictures")
    made.add_argument("--keep", metavar="FOLDER", help="where reports and traces stay")
    made.add_argument("--show", type=int, default=10, metavar="N", help="differences printed; 10")
    add_programs(made)
    return made


class Simulated:
    """What a call of `simulate` wrote."""

    def __init__(self, stores, folder, name, profiles, strategies, events):
        self.page = os.path.join(folder, f"{name}.html")
        self.trace = os.path.join(folder, f"{name}.json")
        words = [stores.binary, "simulate", profiles, "--feed", "home", "--strategy", strategies,
                 "--threshold", "hitch.time_ratio_ms_per_s<5 @//stored", "--html", self.page,
                 "--trace", self.trace, "--trace-limit", str(events), "--format", "json"]
        done = subprocess.run(words, cwd=stores.folder, capture_output=True, check=False)
        # 99 is a limit that was passed, which the report shows.
        if done.returncode not in (0, 99):
            raise DemoFailed(f"cellheights simulate ended with {done.returncode}: "
                             + done.stderr.decode("utf-8", "replace").strip()[-600:])
        self.notes = done.stderr.decode("utf-8", "replace")
        self.reports = [json.loads(line) for line in done.stdout.splitlines()]
        self.presented = [report["frames"]["presented"] for report in self.reports]

    @property
    def names(self):
        return ["/".join((one["rate"], one["profile"], one["strategy"], one["device_model"]))
                for one in self.reports]


def figures(report):
    """The numbers of a report by path."""
    found = {}

    def walk(path, value):
        if isinstance(value, dict):
            for name, inner in value.items():
                walk(f"{path}.{name}" if path else name, inner)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found[path] = value
    walk("", report)
    return found


class Visit:
    """One report in the browser."""

    def __init__(self, page, simulated, name, findings, shown):
        self.page, self.simulated, self.name = page, simulated, name
        self.findings, self.shown = findings, shown

    def say(self, good, text):
        return self.findings.say(good, f"{self.name}: {text}")

    def wrong(self, texts, what):
        """Says how many of `what` are wrong, and shows the first."""
        self.say(not texts, f"{what}: {len(texts)} differ")
        for text in texts[:self.shown]:
            self.findings.note(text)

    def open(self):
        url = pathlib.Path(self.simulated.page).as_uri()
        began = time.monotonic()
        self.page.size(1100, 900)
        self.page.open(url)
        frames = self.page.value("cellheightsReport.frames")
        self.say(True, f"{os.path.getsize(self.simulated.page) / 1e6:.1f} MB opened in "
                       f"{time.monotonic() - began:.1f} s")
        self.say(self.page.value("cellheightsReport.names") == self.simulated.names,
                 f"{len(frames)} runs, named as in the JSON")
        return url, frames

    def chosen(self, frames):
        """Every run, after it was chosen."""
        wrong = []
        compared = 0
        for place, (name, report) in enumerate(zip(self.simulated.names, self.simulated.reports)):
            seen = self.page.value(f"""(() => {{
              cellheightsReport.choose({place});
              const details = document.querySelector('#frames');
              details.open = true;
              details.ontoggle();
              return {{ title: document.querySelector('#name').textContent,
                rows: document.querySelectorAll('#frame-table tbody tr').length,
                out: !document.querySelector('#left-out').hidden,
                drawn: [...document.querySelectorAll('#timeline canvas')].filter(
                  one => one.width > 0 && one.height > 0).length,
                figures: report.metrics.map(one => [one.path, value(report.runs[{place}], one.path)]) }}
            }})()""")
            if not seen["title"].startswith(name):
                wrong.append(f"{name}: the title is {seen['title']!r}")
            if seen["rows"] != min(500, frames[place]) or seen["out"] != (frames[place] == 0):
                wrong.append(f"{name}: {seen['rows']} rows of {frames[place]} frames, left out: "
                             f"{seen['out']}")
            if frames[place] and seen["drawn"] < 3:
                wrong.append(f"{name}: {seen['drawn']} drawings")
            reported = figures(report)
            for path, number in seen["figures"]:
                told = reported.get(path)
                compared += number is not None
                if (number is None) != (told is None) or number is not None and abs(
                        number - told) > DIGITS * max(1, abs(told)):
                    wrong.append(f"{name}: {path} is {number}, in the JSON {told}")
        self.wrong(wrong, f"{len(frames)} runs, chosen one by one, and {compared} figures")

    def used(self):
        """Keys, schemes and a narrow window."""
        moved = self.page.value(f"""(() => {{
          cellheightsReport.choose({self.place_with_hitches()});
          const slider = document.querySelector('[role=slider]');
          const press = key => slider.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));
          press('Home');
          const first = slider.getAttribute('aria-valuenow');
          press('n');
          return [first, slider.getAttribute('aria-valuenow'),
            document.querySelector('#frame .badge').textContent] }})()""")
        self.say(moved[0] == "0" and moved[1] != "0" and "hitch" in moved[2],
                 f"the key n goes from frame {moved[0]} to the hitch at frame {moved[1]}")
        colors = []
        for scheme in ("dark", "light"):
            self.page.scheme(scheme)
            colors.append(self.page.value("getComputedStyle(document.body).backgroundColor"))
        self.say(colors[0] != colors[1], f"dark and light: {colors[0]} and {colors[1]}")
        for width in (400, 1100):
            self.page.size(width, 900)
            wide, drawn, room = self.page.value("""new Promise(done => requestAnimationFrame(() =>
              requestAnimationFrame(() => {
                const detail = document.querySelector('#timeline canvas');
                done([document.documentElement.scrollWidth, detail.width,
                  detail.parentElement.clientWidth]) })))""")
            self.say(wide <= width and drawn == room,
                     f"at {width} px the page is {wide} px wide, and its timeline {drawn} of {room} px")

    def place_with_hitches(self):
        return next(place for place, one in enumerate(self.simulated.reports)
                    if one["hitch"]["count"] > 1 and one["frames"]["presented"] > 100)

    def quiet(self, url):
        """Nothing was asked for, thrown or said."""
        page = self.page
        others = [one for one in page.requests if one != url]
        self.say(not others and not page.messages and not page.complaints,
                 f"{len(page.messages)} errors, {len(page.complaints)} complaints, {len(others)} "
                 "requests besides the file")
        for text in (page.messages + page.complaints + others)[:self.shown]:
            self.findings.note(text)

    def control(self):
        """What must be noticed is."""
        page = self.page
        known = len(page.complaints)
        refused = page.value("""new Promise(done => {
          addEventListener('securitypolicyviolation', event => done(event.effectiveDirective));
          fetch('http://127.0.0.1:9/').catch(() => setTimeout(() => done('none'), 2000)) })""")
        page.value("console.error('an error of our own')")
        page.value("1")
        self.say(refused == "connect-src" and len(page.complaints) >= known + 2,
                 f"control: a request is refused by {refused}, and {len(page.complaints) - known} "
                 "complaints are noticed")


def traced(simulated, name, findings, shown, is_whole):
    """The trace beside the reports."""
    with open(simulated.trace, encoding="utf-8") as file:
        trace = json.load(file)
    runs = runs_of(trace)
    wrong = [] if [run for run, _ in runs] == simulated.names else ["runs have other names"]
    slices = lost = counters = 0
    for (run, tracks), report in zip(runs, simulated.reports):
        wrong += differences(run, tracks, report, is_whole)
        slices += len(tracks["Actual frames"])
        lost += report["frames"]["presented"] - len(tracks["Actual frames"])
        counters += len(tracks["counters"])
    said = trace["otherData"]["framesLeftOut"]
    if said != lost or (lost == 0) != is_whole or (lost > 0) != ("did not fit" in simulated.notes):
        wrong.append(f"{lost} frames are left out, and the trace says {said}")
    findings.say(not wrong, f"{name}: {os.path.getsize(simulated.trace) / 1e6:.1f} MB, {len(runs)} "
                            f"runs, {len(trace['traceEvents'])} events, {slices} actual frames of "
                            f"{sum(simulated.presented)}, {counters} values of counters: {len(wrong)} "
                            "differ")
    for text in wrong[:shown]:
        findings.note(text)


def pictures(page, simulated, folder, findings):
    """The report for the documents: the comparison, and the frames of a run."""
    page.scheme("light")
    page.size(860, 900)
    page.open(pathlib.Path(simulated.page).as_uri())
    page.value(f"cellheightsReport.choose({simulated.names.index(SHOWN)})")
    for name, first, last in (("simulate-comparison", "header", "[aria-labelledby=comparison]"),
                              ("simulate-frames", "#timeline", "#frame")):
        clip = page.value(f"""(() => {{
          const [first, last] = ['{first}', '{last}'].map(
            one => document.querySelector(one).getBoundingClientRect());
          const top = Math.floor(first.top + scrollY) - 8;
          return [0, top, innerWidth, Math.ceil(last.bottom + scrollY) + 8 - top] }})()""")
        path = os.path.join(folder, f"{name}.png")
        page.picture(path, clip)
        size = os.path.getsize(path)
        findings.say(size < LARGEST, f"{path}: {clip[2]} × {clip[3]} px, {size} bytes")


def compare(arguments, folder):
    stores = Stores(os.path.abspath(arguments.root), os.path.abspath(arguments.binary), folder)
    stores.build(os.path.join(stores.root, "Feeds", "demo.json"), "home", (WIDTH,))
    place = folder
    if arguments.keep:
        place = os.path.abspath(arguments.keep)
        os.makedirs(place, exist_ok=True)
    findings = Findings()
    whole = Simulated(stores, place, "report", PROFILES, "stored,self-sizing", EVENTS)
    limited = Simulated(stores, place, "limited", MANY, "stored", FEW)
    with Page(arguments.browser, folder) as page:
        print(page.value("navigator.userAgent"))
        page.isolate()
        for name, simulated in (("report", whole), ("report of all profiles", limited)):
            page.requests.clear()
            visit = Visit(page, simulated, name, findings, arguments.show)
            url, frames = visit.open()
            visit.say(frames == simulated.presented,
                      f"{sum(frames)} frames, {sum(simulated.presented)} presented")
            if simulated is whole:
                visit.used()
            visit.chosen(frames)
            visit.quiet(url)
        traced(whole, "trace", findings, arguments.show, True)
        traced(limited, "trace with too few events", findings, arguments.show, False)
        if arguments.pictures:
            pictures(page, whole, os.path.join(stores.root, arguments.pictures), findings)
        visit.control()
    return 1 if findings.failures else 0


def main():
    return exit_code(parser(), compare, DemoFailed)


if __name__ == "__main__":
    sys.exit(main())
