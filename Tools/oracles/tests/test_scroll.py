"""Recordings follow their seed, and what differs from a browser or in a trace is found."""
import math
import os
import tempfile
import unittest

from cellheights_oracles.exported import Cell
from cellheights_oracles.report.__main__ import figures
from cellheights_oracles.report.traced import differences, runs_of, unnested
from cellheights_oracles.scroll import traces
from cellheights_oracles.scroll.comparison import compare
from cellheights_oracles.scroll.simulated import Frame

LOWEST = 30_000.5


class RecordingTests(unittest.TestCase):
    def test_recordings_follow_their_seed_and_pass_both_ends(self):
        points = traces.touched(1, 37.25, LOWEST, 0)
        self.assertEqual(points, traces.touched(1, 37.25, LOWEST, 0))
        self.assertNotEqual(points, traces.touched(2, 37.25, LOWEST, 0))
        times = [time for time, _ in points]
        self.assertEqual(times, sorted(set(times)))
        offsets = [offset for _, offset in points]
        self.assertGreater(max(offsets), LOWEST)
        self.assertLess(min(offsets), 0)

    def test_flicks_end_where_the_closed_form_says(self):
        made = traces.Recording(1, 100)
        made.flick(2000, 8)
        self.assertAlmostEqual(made.offset, 100 + 2000 / (-1000 * math.log(0.998)), delta=0.01)

    def test_between_points_is_a_straight_line(self):
        points = [(3.0, 10.0), (4.0, 20.0), (5.0, 20.0)]
        self.assertEqual([traces.at(points, time) for time in (-1, 0, 0.25, 1, 1.5, 2, 9)],
                         [10, 10, 12.5, 20, 20, 20, 20])

    def test_steps_are_whole_pixels_at_the_beginning_of_every_frame(self):
        points = traces.touched(1, 37.25, LOWEST, 0)
        for hertz in (60, 120):
            steps = traces.stepped(points, hertz)
            times = [time for time, _ in steps]
            self.assertEqual(times, sorted(set(times)))
            for frame in range(int(points[-1][0] * hertz)):
                offset = traces.at(steps, frame / hertz)
                self.assertEqual(offset, round(traces.at(points, frame / hertz)))

    def test_files_keep_the_points(self):
        points = [(0.0, 37.25), (0.01234, -3.5), (2.0, 1e6)]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.csv")
            traces.write(points, path)
            self.assertEqual(traces.read(path), points)


class FrameTests(unittest.TestCase):
    """Ten cells of 100 px, 8 px apart, on a screen of 300 px."""
    cells = {f"c{index}": Cell(f"c{index}", 108.0 * index, 100.0) for index in range(10)}

    def frames(self, *offsets):
        before = None
        for number, offset in enumerate(offsets):
            here = tuple(name for name, cell in self.cells.items()
                         if cell.offset < offset + 300 and cell.offset + 100 > offset)
            yield Frame(number / 60, offset, here,
                        frozenset(set(here) - before if before is not None else ()))
            before = set(here)

    def seen(self, *offsets, shift=0):
        return [{"y": frame.offset, "cells": [
            (name, self.cells[name].offset - frame.offset + shift, 0) for name in frame.cells]}
            for frame in self.frames(*offsets)]

    def differences(self, simulated, seen):
        return compare(list(self.frames(*simulated)), seen, self.cells, 300).differences

    def test_equal_frames(self):
        result = compare(list(self.frames(0, 50, 150)), self.seen(0, 50, 150), self.cells, 300)
        self.assertEqual(result.differences, [])
        self.assertEqual((result.frames, result.simulated, result.seen, result.rounded), (3, 2, 2, 0))

    def test_what_differs_is_found(self):
        self.assertEqual(len(self.differences((0, 50), self.seen(0, 50, shift=1.5))), 7)
        self.assertEqual(self.differences((0, 50), self.seen(0, 50, shift=0.5)), [])
        missing = self.seen(0, 50)
        missing[1]["cells"].pop()
        self.assertEqual(len(self.differences((0, 50), missing)), 2)
        self.assertNotEqual(self.differences((0, 50), self.seen(0, 20)), [])

    def test_rounding_excuses_what_it_decides(self):
        # The fourth cell begins at 324: it shows from 24 on.
        rounded = self.seen(0, 24, 25)
        self.assertEqual(self.differences((0, 24.4, 25), rounded), [])
        self.assertNotEqual(self.differences((0, 26, 27), self.seen(0, 24, 27)), [])

    def test_without_rounding_nothing_is_excused(self):
        touching = self.seen(0, 24)
        touching[1]["cells"].append(("c3", 300.0, 0))
        self.assertEqual(len(self.differences((0, 24), touching)), 2)


class TraceTests(unittest.TestCase):
    report = {"frames": {"presented": 2, "dropped": 1, "with_new_cells": 1},
              "hitch": {"count": 1, "total_ms": 16.667}}

    def trace(self):
        def named(what, lane, name):
            return {"name": what, "ph": "M", "pid": 1, "tid": lane, "args": {"name": name}}

        def slice_of(name, lane, start, length, **args):
            return {"name": name, "ph": "X", "pid": 1, "tid": lane, "ts": start, "dur": length,
                    "args": args}
        lanes = ("Expected frames", "Actual frames", "UI thread")
        events = [named("process_name", None, "60/flick/stored/fixed")]
        events += [named("thread_name", lane + 1, name) for lane, name in enumerate(lanes)]
        for frame, (start, length, late) in enumerate(((0, 20_000, True), (33_333, 5_000, False))):
            events += [
                slice_of(f"Frame {frame}", 1, start, 16_667),
                slice_of(f"Frame {frame}", 2, start, length, hitch_ms=16.667 if late else 0,
                         jank_type="AppDeadlineMissed" if late else "None"),
                slice_of(f"Frame {frame}", 3, start, length, new_cells=int(late))]
        events.append(slice_of("Dropped", 1, 16_667, 16_666, frames=1))
        events += [{"name": name, "ph": "C", "pid": 1, "ts": 0, "args": {"value": 1}}
                   for name in ("offset", "velocity", "clock", "new cells")]
        return {"traceEvents": events}

    def differences(self, trace):
        (name, tracks), = runs_of(trace)
        return list(differences(name, tracks, self.report))

    def test_a_trace_as_reported(self):
        self.assertEqual(self.differences(self.trace()), [])

    def test_what_is_missing_is_found(self):
        for lost in (("X", 2), ("X", 1), ("C", None)):
            trace = self.trace()
            events = trace["traceEvents"]
            events.remove(next(one for one in events if (one["ph"], one.get("tid")) == lost))
            self.assertNotEqual(self.differences(trace), [], lost)

    def test_slices_nest(self):
        def slices(*times):
            return [{"name": "a", "ts": start, "dur": end - start} for start, end in times]
        self.assertEqual(list(unnested(slices((0, 10), (0, 4), (4, 10), (10, 12)))), [])
        self.assertEqual(len(list(unnested(slices((0, 10), (5, 12))))), 1)
        self.assertEqual(len(list(unnested(slices((0, -1))))), 1)

    def test_figures_are_found_by_path(self):
        self.assertEqual(figures({"a": {"b": 1, "c": None}, "d": "x", "e": True}), {"a.b": 1})


if __name__ == "__main__":
    unittest.main()
