"""Shapes texts with a current HarfBuzz and prints a line of JSON for each group.

Usage: harfbuzz.py CORPUS FONT SIZE

Each text is shaped as a whole in one font with one buffer, whose script, language and direction are
guessed: no fallback, no runs, no bidi, no lines. Seconds of processor time, without what the loop itself
takes, which is found with as many empty texts.
"""
import json
import sys

import corpus
import uharfbuzz


def loop(font, buffer, texts):
    for text in texts:
        buffer.clear_contents()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)


def missing(font, buffer, texts):
    """The share of glyphs that the font lacks."""
    absent = count = 0
    for text in texts:
        loop(font, buffer, [text])
        glyphs = [info.codepoint for info in buffer.glyph_infos]
        absent += glyphs.count(0)
        count += len(glyphs)
    return absent / max(1, count)


def main():
    path, file, size = sys.argv[1:]
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(file)))
    font.scale = (round(float(size) * 64),) * 2
    buffer = uharfbuzz.Buffer()
    found = corpus.groups(path)
    for name, texts in found.items():
        words = [text for _, text in texts]
        # Tables are read and the plans of the scripts made.
        absent = missing(font, buffer, words)
        own, _ = corpus.spent(loop, font, buffer, [""] * len(words))
        seconds, _ = corpus.spent(loop, font, buffer, words)
        print(json.dumps({"group": name, "shaped": max(0, seconds - own), "loop": own, "missing": absent,
                          "version": uharfbuzz.version_string()}))


if __name__ == "__main__":
    main()
