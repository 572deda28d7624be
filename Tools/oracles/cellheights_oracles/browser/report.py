"""Prints what a comparison found, for people or for programs."""
import json

from .comparison import CLAMPS, merged, total

NAMES = {"en": "English", "zh": "Chinese", "ja": "Japanese", "ko": "Korean", "ar": "Arabic",
         "he": "Hebrew", "hi": "Hindi", "th": "Thai", "km": "Khmer", "my": "Burmese",
         "emoji": "emoji", "mixed": "mixed", "dense": "dense punctuation"}
# Of a case that is shown: letters of its text, and lines of which all starts are listed.
LONGEST_TEXT, LONGEST_LIST = 900, 60


def table(tallies, heading):
    """The table of one trim mode."""
    columns = ["cases", "counts %", "breaks %", "heights %",
               *(f"<={c} lines %" for c in CLAMPS), "differ: counts", "breaks", "heights"]
    rows = [[heading, *columns]]
    for group, tally in [*tallies.items(), ("all", total(tallies))]:
        f = tally.figures()
        shares = [f["counts"], f["breaks"], f["heights"], *(f[f"clamped{c}"] for c in CLAMPS)]
        rows.append([NAMES.get(group, group), str(f["cases"]), *(floored(s) for s in shares),
                     *(str(f[k]) for k in ("countsDiffer", "breaksDiffer", "heightsDiffer"))])
    return aligned(rows)


def agreement_table(found, heading):
    """The table of one font over texts that others wrote."""
    columns = {"cases": "cases", "counts": "counts %", "breaks": "breaks %", "under": "too few lines",
               "over": "too many", "said": "said of these", "underUnsaid": "too few, unsaid",
               "saidInVain": "said of equal ones"}
    rows = [[heading, *columns.values()]]
    for group, one in [*sorted(found.items()), ("all", merged(found))]:
        figures = one.figures()
        rows.append([NAMES.get(group, group), *(
            floored(figures[key]) if key in ("counts", "breaks") else str(figures[key]) for key in columns)])
    return aligned(rows)


def aligned(rows):
    """Rows of words as columns, the first to the left."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))])
        for row in rows)


def floored(share):
    """Per cent to three places, never rounded up to 100."""
    return f"{int(share * 1000 + 1e-6) / 1000:.3f}"


def described(difference):
    """One case that differs: the text, and both divisions around the first line that differs."""
    d = difference
    first = next((i for i, (a, b) in enumerate(zip(d.ours[0], d.theirs[0])) if a != b),
                 min(len(d.ours[0]), len(d.theirs[0])))
    units = d.text.text.encode("utf-16-le")

    def line(starts, index):
        start = starts[index] if index < len(starts) else len(units) // 2
        end = starts[index + 1] if index + 1 < len(starts) else len(units) // 2
        return units[2 * start:2 * end].decode("utf-16-le", "replace")

    def cut(starts):
        if len(starts) <= LONGEST_LIST:
            return str(starts)
        return f"… {starts[max(0, first - 3):first + 3]} …"

    text = d.text.text if len(d.text.text) <= LONGEST_TEXT else f"{d.text.text[:LONGEST_TEXT]} …"
    shown = max(0, first - 1)
    lines = f"ours |{line(d.ours[0], shown)}| browser |{line(d.theirs[0], shown)}|"
    return "\n".join([
        f"{d.kind}: {NAMES.get(d.text.group, d.text.group)} {d.text.number} "
        f"({d.text.language}), {d.size:g} px, width {d.width:g}: {text}",
        f"  ours     {len(d.ours[0])} lines, {d.ours[1]:g} px, {cut(d.ours[0])}",
        f"  browser  {len(d.theirs[0])} lines, {d.theirs[1]:g} px, {cut(d.theirs[0])}",
        f"  line {shown + 1}: {lines}"])


def as_json(results, about, missed):
    """Everything as one JSON object."""
    return json.dumps({
        **about,
        "modes": {mode: {**{group: tally.figures() for group, tally in tallies.items()},
                         "all": total(tallies).figures()}
                  for mode, (tallies, _) in results.items()},
        "missed": missed}, indent=2)


def agreement_json(results, about, missed):
    """Everything about texts that others wrote, by font, as one JSON object."""
    return json.dumps({
        **about,
        "fonts": {font: {**{group: one.figures() for group, one in found.items()},
                         "all": merged(found).figures()}
                  for font, (found, _) in results.items()},
        "missed": missed}, indent=2, ensure_ascii=False)
