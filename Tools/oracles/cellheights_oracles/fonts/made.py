"""Fonts made from a seed: letters with random advances, and random rules that involve spaces."""
import random

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

LETTERS = "abcdefgh"
CYRILLIC = "абвгд"
KANA = "あいう"
SIGNS = " .,-()1"
ALTERNATES = ["a.alt", "b.alt", "c.alt", "space.alt", "a_b", "a_space_b", "wide"]
NAMES = {" ": "space", ".": "period", ",": "comma", "-": "hyphen", "(": "left", ")": "right",
         "1": "one"}
# The features under which HarfBuzz applies substitutions and positioning without being asked.
SUBSTITUTIONS = ["calt", "liga", "clig", "ccmp", "locl", "rlig", "rclt", "kern", "mark", "dist",
                 "abvm", "ltra"]
POSITIONINGS = ["kern", "dist", "mark", "abvm", "calt", "liga", "locl", "curs"]
FLAGS = ["", "", "", "", "", "lookupflag IgnoreMarks; ", "lookupflag IgnoreLigatures; ",
         "lookupflag IgnoreBaseGlyphs; "]
SYSTEMS = ["DFLT dflt", "latn dflt", "latn TRK", "cyrl dflt", "kana dflt"]


def glyph(character):
    """The name of a character's glyph."""
    if character in NAMES:
        return NAMES[character]
    return character if character.isascii() else f"uni{ord(character):04X}"


class Rules:
    """Random rules in the notation of feature files."""

    def __init__(self, rng, characters):
        self.rng = rng
        self.glyphs = [glyph(c) for c in characters]

    def one(self):
        """A glyph; often the space, or a letter that many rules name."""
        chosen = self.rng.random()
        return ("space" if chosen < 0.3 else self.rng.choice(["a", "b"]) if chosen < 0.7
                else self.rng.choice(self.glyphs))

    def some(self):
        """A glyph or a class."""
        if self.rng.random() < 0.7:
            return self.one()
        return "[" + " ".join(dict.fromkeys(self.one() for _ in range(self.rng.randint(2, 5)))) + "]"

    def sequence(self, least, most):
        return [self.some() for _ in range(self.rng.randint(least, most))]

    def marked(self, changed):
        """A context around a glyph that is marked as changed."""
        return " ".join([*self.sequence(0, 3), changed, *self.sequence(0, 3)])

    def value(self):
        return f"<0 0 {self.rng.choice([-120, -60, -7, 15, 50, 77])} 0>"

    def substitution(self):
        alternate = self.rng.choice(ALTERNATES)
        kind = self.rng.randrange(6)
        if kind == 0:
            return f"sub {self.one()} by {alternate};"
        if kind == 1:
            return f"sub {' '.join(self.one() for _ in range(self.rng.randint(2, 3)))} by {alternate};"
        if kind == 2:
            return f"rsub {self.marked(self.one() + chr(39))} by {alternate};"
        if kind == 3:
            return f"sub {self.one()} by {alternate} {self.rng.choice(ALTERNATES)};"
        return f"sub {self.marked(self.one() + chr(39))} by {alternate};"

    def positioning(self):
        kind = self.rng.randrange(4)
        if kind == 0:
            return f"pos {self.one()} {self.value()};"
        if kind == 1:
            return f"enum pos {self.some()} {self.some()} {self.rng.choice([-90, -30, 20])};"
        if kind == 2:
            return f"pos {self.one()} {self.value()} {self.one()} {self.value()};"
        return f"pos {self.marked(self.one() + chr(39) + ' ' + self.value())};"

    def features(self):
        """A feature file with a few features."""
        text = "".join(f"languagesystem {system};\n" for system in SYSTEMS)
        for _ in range(self.rng.randint(1, 3)):
            positions = self.rng.random() < 0.4
            tag = self.rng.choice(POSITIONINGS if positions else SUBSTITUTIONS)
            make = self.positioning if positions else self.substitution
            rules = " ".join(make() for _ in range(self.rng.randint(1, 3)))
            where = self.rng.choice(["", "", "", "script latn; language TRK; ", "script cyrl; "])
            text += f"feature {tag} {{ {where}{self.rng.choice(FLAGS)}{rules} }} {tag};\n"
        if self.rng.random() < 0.2:
            marks = " ".join(dict.fromkeys(self.rng.choice(self.glyphs) for _ in range(2)))
            bases = " ".join(g for g in self.glyphs if g not in marks.split())
            text += f"table GDEF {{ GlyphClassDef [{bases}],,[{marks}],; }} GDEF;\n"
        return text


def make(seed, path):
    """Writes the font of a seed.

    Returns its feature file. Rules that the notation forbids are drawn again."""
    rng = random.Random(f"font {seed}")
    characters = SIGNS + LETTERS + CYRILLIC + KANA
    while True:
        features = Rules(rng, characters).features()
        font = plain(rng, characters)
        try:
            addOpenTypeFeaturesFromString(font, features)
        except Exception:  # fontTools has no common base of its errors.
            continue
        font.save(path)
        return features


def plain(rng, characters):
    """A font without rules."""
    names = [".notdef", *map(glyph, characters), *ALTERNATES]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(c): glyph(c) for c in characters})
    pen = TTGlyphPen(None)
    builder.setupGlyf({name: pen.glyph() for name in names})
    advances = {name: rng.randint(300, 900) for name in names}
    builder.setupHorizontalMetrics({name: (advances[name], 0) for name in names})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Made", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    return builder.font


def texts(seed, count):
    """Texts with their scripts and languages."""
    rng = random.Random(f"texts {seed}")
    for _ in range(count):
        script, letters, language = rng.choice([
            ("Latn", LETTERS, "en"), ("Latn", LETTERS, "en"), ("Latn", LETTERS, "tr"),
            ("Cyrl", CYRILLIC, "ru"), ("Hira", KANA, "ja")])
        letters = rng.choice([letters, letters[:2]])
        words = [word(rng, letters) for _ in range(rng.randint(1, 6))]
        # The script of a text without letters is another one, and spaces hang at its end.
        words[rng.randrange(len(words))] += rng.choice(letters)
        text = "".join(w + " " * rng.choice([1, 1, 1, 2, 3]) for w in words).rstrip(" ")
        yield script, language, rng.choice(["", "", "", " "]) + text


def word(rng, letters):
    return "".join(rng.choice(letters if rng.random() < 0.9 else SIGNS.strip())
                   for _ in range(rng.randint(1, 5)))
