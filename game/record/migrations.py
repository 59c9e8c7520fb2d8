"""How saves of older formats are brought up to this version's.

`MIGRATIONS[n - 1]` turns the lines of a file of format n into those of format n + 1. It gets all
lines in order, the header first, each with its number in the file, and yields what stands for
them; a line it makes two of, it yields twice under the same number. What it cannot read it passes
on as it is: that becomes a fault of its line, not of the file.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

Raw = tuple[int, Any]
"""A line's number, and the plain values in it."""

Migration = Callable[[Iterable[Raw]], Iterable[Raw]]

MIGRATIONS: tuple[Migration, ...] = ()

FORMAT = len(MIGRATIONS) + 1
"""The format that is written."""


def migrated(lines: Iterable[Raw], found: int, migrations: Sequence[Migration]) -> Iterable[Raw]:
    """Return the lines of a file of format `found`, in the newest format."""
    for step in migrations[found - 1 :]:
        lines = step(lines)
    return lines
