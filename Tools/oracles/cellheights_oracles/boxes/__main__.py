"""Frames of random trees of CSS boxes, with headless Chromium."""
import argparse
import collections
import concurrent.futures
import copy
import json
import os
import subprocess
import sys

from ..browser import chromium, engine
from ..browser.command import add_programs, exit_code
from . import causes, feeds, page
from .trees import Trees

DESCRIPTION = """
Lays out random trees of flex containers, blocks, pictures, texts and inline boxes with
`cellheights layout` from templates of CSS boxes (`card`), and in headless Chromium from the same
styles. Each frame must be Chromium's within 1/64 px, except in a share of the trees. As a control,
one padding of each tree is changed by 1 px on one side only: then frames must differ.

With --causes, each tree that differs is laid out again without tabs, without soft hyphens and so on.
The first of these things without which all frames are equal is counted as the cause.

With --fixture, the templates and Chromium's frames are written to a file, one tree a line, and
nothing is compared. `CSSBoxesTests` has such a file.

With --feeds, the trees are the records of feeds in one card: a thumbnail, a title, a summary, and
a line with an author, a date and an address. All their frames must be equal.
"""
UNIT = 1 / 64 + 1e-6
WIDTHS = [120, 320, 390]
RECORD = json.dumps({"id": "a", "language": "en"}) + "\n"


