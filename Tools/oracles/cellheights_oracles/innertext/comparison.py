"""Where our texts and the browser's agree, after what is documented as different."""
import dataclasses
import re

# Least share of equal texts, in per cent, of the fragments of real feeds.
BAR = 99.0


def expected(text):
    """A text of the page with our rules: no empty lines around it, tabs only within lines."""
    # The page writes these for the space after the mark of an item, and for tabs that are text.
    text = text.replace("\x01", " ").replace("\f", " ")
    text = re.sub(r"[\n\t]*\n[\n\t]*", lambda run: max(run[0].split("\t"), key=len), text)
    return text.lstrip("\n\t").rstrip(" \t\n\r\x02").replace("\x02", "\t")


@dataclasses.dataclass(frozen=True)
class Difference:
    """One fragment whose texts differ."""
    group: str
    number: int
    fragment: str
    ours: str
    theirs: str

    def described(self):
        """Both texts around the first difference."""
        pairs = zip(self.ours, self.theirs)
        first = next((i for i, (a, b) in enumerate(pairs) if a != b),
                     min(len(self.ours), len(self.theirs)))
        part = slice(max(0, first - 40), first + 40)
        shown = self.fragment if len(self.fragment) <= 300 else self.fragment[:300] + "…"
        return (f"{self.group} {self.number}: {shown!r}\n  ours    {self.ours[part]!r}\n"
                f"  browser {self.theirs[part]!r}")


def compare(groups, ours, theirs):
    """By group: how many fragments and how many are equal; and those that differ."""
    tallies, differences, place = {}, [], 0
    for group, fragments in groups.items():
        equal = 0
        for number, fragment in enumerate(fragments):
            text = expected(theirs[place])
            if ours[place] == text:
                equal += 1
            else:
                differences.append(Difference(group, number, fragment, ours[place], text))
            place += 1
        tallies[group] = {"fragments": len(fragments), "equal": equal,
                          "different": len(fragments) - equal,
                          "share": 100 * equal / len(fragments) if fragments else 100.0}
    return tallies, differences
