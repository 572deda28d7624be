"""What the comparison prints."""
import collections
import json

from .causes import cause

STATUSES = ["exact", "within-1pt", "fail", "flagged", "no-testable-views"]


def rows(outcomes):
    """A row of counts for each status that occurs."""
    for status in STATUSES:
        chosen = [o for o in outcomes if o.case.status == status]
        if not chosen:
            continue
        heights = [o for o in chosen if o.case.has_height]
        yield {
            "status": status, "files": len(chosen), "filesOk": sum(o.is_ok for o in chosen),
            "views": sum(o.numbers for o in chosen) // 4,
            "numbers": sum(o.numbers for o in chosen),
            "numbersOk": sum(o.numbers_ok for o in chosen),
            "heights": len(heights), "heightsOk": sum(o.height_is_ok for o in heights)}


def causes(outcomes):
    """Causes of the files that differ, the most frequent first."""
    table = collections.defaultdict(list)
    for outcome in outcomes:
        if not outcome.is_ok:
            table[cause(outcome)].append(outcome)
    return sorted(table.items(), key=lambda item: (-len(item[1]), item[0]))


def print_json(outcomes):
    found = [{"cause": text, "files": [o.case.name for o in chosen],
              "numbers": sum(o.numbers - o.numbers_ok for o in chosen),
              "alsoMissedByReference": also_missed(chosen)}
             for text, chosen in causes(outcomes)]
    print(json.dumps({"statuses": list(rows(outcomes)), "causes": found}))


def also_missed(outcomes):
    return sum(len(d.also_missed) for o in outcomes for d in o.differences)


def print_table(outcomes, names):
    print(f"{'status':18}{'files':>7}{'ok':>6}{'numbers':>9}{'ok':>7}{'heights':>9}{'ok':>6}")
    for row in rows(outcomes):
        print(f"{row['status']:18}{row['files']:7}{row['filesOk']:6}{row['numbers']:9}"
              f"{row['numbersOk']:7}{row['heights']:9}{row['heightsOk']:6}")
    table = causes(outcomes)
    if not table:
        return
    print(f"\n{'cause':76}{'files':>6}{'numbers':>9}{'reference too':>15}")
    for text, chosen in table:
        wrong = sum(o.numbers - o.numbers_ok for o in chosen)
        print(f"{text:76}{len(chosen):6}{wrong:9}{also_missed(chosen):15}")
        if not names:
            continue
        for outcome in chosen:
            print(f"    {outcome.case.name}")
            for d in outcome.differences[:3]:
                print(f"        {d.type} {d.id}: {d.found}, saved {d.saved}")
