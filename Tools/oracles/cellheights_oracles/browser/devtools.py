"""A headless Chromium that is driven through the Chrome DevTools Protocol, over a pair of pipes."""
import base64
import json
import os
import select
import subprocess
import time

from .chromium import PATIENCE, BrowserFailed, headless
from .processes import processor_seconds


class Page:
    """One page of a browser of its own, whose profile lies in a folder of the caller's."""

    def __init__(self, browser, folder, scale=1):
        commands_read, self._commands = os.pipe()
        self._answers, answers_write = os.pipe()

        def place_pipes():
            # Chromium reads from 3 and writes to 4. The pipes may have these numbers already.
            reading, writing = os.dup(commands_read), os.dup(answers_write)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self._run = subprocess.Popen(
            [*headless(browser, folder, scale), "--remote-debugging-pipe", "about:blank"],
            preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(commands_read)
        os.close(answers_write)
        self._pending = b""
        self._last = 0
        self._session = None
        self._loads = 0
        # What the page threw, what it and the browser complained of, and what it asked for.
        self.messages = []
        self.complaints = []
        self.requests = []
        pages = [t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"]
        self._session = self.call(
            "Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._session = None
        try:
            self.call("Browser.close")
            self._run.wait(10)
        except (BrowserFailed, OSError, subprocess.TimeoutExpired):
            self._run.kill()
        self._run.wait()
        os.close(self._commands)
        os.close(self._answers)

    def call(self, method, **parameters):
        """What a command of the protocol answers."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._commands, data):]
        while True:
            answer = self._receive(time.monotonic() + PATIENCE)
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise BrowserFailed(f"{method}: {answer['error'].get('message')}")
                return answer["result"]
            self._note(answer)

    def _note(self, event):
        if event.get("method") == "Page.loadEventFired":
            self._loads += 1
        elif event.get("method") == "Runtime.exceptionThrown":
            details = event["params"]["exceptionDetails"]
            self.messages.append(details.get("exception", {}).get("description", details["text"]))
        elif event.get("method") == "Runtime.consoleAPICalled":
            if event["params"]["type"] in ("error", "warning", "assert"):
                self.complaints.append(" ".join(
                    str(one.get("value", one.get("description"))) for one in event["params"]["args"]))
        elif event.get("method") == "Log.entryAdded":
            entry = event["params"]["entry"]
            if entry["level"] in ("error", "warning"):
                self.complaints.append(f"{entry['source']}: {entry['text']}")
        elif event.get("method") == "Network.requestWillBeSent":
            self.requests.append(event["params"]["request"]["url"])

    def _receive(self, end):
        while b"\0" not in self._pending:
            ready, _, _ = select.select([self._answers], [], [], max(0, end - time.monotonic()))
            piece = os.read(self._answers, 1 << 20) if ready else b""
            if not piece:
                raise BrowserFailed("the browser ended" if ready
                                    else f"the browser did not answer in {PATIENCE} s")
            self._pending += piece
        message, _, self._pending = self._pending.partition(b"\0")
        return json.loads(message)

    def _wait_for_load(self, loads):
        end = time.monotonic() + PATIENCE
        while self._loads == loads:
            self._note(self._receive(end))

    def isolate(self):
        """Takes the network away, and notes from now on what is asked for and complained of."""
        self.call("Log.enable")
        self.call("Network.enable")
        self.call("Network.emulateNetworkConditions", offline=True, latency=0,
                  downloadThroughput=-1, uploadThroughput=-1)

    def scheme(self, name):
        """Gives the page a color scheme, light or dark."""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, url):
        """Loads a page."""
        loads = self._loads
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise BrowserFailed(f"{url}: {answer['errorText']}")
        self._wait_for_load(loads)

    def reload(self):
        """Loads the page again, as people do."""
        loads = self._loads
        self.call("Page.reload")
        self._wait_for_load(loads)

    def value(self, expression):
        """The value of an expression in the page, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserFailed(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    @property
    def processor_seconds(self):
        """Processor time of all processes of the browser so far, in seconds."""
        return processor_seconds(self._run.pid)

    def size(self, width, height, scale=1):
        """Gives the page a size, in CSS pixels."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale, mobile=False)

    def picture(self, path, clip=None):
        """Writes what the page shows as PNG, or a part: x, y, width and height in CSS pixels."""
        part = {} if clip is None else {
            "clip": {**dict(zip(("x", "y", "width", "height"), clip)), "scale": 1},
            "captureBeyondViewport": True}
        data = self.call("Page.captureScreenshot", format="png", **part)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
