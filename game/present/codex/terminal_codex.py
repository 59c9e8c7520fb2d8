"""The codex in the terminal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TextIO

from game.engine.book import Book
from game.present.codex.entries import SHARED, Codex, CodexEntry, is_id, proper
from game.present.codex.example_player import Said, ShownStep, Worked
from game.record.failure import Failure

WIDTH = 88
LEAST = 0.1
"""Percentage below which a chance is only given as smaller."""
SEARCH = "search"
SHARED_TITLE = "All books"
BEGINNING = "It begins:"
HEADS = {
    "told": "{title}:",
    "odds": "The odds: {title}, of {of}:",
    "refused": "Refused: {title}:",
    "queue": "Who acts when:",
}


def tell_rules(
    words: Sequence[str],
    books: Mapping[str, Book],
    out: TextIO,
    tell: Callable[[str], object] = lambda _: None,
) -> None:
    """Print all rules, those of a book, single ones, or those found.

    Tell `tell` which parts of the codex can't be read.
    """
    codex = Codex(books)
    for trouble in codex.troubles:
        tell(trouble)
    out.write("\n".join(_lines(codex, words)) + "\n")


def _lines(codex: Codex, words: Sequence[str]) -> Iterator[str]:
    if not words:
        return _contents(codex, tuple(codex.chapters))
    if words[0] == SEARCH:
        return _found(codex, " ".join(words[1:]))
    if len(words) == 1 or all(is_id(word) for word in words):
        return _each(codex, words)
    return _found(codex, " ".join(words))


def _each(codex: Codex, words: Sequence[str]) -> Iterator[str]:
    """Yield several rules, with empty lines between them."""
    ids = dict.fromkeys(proper(word) if is_id(word) else word for word in words)
    for number, lines in enumerate([list(_one(codex, id)) for id in ids]):
        yield from ["", ""] if number else []
        yield from lines


def _one(codex: Codex, word: str) -> Iterator[str]:
    entry, chapter = codex.entry(word), codex.chapter(word)
    if entry is not None:
        return entry_lines(codex, entry)
    if chapter is not None:
        return _contents(codex, (chapter,))
    if not is_id(word) and codex.search(word):
        return _found(codex, word)
    near = codex.nearest(word)
    advice = f"did you mean {near}?" if near else "'five-tables rules' lists all there are."
    raise Failure(f"There is no rule {(proper(word) if is_id(word) else word)!r}; {advice}")


def _contents(codex: Codex, chapters: Sequence[str]) -> Iterator[str]:
    for number, chapter in enumerate(chapters):
        if number:
            yield ""
        yield _book(codex, chapter)
        yield from _titles(codex.chapters[chapter])


def _found(codex: Codex, words: str) -> Iterator[str]:
    if not words:
        raise Failure(f"Say what to look for, as in 'five-tables rules {SEARCH} cover'.")
    found = codex.search(words)
    if not found:
        raise Failure(f"No rule tells of {words!r}.")
    return _titles(found)


def _titles(entries: Sequence[CodexEntry]) -> Iterator[str]:
    return (f"  {entry.id}  {entry.title}" for entry in entries)


def _book(codex: Codex, chapter: str) -> str:
    return SHARED_TITLE if chapter == SHARED else codex.title(chapter) or chapter


def entry_lines(codex: Codex, entry: CodexEntry) -> Iterator[str]:
    """Yield the lines of a rule with its example."""
    head = f"{entry.id}  {entry.title}  ({_book(codex, entry.book)})"
    yield head
    yield "=" * len(head)
    yield from wrap(entry.text, WIDTH)
    yield ""
    yield "An example"
    yield "----------"
    yield from wrap(codex.about(entry.id), WIDTH)
    yield from example_lines(codex.example(entry.id))
    if entry.see:
        yield ""
        known = (codex.entry(id) for id in entry.see)
        yield "See also: " + "; ".join(f"{one.id} {one.title}" for one in known if one)


def example_lines(worked: Worked) -> Iterator[str]:
    """Yield the lines of a played example."""
    yield ""
    yield from worked.board.split("\n")
    for part in worked.parts:
        yield ""
        yield from _part(part)


def _part(part: ShownStep) -> Iterator[str]:
    head = HEADS[part.kind] if part.title or part.kind == "queue" else BEGINNING
    yield head.format(title=part.title, of=part.of)
    for line in (*part.lines, *part.reasons):
        yield from _line(line, part)


def _line(line: Said, part: ShownStep) -> Iterator[str]:
    number = ""
    if line.weight is not None:
        share = 100 * line.weight / part.of
        shown = f"{share:.1f}" if share >= LEAST else f"<{LEAST}"
        number = f"{line.weight:>{len(str(part.of))}} ({shown}%)  "
    if line.value is not None:
        number = f"  {line.value:+} " if line.value else "  because of "
    rule = f"  [{line.rule}]" if line.rule else ""
    text = f"{number}{line.text}{rule}"
    yield from wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ")
