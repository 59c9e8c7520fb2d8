"""The codex in the terminal."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from textwrap import wrap
from typing import TextIO

from game.engine.book import Book
from game.present.codex.entries import SHARED, Codex, CodexEntry, is_id, proper
from game.present.codex.example_player import Said, ShownStep, Worked
from game.present.codex.pages import PageHead
from game.present.codex.reference import Reference
from game.present.codex.terminal_pages import WIDTH, head_line, page_lines, table_lines
from game.present.screen_sentences import failure, said
from game.terms.texts import Count

LEAST = 0.1
"""Smallest percentage shown as a number; a smaller chance is shown as `<0.1`."""
SEARCH = "search"


def tell_rules(
    words: Sequence[str],
    books: Mapping[str, Book],
    out: TextIO,
    tell: Callable[[str], object] = lambda _: None,
) -> None:
    """Print the rules and pages that `words` ask for, or the table of contents.

    `words` are rule ids, a book, a page's name, or "search" and words to find. Report parts of the
    codex that can't be read to `tell`. Raise Failure, and report nothing, if `words` ask for such a
    part.
    """
    codex, reference = Codex(books), Reference(books)
    lines = [*_lines(codex, reference, words)]
    for trouble in dict.fromkeys((*codex.troubles, *reference.troubles)):
        tell(trouble)
    out.write("\n".join(lines) + "\n")


def _lines(codex: Codex, reference: Reference, words: Sequence[str]) -> Iterator[str]:
    if not words:
        return chain(_contents(codex, tuple(codex.chapters)), ("", said("codex", "more")))
    if words[0] == SEARCH:
        return _found(codex, reference, " ".join(words[1:]))
    if len(words) == 1 or all(is_id(word) for word in words):
        return _each(codex, reference, words)
    chapter, whole = codex.chapter(words[0]), " ".join(words)
    pages = reference.called(whole)
    if not pages and chapter is not None:
        named = reference.called(" ".join(words[1:]))
        pages = [head for head in named if head.book == chapter]
    return _pages(reference, pages) if pages else _found(codex, reference, whole)


def _each(codex: Codex, reference: Reference, words: Sequence[str]) -> Iterator[str]:
    ids = dict.fromkeys(proper(word) if is_id(word) else word for word in words)
    return _apart(_one(codex, reference, id) for id in ids)


def _pages(reference: Reference, heads: Iterable[PageHead]) -> Iterator[str]:
    found = (reference.page(head.address) for head in heads)
    return _apart(page_lines(reference, page) for page in found if page)


def _apart(several: Iterable[Iterator[str]]) -> Iterator[str]:
    """Yield the lines of several rules or pages, with empty lines between them."""
    for number, lines in enumerate([list(one) for one in several]):
        yield from ["", ""] if number else []
        yield from lines


def _one(codex: Codex, reference: Reference, word: str) -> Iterator[str]:
    entry, chapter = codex.entry(word), codex.chapter(word)
    if entry is not None:
        return entry_lines(codex, entry)
    if chapter is not None:
        return chain(_contents(codex, (chapter,)), table_lines(reference, chapter))
    if pages := reference.called(word):
        return _pages(reference, pages)
    if not is_id(word) and (codex.search(word) or reference.search(word)):
        return _found(codex, reference, word)
    if is_id(word):
        near, key, word = codex.nearest(word), "no_rule", proper(word)
    else:
        near, key = reference.nearest(word) or codex.nearest(word), "no_page"
    raise failure("codex", f"{key}_near" if near else key, word=word, near=near)


def _contents(codex: Codex, chapters: Sequence[str]) -> Iterator[str]:
    for number, chapter in enumerate(chapters):
        if number:
            yield ""
        yield _book(codex, chapter)
        yield from _titles(codex.chapters[chapter])


def _found(codex: Codex, reference: Reference, words: str) -> Iterator[str]:
    if not words:
        raise failure("codex", "no_words", search=SEARCH)
    rules, pages = codex.search(words), reference.search(words)
    if not rules and not pages:
        raise failure("codex", "nothing", words=words)
    return chain(_titles(rules), (f"  {head_line(reference, head)}" for head in pages))


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
