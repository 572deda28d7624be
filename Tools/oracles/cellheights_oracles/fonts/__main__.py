"""Widths of texts in made fonts whose rules involve spaces, against HarfBuzz.

Makes fonts from a seed: substitutions, ligatures, contexts, kerning and single adjustments, under
all features that HarfBuzz applies by itself, for several scripts and languages, among them rules
that reach across spaces, change spaces or skip glyphs. Each text is one line; its width must be that
of HarfBuzz for the whole text. As a control the texts are compared with HarfBuzz word by word, where
many must differ.

With --damaged N, cuts off and changes installed fonts instead. Each file must be refused by its name,
or be measured as HarfBuzz reads the same bytes; and none is exact that FreeType or fontTools refuses.

Exit: 0 all agree, 1 some differ or the control found nothing, 70 the program or HarfBuzz failed.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from .harfbuzz import HarfBuzz, HarfBuzzMissing

TOLERANCE = 0.01


def parser():
    made = argparse.ArgumentParser(
        prog="oracles fonts", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--fonts", type=int, default=200, metavar="N", help="fonts; 200")
    made.add_argument("--texts", type=int, default=50, metavar="N", help="texts a font; 50")
    made.add_argument("--seed", type=int, default=1, help="of the first font; 1")
    made.add_argument("--damaged", type=int, default=0, metavar="N", help="damaged files instead")
    made.add_argument("--show", type=int, default=10, metavar="N", help="differences printed; 10")
    made.add_argument("--binary", help="a cellheights to compare; else it is built")
    made.add_argument("--root", required=True, help=argparse.SUPPRESS)
    made.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    return made


def measured(binary, path, rows):
    """The width of each text's only line, in font units; `None` for one of several lines."""
    lines = "".join(
        json.dumps({"id": str(number), "text": text, "language": language}) + "\n"
        for number, (_, language, text) in enumerate(rows))
    done = subprocess.run(
        [binary, "measure", "--input", "-", "--font", path, "--fallback", path, "--size", "1000",
         "--width", "100000", "--scale", "1", "--jobs", "1", "--format", "json"],
        input=lines, text=True, capture_output=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(f"measure ended with {done.returncode}: {done.stderr.strip()}")
    answers = [json.loads(line)["lines"] for line in done.stdout.splitlines()]
    return [answer[0]["width"] if len(answer) == 1 else None for answer in answers]


def compare(options, folder):
    # fontTools is needed from here on only.
    from .made import make, texts
    library = HarfBuzz()
    compared = differing = control = 0
    for seed in range(options.seed, options.seed + options.fonts):
        path = os.path.join(folder, f"{seed}.ttf")
        features = make(seed, path)
        font = library.font(path)
        rows = list(texts(seed, options.texts))
        for (script, language, text), width in zip(rows, measured(options.binary, path, rows)):
            compared += 1
            whole = font.width(text, script, language)
            apart = sum(font.width(part, script, language)
                        for part in re.findall(" |[^ ]+", text))
            control += apart != whole
            # A line is as wide as its ink, and never narrower than nothing.
            if width is None or abs(width - whole) > TOLERANCE:
                differing += 1
                if differing <= options.show:
                    print(f"seed {seed}, {script} {language}, {text!r}: {width}, "
                          f"HarfBuzz {whole}\n{features}")
        os.remove(path)
    print(f"{compared} lines in {options.fonts} fonts: {differing} differ; "
          f"word by word {control} would")
    return 1 if differing or not control else 0


def installed():
    """Fonts of several kinds: outlines of both formats, variations, collections, pictures."""
    files = subprocess.run(
        ["fc-list", "--format", "%{file}\n"], text=True, capture_output=True, check=True)
    found = sorted({name for name in files.stdout.splitlines()
                    if name.lower().endswith((".ttf", ".otf", ".ttc"))
                    and os.path.getsize(name) < 1 << 20})
    return found[::max(1, len(found) // 40)]


def compare_damaged(options, folder):
    from . import damaged
    from .freetype import FreeType
    library, freetype = HarfBuzz(), FreeType()
    sources = installed()
    counts = {"refused": 0, "exact": 0, "inexact": 0}
    differing = 0
    for seed in range(options.seed, options.seed + options.damaged):
        source = sources[seed % len(sources)]
        with open(source, "rb") as file:
            data, change = damaged.damage(file.read(), seed)
        path = os.path.join(folder, f"{seed}{os.path.splitext(source)[1]}")
        with open(path, "wb") as file:
            file.write(data)
        done = subprocess.run(
            # The first face, whatever the weights of the others of a collection are.
            [options.binary, "measure", "--text", damaged.TEXT, "--font", path + "#0",
             "--fallback", path + "#0", "--size", "1000", "--width", "100000", "--scale", "1", "--language", damaged.LANGUAGE,
             "--format", "json"], text=True, capture_output=True, timeout=120)
        problem = None
        if done.returncode == 78:
            counts["refused"] += 1
            if path not in done.stderr:
                problem = f"is refused without its name: {done.stderr.strip()}"
        elif done.returncode == 0:
            answer = json.loads(done.stdout)
            font = library.font(path)
            whole = font.width(damaged.TEXT, damaged.SCRIPT, damaged.LANGUAGE) * 1000 / font.units
            width = sum(line["width"] for line in answer["lines"])
            if len(answer["lines"]) != 1 or abs(width - whole) > TOLERANCE:
                problem = f"is {width} wide, HarfBuzz {whole}"
            if answer.get("trust"):
                counts["inexact"] += 1
            else:
                counts["exact"] += 1
                problem = problem or freetype.refusal(path, damaged.TEXT) or \
                    damaged.refusal_of_fonttools(path)
        else:
            problem = f"ends with {done.returncode}: {done.stderr.strip()}"
        if problem:
            differing += 1
            if differing <= options.show:
                print(f"seed {seed}, {os.path.basename(source)}, {change}: {problem}")
        os.remove(path)
    print(f"{options.damaged} damaged files: "
          + ", ".join(f"{count} {name}" for name, count in counts.items())
          + f"; {differing} differ")
    return 1 if differing else 0


def main():
    options = parser().parse_args()
    if options.parse_only:
        return 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            return (compare_damaged if options.damaged else compare)(options, folder)
    except (HarfBuzzMissing, RuntimeError, OSError, subprocess.TimeoutExpired) as error:
        print(f"oracles fonts: {error}", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main())
