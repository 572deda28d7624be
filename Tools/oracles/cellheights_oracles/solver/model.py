"""What a layout means: a model of a template, its rows over absolute coordinates, its document.

A model is a dict of "environment", "height", "items", "sizes", "constraints" and "groups"; every
constraint carries its text in the document and what it means. Nothing here is read from text.
"""
import math

DIRECTED = {"leading", "trailing", "leadingMargin", "trailingMargin"}
WITHOUT_FRAME = ("guide", "spacer")


def number(value):
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def form(model, item, attribute, rtl, along):
    """An attribute as ({variable: factor}, constant).

    `along`: horizontal positions run from the root's leading edge instead of its left one.
    """
    top, leading, bottom, trailing = model["items"][item]["margins"]
    left, right = (trailing, leading) if rtl else (leading, trailing)
    x, y, w, h = ((item, k) for k in "xywh")
    if attribute in ("width", "height"):
        return {w if attribute == "width" else h: 1.0}, 0.0
    near, far = ("right", "left") if rtl else ("left", "right")
    name = attribute.replace("leading", near).replace("trailing", far)
    table = {
        "left": ({x: 1.0}, 0), "right": ({x: 1.0, w: 1.0}, 0),
        "centerX": ({x: 1.0, w: 0.5}, 0),
        "leftMargin": ({x: 1.0}, left), "rightMargin": ({x: 1.0, w: 1.0}, -right),
        "centerXWithinMargins": ({x: 1.0, w: 0.5}, (left - right) / 2),
        "top": ({y: 1.0}, 0), "bottom": ({y: 1.0, h: 1.0}, 0), "centerY": ({y: 1.0, h: 0.5}, 0),
        "topMargin": ({y: 1.0}, top), "bottomMargin": ({y: 1.0, h: 1.0}, -bottom),
        "centerYWithinMargins": ({y: 1.0, h: 0.5}, (top - bottom) / 2),
        "firstBaseline": ({y: 1.0, h: 1.0}, 0), "lastBaseline": ({y: 1.0, h: 1.0}, 0),
    }
    terms, constant = table[name]
    if along and rtl and (item, "y") not in terms:
        terms = {v: -c for v, c in terms.items()}
        terms[(0, "w")] = terms.get((0, "w"), 0) + 1.0
        constant = -constant
    return dict(terms), float(constant)


def row_of(model, constraint, rtl):
    """A constraint as (terms, relation, right-hand side)."""
    first, second = constraint["first"], constraint.get("second")
    along = first[1] in DIRECTED or bool(second) and second[1] in DIRECTED
    terms, constant = form(model, *first, rtl, along)
    right = constraint["constant"] - constant
    if second:
        others, constant = form(model, *second, rtl, along)
        factor = constraint["multiplier"]
        for variable, coefficient in others.items():
            terms[variable] = terms.get(variable, 0.0) - factor * coefficient
        right += factor * constant
    return terms, constraint["relation"], right


def rows_of(model, height):
    """Every row in document order, as dicts; the environment's come first."""
    rows = []
    rtl = model["environment"]["direction"] == "rtl"

    def add(name, terms, relation, right, priority, environment=False):
        rows.append({"name": name, "terms": terms, "relation": relation, "right": right,
                     "priority": priority, "environment": environment})

    for key, value in (("x", 0), ("y", 0), ("w", model["environment"]["width"])):
        add("environment", {(0, key): 1.0}, "==", value, 1000, True)
    if height is not None:
        add("environment", {(0, "h"): 1.0}, "==", height, 1000, True)
    add("the fitting pull", {(0, "h"): 1.0}, "==", 0, 50)
    for index, item in enumerate(model["items"]):
        content = content_size(model, item)
        for axis, (key, word) in enumerate((("w", "width"), ("h", "height"))):
            name, terms = f"{item['id']}.{word}", {(index, key): 1.0}
            if item.get("size") and item["size"][axis] is not None:
                add(f"{name} of 'size'", terms, "==", item["size"][axis], 1000)
            if content and content[axis] is not None:
                add(f"hugging of {name}", terms, "<=", content[axis], item["hugging"][axis])
                add(f"compression resistance of {name}", terms, ">=", content[axis],
                    item["compression"][axis])
    for constraint in active_constraints(model):
        terms, relation, right = row_of(model, constraint, rtl)
        add(constraint["name"], terms, relation, right, constraint["priority"])
    return rows


def content_size(model, item):
    if model["sizes"] is not None and item["id"] in model["sizes"]:
        return model["sizes"][item["id"]]
    return [49, 31] if item["kind"] == "switch" else item.get("intrinsic")


def active_constraints(model):
    result = [c for entry in model["constraints"] for c in entry["means"]]
    for group in model["groups"]:
        entries = group["constraints"] if group["holds"] else group["otherwise"]
        result += [c for entry in entries for c in entry["means"]]
    return result


def freedom(model, variables):
    """What is settled last, in document order: (name, terms, whether it may be negative)."""
    places = []
    rtl = model["environment"]["direction"] == "rtl"
    for index, item in enumerate(model["items"]):
        parent = item["parent"]
        x, y, w, h = (variables[(index, k)] for k in "xywh")
        places += [(f"{item['id']}.height", {h: 1.0}, False),
                   (f"{item['id']}.width", {w: 1.0}, False)]
        if parent is None:
            continue
        px, py, pw = (variables[(parent, k)] for k in "xyw")
        leading = {px: 1.0, pw: 1.0, x: -1.0, w: -1.0} if rtl else {x: 1.0, px: -1.0}
        places += [(f"{item['id']}.top", {y: 1.0, py: -1.0}, True),
                   (f"{item['id']}.leading", leading, True)]
    return places


def snapped(frame, scale):
    def pixel(edge):
        return math.floor(math.floor(edge * scale * 65536 + 0.5) / 65536 + 0.5)
    x, y, w, h = frame
    edges = pixel(x), pixel(y), pixel(x + w), pixel(y + h)
    return [edges[0] / scale, edges[1] / scale,
            (edges[2] - edges[0]) / scale, (edges[3] - edges[1]) / scale]


def document(model):
    """The template document of a model."""
    def view(index):
        item = model["items"][index]
        result = {"id": item["id"], "kind": item["kind"]}
        if item["kind"] == "label":
            result["text"] = "text"
        if item.get("hidden"):
            result["hidden"] = True
        if item.get("size"):
            result["size"] = item["size"]
        if item["kind"] not in ("guide", "spacer"):
            for key, default in (("hugging", 250), ("compression", 750)):
                horizontal, vertical = item[key]
                if horizontal != vertical:
                    result[key] = {"horizontal": horizontal, "vertical": vertical}
                elif horizontal != default:
                    result[key] = horizontal
            if item["margins"] != [8] * 4:
                result["margins"] = item["margins"]
        if item.get("intrinsic"):
            result["intrinsic"] = item["intrinsic"]
        subviews = [view(i) for i, other in enumerate(model["items"]) if other["parent"] == index]
        if subviews:
            result["subviews"] = subviews
        return result

    result = {"schema": "cellheights.template/1", "template": "random",
              "views": view(0).get("subviews", []), "states": ["plain", "expanded"],
              "margins": model["items"][0]["margins"],
              "constraints": [e["document"] for e in model["constraints"]]}
    if model["groups"]:
        result["groups"] = [
            {"when": g["when"],
             **{part: [e["document"] for e in g[part]] for part in ("constraints", "otherwise")
                if g[part]}} for g in model["groups"]]
    return result
