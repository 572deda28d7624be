"""Cells of the template `post` as DOM: what the pages that lay them out share."""
import html
import json
import os
import textwrap

from ..browser.chromium import css
from ..browser.engine import chain, families

FOLDER = os.path.dirname(os.path.realpath(__file__))
# Heights within one layout unit of Chromium's are equal.
UNIT = 1 / 64


def differ(height, found):
    """Whether two heights differ by more than a layout unit, but for the rounding of numbers."""
    return abs(height - found) > UNIT * 1.001


def shown(record):
    """What a page shows of a record of `cellheights records`, by the names that `post.js` uses."""
    image = record.get("image")
    return {
        "id": record["id"], "title": record.get("title", ""),
        "date": f"{record.get('author', '')} · {record.get('published', '')}",
        "body": record.get("content_text", record.get("summary", "")),
        "language": record.get("language"),
        "image": image and {"width": image.get("width", 0), "height": image.get("height", 0)}}


def filled(path, root, task, family="Inter"):
    """A page with the style and the script of `post`, and a task in JSON.

    The page at `path` has a line `@STYLE@`, a line `@CELLS@` for the functions that make cells, and
    `@TASK@`; `root` is the project's folder. The cells are in a family, before the fallback chain."""
    text = text_of(path)
    style = textwrap.indent(text_of(os.path.join(FOLDER, "post.css")), "  ")
    text = text.replace("@STYLE@\n", style).replace(
        "@CELLS@\n", text_of(os.path.join(FOLDER, "post.js")))
    stack = css(families(family, chain(root), "en"))
    return text.replace("@FAMILIES@", html.escape(stack, quote=False)).replace(
        "@TASK@", json.dumps(task, ensure_ascii=False).replace("<", "\\u003c"))


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
