"""Checks a Containerfile without an engine; prints one line for each problem.

The grammar is that of Containerfile(5): instructions, continued lines, comments, exec forms.
"""

import json
import re
import sys

INSTRUCTIONS = {
    "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "RUN",
    "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR",
}


def instructions(text):
    """Yields line, instruction and words."""
    whole, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#") or not (line.strip() or whole):
            continue
        start = start if whole else number
        whole += line[:-1] + " " if line.endswith("\\") else line
        if line.endswith("\\"):
            continue
        name, _, rest = whole.strip().partition(" ")
        yield start, name, rest.strip()
        whole = ""
    if whole:
        yield start, "", "a line is continued at the end of the file"


def problems(text):
    stages, user, last = [], None, None
    for line, name, rest in instructions(text):
        if name not in INSTRUCTIONS:
            yield line, f"unknown instruction {name or rest}"
            continue
        if not rest:
            yield line, f"{name} needs an argument"
        if not stages and name not in ("FROM", "ARG"):
            yield line, f"{name} before FROM"
        if name == "FROM":
            found = re.fullmatch(r"(\S+?)(?::(\S+))?(?: AS (\S+))?", rest, re.I)
            if not found:
                yield line, f"FROM cannot be read: {rest}"
                continue
            if not found[2] or found[2] == "latest":
                yield line, f"{found[1]} has no version"
            stages.append(found[3])
            user = None
        elif name == "COPY":
            words = rest.split()
            for word in words:
                if word.startswith("--from=") and word[7:] not in stages[:-1]:
                    yield line, f"{word} names no earlier stage"
            if len([word for word in words if not word.startswith("--")]) < 2:
                yield line, "COPY needs a source and a target"
        elif name in ("CMD", "ENTRYPOINT", "VOLUME"):
            try:
                words = json.loads(rest)
            except ValueError:
                words = None
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                yield line, f"{name} is no list of texts in JSON"
        elif name == "ENV" and "=" not in rest:
            yield line, "ENV is NAME=VALUE"
        elif name == "USER":
            user = rest
        last = line
    if not stages:
        yield 1, "no FROM"
    elif not user or re.match(r"(root|0)(:|$)", user):
        yield last or 1, "the last stage runs as root"


if __name__ == "__main__":
    wrong = False
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            for line, problem in problems(file.read()):
                print(f"{path}:{line}: {problem}")
                wrong = True
    sys.exit(wrong)
