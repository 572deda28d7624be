"""A line chart as SVG: the same values give the same bytes."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56619c", "#8a6d00")
LEFT, TOP, WIDE, HIGH, RIGHT, BOTTOM = 56, 40, 520, 300, 150, 40


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def step(greatest):
    """Distance of the grid's lines: 1, 2 or 5 times a power of ten, at most eight lines."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if greatest / (factor * size) <= 8:
                return factor * size
        size *= 10


def chart(title, names, lines):
    """`lines` are pairs of a label and one value a name."""
    greatest = max(max(values) for _, values in lines)
    grid = step(greatest)
    ceiling = -(-greatest // grid) * grid
    x = lambda index: LEFT + WIDE * index / (len(names) - 1)
    y = lambda value: TOP + HIGH * (1 - value / ceiling)
    width, height = LEFT + WIDE + RIGHT, TOP + HIGH + BOTTOM
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">')
    yield f"<title>{title}</title>"
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    yield f'<text x="{LEFT}" y="20" font-size="14" fill="#222222">{title}</text>'
    value = 0
    while value <= ceiling:
        at = number(y(value))
        yield f'<path d="M{LEFT} {at}H{LEFT + WIDE}" stroke="#dddddd"/>'
        yield (f'<text x="{LEFT - 8}" y="{number(y(value) + 4)}" text-anchor="end" '
               f'fill="#555555">{number(value)}</text>')
        value += grid
    for index, name in enumerate(names):
        yield (f'<text x="{number(x(index))}" y="{TOP + HIGH + 20}" text-anchor="middle" '
               f'fill="#555555">{name}</text>')
    free = float("inf")
    for (label, values), colour in sorted(
            zip(lines, COLOURS), key=lambda line: line[0][1][-1]):
        points = " ".join(f"{number(x(i))},{number(y(v))}" for i, v in enumerate(values))
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for index, value in enumerate(values):
            at = f'cx="{number(x(index))}" cy="{number(y(value))}"'
            yield f'<circle {at} r="2.5" fill="{colour}"/>'
        # Labels keep a line's distance, the lowest first.
        free = min(y(values[-1]) + 4, free - 15)
        yield f'<text x="{LEFT + WIDE + 10}" y="{number(free)}" fill="{colour}">{label}</text>'
    yield "</svg>"
