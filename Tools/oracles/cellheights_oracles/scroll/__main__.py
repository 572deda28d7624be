"""The frames of `cellheights simulate` beside those of a browser that scrolls the same list.

Builds the demo feed and generated posts by css rules, and makes recordings of scrolls by a seed:
drags, flicks, a reversal, both ends. `simulate` follows each; so does headless Chromium, frame by
frame, in the list of `cellheights-serve --demo` and in one of the same cells below each other in
normal flow, which knows no heights. What is on screen is read from rectangles. Every frame must have
the same cells on screen and the same new ones, and their tops within one pixel; so must those that
are left where frames are late. A simulation with another gap between the cells must differ.
"""
import argparse
import os
import sys

from ..browser.command import add_programs, exit_code
from ..browser.devtools import Page
from ..demo.scenes import Findings, opened
from ..demo.stores import GAP, INSETS, DemoFailed, Server, Stores, environment
from . import traces
from .comparison import ROUNDING, compare
from .simulated import Simulation

SCRIPT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "frames.js")
KEY = environment(390)
# A strategy whose frames are late, so that positions are passed over.
LATE = "self-sizing"
# Frames that are asked of the browser at a time.
BATCH = 200
# Lists that are no higher are scrolled from end to end, in px; of others, so much before the end.
WHOLE = 80_000
REACH = 40_000


def parser():
    made = argparse.ArgumentParser(
        prog="oracles scroll", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--posts", type=int, default=1500, metavar="N", help="posts; 1500")
    made.add_argument("--hz", type=float, default=60, help="frames a second; 60")
    made.add_argument("--viewport", type=int, default=844, metavar="PX", help="screen; 844")
    made.add_argument("--seed", type=int, default=1, help="of the recordings; 1")
    made.add_argument("--trace", metavar="FILE", help="a recording in place of those by the seed")
    made.add_argument("--show", type=int, default=5, metavar="N", help="differences printed; 5")
    made.add_argument("--serve", metavar="FILE",
                      help="a cellheights-serve; else the one beside the binary")
    add_programs(made)
    return made


class Stage:
    """Stores, a page, and what is compared."""

    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.findings = Findings()
        binary = os.path.abspath(arguments.binary)
        self.serve = os.path.abspath(arguments.serve or os.path.join(
            os.path.dirname(binary), "cellheights-serve"))
        if not os.path.exists(self.serve):
            raise DemoFailed(f"{self.serve} is not there; name one with --serve")
        root = os.path.abspath(arguments.root)
        self.stores = []
        for gap in (GAP, GAP + 1):
            place = os.path.join(folder, f"gap-{gap}")
            os.mkdir(place)
            self.stores.append(Stores(root, binary, place, gap))
            self.stores[-1].build(os.path.join(root, "Feeds", "demo.json"), "home", (390,))
        self.stores[0].posts(arguments.posts, (390,))

    def run(self, folder):
        right = self.stores[0]
        with Server(self.serve, right) as server, Page(self.arguments.browser, folder) as page:
            page.size(1100, self.arguments.viewport + 400)
            print(page.value("navigator.userAgent"))
            for feed in ("home", "posts"):
                self.feed(page, server.base, feed)
            self.findings.say(not page.messages, f"the page threw {len(page.messages)} errors")
            for message in page.messages[:self.arguments.show]:
                self.findings.note(message)
        return 1 if self.findings.failures else 0

    def feed(self, page, base, feed):
        """Scrolls one feed by its recordings."""
        simulation = Simulation(self.stores[0], feed, KEY)
        lowest = simulation.extent(INSETS[2]) - self.arguments.viewport
        simulated = {}
        for name, path, strategy in self.recordings(feed, lowest):
            frames, run = simulation.frames(
                path, self.arguments.hz, self.arguments.viewport, strategy)
            points = traces.read(path)
            wanted = [traces.at(points, frame.time) for frame in frames]
            off = max(abs(frame.offset - min(max(offset, 0), lowest))
                      for frame, offset in zip(frames, wanted, strict=True))
            dropped = run["frames"]["dropped"]
            self.findings.say(
                off <= ROUNDING and (dropped > 0 or strategy != LATE),
                f"{feed}, {name}: {len(frames)} frames simulated, {dropped} dropped, are within "
                f"{off:.1e} px of the recording; {run['cells']['new']} new cells")
            simulated[name] = frames, wanted, path, strategy
        wrong = Simulation(self.stores[1], feed, KEY) if feed == "home" else None
        opened(page, base, feed=feed, environment=KEY)
        with open(SCRIPT, encoding="utf-8") as file:
            page.value(file.read())
        height = page.value(f"scrolling.drawn({self.arguments.viewport})")
        self.findings.say(height == self.arguments.viewport, f"{feed}: the screen is {height} px high")
        lists = [("the list of the page", True), ("normal flow", False)]
        for kind, is_drawn in lists:
            if not is_drawn:
                count, extent = page.value(
                    f"scrolling.flowing({self.arguments.viewport}, {GAP}, {list(INSETS)})")
                self.findings.say(
                    count == len(simulation.cells) and abs(extent - lowest - self.arguments.viewport) <= 1,
                    f"{feed}: {count} cells in normal flow are {extent} px high, "
                    f"{lowest + self.arguments.viewport:.3f} as stored")
            for name, (frames, wanted, path, strategy) in simulated.items():
                if is_drawn and strategy == LATE:
                    continue
                if is_drawn:
                    page.value(f"scrolling.list.open({wanted[0]})")
                seen = []
                for first in range(0, len(wanted), BATCH):
                    seen += page.value(f"scrolling.follow({wanted[first:first + BATCH]})")
                self.compared(f"{feed}, {name}, {kind}", simulation, frames, seen)
                if wrong:
                    self.control(f"{name}, {kind}", path, strategy, wrong, seen)

    def recordings(self, feed, lowest):
        """Names and files of the recordings that a feed is scrolled by."""
        if self.arguments.trace:
            yield "the recording", os.path.abspath(self.arguments.trace), "stored"
            return
        start = 0 if lowest <= WHOLE else lowest - REACH
        touched = traces.touched(self.arguments.seed, 37.25 + start, lowest, start)
        for name, points in (("in whole px", traces.stepped(touched, self.arguments.hz)),
                             ("as touched", touched)):
            path = os.path.join(self.stores[0].folder, f"{feed} {name}.csv")
            traces.write(points, path)
            yield name, path, "stored"
        yield "as touched, with late frames", path, LATE

    def compared(self, name, simulation, frames, seen):
        cells = {cell.id: cell for cell in simulation.cells}
        result = compare(frames, seen, cells, self.arguments.viewport)
        self.findings.say(not result.differences, f"{name}: {result}")
        for difference in result.differences[:self.arguments.show]:
            self.findings.note(difference)

    def control(self, name, path, strategy, wrong, seen):
        """The same frames of the browser, and a simulation whose cells are further apart."""
        frames, _ = wrong.frames(path, self.arguments.hz, self.arguments.viewport, strategy)
        cells = {cell.id: cell for cell in wrong.cells}
        # It may have other late frames.
        same = min(len(frames), len(seen))
        result = compare(frames[:same], seen[:same], cells, self.arguments.viewport)
        self.findings.say(
            len(result.differences) > same / 2,
            f"control, {name}, a gap of {GAP + 1} px: {len(result.differences)} differences")


def main():
    return exit_code(parser(), lambda arguments, made: Stage(arguments, made).run(made), DemoFailed)


if __name__ == "__main__":
    sys.exit(main())
