"""Writes RSS of generated items: the same bytes for the same number, seed and kind of description."""
import bisect
import datetime
import itertools
import random
from email.utils import format_datetime
from xml.sax.saxutils import escape

VOCABULARY = 5000
SYLLABLES = ["an", "be", "cor", "da", "el", "fi", "gra", "ho", "is", "ju", "ka", "li", "mo", "ne", "or", "pa",
             "que", "ri", "sta", "to", "un", "ve", "wi", "ya", "zo"]
FIRST = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
# Descriptions as they are, or as escaped HTML.
KINDS = ("plain", "html")


class Writer:
    """Words by Zipf's law, from a seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.words = ["".join(self.rng.choices(SYLLABLES, k=self.rng.choice((1, 2, 2, 3, 3, 4))))
                      for _ in range(VOCABULARY)]
        self.weights = list(itertools.accumulate(1 / (rank + 1) for rank in range(VOCABULARY)))

    def word(self):
        place = bisect.bisect(self.weights, self.rng.random() * self.weights[-1])
        return self.words[min(place, VOCABULARY - 1)]

    def sentence(self, least, most):
        words = [self.word() for _ in range(self.rng.randint(least, most))]
        if self.rng.random() < 0.2:
            words.insert(len(words) // 2, "&")
        return " ".join(words).capitalize()

    def plain(self):
        return " ".join(self.sentence(6, 18) + "." for _ in range(self.rng.randint(6, 12)))

    def html(self):
        parts = []
        for _ in range(self.rng.randint(2, 4)):
            sentence = escape(self.sentence(10, 30))
            parts.append(f"<p>{sentence}, <em>{self.word()}</em> and <a href=\"https://example.com/"
                         f"{self.word()}\">{self.word()}</a>.</p>")
        items = "".join(f"<li>{self.word()} {self.word()}</li>" for _ in range(3))
        return f"{''.join(parts)}<ul>{items}</ul>"

    def item(self, number, kind):
        date = format_datetime(FIRST + datetime.timedelta(minutes=number))
        description = self.plain() if kind == "plain" else self.html()
        return (f"<item><title>{escape(self.sentence(4, 10))}</title>"
                f"<link>https://example.com/posts/{number}</link>"
                f"<guid isPermaLink=\"false\">post-{number}</guid><pubDate>{date}</pubDate>"
                f"<category>{self.word()}</category><description>{escape(description)}</description></item>\n")


def write(path, items, kind, seed=1):
    """A feed of so many items."""
    writer = Writer(seed)
    with open(path, "w", encoding="utf-8") as file:
        file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel>\n"
                   "<title>Generated posts</title><link>https://example.com/</link>"
                   "<description>Made from a seed</description><language>en</language>\n")
        for number in range(items):
            file.write(writer.item(number, kind))
        file.write("</channel></rss>\n")
