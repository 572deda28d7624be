"""Lists relative links of Markdown files that lead to no file, or to no heading of it.

Usage: dead_links.py FILE…

Anchors of headings follow GitHub's rules.
"""

import functools
import pathlib
import re
import sys
import urllib.parse

FENCE = re.compile(r"^ *(```|~~~)")
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)|^\[[^\]]+\]:\s+(\S+)")


def prose(file):
    """Numbered lines outside of fenced blocks."""
    fenced = False
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


@functools.cache
def anchors(file):
    """Anchors of a file's headings and those written as HTML."""
    found, counts = set(), {}
    for _, line in prose(file):
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
            count = counts.get(slug, 0)
            counts[slug] = count + 1
            found.add(f"{slug}-{count}" if count else slug)
    return found


for file in map(pathlib.Path, sys.argv[1:]):
    for number, line in prose(file):
        for inline, reference in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            target = urllib.parse.unquote(inline or reference)
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            path, _, anchor = target.partition("#")
            other = (file.parent / path) if path else file
            if not other.exists():
                print(f"{file}:{number}: no file {target}")
            elif anchor and other.suffix == ".md" and anchor not in anchors(other.resolve()):
                print(f"{file}:{number}: no heading {target}")
