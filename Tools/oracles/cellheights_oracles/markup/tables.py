"""Random tables, by their numbers."""
import random

WORDS = ("a", "of", "list", "height", "measured", "paragraphs", "incomprehensibilities", "x-ray", "42", "3.1415")


def words(dice, most=8):
    return " ".join(dice.choice(WORDS) for _ in range(dice.randint(1, most)))


def content(dice, depth):
    kind = dice.random()
    if kind < 0.1:
        return ""
    if kind < 0.75:
        return words(dice)
    if kind < 0.82:
        return f"<p>{words(dice)}</p><p>{words(dice)}</p>"
    if kind < 0.87:
        return f"<img width={dice.choice((16, 60, 200))} height={dice.choice((10, 40))}>"
    if kind < 0.91:
        return f"<ul><li>{words(dice)}<li>{words(dice)}</ul>"
    if kind < 0.95:
        return f"<div style='font-size: 24px'>{words(dice, 2)}</div>"
    return table(dice, depth + 1) if depth < 1 else "<b>x</b>"


def cell(dice, depth):
    name = "th" if dice.random() < 0.2 else "td"
    attributes = []
    if dice.random() < 0.18:
        attributes.append(f"colspan={dice.choice((2, 2, 3, 4))}")
    if dice.random() < 0.12:
        attributes.append(f"rowspan={dice.choice((2, 2, 3, 0))}")
    if dice.random() < 0.2:
        attributes.append(f"width={dice.choice((20, 60, 120, '10%', '25%', '50%', '80%'))}")
    if dice.random() < 0.08:
        attributes.append(f"height={dice.choice((20, 60, 100))}")
    if dice.random() < 0.2:
        attributes.append(f"valign={dice.choice(('top', 'middle', 'bottom', 'baseline'))}")
    if dice.random() < 0.15:
        attributes.append(f"align={dice.choice(('left', 'center', 'right'))}")
    if dice.random() < 0.05:
        attributes.append("nowrap")
    style = []
    if dice.random() < 0.08:
        style.append(f"padding: {dice.choice(('0', '10px', '3px 20px', '4px 8px 12px 16px'))}")
    if dice.random() < 0.08:
        style.append(f"border: {dice.choice((1, 2, 3, 5))}px solid")
    if dice.random() < 0.04:
        style.append(f"border-{dice.choice(('left', 'top'))}: hidden")
    if dice.random() < 0.05:
        style.append(f"min-width: {dice.choice((40, 100))}px")
    if dice.random() < 0.05:
        style.append(f"max-width: {dice.choice((40, 100))}px")
    if style:
        attributes.append(f"style='{'; '.join(style)}'")
    return f"<{' '.join([name, *attributes])}>{content(dice, depth)}</{name}>"


def row(dice, columns, depth):
    attributes = ""
    if dice.random() < 0.08:
        attributes += f" height={dice.choice((10, 40, 80))}"
    if dice.random() < 0.06:
        attributes += f" valign={dice.choice(('top', 'bottom', 'baseline'))}"
    count = columns if dice.random() < 0.8 else dice.randint(0, columns)
    return f"<tr{attributes}>{''.join(cell(dice, depth) for _ in range(count))}</tr>"


def rows(dice, most, columns, depth):
    return "".join(row(dice, columns, depth) for _ in range(dice.randint(1, most)))


def table(dice, depth=0):
    attributes, style, parts = [], [], []
    if dice.random() < 0.3:
        attributes.append(f"border={dice.choice((0, 1, 1, 4))}")
    if dice.random() < 0.2:
        attributes.append(f"cellspacing={dice.choice((0, 5, 10))}")
    if dice.random() < 0.2:
        attributes.append(f"cellpadding={dice.choice((0, 4, 10))}")
    if dice.random() < 0.35:
        attributes.append(f"width={dice.choice(('100%', '100%', 200, 350, '60%'))}")
    if dice.random() < 0.06:
        attributes.append(f"height={dice.choice((100, 300))}")
    if dice.random() < 0.05:
        attributes.append("align=center")
    if dice.random() < 0.05:
        attributes.append("dir=rtl")
    if dice.random() < 0.3:
        style.append("border-collapse: collapse")
    if dice.random() < 0.15:
        style.append("table-layout: fixed")
    if dice.random() < 0.08:
        style.append(f"border: {dice.choice((1, 3, 6))}px solid")
    if dice.random() < 0.06:
        style.append(f"padding: {dice.choice((4, 12))}px")
    if dice.random() < 0.06:
        style.append(f"margin: {dice.choice(('10px', '0 auto', '5px 20px'))}")
    if style:
        attributes.append(f"style='{'; '.join(style)}'")
    columns = dice.randint(1, 5)
    if dice.random() < 0.12:
        side = " style='caption-side: bottom'" if dice.random() < 0.3 else ""
        parts.append(f"<caption{side}>{words(dice)}</caption>")
    if dice.random() < 0.15:
        cols = "".join(
            f"<col{dice.choice((' width=40', ' width=20%', '', '', ' span=2 width=30'))}>"
            for _ in range(dice.randint(1, columns + 1)))
        parts.append(f"<colgroup>{cols}</colgroup>")
    if dice.random() < 0.3:
        parts.append(f"<thead>{rows(dice, 1, columns, depth)}</thead>")
    if dice.random() < 0.15:
        parts.append(f"<tfoot>{rows(dice, 1, columns, depth)}</tfoot>")
    for _ in range(1 if dice.random() < 0.85 else 2):
        parts.append(f"<tbody>{rows(dice, 4, columns, depth)}</tbody>")
    return f"<{' '.join(['table', *attributes])}>{''.join(parts)}</table>"


def cases(count, seed):
    """Markup with names, as the cases of the oracle."""
    made = []
    for number in range(count):
        dice = random.Random(f"{seed} {number}")
        text = f"<p>{words(dice, 3)}</p>{table(dice)}{words(dice, 3)}"
        made.append((f"table {number}", text, "html", text))
    return made
