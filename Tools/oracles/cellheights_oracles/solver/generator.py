"""Random templates, as models."""
import random

from .model import number, row_of

CATEGORIES = ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"]


class Generator:
    SPACES = [0, 4, 8, 8, 12, 16, 20, 7, 3.5]
    SHIFTS = [-8, -20, 40, 100]
    KINDS = ["view", "view", "label", "label", "image", "switch", "guide", "spacer"]
    FACTORS = [1, 1, 2, 0.5, 0.25]
    POSITION_FACTORS = [1] * 8 + [0.5, 2]
    RATIOS = [1, 0.5, 0.5625, 2, 1.25]
    MOST_ITEMS = 12
    LENGTHS = [0, 10, 20, 24, 30, 40, 44, 55, 64, 80, 100, 120, 160, 200, 300, 500]

    def __init__(self, seed):
        self.rng = random.Random(seed)
        r = self.rng
        width = r.choice([320, 375, 390, 390, 430, 600, 100, 333])
        self.model = {
            "environment": {
                "width": width, "scale": r.choice([1, 2, 3, 3]),
                "category": r.choice(CATEGORIES), "direction": r.choice(["ltr", "ltr", "rtl"]),
                "state": r.choice(["plain", "expanded"])},
            "items": [{"id": "cell", "kind": "cell", "parent": None, "margins": self.margins(),
                       "hugging": [250, 250], "compression": [750, 750]}],
            "sizes": {}, "constraints": [], "groups": [],
            "height": r.choice([None, None, None, 44, 100, 300]),
        }
        self.names = 0
        # Every other template has few contradictions; every fourth is soft but for a frame.
        self.calm = seed % 2 == 0
        self.soft = seed % 4 == 1
        self.spread = r.choice([
            [1000], [1000, 1000, 1000, 750], [1000, 1000, 999, 750, 500, 250],
            [1000, 999, 751, 750, 749, 251, 250, 249, 51, 50, 49, 1]])
        if self.calm:
            self.spread = [999, 750, 750, 500, 250, 250, 49]
        if self.soft:
            self.spread = r.choice([[750], [750, 250], [999, 750, 500, 250, 50, 49]])
        self.views(0, r.randint(1, r.choice([2, 4, 7])), 0)
        self.items = self.model["items"]
        style = r.random()
        if style < 0.75 or self.calm:
            for parent in range(len(self.items)):
                self.flow(parent)
        for _ in range(r.randint(0, 3) if style < 0.75 or self.calm else r.randint(1, 4 * len(self.items))):
            self.add(self.model["constraints"], self.any_constraint)
        for _ in range(r.choice([0, 0, 1, 2])):
            self.ratio()
        if len(self.items) > 1:
            for _ in range(r.choice([0, 0, 0, 1, 2])):
                self.group()
        if r.random() < 0.5:
            r.shuffle(self.model["constraints"])

    def margins(self):
        r = self.rng
        return r.choice([[8] * 4, [8] * 4, [16] * 4, [4, 16, 12, 8], [0, 20, 5, 3]])

    def ranks(self, default):
        r = self.rng
        if r.random() < 0.6:
            return [default, default]
        return [r.choice([default, default - 1, default + 1, 1000, 999, 500, 50, 750, 250])
                for _ in range(2)]

    def views(self, parent, count, depth):
        r = self.rng
        for _ in range(count):
            if len(self.model["items"]) > self.MOST_ITEMS:
                return
            kind = r.choice(self.KINDS)
            item = {"id": f"v{len(self.model['items'])}", "kind": kind, "parent": parent,
                    "margins": [8] * 4, "hugging": [250, 250], "compression": [750, 750]}
            item["hidden"] = kind not in ("guide", "spacer") and r.random() < 0.05
            if r.random() < 0.1:
                item["id"] = f"K-{len(self.model['items'])} q"
            if r.random() < 0.25:
                item["size"] = r.choice([[40, 40], [None, 30], [60, None], [20, 10]])
            if kind not in ("guide", "spacer"):
                item["margins"] = self.margins()
                item["hugging"], item["compression"] = self.ranks(250), self.ranks(750)
            if kind in ("view", "image") and r.random() < 0.5:
                item["intrinsic"] = [r.choice(self.LENGTHS + [None]) for _ in range(2)]
            self.measure(item)
            self.model["items"].append(item)
            index = len(self.model["items"]) - 1
            if kind == "view" and depth < 2 and r.random() < 0.3:
                self.views(index, r.randint(1, 3), depth + 1)

    def measure(self, item):
        """Gives a view content of its own now and then, as `--sizes` does."""
        r = self.rng
        if item["kind"] in ("view", "label", "image", "switch") and r.random() < (
                0.8 if item["kind"] == "label" else 0.15):
            self.model["sizes"][item["id"]] = [
                r.choice(self.LENGTHS + [None, 33.5, 20.25]) for _ in range(2)]

    def priority(self):
        return self.rng.choice(self.spread)

    def name(self):
        self.names += 1
        return f"c{self.names}"

    def quoted(self, item):
        name = self.items[item]["id"]
        return name if name.replace("_", "a").isalnum() else f'"{name}"'

    def entry(self, first, relation, second, multiplier, constant, priority):
        name = self.name()
        text = f"{self.quoted(first[0])}.{first[1]} {relation} "
        if second is None:
            text += number(constant)
        else:
            if multiplier == 0.5625 and self.rng.random() < 0.5:
                text += "{image.height|9}/{image.width|16} * "
            elif multiplier != 1:
                text += f"{number(multiplier)} * "
            text += f"{self.quoted(second[0])}.{second[1]}"
            if constant:
                text += f" {'+' if constant > 0 else '-'} {number(abs(constant))}"
        if priority != 1000:
            text += f" @{priority}"
        return {"document": {"id": name, "constraint": text}, "means": [
            {"name": name, "first": first, "relation": relation, "second": second,
             "multiplier": multiplier, "constant": constant, "priority": priority}]}

    def add(self, where, maker):
        made = maker()
        if made:
            where.append(made)

    def flow(self, parent):
        """The children of a view one after the other, with gaps left out now and then."""
        r = self.rng
        children = [i for i, item in enumerate(self.items) if item["parent"] == parent]
        if not children:
            return
        for axis in (0, 1):
            if r.random() < (0.2 + 0.4 * (axis == 0) + 0.35 * (axis == 0 and self.calm)):
                for child in children:
                    if r.random() < 0.9:
                        self.model["constraints"].append(self.visual(axis, [child], parent))
            else:
                self.model["constraints"].append(self.visual(axis, children, parent))

    def visual(self, axis, views, parent):
        """A visual format string and what it means, left to right."""
        r = self.rng
        near, far, extent = (("leading", "trailing", "width"), ("top", "bottom", "height"))[axis]
        name, means, text = self.name(), [], r.choice(["H:", "H:", ""]) if axis == 0 else "V:"

        def mean(first, relation, second, constant, priority):
            means.append({"name": "", "first": first, "relation": relation, "second": second,
                          "multiplier": 1, "constant": constant, "priority": priority})

        def predicate(values):
            relation = r.choice(["==", "==", ">=", "<="])
            value, priority = r.choice(values), self.priority()
            shown = number(value) if relation == "==" and r.random() < 0.8 else \
                f"{relation}{number(value)}"
            return relation, value, priority, shown + (f"@{priority}" if priority != 1000 else "")

        def connect(left, right, left_root, right_root):
            kind = r.random()
            a = (left, near if left_root else far)
            b = (right, far if right_root else near)
            if self.soft:
                kind = 0.7 + 0.3 * kind
            if kind < 0.15:
                mean(b, "==", a, 0, 1000)
                return ""
            if kind < 0.35:
                if left_root or right_root:
                    a = (a[0], a[1] + "Margin") if left_root else a
                    b = (b[0], b[1] + "Margin") if right_root else b
                    mean(b, "==", a, 0, 1000)
                else:
                    mean(b, "==", a, 8, 1000)
                return "-"
            if kind < 0.7:
                value = r.choice(self.SPACES)
                mean(b, "==", a, value, 1000)
                return f"-{number(value)}-"
            shown = []
            for _ in range(r.choice([1, 1, 2])):
                relation, value, priority, written = predicate(self.SPACES)
                mean(b, relation, a, value, priority)
                shown.append(written)
            return f"-({','.join(shown)})-"

        last = None
        if r.random() < 0.9:
            text += "|"
            last = (parent, True)
        for view in views:
            if last:
                text += connect(last[0], view, last[1], False)
            text += f"[{self.quoted(view)}"
            if r.random() < (0.1 if self.calm else 0.2):
                shown = []
                for _ in range(r.choice([1, 1, 2])):
                    others = [v for v in range(1, len(self.items)) if v != view]
                    if others and r.random() < 0.3:
                        other, relation = r.choice(others), r.choice(["==", ">=", "<="])
                        priority = self.priority()
                        mean((view, extent), relation, (other, extent), 0, priority)
                        shown.append(f"{'' if relation == '==' else relation}{self.quoted(other)}"
                                     + (f"@{priority}" if priority != 1000 else ""))
                    else:
                        relation, value, priority, written = predicate(self.LENGTHS)
                        mean((view, extent), relation, None, value, priority)
                        shown.append(written)
                text += f"({','.join(shown)})"
            text += "]"
            last = (view, False)
        if r.random() < 0.8:
            text += connect(last[0], parent, last[1], True) + "|"
        for number_, meaning in enumerate(means):
            meaning["name"] = name if len(means) == 1 else f"{name}.{number_ + 1}"
        return {"document": {"id": name, "constraint": text}, "means": means}

    def any_constraint(self):
        r = self.rng
        count = len(self.items)
        first = r.randrange(count)
        relation = r.choice(["==", "==", ">=", "<="])
        kind = r.random()
        if kind < 0.25:
            attribute = r.choice(["width", "height"])
            if r.random() < 0.4:
                return self.entry((first, attribute), relation, (r.randrange(count), attribute),
                                  r.choice(self.FACTORS), r.choice([0, 0, 8, -8, 20]),
                                  self.priority())
            return self.entry((first, attribute), relation, None, 1, r.choice(self.LENGTHS),
                              self.priority())
        families = [
            ["leading", "trailing", "centerX", "leadingMargin", "trailingMargin",
             "centerXWithinMargins"],
            ["left", "right", "centerX", "leftMargin", "rightMargin", "centerXWithinMargins"],
            ["top", "bottom", "centerY", "topMargin", "bottomMargin", "centerYWithinMargins"],
            ["top", "bottom", "centerY", "lastBaseline", "firstBaseline"]]
        family = r.choice(families)
        multiplier = r.choice(self.POSITION_FACTORS)
        return self.entry((first, r.choice(family)), relation,
                          (r.randrange(count), r.choice(family)), multiplier,
                          r.choice(self.SPACES + self.SHIFTS), self.priority())

    def ratio(self):
        r = self.rng
        if len(self.items) < 2:
            return
        first = r.randrange(1, len(self.items))
        second = first if r.random() < 0.8 else r.randrange(len(self.items))
        pair = r.choice([("height", "width"), ("height", "width"), ("width", "height")])
        self.model["constraints"].append(self.entry(
            (first, pair[0]), r.choice(["==", "==", "==", ">=", "<="]), (second, pair[1]),
            r.choice(self.RATIOS), r.choice([0, 0, 0, 10]),
            self.ratio_priority()))

    def ratio_priority(self):
        return self.rng.choice([999, 999, 750, 250] + [1000] * (not self.calm))

    def group(self):
        r = self.rng
        environment = self.model["environment"]
        limit = r.choice([320, 375, 390, 500])
        category = r.choice(CATEGORIES)
        rank = CATEGORIES.index
        when, holds = r.choice([
            (f"width < {limit}", environment["width"] < limit),
            (f"width >= {limit}", environment["width"] >= limit),
            (f"sizeCategory >= {category}", rank(environment["category"]) >= rank(category)),
            ("direction == rtl", environment["direction"] == "rtl"),
            ("state == expanded", environment["state"] == "expanded"),
            ("state != expanded and scale == 3",
             environment["state"] != "expanded" and environment["scale"] == 3),
            (f"not (width < {limit} or scale < 2)",
             not (environment["width"] < limit or environment["scale"] < 2)),
        ])
        group = {"when": when, "holds": holds, "constraints": [], "otherwise": []}
        for part in ("constraints", "otherwise"):
            for _ in range(r.choice([0, 1, 2])):
                self.add(group[part], self.any_constraint)
        self.model["groups"].append(group)


