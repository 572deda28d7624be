"""The fragments that are compared: the HTML of real feeds, and some made from a seed."""
import json
import os
import random

ORACLES = ["real", "feedparser"]
BLOCKS = ["p", "div", "h2", "blockquote", "section", "li", "ul", "ol", "pre", "center", "figure"]
INLINES = ["b", "i", "a", "span", "em", "code", "sup", "font"]
WORDS = ["one", "two", "three &amp; four", "caf&eacute;", "&#8220;five&#148;", "a&nbsp;b", "汉字", "مرحبا",
         "x &lt; y", "&notin; &copy2", "😀", "&hellip;"]
SPACES = ["", " ", "  ", "\n", "\n  ", "\t"]
STRAYS = ["<br>", "<br/>", "</p>", "</br>", "<hr>", "<!-- c -->", "<wbr>", "<img src=a.png>", "</div>", "<p>",
          "</b>", "<script>x<y</script>", "<style>p{}</style>", "<![CDATA[c]]>", "<?xml?>", "<b>",
          "<span hidden>h</span>", "<p style='display:none'>n</p>", "<i style=white-space:pre>  k </i>"]


def real(folder):
    """Summaries and contents that hold markup, from the oracle files of a folder; no twins."""
    found = {}
    for name in ORACLES:
        path = os.path.join(folder, f"{name}.oracle.jsonl")
        with open(path, encoding="utf-8") as file:
            for line in file:
                for entry in json.loads(line).get("entries") or []:
                    for text in [entry.get("summary"), *(entry.get("content") or [])]:
                        if text and ("<" in text or "&" in text) and "\0" not in text:
                            found.setdefault(text, None)
    return list(found)


def made(count, seed):
    """Fragments of sloppy markup, the same for the same seed."""
    return [Maker(random.Random(f"{seed}/{number}")).fragment() for number in range(count)]


class Maker:
    def __init__(self, rng):
        self.rng = rng

    def fragment(self):
        return "".join(self.part(0) for _ in range(self.rng.randint(1, 4)))

    def text(self):
        pick = self.rng.choice
        return pick(SPACES) + pick(WORDS) + pick(SPACES)

    def part(self, depth):
        roll = self.rng.random()
        if depth > 3 or roll < 0.3:
            return self.text()
        inner = "".join(self.part(depth + 1) for _ in range(self.rng.randint(1, 3)))
        if roll < 0.5:
            name = self.rng.choice(INLINES)
            return f"<{name}>{inner}</{name}>"
        if roll < 0.78:
            return self.block(inner)
        if roll < 0.84:
            cells = "".join(f"<td>{self.text()}</td>" for _ in range(self.rng.randint(1, 3)))
            return f"<table><tr>{cells}</tr><tr>{cells}</tr></table>"
        if roll < 0.9:
            attributes = self.rng.choice(["", " start=3", " type=a", " type=I", " reversed"])
            items = "".join(f"<li>{self.text()}" for _ in range(self.rng.randint(1, 3)))
            return f"<ol{attributes}>{items}</ol>"
        return self.rng.choice(STRAYS)

    def block(self, inner):
        name = self.rng.choice(BLOCKS)
        # An end that is left out, now and then.
        return f"<{name}>{inner}" + (f"</{name}>" if self.rng.random() < 0.9 else "")
