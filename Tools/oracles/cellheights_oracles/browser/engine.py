"""What cellheights says: lines and heights of the texts at every width, and its fallback chain."""
import json
import os
import re
import subprocess

# Fixed height of lines, the page's; any height above that of the fonts would do.
LINE_HEIGHT = 64


class EngineFailed(Exception):
    """cellheights ended with an error or with too few answers."""


def chain(root):
    """The families of the declared fallback chain, read from the sources."""
    path = os.path.join(root, "Sources/Layout/TextMeasurement/Fonts/FontConfiguration.swift")
    with open(path, encoding="utf-8") as file:
        declared = re.search(r"defaultFallback = \[(.*?)\]", file.read(), re.DOTALL)
    families = re.findall(r'"([^"]+)"', declared[1]) if declared else []
    if not families:
        raise EngineFailed(f"{path} declares no list `defaultFallback`")
    return families


def families(font, declared, language):
    """A family and the chain in a language's own regional families."""
    primary, *others = language.lower().split("-")
    region = {"ja": "JP", "ko": "KR", "yue": "HK"}.get(primary, "SC")
    if region == "SC" and {"hk", "mo"} & set(others):
        region = "HK"
    elif region == "SC" and {"hant", "tw"} & set(others):
        region = "TC"
    return [font] + [re.sub(r"^(Noto .* CJK) SC$", rf"\1 {region}", f) for f in declared]


def measure(binary, texts, size, widths, trim, setting, options=()):
    """For each width `counts`, `starts` and `heights` in the texts' order, as the page has them.

    `trust` is what we say of each text, `options` are further ones of `measure`."""
    lines = "".join(
        json.dumps({"id": str(t.number), "text": t.text, "width": width, "language": t.language})
        + "\n" for width in widths for t in texts)
    common = [binary, "measure", "--input", "-", "--font", setting.font, "--metrics", "css",
              "--line-break", "chromium", "--scale", f"{setting.scale:g}",
              "--letter-spacing", str(setting.letter_spacing), "--size", str(size),
              "--text-spacing-trim", trim, "--weight", str(setting.weight), *options]
    natural = answers(common, lines)
    fixed = answers([*common, "--line-height", str(LINE_HEIGHT)], lines)
    if not len(natural) == len(fixed) == len(widths) * len(texts):
        raise EngineFailed(f"{binary} answered {len(natural)} lines of {len(widths) * len(texts)}")
    measured = []
    for place, width in enumerate(widths):
        part = slice(place * len(texts), (place + 1) * len(texts))
        measured.append({
            "width": width, "counts": [a["height"] / LINE_HEIGHT for a in fixed[part]],
            "starts": [[line["start"] for line in a["lines"]] for a in natural[part]],
            "heights": [a["height"] for a in natural[part]],
            "trust": [a.get("trust", []) for a in natural[part]],
            "exact": [not setting.exact_only or not a.get("trust") for a in natural[part]]})
    return measured


def answers(command, lines):
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if run.returncode:
        raise EngineFailed(f"{command[0]} ended with {run.returncode}: {run.stderr.strip()[:400]}")
    return [json.loads(line) for line in run.stdout.splitlines()]
