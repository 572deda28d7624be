"""Texts that web/lines.js draws from measured lines, against Chromium's own paragraphs."""
