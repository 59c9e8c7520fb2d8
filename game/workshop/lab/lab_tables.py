"""Statistics as people read them, and a progress bar."""

from collections.abc import Collection, Sequence
from time import perf_counter
from typing import TextIO

from game.workshop.lab.count_tables import count_lines
from game.workshop.lab.statistics import LabReport, WinCount
from game.workshop.lab.text_tables import GAP, head, lines, share_cells
from game.workshop.workshop_sentences import said

WIDTH = 24
"""Width of a full bar in characters."""
COLUMNS = ("battles", "won", "drawn", "share", "span")


class ProgressBar:
    """A progress bar for a terminal. Any other stream gets only one line at the end."""

    def __init__(self, err: TextIO | None, of: int, things: str = "battles") -> None:
        """Show the progress of `of` things, a word that begins an entry of the catalogue."""
        self._err, self._of, self._things = err, of, things
        self._start = perf_counter()
        self._shown = ""
        self._done = 0

    def show(self, done: int, name: str) -> None:
        """Show that `done` battles are over, the last in the level `name`."""
        self._done = done
        if self._err is not None and self._err.isatty():
            full = WIDTH * done // self._of
            self._write(f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{self._of} {name}")

    def clear(self) -> None:
        """Clear the line for other output."""
        if self._shown:
            self._write("")

    def close(self, jobs: int) -> None:
        """Finish after all battles were played, by `jobs` processes."""
        self.clear()
        if self._err is not None and not self._err.isatty():
            took = perf_counter() - self._start
            seconds = f"{took:.1f}"
            about = {"count": self._done, "seconds": seconds, "jobs": jobs}
            self._err.write(said("lab", f"played_{self._things}", **about))
            self._err.write("\n")
            self._err.flush()

    def _write(self, text: str) -> None:
        assert self._err is not None
        self._err.write(f"\r{' ' * len(self._shown)}\r{text}")
        self._err.flush()
        self._shown = text


def table(one: LabReport, shown: Collection[str] = ()) -> str:
    """Return the report on one level as lines of text, with the sections `shown` of its counts."""
    level, (first, last) = one.level, one.seeds
    median, most = one.rounds
    first_line = said(
        "lab",
        "head_seed" if first == last else "head",
        level=level.id,
        rulebook=level.rulebook,
        battles=one.battles,
        first=str(first),
        last=str(last),
    )
    rounds = said(
        "lab",
        "rounds",
        median=f"{median:g}",
        most=most,
        count=one.before_limit,
        battles=one.battles,
        limit=level.rounds,
    )
    reasons = ", ".join(f"{reason} {count}" for reason, count in one.reasons.items())
    found = [
        *_rows("player", one.players),
        *_rows("side", one.sides),
        *_paired(one),
        GAP + rounds,
        GAP + said("lab", "reasons", reasons=reasons),
        GAP + said("lab", "turns", turns=f"{one.turns:.1f}", ms=f"{one.ms:.1f}"),
        *_first_turn(one),
        *count_lines(one.counts, shown),
    ]
    if one.faults:
        found.append(GAP + said("lab", "faults", count=one.faults))
    found += [GAP + trouble for trouble in one.troubles]
    return "".join(f"{line}\n" for line in (first_line, *found))


def _first_turn(one: LabReport) -> list[str]:
    """Return the line about the sides that had the first turn."""
    if not one.first.battles:
        return []
    share, span = share_cells(one.first.span)
    return [GAP + said("lab", "first_turn", share=share, span=span)]


def _paired(one: LabReport) -> list[str]:
    """Return the lines that compare players with the same seeds, if only one side is asked."""
    if not one.alone:
        return []
    if not one.pairs:
        return [GAP + said("lab", "alone", side=one.alone)]
    rows = [
        (
            said("lab", "against", name=pair.name, other=pair.other),
            *map(str, (pair.pairs, pair.better, pair.worse, pair.equal)),
            *share_cells(pair.span),
        )
        for pair in one.pairs
    ]
    top = head("pair", "seeds", "better", "worse", "equal", "share", "span")
    return [GAP + said("lab", "alone_pairs", side=one.alone), *lines([top, *rows])]


def _rows(first: str, records: Sequence[WinCount]) -> list[str]:
    """Return a table's lines, one for each player or side."""
    return lines([head(first, *COLUMNS), *map(_cells, records)])


def _cells(one: WinCount) -> tuple[str, ...]:
    return one.name, str(one.battles), str(one.wins), str(one.draws), *share_cells(one.span)
