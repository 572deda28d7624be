"""The stores of the demo, built by css rules, and the program that serves them."""
import os
import subprocess
import time
import urllib.request

from ..exported import days

GAP = 8
INSETS = (8, 0, 24, 0)
WIDTHS = (320, 390, 430)
# The range that the page is resized in.
RANGE = (320, 430)
CLOCK = "2026-02-01T00:00:00Z"


class DemoFailed(Exception):
    """A program of the demo ended with an error, or did not begin."""


def environment(width):
    """Key of a width in full, or of a range `(first, last)`."""
    widths = f"{width[0]}..{width[1]}" if isinstance(width, tuple) else width
    return f"{widths}@1x/L/ltr/en/css"


def ran(command, folder, output=None):
    done = subprocess.run(command, cwd=folder, stdout=output or subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise DemoFailed(f"{' '.join(command[:2])} ended with {done.returncode}: "
                         + done.stderr.decode("utf-8", "replace").strip()[-600:])


class Stores:
    """A store in a folder: `home` and a feed for each ready-made template out of the demo feeds, and
    `posts` with generated records."""

    def __init__(self, root, binary, folder, gap=GAP):
        self.root = root
        self.binary = binary
        self.folder = folder
        self.gap = gap
        self.templates = []

    def build(self, source, feed, widths, template=None, lines=False, others=""):
        # A configured list must be of a feed that is built or stored.
        with open(os.path.join(self.folder, "cellheights.yaml"), "w", encoding="utf-8") as file:
            file.write(f"schema: cellheights.config/1\nlists: {{{feed}: {{feed: "
                       f"{{spacing: {self.gap}, insets: {list(INSETS)}}}{others}}}}}\n")
        words = [self.binary, "build", source, "--feed", feed, "--clock", CLOCK]
        for width in widths:
            words += ["--environment", environment(width)]
        if template:
            words += ["--template", template]
        if lines:
            words += ["--lines"]
        ran(words, self.folder)

    def ready_made(self):
        """Builds a feed for each ready-made template, and returns their names."""
        names = []
        folder = os.path.join(self.root, "Feeds", "templates")
        for file in sorted(os.listdir(folder)):
            name = file.removesuffix(".yaml")
            if name == "photo-grid":
                # The records of the demo feeds have no lists of pictures: its cells would be 0 high.
                continue
            source = "demo-threads.ndjson" if name.startswith("thread") else "demo.json"
            template = os.path.join(folder, file)
            self.build(os.path.join(self.root, "Feeds", source), name, WIDTHS, template)
            self.templates.append(template)
            names.append(name)
        return names

    def posts(self, count, widths):
        """Builds `posts` of so many generated records."""
        path = os.path.join(self.folder, "posts.ndjson")
        ran([os.path.join(self.root, "scripts", "generate-feed"), "--records", str(count),
             "--seed", "1", "-o", path], self.folder)
        self.build(path, "posts", widths, lines=True)

    def days(self, count):
        """Builds `days` of so many generated records, with a list of that name in sections.

        It is the last feed to be built, so that the service reads the configuration with the list."""
        path = os.path.join(self.folder, "days.ndjson")
        ran([os.path.join(self.root, "scripts", "generate-feed"), "--records", str(count),
             "--seed", "5", "-o", path], self.folder)
        self.build(path, "days", (390,), others=days(
            self.root, spacing=self.gap, value="{published, date, 'yyyy-MM-dd HH'}"))

    def newer_posts(self, count):
        """Puts so many records of another seed before the others, and builds `posts` again."""
        path = os.path.join(self.folder, "posts.ndjson")
        newer = os.path.join(self.folder, "newer.ndjson")
        ran([os.path.join(self.root, "scripts", "generate-feed"), "--records", str(count),
             "--seed", "2", "-o", newer], self.folder)
        with open(path, encoding="utf-8") as file:
            rest = file.read()
        with open(newer, encoding="utf-8") as file, open(path, "w", encoding="utf-8") as out:
            out.write(file.read() + rest)
        self.build(path, "posts", WIDTHS, lines=True)


class Server:
    """`cellheights-serve --demo` over the store of a folder."""

    def __init__(self, program, stores):
        self.log = open(os.path.join(stores.folder, "serve.log"), "w+", encoding="utf-8")
        port = os.path.join(stores.folder, "port")
        command = [program, "--store", "Cache/heights.sqlite", "--demo", "--port", "0",
                   "--port-file", port, "--clock", CLOCK, "--template", "post"]
        for template in stores.templates:
            command += ["--template", template]
        self.run = subprocess.Popen(command, cwd=stores.folder, stdout=self.log, stderr=self.log)
        end = time.monotonic() + 600
        while True:
            if self.run.poll() is not None or time.monotonic() > end:
                self.log.seek(0)
                raise DemoFailed("cellheights-serve did not begin: " + self.log.read()[-600:])
            try:
                with open(port, encoding="utf-8") as file:
                    self.base = f"http://127.0.0.1:{int(file.read())}"
                # The first request makes the published files, which takes a while.
                urllib.request.urlopen(self.base + "/heights/current.json", timeout=300).close()
                break
            except (OSError, ValueError):
                time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.run.terminate()
        try:
            self.run.wait(20)
        except subprocess.TimeoutExpired:
            self.run.kill()
            self.run.wait()
        self.log.close()
