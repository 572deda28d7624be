"""Which labels have a size of their own.

A label's size along an axis is *held* when the equal constraints of its file decide it without
looking at its text: once every other view's content size is known, the label gets what is left.
An inequality counts as equal where the saved rectangles lie on its boundary, and so do an edge of
a stack view and an edge of a view in it that coincide. Otherwise the label is *free*, and Apple's
engine gave it the size of its text. Only which numbers are decided is asked, so constants do not
matter: it is the rank of a matrix of coefficients.
"""
from fractions import Fraction

LOW = {"x": ("leading", "left", "leadingMargin", "leftMargin"),
       "y": ("top", "topMargin")}
HIGH = {"x": ("trailing", "right", "trailingMargin", "rightMargin"),
        "y": ("bottom", "bottomMargin")}
MIDDLE = {"x": ("centerX", "centerXWithinMargins"),
          "y": ("centerY", "centerYWithinMargins", "baseline", "firstBaseline", "lastBaseline")}
LENGTH = {"x": "width", "y": "height"}
LETTER = {"x": "w", "y": "h"}

# Saved rectangles are rounded to the device's pixel.
TOLERANCE = 0.51


class Rows:
    """Linear equations, kept reduced; each row is a map from an unknown to its coefficient."""

    def __init__(self):
        self.rows = {}

    def reduced(self, row):
        row = dict(row)
        while True:
            pivot = next((u for u in row if u in self.rows), None)
            if pivot is None:
                return row
            factor = row[pivot]
            for unknown, coefficient in self.rows[pivot].items():
                value = row.get(unknown, 0) - factor * coefficient
                if value:
                    row[unknown] = value
                else:
                    row.pop(unknown, None)

    def add(self, row):
        row = self.reduced({u: c for u, c in row.items() if c})
        if not row:
            return
        pivot = min(row)
        row = {u: Fraction(c) / row[pivot] for u, c in row.items()}
        for other, existing in list(self.rows.items()):
            if pivot in existing:
                factor = existing[pivot]
                merged = {u: existing.get(u, 0) - factor * row.get(u, 0) for u in {*existing, *row}}
                self.rows[other] = {u: c for u, c in merged.items() if c}
        self.rows[pivot] = row

    def decide(self, row):
        return not self.reduced(row)


def multiplier(text):
    if text is None:
        return Fraction(1)
    for sign in ":/":
        if sign in text:
            over, under = text.split(sign)
            return Fraction(over) / Fraction(under)
    return Fraction(text)


def term(view, attribute, axis):
    low, length = (view, "lo"), (view, "len")
    if attribute in LOW[axis]:
        return {low: Fraction(1)}
    if attribute in HIGH[axis]:
        return {low: Fraction(1), length: Fraction(1)}
    if attribute in MIDDLE[axis]:
        return {low: Fraction(1), length: Fraction(1, 2)}
    if attribute == LENGTH[axis]:
        return {length: Fraction(1)}
    return None


def difference(first, second, factor=1):
    return {u: first.get(u, 0) - factor * second.get(u, 0) for u in {*first, *second}}


