"""Statistics as people read them, and a progress bar."""

from collections.abc import Sequence
from time import perf_counter
from typing import TextIO

from game.workshop.lab.statistics import LabReport, Span, WinCount
from game.workshop.workshop_sentences import said

WIDTH = 24
"""Width of a full bar in characters."""
GAP = "  "
COLUMNS = ("battles", "won", "drawn", "share", "span")


class ProgressBar:
    """A progress bar for a terminal. Any other stream gets only one line at the end."""

    def __init__(self, err: TextIO | None, of: int) -> None:
        self._err, self._of = err, of
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
            self._err.write(said("lab", "played", count=self._done, seconds=seconds, jobs=jobs))
            self._err.write("\n")
            self._err.flush()

    def _write(self, text: str) -> None:
        assert self._err is not None
        self._err.write(f"\r{' ' * len(self._shown)}\r{text}")
        self._err.flush()
        self._shown = text


def table(one: LabReport) -> str:
    """Return the report on one level as lines of text."""
    level, (first, last) = one.level, one.seeds
    median, most = one.rounds
    head = said(
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
    lines = [
        *_rows("player", one.players),
        *_rows("side", one.sides),
        *_paired(one),
        GAP + rounds,
        GAP + said("lab", "reasons", reasons=reasons),
        GAP + said("lab", "turns", turns=f"{one.turns:.1f}", ms=f"{one.ms:.1f}"),
    ]
    if one.faults:
        lines.append(GAP + said("lab", "faults", count=one.faults))
    lines += [GAP + trouble for trouble in one.troubles]
    return "".join(f"{line}\n" for line in (head, *lines))


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
            *_share(pair.span),
        )
        for pair in one.pairs
    ]
    head = _head("pair", "seeds", "better", "worse", "equal", "share", "span")
    return [GAP + said("lab", "alone_pairs", side=one.alone), *_lines([head, *rows])]


def _head(*columns: str) -> tuple[str, ...]:
    """Return the headings of a table's columns."""
    return tuple(said("column", column) for column in columns)


def _rows(head: str, records: Sequence[WinCount]) -> list[str]:
    """Return a table's lines, with names aligned to the left and numbers to the right."""
    return _lines([_head(head, *COLUMNS), *map(_cells, records)])


def _lines(cells: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return ["  " + _row(row, widths) for row in cells]


def _cells(one: WinCount) -> tuple[str, ...]:
    return one.name, str(one.battles), str(one.wins), str(one.draws), *_share(one.span)


def _share(span: Span) -> tuple[str, str]:
    """Return the cells for a share and its interval."""
    return f"{span.share:.1%}", said("lab", "span", low=f"{span.low:.1%}", high=f"{span.high:.1%}")


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, *numbers = [
        f"{cell:{'<' if n == 0 else '>'}{width}}"
        for n, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return GAP.join([name, *numbers])
