"""The command `levels`: the list of levels in columns. It imports nothing for playing."""

from collections.abc import Iterable, Mapping
from typing import TextIO

from game.content.levels import ListedLevel, all_levels, load_level
from game.content.toml_files.findings import LevelError
from game.content.values.book_data import BookLike
from game.play.seat_shares import kept_shares, seats_of, shares_of
from game.referee.terminal_sentences import said


def list_levels(
    out: TextIO,
    books: Mapping[str, BookLike],
    first: Iterable[tuple[str, str, str]] = (),
    own: Iterable[ListedLevel] = (),
) -> None:
    """List the levels in columns: id, rulebook, title, and how even it is if that was measured.

    Print the rows `first` above them, and the levels `own` below.
    """
    shown = [*all_levels(), *own]
    levels = ((row.id, row.rulebook, row.title, _balance(row, books)) for row in shown)
    rows = [*((*row, "") for row in first), *levels]
    widths = [max((len(row[n]) for row in rows), default=0) for n in range(3)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, (*widths, 0), strict=True))
        out.write("  ".join(cells).rstrip() + "\n")


def _balance(row: ListedLevel, books: Mapping[str, BookLike]) -> str:
    """Return how often each side of a level wins between soldiers; "" if that isn't known."""
    if row.id not in kept_shares():
        return ""
    try:
        level = load_level(row.path, books)
    except LevelError:
        return ""
    shares = shares_of(level)
    if shares is None:
        return ""
    key = "even" if shares.is_even(seats_of(level)) else "uneven"
    told = shares.told(side.id for side in level.sides)
    return said("levels", key, shares=told, battles=f"{shares.battles:,}")
