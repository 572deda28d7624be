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


def sectioned(name, key, steps, spacing, insets, entries, shape, offsets, anchors):
    """A list with cells besides those of records: entries are kind, id and height in pixels.

    `shape` has the words of the kinds, and the separator: height and whether it is after the last."""
    items = ("item", "inserted")
    words, separator = shape["kinds"].split(), shape.get("separator")
    line = Fraction(separator["height"]) * steps if separator else 0
    top, _, bottom, _ = insets
    tops, ends, place = [], [], Fraction(top) * steps
    for index, (kind, _, height) in enumerate(entries):
        tops.append(place)
        ends.append(place + height)
        place += height + Fraction(spacing) * steps
        after = entries[index + 1][0] if index + 1 < len(entries) else None
        if kind in items and (after in items or separator and separator["afterLast"]):
            place += line
    extent = place - (Fraction(spacing) * steps if entries else 0) + Fraction(bottom) * steps
    # The section of each entry, and its place among the items there.
    paths, section, item, is_open = [], -1, 0, False
    for kind, _, _ in entries:
        if kind in ("list-header", "list-footer"):
            paths.append(None)
            continue
        if kind == "header" or not is_open:
            section, item, is_open = section + 1, 0, True
        paths.append([section, item if kind in items else None])
        item += kind in items
        is_open = kind != "footer" and is_open
        if "header" not in words and "footer" not in words:
            is_open = True

    def index_at(y):
        found = [index for index, one in enumerate(tops) if float(one / steps) <= y]
        return found[-1] if found else (0 if entries else None)

    def anchor_at(y):
        index = index_at(y)
        if index is None:
            return None
        records = [at for at in range(index, len(entries)) if entries[at][0] == "item"]
        first = records[0] if records else index
        later = [at for at in range(first + 1, len(entries)) if entries[at][0] == "item"]
        return {"id": entries[first][1], "inside": float(Fraction(y) - tops[first] / steps),
                "following": [entries[at][1] for at in later[:8]]}

    def resolved(one):
        ids = [entry[1] for entry in entries]
        for order, key in enumerate([one["id"]] + one["following"]):
            if key in ids:
                index = ids.index(key)
                offset = tops[index] / steps
                inside = min(Fraction(one["inside"]), Fraction(entries[index][2], steps))
                return {"id": key, "position": index, "offset": float(offset),
                        "y": float(max(Fraction(0), offset + (inside if order == 0 else 0)))}
        return None

    def sticky(y):
        """The last header that would be above the top of the screen, held there."""
        y = Fraction(y) * steps
        headers = [at for at, entry in enumerate(entries) if entry[0] == "header" and tops[at] <= y]
        if "sticky" not in words or not headers:
            return None
        at = headers[-1]
        stops = [tops[later] for later in range(at + 1, len(entries))
                 if entries[later][0] in ("header", "list-footer")]
        limit = stops[0] if stops else ends[-1]
        place = min(y, limit - entries[at][2])
        if place + entries[at][2] <= y:
            return None
        return {"section": paths[at][0], "index": at, "top": float(place / steps),
                "pushed": float((y - place) / steps)}

    asked = [float(one) for one in offsets]
    return {
        "name": name, "list": "days", "environment": key, "stepsPerPoint": steps,
        "spacing": spacing, "shape": shape,
        "insets": dict(zip(("top", "leading", "bottom", "trailing"), insets)),
        "cells": [{"id": one, "height": height} for _, one, height in entries],
        "kinds": [kind for kind, _, _ in entries], "paths": paths,
        "extent": float(extent / steps), "tops": [float(one / steps) for one in tops],
        "atOffset": [{"y": y, "index": index_at(y)} for y in asked],
        "sticky": [{"y": y, "header": sticky(y)} for y in asked],
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
DAYS = [
    ("list-header", "list-header:days", 30),
    ("header", "section:2026-01-31", 61), ("item", "a", 100), ("inserted", "inserted:2", 40),
    ("item", "b", 7), ("footer", "section-footer:2026-01-31", 22),
    ("header", "section:2026-01-30#2", 61), ("item", "c", 90),
    ("footer", "section-footer:2026-01-30#2", 22),
    ("header", "section:%23x", 300), ("item", "d", 50), ("item", "e", 50),
    ("footer", "section-footer:%23x", 22),
    ("header", "section:2026-01-30", 61), ("footer", "section-footer:2026-01-30", 22),
    ("list-footer", "list-footer:days", 12),
]
BARE = [("header", "section:", 20), ("item", "p", 64), ("item", "q", 0), ("item", "r", 65),
        ("header", "section:x", 20), ("item", "s", 1)]
NOTES = [("item", "m", 33), ("inserted", "inserted:2", 10), ("item", "n", 33),
         ("item", "o", 33), ("inserted", "inserted:1", 10)]
EVERYWHERE = [-3, 0, 1, 5, 10, 14, 14.5, 20, 30, 33, 40, 47, 55, 62, 70, 77, 80, 83, 90, 97, 105, 110,
              120, 133, 140, 150, 155, 163, 170, 171, 172, 190, 200, 215, 230, 260, 290, 320, 340,
              352, 365, 380, 400, 420, 1000]
LISTS += [
    sectioned("days", "390@3x/L/ltr/en/uikit", 3, 8, (4, 1, 24, 2), DAYS,
              {"kinds": "list-header header inserted footer list-footer sticky",
               "separator": {"height": 1, "inset": 16, "afterLast": False}}, EVERYWHERE,
              [anchor("a", 3.5), anchor("d", -20), anchor("gone", 4, "c"),
               anchor("list-footer:days", 1)]),
    sectioned("ruled", "390@3x/L/ltr/en/uikit", 3, 0, (0, 0, 0, 0), DAYS,
              {"kinds": "list-header header inserted footer list-footer",
               "separator": {"height": 2, "inset": 0, "afterLast": True}}, EVERYWHERE,
              [anchor("e", 3)]),
    sectioned("bare", "390@1x/L/ltr/en/css", 64, 0, (0, 0, 0, 0), BARE,
              {"kinds": "header sticky"}, [0, 0.2, 0.3125, 1, 1.3, 2, 2.2, 2.3, 2.4, 2.5, 2.64, 2.66, 3],
              [anchor("q", 0)]),
    sectioned("notes", "390@2x/L/ltr/en/uikit", 2, 3, (0, 0, 0, 0), NOTES,
              {"kinds": "inserted", "separator": {"height": 0.5, "inset": 0, "afterLast": False}},
              [0, 16, 19, 19.5, 20, 24, 27, 28, 46, 64, 70, 200], [anchor("n", 5)]),
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
