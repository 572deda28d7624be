"""Metrics packs: fonts captured in Chromium, beside the fonts themselves."""
