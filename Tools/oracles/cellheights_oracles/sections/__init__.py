"""Sticky headers of lists with sections, against Chromium's position: sticky."""
