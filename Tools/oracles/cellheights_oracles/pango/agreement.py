"""Where two layouts of the same text agree, and how they differ where they do not."""
import collections
import dataclasses
import unicodedata

TOLERANCE = 1 / 64  # pixels by which the widths of one line may differ
NAMED = {"/": "/", "-": "-", "–": "–", "—": "—", "…": "…", " ": "space"}


@dataclasses.dataclass
class Tally:
    """What was compared in one group of texts."""
    cases: int = 0
    counts: int = 0
    breaks: int = 0
    heights: int = 0
    lines: int = 0
    # Texts on one line, and those of equal width.
    texts: int = 0
    widths: int = 0

    def share(self, part, whole):
        return part / whole if whole else 1.0


def kind(character):
    """What a character is, for groups of differences: a sign by name, a letter by script."""
    if not character:
        return "end"
    if character in NAMED:
        return NAMED[character]
    category = unicodedata.category(character)
    if category == "Nd":
        return "digit"
    if category[0] in "LM":
        return unicodedata.name(character, "letter").split(" ")[0].split("-")[0].lower()
    names = {"Ps": "opening", "Pe": "closing", "Pi": "quote", "Pf": "quote", "So": "symbol"}
    return names.get(category, character if category[0] in "PS" else category)


def difference(text, ours, theirs):
    """The first break that only one side has, as (who breaks later, what before, what after)."""
    units = []
    for character in text:
        units += [character] * (2 if ord(character) > 0xFFFF else 1)
    for left, right in zip(ours + (len(units),), theirs + (len(units),)):
        if left != right:
            place = max(left, right)
            who = "only we" if left > right else "only Pango"
            if place >= len(units):
                return who, "end", "end"
            before = next((u for u in reversed(units[:place]) if u != " "), "")
            spaced = " space" if units[place - 1] == " " else ""
            return who, kind(before) + spaced, kind(units[place])
    return "neither", "", ""


class Agreement:
    """Counts of what agrees, by group of texts, and groups of what differs."""

    def __init__(self):
        self.tallies = collections.defaultdict(Tally)
        self.differences = collections.Counter()
        self.examples = {}
        # Texts of one font and Latin letters, and (text, ours, Pango's) where their widths differ.
        self.latin = 0
        self.wide = []

    def add(self, text, width, ours, theirs):
        """Compares one text at one width; layouts are (starts, height)."""
        for tally in (self.tallies[text.group], self.tallies["all"]):
            tally.cases += 1
            tally.lines += len(theirs.starts)
            if len(ours.starts) == len(theirs.starts):
                tally.counts += 1
                # Pango's are not rounded; ours have ascent and descent in whole pixels.
                tally.heights += abs(ours.height - theirs.height) <= len(ours.starts)
            tally.breaks += ours.starts == theirs.starts
        if ours.starts != theirs.starts:
            found = difference(text.text, ours.starts, theirs.starts)
            self.differences[found] += 1
            self.examples.setdefault(found, f"{text.id} at {width:g}")

    def add_line(self, text, ours, theirs, is_latin):
        """Compares the widths of a text on one line, in pixels."""
        differs = abs(ours - theirs) > TOLERANCE
        for tally in (self.tallies[text.group], self.tallies["all"]):
            tally.texts += 1
            tally.widths += not differs
        if is_latin:
            self.latin += 1
            if differs:
                self.wide.append((text.id, ours, theirs))
