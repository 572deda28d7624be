"""The feeds to compare, and what feedparser reads in them."""
import json
import os

# Oracle file, folder of its feeds, folders left out: we do not sanitise HTML, and bytes alone
# carry no HTTP headers.
SETS = [("feedparser.oracle.jsonl", "feedparser", ("sanitize", "http")),
        ("real.oracle.jsonl", "real", ())]


class CorpusMissing(Exception):
    pass


class Case:
    """One feed: where it is, and feedparser's entries; `None` where it read no feed."""

    def __init__(self, corpus, path, line):
        self.corpus = corpus
        self.path = path
        self.name = f"{corpus}/{line['file']}"
        self.version = line.get("version") or ""
        self.entries = line.get("entries")

    @property
    def is_atom(self):
        return self.version.startswith("atom")

    @property
    def is_json(self):
        return "json" in self.version

    def bytes(self):
        with open(self.path, "rb") as file:
            return file.read()


def find(folder):
    """The folder `corpora/feeds` in a folder that is it, or holds it."""
    for below in ("", "feeds", "corpora/feeds"):
        candidate = os.path.join(folder, below)
        if os.path.exists(os.path.join(candidate, SETS[0][0])):
            return candidate
    raise CorpusMissing(f"{folder}: no {SETS[0][0]} in it; name the folder of the feeds, or set "
                        "CELLHEIGHTS_SHARED")


def cases(folder):
    root = find(folder)
    for oracle, below, left_out in SETS:
        path = os.path.join(root, oracle)
        if not os.path.exists(path):
            raise CorpusMissing(f"{path}: no such file")
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        for line in lines:
            if not set(line["file"].split("/")[:-1]) & set(left_out):
                yield Case(below, os.path.join(root, below, line["file"]), line)
