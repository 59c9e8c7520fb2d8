"""What the command does: measures rows, and puts them out for people or programs."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TextIO

from game.content.values.wording import quoted
from game.engine.book import Book
from game.record.failure import Failure
from game.workshop.bench.measuring import FULL, QUICK, Bench, BenchRow, Measured, measured
from game.workshop.bench.rows import ROWS

HOLDS, MISSED = 0, 1

HEAD = ("id", "what", "target", "ratio", "beside", "")
VERDICTS = {"ok": "ok", "missed": "MISSED", "not measured": "not measured"}


class BenchOptions(NamedTuple):
    """What the command line says; without ids all rows are meant."""

    ids: Sequence[str] = ()
    is_quick: bool = False
    is_json: bool = False


def bench(
    books: Mapping[str, Book],
    wanted: BenchOptions,
    out: TextIO,
    err: TextIO | None,
    window: Callable[[], Mapping[str, Callable[[Bench], float]]] = dict,
) -> int:
    """Measures rows and shows them as a table or as JSON; returns the exit code.

    `window` gives how the rows about the window are measured.
    """
    rows = chosen(wanted.ids)
    found = measure(rows, Bench(books, QUICK if wanted.is_quick else FULL, window), err)
    return tell_json(found, out) if wanted.is_json else tell(found, rows, out)


def chosen(ids: Sequence[str]) -> tuple[BenchRow, ...]:
    """The rows of these ids in their own order; Failure names those there are."""
    known = [row.id for row in ROWS]
    for id in ids:
        if id not in known:
            raise Failure(f"There is no row {quoted(id)}; the rows are {', '.join(known)}.")
    return tuple(row for row in ROWS if not ids or row.id in ids)


def measure(rows: Sequence[BenchRow], with_what: Bench, err: TextIO | None) -> Iterator[Measured]:
    """Each row as it is measured; a terminal is shown which one that is."""
    for number, row in enumerate(rows, 1):
        _show(err, f"{number}/{len(rows)} {row.id} …")
        found = measured(row, with_what)
        _show(err, "")
        yield found


def _show(err: TextIO | None, text: str) -> None:
    """Leaves the text in the terminal's last line, in place of what stands there."""
    if err is not None and err.isatty():
        err.write(f"\r{text:<40}\r{text}")
        err.flush()


def tell(found: Iterable[Measured], rows: Sequence[BenchRow], out: TextIO) -> int:
    """The rows in columns, each as soon as it is there."""
    widths = _widths(rows)
    code = HOLDS
    out.write(_line(HEAD, widths))
    for one in found:
        out.write(_line(_cells(one), widths))
        out.flush()
        code = max(code, _code(one))
    return code


def _widths(rows: Sequence[BenchRow]) -> list[int]:
    cells = [HEAD, *((row.id, row.what, row.target, "0" * 7, row.beside) for row in rows)]
    return [max(len(line[column]) for line in cells) for column in range(5)]


def _cells(one: Measured) -> tuple[str, ...]:
    row = one.row
    number = "" if one.ratio is None else f"{one.ratio:.3g}"
    verdict = VERDICTS[one.verdict] + (f": {one.why}" if one.why else "")
    return row.id, row.what, row.target, number, row.beside, verdict


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Numbers stand to the right of their columns, words to the left."""
    signs = "<<>><"
    columns = [f"{cell:{s}{w}}" for cell, s, w in zip(cells, signs, widths, strict=False)]
    return "  ".join([*columns, *cells[5:]]).rstrip() + "\n"


def tell_json(found: Iterable[Measured], out: TextIO) -> int:
    """The rows as a list of objects."""
    all_found = list(found)
    json.dump([as_json(one) for one in all_found], out, indent=2, ensure_ascii=False)
    out.write("\n")
    return max((_code(one) for one in all_found), default=HOLDS)


def as_json(one: Measured) -> dict[str, object]:
    """A row as an object; the keys are always the same."""
    row = one.row
    return {
        "id": row.id,
        "what": row.what,
        "target": row.target,
        "limit": row.limit,
        "ratio": one.ratio,
        "beside": row.beside,
        "verdict": one.verdict,
        "why": one.why,
    }


def _code(one: Measured) -> int:
    return MISSED if one.verdict == "missed" else HOLDS