class SystemGenerator(Generator):
    """Systems of 2 to 40 views whose frames are all printed, with 1 to 8 priority levels.

    `fine`: every number is a multiple of 1/64. The environment, the held height and the content
    sizes of `v1` and `v2` are given, because many systems are laid out by one process.
    """
    KINDS = ["view", "view", "view", "label", "label", "image", "switch"]
    MOST_ITEMS = 40
    PRIORITIES = [999, 998, 751, 750, 749, 600, 500, 251, 250, 249, 51, 49, 48, 2, 1]

    def __init__(self, seed, setting, fine):
        self.rng = random.Random(seed)
        r = self.rng
        self.fine = fine
        self.calm = r.random() < 0.5
        self.soft = r.random() < 0.35
        self.numbers()
        levels = r.randint(1, 8)
        # The fitting pull is always there.
        self.palette = [50] + r.sample(self.PRIORITIES, levels - 1)
        required = r.choice([0.02, 0.1, 0.2]) if self.calm else r.choice([0.2, 0.5, 0.7])
        most = max(1, round(len(self.palette) * required / (1 - required)))
        self.spread = self.palette + [1000] * (most if r.random() < 0.8 else 0)
        self.model = {
            "environment": dict(setting["environment"]), "height": setting["height"],
            "items": [{"id": "cell", "kind": "cell", "parent": None, "margins": self.margins(),
                       "hugging": [250, 250], "compression": [750, 750]}],
            "sizes": setting["sizes"], "constraints": [], "groups": [],
        }
        self.names = 0
        self.count = r.randint(2, r.choice([3, 6, 6, 10, 10, 16, 40]))
        while len(self.model["items"]) <= self.count:
            self.views(0, self.count + 1 - len(self.model["items"]), 0)
        self.items = self.model["items"]
        if r.random() < 0.1:  # widths that required equations decide alone
            for item in self.items:
                item.pop("size", None)
            self.columns()
            return
        flows = r.random()
        if flows < 0.8:
            for parent in range(len(self.items)):
                self.flow(parent)
        few, many = (0, 3) if flows < 0.8 else (len(self.items), 4 * len(self.items))
        for _ in range(r.randint(few, many)):
            self.add(self.model["constraints"], self.any_constraint)
        if r.random() < 0.2:
            self.columns()
        for _ in range(r.choice([0, 0, 1, 2, 3])):
            self.ratio()
        if r.random() < 0.25:
            self.plant()
        for _ in range(r.choice([0, 0, 0, 1])):
            self.group()
        if r.random() < 0.5:
            r.shuffle(self.model["constraints"])

    def columns(self):
        """Subviews of equal width side by side, with heights that follow their widths."""
        r = self.rng
        families = {}
        for index, item in enumerate(self.items):
            families.setdefault(item["parent"], []).append(index)
        parent, children = r.choice([f for f in families.items() if f[0] is not None])
        constraints = self.model["constraints"]

        def require(first, second, constant, factor=1, priority=1000):
            constraints.append(self.entry(first, "==", second, factor, constant, priority))

        gap, last = r.choice(self.SPACES), None
        for child in children:
            require((child, "leading"), (last, "trailing") if last else (parent, "leading"), gap)
            if last:
                require((child, "width"), (last, "width"), 0)
            if r.random() < 0.6:
                priority = r.choice([1000, 1000, self.ratio_priority()])
                require((child, "height"), (child, "width"), r.choice([0, 0, 10]),
                        r.choice(self.RATIOS), priority)
            last = child
        require((parent, "trailing"), (last, "trailing"), gap)

    def plant(self):
        """Constraints that frames made up before all meet exactly, so that many are tight at once.

        The frames are even numbers, so that centres and products stay multiples of 1/64.
        """
        r = self.rng
        rtl = self.model["environment"]["direction"] == "rtl"
        frames = {(i, k): 2.0 * r.randint(0, 200) for i in range(len(self.items)) for k in "xywh"}
        frames.update({(0, "x"): 0.0, (0, "y"): 0.0,
                       (0, "w"): float(self.model["environment"]["width"])})
        if self.model["height"] is not None:
            frames[(0, "h")] = float(self.model["height"])
        for _ in range(r.randint(1, 3 * len(self.items))):
            made = self.any_constraint()
            meaning = made["means"][0]
            terms, _, right = row_of(self.model, meaning, rtl)
            constant = meaning["constant"] - right + sum(
                c * frames[v] for v, c in terms.items())
            if meaning["second"] is None and constant < 0 or round(constant * 64) != constant * 64:
                continue
            self.model["constraints"].append(self.entry(
                meaning["first"], meaning["relation"], meaning["second"], meaning["multiplier"],
                constant, meaning["priority"] if r.random() < 0.5 else 1000))

    def numbers(self):
        """Lengths and factors of this system."""
        r = self.rng

        def length(limit):
            return r.randint(0, limit * 64) / 64 if self.fine else round(r.random() * limit, 3)

        if r.random() < 0.6:
            self.SPACES = self.SPACES + [length(30) for _ in range(4)]
            self.LENGTHS = self.LENGTHS + [length(400) for _ in range(8)]
            self.SHIFTS = self.SHIFTS + [length(60) - 30 if self.fine else -length(30)]
        if r.random() < 0.5:
            some = [0.75, 1.5, 1.25, 3, 0.265625] if self.fine else [0.333, 1.777, 0.1, 3, 0.7]
            self.FACTORS = self.FACTORS + some
            self.RATIOS = self.RATIOS + some
            self.POSITION_FACTORS = self.POSITION_FACTORS + [0.75, 1.25]

    def views(self, parent, count, depth):
        known = len(self.model["items"])
        super().views(parent, count, depth)
        for index in range(known, len(self.model["items"])):
            if index in (1, 2):  # `v1` and `v2` have their content from the table of sizes
                self.model["items"][index]["id"] = f"v{index}"

    def ranks(self, default):
        r = self.rng
        return [r.choice(self.palette + [1000] * (r.random() < 0.05)) for _ in range(2)]

    def measure(self, item):
        pass

    def ratio_priority(self):
        return self.rng.choice(self.palette + [1000] * (2 + (not self.calm) * len(self.palette)))
