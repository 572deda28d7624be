"""The comparison as a table for people or JSON for programs."""
import json

GROUPS = 12  # of differences shown


def rows(agreement):
    """Figures by group, all texts last."""
    for group, tally in sorted(agreement.tallies.items(), key=lambda item: item[0] == "all"):
        yield {
            "group": group, "cases": tally.cases, "lines": tally.lines,
            "widths": tally.share(tally.widths, tally.texts),
            "counts": tally.share(tally.counts, tally.cases),
            "breaks": tally.share(tally.breaks, tally.cases),
            "heights": tally.share(tally.heights, tally.counts)}


def differences(agreement):
    for (who, before, after), count in agreement.differences.most_common(GROUPS):
        example = agreement.examples[who, before, after]
        yield {"cases": count, "who": who, "before": before, "after": after, "example": example}


def as_json(agreement, version):
    return json.dumps({
        "schema": "cellheights.compare-pango/1", "pango": version, "groups": list(rows(agreement)),
        "differences": list(differences(agreement)),
        "latin": {"compared": agreement.latin, "differ": [
            {"text": name, "ours": ours, "pango": theirs}
            for name, ours, theirs in agreement.wide]}}, ensure_ascii=False)


def as_table(agreement, version):
    cells = [["group", "cases", "lines", "one line as wide", "counts equal", "breaks equal",
              "heights within 1 px a line"]]
    for row in rows(agreement):
        cells.append([row["group"], str(row["cases"]), str(row["lines"])] + [
            f"{row[name] * 100:.2f} %" for name in ("widths", "counts", "breaks", "heights")])
    lines = [f"Pango {version}, uax14, css metrics, 16 px", ""] + columns(cells)
    lines += ["", f"First break that only one side has, {GROUPS} most frequent groups:"]
    cells = [["cases", "who breaks there", "after", "before", "for example"]]
    cells += [[str(found[name]) for name in ("cases", "who", "before", "after", "example")]
              for found in differences(agreement)]
    lines += columns(cells)
    lines += ["", f"{agreement.latin} Latin texts on one line, {len(agreement.wide)} not as wide"]
    lines += [f"  {name}: {ours:.4f} px, Pango {theirs:.4f} px"
              for name, ours, theirs in agreement.wide[:10]]
    return "\n".join(lines)


def columns(cells):
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip()
            for row in cells]
