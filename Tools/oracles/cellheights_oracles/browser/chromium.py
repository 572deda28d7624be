"""What headless Chromium says: line starts and heights of the texts at every width."""
import html
import json
import os
import re
import subprocess
import tempfile

PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "page.html")
# Seconds that one page may take.
PATIENCE = 1200


class BrowserFailed(Exception):
    """The browser gave no answer; the message tells what it said."""


def css(families):
    """Families as CSS has them."""
    return ", ".join(f'"{family}"' for family in families)


def page_text(browser, page, folder, scale=1, more=()):
    """What becomes of a page in the browser, as HTML.

    `scale` is device pixels a px; the page and the browser's profile lie in `folder`; `more` are
    further options of the browser."""
    path = os.path.join(folder, "page.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
               "--no-first-run", "--disable-extensions", "--disable-background-networking",
               f"--force-device-scale-factor={scale:g}", "--window-size=1200,800",
               f"--user-data-dir={folder}/profile", *more, "--dump-dom", f"file://{path}"]
    try:
        run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired as error:
        raise BrowserFailed(f"{browser} did not answer in {PATIENCE} s") from error
    if run.returncode or not run.stdout:
        words = run.stderr.decode("utf-8", "replace").strip().splitlines()[-3:]
        raise BrowserFailed(f"{browser} answered nothing (exit {run.returncode}): "
                            + " / ".join(words))
    return run.stdout.decode("utf-8", "replace")


def measure(browser, texts, families, size, widths, trim, setting):
    """The page's answer: for each width `counts`, `starts` and `heights` in the texts' order."""
    task = {"size": size, "widths": widths, "trim": trim,
            "letterSpacing": setting.letter_spacing,
            "texts": [{"text": t.text, "language": t.language,
                       "families": css(families(t.language))} for t in texts]}
    with open(PAGE, encoding="utf-8") as file:
        page = file.read().replace("@TASK@", json.dumps(task).replace("<", "\\u003c"))
    with tempfile.TemporaryDirectory(prefix="oracles-browser.") as folder:
        text = page_text(browser, page, folder, setting.scale)
    found = re.search(r"<pre>(.*)</pre>", text, re.DOTALL)
    if not found:
        raise BrowserFailed(f"{browser} answered nothing")
    answer = json.loads(html.unescape(found[1]))
    if not answer["known"]:
        raise BrowserFailed(f"{browser} does not know font-variant-emoji: unicode or "
                            f"text-spacing-trim: {trim}; it is too old")
    return answer