class Axis:
    """The equal constraints of one file along one axis."""

    def __init__(self, document, axis):
        self.document, self.axis = document, axis
        self.equations = []
        self.shares = set()
        excluded = self.excluded()
        for element in document.root.iter("constraint"):
            if element.get("id") not in excluded:
                self.read(element)
        for element in document.root.iter("stackView"):
            self.stack(element)

    def excluded(self):
        return {e.get("reference") for v in self.document.root.iter("variation")
                if v.get("key") == "default" for e in v.iter("exclude")}

    def view(self, reference):
        """The view that a constraint's item stands for; a guide stands for its owner's bounds."""
        element = self.document.elements.get(reference)
        while element is not None and element.get("id") not in self.document.views:
            if not element.tag.endswith(("LayoutGuide", "ContentView")):
                return None
            element = self.document.parents[element]
        return None if element is None else element.get("id")

    def read(self, element):
        owner = self.document.parents[self.document.parents[element]]
        first = self.view(element.get("firstItem") or owner.get("id"))
        second = self.view(element.get("secondItem")) if element.get("secondItem") else None
        names = element.get("firstAttribute"), element.get("secondAttribute")
        left = term(first, names[0], self.axis)
        right = term(second, names[1], self.axis) if element.get("secondItem") else {}
        if first is None or left is None or right is None or (right and second is None):
            return
        hugging = {"x": "horizontal", "y": "vertical"}[self.axis] + "HuggingPriority"
        priority = int(element.get("priority", "1000"))
        if priority < 1000 and priority <= int(self.document.elements[first].get(hugging, "250")):
            return
        row = difference(left, right, multiplier(element.get("multiplier")))
        if element.get("relation", "equal") != "equal":
            gap = sum(float(c) * self.saved(*unknown) for unknown, c in row.items())
            gap += self.margin(first, names[0]) - self.margin(second, names[1])
            if abs(gap - float(element.get("constant", "0"))) > TOLERANCE:
                return
        self.equations.append(row)

    def saved(self, view, part):
        """A number of a saved rectangle; constraints act on alignment rectangles."""
        rect = self.document.views[view].get("alignmentRect") or self.document.views[view]["frame"]
        return rect["xywh".index(self.axis) + (2 if part == "len" else 0)]

    def margin(self, view, attribute):
        """What the margin adds to an edge of a view."""
        if not attribute or not attribute.endswith("Margin"):
            return 0
        top, left, bottom, right = self.document.views[view].get(
            "layoutMargins(t,l,b,r)", (8, 8, 8, 8))
        return {"top": top, "leading": left, "left": left, "bottom": -bottom, "trailing": -right,
                "right": -right}[attribute.removesuffix("Margin")]

    def stack(self, element):
        name = element.get("id")
        box = element.find("subviews")
        kids = [k.get("id") for k in (box if box is not None else [])
                if k.get("hidden") != "YES" and k.get("id") in self.document.views]
        if name not in self.document.views or not kids:
            return
        low = lambda v: {(v, "lo"): Fraction(1)}
        high = lambda v: {(v, "lo"): Fraction(1), (v, "len"): Fraction(1)}
        along = "y" if element.get("axis") == "vertical" else "x"
        if along == self.axis:
            self.equations.append(difference(low(kids[0]), low(name)))
            self.equations.append(difference(high(kids[-1]), high(name)))
            if element.get("distribution") != "equalSpacing":
                for one, next in zip(kids, kids[1:]):
                    self.equations.append(difference(low(next), high(one)))
            if element.get("distribution") == "fillEqually":
                for one, next in zip(kids, kids[1:]):
                    self.equations.append({(one, "len"): Fraction(1), (next, "len"): Fraction(-1)})
            if element.get("distribution") == "fillProportionally":
                self.shares.update(kids)
        else:
            for kid in kids:
                for edge in (low, high):
                    row = difference(edge(kid), edge(name))
                    if abs(sum(float(c) * self.saved(*u) for u, c in row.items())) < TOLERANCE:
                        self.equations.append(row)

    def holds(self, label):
        """Whether the label's size along this axis is decided without its text."""
        if label.id in self.shares:
            return True
        rows = Rows()
        for equation in self.equations:
            rows.add(equation)
        for name, view in self.document.views.items():
            if view["input"]:
                rows.add({(name, "lo"): Fraction(1)})
                rows.add({(name, "len"): Fraction(1)})
            elif name != label.id and self.has_content(name, view):
                rows.add({(name, "len"): Fraction(1)})
        return rows.decide({(label.id, "len"): Fraction(1)})

    def has_content(self, name, view):
        if view["type"] == "imageView":
            return self.document.elements[name].get("image") is not None
        return view["type"] == "switch" or LETTER[self.axis] in view["intrinsicFromSavedRect"]