def parser():
    made = argparse.ArgumentParser(
        prog="oracles boxes", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--trees", type=int, default=3000, help="3000")
    made.add_argument("--seed", type=int, default=1, help="1")
    made.add_argument("--scale", type=float, default=1, help="device pixels a px; 1")
    made.add_argument("--without-texts", action="store_true", help="boxes and pictures only")
    made.add_argument("--without-inline", action="store_true", help="no inline boxes")
    made.add_argument("--further", action="store_true",
                      help="also fractional font sizes, `font` shorthands, balanced Japanese texts, "
                           "`var()` and `vw`")
    made.add_argument("--feeds", nargs="+", metavar="FILE", help="feeds instead of random trees")
    made.add_argument("--records", type=int, default=100, help="of each feed, only the first N; 100")
    made.add_argument("--fixture", metavar="FILE", help="write Chromium's frames to FILE")
    made.add_argument("--show", type=int, default=3, help="number of differing trees to print; 3")
    made.add_argument("--causes", action="store_true", help="count the causes of differences")
    made.add_argument("--most", type=float, default=0.05, help="share of trees that may differ; 0.05")
    add_programs(made)
    return made


def element(node, number, has_bindings=False):
    """A box as a template has it; `number` counts the boxes in document order."""
    if isinstance(node, str):
        return node if has_bindings else node.replace("{", "{{").replace("}", "}}")
    made = {"id": f"b{number[0]}", "style": dict(node["style"])}
    number[0] += 1
    if "picture" in node:
        made["intrinsic"] = node["picture"]
    made.update({key: node[key] for key in ("source", "hidden") if key in node})
    if "text" in node:
        made["text"] = node["text"]
    if "children" in node:
        made["children"] = [element(child, number, has_bindings) for child in node["children"]]
    return made


def template(tree):
    """The document of a template whose card is a tree."""
    style = dict(tree["style"], **{"box-sizing": "border-box", "font-family": "Inter"})
    return {"schema": "cellheights.template/1", "template": "t",
            "card": element(dict(tree, style=style), [0])}


def layout(arguments, folder, number, tree, environments):
    """The frames of one tree in each environment, by id."""
    path = os.path.join(folder, f"{number}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(template(tree), file)
    command = [arguments.binary, "layout", "--template", path]
    for environment in environments:
        command += ["--environment", environment]
    run = subprocess.run(command, input=RECORD, capture_output=True, text=True, check=False)
    os.remove(path)
    cells = [json.loads(line) for line in run.stdout.splitlines()]
    if run.returncode or len(cells) != len(environments) + 1:
        raise engine.EngineFailed(f"{command}: {run.stdout[:300]} {run.stderr[:600]}")
    return [{frame["view"]: [frame[k] for k in ("x", "y", "width", "height")]
             for frame in cell.get("frames", [])} | {"b0": [0, 0, None, cell.get("height")]}
            for cell in cells[:-1]]


def differing(chrome, ours):
    """The numbers of the boxes whose frames differ."""
    found = []
    for number, frame in enumerate(chrome):
        own = ours.get(f"b{number}")
        if frame is None:
            continue
        if own is None or any(b is not None and abs(a - b) > UNIT for a, b in zip(frame, own)):
            found.append(number)
    return found


def show(node, number, depth, chrome, ours, bad):
    if isinstance(node, str):
        print("  ", "  " * depth, json.dumps(node, ensure_ascii=False))
        return
    place = number[0]
    number[0] += 1
    style = "; ".join(f"{k}: {v}" for k, v in node["style"].items())
    print(">>" if place in bad else "  ", "  " * depth, place, node.get("picture", ""), style,
          json.dumps(node.get("text", ""), ensure_ascii=False), "| Chromium", chrome[place],
          "| here", ours.get(f"b{place}"))
    for child in node.get("children", []):
        show(child, number, depth + 1, chrome, ours, bad)


def size(tree):
    return 1 if isinstance(tree, str) else 1 + sum(map(size, tree.get("children", [])))


def changed(tree):
    """A copy whose root has 1 px more padding above."""
    copied = copy.deepcopy(tree)
    copied["style"] = {k: v for k, v in copied["style"].items() if not k.startswith("padding")}
    copied["style"]["padding-top"] = "21px"
    copied["style"]["overflow-x"] = "hidden"
    return copied


def control_cells(arguments, made, chrome, families, folder):
    """The trees, of the first 200, in which the change of the control moves a frame in Chromium."""
    numbers = range(min(200, len(made)))
    frames = page.frames(
        arguments.browser, [(changed(made[n][0]), 390, made[n][1]) for n in numbers], families,
        folder, arguments.scale)
    return [n for n in numbers if frames[n] != chrome[n * 3 + 2]]


def compare_feeds(arguments, folder):
    """Compares the cells of feeds."""
    different = total = 0
    for path in arguments.feeds:
        found = feeds.records(arguments.binary, path, arguments.records)
        made = [(tree, width, direction) for tree in feeds.trees(arguments.root, found)
                for direction in ("ltr", "rtl") for width in (320, 390, 600)]
        chrome = []
        for start in range(0, len(made), 300):
            chrome += page.frames(
                arguments.browser, made[start:start + 300], "Inter", folder, arguments.scale)
        ours = feeds.frames(
            arguments.binary, element(feeds.CARD, [0], True), found,
            [f"{width}@{arguments.scale:g}x/L/{direction}/en/css"
             for direction in ("ltr", "rtl") for width in (320, 390, 600)], folder)
        bad = [n for n in range(len(made)) if differing(chrome[n], ours[n])]
        print(f"{os.path.basename(path)}: {len(made) - len(bad)} of {len(made)} cells are equal")
        for n in bad[:arguments.show]:
            print(f"{found[n // 6].get('id')} at {made[n][1]} px, {made[n][2]}")
            show(made[n][0], [0], 1, chrome[n], ours[n], differing(chrome[n], ours[n]))
        different += len(bad)
        total += len(made)
    print(f"{total} cells of {len(arguments.feeds)} feeds: {different} differ")
    return 0 if total and not different else 1


def in_chromium(arguments, made, families, folder):
    """The frames of trees with their directions at all widths, in Chromium."""
    cells = [(tree, width, direction) for tree, direction in made for width in WIDTHS]
    chrome = []
    for start in range(0, len(cells), 900):
        chrome += page.frames(
            arguments.browser, cells[start:start + 900], families, folder, arguments.scale)
    return chrome


def write_fixture(arguments, made, families, folder):
    """Writes the templates, and the frames of their boxes in document order, as lines of JSON."""
    chrome = in_chromium(arguments, made, families, folder)
    with open(arguments.fixture, "w", encoding="utf-8") as file:
        for number, (tree, direction) in enumerate(made):
            frames = dict(zip(WIDTHS, chrome[number * len(WIDTHS):]))
            # As a text, because the order of declarations counts.
            text = json.dumps(template(tree), ensure_ascii=False, separators=(",", ":"))
            line = {"direction": direction, "template": text, "frames": frames}
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(f"wrote {len(made)} trees at {len(WIDTHS)} widths to {arguments.fixture}")
    return 0


def both(arguments, made, families, folder, pool):
    """The frames of trees with their directions at all widths, in Chromium and here."""
    chrome = in_chromium(arguments, made, families, folder)

    def own(number):
        tree, direction = made[number]
        return layout(arguments, folder, number, tree, [
            f"{width}@{arguments.scale:g}x/L/{direction}/en/css" for width in WIDTHS])

    ours = [frames for answer in pool.map(own, range(len(made))) for frames in answer]
    return chrome, ours


def furthest(chrome, ours):
    """The largest difference between the edges of two cells, in px."""
    return max((abs(a - b) for n, frame in enumerate(chrome) if frame
                for a, b in zip(frame, ours.get(f"b{n}", [1e9] * 4)) if b is not None), default=0)


def explain(arguments, made, families, folder):
    """Counts the causes of differences: for each tree, the first thing without which it is equal."""
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        chrome, ours = both(arguments, made, families, folder, pool)
        rest = []
        for n, tree in enumerate(made):
            if max(map(furthest, chrome[n * 3:n * 3 + 3], ours[n * 3:n * 3 + 3])) <= 3 * UNIT:
                counts["roundings of at most 3/64 px"] += 1
            else:
                rest.append(tree)
        for name, variant in causes.VARIANTS.items():
            changed_trees = [(variant(tree), direction) for tree, direction in rest]
            chrome, ours = both(arguments, changed_trees, families, folder, pool)
            equal = [not any(map(differing, chrome[n * 3:n * 3 + 3], ours[n * 3:n * 3 + 3]))
                     for n in range(len(rest))]
            counts[name] += sum(equal)
            rest = [tree for tree, is_equal in zip(rest, equal) if not is_equal]
    counts["several or others"] = len(rest)
    for name, count in counts.most_common():
        print(f"{count:5}  {name}")


def compare(arguments, folder):
    arguments.binary = os.path.abspath(arguments.binary)
    if arguments.feeds:
        return compare_feeds(arguments, folder)
    declared = engine.families("Inter", engine.chain(arguments.root), "en")
    families = chromium.css(declared).replace('"', "'")
    trees = Trees(
        arguments.seed, not arguments.without_texts, not arguments.without_inline, arguments.further)
    made = [(trees.tree(), trees.random.choice(["ltr", "ltr", "rtl"]))
            for _ in range(arguments.trees)]
    if arguments.fixture:
        return write_fixture(arguments, made, families, folder)
    cells = [(tree, width, direction) for tree, direction in made for width in WIDTHS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        chrome, ours = both(arguments, made, families, folder, pool)
        control = control_cells(arguments, made, chrome, families, folder)
        caught = sum(bool(differing(chrome[n * 3 + 2], frames)) for n, frames in zip(
            control, pool.map(
                lambda n: layout(arguments, folder, f"c{n}", changed(made[n][0]),
                                 [f"390@{arguments.scale:g}x/L/{made[n][1]}/en/css"])[0], control)))
    bad = [(size(cells[n][0]), n, found) for n in range(len(cells))
           if (found := differing(chrome[n], ours[n]))]
    trees_bad = len({n // 3 for _, n, _ in bad})
    boxes = sum(len(frames) for frames in chrome)
    heights = len({n // 3 for _, n, found in bad if 0 in found})
    print(f"{len(made)} trees at {len(WIDTHS)} widths, {boxes} boxes: {trees_bad} trees differ, "
          f"{heights} of them in their height")
    print(f"control: {caught} of {len(control)} changed trees differ")
    seen = collections.Counter(trees.counts)
    print(f"{len(seen)} properties and keywords; the rarest: "
          + ", ".join(f"{name} {count}" for name, count in seen.most_common()[:-9:-1]))
    shown = set()
    for _, number, found in sorted(bad):
        if len(shown) >= arguments.show:
            break
        if number // 3 in shown:
            continue
        shown.add(number // 3)
        print(f"tree {number // 3} at {cells[number][1]} px, {cells[number][2]}")
        show(cells[number][0], [0], 1, chrome[number], ours[number], found)
    if arguments.causes:
        explain(arguments, [made[n] for n in sorted({n // 3 for _, n, _ in bad})], families, folder)
    good = trees_bad <= arguments.most * len(made) and 0 < len(control) == caught
    return 0 if good else 1


def main():
    return exit_code(parser(), compare, engine.EngineFailed)


if __name__ == "__main__":
    sys.exit(main())
