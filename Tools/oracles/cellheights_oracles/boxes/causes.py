"""Variants of a tree, each without one thing that may be the cause of a difference."""
import copy
import re

NEGATIVE = re.compile(r"(?<!\S)-\d\S*")
RIGHT_TO_LEFT = re.compile("[\u0590-\u07ff]+")


def visit(node, style=lambda style: None, text=lambda words: words):
    """A copy with changed styles and texts."""
    if isinstance(node, str):
        return text(node)
    made = dict(node, style=copy.deepcopy(node["style"]))
    style(made["style"])
    if "text" in made:
        made["text"] = text(made["text"])
    if "children" in made:
        made["children"] = [visit(child, style, text) for child in made["children"]]
    return made


def dropping(*names, of=lambda style: True):
    """A change of styles that removes properties whose names begin with one of `names`."""
    def change(style):
        if of(style):
            for name in [name for name in style if name.startswith(names)]:
                del style[name]
    return lambda tree: visit(tree, change)


def is_inline(style):
    return style.get("display") == "inline"


def absolute_removed(style):
    if style.get("position") == "absolute":
        style["display"] = "none"


def margins_from_zero(style):
    for name in list(style):
        if name.startswith("margin"):
            style[name] = NEGATIVE.sub("0", style[name])


def marker_removed(style):
    if style.get("display") == "list-item":
        style["list-style"] = "none"


def one_direction(style):
    style.pop("direction", None)


# The causes in the order in which they are tried, from the smallest change.
VARIANTS = {
    "tabs": lambda tree: visit(tree, text=lambda words: words.replace("\t", " ")),
    "soft hyphens": lambda tree: visit(tree, text=lambda words: words.replace("\u00ad", "")),
    "markers of list items": lambda tree: visit(tree, marker_removed),
    "justified lines": dropping("text-align", of=lambda style: style.get("text-align") == "justify"),
    "balanced lines": dropping("text-wrap", of=lambda style: style.get("text-wrap") == "balance"),
    "negative margins": lambda tree: visit(tree, margins_from_zero),
    "texts in both directions": lambda tree: visit(
        tree, one_direction, lambda words: RIGHT_TO_LEFT.sub("abcd", words)),
    "white space of inline boxes": dropping("white-space", of=is_inline),
    "breaks of words": dropping("overflow-wrap", "word-break", "line-break"),
    "absolute boxes": lambda tree: visit(tree, absolute_removed),
    "ratios": dropping("aspect-ratio"),
    "alignment": dropping("align-", "justify-", "vertical-align"),
    "margins, borders and padding of inline boxes": dropping("margin", "border", "padding", of=is_inline),
    "white space": dropping("white-space", "text-wrap"),
}
