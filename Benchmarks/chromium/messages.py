"""Messages of a chat as HTML: paragraphs, lists, code, quotes, headings and tables, by their numbers."""
import json
import random

WORDS = ("the list cell height measured paragraph message render scroll text font glyph width cache store build feed "
         "record template box line break word layout engine value result test error change fast slow token stream "
         "model answer question code table quote image link").split()


def sentence(dice, count):
    words = [dice.choice(WORDS) for _ in range(count)]
    for place, word in enumerate(words):
        mark = dice.random()
        name = "strong" if mark < 0.03 else "code" if mark < 0.06 else "em" if mark < 0.08 else None
        if name:
            words[place] = f"<{name}>{word}</{name}>"
        elif mark < 0.09:
            words[place] = f'<a href="https://example.org/{word}">{word}</a>'
    return " ".join(words).capitalize() + "."


def paragraph(dice):
    return " ".join(sentence(dice, dice.randint(5, 16)) for _ in range(dice.randint(1, 4)))


def block(dice):
    kind = dice.random()
    if kind < 0.6:
        return f"<p>{paragraph(dice)}</p>"
    if kind < 0.77:
        name = "ul" if kind < 0.7 else "ol"
        items = "".join(f"<li>{sentence(dice, dice.randint(3, 10))}</li>" for _ in range(dice.randint(2, 5)))
        return f"<{name}>{items}</{name}>"
    if kind < 0.87:
        lines = "".join("    " * dice.randint(0, 2) + f"let {dice.choice(WORDS)} = {dice.choice(WORDS)}({dice.randint(0, 99)})\n"
                        for _ in range(dice.randint(2, 8)))
        return f"<pre><code>{lines}</code></pre>"
    if kind < 0.92:
        return f"<blockquote><p>{sentence(dice, dice.randint(5, 14))}</p></blockquote>"
    if kind < 0.96:
        return f"<h2>{' '.join(dice.choice(WORDS) for _ in range(4))}</h2>"
    columns = dice.randint(2, 4)

    def row(name, text):
        return "<tr>" + "".join(f"<{name}>{text()}</{name}>" for _ in range(columns)) + "</tr>"
    rows = "".join(row("td", lambda: sentence(dice, dice.randint(1, 3))) for _ in range(dice.randint(2, 4)))
    return f"<table><thead>{row('th', lambda: dice.choice(WORDS))}</thead><tbody>{rows}</tbody></table>"


def message(number, seed=1):
    """Markup with 200 to 2,000 letters."""
    dice = random.Random(f"{seed} {number}")
    size, blocks = 0, []
    wanted = dice.randint(200, 2000)
    while size < wanted:
        blocks.append(block(dice))
        size += len(blocks[-1])
    return "\n".join(blocks)


def write(path, count):
    """A feed of messages, one record a line."""
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            file.write(json.dumps({"id": f"message-{number}", "content_html": message(number)}) + "\n")
