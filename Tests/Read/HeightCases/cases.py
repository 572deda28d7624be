"""Prints cases.json: lists, and what is asked of them, answered by sums of fractions.

Every reader of heights has to give these answers: the store's file, the store in memory, published
files, the service and web/cellheights.js. Run it after a change: python3 cases.py > cases.json
"""

import json
from fractions import Fraction


def made(name, key, steps, spacing, insets, heights, offsets, anchors):
    """One list; heights in pixels, of which a point has `steps`; all else in points."""
    top, leading, bottom, trailing = insets
    tops, sums = [], Fraction(top) * steps
    for height in heights:
        tops.append(sums)
        sums += height + Fraction(spacing) * steps
    ids = [f"{name}-{index}" for index in range(len(heights))]
    extent = sums - (Fraction(spacing) * steps if heights else 0) + Fraction(bottom) * steps

    def index_at(y):
        found = [index for index, one in enumerate(tops) if float(one / steps) <= y]
        return found[-1] if found else (0 if heights else None)

    def resolved(anchor):
        for order, one in enumerate([anchor["id"]] + anchor["following"]):
            if one in ids:
                index = ids.index(one)
                offset = tops[index] / steps
                inside = min(Fraction(anchor["inside"]), Fraction(heights[index], steps))
                return {
                    "id": one, "position": index, "offset": float(offset),
                    "y": float(max(Fraction(0), offset + (inside if order == 0 else 0)))}
        return None

    def anchor_at(y):
        index = index_at(y)
        if index is None:
            return None
        return {"id": ids[index], "inside": float(Fraction(y) - tops[index] / steps),
                "following": ids[index + 1:index + 9]}

    asked = [float(one) for one in offsets]
    return {
        "name": name, "environment": key, "stepsPerPoint": steps, "spacing": spacing,
        "insets": {"top": top, "leading": leading, "bottom": bottom, "trailing": trailing},
        "cells": [{"id": one, "height": height} for one, height in zip(ids, heights)],
        "extent": float(extent / steps), "tops": [float(one / steps) for one in tops],
        "atOffset": [{"y": y, "index": index_at(y)} for y in asked],
        "anchorAt": [{"y": y, "anchor": anchor_at(y)} for y in asked],
        "resolve": [{"anchor": one, "found": resolved(one)} for one in anchors],
    }


def anchor(one, inside, *following):
    return {"id": one, "inside": inside, "following": list(following)}


def ranged(key, scale, cells, widths):
    """Heights at the widths of a range; runs are first width and height in pixels."""
    first, last = (Fraction(part) for part in key.split("@")[0].split(".."))
    asked = []
    for one, runs in cells.items():
        for width in widths:
            pixel = Fraction(width) * scale
            whole = pixel.denominator == 1 and first <= width <= last
            heights = [height for start, height in runs if start <= pixel]
            asked.append({"id": one, "width": float(width),
                          "height": float(Fraction(heights[-1], scale)) if whole else None})
    asked.append({"id": "nobody", "width": float(first), "height": None})
    return {"environment": key, "stepsPerPoint": scale,
            "cells": [{"id": one, "runs": runs} for one, runs in cells.items()],
            "heights": asked}


GAPS = [3 * 40 + 1, 200, 50, 0, 77]
LISTS = [
    made("empty", "390@3x/L/ltr/en/uikit", 3, 8, (4, 1, 24, 2), [], [-1, 0, 5],
         [anchor("empty-0", 0, "empty-1")]),
    made("thirds", "390@3x/L/ltr/en/uikit", 3, 0, (0, 0, 0, 0), [1] * 12,
         [0, 0.333333, Fraction(1, 3), 0.34, Fraction(2, 3), 0.6666666, 1, 3.5],
         [anchor("thirds-1", Fraction(1, 4).__float__()), anchor("thirds-11", 9)]),
    made("gaps", "390@3x/L/ltr/en/uikit", 3, 8, (4, 1, 24, 2), GAPS,
         [-20, 0, 3.99, 4, 44.2, 44.34, 50, 52, 52.34, 119, 127.25, 143.9, 152, 160, 177.9, 190,
          209, 1000],
         [anchor("gaps-1", 12.5), anchor("gaps-1", 1e6), anchor("gaps-0", -1e6),
          anchor("gaps-0", 45.5), anchor("gaps-3", 3), anchor("gone", 20, "away", "gaps-2"),
          anchor("gone", 20, "away"), anchor("gaps-4", 0.1)]),
    made("lines", "390@1x/L/ltr/en/css", 64, 2.5, (0, 0, 10, 0), [1203, 64, 0, 0, 77, 640],
         [0, 18.796875, 18.79, 21.29, 21.296875, 21.3, 24.8, 27.3, 29.8, 33, 41],
         [anchor("lines-0", 18.5), anchor("lines-0", 20), anchor("lines-5", 10.5)]),
    made("flat", "390@2x/L/ltr/en/uikit", 2, 0, (0, 0, 0, 0), [0, 0, 30, 0, 0],
         [-1, 0, 0.25, 14.9, 15, 16], [anchor("flat-3", 2), anchor("flat-0", 0.5)]),
    made("raised", "390@2x/L/ltr/en/uikit", 2, 6, (-10, 0, 0, 0), [40, 40],
         [-12, -10, 0, 15.9, 16, 36], [anchor("raised-0", 3), anchor("raised-1", 3)]),
]
RANGES = [
    ranged("280..300@1x/L/ltr/en/uikit", 1,
           {"a": [[280, 120], [287, 101], [300, 80]], "b": [[280, 44]]},
           [279, 280, Fraction(561, 2), 286, 287, 299, 300, 301]),
    ranged("280..282@3x/L/ltr/en/uikit", 3, {"a": [[840, 31], [842, 30], [845, 28]]},
           [280, Fraction(561, 2), 281, 282]),
]
print("{\"lists\": [\n" + ",\n".join(map(json.dumps, LISTS)) + "],\n\"ranges\": [\n"
      + ",\n".join(map(json.dumps, RANGES)) + "]}")
