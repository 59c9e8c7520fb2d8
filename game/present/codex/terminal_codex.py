"""The codex in the terminal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TextIO

from game.engine.book import Book
from game.present.codex.entries import SHARED, Codex, CodexEntry, is_id, proper
from game.present.codex.example_player import Said, ShownStep, Worked
from game.present.screen_sentences import failure, said
from game.terms.texts import Count

WIDTH = 88
LEAST = 0.1
"""Percentage below which a chance is only given as smaller."""
SEARCH = "search"


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
    word = proper(word) if is_id(word) else word
    raise failure("codex", "no_rule_near" if near else "no_rule", word=word, near=near)


def _contents(codex: Codex, chapters: Sequence[str]) -> Iterator[str]:
    for number, chapter in enumerate(chapters):
        if number:
            yield ""
        yield _book(codex, chapter)
        yield from _titles(codex.chapters[chapter])


def _found(codex: Codex, words: str) -> Iterator[str]:
    if not words:
        raise failure("codex", "no_words", search=SEARCH)
    found = codex.search(words)
    if not found:
        raise failure("codex", "nothing", words=words)
    return _titles(found)


def _titles(entries: Sequence[CodexEntry]) -> Iterator[str]:
    return (f"  {entry.id}  {entry.title}" for entry in entries)


def _book(codex: Codex, chapter: str) -> str:
    return said("codex", "shared") if chapter == SHARED else codex.title(chapter) or chapter


def entry_lines(codex: Codex, entry: CodexEntry) -> Iterator[str]:
    """Yield the lines of a rule with its example."""
    head = f"{entry.id}  {entry.title}  ({_book(codex, entry.book)})"
    yield head
    yield "=" * len(head)
    yield from wrap(entry.text, WIDTH)
    yield ""
    head = said("codex", "example")
    yield head
    yield "-" * len(head)
    yield from wrap(codex.about(entry.id), WIDTH)
    yield from example_lines(codex.example(entry.id))
    if entry.see:
        yield ""
        known = (codex.entry(id) for id in entry.see)
        rules = "; ".join(f"{one.id} {one.title}" for one in known if one)
        yield said("codex", "see", rules=rules)


def example_lines(worked: Worked) -> Iterator[str]:
    """Yield the lines of a played example."""
    yield ""
    yield from worked.board.split("\n")
    for part in worked.parts:
        yield ""
        yield from _part(part)


def _part(part: ShownStep) -> Iterator[str]:
    key = part.kind if part.title or part.kind == "queue" else "begins"
    yield said("part", key, title=part.title, of=part.of)
    for line in (*part.lines, *part.reasons):
        yield from _line(line, part)


def _line(line: Said, part: ShownStep) -> Iterator[str]:
    number = ""
    if line.weight is not None:
        share = 100 * line.weight / part.of
        shown = f"{share:.1f}" if share >= LEAST else f"<{LEAST}"
        number = f"{line.weight:>{len(str(part.of))}} ({shown}%)  "
    if line.value is not None:
        number = f"  {Count(line.value):+} " if line.value else f"  {said('codex', 'because')} "
    rule = f"  [{line.rule}]" if line.rule else ""
    text = f"{number}{line.text}{rule}"
    yield from wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ")
