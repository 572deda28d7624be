"""The page of `cellheights-serve --demo` in headless Chromium.

Builds the demo feeds and generated posts by css rules, serves them, and drives the page: cells of all
ready-made templates at three widths, both ends of the list, jumps, a reload, cells that come before
others, sections with sticky headers, a new generation, narrow screens, dark colors, lists that are not there, widths of a range,
and a minute of scrolling in both directions, beside the same list with estimated heights; and a scroll
with texts drawn from lines beside one with paragraphs.
"""
import argparse
import os
import sys

from ..browser.command import add_programs, exit_code
from ..browser.devtools import Page
from . import scenes
from .stores import RANGE, WIDTHS, DemoFailed, Server, Stores


def parser():
    made = argparse.ArgumentParser(
        prog="oracles demo", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--posts", type=int, default=100_000, metavar="N", help="posts; 100000")
    made.add_argument("--seconds", type=float, default=60, help="of scrolling a list; 60")
    made.add_argument("--speed", type=float, default=3000, help="px a second; 3000")
    made.add_argument("--cells", type=int, default=400, metavar="N",
                      help="cells of each feed that are compared; 400")
    made.add_argument("--picture", metavar="FILE", help="write both lists as PNG")
    made.add_argument("--show", type=int, default=10, metavar="N", help="differences printed; 10")
    made.add_argument("--serve", metavar="FILE",
                      help="a cellheights-serve; else the one beside the binary")
    add_programs(made)
    return made


def compare(arguments, folder):
    binary = os.path.abspath(arguments.binary)
    program = os.path.abspath(arguments.serve or os.path.join(
        os.path.dirname(binary), "cellheights-serve"))
    if not os.path.exists(program):
        raise DemoFailed(f"{program} is not there; name one with --serve")
    stores = Stores(os.path.abspath(arguments.root), binary, folder)
    templates = stores.ready_made()
    stores.build(os.path.join(stores.root, "Feeds", "demo.json"), "home", (*WIDTHS, RANGE))
    stores.posts(arguments.posts, WIDTHS)
    stores.days(min(arguments.posts, 5_000))
    findings = scenes.Findings()
    with Server(program, stores) as server, Page(arguments.browser, folder) as page:
        page.size(1100, 900)
        print(page.value("navigator.userAgent"))
        scenes.cells(page, server.base, [*templates, "home", "posts"], arguments.cells, findings,
                     arguments.show)
        scenes.looks(page, server.base, findings)
        scenes.strangers(page, server.base, findings)
        scenes.places(page, server.base, findings)
        scenes.resizing(page, server.base, findings)
        scenes.scrolling(page, server.base, arguments, findings)
        scenes.sections(page, server.base, arguments, findings)
        scenes.drawing(page, server.base, arguments, findings)
        scenes.generations(page, server.base, findings, lambda: stores.newer_posts(100))
        findings.say(not page.messages, f"the page threw {len(page.messages)} errors")
        for message in page.messages[:arguments.show]:
            findings.note(message)
    return 1 if findings.failures else 0


def main():
    return exit_code(parser(), compare, DemoFailed)


if __name__ == "__main__":
    sys.exit(main())
