"""Why a file outside the exact ones differs, told by what can be counted in it."""


def cause(outcome):
    """One sentence; the first that fits."""
    if outcome.failed:
        return "no answer: " + outcome.said.strip()[:100]
    case = outcome.case
    deltas = [difference.deltas for difference in outcome.differences]
    if case.status == "flagged":
        return "Xcode itself marks a view of the file as misplaced or ambiguous"
    hidden = {e.get("id") for e in case.elements() if e.get("hidden") == "YES"}
    if all(difference.id in hidden for difference in outcome.differences):
        return "a hidden view, whose frame Xcode did not bring up to date"
    if all(abs(abs(d[1]) - 20) <= 0.5 or abs(abs(d[3]) - 20) <= 0.5 for d in deltas):
        return "the canvas's status bar: a safe area of 20 points at the top"
    if "CH0101" in outcome.said:
        return "required constraints contradict each other at the saved size (stale frames)"
    if "CH0201" in outcome.said:
        return "nothing decides a view's place or size"
    if case.tools < 13000 and max(abs(n) for d in deltas for n in d) <= 1.01:
        return "rounded to whole points by Xcode 8 and before"
    elements = case.elements()
    if any(e.get("catalog") == "system" for e in elements):
        return "insets of a symbol of the system, which only UIKit knows"
    margins = any("Margin" in (e.get(side) or "") for e in elements
                  for side in ("firstAttribute", "secondAttribute"))
    if margins and any(abs(n) in (4, 8, 12, 16) for d in deltas for n in d):
        return "margins other than those of the table"
    if max(abs(n) for d in deltas for n in d) <= 1.01:
        return "at most a point: rounded in a view and again in its superview"
    missed = sum(len(d.also_missed) for d in outcome.differences)
    if missed:
        return "the reference solve differs too, and nothing above explains it"
    return "unexplained"
