"""Texts measured with metrics packs, beside the fonts' own files and Chromium."""
import argparse
import dataclasses
import glob
import json
import os
import subprocess
import sys

from ..browser import chromium, engine
from ..browser.command import add_programs, exit_code, numbers, positive
from ..browser.corpus import Text, corpus
from ..browser.setting import Setting
from .capture import packs

DESCRIPTION = """
Captures metrics packs of families with Capture/capture.html in headless Chromium, without words. Then
texts that were not asked are measured with the packs, with the files of the same fonts, and by Chromium.

Of the texts that the packs do not mark substitute-font, all line starts, widths of lines (to 1/64 px) and
heights must be those of the files, and 99.95 % of the line counts and heights those of Chromium. Where the
lines of a file alone are others, that is counted and not judged, and widths of lines that end inside words
are not compared.
At least 90 % of the texts in Latin, Greek and Cyrillic letters must not be marked.
"""
UNIT = 1 / 64


def parser():
    made = argparse.ArgumentParser(
        prog="oracles packs", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--families", default="Inter,Noto Sans,Lato,Roboto,system-ui",
                      help="separated by commas; Inter, Noto Sans, Lato, Roboto and system-ui")
    made.add_argument("--texts", type=positive, default=2000, help="how many; 2000")
    made.add_argument("--feeds", help="a folder of feeds, whose texts are half of the texts")
    made.add_argument("--seed", type=int, default=1, help="of the texts; 1")
    made.add_argument("--sizes", type=numbers, default=[13.0, 16.5, 21.0], help="in px; 13,16.5,21")
    made.add_argument("--weights", type=numbers, default=[400.0, 700.0], help="400,700")
    made.add_argument("--widths", type=numbers, default=[200.0, 343.0], help="in px; 200,343")
    made.add_argument("--keep", help="a folder to leave the packs in")
    made.add_argument("--show", type=positive, default=5, metavar="N", help="cases to print; 5")
    add_programs(made)
    return made


