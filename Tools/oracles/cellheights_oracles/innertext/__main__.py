"""The text of HTML against innerText in headless Chromium."""
import argparse
import json
import os
import sys

from . import chromium, engine
from .comparison import BAR, compare
from .fragments import made, real

DESCRIPTION = f"""
Converts HTML to text with cellheights and with headless Chromium (innerText, no scripts, no
network) and compares. Before that the page makes alike what docs/html.md lists as different: marks
of list items, breaks between cells, what is no text for us, white space around the whole.
{BAR:g} % of the fragments of real feeds must be equal; those made from a seed have no bar.
"""


def count(text):
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text}: give a whole number")
    return int(text)


def parser():
    made_ = argparse.ArgumentParser(
        prog="oracles html", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = os.environ.get("CELLHEIGHTS_SHARED")
    made_.add_argument("--corpus", metavar="FOLDER",
                       default=shared and os.path.join(shared, "corpora", "feeds"),
                       help="has real.oracle.jsonl and feedparser.oracle.jsonl; else the folder "
                            "corpora/feeds in CELLHEIGHTS_SHARED")
    made_.add_argument("--made", type=count, default=500, metavar="N",
                       help="fragments from the seed; 500")
    made_.add_argument("--seed", type=int, default=1, help="of those fragments; 1")
    made_.add_argument("--verbose", action="store_true", help="print what differs")
    made_.add_argument("--format", choices=["table", "json"], default="table")
    made_.add_argument("--binary", help="a cellheights to compare; else it is built")
    made_.add_argument("--browser", default="chromium", help=argparse.SUPPRESS)
    made_.add_argument("--root", help=argparse.SUPPRESS)
    made_.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    return made_


def main():
    arguments = parser().parse_args()
    if arguments.parse_only:
        return 0
    groups = {}
    if arguments.corpus:
        try:
            groups["real feeds"] = real(arguments.corpus)
        except (OSError, ValueError) as error:
            print(f"oracles html: no oracle files in {arguments.corpus}: {error}", file=sys.stderr)
            return 64
    groups["made"] = made(arguments.made, arguments.seed)
    fragments = [fragment for group in groups.values() for fragment in group]
    try:
        ours = engine.texts(arguments.binary, fragments)
        agent, theirs = chromium.inner_texts(arguments.browser, fragments)
    except (chromium.BrowserFailed, engine.EngineFailed) as error:
        print(f"oracles html: {error}", file=sys.stderr)
        return 70
    tallies, differences = compare(groups, ours, theirs)
    if arguments.format == "json":
        print(json.dumps({"browser": agent, "seed": arguments.seed, "groups": tallies}, indent=2))
    else:
        print(agent)
        for group, tally in tallies.items():
            print(f"{group:12} {tally['fragments']:6} fragments  {tally['equal']:6} equal  "
                  f"{tally['different']:4} different  {int(tally['share'] * 1000) / 1000:.3f} %")
    if arguments.verbose:
        for difference in differences:
            print(difference.described(),
                  file=sys.stderr if arguments.format == "json" else sys.stdout)
    if "real feeds" in tallies and tallies["real feeds"]["share"] < BAR:
        print(f"oracles html: less than {BAR:g} % are equal", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
