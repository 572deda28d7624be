"""Writes man pages from the program's own description of its commands, read from standard input.

Usage: man.py FOLDER VERSION
"""

import json
import pathlib
import re
import sys


def roff(text):
    """Text as roff takes it: nothing in it is a request or an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)
    return "".join(c if c < "\x80" else f"\\[u{ord(c):04X}]" for c in text)


def words(name):
    """Runs of `code` in bold."""
    return re.sub(r"`([^`]+)`", r"\\fB\1\\fR", roff(name))


def option(argument):
    """How an option is written, such as --width <width>."""
    dashes = [("--" if n["kind"] == "long" else "-") + n["name"] for n in argument["names"]]
    dashes.sort(key=len)
    shown = ", ".join(f"\\fB{roff(name)}\\fR" for name in dashes)
    if argument["kind"] == "option":
        shown += f" \\fI{roff(argument['valueName'])}\\fR"
    return shown


def described(argument):
    parts = [argument.get("abstract", "")]
    if argument.get("discussion"):
        parts.append(argument["discussion"])
    values = argument.get("allValues")
    if values:
        parts.append(f"One of {', '.join(values)}.")
    default = argument.get("defaultValue")
    if default and argument["kind"] != "flag":
        parts.append(f"The default is {default}.")
    return words(" ".join(" ".join(parts).split()))


def paragraphs(text):
    """A discussion: paragraphs as they are, examples line for line."""
    lines = []
    for paragraph in text.split("\n\n"):
        rows = paragraph.split("\n")
        literal = any(row.startswith("  ") for row in rows)
        lines.append(".PP")
        if literal:
            lines += [".nf", *(words(row) for row in rows), ".fi"]
        else:
            lines.append(words(" ".join(rows)))
    return lines


def shown(arguments, kinds):
    taken = {n["name"] for a in arguments if a["kind"] == "option" for n in a["names"]}
    return [
        a
        for a in arguments
        if a["kind"] in kinds
        and a["shouldDisplay"]
        # The parser's own --version, where a command has an option of that name.
        and not (a["kind"] == "flag" and any(n["name"] in taken for n in a["names"]))
    ]


def page(command, path, version):
    name = "-".join(path)
    called = " ".join(path)
    arguments = command.get("arguments", [])
    below = [c for c in command.get("subcommands", []) if c["commandName"] != "help" and c["shouldDisplay"]]
    lines = [
        f'.TH {roff(name.upper())} 1 "" "cellheights {version}" "cellheights"',
        ".SH NAME",
        f"{roff(name)} \\- {words(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS",
    ]
    synopsis = f"\\fB{roff(called)}\\fR"
    if below:
        synopsis += " \\fIcommand\\fR"
    else:
        synopsis += " [\\fIoptions\\fR]"
        for argument in shown(arguments, ["positional"]):
            value = f"\\fI{roff(argument['valueName'])}\\fR"
            if argument["isRepeating"]:
                value += "..."
            synopsis += f" [{value}]" if argument["isOptional"] else f" {value}"
    lines.append(synopsis)
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])[1:]]
    if below:
        lines.append(".SH COMMANDS")
        for one in below:
            lines += [
                ".TP",
                f"\\fB{roff(name + '-' + one['commandName'])}\\fR(1)",
                words(one["abstract"]),
            ]
    positional = shown(arguments, ["positional"])
    if positional:
        lines.append(".SH ARGUMENTS")
        for argument in positional:
            lines += [".TP", f"\\fI{roff(argument['valueName'])}\\fR", described(argument)]
    lines.append(".SH OPTIONS")
    for argument in shown(arguments, ["option", "flag"]):
        lines += [".TP", option(argument), described(argument)]
    above = "cellheights" if len(path) > 1 else None
    others = [f"\\fB{roff(above)}\\fR(1)"] if above else []
    others.append("docs/commands.md of the sources, which has the documents and exit codes")
    lines += [".SH SEE ALSO", ",\n".join(others)]
    return "\n".join(lines) + "\n"


def pages(command, path, version):
    yield "-".join(path), page(command, path, version)
    for below in command.get("subcommands", []):
        if below["commandName"] != "help" and below["shouldDisplay"]:
            yield from pages(below, [*path, below["commandName"]], version)


def main():
    folder, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    written = set()
    for name, text in pages(json.load(sys.stdin)["command"], ["cellheights"], version):
        (folder / f"{name}.1").write_text(text, encoding="utf-8")
        written.add(f"{name}.1")
    for old in folder.glob("cellheights*.1"):
        if old.name not in written:
            old.unlink()


main()
