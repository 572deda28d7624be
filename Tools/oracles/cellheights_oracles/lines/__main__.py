"""Texts that web/lines.js draws from measured lines, against Chromium's own paragraphs."""
import argparse
import collections
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from ..browser import chromium, engine
from ..browser.corpus import Text, corpus

DESCRIPTION = """
Lays texts in 15 languages out with `cellheights layout --lines --texts` by css rules, and lets
web/lines.js draw them from these lines in headless Chromium, beside Chromium's own paragraph of each
text. The range of each line must have the rectangle that it has in the paragraph, within 1/64 px: of
lines without an ellipsis 99.9 %. Lines are counted as halved, and as equal, where the paragraph cuts
off the empty half of fullwidth punctuation at the end and the pictures are the same. Where a paragraph is cut at its third line, the text before the
ellipsis must have that rectangle within 1/32 px, because the width of the line is rounded, too, and
of the pixels of the whole paragraph at most 2 % may differ: of texts in one direction 97 %. In lines
of both directions, Chromium omits text at the visual end of the line; these are only counted.

As a control, the end of one line of each text is moved by one character: each of these texts must
differ.
"""
PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "page.html")
WIDTHS = [200, 280, 343, 390]
SIZE = 17
# Share of lines, and of cut texts in one direction, that must be equal.
LINES, ELLIPSES = 0.999, 0.97
TEMPLATE = """\
schema: cellheights.template/1
template: text
views:
  - {id: text, kind: label, text: "{content}", font: Inter, fontSize: @SIZE@, lines: @LINES@}
constraints: ["H:|[text]|", "V:|[text]|"]
"""
# Pieces of languages that the corpus of `browser` lacks.
MORE = {
    "de": "Die Straßenbahn fährt über die Brücke. | „Wie geht’s?“, fragte sie. | 1.200,50 € für "
          "Käse (und Brot)! | Donaudampfschiff\u00adfahrts\u00adgesellschaft | Grüße aus Köln – "
          "bis bald",
    "fr": "L’été dernier, nous étions à la mer. | « Ça va ? » demanda-t-il. | Le cœur de l’œuvre : "
          "5\u202f% de plus. | C’est-à-dire qu’il neige | Naïve, la façade",
    "es": "¿Qué tal? ¡Muy bien! | La niña come una manzana (roja). | Mañana por la mañana — a las 8:30. | "
          "El pingüino nada",
    "ru": "Съешь ещё этих мягких французских булок. | «Привет», — сказал он. | Дом № 5, корпус 2, т.е. "
          "рядом. | По-русски говоря",
    "el": "Καλημέρα, κόσμε· τι κάνεις; | «Ώρα για ύπνο», είπε. | Η θάλασσα είναι γαλάζια σήμερα. | 3ος όροφος",
    "tr": "Işık İstanbul’da söndü. | Öğretmen çok şaşırdı! | Ağaçların altında (gölgede) oturduk. | 3’te buluşalım",
    "vi": "Tiếng Việt có nhiều dấu. | Người đẹp vì lụa, lúa tốt vì phân. | Giá 100.000₫ (đã gồm thuế). | Những ngày",
}
RTL = ("ar", "he")


