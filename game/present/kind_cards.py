"""Cards of the kinds that a side may choose for a battle: stats, gear, price."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.components.unit import Vitals
from game.content.levels import load_level
from game.content.pack_data import level_data
from game.content.shipped_folders import levels_root
from game.core.pack_folders import pack_of
from game.engine.battle import Battle
from game.engine.book import Book
from game.play.level_list import ChoosableLevel
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.present.kind_stats import things_by_key
from game.present.picture import APART, CardLine, thing_line
from game.terms.level import Level, Unit
from game.terms.rosters import Offer

FLEETING = (*APART, "movement_left", "places")
"""Stats that are shown elsewhere, or that change within a turn."""


class KindCard(msgspec.Struct, frozen=True):
    """The known facts of a kind, with its stats at the start of a battle."""

    kind: str
    title: str
    about: str
    price: int
    life: int | None
    figures: tuple[CardLine, ...]
    things: tuple[CardLine, ...]
    """Weapons, powers, items and abilities of the kind."""


class KindCards:
    """The cards of the kinds that a level offers, each made from a battle with that kind."""

    def __init__(self, level: Level, book: Book, root: Path | None = None) -> None:
        """Make cards for a level; `root` is the folder of the books' data (default: the game's)."""
        self._level, self._book = level, book
        self._kinds = level_data(book, root or levels_root()).kinds
        self._made: dict[tuple[str, str], KindCard] = {}

    @classmethod
    def of(cls, shelved: ChoosableLevel, books: Mapping[str, Book]) -> "KindCards":
        """Return the cards of a level as read from its file; raise LevelError if it has errors."""
        level = load_level(shelved.path, books, root=shelved.root)
        root = shelved.root or pack_of(shelved.path)
        return cls(level, books[shelved.book], root)

    def card(self, offer: Offer, kind: str) -> KindCard:
        """Return the card of an offered kind."""
        key = offer.side, kind
        if key not in self._made:
            self._made[key] = self._card(offer, kind)
        return self._made[key]

    def _card(self, offer: Offer, kind: str) -> KindCard:
        unit = self._unit(offer, kind)
        others = (it if it.id != unit.id else unit for it in self._level.units)
        level = msgspec.structs.replace(self._level, units=tuple(others))
        battle = Battle.start(self._book, level)
        world = battle.world
        entity = next(it for it in battle.units() if battle.id_of(it) == unit.id)
        stats: dict[str, object] = msgspec.to_builtins(self._book.card(world, entity).stats)
        words, vitals = BattleSentences(self._book, world.scene.names), world.find(entity, Vitals)
        schema = self._book.schema
        final = unit.stats if schema.final is None else schema.final(unit.stats)
        held = things_by_key(schema, final).values()
        carried = Counter(thing for things in held for thing in things)
        lines = FactsLines.of_battle(battle, words).of_unit(unit.id)
        rows = ((thing_line(world, words, lines, id), n) for id, n in carried.items())
        return KindCard(
            kind,
            offer.kinds[kind].title,
            str(getattr(unit.stats, "about", "") or ""),
            offer.kinds[kind].price,
            vitals.most if vitals else None,
            tuple(_figures(words, stats, {it.id for it in level.units})),
            tuple(_counted(row, n) for row, n in rows),
        )

    def _unit(self, offer: Offer, kind: str) -> Unit:
        """Return a unit of the kind in one of the offer's places, with the keys that it keeps."""
        is_first = kind in offer.lead or not offer.lead or len(offer.places) < 2
        place = offer.places[0 if is_first else -1]
        before = next(unit for unit in self._level.units if unit.id == place)
        kept = {
            key: msgspec.to_builtins(getattr(before.stats, key))
            for key in offer.keeps
            if hasattr(before.stats, key)
        }
        table = {**self._kinds[kind], **kept}
        stats = msgspec.convert(table, self._book.schema.unit)
        return msgspec.structs.replace(
            before, kind=kind, title=offer.kinds[kind].title, stats=stats
        )


def _counted(thing: CardLine, count: int) -> CardLine:
    label = thing.label if count == 1 else f"{thing.label} ×{count}"
    return msgspec.structs.replace(thing, label=label)


def _figures(
    words: BattleSentences, stats: Mapping[str, object], units: Collection[str]
) -> Iterator[CardLine]:
    """Yield the plain stats of the kind, except those that name another unit."""
    for key, value in stats.items():
        is_lasting = key not in FLEETING and not key.startswith("most_")
        if is_lasting and _tells(words, value) and value not in units:
            yield CardLine(words.figure(key), words.value(value, key))


def _tells(words: BattleSentences, value: Any) -> bool:
    """Return whether a value is a title's id, dice, or a number other than 0."""
    if isinstance(value, str):
        return value in words.names or any(map(str.isdigit, value))
    return isinstance(value, int | float) and not isinstance(value, bool) and value != 0
