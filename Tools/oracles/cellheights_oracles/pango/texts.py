"""Feed texts of our own, made from a seed and the words in Benchmarks/Texts/words.json."""
import dataclasses
import itertools
import json
import os
import random

# Texts of each group among 2,000 of a feed.
SHARES = {"en": 1200, "zh": 120, "ja": 80, "ko": 60, "ar": 140, "he": 60, "hi": 120, "th": 100,
          "emoji": 60, "mixed": 60}
LANGUAGES = ["zh", "ja", "ko", "ar", "he", "hi", "th"]
MEDIAN, SPREAD, SHORTEST, LONGEST = 135, 0.85, 12, 900


@dataclasses.dataclass(frozen=True)
class Text:
    """A text: its name, group, declared language and characters."""
    id: str
    group: str
    language: str
    text: str


class Words:
    """One language's words, drawn as often as people use them (Zipf's law)."""

    def __init__(self, entry):
        self.entry = entry
        self.listed = entry["words"].split(" ")
        self.parts = [self.choices(part) for part in entry["parts"]]
        self.endings = self.choices(entry["endings"]) or [""]
        rng = random.Random(7)
        self.words = list(self.listed)
        self.words += [self.invented(rng) for _ in range(entry["forms"] - len(self.listed))]
        self.cumulative = list(itertools.accumulate(
            (rank + 2.7) ** -entry["zipf"] for rank in range(len(self.words))))

    @staticmethod
    def choices(text):
        return ["" if word == "-" else word for word in text.split(" ")] if text else []

    def invented(self, rng):
        if not self.parts:
            return rng.choice(self.listed) + rng.choice(self.listed)
        count = rng.randint(*self.entry["syllables"])
        syllables = ("".join(rng.choice(part) for part in self.parts) for _ in range(count))
        return "".join(syllables) + rng.choice(self.endings)

    def draw(self, rng):
        return rng.choices(self.words, cum_weights=self.cumulative)[0]


class Generator:
    """Makes texts, the same for the same seed."""

    def __init__(self, root, seed):
        with open(os.path.join(root, "Benchmarks/Texts/words.json"), encoding="utf-8") as file:
            data = json.load(file)
        self.words = {tag: Words(entry) for tag, entry in data["languages"].items()}
        self.emoji = data["emoji"].split(" ")
        self.seed = seed

    def texts(self, count):
        """So many texts, the groups in the proportions of a feed, one of each at least."""
        for group, share in SHARES.items():
            rng = random.Random(f"{self.seed} {group}")
            for number in range(max(1, round(count * share / 2000))):
                language = "en" if group in ("emoji", "mixed") else group
                yield Text(f"{group}-{number}", group, language, self.text(group, rng))

    def text(self, group, rng):
        letters = MEDIAN * rng.lognormvariate(0, SPREAD)
        letters = min(LONGEST, max(SHORTEST, int(letters)))
        text = ""
        while len(text) < letters:
            tag = "en" if group == "emoji" else group
            if group == "mixed":
                tag = "en" if rng.random() < 0.4 else rng.choice(LANGUAGES)
            sentence = self.sentence(group, tag, letters - len(text), rng)
            joined = self.words[tag].entry["joined"] and text and ord(text[-1]) > 0x7E
            text += sentence if joined or not text else " " + sentence
        return text

    def sentence(self, group, tag, room, rng):
        entry = self.words[tag].entry
        count = rng.randint(3, 16)
        sentence = ""
        for place in range(count):
            if len(sentence) >= room:
                break
            if place == count // 2 and rng.random() < 0.5:
                sentence += entry["comma"]
            elif place and not entry["joined"]:
                sentence += " "
            sentence += self.token(group, tag, rng)
        if tag == "en":
            sentence = sentence[:1].upper() + sentence[1:]
        return sentence + rng.choice(entry["stops"])

    def token(self, group, tag, rng):
        """A word, or what else is found in feeds: numbers, addresses, tags, signs between words."""
        words = self.words[tag]
        if group == "emoji" and rng.random() < 0.45:
            return "".join(rng.choice(self.emoji) for _ in range(rng.randint(1, 3)))
        if group == "mixed" and rng.random() < 0.1:
            return self.words["en"].draw(rng)
        if rng.random() >= words.entry["unseen"]:
            word = words.draw(rng)
            if tag != "en" or rng.random() >= 0.06:
                return word
            other = words.draw(rng)
            return rng.choice([
                f"“{word}”", f"({word})", f"{word}’s", word.capitalize(), f"{word}/{other}",
                f"{word}-{other}", f"{word} – {other}", f"{word}—{other}", f"{word}…",
                f"{word}--{other}"])
        return rng.choice([
            f"{rng.randint(10, 99)},{rng.randint(100, 999)}", f"${rng.randint(1, 99)}.50",
            f"https://example.org/{rng.getrandbits(24):x}", "#" + words.invented(rng),
            words.invented(rng)])
