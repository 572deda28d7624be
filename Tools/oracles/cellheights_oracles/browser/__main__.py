"""Lines and heights of texts against headless Chromium."""
import argparse
import concurrent.futures
import json
import os
import sys
import tempfile

from . import chromium, engine, feeds, report
from .command import numbers, positive
from .comparison import Tally, agree, agreement_missed, compare, missed
from .corpus import corpus, odd_corpus, strange_corpus
from .setting import Setting

DESCRIPTION = """
Measures texts of a feed with cellheights in `chromium` mode and in headless Chromium with the same
fonts, and compares line counts, line starts and css heights of each text at every size and width.

It does so with `text-spacing-trim` at the browser's default, `normal`, and with `space-all`. Equal
must be, with either, 99.95 % of the line counts, 99.99 % of the English ones, 99.8 % of the breaks,
99.99 % of the heights where counts are equal and all where line starts are; of Chinese and Japanese
by themselves 99.9 % of the counts and 99.5 % of the breaks, of texts that are dense with punctuation
99 % of either, of strange texts 99.9 % of the counts, 95 % of the breaks and all heights of the same
lines.

`--long` and `--feeds` measure texts that others wrote instead, by `white-space: normal`, each field
or file as one paragraph whose white space is collapsed for both sides. They report the share of equal
line counts and breaks, how many counts are too low or too high, and of how many of these our answer
says that it is uncertain (`trust`). Long texts are measured in three fonts, and 99.5 % of the counts
must be equal in each, except in Khmer, whose words are those of another dictionary. Of texts of feeds
all counts must be equal, and none may be too low without a word.
"""
# Widths in px at which long texts and those of feeds are measured, and the fonts of long ones.
LONG_WIDTHS = [300.0 + 10 * step for step in range(61)]
FEED_WIDTHS = [320.0, 390.0, 430.0, 120.0, 160.0, 200.0]
LONG_FONTS = ["Inter", "Noto Serif", "Lato"]
LONG_BAR, FEED_BAR = 99.5, 100.0
# Groups of long texts without a bar.
NO_BAR = ("km",)
WIDTHS = [280.0, 296.0, 320.0, 343.0, 358.0, 375.0, 390.0, 414.0, 440.0, 468.0, 500.0]
ODD_WIDTHS = [40.0, 56.0, 72.0, 96.0, 128.0, 160.0, 240.0]
STRANGE_WIDTHS = [96.0, 128.0, 160.0, 240.0, 320.0, 390.0]
MODES = {"space-all": ["space-all"], "normal": ["normal"], "both": ["normal", "space-all"]}


