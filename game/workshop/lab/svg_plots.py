"""Plots as SVG, to stand in a page: shares with intervals, bars, and columns.

Each plot is one `<svg>` that needs nothing else. Its label says in words what it shows.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from game.workshop.lab.markup import tag
from game.workshop.lab.wilson_interval import Span

WIDTH, LABEL, NOTE = 860, 270, 150
"""Width of a plot, and of its labels on the left and numbers on the right."""
ROW, RADIUS, THICK = 26, 5, 14
"""Height of a row, radius of a dot, and thickness of a bar."""
COLUMNS = 180
"""Height of the columns of a plot."""
MOST_LETTERS = 32
"""Letters of a label that fit on the left."""


class SpanRow(NamedTuple):
    """A row with a share and its interval."""

    label: str
    span: Span
    note: str
    colour: str = "plain"


class BarRow(NamedTuple):
    """A row with a number."""

    label: str
    value: float
    note: str
    colour: str = "plain"


def span_plot(about: str, rows: Sequence[SpanRow], fair: float | None = None) -> Element:
    """Return a plot of shares from 0 to 100%. `fair` is marked by a dashed line."""
    height = ROW * len(rows) + 24
    parts = list(_percent_lines(height - 20))
    if fair is not None:
        parts.append(tag("line", class_="fair", x1=_x(fair), y1=0, x2=_x(fair), y2=height - 20))
    for number, row in enumerate(rows):
        y, share, low, high = ROW * number + ROW / 2, *map(_x, row.span)
        parts += _texts(y, row.label, row.note)
        parts.append(
            tag("line", class_=" ".join(("whisker", row.colour)), x1=low, y1=y, x2=high, y2=y)
        )
        parts.append(tag("circle", class_=row.colour, cx=share, cy=y, r=RADIUS))
    return _svg(about, height, parts)


def bar_plot(about: str, rows: Sequence[BarRow]) -> Element:
    """Return a plot of numbers as bars from the left. The longest fills the plot."""
    most = max((row.value for row in rows), default=0) or 1
    parts: list[Element] = []
    for number, row in enumerate(rows):
        y = ROW * number + ROW / 2
        parts += _texts(y, row.label, row.note)
        size = {"width": round((WIDTH - LABEL - NOTE) * row.value / most, 1), "height": THICK}
        parts.append(tag("rect", class_=row.colour, x=LABEL, y=y - THICK / 2, **size))
    return _svg(about, ROW * len(rows), parts)


def column_plot(about: str, columns: Sequence[tuple[str, int]]) -> Element:
    """Return a plot of counts as columns, with a name below and the count above each."""
    most = max((count for _, count in columns), default=0) or 1
    step = min(48.0, (WIDTH - 20) / max(1, len(columns)))
    parts = []
    for number, (name, count) in enumerate(columns):
        left, height = 10 + step * number, round(COLUMNS * count / most, 1)
        place = {"class_": "small", "x": round(left + step / 2, 1), "text_anchor": "middle"}
        top = round(20 + COLUMNS - height, 1)
        size = {"width": round(step - 4, 1), "height": height}
        parts.append(tag("rect", class_="plain", x=round(left + 2, 1), y=top, **size))
        parts.append(tag("text", name, y=COLUMNS + 36, **place))
        if count:
            parts.append(tag("text", str(count), y=top - 5, **place))
    return _svg(about, COLUMNS + 44, parts)


def _x(share: float) -> float:
    """Return where a share lies, from the left edge."""
    return round(LABEL + (WIDTH - LABEL - NOTE) * share, 1)


def _percent_lines(height: float) -> Iterable[Element]:
    for percent in range(0, 101, 25):
        at = _x(percent / 100)
        yield tag("line", class_="grid", x1=at, y1=0, x2=at, y2=height)
        yield tag("text", f"{percent}%", class_="small", x=at, y=height + 16, text_anchor="middle")


def _texts(y: float, label: str, note: str) -> Iterable[Element]:
    """Yield the label at the left, cut if it is too long, and the note at the right."""
    short = label if len(label) <= MOST_LETTERS else label[: MOST_LETTERS - 1].rstrip() + "…"
    yield tag("text", short, tag("title", label), x=0, y=y + 5)
    yield tag("text", note, class_="small", x=WIDTH - NOTE + 12, y=y + 5)


def _svg(about: str, height: float, parts: Iterable[Element]) -> Element:
    box = " ".join(map(str, (0, 0, WIDTH, height)))
    named = {"role": "img", "aria_label": about, "viewBox": box}
    return tag("svg", *parts, **named, width=WIDTH, height=height)
