"""Trees of boxes as HTML, and their frames in headless Chromium."""
import html
import json
import re

from ..browser.chromium import BrowserFailed, page_text

SCRIPT = """
const answers = [];
for (const cell of document.querySelectorAll('.cell')) {
  const origin = cell.firstElementChild.getBoundingClientRect();
  answers.push([...cell.querySelectorAll('[data-box]')].map(box => {
    if (box.getClientRects().length === 0) return null;
    const r = box.getBoundingClientRect();
    return [r.left - origin.left, r.top - origin.top, r.width, r.height];
  }));
}
document.body.innerHTML = '<pre>' + JSON.stringify(answers) + '</pre>';
"""


def pixels(value, width):
    """A value of a page whose viewport would have a width."""
    return re.sub(r"([\d.]+)vw", lambda found: f"{float(found[1]) * width / 100:g}px", value)


def markup(node, families, width):
    """The HTML of a box in a cell of a width, or of a text without one."""
    if isinstance(node, str):
        return html.escape(node)
    style = {name: pixels(value, width) for name, value in node["style"].items()}
    if "font" in style:
        style["font"] = style["font"].replace("Inter", families)
    if style.get("display") == "inline":
        # Without a background, Chromium has no box, and answers with the boxes inside.
        style["background"] = "#eee"
    style = html.escape(";".join(f"{name}:{value}" for name, value in style.items()))
    if "picture" in node:
        width, height = node["picture"]
        return f'<canvas data-box width={width} height={height} style="{style}"></canvas>'
    inside = "".join(markup(child, families, width) for child in node.get("children", []))
    # A span has no style of its own; a div would isolate its text from the text around.
    return f'<span data-box style="{style}">{inside}{html.escape(node.get("text", ""))}</span>'


def frames(browser, cells, families, folder, scale=1):
    """The frames of each cell's boxes in document order, from the corner of its root.

    `cells` are trees with a width and a direction."""
    parts = []
    for tree, width, direction in cells:
        style = dict(tree["style"], width=f"{width}px", **{"box-sizing": "border-box"})
        style.setdefault("direction", direction)
        language = tree.get("language", "en")
        parts.append(f'<div class="cell" lang="{html.escape(language)}" style="width:{width}px;display:flow-root">'
                     f'{markup(dict(tree, style=style), families, width)}</div>')
    page = (f"<!DOCTYPE html><meta charset=utf-8><html lang=en><style>body{{margin:0;font:16px {families};"
            "}*{font-variant-emoji:unicode !important;scrollbar-width:none}</style>"
            + "\n".join(parts) + f"<script>{SCRIPT}</script>")
    text = page_text(browser, page, folder, scale)
    found = re.search(r"<pre>(.*)</pre>", text, re.DOTALL)
    if not found:
        raise BrowserFailed(f"{browser} answered nothing")
    return json.loads(html.unescape(found[1]))
