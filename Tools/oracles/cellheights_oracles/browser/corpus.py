"""The texts that are compared: feed texts of our own, made from a seed and the lists in words/.

A list file has lines `key: choice | choice | ...`; a key may come again. `{key}` stands for one of
the choices, `{Key}` for one with a capital, `{en.key}` for one of another language. What a language
lacks is looked for in common.txt. `{pipe}`, `{lb}` and `{rb}` are `|`, `{` and `}`.
"""
import dataclasses
import os
import random
import re
import unicodedata

SLOT = re.compile(r"\{([A-Za-z.]+)\}")
LITERALS = {"pipe": "|", "lb": "{", "rb": "}"}

# Texts of each 2,100, and the keys that make them with their weights.
KINDS = {
    "en": [(900, {"sentence": 9, "short": 1}), (200, {"social": 3, "sentence": 1}),
           (100, {"emojis": 2, "sentence": 1})],
    "zh": [(120, {"sentence": 8, "short": 1, "social": 2, "emojis": 1})],
    "ja": [(110, {"sentence": 8, "short": 1, "social": 2, "emojis": 1})],
    "ko": [(80, {"sentence": 8, "short": 1, "social": 2, "emojis": 1})],
    "ar": [(100, {"sentence": 8, "short": 1, "social": 2, "emojis": 1})],
    "he": [(80, {"sentence": 8, "short": 1, "social": 2, "emojis": 1})],
    "hi": [(80, {"sentence": 8, "short": 1, "social": 2, "emojis": 1})],
    "th": [(80, {"sentence": 8, "short": 1, "social": 2, "emojis": 1})],
    "emoji": [(60, {"sentence": 3, "short": 2})],
    "mixed": [(90, {"sentence": 5, "short": 1})],
    "dense": [(100, {"sentence": 5, "short": 1})],
}
# How a text's language is declared, to the browser and to us; the mixed ones take turns.
TAGS = {"zh": ["zh-CN"], "emoji": ["en"], "mixed": ["en", "ja", "zh-CN", "ar", "he", "ko"],
        "dense": ["zh-CN", "ja"]}
# Sentences of these stand together without a space.
JOINED = {"zh", "ja", "dense"}

SHORTEST, LONGEST, MEDIAN, SPREAD = 12, 900, 147, 0.8


@dataclasses.dataclass(frozen=True)
class Text:
    """A text of the corpus: its number, group, declared language and characters."""
    number: int
    group: str
    language: str
    text: str


class Words:
    """The lists of all languages."""

    def __init__(self, folder):
        self.lists = {}
        for file in sorted(os.listdir(folder)):
            with open(os.path.join(folder, file), encoding="utf-8") as lines:
                self.lists[file.removesuffix(".txt")] = self.read(lines)

    @staticmethod
    def read(lines):
        found = {}
        for line in lines:
            if line.strip() and not line.startswith("# "):
                key, _, choices = line.rstrip("\n").partition(": ")
                found.setdefault(key, []).extend(c.strip() for c in choices.split(" | "))
        return found

    def expand(self, language, key, rng):
        """One of a key's choices with its slots filled."""
        home, _, name = key.rpartition(".")
        home = home or language
        if name in LITERALS:
            return LITERALS[name]
        lists = self.lists[home]
        plain = name if name in lists or name in self.lists["common"] else name.lower()
        choices = lists.get(plain) or self.lists["common"][plain]
        made = SLOT.sub(lambda slot: self.expand(home, slot[1], rng), rng.choice(choices))
        return made if plain == name else made[:1].upper() + made[1:]

    def text(self, language, weights, rng):
        """A text of some length that the seed decides."""
        target = min(LONGEST, max(SHORTEST, round(MEDIAN * rng.lognormvariate(0, SPREAD))))
        keys, shares = list(weights), list(weights.values())
        separator = "" if language in JOINED else " "
        text = ""
        for attempt in range(200):
            key = rng.choices(keys, shares)[0] if target > 40 else "short"
            made = self.expand(language, key, rng)
            longer = " ".join(f"{text}{separator}{made}".split())
            if len(longer) <= max(target, SHORTEST) or (
                    len(text) < SHORTEST and len(longer) <= LONGEST):
                text = longer
            if len(text) >= SHORTEST and (len(text) > target - 30 or attempt > 20):
                break
        return text