def parser():
    made = argparse.ArgumentParser(
        prog="oracles lines", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--texts", type=int, default=2000, help="how many; 2000")
    made.add_argument("--seed", type=int, default=1, help="of the texts; 1")
    made.add_argument("--show", type=int, default=0, metavar="N",
                      help="print the first N texts that differ")
    made.add_argument("--binary", help="a cellheights to compare; else it is built")
    made.add_argument("--browser", default="chromium", help=argparse.SUPPRESS)
    made.add_argument("--root", required=True, help=argparse.SUPPRESS)
    made.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    return made


def made_texts(count, seed):
    """Texts in 15 languages: two thirds of the corpus of `browser`, the others of `MORE`."""
    rng = random.Random(seed)
    more = [(language, [piece.strip() for piece in text.split(" | ")])
            for language, text in MORE.items()]
    # Chromium collapses no spaces here, and a text begins with none.
    texts = [Text(t.number, t.group, t.language, t.text.strip())
             for t in corpus(count - count // 3, seed)]
    for number in range(count // 3):
        language, pieces = more[number % len(more)]
        text = " ".join(rng.choice(pieces) for _ in range(rng.randint(1, 9)))
        texts.append(Text(len(texts), language, language, text))
    return texts


def laid_out(binary, texts, width, lines, direction):
    """The label of each text, as `layout` prints it."""
    with tempfile.TemporaryDirectory(prefix="oracles-lines.") as folder:
        template = os.path.join(folder, "text.yaml")
        with open(template, "w", encoding="utf-8") as file:
            file.write(TEMPLATE.replace("@SIZE@", str(SIZE)).replace("@LINES@", str(lines)))
        records = "".join(json.dumps({"id": str(t.number), "content_text": t.text,
                                      "language": t.language}) + "\n" for t in texts)
        run = subprocess.run(
            [binary, "layout", "--lines", "--texts", "--template", template, "--environment",
             f"{width}@1x/L/{direction}/en/css"],
            input=records, capture_output=True, text=True, check=False)
    if run.returncode:
        raise engine.EngineFailed(f"{binary} ended with {run.returncode}: {run.stderr[:400]}")
    cells = [json.loads(line) for line in run.stdout.splitlines()]
    found = {cell["id"]: next(frame for frame in cell["frames"] if frame["view"] == "text")
             for cell in cells if "frames" in cell}
    return [found[str(t.number)] for t in texts]


def cases(arguments):
    """One case a text: its width, direction and lines, and what `layout` made of it."""
    texts = made_texts(arguments.texts, arguments.seed)
    declared = engine.chain(arguments.root)
    groups = collections.defaultdict(list)
    for text in texts:
        direction = "rtl" if text.language in RTL else "ltr"
        lines = 3 if text.number % 3 == 0 else 0
        groups[WIDTHS[text.number % len(WIDTHS)], lines, direction].append(text)
    made = []
    for (width, lines, direction), members in sorted(groups.items()):
        labels = laid_out(arguments.binary, members, width, lines, direction)
        for text, label in zip(members, labels):
            if not label.get("lineFragments"):
                continue
            made.append({
                "number": text.number, "group": text.group, "language": text.language,
                "width": width, "lines": lines, "direction": direction,
                "text": label["text"], "height": label["height"],
                "families": chromium.css(engine.families("Inter", declared, text.language)),
                "label": {key: label[key] for key in ("textHash", "scale", "lineFragments")
                          if key in label}})
    return made


def wrong(case):
    """The case with one line that ends two characters too early; none if it has no such line."""
    changed = copy.deepcopy(case)
    fragments = changed["label"]["lineFragments"]
    for index, line in enumerate(fragments[:-1]):
        start = fragments[index - 1]["end"] if index else 0
        # Offsets count UTF-16 units.
        moved = case["text"].encode("utf-16-le")[2 * line["end"] - 4:2 * line["end"]]
        moved = moved.decode("utf-16-le", "replace").strip()
        if line["end"] - start > 3 and not line.get("runs") and moved.isalpha():
            line["end"] -= 2
            return changed
    return None


def drawn(arguments, made):
    """For each case, what the page found: lines, and lines that differ."""
    with open(os.path.join(arguments.root, "web/lines.js"), encoding="utf-8") as file:
        module = re.sub(r"(?m)^export ", "", file.read())
    with open(PAGE, encoding="utf-8") as file:
        page = file.read().replace("@LINES@", module).replace("@SIZE@", str(SIZE)).replace(
            "@TASK@", json.dumps(made).replace("<", "\\u003c"))
    with tempfile.TemporaryDirectory(prefix="oracles-lines.") as folder:
        return json.loads(chromium.page_answer(arguments.browser, page, folder))


def is_mixed(text):
    return bool(re.search("[\u0590-\u08ff]", text)) and bool(re.search("[A-Za-z]", text))


def main():
    arguments = parser().parse_args()
    if arguments.parse_only:
        return 0
    try:
        made = cases(arguments)
        answer = drawn(arguments, made)
        controls = [case for case in map(wrong, made) if case][:200]
        control = drawn(arguments, controls)
    except (chromium.BrowserFailed, engine.EngineFailed) as error:
        print(f"oracles lines: {error}", file=sys.stderr)
        return 70
    tallies = collections.defaultdict(collections.Counter)
    shown = 0
    for case, found in zip(made, answer["cases"]):
        tally = tallies[case["group"]]
        tally["texts"] += 1
        tally["lines"] += found["lines"]
        tally["equal"] += found["equal"]
        tally["halved"] += found["halved"]
        if "ellipsis" in found:
            kind = "mixed" if is_mixed(case["text"]) else "one"
            tally[f"{kind} ellipses"] += 1
            tally[f"{kind} equal"] += found["ellipsis"]
        if shown < arguments.show and (found["differences"] or found.get("ellipsis") is False):
            shown += 1
            print(json.dumps({**found, "text": case["text"], "width": case["width"],
                              "label": case["label"]}, ensure_ascii=False))
    total = sum(tallies.values(), collections.Counter())
    print(f"{answer['agent']}\n")
    print(f"{'group':8}{'texts':>7}{'lines':>8}{'equal':>8}{'halved':>8}{'cut':>6}{'equal':>7}{'mixed':>7}{'equal':>7}")
    for name, tally in [*sorted(tallies.items()), ("all", total)]:
        print(f"{name:8}{tally['texts']:7}{tally['lines']:8}{tally['equal']:8}{tally['halved']:8}"
              f"{tally['one ellipses']:6}"
              f"{tally['one equal']:7}{tally['mixed ellipses']:7}{tally['mixed equal']:7}")
    noticed = sum(found["equal"] + found.get("halved", 0) < found["lines"] for found in control["cases"])
    if arguments.show:
        for case, found in zip(controls, control["cases"]):
            if found["equal"] + found["halved"] == found["lines"]:
                print("control:", json.dumps({"text": case["text"], "label": case["label"]}, ensure_ascii=False))
    print(f"\ncontrol: {noticed} of {len(controls)} texts with a wrong end differ")
    under = []
    if total["equal"] + total["halved"] < LINES * total["lines"]:
        under.append(f"{total['equal'] + total['halved']} of {total['lines']} lines are equal, fewer than {LINES:.1%}")
    if total["one equal"] < ELLIPSES * total["one ellipses"]:
        under.append(f"{total['one equal']} of {total['one ellipses']} ellipses are equal, fewer than {ELLIPSES:.0%}")
    if noticed < len(controls) or not controls:
        under.append("the control does not fail")
    for sentence in under:
        print(f"oracles lines: {sentence}", file=sys.stderr)
    return 1 if under else 0


if __name__ == "__main__":
    sys.exit(main())
