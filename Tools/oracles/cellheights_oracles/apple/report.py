"""The comparison as tables, in Markdown, and as JSON."""
import collections
import json


def table(heads, rows):
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "|".join("---" for _ in heads) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"


def number(value):
    return f"{value:.3f}".rstrip("0").rstrip(".")


def cell_name(label):
    return label.file.rsplit("__", 1)[-1]


def widths(comparison):
    equal = sum(row.equal for row in comparison.widths)
    yield f"Widths: {equal} of {len(comparison.widths)} equal"
    yield ""
    yield from table(
        ("Label", "Font", "Measured", "Rounded up", "Saved", "File", "Verdict"),
        ((r.label.text, f"{r.label.font} {number(r.label.size)}", number(r.more["measured"]),
          number(r.ours), number(r.saved), cell_name(r.label), r.verdict)
         for r in comparison.widths))
    yield from left_out(comparison.left_out["widths"])


def heights(comparison):
    rows = comparison.heights
    equal = sum(row.equal for row in rows)
    yield f"Line heights: {equal} of {len(rows)} equal"
    yield ""
    counts = collections.Counter(
        (r.label.font.split("-")[0], r.label.size, r.more["grid"], r.more["lines"] or "", r.ours)
        for r in rows if r.equal)
    yield from table(
        ("Font", "Size", "Pixels a point", "Lines", "Height, ours and saved", "Labels"),
        ((font, number(size), scale, lines, number(height), count)
         for (font, size, scale, lines, height), count
         in sorted(counts.items(), key=lambda item: (item[0][0] == "system", *map(str, item[0][:1]),
                                                     *item[0][1:3], item[0][4]))))
    yield ""
    yield from table(
        ("Label", "Font", "Ours", "Saved", "File", "Verdict"),
        ((r.label.text, f"{r.label.font} {number(r.label.size)}", number(r.ours),
          number(r.saved), cell_name(r.label), r.verdict)
         for r in rows if not r.equal or r.is_wrong))
    yield from left_out(comparison.left_out["heights"])
    yield (f"Of those that constraints decide, {comparison.held_and_equal} have the height of "
           "their text all the same.")


def left_out(counter):
    yield ""
    yield "Left out: " + "; ".join(f"{count} {reason}" for reason, count
                                   in sorted(counter.items(), key=lambda i: (-i[1], i[0]))) + "."


def text(comparison):
    lines = [*widths(comparison), "", *heights(comparison)]
    lines += [f"explained, but not compared: {key}" for key in comparison.stale]
    return "\n".join(lines)


def document(comparison):
    return json.dumps({
        "schema": "cellheights.compare-apple/1",
        "widths": [row.json for row in comparison.widths],
        "heights": [row.json for row in comparison.heights],
        "leftOut": {axis: dict(sorted(counter.items()))
                    for axis, counter in comparison.left_out.items()},
        "heldAndEqual": comparison.held_and_equal, "stale": comparison.stale,
        "agrees": bool(comparison.is_good)}, ensure_ascii=False)
