"""The texts of real feeds: what `cellheights records` reads, each field a paragraph."""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import unicodedata

from .corpus import Text

# Members of a record that are texts.
FIELDS = ("title", "summary", "content_text")
# In UTF-16 units: shorter texts have one line at all widths.
SHORTEST = 20
# The first word of a letter's name in Unicode, and its group. All others are of `OTHER`.
GROUPS = {
    "LATIN": "latin", "CYRILLIC": "cyrillic", "GREEK": "greek", "ARABIC": "arabic", "HEBREW": "hebrew",
    "HANGUL": "hangul",
    **dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"), "han-kana"),
    **dict.fromkeys(("DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA",
                     "MALAYALAM", "SINHALA"), "indic")}
OTHER = "other"


class RecordsFailed(Exception):
    """No feed of a folder could be read."""


def units(text):
    """The length in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def collapsed(text):
    """A text whose white space is that of `white-space: normal`: single spaces, none at the ends.

    A line feed between ideographs becomes a space, too. Both sides of a comparison get the result."""
    return re.sub(r"[ \t\n\r\f]+", " ", text).strip(" ")


def group(text):
    """The group of the script that most letters have."""
    found = collections.Counter()
    for letter, count in collections.Counter(text).items():
        if letter.isalpha():
            word = unicodedata.name(letter, "").removeprefix("HALFWIDTH ").removeprefix("FULLWIDTH ")
            found[GROUPS.get(word.split(" ")[0], OTHER)] += count
    return max(found, key=found.get) if found else OTHER


def texts_of(record):
    """Language and text of each field of a record that has enough of it."""
    for field in FIELDS:
        text = collapsed(record.get(field) or "")
        if units(text) >= SHORTEST:
            yield record.get("language") or "", text


def distinct(feeds):
    """The same lists without texts that came before."""
    known = set()
    for texts in feeds:
        kept = []
        for language, text in texts:
            if text not in known:
                known.add(text)
                kept.append((language, text))
        yield kept


def shares(lengths, most):
    """How many of each list to take, so that all give the same number or all that they have."""
    taken = [0] * len(lengths)
    while most > 0:
        open_lists = [i for i, length in enumerate(lengths) if taken[i] < length]
        if not open_lists:
            break
        each = max(1, most // len(open_lists))
        for i in open_lists:
            more = min(each, lengths[i] - taken[i], most)
            taken[i] += more
            most -= more
    return taken


def chosen(feeds, most):
    """At most so many texts, spread over the feeds, and in each feed over its records."""
    feeds = list(distinct(feeds))
    found = []
    for texts, share in zip(feeds, shares(list(map(len, feeds)), most)):
        for place in range(share):
            language, text = texts[place * len(texts) // share]
            found.append(Text(len(found), group(text), language, text))
    return found


def records(binary, path):
    """The records of a feed, none if it cannot be read."""
    run = subprocess.run([binary, "records", path], capture_output=True, check=False)
    if run.returncode:
        print(f"{os.path.basename(path)} is left out: "
              + run.stderr.decode("utf-8", "replace").strip()[-200:], file=sys.stderr)
        return []
    return [json.loads(line) for line in run.stdout.splitlines()]


def feed_texts(binary, folder, most):
    """The texts of all feeds in a folder."""
    paths = sorted(entry.path for entry in os.scandir(folder)
                   if entry.is_file() and not entry.name.startswith((".", "README")))
    texts = chosen([[text for record in records(binary, path) for text in texts_of(record)]
                    for path in paths], most)
    if not texts:
        raise RecordsFailed(f"{folder} has no feed with texts")
    return texts


def long_texts(folder):
    """Each file of text in a folder as one paragraph; its name begins with its language."""
    found = []
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        language = re.match(r"([a-z]{2,3})\b.*\.txt$", entry.name)
        if language:
            with open(entry.path, encoding="utf-8") as file:
                found.append(Text(len(found), language[1], language[1], collapsed(file.read())))
    if not found:
        raise RecordsFailed(f"{folder} has no file such as en-title.txt")
    return found


def folder(text):
    """The type of an option that names a folder."""
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return text
