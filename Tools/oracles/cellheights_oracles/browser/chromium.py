"""What headless Chromium says: line starts and heights of the texts at every width."""
import html
import http.server
import json
import os
import re
import subprocess
import tempfile
import threading

PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "page.html")
# Families that CSS has without quotation marks.
GENERIC = {"system-ui", "sans-serif", "serif", "monospace"}
# Seconds that one page may take.
PATIENCE = 1200


class BrowserFailed(Exception):
    """The browser gave no answer; the message tells what it said."""


def css(families):
    """Families as CSS has them."""
    return ", ".join(family if family in GENERIC else f'"{family}"' for family in families)


def headless(browser, folder, scale=1):
    """The command of a browser without windows, whose profile lies in `folder`."""
    return [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--no-first-run", "--disable-extensions", "--disable-background-networking",
            f"--force-device-scale-factor={scale:g}", "--window-size=1200,800",
            f"--user-data-dir={folder}/profile"]


def page_answer(browser, page, folder):
    """What a page posts to `answer`, in bytes, once its frames have run in real time."""
    posted = []
    done = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.reply(page.encode() if self.path == "/" else b"")

        def do_POST(self):
            posted.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.reply(b"")
            done.set()

        def reply(self, body):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        # With a debugging port the browser stays until it is ended.
        command = [*headless(browser, folder), "--remote-debugging-port=0",
                   f"http://127.0.0.1:{server.server_port}/"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as run:
            answered = done.wait(PATIENCE)
            run.terminate()
        server.shutdown()
    if not answered:
        raise BrowserFailed(f"{browser} did not answer in {PATIENCE} s")
    return posted[0]


def page_text(browser, page, folder, scale=1):
    """What becomes of a page in the browser, as HTML.

    `scale` is device pixels a px; the page and the browser's profile lie in `folder`."""
    path = os.path.join(folder, "page.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
    command = [*headless(browser, folder, scale), "--dump-dom", f"file://{path}"]
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
    task = {"size": size, "widths": widths, "trim": trim, "weight": setting.weight,
            "letterSpacing": setting.letter_spacing, "whiteSpace": setting.white_space,
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
