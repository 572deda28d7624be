"""The comparison as a table for people or JSON for programs."""
import json
import os

from .comparison import BARS, FIELDS
from .policies import NAMES


def rows(tally):
    for field in FIELDS:
        wrong, share = tally.share(field)
        yield {"field": field, "compared": tally.entries, "equal": tally.equal[field],
               "by_policy": sum(tally.policies[field].values()), "unexplained": wrong,
               "share": share, "bar": BARS[field]}


def used(tally):
    """How often each policy explains a field, the most frequent first."""
    found = [(count, name, field) for field in FIELDS
             for name, count in tally.policies[field].items()]
    for count, name, field in sorted(found, key=lambda item: (-item[0], item[1:])):
        yield {"policy": name, "field": field, "entries": count, "rule": NAMES[name]}


def as_json(tally, under):
    return json.dumps({
        "schema": "cellheights.compare-feedparser/1",
        "files": {"compared": tally.files, "equal": tally.files_equal, "differ": [
            {"file": file, "feedparser": theirs, "ours": ours, "said": said}
            for file, theirs, ours, said in tally.counts]},
        "fields": list(rows(tally)), "policies": list(used(tally)),
        "unexplained": [
            {"file": file, "entry": number, "field": field, "feedparser": theirs, "ours": ours}
            for file, number, field, theirs, ours in tally.unexplained],
        "missed": under}, ensure_ascii=False)


def as_table(tally, verbose):
    lines = [f"{tally.files_equal} of {tally.files} files have as many entries as feedparser finds"]
    lines += [f"  {file}: {theirs} entries, {ours} records; {said}"
              for file, theirs, ours, said in tally.counts]
    cells = [["", "compared", "equal", "by policy", "unexplained", "", "bar"]]
    cells += [[row["field"], str(row["compared"]), str(row["equal"]), str(row["by_policy"]),
               str(row["unexplained"]), f"{row['share'] * 100:.2f} %", f"{row['bar'] * 100:g} %"]
              for row in rows(tally)]
    lines += ["", *columns(cells), "", "Policies:"]
    cells = [[str(row["entries"]), row["field"], row["policy"], row["rule"]] for row in used(tally)]
    lines += columns(cells)
    if verbose and tally.unexplained:
        lines += ["", "Unexplained:"]
        for file, number, field, theirs, ours in tally.unexplained:
            lines += [f"{file} entry {number}, {field}",
                      *(f"  {who:10}  {words}" for who, words in
                        zip(("feedparser", "ours"), apart(theirs, ours)))]
    return "\n".join(lines)


def apart(theirs, ours):
    """Both values; of long texts what is around the first place where they differ."""
    if not isinstance(theirs, str) or not isinstance(ours, str):
        return repr(theirs), repr(ours)
    same = len(os.path.commonprefix([theirs, ours]))
    start, end = max(0, same - 40), same + 80
    return tuple(f"{'…' if start else ''}{value[start:end]!r}{'…' if len(value) > end else ''}"
                 for value in (theirs, ours))


def columns(cells):
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))] \
        if cells else []
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip()
            for row in cells]
