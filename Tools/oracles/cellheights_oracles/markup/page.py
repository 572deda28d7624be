"""Pages of markup, and the rectangles of their elements in headless Chromium."""
import html
import json
import re

from ..browser.chromium import BrowserFailed, page_text

# The elements whose rectangles are compared; inline elements have one for each line.
COMPARED = ("address", "article", "aside", "blockquote", "center", "dd", "details", "div", "dl", "dt", "figcaption",
            "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "img", "li", "main", "nav", "ol",
            "p", "pre", "section", "summary", "ul", "iframe", "video", "table", "caption", "thead", "tbody", "tfoot", "tr", "td",
            "th")
SCRIPT = """
const names = new Set(@NAMES@);
const answers = [];
for (const cell of document.querySelectorAll('body > .cell')) {
  const root = cell.firstElementChild;
  const origin = root.getBoundingClientRect();
  const boxes = [];
  for (const element of root.querySelectorAll('*')) {
    if (!names.has(element.localName) || element.getClientRects().length === 0) continue;
    if (element.closest('svg, math, select')) continue;
    const r = element.getBoundingClientRect();
    boxes.push([element.localName, r.left - origin.left, r.top - origin.top, r.width, r.height]);
  }
  answers.push([origin.height, boxes]);
}
document.body.innerHTML = '<pre>' + JSON.stringify(answers) + '</pre>';
"""


def pictures(text):
    """Markup whose pictures have sizes: 300 by 150 where they give none."""
    def sized(found):
        # A percentage is no size of the picture itself.
        tag = re.sub(r"""\s(width|height)\s*=\s*["']?[\d.]+%["']?""", "", found[0], flags=re.IGNORECASE)
        for name, size in (("width", 300), ("height", 150)):
            if not re.search(rf"\b{name}\s*=", tag, re.IGNORECASE):
                tag = re.sub(r"\s*/?>$", f" {name}={size}>", tag)
        return tag
    return re.sub(r"<img\b[^>]*>", sized, text, flags=re.IGNORECASE)


def shown(text):
    """Markup for the page: its pictures are there, and nothing is loaded from elsewhere."""
    def there(found):
        tag = re.sub(r"""\s(src|srcset|alt|loading)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)""", "", found[0],
                     flags=re.IGNORECASE)
        sides = {name: re.search(rf"\b{name}\s*=\s*[\"']?(\d+)(?![\d.]*%)", tag, re.IGNORECASE)
                 for name in ("width", "height")}
        width, height = (sides[name][1] if sides[name] else 100 for name in ("width", "height"))
        source = ("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
                  f"width='{width}' height='{height}'/%3E")
        return re.sub(r"^<img", f'<img src="{source}"', tag, count=1, flags=re.IGNORECASE)
    # A sheet in the markup of one cell would be one of the page.
    text = re.sub(r"<(style|script)\b.*?(</\1\s*>|$)|<(link|base)\b[^>]*>", "", text,
                  flags=re.IGNORECASE | re.DOTALL)
    text = re.sub(r"<img\b[^>]*>", there, text, flags=re.IGNORECASE)
    return re.sub(r"""(<(iframe|video|source|embed|object|audio)\b[^>]*?)\s(src|data|poster)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)""",
                  r"\1", text, flags=re.IGNORECASE)


def frames(browser, cells, sheet, families, monospace, folder, keeps_fonts=False):
    """The height and the rectangles of each cell; a cell is markup with a width."""
    # Markup is parsed by itself, so that an open element does not reach the next cell. All cells have
    # one corner, because the browser's numbers are the less precise the greater they are.
    task = [[width, shown(text)] for text, width in cells]
    page = (
        "<!DOCTYPE html><meta charset=utf-8><html lang=en><style>"
        f"body{{margin:0}}.cell{{position:absolute;left:0;top:0;display:flow-root;font:16px {families}}}*{{font-variant-emoji:unicode !important}}"
        f"@font-face{{font-family:monospace-here;src:local('{monospace}')}}"
        "</style><body><script>"
        f"const sheet = {json.dumps(sheet)};"
        f"const task = {json.dumps(task).replace('<', chr(92) + 'u003c')};"
        "document.head.insertAdjacentHTML('beforeend', '<style>@scope (.markup) {' + sheet + '}</style>');"
        "for (const [width, text] of task) {"
        " const cell = document.createElement('div'); cell.className = 'cell'; cell.style.width = width + 'px';"
        " const root = document.createElement('div'); root.className = 'markup';"
        " root.style.display = 'flow-root'; root.innerHTML = text; cell.append(root); document.body.append(cell);"
        # A record does not choose fonts here.
        + ("" if keeps_fonts else " for (const each of root.querySelectorAll('[style], [face]')) {"
           " each.removeAttribute('face'); each.style.removeProperty('font-family'); }")
        + " }"
        "</script><script>addEventListener('load', () => {"
        + SCRIPT.replace("@NAMES@", json.dumps(COMPARED)) + "})</script>")
    text = page_text(browser, page, folder)
    found = re.search(r"<pre>(.*)</pre>", text, re.DOTALL)
    if not found:
        raise BrowserFailed(f"{browser} answered nothing")
    return json.loads(html.unescape(found[1]))
