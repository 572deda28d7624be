"""Cells of real feeds in a card of CSS boxes, for the template and for the page."""
import json
import os
import subprocess

from ..browser import chromium, engine

# A thumbnail beside title, summary and a line with inline boxes; white space collapses.
# An empty title keeps its gap, as in CSS.
CARD = {
    "style": {"display": "flex", "gap": "12px", "padding": "12px 16px", "border-width": "0 0 1px",
              "border-style": "solid",
              "font-size": "16px", "line-height": "1.4", "overflow-wrap": "anywhere"},
    "children": [
        {"source": "{image}", "hidden": "not {image}",
         "style": {"display": "block", "flex": "none", "width": "96px", "height": "96px"}},
        {"style": {"display": "flex", "flex-direction": "column", "flex": "1", "min-width": "0", "gap": "4px"},
         "children": [
             {"text": "{title}", "style": {"font-size": "18px", "font-weight": "600", "line-height": "24px"}},
             {"text": "{content|summary}", "style": {
                 "display": "-webkit-box", "-webkit-box-orient": "vertical", "-webkit-line-clamp": "3",
                 "overflow": "hidden"}},
             {"style": {"font-size": "13px", "line-height": "normal"},
              "children": [
                  "By ",
                  {"style": {"display": "inline", "font-weight": "700", "padding": "0 4px"},
                   "children": ["{author}"]},
                  " · {published} ",
                  {"text": "{url}", "style": {"display": "inline-block", "max-width": "60%", "padding": "2px 6px",
                                              "overflow-wrap": "anywhere", "vertical-align": "middle"}},
              ]},
         ]},
    ],
}


def values(record):
    """What the bindings of the card are in a record of `cellheights records`."""
    return {"{title}": record.get("title", ""), "{author}": record.get("author", ""),
            "{published}": record.get("published", ""), "{url}": record.get("url", ""),
            "{content|summary}": record.get("content_text") or record.get("summary", "")}


def bound(node, record):
    """The card of a record as a page has it; `None` for a hidden element."""
    if isinstance(node, str):
        for binding, value in values(record).items():
            node = node.replace(binding, value)
        return node
    if node.get("hidden") and not record.get("image"):
        return {"style": {"display": "none"}}
    made = {"style": dict(node["style"])}
    if "source" in node:
        made["picture"] = [1, 1]
    if "text" in node:
        made["text"] = bound(node["text"], record)
    if "children" in node:
        made["children"] = [bound(child, record) for child in node["children"]]
    return made


def run(command, given=""):
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise engine.EngineFailed(
            f"{' '.join(command[:2])} ended with {done.returncode}: {done.stderr.strip()[:400]}")
    return done.stdout.splitlines()


def records(binary, path, most):
    """The first records of a feed."""
    return [json.loads(line) for line in run([binary, "records", path])[:most]]


def trees(root, found):
    """The card of each record, with the fonts and the language of the record."""
    chain = engine.chain(root)
    made = []
    for record in found:
        language = record.get("language") or "en"
        tree = bound(CARD, record)
        tree["style"]["font-family"] = chromium.css(
            engine.families("Inter", chain, language)).replace('"', "'")
        tree["language"] = language
        made.append(tree)
    return made


def frames(binary, card, found, environments, folder):
    """The frames of each record in each environment, by id; `card` is `CARD` as a template has it."""
    card["style"].update({"box-sizing": "border-box", "font-family": "Inter"})
    path = os.path.join(folder, "feeds.yaml")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schema": "cellheights.template/1", "template": "feeds",
                   "card": card}, file)
    command = [binary, "layout", "--template", path]
    for environment in environments:
        command += ["--environment", environment]
    lines = run(command, "".join(json.dumps(record) + "\n" for record in found))
    cells = [cell for cell in map(json.loads, lines) if "eof" not in cell]
    if len(cells) != len(found) * len(environments):
        raise engine.EngineFailed(f"{len(cells)} cells of {len(found)} records: {lines[:1]}")
    return [{frame["view"]: [frame[k] for k in ("x", "y", "width", "height")]
             for frame in cell.get("frames", [])} | {"b0": [0, 0, None, cell.get("height")]}
            for cell in cells]
