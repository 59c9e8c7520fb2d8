"""Convert saves from older formats to this version's.

`MIGRATIONS[n - 1]` turns the lines of a file of format n into lines of format n + 1. It gets all
lines in order, the header first, each with its number in the file, and yields the new lines. If it
splits a line in two, it yields both under the same number. It passes on any line it can't read, so
that the reader reports that line and not the whole file.
"""

from collections.abc import Callable, Iterable, Sequence

Raw = tuple[int, object]
"""A line's number and its plain value."""

Migration = Callable[[Iterable[Raw]], Iterable[Raw]]

MIGRATIONS: tuple[Migration, ...] = ()

FORMAT = len(MIGRATIONS) + 1
"""The format that this version writes."""


def migrated(lines: Iterable[Raw], found: int, migrations: Sequence[Migration]) -> Iterable[Raw]:
    """Return the lines of a file of format `found` in the newest format."""
    for step in migrations[found - 1 :]:
        lines = step(lines)
    return lines
