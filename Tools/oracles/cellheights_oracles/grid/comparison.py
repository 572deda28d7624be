"""Frames of a grid, as both have them."""

# In points.
TOLERANCE = 0.01


def differences(grid, ours, theirs):
    """What differs, as sentences; the height is that of the view `cell`."""
    for name in ["cell", "grid", *(item.name for item in grid.shown)]:
        if name not in ours:
            yield f"{name} is not there"
        elif max(abs(a - b) for a, b in zip(ours[name], theirs[name], strict=True)) > TOLERANCE:
            yield f"{name}: {rounded(ours[name])}, in the browser {rounded(theirs[name])}"
    for item in grid.items:
        if not grid.is_shown(item) and item.name in ours:
            kept = [length for length, span in zip(ours[item.name][2:], item.spans.values())
                    if length and not span.is_required]
            if kept:
                yield f"{item.name} is hidden and has a length of {rounded(kept)}"


def rounded(numbers):
    return [round(number, 4) for number in numbers]
