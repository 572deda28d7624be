"""The system that a layout poses: variables relative to the parent, as the rule of ambiguity needs.

The order of the variables is the order in which remaining freedom is settled: item by item height,
width, top, leading. A position at zero is an item at its parent's top or leading edge.
"""
from .model import WITHOUT_FRAME, rows_of

EXTENTS = {"h": 0, "w": 1}


def variables_of(model):
    """{(item, "height" | "width" | "top" | "leading"): index}; the root has no position."""
    result = {}
    for index in range(len(model["items"])):
        for word in ("height", "width") + (("top", "leading") if index else ()):
            result[(index, word)] = len(result)
    return result


def system_of(model, height):
    """The system of a layout and the row of each of its constraints."""
    variables = variables_of(model)
    rtl = model["environment"]["direction"] == "rtl"
    positions = {}
    for index in range(len(model["items"])):
        chain = chain_of(model, index)
        positions[(index, "y")] = {variables[(i, "top")]: 1.0 for i in chain}
        leading = {variables[(i, "leading")]: -1.0 if rtl else 1.0 for i in chain}
        if rtl:
            leading[variables[(0, "width")]] = 1.0
            own = variables[(index, "width")]
            leading[own] = leading.get(own, 0.0) - 1.0
        positions[(index, "x")] = leading
        positions[(index, "w")] = {variables[(index, "width")]: 1.0}
        positions[(index, "h")] = {variables[(index, "height")]: 1.0}
    constraints, rows = [], []
    for row in rows_of(model, height):
        if row["environment"] and ((0, "x") in row["terms"] or (0, "y") in row["terms"]):
            continue
        terms = {}
        for place, factor in row["terms"].items():
            for variable, share in positions[place].items():
                terms[variable] = terms.get(variable, 0.0) + factor * share
        constraint = {
            "terms": sorted([v, c] for v, c in terms.items() if c), "relation": row["relation"],
            "constant": row["right"], "strength": row["priority"]}
        if row["environment"]:
            constraint["environment"] = True
        constraints.append(constraint)
        rows.append(row)
    domains = ["nonNegative" if word in ("height", "width") else "free" for _, word in variables]
    return {"domains": domains, "constraints": constraints}, rows


def chain_of(model, index):
    """An item and its ancestors but for the root, which is the origin."""
    chain = []
    while model["items"][index]["parent"] is not None:
        chain.append(index)
        index = model["items"][index]["parent"]
    return chain


def frames_of(model, values):
    """Physical frames from the values of the variables; exact for values on the grid."""
    variables = variables_of(model)
    rtl = model["environment"]["direction"] == "rtl"
    frames = {}
    for index, item in enumerate(model["items"]):
        chain = chain_of(model, index)
        width = values[variables[(index, "width")]]
        leading = sum(values[variables[(i, "leading")]] for i in chain)
        left = values[variables[(0, "width")]] - leading - width if rtl else leading
        top = sum(values[variables[(i, "top")]] for i in chain)
        if item["kind"] not in WITHOUT_FRAME:
            frames[item["id"]] = [left, top, width, values[variables[(index, "height")]]]
    return frames


def is_cross_axis(row):
    keys = {k for (_, k), c in row["terms"].items() if c}
    return bool(keys & {"x", "w"}) and bool(keys & {"y", "h"})
