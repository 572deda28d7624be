"""Random documents with floats, by their numbers."""
import random

from .tables import words


def size(dice):
    width = dice.choice((20, 50, 80, 120, 200, "25%", "50%", "100%"))
    return f"width: {width if isinstance(width, str) else f'{width}px'}; height: {dice.choice((10, 30, 50, 90))}px"


def floating(dice):
    """A float: a picture, a box of a size, a box of text, a figure or a table."""
    side = dice.choice(("left", "right"))
    style = [f"float: {side}"]
    if dice.random() < 0.3:
        style.append(f"margin: {dice.choice(('5px', '0 10px 8px 0', '10px 0 0 12px', '-4px 6px'))}")
    if dice.random() < 0.15:
        style.append(f"clear: {dice.choice(('left', 'right', 'both'))}")
    kind = dice.random()
    if kind < 0.25:
        return f"<img align={side} width={dice.choice((16, 60, 150))} height={dice.choice((10, 40, 100))}>"
    if kind < 0.5:
        return f"<span style='{'; '.join([*style, size(dice)])}'></span>"
    if kind < 0.8:
        if dice.random() < 0.3:
            style.append(f"width: {dice.choice(('40%', '100px'))}")
        return f"<span style='{'; '.join(style)}'>{words(dice, 6)}</span>"
    if kind < 0.92:
        return f"<span style='{'; '.join(style)}'>{inner(dice)}</span>"
    return f"<b style='{'; '.join(style)}'><table border=1><tr><td>{words(dice, 3)}<td>{words(dice, 2)}</table></b>"


def inner(dice):
    return "".join(floating(dice) if dice.random() < 0.3 else f" {words(dice, 4)} " for _ in range(dice.randint(1, 3)))


def paragraph(dice):
    parts = []
    for _ in range(dice.randint(1, 4)):
        kind = dice.random()
        if kind < 0.55:
            parts.append(words(dice, 14))
        elif kind < 0.75:
            parts.append(floating(dice))
        elif kind < 0.83:
            parts.append(f"<b>{words(dice, 3)}</b>")
        elif kind < 0.88:
            parts.append(f"<i>{words(dice, 2)}{floating(dice)}{words(dice, 2)}</i>")
        elif kind < 0.93:
            parts.append(f"<img width={dice.choice((16, 60))} height={dice.choice((10, 40))}>")
        else:
            parts.append(f"<br{dice.choice(('', ' clear=all', ' clear=left', ' clear=right'))}>")
    return (" " if dice.random() < 0.85 else "").join(parts)


def block(dice, depth=0):
    style = []
    if dice.random() < 0.15:
        style.append(f"clear: {dice.choice(('left', 'right', 'both'))}")
    if dice.random() < 0.15:
        style.append(f"margin: {dice.choice(('0', '20px 0', '10px 15px', '0 0 25px', '-6px 0', '5px auto'))}")
    if dice.random() < 0.08:
        style.append(f"padding: {dice.choice(('4px', '1px 10px'))}")
    if dice.random() < 0.08:
        style.append(f"text-align: {dice.choice(('center', 'right', 'justify'))}")
    if dice.random() < 0.1:
        style.append(f"width: {dice.choice(('150px', '60%'))}")
    if dice.random() < 0.05:
        style.append("direction: rtl")
    if dice.random() < 0.04:
        style.append("height: 30px")
    kind = dice.random()
    if kind < 0.12:
        style.append("overflow: hidden")
    elif kind < 0.16:
        style.append("display: flex")
    attribute = f" style='{'; '.join(style)}'" if style else ""
    kind = dice.random()
    if kind < 0.45 or depth > 2:
        return f"<p{attribute}>{paragraph(dice)}</p>"
    if kind < 0.55:
        return floating(dice)
    if kind < 0.62:
        return f"<div{attribute}></div>"
    if kind < 0.70:
        items = "".join(f"<li>{paragraph(dice)}" for _ in range(dice.randint(1, 3)))
        return f"<ul{attribute}>{items}</ul>"
    if kind < 0.76:
        return f"<table{attribute}><tr><td>{paragraph(dice)}<td>{words(dice, 3)}</table>"
    if kind < 0.80:
        return f"<img style='display: block' width={dice.choice((60, 200))} height=20>"
    if kind < 0.84:
        return f"<hr{attribute}>"
    if kind < 0.88:
        return paragraph(dice)
    return f"<div{attribute}>{''.join(block(dice, depth + 1) for _ in range(dice.randint(1, 4)))}</div>"


def cases(count, seed):
    """Markup with names, as the cases of the oracle."""
    made = []
    for number in range(count):
        dice = random.Random(f"{seed} {number}")
        text = "".join(block(dice) for _ in range(dice.randint(2, 5)))
        made.append((f"document {number}", text, "html", text))
    return made
