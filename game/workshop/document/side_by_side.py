"""Two texts side by side: the lines in which they differ, with some lines around."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

AROUND = 2
"""Number of equal lines shown before and after lines that differ."""


class SideRow(NamedTuple):
    """A line of each text; None where a text has no such line."""

    ours: str | None
    theirs: str | None
    our_number: int | None = None
    their_number: int | None = None
    """Numbers of the lines, which count from 1; None without a line."""
    is_changed: bool = False

    @property
    def is_gap(self) -> bool:
        """Return whether it stands for equal lines that are left out."""
        return self.ours is None and self.theirs is None

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns in which two lines of the same length differ, as rows of a map do."""
        if not self.is_changed or self.ours is None or self.theirs is None:
            return ()
        pairs = zip(self.ours, self.theirs, strict=False)
        is_same = len(self.ours) == len(self.theirs)
        return tuple(n for n, (a, b) in enumerate(pairs) if a != b) if is_same else ()


GAP = SideRow(None, None)


def side_by_side(ours: str, theirs: str) -> tuple[SideRow, ...]:
    """Return the rows of two texts in which they differ, with a gap between distant ones."""
    return tuple(_rows(ours.splitlines(), theirs.splitlines()))


def _rows(ours: list[str], theirs: list[str]) -> Iterator[SideRow]:
    groups = SequenceMatcher(None, ours, theirs, autojunk=False).get_grouped_opcodes(AROUND)
    for number, group in enumerate(groups):
        if number:
            yield GAP
        for kind, i, i_end, j, j_end in group:
            for a, b in zip_longest(range(i, i_end), range(j, j_end)):
                yield SideRow(
                    None if a is None else ours[a],
                    None if b is None else theirs[b],
                    None if a is None else a + 1,
                    None if b is None else b + 1,
                    kind != "equal",
                )
