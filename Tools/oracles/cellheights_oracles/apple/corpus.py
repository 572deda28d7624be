"""The labels of Interface Builder files, with the rectangles that Apple's engine gave them."""
import json
import os
import xml.etree.ElementTree as ElementTree

# Device pixels a point of the canvases in the corpus; files of Xcode 7 and before name no device
# and were drawn at 2x.
SCALES = {None: 2, "retina4_7": 2, "retina6_1": 2, "retina5_5": 3, "retina6_12": 3}

# Sizes of text styles at the size category L: Apple's Human Interface Guidelines, Typography.
STYLES = {"LargeTitle": 34, "Title1": 28, "Title2": 22, "Title3": 20, "Headline": 17, "Body": 17,
          "Callout": 16, "Subhead": 15, "Footnote": 13, "Caption1": 12, "Caption2": 11}

# A PostScript name's ending and the weight that it stands for.
WEIGHTS = {"": 400, "Regular": 400, "Medium": 500, "Semibold": 600, "SemiBold": 600, "Bold": 700}

# PostScript family names and the families of Debian's packages.
FAMILIES = {"Inter": "Inter", "Lato": "Lato", "OpenSans": "Open Sans"}


class Label:
    """One label of a file: what it says, in what font, and the size that was saved."""

    def __init__(self, document, element, saved):
        self.file, self.tools, self.device = document.name, document.tools, document.device
        self.status = document.status
        self.id = element.get("id")
        text = element.find("string[@key='text']")
        self.text = element.get("text") or (text.text if text is not None else "") or ""
        self.lines = int(element.get("numberOfLines", "1"))
        self.designable = element.get("id") in document.designables
        self.misplaced = element.get("misplaced") == "YES"
        self.saved = saved
        rect = element.find("rect[@key='frame']")
        self.width = float(rect.get("width")) if rect is not None else None
        self.height = float(rect.get("height")) if rect is not None else None
        self.scale = SCALES[self.device]
        font = element.find("fontDescription")
        self.font = self.family = self.weight = self.size = None
        if font is not None:
            self.read_font(font)

    def read_font(self, font):
        style, name = font.get("style"), font.get("name")
        if style:
            self.size = STYLES[style.removeprefix("UICTFontTextStyle")]
        else:
            self.size = float(font.get("pointSize"))
        self.font = name or "system"
        family, _, ending = self.font.partition("-")
        if family in FAMILIES:
            self.family, self.weight = FAMILIES[family], WEIGHTS[ending]

    @property
    def key(self):
        return f"{self.file}/{self.id}"

    @property
    def is_system(self):
        return self.font == "system"

    @property
    def grids(self):
        """Pixels a point that sizes may be rounded up to; Xcode 8 and before had whole points on
        some screens."""
        return (self.scale, 1) if self.tools < 13000 else (self.scale,)


class Document:
    """One file: its elements, and the views of the saved answer."""

    def __init__(self, folder, path):
        self.name = os.path.basename(path).removesuffix(".xib")
        with open(os.path.join(folder, "oracle", self.name + ".json")) as file:
            answer = json.load(file)
        self.root = ElementTree.parse(path).getroot()
        self.tools, self.device = int(answer["toolsVersion"]), answer["device"]
        self.status = answer["status"]
        self.views = {view["id"]: view for view in answer["views"]}
        self.elements = {e.get("id"): e for e in self.root.iter() if e.get("id")}
        self.designables = {e.get("name") for e in self.root.iter("designable")}
        self.parents = {child: parent for parent in self.root.iter() for child in parent}

    def labels(self):
        for element in self.root.iter("label"):
            yield Label(self, element, self.views.get(element.get("id")))


def documents(folder):
    """All files of the corpus, by name."""
    cells = os.path.join(folder, "cells")
    for name in sorted(os.listdir(cells)):
        if name.endswith(".xib"):
            yield Document(folder, os.path.join(cells, name))
