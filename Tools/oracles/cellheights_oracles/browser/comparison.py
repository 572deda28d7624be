"""Counts, by group of texts, where two measurements of the same texts agree."""
import dataclasses

CLAMPS = (3, 5, 8)


@dataclasses.dataclass
class Tally:
    """Cases of one group and how many of them are equal."""
    cases: int = 0
    counts: int = 0
    breaks: int = 0
    # Heights with the fonts' own line height, of the cases whose counts are equal.
    heights: int = 0
    heights_of: int = 0
    # And of the cases whose line starts are.
    same_lines_heights: int = 0
    # Fixed line height: the height divided by it, which is not read off the line starts.
    fixed: int = 0
    clamped: dict = dataclasses.field(default_factory=lambda: dict.fromkeys(CLAMPS, 0))

    def add(self, ours, theirs):
        """Takes in one case: (starts, height, lines by the fixed height) of both."""
        ours_starts, ours_height, ours_fixed = ours
        starts, height, fixed = theirs
        self.cases += 1
        self.counts += len(ours_starts) == len(starts)
        self.breaks += ours_starts == starts
        self.fixed += ours_fixed == fixed
        for clamp in CLAMPS:
            self.clamped[clamp] += min(len(ours_starts), clamp) == min(len(starts), clamp)
        if len(ours_starts) == len(starts):
            self.heights_of += 1
            self.heights += abs(ours_height - height) < 1e-3
        if ours_starts == starts:
            self.same_lines_heights += abs(ours_height - height) < 1e-3

    def merge(self, other):
        for name in ("cases", "counts", "breaks", "heights", "heights_of", "same_lines_heights",
                     "fixed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for clamp in CLAMPS:
            self.clamped[clamp] += other.clamped[clamp]

    @staticmethod
    def percent(part, whole):
        return 100 * part / whole if whole else 100.0

    def figures(self):
        """Shares in per cent, as they are printed."""
        return {
            "cases": self.cases,
            "counts": self.percent(self.counts, self.cases),
            "breaks": self.percent(self.breaks, self.cases),
            "heights": self.percent(self.heights, self.heights_of),
            "heightsOfSameLines": self.percent(self.same_lines_heights, self.breaks),
            "fixedHeights": self.percent(self.fixed, self.cases),
            "countsDiffer": self.cases - self.counts,
            "breaksDiffer": self.cases - self.breaks,
            "heightsDiffer": self.heights_of - self.heights,
            **{f"clamped{c}": self.percent(self.clamped[c], self.cases) for c in CLAMPS}}


@dataclasses.dataclass(frozen=True)
class Difference:
    """One case that differs."""
    text: object
    size: float
    width: float
    ours: tuple
    theirs: tuple

    @property
    def kind(self):
        if len(self.ours[0]) != len(self.theirs[0]):
            return "count"
        return "breaks" if self.ours[0] != self.theirs[0] else "height"


def compare(texts, size, ours, theirs):
    """Tallies by group, and the cases that differ, of one size."""
    tallies, differences = {}, []
    for mine, other in zip(ours, theirs, strict=True):
        columns = ("starts", "heights", "counts")
        for text, a, b, is_exact in zip(texts, zip(*(mine[c] for c in columns), strict=True),
                                        zip(*(other[c] for c in columns), strict=True),
                                        mine["exact"], strict=True):
            if not is_exact:
                continue
            tallies.setdefault(text.group, Tally()).add(a, b)
            if a[0] != b[0] or abs(a[1] - b[1]) >= 1e-3:
                differences.append(Difference(text, size, mine["width"], a, b))
    return tallies, differences


def total(tallies):
    result = Tally()
    for tally in tallies.values():
        result.merge(tally)
    return result


# Least shares in per cent. A break elsewhere may bring a tall
# font to another line, so that only heights of the same lines are sure to be equal.
BARS = {"counts": 99.95, "fixedHeights": 99.95, "breaks": 99.8, "heights": 99.99,
        "heightsOfSameLines": 100.0}
ENGLISH_COUNTS = 99.99
# Of single groups: line counts and breaks.
GROUP_BARS = {"zh": (99.9, 99.5), "ja": (99.9, 99.5), "dense": (99.0, 99.0),
              "odd": (99.8, 99.0), "strange": (99.9, 95.0)}
# Groups with bars of their own.
APART = ("dense", "odd", "strange")


def missed(tallies):
    """Sentences about bars that were not reached."""
    found = []
    figures = total({k: t for k, t in tallies.items() if k not in APART}).figures()
    for name, bar in BARS.items():
        if figures[name] < bar:
            found.append(f"{name}: {figures[name]:.3f} % are equal, less than {bar} %")
    if "en" in tallies and (share := tallies["en"].figures()["counts"]) < ENGLISH_COUNTS:
        found.append(f"English counts: {share:.3f} % are equal, less than {ENGLISH_COUNTS} %")
    for group, bars in GROUP_BARS.items():
        for name, bar in zip(("counts", "breaks"), bars):
            if group in tallies and (share := tallies[group].figures()[name]) < bar:
                found.append(f"{group} {name}: {share:.3f} % are equal, less than {bar} %")
    if "strange" in tallies and (share := tallies["strange"].figures()["heightsOfSameLines"]) < 100:
        found.append(f"strange heights of the same lines: {share:.3f} % are equal, less than 100 %")
    return found


@dataclasses.dataclass
class Agreement:
    """Cases of one group of texts that others wrote, and what we said of those that differ."""
    cases: int = 0
    counts: int = 0
    breaks: int = 0
    # We have fewer lines, or more.
    under: int = 0
    over: int = 0
    # Of either, how many we said something about.
    under_said: int = 0
    over_said: int = 0
    # Equal counts that we said something about.
    said_in_vain: int = 0

    def add(self, ours, theirs, trust):
        """Takes in one case: (starts, height, lines by the fixed height) of both, and our trust's words."""
        self.cases += 1
        self.breaks += ours[0] == theirs[0]
        if ours[2] == theirs[2]:
            self.counts += 1
            self.said_in_vain += bool(trust)
        elif ours[2] < theirs[2]:
            self.under += 1
            self.under_said += bool(trust)
        else:
            self.over += 1
            self.over_said += bool(trust)

    def merge(self, other):
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def figures(self):
        """Shares in per cent, and numbers of cases."""
        return {
            "cases": self.cases,
            "counts": Tally.percent(self.counts, self.cases),
            "breaks": Tally.percent(self.breaks, self.cases),
            "under": self.under, "over": self.over,
            "said": self.under_said + self.over_said,
            "underUnsaid": self.under - self.under_said,
            "saidInVain": self.said_in_vain}


def agree(texts, size, ours, theirs):
    """Agreement by group, and the cases whose counts or breaks differ, of one font."""
    found, differences = {}, []
    for mine, other in zip(ours, theirs, strict=True):
        columns = ("starts", "heights", "counts")
        for text, a, b, trust in zip(texts, zip(*(mine[c] for c in columns), strict=True),
                                     zip(*(other[c] for c in columns), strict=True),
                                     mine["trust"], strict=True):
            found.setdefault(text.group, Agreement()).add(a, b, trust)
            if a[0] != b[0] or a[2] != b[2]:
                differences.append(Difference(text, size, mine["width"], a, b))
    return found, differences


def agreement_missed(font, found, bar, apart=(), unsaid=None):
    """Sentences about bars of line counts that a font does not reach.

    `apart` are groups without a bar; `unsaid` is how many of our counts may be too low without a word."""
    figures = merged({name: one for name, one in found.items() if name not in apart}).figures()
    sentences = []
    if figures["counts"] < bar:
        sentences.append(f"{font} counts: {figures['counts']:.3f} % are equal, less than {bar} %")
    if unsaid is not None and figures["underUnsaid"] > unsaid:
        sentences.append(f"{font}: {figures['underUnsaid']} counts are too low and say nothing")
    return sentences


def merged(found):
    result = Agreement()
    for one in found.values():
        result.merge(one)
    return result
