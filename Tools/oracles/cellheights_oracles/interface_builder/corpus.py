"""The corpus of Interface Builder files and the frames that Xcode saved in them."""
import json
import os
import xml.etree.ElementTree as ElementTree

# Device pixels a point of the canvases; files of Xcode 7 and before name no device and were drawn
# at 2x.
SCALES = {"retina5_5": 3, "retina6_12": 3}


class Case:
    """One file with its oracle."""

    def __init__(self, folder, name):
        self.name = name
        self.path = os.path.join(folder, "cells", name + ".xib")
        with open(os.path.join(folder, "oracle", name + ".json")) as file:
            answer = json.load(file)
        self.file, self.status = answer["file"], answer["status"]
        self.tools = int(answer["toolsVersion"])
        self.width, self.height = answer["rootSize"]
        self.scale = SCALES.get(answer["device"], 2)
        self.has_height = answer["heightOracle"]
        self.tolerance = 1.01 if self.status == "within-1pt" else answer["tolerance"]
        self.views = answer["views"]

    def sizes(self):
        """The sizes that may be handed in, by object id: saved alignment rectangles of leaves."""
        table = {}
        for view in self.views:
            axes = view.get("intrinsicFromSavedRect", [])
            if not view["input"] and axes:
                rect = view["alignmentRect"]
                table[view["id"]] = [rect[2] if "w" in axes else None,
                                     rect[3] if "h" in axes else None]
        return table

    def elements(self):
        """The file's elements, with which causes are told."""
        return list(ElementTree.parse(self.path).getroot().iter())


def cases(folder):
    """All files, by name."""
    for name in sorted(os.listdir(os.path.join(folder, "cells"))):
        if name.endswith(".xib"):
            yield Case(folder, name[:-4])
