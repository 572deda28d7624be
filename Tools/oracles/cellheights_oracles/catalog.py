"""The oracles by name, and what each needs from the system."""
from dataclasses import dataclass, field

# What an oracle may need, as people read it.
NEEDS = {
    "cellheights": "the program",
    "cellheights-serve": "the service",
    "solver-probe": "the probe of the Benchmarks package",
    "python": "numpy, scipy and fontTools",
    "chromium": "Chromium",
    "nodejs": "Node.js",
    "pip": "a package that pip fetches",
    "libpangocairo-1.0-0": "Pango",
    "fonts-lato": "Lato",
    "fonts-roboto-unhinted": "Roboto",
    "fonts-open-sans": "Open Sans",
    "corpus": "a corpus outside of the repository",
}


@dataclass(frozen=True)
class Oracle:
    """One comparison: a module with a command line, and the keys of `NEEDS` that it needs."""
    name: str
    module: str
    about: str
    needs: tuple
    # Options with which it writes a file instead of comparing, and what it needs for that.
    writing: dict = field(default_factory=dict)

    def needs_for(self, arguments):
        """What it needs when called with arguments."""
        names = [argument.split("=")[0] for argument in arguments]
        needs = next((self.writing[name] for name in names if name in self.writing), self.needs)
        if "--binary" in names:
            # Whoever names a program says which probe belongs to it.
            needs = [need for need in needs if need not in ("cellheights", "cellheights-serve", "solver-probe")]
        return list(needs)


ORACLES = [
    Oracle("solver", "solver", "layouts of random systems, with HiGHS and rational arithmetic",
           ("cellheights", "solver-probe", "python"), {"--fixtures": ("python",)}),
    Oracle("layouts", "layouts", "frames of random templates, snapped ones too, with HiGHS",
           ("cellheights", "python"), {"--write": ("python",)}),
    Oracle("browser", "browser", "lines and css heights of texts, with Chromium",
           ("cellheights", "chromium"),
           {"--write": (), "--long": ("cellheights", "chromium", "fonts-lato", "corpus"),
            "--feeds": ("cellheights", "chromium", "corpus")}),
    Oracle("packs", "packs", "texts measured with captured metrics packs, with the fonts and Chromium",
           ("cellheights", "chromium", "fonts-lato", "fonts-roboto-unhinted")),
    Oracle("lines", "lines", "texts drawn from their lines by web/lines.js, with Chromium's paragraphs",
           ("cellheights", "chromium")),
    Oracle("cells", "cells", "heights of whole cells by css rules, with Chromium",
           ("cellheights", "chromium"), {"--write": ("cellheights",)}),
    Oracle("grid", "grid", "frames of random grids, with the display: grid of Chromium",
           ("cellheights", "chromium"), {"--write": ()}),
    Oracle("boxes", "boxes", "frames of random cards of CSS boxes, with Chromium",
           ("cellheights", "chromium")),
    Oracle("markup", "markup", "boxes of HTML and Markdown in cards, with Chromium",
           ("cellheights", "chromium", "corpus")),
    Oracle("css", "css", "pages with exported sizes never change their height, with Chromium",
           ("cellheights", "chromium")),
    Oracle("demo", "demo", "the page of serve --demo, cells and scrolling, with Chromium",
           ("cellheights", "cellheights-serve", "chromium")),
    Oracle("scroll", "scroll", "cells on screen in each frame of a simulated scroll, with Chromium",
           ("cellheights", "cellheights-serve", "chromium")),
    Oracle("report", "report", "the HTML report and the trace of simulate, with Chromium",
           ("cellheights", "chromium")),
    Oracle("tanstack", "tanstack", "offsets of exported lists, with TanStack Virtual",
           ("cellheights", "nodejs", "pip")),
    Oracle("sections", "sections", "sticky headers of lists with sections, with Chromium",
           ("cellheights", "chromium")),
    Oracle("html", "innertext", "the text of HTML, with Chromium's innerText",
           ("cellheights", "chromium")),
    Oracle("pango", "pango", "lines, breaks and heights of texts, with Pango",
           ("cellheights", "libpangocairo-1.0-0")),
    Oracle("fonts", "fonts", "widths in made fonts whose rules involve spaces, with HarfBuzz",
           ("cellheights", "python")),
    Oracle("apple", "apple", "labels, with Interface Builder files that Xcode saved",
           ("cellheights", "fonts-lato", "fonts-open-sans", "corpus")),
    Oracle("interface-builder", "interface_builder",
           "frames of cells, with Interface Builder files that Xcode saved",
           ("cellheights", "corpus")),
    Oracle("feedparser", "feedparser", "records of feeds, with what feedparser read",
           ("cellheights", "corpus")),
    Oracle("size-categories", "sizes", "heights rise with the text size; draws the picture",
           ("cellheights",)),
    Oracle("quick", "quick", "what needs neither a corpus nor a browser, in about a minute",
           ("cellheights", "python", "libpangocairo-1.0-0")),
]


def find(name):
    """The oracle of a name, or none."""
    return next((oracle for oracle in ORACLES if oracle.name == name), None)
