"""The reference: a page for each unit, item, ability, condition and ground of every book.

Pages are made from the data when they are opened. A link is the address of a page, such as
`action/arms/sword`.
"""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

import msgspec

from game.content.shipped_folders import levels_root
from game.content.values.book_data import BookData, book_data
from game.engine.book import Book
from game.present.codex.level_uses import LevelUses
from game.present.codex.mentions import HAS, TYPE, Mention, Uses, mentions
from game.present.codex.pages import (
    CONDITIONS,
    GROUNDS,
    KINDS,
    Page,
    PageEntry,
    PageHead,
    PageSection,
    address_of,
)
from game.present.facts_lines import FactsLines
from game.present.kind_stats import kind_figures, things_by_key
from game.present.thing_icons import icons_in
from game.record.failure import Failure
from game.terms.book_schema import Relation, Relations
from game.terms.level import Terrain

GROUND_RELATIONS: Relations = {
    Terrain: {"becomes": Relation("becomes"), "wreck": Relation("leaves")}
}
"""The relations of terrain, for books whose units can open or break parts of it."""
ROLES = ("causes", "removes", "makes", "becomes", "leaves", HAS)
"""The roles of mentions on pages, in the order of their sections."""
AGAINST = ("halves", "doubles")
"""Roles of damage types: a unit or item can halve or double damage of a type."""


