"""What a Trace Event JSON of `cellheights simulate` says, beside the reports of its runs."""
import collections
import math

LANES = ("Expected frames", "Actual frames", "UI thread")
COUNTERS = {"offset", "velocity", "clock", "new cells"}
# Times have three digits of a microsecond.
DIGIT = 0.0015


def runs_of(trace):
    """The runs in the order of their processes: names, slices by track, and counters."""
    names, lanes, runs = {}, {}, {}
    for event in trace["traceEvents"]:
        if event["ph"] == "M" and event["name"] == "process_name":
            names[event["pid"]] = event["args"]["name"]
            runs[event["pid"]] = collections.defaultdict(list)
        elif event["ph"] == "M" and event["name"] == "thread_name":
            lanes[event["pid"], event["tid"]] = event["args"]["name"]
        elif event["ph"] == "X":
            runs[event["pid"]][lanes[event["pid"], event["tid"]]].append(event)
        elif event["ph"] == "C":
            runs[event["pid"]]["counters"].append(event)
    return [(names[process], runs[process]) for process in sorted(runs)]


def differences(name, tracks, report, is_whole=True):
    """What of a run's tracks differs from its report; of a trace with a limit, `is_whole` is false."""
    frames, hitches = report["frames"], report["hitch"]
    actual = tracks["Actual frames"]
    expected = [one for one in tracks["Expected frames"] if one["name"] != "Dropped"]
    dropped = [one for one in tracks["Expected frames"] if one["name"] == "Dropped"]
    late = [one for one in actual if one["args"]["jank_type"] == "AppDeadlineMissed"]
    work = [one for one in tracks["UI thread"] if one["name"].startswith("Frame ")]
    if len(actual) != len(expected) or len(actual) != len(work):
        yield f"{name}: {len(actual)} actual frames, {len(expected)} expected, {len(work)} in work"
    counts = [("frames", len(actual), frames["presented"]),
              ("dropped", sum(one["args"]["frames"] for one in dropped), frames["dropped"]),
              ("late", len(late), hitches["count"]),
              ("with new cells", sum(one["args"]["new_cells"] > 0 for one in work),
               frames["with_new_cells"])]
    for what, found, reported in counts:
        if found != reported if is_whole else found > reported:
            yield f"{name}: {what}: {found} in the trace, {reported} in the report"
    hitch = sum(one["args"]["hitch_ms"] for one in actual)
    if is_whole and abs(hitch - hitches["total_ms"]) > 1e-3 * max(1, len(late)):
        yield f"{name}: {hitch} ms of hitches in the trace, {hitches['total_ms']} in the report"
    missing = COUNTERS - {one["name"] for one in tracks["counters"]}
    if actual and missing:
        yield f"{name}: no counters {sorted(missing)}"
    for lane in LANES:
        yield from (f"{name}, {lane}: {text}" for text in unnested(tracks[lane]))


def unnested(slices):
    """Slices of a track that are neither beside each other nor one in the other, which no program
    can draw."""
    open_ends = []
    for one in sorted(slices, key=lambda one: (one["ts"], -one["dur"])):
        if not (math.isfinite(one["ts"]) and one["ts"] >= 0 and one["dur"] >= 0):
            yield f"{one['name']} at {one['ts']} lasts {one['dur']}"
        while open_ends and open_ends[-1] <= one["ts"] + DIGIT:
            open_ends.pop()
        end = one["ts"] + one["dur"]
        if open_ends and end > open_ends[-1] + DIGIT:
            yield f"{one['name']} at {one['ts']} ends at {end}, after the one around it"
        open_ends.append(end)
