"""Lays texts out with Skia's SkParagraph and prints a line of JSON for each group.

Usage: skparagraph.py CORPUS SIZE WIDTH FAMILY…

`cold` is from a string to a paragraph that is laid out at the width, in a font collection whose
paragraph cache is empty and whose fonts are open; `relayout` lays the same paragraphs out at 0.8 times
the width. Seconds of processor time, Python's calls included: three a text, about a microsecond.
"""
import json
import sys

import corpus
import skia

# High enough for all fonts: the height of a paragraph is then a multiple of it.
LINE_HEIGHT = 64


class Layouts:
    """Paragraphs of one size in the families of a style and its fallback chain."""

    def __init__(self, size, families):
        self.unicode = skia.Unicodes.ICU.Make()
        self.style = skia.textlayout.ParagraphStyle()
        self.style.setTextStyle(self.text_style(size, families))
        self.even = skia.textlayout.ParagraphStyle()
        style = self.text_style(size, families)
        style.setHeight(LINE_HEIGHT / size)
        style.setHeightOverride(True)
        self.even.setTextStyle(style)
        self.manager = skia.FontMgr()
        self.clear()

    @staticmethod
    def text_style(size, families):
        style = skia.textlayout.TextStyle()
        style.setFontFamilies(families)
        style.setFontSize(size)
        return style

    def clear(self):
        """Forgets all paragraphs, and the fonts that families have."""
        self.collection = skia.textlayout.FontCollection()
        self.collection.setDefaultFontManager(self.manager)

    def open_fonts(self, texts, width):
        """Finds the fonts of some letters of texts; their words stay unknown."""
        self.laid_out([text[:12] for text in texts], width)

    def made(self, text, style):
        builder = skia.textlayout.ParagraphBuilder.make(style, self.collection, self.unicode)
        builder.addText(text)
        return builder.Build()

    def laid_out(self, texts, width):
        paragraphs = []
        for text in texts:
            paragraph = self.made(text, self.style)
            paragraph.layout(width)
            paragraphs.append(paragraph)
        return paragraphs

    @staticmethod
    def again(paragraphs, width):
        for paragraph in paragraphs:
            paragraph.layout(width)

    def lines(self, texts, width):
        count = 0
        for text in texts:
            paragraph = self.made(text, self.even)
            paragraph.layout(width)
            count += round(paragraph.Height / LINE_HEIGHT)
        return count


def main():
    path, size, width, *families = sys.argv[1:]
    width = float(width)
    layouts = Layouts(float(size), families)
    for name, texts in corpus.groups(path).items():
        words = [text for _, text in texts]
        lines = layouts.lines(words, width)
        layouts.clear()
        layouts.open_fonts(words[:20], width)
        cold, paragraphs = corpus.spent(layouts.laid_out, words, width)
        relayout, _ = corpus.spent(layouts.again, paragraphs, width * 0.8)
        print(json.dumps({"group": name, "cold": cold, "relayout": relayout, "lines": lines,
                          "version": skia.__version__}))


if __name__ == "__main__":
    main()
