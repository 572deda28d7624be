"""Texts as paragraphs of headless Chromium, in processor time of all its processes."""
import json
import os

from cellheights_oracles.browser.chromium import css
from cellheights_oracles.browser.devtools import Page
from cellheights_oracles.browser.engine import chain, families

import corpus

PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "dom.html")
# The kernel counts in hundredths of a second: so many units are laid out at least.
UNITS = 400_000
# And laying out again takes so many times less.
AGAIN = 8


def page_of(groups, options):
    """The page with all texts; a class for each list of families, as texts in Japanese have others."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    declared = chain(options.root)
    stacks, listed = {}, {}
    for name, texts in groups.items():
        listed[name] = []
        for language, text in texts:
            stack = css(families(options.family, declared, language))
            listed[name].append([language, stacks.setdefault(stack, len(stacks)), text])
    style = "\n".join(f"  .f{number} {{ font-family: {stack} }}" for stack, number in stacks.items())
    task = {"size": options.size, "width": options.width, "groups": listed}
    return page.replace("@STYLE@", style).replace("@TASK@", json.dumps(task).replace("<", "\\u003c"))


class Paragraphs:
    """A browser that has the texts and has laid all of them out once."""

    def __init__(self, path, options, folder):
        self.groups = corpus.groups(path)
        self.times = {name: max(1, UNITS // sum(corpus.units(text) for _, text in texts))
                      for name, texts in self.groups.items()}
        page = os.path.join(folder, "dom.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(page_of(self.groups, options))
        self.page = Page(options.browser, folder)
        try:
            self.page.open(f"file://{page}")
            self.version = self.page.value("navigator.userAgent")
            self.lines = {}
            for name in self.groups:
                self.page.value(f"prepare({json.dumps(name)})")
                self.lines[name] = round(self.page.value("lines()"))
        except BaseException:
            self.close()
            raise

    def close(self):
        self.page.__exit__()

    def measured(self):
        """Of each group: seconds of one layout of all its texts, and of one at another width."""
        found = []
        for name, times in self.times.items():
            self.page.value(f"prepare({json.dumps(name)})")
            # What an earlier group left is not collected at the expense of this one.
            self.page.call("HeapProfiler.collectGarbage")
            before = self.page.processor_seconds
            answer = self.page.value(f"cold({times})")
            cold = self.page.processor_seconds - before
            cold *= answer["layout"] / (answer["layout"] + answer["removal"])
            self.page.value("document.body.append(box), heights().length")
            before = self.page.processor_seconds
            self.page.value(f"relayout({times * AGAIN})")
            relayout = self.page.processor_seconds - before
            self.page.value("box.remove()")
            found.append({"group": name, "cold": cold / times, "relayout": relayout / (times * AGAIN),
                          "lines": self.lines[name]})
        return found