def corpus(count, seed):
    """So many texts, in the proportions of KINDS; the same for the same seed."""
    words = Words(os.path.join(os.path.dirname(os.path.realpath(__file__)), "words"))
    plan = [(group, weights, share) for group, kinds in KINDS.items() for share, weights in kinds]
    total = sum(share for _, _, share in plan)
    texts, known, given, due = [], set(), 0, 0
    for kind, (group, weights, share) in enumerate(plan):
        due += share
        while given < due * count // total:
            rng = random.Random(f"{seed}/{kind}/{given}")
            tags = TAGS.get(group, [group])
            text = words.text(group, weights, rng)
            while text in known:
                text = words.text(group, weights, rng)
            known.add(text)
            texts.append(Text(given, group, tags[given % len(tags)], text))
            given += 1
    return texts


# White space that Chromium treats in ways of its own, and marks after a space.
ODD_SPACES = ["\u2003", "\u2009", "\u2002", "\u205F", "\u3000", "\u00A0", "\u202F", "\u2007",
              " \u0301", " \u200D", " \uFE0F", "\u200B"]


def pairs(text):
    """Each character, and whether it and the next one are letters."""
    return [(one, one.isalpha() and two.isalpha()) for one, two in zip(text, text[1:] + " ")]


def odd_corpus(count, seed):
    """So many English texts with odd spaces between words and soft hyphens inside of them."""
    words = Words(os.path.join(os.path.dirname(os.path.realpath(__file__)), "words"))
    for number in range(count):
        rng = random.Random(f"odd {seed}/{number}")
        text = words.text("en", {"sentence": 9, "short": 1}, rng)
        made = "".join(
            rng.choice(ODD_SPACES) if letter == " " and rng.random() < 0.15
            else f"{letter}\u00AD" if both_letters and rng.random() < 0.06
            else letter for letter, both_letters in pairs(text))
        yield Text(number, "odd", "en", made)


# Characters that texts have by mistake or for reasons that one does not see.
INVISIBLE = ["\u200B", "\u200C", "\u200D", "\u200E", "\u200F", "\u2060", "\u2061", "\u2063", "\u2066",
             "\u2068", "\u2069", "\u202A", "\u202C", "\u061C", "\uFEFF", "\u00AD", "\u034F", "\u180E",
             "\uFE0F", "\uFE00", "\U000E0001", "\u2065"]
CONTROLS = ["\x00", "\x01", "\x08", "\x1B", "\x1F", "\x7F", "\x80", "\x92", "\x93", "\x94", "\x9F"]
LINE_ENDS = ["\n", "\r\n", "\r", "\n\n", "\u000B", "\u000C", "\u0085", "\u2028", "\u2029"]
MARKS = ["\u0301", "\u0336", "\u0483", "\u05B0", "\u0E34", "\u0E48", "\u302E", "\u3099", "\u20E3",
         "\u20D7", "\u064E"]
JAMO = ["\u1100", "\u1161", "\u11A8", "\u11AF", "\u302E", "\u302F", "\uAC00", "\uAC01"]
STRANGE_LANGUAGES = ["en", "zh", "ja", "ko", "ar", "he", "hi", "th", "emoji", "mixed", "dense"]


def strange_corpus(count, seed):
    """So many texts of all languages with strange characters between and after letters."""
    words = Words(os.path.join(os.path.dirname(os.path.realpath(__file__)), "words"))
    for number in range(count):
        rng = random.Random(f"strange {seed}/{number}")
        language = STRANGE_LANGUAGES[number % len(STRANGE_LANGUAGES)]
        text = words.text(language, {"sentence": 3, "short": 1}, rng)
        # Arabic letters are joined beside these in Chromium; docs/text.md tells of it.
        kinds = [INVISIBLE, CONTROLS, MARKS] if not re.search("[\u0600-\u06FF]", text) else []
        kinds += [LINE_ENDS] + ([JAMO] if language == "ko" else [])
        made = ""
        for letter, following in zip(text, text[1:] + " "):
            made += letter
            kind = rng.choice(kinds)
            # Nothing stands between a letter and its mark, or in an emoji.
            is_inside = (unicodedata.category(following)[0] == "M" or "\u200D" in letter + following
                         or "\U0001F3FB" <= following <= "\U0001F3FF")
            if is_inside or kind is MARKS and not letter.isalpha():
                continue
            at_space = letter == " " or kind in (MARKS, JAMO)
            if rng.random() < (0.03 if at_space else 0.005):
                made += rng.choice(kind)
        if kinds[0] is INVISIBLE and rng.random() < 0.3:
            made = rng.choice(INVISIBLE) + made
        tags = TAGS.get(language, [language])
        yield Text(number, "strange", tags[number % len(tags)], made)
