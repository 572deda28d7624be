"""Trees of boxes as HTML, and their frames in headless Chromium."""
import html
import json
import re
import tempfile

from ..browser.chromium import BrowserFailed, page_text

SCRIPT = """
const answers = [];
for (const cell of document.querySelectorAll('.cell')) {
  const origin = cell.firstElementChild.getBoundingClientRect();
  answers.push([...cell.querySelectorAll('[data-box]')].map(box => {
    const list = box.getClientRects();
    if (list.length === 0) return null;
    const r = box.getBoundingClientRect();
    return [r.left - origin.left, r.top - origin.top, r.width, r.height];
  }));
}
document.body.innerHTML = '<pre>' + JSON.stringify(answers) + '</pre>';
"""


def markup(node):
    style = ";".join(f"{name}:{value}" for name, value in node["style"].items())
    if "picture" in node:
        width, height = node["picture"]
        return f'<canvas data-box width={width} height={height} style="{html.escape(style)}"></canvas>'
    inside = "".join(markup(child) for child in node.get("children", []))
    return f'<div data-box style="{html.escape(style)}">{inside}{html.escape(node.get("text", ""))}</div>'


def frames(browser, trees, scale=1):
    """The frame of each box in document order from the corner of its root, for each tree and width."""
    cells = []
    for tree, width in trees:
        root = dict(tree, style=dict(tree["style"], width=f"{width}px", **{"box-sizing": "border-box"}))
        cells.append(f'<div class="cell" style="width:{width}px;display:flow-root">{markup(root)}</div>')
    page = ("<!DOCTYPE html><meta charset=utf-8><style>body{margin:0;font:16px Inter}"
            "::-webkit-scrollbar{width:0;height:0}*{scrollbar-width:none}</style>"
            + "\n".join(cells) + f"<script>{SCRIPT}</script>")
    with tempfile.TemporaryDirectory(prefix="oracles-boxes.") as folder:
        text = page_text(browser, page, folder, scale)
    found = re.search(r"<pre>(.*)</pre>", text, re.DOTALL)
    if not found:
        raise BrowserFailed(f"{browser} answered nothing")
    return json.loads(html.unescape(found[1]))
