"""Metrics packs of fonts, captured by Capture/capture.html in headless Chromium."""
import json
import os
import tempfile
import time

from ..browser.devtools import Page


def packs(browser, root, families, weights, sizes, words, folder):
    """The paths of the packs by family, and the seconds that each took."""
    found, seconds = {}, {}
    with tempfile.TemporaryDirectory(prefix="oracles-packs.") as profile, \
            Page(browser, profile) as page:
        page.open("file://" + os.path.join(os.path.abspath(root), "Capture/capture.html"))
        for family in families:
            began = time.monotonic()
            options = {"family": family, "weights": weights, "sizes": sizes, "italic": False,
                       "device": "headless", "words": words}
            text = page.value(f"capture({json.dumps(options)})")
            seconds[family] = time.monotonic() - began
            found[family] = os.path.join(folder, f"{family.replace(' ', '-')}.metrics.json")
            with open(found[family], "w", encoding="utf-8") as file:
                file.write(text)
    return found, seconds
