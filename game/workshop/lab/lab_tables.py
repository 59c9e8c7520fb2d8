"""Statistics as people read them, and a progress bar."""

from collections.abc import Sequence
from time import perf_counter
from typing import TextIO

from game.workshop.lab.statistics import LabReport, Span, WinCount

WIDTH = 24
"""Width of a full bar in characters."""
GAP = "  "


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
            self._err.write(f"{self._done} battles in {took:.1f} s, by {_many(jobs)}.\n")
            self._err.flush()

    def _write(self, text: str) -> None:
        assert self._err is not None
        self._err.write(f"\r{' ' * len(self._shown)}\r{text}")
        self._err.flush()
        self._shown = text


def _many(jobs: int) -> str:
    return "one process" if jobs == 1 else f"{jobs} processes"


def table(one: LabReport) -> str:
    """Return the report on one level as lines of text."""
    level, (first, last) = one.level, one.seeds
    battles = _count(one.battles, "battle")
    seeds = f"the seed {first}" if first == last else f"the seeds {first} to {last}"
    median, most = one.rounds
    lines = [
        f"{level.id} ({level.rulebook}): {battles} with {seeds}",
        *_rows("player", one.players),
        *_rows("side", one.sides),
        *_paired(one),
        f"  rounds: {median:g} (median), at most {most}; {one.before_limit} of {battles} "
        f"ended before the limit of {level.rounds}",
        f"  ended by: {', '.join(f'{reason} {count}' for reason, count in one.reasons.items())}",
        f"  unit turns: {one.turns:.1f} per battle, {one.ms:.1f} ms each",
    ]
    if one.faults:
        what = f"players failed {_count(one.faults, 'time')}"
        lines.append(
            f"  {what} and gave harmless commands instead; see players.log in the data folder"
        )
    lines += [f"  {trouble}" for trouble in one.troubles]
    return "".join(f"{line}\n" for line in lines)


def _paired(one: LabReport) -> list[str]:
    """Return the lines that compare players with the same seeds, if only one side is asked."""
    if not one.alone:
        return []
    told = f"  only {one.alone} makes choices: each player played it with the same seeds"
    if not one.pairs:
        return [told]
    rows = [
        (
            f"{pair.name} against {pair.other}",
            *map(str, (pair.pairs, pair.better, pair.worse, pair.equal)),
            *_share(pair.span),
        )
        for pair in one.pairs
    ]
    head = ("pair", "seeds", "better", "worse", "equal", "share", "95 %")
    return [f"{told}; equal results don't count", *_lines([head, *rows])]


def _rows(head: str, records: Sequence[WinCount]) -> list[str]:
    """Return a table's lines, with names aligned to the left and numbers to the right."""
    return _lines([(head, "battles", "won", "drawn", "share", "95 %"), *map(_cells, records)])


def _lines(cells: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return ["  " + _row(row, widths) for row in cells]


def _cells(one: WinCount) -> tuple[str, ...]:
    return one.name, str(one.battles), str(one.wins), str(one.draws), *_share(one.span)


def _share(span: Span) -> tuple[str, str]:
    """Return the cells for a share and its interval."""
    return f"{span.share:.1%}", f"{span.low:.1%} to {span.high:.1%}"


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, *numbers = [
        f"{cell:{'<' if n == 0 else '>'}{width}}"
        for n, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return GAP.join([name, *numbers])


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