def parser():
    made = argparse.ArgumentParser(
        prog="oracles browser", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--texts", type=positive, help="how many; 2100, of feeds 2000")
    made.add_argument("--long", type=feeds.folder, metavar="FOLDER",
                      help="texts of this folder instead, files such as en-title.txt, at 61 widths "
                      "from 300 px")
    made.add_argument("--feeds", type=feeds.folder, metavar="FOLDER",
                      help="texts of the feeds in this folder instead, at six widths from 120 px")
    made.add_argument("--seed", type=int, default=1, help="of the texts; 1")
    made.add_argument("--sizes", type=numbers, help="in px; 16,17, of real texts 16")
    made.add_argument(
        "--widths", type=numbers, help="in px; eleven from 280 to 500")
    made.add_argument("--scale", type=float, choices=[1.0, 2.0, 3.0], default=1.0,
                      help="device pixels a px; 1. Heights at 3 are thirds in the browser")
    made.add_argument("--font", action="append", metavar="FAMILY",
                      help="the family before the fallback chain; Inter. With --long and --feeds it may "
                      "be repeated; of --long Inter, Noto Serif and Lato")
    made.add_argument("--letter-spacing", type=float, default=0.0, metavar="PX",
                      help="added after each letter; 0")
    made.add_argument("--trim", choices=MODES, default="both",
                      help="text-spacing-trim on both sides; both")
    made.add_argument("--show", type=int, default=0, metavar="N",
                      help="print the first N cases that differ, first of the first mode")
    made.add_argument("--odd", action="store_true",
                      help="English texts with odd spaces and soft hyphens instead, in columns "
                      "from 40 px")
    made.add_argument("--strange", action="store_true",
                      help="texts of eleven languages with invisible characters, controls, line "
                      "ends, marks of other scripts and jamo instead, in columns from 96 px; only "
                      "heights that are exact")
    made.add_argument("--only", metavar="GROUPS", help="groups of texts, as en,ja")
    made.add_argument("--write", metavar="FILE", help="write the texts as NDJSON and end")
    made.add_argument("--format", choices=["table", "json"], default="table")
    made.add_argument("--binary", help="a cellheights to compare; else it is built")
    made.add_argument("--jobs", type=positive, default=2, help="browsers at a time; 2")
    made.add_argument("--browser", default="chromium", help=argparse.SUPPRESS)
    made.add_argument("--root", required=True, help=argparse.SUPPRESS)
    made.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    return made


def write(texts, path):
    with open(path, "w", encoding="utf-8") as file:
        for text in texts:
            file.write(json.dumps({"id": f"{text.group}-{text.number}", "text": text.text,
                                   "language": text.language}, ensure_ascii=False) + "\n")


def run(arguments, texts):
    """By trim mode: tallies by group and differences; and the browser's own name."""
    declared = engine.chain(arguments.root)
    modes = MODES[arguments.trim]
    setting = Setting(arguments.font[0], arguments.letter_spacing, arguments.scale,
                      "pre-wrap" if arguments.strange else "normal", arguments.strange)
    ours = {(mode, size): engine.measure(arguments.binary, texts, size, arguments.widths, mode,
                                          setting)
            for mode in modes for size in arguments.sizes}
    agent = ""
    results = {mode: ({}, []) for mode in modes}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = {
            (mode, size): pool.submit(
                chromium.measure, arguments.browser, texts,
                lambda language: engine.families(setting.font, declared, language), size,
                arguments.widths, mode, setting)
            for mode in modes for size in arguments.sizes}
        for (mode, size), future in waiting.items():
            answer = future.result()
            agent = answer["agent"]
            tallies, differences = compare(
                texts, size, ours[mode, size], answer["widths"])
            for group, tally in tallies.items():
                results[mode][0].setdefault(group, Tally()).merge(tally)
            results[mode][1].extend(differences)
    return results, agent


def compare_real(arguments):
    """Texts that others wrote: the exit code once the report is printed."""
    if arguments.long:
        texts, bar, apart, unsaid = feeds.long_texts(arguments.long), LONG_BAR, NO_BAR, None
    else:
        texts = feeds.feed_texts(arguments.binary, arguments.feeds, arguments.texts or 2000)
        bar, apart, unsaid = FEED_BAR, (), 0
    if arguments.only:
        texts = [text for text in texts if text.group in arguments.only.split(",")]
    if not texts:
        print(f"oracles browser: no texts of {arguments.only}", file=sys.stderr)
        return 64
    fonts = arguments.font or (LONG_FONTS if arguments.long else LONG_FONTS[:1])
    widths = arguments.widths or (LONG_WIDTHS if arguments.long else FEED_WIDTHS)
    sizes = arguments.sizes or [16.0]
    declared = engine.chain(arguments.root)
    results, under, agent = {}, [], ""
    with tempfile.TemporaryDirectory(prefix="oracles-browser.") as folder:
        # Long texts are not cut off.
        configuration = os.path.join(folder, "cellheights.yaml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("schema: cellheights.config/1\nlimits: {text_units: 10_000_000}\n")
        for font in fonts:
            setting = Setting(font, arguments.letter_spacing, arguments.scale)
            for size in sizes:
                ours = engine.measure(arguments.binary, texts, size, widths, "normal", setting,
                                      ["--config", configuration])
                answer = chromium.measure(
                    arguments.browser, texts,
                    lambda language, font=font: engine.families(font, declared, language), size, widths,
                    "normal", setting)
                agent = answer["agent"]
                name = font if len(sizes) == 1 else f"{font} {size:g}"
                results[name] = agree(texts, size, ours, answer["widths"])
                under += agreement_missed(name, results[name][0], bar, apart, unsaid)
    about = {"browser": agent, "texts": len(texts), "units": sum(feeds.units(t.text) for t in texts),
             "sizes": sizes, "widths": widths, "scale": arguments.scale,
             "letterSpacing": arguments.letter_spacing}
    if arguments.format == "json":
        print(report.agreement_json(results, about, under))
    else:
        print(f"{agent}\n{len(texts)} texts of {about['units']} UTF-16 units, sizes {sizes}, widths {widths}")
        for name, (found, _) in results.items():
            print(f"\n{report.agreement_table(found, name)}")
    show([one for _, differences in results.values() for one in differences][:arguments.show], arguments)
    for sentence in under:
        print(f"oracles browser: {sentence}", file=sys.stderr)
    return 1 if under else 0


def show(differences, arguments):
    """Prints cases that differ, beside JSON on standard error."""
    for difference in differences:
        print("\n" + report.described(difference),
              file=sys.stderr if arguments.format == "json" else sys.stdout)


def main():
    made = parser()
    arguments = made.parse_args()
    real = arguments.long or arguments.feeds
    if sum(map(bool, (arguments.long, arguments.feeds, arguments.odd, arguments.strange))) > 1:
        made.error("--long, --feeds, --odd and --strange exclude each other")
    if real and arguments.write:
        made.error("--write is of made texts")
    if not real and len(arguments.font or []) > 1:
        made.error("--font is given once, except with --long and --feeds")
    if arguments.parse_only:
        return 0
    if real:
        try:
            return compare_real(arguments)
        except (chromium.BrowserFailed, engine.EngineFailed, feeds.RecordsFailed) as error:
            print(f"oracles browser: {error}", file=sys.stderr)
            return 70
    arguments.texts = arguments.texts or 2100
    arguments.font = arguments.font or ["Inter"]
    arguments.sizes = arguments.sizes or [16.0, 17.0]
    arguments.widths = arguments.widths or WIDTHS
    texts = corpus(arguments.texts, arguments.seed)
    if arguments.odd:
        texts = list(odd_corpus(arguments.texts, arguments.seed))
        arguments.widths = ODD_WIDTHS
    if arguments.strange:
        texts = list(strange_corpus(arguments.texts, arguments.seed))
        arguments.widths = STRANGE_WIDTHS
    if arguments.only:
        texts = [t for t in texts if t.group in arguments.only.split(",")]
    if not texts:
        print(f"oracles browser: no texts of {arguments.only}", file=sys.stderr)
        return 64
    if arguments.write:
        write(texts, arguments.write)
        return 0
    try:
        results, agent = run(arguments, texts)
    except (chromium.BrowserFailed, engine.EngineFailed) as error:
        print(f"oracles browser: {error}", file=sys.stderr)
        return 70
    under = [f"{mode}: {sentence}" for mode, (tallies, _) in results.items()
             for sentence in missed(tallies)
             # A third of a px is no 1/64 px: docs/text.md tells of heights at three.
             if not (arguments.scale == 3 and sentence.startswith("heights"))]
    about = {"browser": agent, "texts": len(texts), "seed": arguments.seed,
             "sizes": arguments.sizes, "widths": arguments.widths,
             "scale": arguments.scale, "font": arguments.font[0],
             "letterSpacing": arguments.letter_spacing}
    if arguments.format == "json":
        print(report.as_json(results, about, under))
    else:
        print(f"{agent}\n{len(texts)} texts of seed {arguments.seed}, sizes "
              f"{arguments.sizes}, widths {arguments.widths}")
        for mode, (tallies, _) in results.items():
            print(f"\n{report.table(tallies, mode)}")
    show(next(iter(results.values()))[1][:arguments.show], arguments)
    for sentence in under:
        print(f"oracles browser: {sentence}", file=sys.stderr)
    return 1 if under else 0


if __name__ == "__main__":
    sys.exit(main())
