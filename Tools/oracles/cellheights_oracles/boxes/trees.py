"""Random trees of CSS boxes, as a page and as a template have them."""
import random

TEXTS = [
    "The quick brown fox", "jumps over the lazy dog.", "A", "  spaced   out  ", "Well-known, isn’t it?",
    "supercalifragilisticexpialidocious", "line one\nline two", "https://example.org/a/b?c=d&e=f",
    "Überraschung für Jörg", "日本語の文章です。", "中文和 English 混排", "مرحبا بالعالم", "שלום עולם",
    "ภาษาไทยไม่มีช่องว่าง", "3.14 × 2 = 6.28", "soft\u00adhy\u00adphen\u00adated", "tab\there", "100\u00a0km/h", "👩‍👩‍👧 emoji",
    "The report of the committee, which was published on Tuesday, has 128 pages.",
]

JAPANESE = [
    "新しい記事を公開しました：「東京の夜」", "今日は、とても「暑い」日でした。明日はどうでしょう？", "『春』（第二版）、発売中！",
    "写真：山田「海と空」", "駅前に、新しい店ができた。（毎日十時から）「また行きたい」と、母は言う。",
]
FRACTIONS = ["13.333px", "0.9rem", "0.85rem", "14.4px", "11.7px", "17.6px", "1.1em", "92%", "19.99px", "12.8px"]
FACTORS = ["1.2", "1.35", "1.45", "1.6", "1.55", "1.333", "1.1", "1.428571"]

LENGTHS = ["0", "3px", "7.5px", "10px", "12.3px", "20px", "33px", "47px", "60px", "90px", "120px",
           "1.25em", "0.5rem"]
SHORT = ["0", "1px", "2.5px", "4px", "7px", "10px", "13.7px", "20px"]
PERCENTS = ["10%", "25%", "33.3%", "50%", "80%", "100%", "130%"]
CALCS = ["calc(100% - 20px)", "calc(50% + 7px)", "min(50%, 70px)", "max(20%, 30px)",
         "clamp(20px, 40%, 90px)", "calc((100% - 10px) / 3)", "calc(2 * 17px)"]
CONTENT = ["min-content", "max-content", "fit-content", "stretch"]
ALIGN = ["normal", "stretch", "start", "end", "center", "flex-start", "flex-end", "self-start",
         "self-end", "baseline", "last baseline", "safe center", "safe end", "unsafe center"]
CONTENT_ALIGN = ["normal", "stretch", "start", "end", "center", "flex-start", "flex-end",
                 "space-between", "space-around", "space-evenly", "safe center", "safe end",
                 "baseline", "last baseline"]


