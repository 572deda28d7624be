"""Recorded scrolls: made by a seed, written as `time,offset` lines, and followed."""
import bisect
import math
import random

# Of a list that is let go, a second: the velocity falls to 0.998 of itself in a millisecond.
DECAY = -1000 * math.log(0.998)
# The fastest that fingers throw a list, in px a second.
FASTEST = 8000
# The thumb of a scroll bar, in px a second: almost a screen a frame.
THUMB = 45_000
# How far a recording goes past an end of the list, in px.
PAST = 150


class Recording:
    """The motion of a list, sampled as a touch screen does: some 120 times a second, not evenly."""

    def __init__(self, seed, offset):
        self.random = random.Random(seed)
        self.points = [(0.0, offset)]

    @property
    def offset(self):
        return self.points[-1][1]

    def follow(self, seconds, moved):
        """Moves for so long by `moved(time)` px, from where the list is."""
        start, origin = self.points[-1]
        while self.points[-1][0] < start + seconds:
            time = self.points[-1][0] + self.random.uniform(0.006, 0.011)
            self.points.append((round(time, 5), round(origin + moved(time - start), 3)))

    def drag(self, velocity, seconds):
        """A finger, which is never even."""
        phase = self.random.uniform(0, math.tau)
        self.follow(seconds, lambda t: velocity * (
            t + 0.06 * (math.sin(9 * t + phase) - math.sin(phase))))

    def flick(self, velocity, seconds):
        self.follow(seconds, lambda t: velocity * (1 - math.exp(-DECAY * t)) / DECAY)

    def rest(self, seconds):
        self.follow(seconds, lambda _: 0)

    def flick_to(self, end):
        """Flicks to an offset, and a little past it."""
        sign = 1 if end > self.offset else -1
        while (end - self.offset) * sign > -PAST:
            self.flick(sign * self.random.uniform(0.6, 1) * FASTEST,
                       self.random.uniform(0.5, 0.9))


def touched(seed, first, lowest, back):
    """A scroll as people do it, from an offset to the end of the list, and back to another: drags,
    flicks of all speeds, a reversal at full speed, the scroll bar's thumb, and at the end past it.

    `lowest` is the offset at which the list ends on screen. Points are (seconds, px)."""
    made = Recording(seed, first)
    made.drag(260, 1.5)
    made.rest(0.2)
    for velocity in (900, 2400, 4200):
        made.flick(velocity * made.random.uniform(0.9, 1.1), made.random.uniform(0.5, 1.2))
    made.flick(5000, 0.3)
    made.flick(-5500, 0.7)
    made.drag(-180, 0.8)
    made.follow(0.15, lambda t: THUMB * t)
    made.rest(0.2)
    made.flick_to(lowest)
    made.rest(0.15)
    made.flick_to(back)
    made.rest(0.15)
    made.drag(320, 1)
    return made.points


def stepped(points, hertz):
    """The same scroll in whole px, of which none is under way when a frame begins: what a browser
    shows is then what was asked for, to the bit."""
    frames = int(points[-1][0] * hertz)
    made = []
    for frame in range(frames + 1):
        offset = float(round(at(points, frame / hertz)))
        for part in (-0.25, 0.25):
            made.append((round(max(0, frame + part) / hertz, 6), offset))
    # Both points of the first frame are at 0 or after; times must rise.
    return made[:1] + [point for point in made[1:] if point[0] > 0]


def at(points, seconds):
    """Where a recording is at a time, between its points on a straight line."""
    seconds += points[0][0]
    after = bisect.bisect_left(points, seconds, key=lambda point: point[0])
    if after == 0:
        return points[0][1]
    if after == len(points):
        return points[-1][1]
    (start, origin), (end, target) = points[after - 1], points[after]
    if origin == target:
        return origin
    return origin + (target - origin) * (seconds - start) / (end - start)


def write(points, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write("time,offset\n")
        file.writelines(f"{time:.6f},{offset:.3f}\n" for time, offset in points)


def read(path):
    """The points of a file, as the browser follows them."""
    points = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            first, _, second = line.partition(",")
            try:
                points.append((float(first), float(second)))
            except ValueError:
                if points:
                    raise
    return points
