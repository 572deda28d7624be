"""What the oracles that drive a browser share: the last options, and how their run ends."""
import argparse
import sys
import tempfile

from .chromium import BrowserFailed


def numbers(text):
    try:
        values = [float(part) for part in text.split(",")]
    except ValueError:
        values = []
    if not values or not all(0 < v < 10_000 for v in values):
        raise argparse.ArgumentTypeError(f"{text}: give numbers above 0 and below 10000, as 16,17")
    return values


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: give a whole number from 1")
    return int(text)


def add_programs(parser):
    """Adds the options that name the programs; `scripts/oracles` gives the hidden ones."""
    parser.add_argument("--binary", help="a cellheights to compare; else it is built")
    parser.add_argument("--browser", default="chromium", help=argparse.SUPPRESS)
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)


def exit_code(parser, compare, *failures):
    """That of `compare`, which is given the arguments and a folder that vanishes.

    70 when the browser failed or `compare` raised one of `failures`."""
    arguments = parser.parse_args()
    if arguments.parse_only:
        return 0
    prefix = parser.prog.replace(" ", "-") + "."
    try:
        # The browser may still write into its profile when it is told to end.
        with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder:
            return compare(arguments, folder)
    except (BrowserFailed, *failures) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 70