class BookReference:
    """The pages of one book."""

    def __init__(self, book: Book, levels: LevelUses, root: Path) -> None:
        """Read the book's data; raise Failure if it has errors."""
        self.book = book
        self._levels, self._lines = levels, FactsLines.of_book(book, root)
        self._data: BookData = book_data(book, root)
        self._pages: dict[str, Page] = {}
        grounds = GROUND_RELATIONS if book.schema.handles else {}
        self._relations: Relations = {**grounds, **book.relations}

    @cached_property
    def heads(self) -> Mapping[str, PageHead]:
        """The heads of all pages by address, table by table."""
        found = (
            PageHead(address_of(self.book.id, table, id), self.book.id, table, id, title)
            for table, things in self._tables.items()
            for id, title in things
        )
        return {head.address: head for head in found}

    @cached_property
    def _tables(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The ids and titles of the entries of all tables."""
        gear = self._data.gear
        loose = [id for id in self.book.facts.conditions if id not in gear.get(CONDITIONS, {})]
        tables = {KINDS: self._data.figures, **gear, GROUNDS: self._data.terrain}
        found = {table: _titled(things) for table, things in tables.items()}
        held = tuple((id, self._condition_title(id)) for id in loose)
        grounds = found.pop(GROUNDS)
        known = found.pop(CONDITIONS, ())
        return {**found, CONDITIONS: (*known, *held), GROUNDS: grounds}

    def _condition_title(self, id: str) -> str:
        """Return the title of a condition without a table: its `[condition_title]`, or its word."""
        words, table = self._lines.words, "condition_title"
        return words.titled(table, id) if words.texts.has(table, id) else words.thing(id)

    def tables(self) -> Mapping[str, tuple[PageHead, ...]]:
        """Return the heads by table, in the order of each table's file."""
        found: dict[str, list[PageHead]] = {}
        for head in self.heads.values():
            found.setdefault(head.shelf, []).append(head)
        return {table: tuple(heads) for table, heads in found.items()}

    def table_title(self, table: str) -> str:
        """Return the title of a table, in the plural."""
        return self._lines.words.titled("pages", table)

    def kind_title(self, table: str) -> str:
        """Return the name of one page's subject in a table, such as "Weapon" or "Spell"."""
        return self._lines.words.titled("page", table)

    def page(self, address: str) -> Page:
        """Return the page at an address, listing the levels read so far."""
        if not self._levels.is_read:
            return self._made(self.heads[address])
        if address not in self._pages:
            self._pages[address] = self._made(self.heads[address])
        return self._pages[address]

    def brief(self, address: str) -> Page:
        """Return a page with the gear of a kind, but without the pages that mention it."""
        return self._made(self.heads[address], is_brief=True)

    # Content

    def _made(self, head: PageHead, is_brief: bool = False) -> Page:
        thing = self._thing(head.shelf, head.id)
        is_kind = head.shelf == KINDS
        final = self.book.schema.final
        stats: object = final(thing) if is_kind and final else thing
        words = self._lines.words
        if is_brief:
            sections = self._carried(stats) if is_kind else iter(())
        else:
            sections = self._sections(head, stats)
        return Page(
            head,
            self._facts(head),
            str(getattr(thing, "about", "") or ""),
            tuple(kind_figures(self.book, words, stats)) if is_kind else (),
            tuple(one for one in sections if one.entries),
            icons_in(self._data.gear, head.id),
        )

    def _thing(self, table: str, id: str) -> msgspec.Struct | None:
        """Return the data of a page; None for a condition that no table contains."""
        tables = {**self._data.gear, KINDS: self._data.figures, GROUNDS: self._data.terrain}
        found = tables.get(table, {}).get(id)
        return found if isinstance(found, msgspec.Struct) else None

    def _facts(self, head: PageHead) -> str:
        match head.shelf:
            case "bestiary":
                return ""
            case "terrain":
                return self._lines.ground(head.id)
            case "conditions":
                return self._lines.condition(head.id)
        return self._lines.thing(head.id)

    def _sections(self, head: PageHead, thing: object) -> Iterator[PageSection]:
        if head.shelf == KINDS:
            yield from self._carried(thing)
            yield from self._ranks(thing)
        named = self._named[head.address]
        shown = ROLES if head.shelf != KINDS else ROLES[:-1]
        for role in shown:
            found = (one for one in named if one.role == role)
            entries = (self._entry(one.table, one.id, role == HAS) for one in found)
            yield self._section(role, tuple(entries))
        yield from self._damage(named)
        uses = self._uses.get((head.shelf, head.id), ())
        for role in ROLES:
            yield from self._used(role, [at for how, at in uses if how == role])
        levels = self._levels.titles(self.book.id, head.shelf, head.id)
        yield self._section("levels", tuple(PageEntry(title) for title in levels))

    def _section(self, key: str, entries: tuple[PageEntry, ...], **values: object) -> PageSection:
        head = self._lines.words.texts.say("reference", key, {}, **values)
        return PageSection(head, entries)

    def _carried(self, stats: object) -> Iterator[PageSection]:
        """Yield the gear and abilities of a kind, with facts lines for a unit of that kind."""
        lines = self._lines.held_by(stats)
        for key, things in things_by_key(self.book.schema, stats).items():
            counts = {id: things.count(id) for id in things}
            entries = (self._held(lines, id, count) for id, count in counts.items())
            yield PageSection(lines.words.figure(key), tuple(entries))

    def _held(self, lines: FactsLines, id: str, count: int) -> PageEntry:
        table = next(name for name, things in self._data.gear.items() if id in things)
        entry = self._entry(table, id)
        title = entry.title if count == 1 else f"{entry.title} ×{count}"
        return PageEntry(title, entry.page, lines.thing(id))

    def _ranks(self, stats: object) -> Iterator[PageSection]:
        """Yield a section that lists the additions of each rank of a kind."""
        growths = self.book.standing(stats).growths
        entries = (PageEntry(one.title, "", self._lines.text(one.facts)) for one in growths)
        yield self._section("ranks", tuple(entries))

    def _entry(self, table: str, id: str, is_told: bool = False) -> PageEntry:
        """Return an entry that leads to a page, with its facts line if `is_told`."""
        head = self.heads[address_of(self.book.id, table, id)]
        return PageEntry(head.title, head.address, self._facts(head) if is_told else "")

    # Mentions and uses

    @cached_property
    def _named(self) -> Mapping[str, tuple[Mention, ...]]:
        """Everything that each page's data refer to, without duplicates."""
        found = {}
        for head in self.heads.values():
            thing = self._thing(head.shelf, head.id)
            named = mentions(thing, self._relations) if thing is not None else ()
            kept = (one for one in dict.fromkeys(named) if self._counts(head, one))
            found[head.address] = tuple(kept)
        return found

    def _counts(self, head: PageHead, one: Mention) -> bool:
        """Return whether a mention is shown: on a ground's page it needs a special role."""
        return head.shelf != GROUNDS or one.role != HAS

    @cached_property
    def _uses(self) -> Uses:
        """The pages that mention an entry, by the entry's table and id."""
        found: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for address, named in self._named.items():
            for one in named:
                found.setdefault((one.table, one.id), []).append((one.role, address))
        return {key: tuple(uses) for key, uses in found.items()}

    def _damage(self, named: tuple[Mention, ...]) -> Iterator[PageSection]:
        """Yield the damage types that an entry halves or doubles.

        For the damage types that the entry deals, yield the pages that halve or double them.
        """
        words = self._lines.words
        for role in AGAINST:
            types = (one.id for one in named if one.role == role)
            entries = tuple(PageEntry(words.titled(TYPE, one)) for one in types)
            yield self._section(role, entries)
        for one in (one for one in named if one.role == "deals"):
            for role in AGAINST:
                uses = self._uses.get((TYPE, one.id), ())
                entries = self._pages_at(at for how, at in uses if how == role)
                yield self._section(f"{role}_dealt", entries, type=words.titled(TYPE, one.id))

    def _used(self, role: str, addresses: list[str]) -> Iterator[PageSection]:
        """Yield the pages at `addresses`, which mention an entry in a role: kinds first."""
        kinds = [at for at in addresses if self.heads[at].shelf == KINDS]
        others = [at for at in addresses if self.heads[at].shelf != KINDS]
        yield self._section(f"{role}_of_kinds", self._pages_at(kinds))
        yield self._section(f"{role}_of_things", self._pages_at(others))

    def _pages_at(self, addresses: Iterable[str]) -> tuple[PageEntry, ...]:
        return tuple(PageEntry(self.heads[at].title, at) for at in addresses)


class Reference:
    """The pages of all books; `troubles` says which books were left out."""

    def __init__(
        self, books: Mapping[str, Book], root: Path | None = None, *, is_gradual: bool = False
    ) -> None:
        """Read the data of all books; with `is_gradual`, the caller reads the levels bit by bit."""
        root = root or levels_root()
        self.troubles: list[str] = []
        self.books: dict[str, BookReference] = {}
        self.levels, self._is_gradual = LevelUses(books, root), is_gradual
        for book in books.values():
            try:
                self.books[book.id] = BookReference(book, self.levels, root)
            except Failure as failure:
                self.troubles.append(str(failure))

    def head(self, address: str) -> PageHead | None:
        """Return the head of a page, or None if there is none at this address."""
        book = self.books.get(address.partition("/")[0])
        return book.heads.get(address) if book else None

    def page(self, address: str) -> Page | None:
        """Return a page, or None if there is none at this address."""
        head = self.head(address)
        if head is None:
            return None
        if not self._is_gradual:
            self.levels.read()
        return self.books[head.book].page(address)

    def called(self, name: str) -> list[PageHead]:
        """Return the pages with this address, or with this id or title in any book."""
        head = self.head(name)
        wanted = name.strip().lower()
        return [head] if head else [one for one in self._all() if wanted in _names(one)]

    def search(self, words: str) -> list[PageHead]:
        """Return the pages whose titles or ids contain all the words."""
        wanted = words.lower().split()
        return [
            head
            for head in self._all()
            if wanted and all(word in f"{head.title} {head.id}".lower() for word in wanted)
        ]

    def nearest(self, name: str) -> str | None:
        """Return the title most similar to a name, or None if none is similar."""
        titles = {known: head.title for head in self._all() for known in _names(head)}
        found = get_close_matches(name.strip().lower(), titles, 1, 0.6)
        return titles[found[0]] if found else None

    def _all(self) -> Iterator[PageHead]:
        return (head for book in self.books.values() for head in book.heads.values())


def _names(head: PageHead) -> tuple[str, ...]:
    return head.id, head.title.lower()


def _titled(things: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple((id, str(getattr(thing, "title", id))) for id, thing in things.items())
