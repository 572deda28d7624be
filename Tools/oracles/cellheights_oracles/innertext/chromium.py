"""What headless Chromium says: the innerText of fragments."""
import html
import json
import os
import re
import subprocess
import tempfile

PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "page.html")
# Seconds that one page may take.
PATIENCE = 600


class BrowserFailed(Exception):
    """The browser gave no answer; the message tells what it said."""


def inner_texts(browser, fragments):
    """The browser's own name, and one text for each fragment."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read().replace("@TASK@", json.dumps(fragments).replace("<", "\\u003c"))
    with tempfile.TemporaryDirectory(prefix="oracles-html.") as folder:
        path = os.path.join(folder, "page.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                   "--disable-extensions", "--disable-background-networking",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder}/profile",
                   "--dump-dom", f"file://{path}"]
        try:
            run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired as error:
            raise BrowserFailed(f"{browser} did not answer in {PATIENCE} s") from error
    found = re.search(r"<pre>(.*)</pre>", run.stdout.decode("utf-8", "replace"), re.DOTALL)
    if not found:
        words = run.stderr.decode("utf-8", "replace").strip().splitlines()[-3:]
        raise BrowserFailed(f"{browser} answered nothing (exit {run.returncode}): "
                            + " / ".join(words))
    answer = json.loads(html.unescape(found[1]))
    return answer["agent"], answer["answers"]
