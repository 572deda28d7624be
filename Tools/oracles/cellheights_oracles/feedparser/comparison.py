"""Our records beside feedparser's entries."""
import collections

from . import engine, policies
from .document import Document
from .htmltext import collapsed, comparable

FIELDS = ["title", "link", "id", "date", "content", "summary"]
# Unexplained differences allowed, as a share of the entries compared.
BARS = {"title": 0.01, "link": 0.01, "id": 0.01, "date": 0.01, "content": 0.02, "summary": 0.02}
COUNTS = 0.995  # of the files with entries must give as many


class Tally:
    def __init__(self):
        self.files = self.files_equal = self.entries = 0
        self.equal = collections.Counter()
        self.policies = {field: collections.Counter() for field in FIELDS}
        self.unexplained = []  # file, number, field, what it should be, ours
        self.counts = []       # file, theirs, ours, what was said

    def share(self, field):
        wrong = sum(1 for difference in self.unexplained if difference[2] == field)
        return wrong, wrong / self.entries if self.entries else 1.0


def settle(tally, where, field, theirs, ours, candidates):
    """Counts one value as equal, explained or neither; candidates are policies and values."""
    wanted = None
    for policy, expected in candidates:
        wanted = expected if wanted is None else wanted
        if expected == ours:
            if policy is None:
                tally.equal[field] += 1
            else:
                tally.policies[field][policy] += 1
            return
    tally.unexplained.append((*where, field, theirs if wanted is None else wanted, ours))


def entry(tally, document, where, theirs, ours):
    tally.entries += 1
    link, identity = ours.get("url", ""), ours.get("id", "")
    settle(tally, where, "title", theirs["title"], collapsed(ours.get("title", "")),
           policies.titles(document, where[1], theirs["title"]))
    settle(tally, where, "link", theirs["link"], link,
           policies.links(document, theirs["link"], theirs["id"]))
    settle(tally, where, "id", theirs["id"], identity,
           policies.identities(document, theirs["id"], identity, link))
    oracle = policies.dates(theirs["published_utc"], theirs["updated_utc"])
    found = policies.dates(ours.get("published"), ours.get("updated"))
    settle(tally, where, "date", oracle, found, policies.moments(document, oracle, found))
    body = comparable(ours.get("content_text", "")), comparable(ours.get("summary", ""))
    # Both texts by one policy where there is one; else each for itself.
    pairs = list(policies.bodies(document, where[1], theirs))
    both = [pair for pair in pairs if pair[1:] == body][:1]
    shown = (theirs["content"], theirs["summary"])
    for place, field in enumerate(("content", "summary")):
        settle(tally, where, field, shown[place], body[place],
               [(pair[0], pair[1 + place]) for pair in both or pairs])


def compare(binary, cases):
    tally = Tally()
    for case in cases:
        if not case.entries:
            continue
        records, said = engine.records(binary, case.path)
        tally.files += 1
        if len(records) == len(case.entries):
            tally.files_equal += 1
        else:
            tally.counts.append((case.name, len(case.entries), len(records), said))
            continue
        document = Document(case)
        for number, (theirs, ours) in enumerate(zip(case.entries, records), 1):
            entry(tally, document, (case.name, number), theirs, ours)
    return tally


def missed(tally):
    """The bars that do not hold, as sentences."""
    if not tally.entries:
        return ["no entry was compared"]
    found = []
    if tally.files_equal < COUNTS * tally.files:
        found.append(f"{tally.files_equal} of {tally.files} files have as many entries, fewer than "
                     f"{COUNTS * 100} %")
    for field, bar in BARS.items():
        wrong, share = tally.share(field)
        if share > bar:
            found.append(f"{wrong} unexplained of {tally.entries} in {field}, more than "
                         f"{bar * 100:g} %")
    return found
