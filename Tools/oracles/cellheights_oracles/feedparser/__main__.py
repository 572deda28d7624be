"""Records against what feedparser reads in the same feeds."""
import argparse
import os
import sys

from . import corpus, engine, report
from .comparison import compare, missed

DESCRIPTION = """
Reads a corpus of feeds with `cellheights records` and compares the records with what feedparser
reads in the same files: entries of a file, and title, link, id, date, content and summary of each.

A difference is explained by a policy, a rule that this program applies to feedparser's value, or
it is unexplained. The bars: as many entries in 99.5 % of the files; unexplained at most 1 % of
titles, links, ids and dates, and 2 % of contents and summaries.
"""


def parser():
    made = argparse.ArgumentParser(
        prog="oracles feedparser", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("folder", nargs="?", default=os.environ.get("CELLHEIGHTS_SHARED"),
                      help="of the feeds and feedparser's readings; $CELLHEIGHTS_SHARED")
    made.add_argument("--format", choices=["table", "json"], default="table")
    made.add_argument("--verbose", action="store_true", help="print each unexplained difference")
    made.add_argument("--binary", metavar="FILE", help="a cellheights to compare; else it is built")
    made.add_argument("--root", help=argparse.SUPPRESS)
    made.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    return made


def main():
    made = parser()
    options = made.parse_args()
    if not options.folder:
        made.error("name the folder of the feeds, or set CELLHEIGHTS_SHARED")
    try:
        corpus.find(options.folder)
        if options.parse_only:
            return 0
        tally = compare(options.binary, corpus.cases(options.folder))
    except corpus.CorpusMissing as error:
        print(f"oracles feedparser: {error}", file=sys.stderr)
        return 66
    except engine.EngineFailed as error:
        print(f"oracles feedparser: {error}", file=sys.stderr)
        return 70
    under = missed(tally)
    if options.format == "json":
        print(report.as_json(tally, under))
    else:
        print(report.as_table(tally, options.verbose))
    for sentence in under:
        print(f"oracles feedparser: {sentence}", file=sys.stderr)
    return 1 if under else 0


if __name__ == "__main__":
    sys.exit(main())
