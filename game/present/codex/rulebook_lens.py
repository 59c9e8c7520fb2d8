"""The rulebook lens: the same attack in the other rulebooks, if they have similar units.

A table says which kinds of two books correspond. Each book computes the odds by its own rules, in a
small position written for that book.
"""

from collections.abc import Iterator, Mapping

import msgspec
import tomli

from game.content.counterparts import LENS, LensFighter, Likeness, Way, fighter_of
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text
from game.content.values.book_data import book_data
from game.engine.book import Book
from game.present.codex.example_files import Example, ExamplePosition
from game.present.codex.example_player import Worked, work
from game.present.screen_sentences import failure, said
from game.record.data_folders import levels_dir
from game.record.failure import Failure


class LensFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lens's file: positions by book and by near or far attack, and the types of fighters."""

    frame: ExamplePosition
    at: dict[str, dict[Way, Example]]
    like: tuple[dict[str, object], ...]


class LensAttack(msgspec.Struct, frozen=True):
    """An attack in a battle: its book, the kinds of both units, and the weapon, if it has one."""

    book: str
    attacker: str
    target: str
    weapon: str = ""


class LensResult(msgspec.Struct, frozen=True):
    """The attack as one rulebook resolves it, with the kinds that fight there."""

    book: str
    title: str
    attacker: str
    target: str
    worked: Worked


class Lens:
    """The table of fighters, and the comparison of attacks by all books."""

    def __init__(self, books: Mapping[str, Book]) -> None:
        """Read the table; raise Failure if it can't be read."""
        self._books = books
        try:
            self._table = msgspec.convert(tomli.loads(read_text(LENS)), LensFile)
            self._fighters = tuple(fighter_of(row) for row in self._table.like)
        except (LevelError, ValueError, RecursionError) as fault:  # includes msgspec's errors
            raise failure("codex_fault", "lens", why=str(fault)) from fault

    def looked(self, attack: LensAttack) -> tuple[LensResult, ...]:
        """Return the attack in its own book, then in each book with similar units, all unhurt."""
        striker, struck = self._striker(attack), self._struck(attack)
        if striker is None or struck is None:
            return ()
        return tuple(self._seen(attack, striker, struck))

    def _seen(
        self, attack: LensAttack, striker: LensFighter, struck: LensFighter
    ) -> Iterator[LensResult]:
        for book in (attack.book, *(id for id in self._books if id != attack.book)):
            one, other = striker.books.get(book), struck.books.get(book)
            position = self._table.at.get(book, {}).get(striker.way)
            if one is None or other is None or position is None or not one.kinds:
                continue
            is_own = book == attack.book
            a, b = (attack.attacker, attack.target) if is_own else (one.kinds[0], other.struck)
            weapon = attack.weapon if is_own else next(iter(one.weapons), "")
            try:
                worked = self._worked(book, position, (a, b), weapon)
                names = {token.id: token.title for token in worked.picture.tokens}
                seen = LensResult(
                    book, self._books[book].title, names["red.a"], names["blue.b"], worked
                )
            except (Failure, LookupError, ValueError):  # these two can't fight in this position
                continue
            yield seen

    def _worked(self, book: str, position: Example, kinds: tuple[str, str], weapon: str) -> Worked:
        """Return the odds of one attack between unhurt units in the book's own position."""
        try:
            known = book_data(self._books[book], levels_dir()).kinds
        except LevelError as fault:
            raise Failure(str(fault)) from fault
        units = {
            id: {"kind": kind, "title": known.get(kind, {}).get("title", kind)}
            for id, kind in zip("ab", kinds, strict=True)
        }
        steps = tuple(
            msgspec.structs.replace(step, odds=step.odds.format(weapon=weapon))
            if step.odds
            else step
            for step in position.steps
        )
        filled = msgspec.structs.replace(position, steps=steps)
        places = self._table.frame, position, ExamplePosition(unit=units)
        return work(said("codex_fault", "the_lens"), filled, places, book, self._books)

    def _striker(self, attack: LensAttack) -> LensFighter | None:
        """Return the attacker's type of fighter, with the weapon used if possible, or None."""
        own = [f for f in self._fighters if attack.attacker in _of(f, attack.book).kinds]
        armed = [f for f in own if attack.weapon in _of(f, attack.book).weapons]
        plain = [f for f in own if not attack.weapon]
        return next(iter(armed or plain), None)

    def _struck(self, attack: LensAttack) -> LensFighter | None:
        found = (f for f in self._fighters if _of(f, attack.book).has(attack.target))
        return next(found, None)


def _of(fighter: LensFighter, book: str) -> Likeness:
    return fighter.books.get(book, Likeness(()))
