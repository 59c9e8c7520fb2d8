"""Tables of text, with aligned columns."""

from collections.abc import Sequence

from game.workshop.lab.wilson_interval import Span
from game.workshop.workshop_sentences import said

GAP = "  "


def head(*columns: str) -> tuple[str, ...]:
    """Return the headings of a table's columns, by their entries in the catalogue."""
    return tuple(said("column", column) for column in columns)


def lines(cells: Sequence[Sequence[str]], names: int = 1) -> list[str]:
    """Return a table's lines. The first `names` columns are aligned left, the others right."""
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [GAP + _row(row, widths, names) for row in cells]


def share_cells(span: Span) -> tuple[str, str]:
    """Return the cells for a share and its interval."""
    return f"{span.share:.1%}", said("lab", "span", low=f"{span.low:.1%}", high=f"{span.high:.1%}")


def _row(cells: Sequence[str], widths: Sequence[int], names: int) -> str:
    return GAP.join(
        f"{cell:{'<' if number < names else '>'}{width}}"
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