class Trees:
    """Makes trees, and counts the properties that they have."""

    def __init__(self, seed, texts=True, inline=True, further=False):
        self.texts = texts
        self.further = further
        self.inline = texts and inline
        self.random = random.Random(seed)
        # Choices that were added later have numbers of their own, so that the other ones stay.
        self.later = random.Random(seed + 1)
        self.latest = random.Random(seed + 2)
        self.counts = {}

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *lists):
        return self.random.choice(self.random.choice(lists))

    def set(self, style, name, value):
        style[name] = value
        key = f"{name}: {value.split()[0]}" if value and value[0].isalpha() else name
        self.counts[key] = self.counts.get(key, 0) + 1

    def size(self, style, name, share):
        if self.chance(share):
            values = [LENGTHS, LENGTHS, PERCENTS, CALCS]
            if name in ("width", "height", "flex-basis") or name.endswith("width"):
                values.append(CONTENT)
            self.set(style, name, self.pick(*values))
            if self.further and self.latest.random() < 0.15:
                self.set(style, name, self.latest.choice(
                    ["20vw", "calc(10vw + 3px)", "var(--size)", f"var(--none, {style[name]})",
                     "calc(var(--size) * 2)"]))

    def edges(self, style, name, values, share):
        if not self.chance(share):
            return
        if self.chance(0.5):
            count = self.random.randint(1, 4)
            self.set(style, name, " ".join(self.random.choice(values) for _ in range(count)))
        else:
            for side in self.random.sample(["top", "right", "bottom", "left"], 2):
                self.set(style, f"{name}-{side}", self.random.choice(values))

    def box(self, depth, parent):
        """A box inside a parent of a display."""
        style = {}
        displays = ["block", "block", "flex", "flex", "flow-root", "list-item"]
        if parent is not None and self.chance(0.08):
            displays = ["none", "contents"]
        display = self.random.choice(displays)
        self.set(style, "display", display)
        if display == "list-item":
            self.set(style, "list-style", self.later.choice(["none", "none", "disc", "outside decimal"]))
        if self.chance(0.15):
            self.set(style, "direction", self.random.choice(["ltr", "rtl"]))
        if self.chance(0.3):
            self.set(style, "box-sizing", self.random.choice(["border-box", "content-box"]))
        if parent is not None:
            self.outer(style, parent)
        self.edges(style, "padding", SHORT + ["10%", "calc(5% + 1px)"], 0.35)
        if self.chance(0.25):
            self.set(style, "border-width", " ".join(
                self.random.choice(["0", "1px", "2px", "3.7px"]) for _ in range(self.random.randint(1, 4))))
            style["border-style"] = "solid"
        if self.chance(0.12):
            for axis in ("x", "y"):
                self.set(style, f"overflow-{axis}",
                         self.random.choice(["visible", "hidden", "clip", "auto", "scroll"]))
        if self.chance(0.04):
            self.set(style, "container-type", "inline-size")
        if self.chance(0.08):
            self.set(style, "aspect-ratio", self.random.choice(["1", "16 / 9", "0.6", "2.35"]))
        if self.texts and self.chance(0.3):
            self.font(style)
        if display == "flex":
            self.flex(style)
        elif self.chance(0.05):
            self.set(style, "align-content", self.random.choice(CONTENT_ALIGN))
        node = {"style": style}
        if depth > 0 and self.chance(0.8 if depth > 1 else 0.5):
            count = self.random.choice([1, 1, 2, 2, 3, 4])
            node["children"] = [
                self.child(depth - 1, display) for _ in range(count)]
        return node

    def picture(self):
        """A replaced element of a natural size."""
        style = {"display": "block"}
        self.outer(style, "flex")
        if self.chance(0.2):
            self.set(style, "aspect-ratio", self.random.choice(["1", "auto 2 / 1", "2 / 3"]))
        return {"style": style,
                "picture": [self.random.choice([10, 24, 40, 100]), self.random.choice([8, 24, 50])]}

    def outer(self, style, parent):
        """Sizes, margins and properties of an item."""
        self.size(style, "width", 0.3)
        self.size(style, "height", 0.3)
        for name in ("min-width", "max-width", "min-height", "max-height"):
            self.size(style, name, 0.08)
        self.edges(style, "margin", SHORT + ["auto", "-5px", "5%", "calc(3% - 2px)"], 0.35)
        if self.chance(0.1):
            self.set(style, "position", self.random.choice(["relative", "absolute"]))
            for side in ("top", "right", "bottom", "left"):
                if self.chance(0.4):
                    self.set(style, side, self.random.choice(SHORT + ["-4px", "10%", "auto"]))
            if self.chance(0.3):
                self.set(style, "justify-self", self.random.choice(ALIGN))
        if self.chance(0.2):
            self.set(style, "align-self", self.random.choice([*ALIGN, "auto"]))
        if parent == "flex" or self.chance(0.05):
            if self.chance(0.35):
                self.set(style, "flex-grow", self.random.choice(["0", "1", "2", "0.3"]))
            if self.chance(0.35):
                self.set(style, "flex-shrink", self.random.choice(["0", "1", "3", "0.4"]))
            if self.chance(0.25):
                self.set(style, "flex-basis", self.pick(LENGTHS, PERCENTS, CONTENT, CALCS, ["content", "auto"]))
            if self.chance(0.1):
                self.set(style, "order", self.random.choice(["-1", "0", "1"]))

    def flex(self, style):
        """Properties of a flex container."""
        if self.chance(0.6):
            self.set(style, "flex-direction",
                     self.random.choice(["row", "column", "row-reverse", "column-reverse"]))
        if self.chance(0.4):
            self.set(style, "flex-wrap", self.random.choice(["nowrap", "wrap", "wrap-reverse"]))
        if self.chance(0.5):
            self.set(style, "align-items", self.random.choice(ALIGN))
        if self.chance(0.5):
            self.set(style, "justify-content", self.random.choice([*CONTENT_ALIGN[:-2], "left", "right"]))
        if self.chance(0.3):
            self.set(style, "align-content", self.random.choice(CONTENT_ALIGN))
        if self.chance(0.4):
            self.set(style, "gap", self.random.choice(["5px", "3px 8.5px", "10%", "normal", "calc(2% + 1px)"]))

    def font(self, style, inline=False):
        """Properties of texts, which are inherited."""
        if self.further:
            self.fractions(style)
        if self.chance(0.25):
            self.set(style, "font-size", self.random.choice(
                ["12px", "13.5px", "20px", "1.25em", "80%", "0.875rem", "smaller"]))
        if self.chance(0.2):
            self.set(style, "line-height", self.random.choice(
                ["1", "1.4", "normal", "20px", "2em", "150%", "0"]))
        if self.chance(0.15):
            self.set(style, "font-weight", self.random.choice(["bold", "300", "bolder", "600"]))
        if self.chance(0.05):
            self.set(style, "font-style", "italic")
        if self.chance(0.15):
            self.set(style, "letter-spacing", self.random.choice(["1px", "-0.5px", "0.1em"]))
        if self.chance(0.1):
            self.set(style, "word-spacing", self.random.choice(["2px", "-1px", "0.3em", "normal"]))
        if self.chance(0.1):
            name, value = self.random.choice([
                ("font-kerning", "none"), ("font-feature-settings", "'tnum', 'ss01' 1"),
                ("font-variant-numeric", "tabular-nums slashed-zero"),
                ("font-variant-ligatures", "none"), ("font-feature-settings", "'kern' off")])
            self.set(style, name, value)
        if self.chance(0.3):
            self.set(style, "white-space", self.random.choice(
                ["normal", "nowrap", "pre", "pre-line", "pre-wrap", "break-spaces"]))
        if inline:
            if self.later.random() < 0.1:
                self.set(style, "overflow-wrap", self.later.choice(["normal", "anywhere", "break-word"]))
            if self.later.random() < 0.05:
                self.set(style, "word-break", self.later.choice(["normal", "break-all", "keep-all"]))
            return
        if self.chance(0.1):
            self.set(style, "text-wrap", self.random.choice(["balance", "stable", "nowrap", "wrap"]))
        if self.chance(0.05):
            self.set(style, "white-space-collapse", self.random.choice(
                ["collapse", "preserve", "preserve-breaks", "break-spaces"]))
        if self.chance(0.3):
            self.set(style, "overflow-wrap", self.random.choice(["normal", "anywhere", "break-word"]))
        if self.chance(0.1):
            self.set(style, "word-break", self.random.choice(["break-all", "keep-all"]))
        if self.chance(0.1):
            self.set(style, "text-transform", self.random.choice(
                ["uppercase", "lowercase", "capitalize"]))
        if self.chance(0.1):
            self.set(style, "text-align", self.random.choice(["start", "end", "center", "left", "right"]))
        elif self.later.random() < 0.05:
            self.set(style, "text-align", "justify")
        if self.chance(0.08):
            self.set(style, "text-indent", self.random.choice(["20px", "-5px", "10%", "1em"]))

    def fractions(self, style):
        """Font sizes and line heights that are not whole pixels, and `font` before or after them."""
        if self.latest.random() < 0.3:
            self.set(style, "font-size", self.latest.choice(FRACTIONS))
        if self.latest.random() < 0.3:
            self.set(style, "line-height", self.latest.choice(FACTORS))
        if self.latest.random() < 0.15:
            size = self.latest.choice([*FRACTIONS, "16px", "15px"])
            height = self.latest.choice(["", "/1.4", "/1.35", "/150%", "/1.5em", "/21.3px", "/normal"])
            before = self.latest.choice(["", "", "italic ", "600 ", "italic bold "])
            self.set(style, "font", f"{before}{size}{height} Inter")

    def vertical(self, style):
        if self.chance(0.5):
            self.set(style, "vertical-align", self.random.choice(
                ["baseline", "sub", "super", "middle", "top", "bottom", "text-top", "text-bottom",
                 "3px", "-0.3em", "20%"]))

    def span(self, depth):
        """An inline box."""
        style = {"display": "inline"}
        self.counts["display: inline"] = self.counts.get("display: inline", 0) + 1
        self.edges(style, "padding", SHORT + ["5%"], 0.4)
        self.edges(style, "margin", SHORT + ["-3px", "auto"], 0.3)
        if self.chance(0.2):
            self.set(style, "border-width", self.random.choice(["1px", "2px 0 1px 3px"]))
            style["border-style"] = "solid"
        self.font(style, inline=True)
        if self.chance(0.4):
            self.vertical(style)
        if self.chance(0.05):
            self.set(style, "direction", self.random.choice(["ltr", "rtl"]))
        inside = self.phrases(depth - 1)
        if any(not isinstance(part, str) for part in inside) and (
                style.get("vertical-align") in ("top", "bottom")):
            # Chromium moves the wrong boxes if an inline box with a background is inside.
            style["vertical-align"] = "middle"
        return {"style": style, "children": inside}

    def atom(self, depth):
        """A box on a line."""
        if self.chance(0.4):
            node = self.picture()
            node["style"]["display"] = "inline"
        elif self.chance(0.6):
            node = self.text("block")
            node["style"]["display"] = self.random.choice(["inline-block", "inline-flex"])
        else:
            node = self.box(depth - 1, "block")
            node["style"]["display"] = self.random.choice(["inline-block", "inline-flex"])
        key = f"display: {node['style']['display']}"
        self.counts[key] = self.counts.get(key, 0) + 1
        self.vertical(node["style"])
        return node

    def phrases(self, depth):
        """The contents of lines."""
        made = []
        for _ in range(self.random.choice([1, 2, 2, 3, 4])):
            kind = self.random.random()
            if depth <= 0 or kind < 0.5:
                words = self.words()
                made.append(self.random.choice(["", " "]) + words + self.random.choice(["", " "]))
            elif kind < 0.8:
                made.append(self.span(depth))
            else:
                made.append(self.atom(depth))
        return made

    def prose(self, parent):
        """A block with inline boxes."""
        style = {"display": self.random.choice(["block", "block", "flow-root"])}
        self.outer(style, parent)
        self.edges(style, "padding", SHORT, 0.2)
        self.font(style)
        return {"style": style, "children": self.phrases(3)}

    def words(self):
        return self.random.choice(TEXTS)

    def text(self, parent):
        """An element with a text."""
        style = {"display": self.random.choice(["block", "block", "flow-root"])}
        self.outer(style, parent)
        self.edges(style, "padding", SHORT, 0.2)
        self.font(style)
        if self.chance(0.1):
            self.set(style, "text-overflow", "ellipsis")
            style["overflow"] = "hidden"
        node = {"style": style, "text": self.words() if self.chance(0.95) else ""}
        if self.further and self.latest.random() < 0.15:
            self.set(style, "text-wrap", "balance")
            node["text"] = self.latest.choice(JAPANESE)
        return node

    def child(self, depth, parent):
        kind = self.random.random()
        if kind < 0.1:
            return self.picture()
        if self.inline and kind < 0.3:
            return self.prose(parent)
        if self.texts and kind < 0.45:
            return self.text(parent)
        if self.texts and kind < 0.55:
            return self.words()
        return self.box(depth, parent)

    def tree(self):
        root = self.box(self.random.choice([1, 2, 3, 4]), None)
        root["style"]["position"] = "relative"
        if root["style"]["display"] in ("block", "list-item"):
            root["style"]["display"] = "flow-root"
        if self.further:
            root["style"]["--size"] = self.latest.choice(["17px", "1.5em", "25%", "4vw"])
        return root
