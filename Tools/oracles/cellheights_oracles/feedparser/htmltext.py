"""HTML to plain text by Python's own parser, as a second opinion on ours."""
import html.parser
import re

DROPPED = {"script", "style", "head", "title", "template", "noscript", "iframe", "object", "svg",
           "select", "textarea", "audio", "video", "canvas"}
BLOCKS = {"address", "article", "aside", "blockquote", "body", "caption", "center", "dd",
          "details", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
          "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "legend",
          "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "section", "summary",
          "table", "tbody", "tfoot", "thead", "tr", "ul", "br"}
CELLS = {"td", "th"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr"}
SPACE = re.compile(r"[ \t\n\r\f]+")


def hidden(attributes):
    """Whether an element's own attributes keep it from being shown."""
    style = re.sub(r"\s", "", attributes.get("style") or "").lower()
    return "hidden" in attributes or "display:none" in style


class Converter(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts = []
        self.dropped = []
        self.preformatted = 0

    def handle_starttag(self, tag, attrs):
        if self.dropped:
            # One of the same name inside has an end of its own.
            if tag == self.dropped[-1]:
                self.dropped.append(tag)
        elif tag in DROPPED or (tag not in VOID and hidden(dict(attrs))):
            self.dropped.append(tag)
        elif tag in BLOCKS:
            self.parts.append("\n")
            self.preformatted += tag == "pre"
        elif tag in CELLS:
            self.parts.append(" ")

    def handle_startendtag(self, tag, attrs):
        # HTML knows no <script/>: it is a start.
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if self.dropped:
            if tag == self.dropped[-1]:
                self.dropped.pop()
        elif tag in BLOCKS:
            self.parts.append("\n")
            self.preformatted = max(0, self.preformatted - (tag == "pre"))

    def handle_data(self, data):
        if not self.dropped:
            self.parts.append(data if self.preformatted else SPACE.sub(" ", data))


def text(markup):
    """Plain text with a line break at each edge of a block."""
    converter = Converter()
    converter.feed(markup)
    # A tag that is cut off at the end is no text, says the HTML standard; Python would keep it.
    if not re.match(r"<[a-zA-Z/!?]", converter.rawdata):
        converter.close()
    return "".join(converter.parts)


# What marks the items of a list and the lines of a quote in our texts; HTML has no text there.
MARKERS = re.compile(r"^[ \t]*(?:(?:[•◦▪‣>]|\d{1,4}\.)(?:\s+|$))+", re.MULTILINE)


def collapsed(plain):
    """On one line, every run of white space one space."""
    return " ".join(plain.split())


def comparable(plain):
    """Collapsed, and without marks at the beginnings of lines, on whichever side they are."""
    return collapsed(MARKERS.sub("", plain))