def feed_texts(binary, folder, count):
    """Titles and texts of feeds, cut at 600 characters, each once."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        run = subprocess.run([binary, "records", path, "--format", "ndjson"], capture_output=True,
                             text=True, check=False)
        for line in run.stdout.splitlines():
            record = json.loads(line)
            for key in ("title", "text"):
                text = " ".join(str(record.get(key) or "").split())[:600].strip()
                if len(text) > 12:
                    found.setdefault(text, record.get("language") or "en")
    chosen = list(found.items())[::max(1, len(found) // count)][:count]
    return [Text(number, "feeds", language, text) for number, (text, language) in enumerate(chosen)]


def is_alphabetic(text):
    """Whether all letters are Latin, Greek or Cyrillic, and there are no emoji."""
    return all(ord(letter) < 0x530 or 0x1E00 <= ord(letter) < 0x2000 or 0x2000 <= ord(letter) < 0x2060
               or ord(letter) in (0x20AC, 0x2116, 0x2122) for letter in text)


def measured(binary, font, texts, size, widths, weight):
    """The answers by width and text."""
    lines = "".join(json.dumps({"id": str(index), "text": text.text, "width": width,
                                "language": text.language}) + "\n"
                    for width in widths for index, text in enumerate(texts))
    return engine.answers(
        [binary, "measure", "--input", "-", "--font", font, "--metrics", "css", "--line-break",
         "chromium", "--scale", "1", "--size", str(size), "--weight", str(int(weight))], lines)


@dataclasses.dataclass
class Counts:
    """What became of the texts of one family."""
    texts: int = 0
    marked: int = 0
    alphabetic: int = 0
    alphabetic_marked: int = 0
    unlike_file: int = 0
    file_alone: int = 0
    unlike_browser: int = 0
    worst: float = 0.0

    @property
    def is_good(self):
        known = self.texts - self.marked
        return (known > 0 and not self.unlike_file and self.unlike_browser <= known / 2000
                and self.worst <= UNIT and self.alphabetic_marked <= self.alphabetic / 10)


def cuts_word(text, unit):
    """Whether a line ends inside a word.

    Chromium shapes both parts again there, which is not exact for some font files."""
    units = text.encode("utf-16-le")
    sides = [units[2 * place:2 * place + 2].decode("utf-16-le", "replace")
             for place in (unit - 1, unit) if 0 <= place < len(units) // 2]
    return len(sides) == 2 and not any(side.isspace() for side in sides)


def starts(answer):
    return [line["start"] for line in answer["lines"]]


def compared(arguments, family, pack, file, texts, shown):
    """The counts of one family."""
    counts = Counts()
    declared = engine.chain(arguments.root)
    for weight in arguments.weights:
        for size in arguments.sizes:
            ours = measured(arguments.binary, pack, texts, size, arguments.widths, weight)
            theirs = measured(arguments.binary, file, texts, size, arguments.widths, weight)
            setting = Setting(family, 0, 1, weight=int(weight))
            page = chromium.measure(
                arguments.browser, texts,
                lambda language: engine.families(family, declared, language), size,
                arguments.widths, "normal", setting)["widths"]
            for place, _ in enumerate(arguments.widths):
                for index, text in enumerate(texts):
                    pack_says = ours[place * len(texts) + index]
                    file_says = theirs[place * len(texts) + index]
                    is_marked = "substitute-font" in pack_says.get("trust", [])
                    counts.texts += 1
                    counts.marked += is_marked
                    if is_alphabetic(text.text):
                        counts.alphabetic += 1
                        counts.alphabetic_marked += is_marked
                    if is_marked:
                        continue
                    wrong = []
                    is_browsers = (
                        len(pack_says["lines"]) == page[place]["counts"][index]
                        and pack_says["height"] == page[place]["heights"][index]
                        and starts(pack_says) == page[place]["starts"][index])
                    if starts(pack_says) != starts(file_says) or (
                            pack_says["height"] != file_says["height"]):
                        counts.file_alone += is_browsers
                        counts.unlike_file += not is_browsers
                        wrong.append("file alone" if is_browsers else "file")
                    else:
                        worst = max((abs(a["width"] - b["width"]) for a, b in zip(
                            pack_says["lines"], file_says["lines"])
                            if not cuts_word(text.text, a["start"])
                            and not cuts_word(text.text, a["end"])), default=0)
                        counts.worst = max(counts.worst, worst)
                        if worst > UNIT:
                            wrong.append(f"width {worst:.3f}")
                    if len(pack_says["lines"]) != page[place]["counts"][index] or (
                            pack_says["height"] != page[place]["heights"][index]):
                        counts.unlike_browser += 1
                        wrong.append("Chromium")
                    if wrong and len(shown) < arguments.show:
                        shown.append(f"{family} {weight:g} {size:g} px, unlike {', '.join(wrong)}: "
                                     f"{text.text[:200]}")
    return counts


def compare(arguments, folder):
    """Prints the comparison of each family; returns the exit code."""
    families = arguments.families.split(",")
    share = arguments.texts // 2 if arguments.feeds else arguments.texts
    texts = corpus(share, arguments.seed)
    if arguments.feeds:
        texts += feed_texts(arguments.binary, arguments.feeds, arguments.texts - share)
    found, seconds = packs(
        arguments.browser, arguments.root, families, [int(w) for w in arguments.weights],
        arguments.sizes, [], arguments.keep or folder)
    print(f"{len(texts)} texts, sizes {arguments.sizes}, weights {arguments.weights}, widths "
          f"{arguments.widths}")
    shown, good = [], True
    for family in families:
        file = subprocess.run(["fc-match", "-f", "%{family[0]}", family], capture_output=True,
                              text=True, check=True).stdout
        counts = compared(arguments, family, found[family], file, texts, shown)
        good = good and counts.is_good
        print(f"{family:12} {seconds[family]:5.1f} s, {counts.texts} texts: {counts.marked} marked "
              f"({counts.alphabetic_marked} of {counts.alphabetic} alphabetic); unlike {file} "
              f"{counts.unlike_file} (and the file alone {counts.file_alone}), widest difference {counts.worst:.5f} px; unlike Chromium "
              f"{counts.unlike_browser}", flush=True)
    for line in shown:
        print("  " + line)
    return 0 if good else 1


def main():
    return exit_code(parser(), compare, engine.EngineFailed)


if __name__ == "__main__":
    sys.exit(main())
