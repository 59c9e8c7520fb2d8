"""The command `bench`: measure rows, and print them for people or programs."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TextIO

from game.content.toml_files.finding_texts import quoted
from game.engine.book import Book
from game.record.failure import Failure
from game.workshop.bench.measuring import FULL, QUICK, Bench, BenchRow, Measured, Noted, measured
from game.workshop.bench.rows import ROWS

HOLDS, MISSED = 0, 1

HEAD = ("id", "what", "target", "ratio", "beside", "")
VERDICTS = {"ok": "ok", "missed": "MISSED", "not measured": "not measured"}


class BenchOptions(NamedTuple):
    """The command-line options. Without `ids`, all rows are measured."""

    ids: Sequence[str] = ()
    is_quick: bool = False
    is_json: bool = False


def bench(
    books: Mapping[str, Book],
    wanted: BenchOptions,
    out: TextIO,
    err: TextIO | None,
    window: Callable[[], Mapping[str, Callable[[Bench], float | Noted]]] = dict,
) -> int:
    """Measure rows and print them as a table or as JSON. Return the exit code.

    `window` returns the functions that measure the rows about the window.
    """
    rows = chosen(wanted.ids)
    found = measure(rows, Bench(books, QUICK if wanted.is_quick else FULL, window), err)
    return tell_json(found, out) if wanted.is_json else tell(found, rows, out)


def chosen(ids: Sequence[str]) -> tuple[BenchRow, ...]:
    """Return the rows with these ids, in their usual order. Raise Failure for an unknown id."""
    known = [row.id for row in ROWS]
    for id in ids:
        if id not in known:
            raise Failure(f"There is no row {quoted(id)}; the rows are {', '.join(known)}.")
    return tuple(row for row in ROWS if not ids or row.id in ids)


def measure(rows: Sequence[BenchRow], with_what: Bench, err: TextIO | None) -> Iterator[Measured]:
    """Yield each row once it is measured. On a terminal, show which row is being measured."""
    for number, row in enumerate(rows, 1):
        _show(err, f"{number}/{len(rows)} {row.id} …")
        found = measured(row, with_what)
        _show(err, "")
        yield found


def _show(err: TextIO | None, text: str) -> None:
    """Replace the terminal's last line."""
    if err is not None and err.isatty():
        err.write(f"\r{text:<40}\r{text}")
        err.flush()


def tell(found: Iterable[Measured], rows: Sequence[BenchRow], out: TextIO) -> int:
    """Print the rows in columns, each as soon as it is measured. Return the exit code."""
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
    """Return a line with numbers aligned to the right and words to the left."""
    signs = "<<>><"
    columns = [f"{cell:{s}{w}}" for cell, s, w in zip(cells, signs, widths, strict=False)]
    return "  ".join([*columns, *cells[5:]]).rstrip() + "\n"


def tell_json(found: Iterable[Measured], out: TextIO) -> int:
    """Print the rows as a JSON list of objects. Return the exit code."""
    all_found = list(found)
    json.dump([as_json(one) for one in all_found], out, indent=2, ensure_ascii=False)
    out.write("\n")
    return max((_code(one) for one in all_found), default=HOLDS)


def as_json(one: Measured) -> dict[str, object]:
    """Return a row as an object, always with the same keys."""
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
