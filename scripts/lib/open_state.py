"""Lists state that several files can write.

Usage: open_state.py FOLDER…

A FOLDER has one folder per target. A stored property is open when it can be set from another file
and an extension of its type stands in another file of the target. An option that is set before use
is exempt: a comment beside it, or beside its type, begins with `reason:`.
"""

import collections
import pathlib
import re
import sys

KEPT = r"\b(?:private|fileprivate)(?:\(set\))?\s"


def without_comments_and_strings(text):
    """The text with blanks for what is no code; comments that give a reason stay."""

    def blank(match):
        found = match.group()
        if found.startswith("//") and "reason:" in found:
            return found
        return re.sub(r"[^\n]", " ", found)

    pattern = r'"""(?:\\.|[^\\])*?"""|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/'
    return re.sub(pattern, blank, text, flags=re.S)


def declarations(text):
    """For each type or extension: kind, full name, header's line, and its direct members."""
    opened = r"\b(struct|class|enum|actor|extension|protocol)\s+([A-Z][\w.]*)[^{}\n]*(?:\n[^{}]*)?\{"
    starts = {m.end() - 1: m for m in re.finditer(opened, text)}
    stack, found = [], []
    for place, letter in enumerate(text):
        if letter == "{":
            match = starts.get(place)
            outer = ".".join(s["name"] for s in stack if s["name"])
            name = match.group(2) if match else None
            stack.append({
                "name": name, "kind": match and match.group(1), "start": place, "parts": [],
                "full": f"{outer}.{name}" if outer and name else name,
                "line": text.count("\n", 0, match.start()) + 1 if match else 0, "from": place + 1,
            })
        elif letter == "}" and stack:
            scope = stack.pop()
            scope["parts"].append((scope["from"], place))
            if scope["name"]:
                found.append(scope)
            if stack:
                stack[-1]["parts"].append((stack[-1]["from"], scope["start"] + 1))
                stack[-1]["from"] = place
    return found


def open_properties(text, scope):
    for start, end in scope["parts"]:
        for match in re.finditer(r"(?m)^[^\n]*\bvar\s+`?(\w+)`?[^\n]*", text[start:end]):
            line = match.group()
            if re.search(KEPT, line.split("var")[0]) or re.search(r"\bstatic\s", line.split("var")[0]):
                continue
            rest = text[start + match.end() :]
            ends_open = line.rstrip().endswith("{")
            if ends_open and not re.match(r"\s*(?:didSet|willSet)\b", rest):
                body = text[start + match.end() - 1 :]
                if not re.match(r"\{\s*(?:didSet|willSet)\b", body):
                    continue
            number = text.count("\n", 0, start + match.start()) + 1
            yield match.group(1), number


def has_reason(lines, number):
    """Whether a comment on a line, or right above it, gives a reason."""
    if "reason:" in lines[number - 1]:
        return True
    above = number - 2
    while above >= 0 and re.match(r"\s*(?://|@)", lines[above]):
        if re.match(r"\s*//+ reason:", lines[above]):
            return True
        above -= 1
    return False


for target in sorted(target for name in sys.argv[1:] for target in pathlib.Path(name).iterdir()):
    if not target.is_dir():
        continue
    types, extended = {}, collections.defaultdict(set)
    for file in sorted(target.rglob("*.swift")):
        source = file.read_text(encoding="utf-8")
        text = without_comments_and_strings(source)
        for scope in declarations(text):
            if scope["kind"] == "extension":
                extended[scope["full"]].add(file)
            elif scope["kind"] in ("struct", "class", "actor"):
                types.setdefault(scope["full"], []).append((file, source.split("\n"), text, scope))
    for name, places in sorted(types.items()):
        for file, lines, text, scope in places:
            others = extended[name] - {file}
            if not others or has_reason(lines, scope["line"]):
                continue
            for member, number in open_properties(text, scope):
                if not has_reason(lines, number):
                    print(f"{file}:{number}: {name}.{member}; {len(others)} other files extend it")
