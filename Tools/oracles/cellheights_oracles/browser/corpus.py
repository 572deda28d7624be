"""The texts that are compared: feed texts of our own, made from a seed and the lists in words/.

A list file has lines `key: choice | choice | ...`; a key may come again. `{key}` stands for one of
the choices, `{Key}` for one with a capital, `{en.key}` for one of another language. What a language
lacks is looked for in common.txt. `{pipe}`, `{lb}` and `{rb}` are `|`, `{` and `}`.
"""
import dataclasses
import os
import random
import re

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
