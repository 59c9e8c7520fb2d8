"""What a window shows of a battle, as plain values: pieces, map, queue, cards, deeds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from game.ai.threats import threatened
from game.components.belongings import Traps
from game.components.conditions import Condition, Conditions, Sign
from game.components.hiding import Hidden
from game.components.motion import Stride
from game.components.script_progress import Progress
from game.components.unit import Allegiance, Dead, Down, Name, Position, Vitals
from game.core.cells import Cell
from game.engine.battle import Battle
from game.present.text_filling import BattleSentences
from game.record.map_and_units import MapRows, map_of
from game.terms.queue import QueueSlot
from game.terms.records import Entity
from game.world import World


class Lasting(msgspec.Struct, frozen=True):
    """Something that holds for a unit; `turns` is None for good."""

    id: str
    title: str
    about: str
    turns: int | None


class Piece(msgspec.Struct, frozen=True):
    """A unit on the board or beside it. `life` is None where it is not known."""

    id: str
    side: str
    kind: str
    title: str
    at: Cell | None
    span: int
    life: int | None
    most: int | None
    is_down: bool
    is_dead: bool
    is_hidden: bool
    conditions: tuple[Lasting, ...]
    carrier: str | None = None
    """The kind of what carries it, if something does."""
    is_readied: bool = False
    """Whether it waits with something for a foe to come."""
    is_many: bool = False
    """Whether it is many, and its life is how many of them stand."""
    movement: int = 0
    """The movement it has left to spend, in tiles."""

    @property
    def cells(self) -> set[Cell]:
        """Return the tiles that it stands on."""
        if self.at is None:
            return set()
        x, y = self.at
        return {(x + dx, y + dy) for dx in range(self.span) for dy in range(self.span)}


class Picture(msgspec.Struct, frozen=True):
    """How a battle looks to one side, or to who sees all."""

    round: int
    turn: str | None
    pieces: tuple[Piece, ...]
    map: MapRows
    queue: tuple[QueueSlot, ...]
    reached: tuple[str, ...]
    failed: tuple[str, ...]
    laid: tuple[Cell, ...] = ()
    """Where traps lie that the side knows of."""
    unwalkable: frozenset[str] = frozenset()
    """The ids of terrain that no unit enters; doors and bridges are drawn between such tiles."""

    def piece(self, id: str | None) -> Piece | None:
        """The piece of a unit."""
        return next((piece for piece in self.pieces if piece.id == id), None)


class CardLine(msgspec.Struct, frozen=True):
    """A line of a card: what it is called, what it says, and what that is for."""

    label: str
    value: str
    about: str = ""


class Card(msgspec.Struct, frozen=True):
    """What is known of a unit, for people."""

    id: str
    title: str
    about: str
    lines: tuple[CardLine, ...]
    conditions: tuple[Lasting, ...]
    items: tuple[CardLine, ...]
    shorts: tuple[tuple[str, bool | str], ...] = ()
    """A few figures with their names: lit or spent, or in words."""
    kit: tuple[tuple[str, tuple[CardLine, ...]], ...] = ()
    """What it fights with and can do, under the names of the figures that tell of it."""


class TileCard(msgspec.Struct, frozen=True):
    """What a tile is like, for people."""

    at: Cell
    title: str
    lines: tuple[str, ...]


APART = ("life", "most_life", "conditions", "dead", "player", "role", "size")
"""Figures of a card that are shown in another way, or not at all."""


def picture_of(battle: Battle, words: BattleSentences) -> Picture:
    """How a battle, or a view of one, looks."""
    world, terrain = battle.world, battle.world.scene.level.terrain
    progress, drawn = world.find(world.root, Progress) or Progress(), map_of(world)
    return Picture(
        battle.round,
        battle.turn,
        tuple(_piece(battle, unit, words) for unit in battle.units()),
        drawn,
        battle.queue(),
        progress.reached,
        progress.failed,
        tuple(sorted({one.at for _, traps in world.all(Traps) for one in traps.laid})),
        frozenset(id for id in drawn.legend.values() if not terrain[id].walk),
    )


def _piece(battle: Battle, unit: Entity, words: BattleSentences) -> Piece:
    world = battle.world
    name, position = world.get(unit, Name), world.find(unit, Position)
    vitals, stride = world.find(unit, Vitals), world.find(unit, Stride)
    return Piece(
        name.id,
        world.get(unit, Allegiance).side,
        name.kind,
        name.title,
        position.at if position else None,
        position.span if position else 1,
        vitals.life if vitals else None,
        vitals.most if vitals else None,
        world.has(unit, Down),
        world.has(unit, Dead),
        world.has(unit, Hidden),
        conditions_of(battle, unit, words),
        battle.book.carrier(world, unit),
        battle.book.readied(world, unit),
        battle.book.numbers(world, unit),
        stride.left if stride else 0,
    )


def conditions_of(battle: Battle, unit: Entity, words: BattleSentences) -> tuple[Lasting, ...]:
    """All that holds for a unit, and what the book has people see like that."""
    world = battle.world
    signs = dict.fromkeys(kind for kind in battle.book.records if issubclass(kind, Sign))
    own = [sign.sign(battle.id_of) for kind in signs if (sign := world.find(unit, kind))]
    held = world.find(unit, Conditions) or Conditions()
    return tuple(
        Lasting(c.kind, words.held(c.kind, c.value), _why_held(world, words, c), c.turns)
        for c in (*own, *held.all)
    )


def _why_held(world: World, words: BattleSentences, held: Condition) -> str:
    """What is said of a condition, else what has brought it."""
    said = about(world, held.kind)
    return said or (words.thing(held.cause) if held.cause and held.cause in words.names else "")


def about(world: World, id: str) -> str:
    """What is said about a thing of one of the book's tables."""
    for table in world.scene.level.gear.values():
        if id in table:
            return str(getattr(table[id], "about", "") or "")
    return ""


def card_of(battle: Battle, words: BattleSentences, id: str) -> Card | None:
    """What is known of a unit; None if there is no such unit."""
    world = battle.world
    found = next((unit for unit in battle.units() if battle.id_of(unit) == id), None)
    if found is None:
        return None
    card: dict[str, Any] = msgspec.to_builtins(battle.book.card(world, found))
    stats: dict[str, Any] = card["stats"]
    kit = {key: things for key, value in stats.items() if (things := _things(world, value))}
    lines = tuple(
        CardLine(words.figure(key), shown)
        for key, value in stats.items()
        if key not in APART and key not in kit and (shown := _shown(words, value))
    )
    known = world.scene.units.get(id)
    said = str(getattr(known.stats, "about", "") or "") if known else ""
    items = tuple(CardLine(words.thing(item), "", about(world, item)) for item in card["items"])
    title = world.get(found, Name).title
    shorts = tuple(words.shorts(stats))
    held = conditions_of(battle, found, words)
    return Card(id, title, said, lines, held, items, shorts, tuple(_kit(world, words, kit)))


def _shown(words: BattleSentences, value: Any) -> str:
    """A figure as people read it, or the names in a list of them; "" for what is none."""
    if isinstance(value, list):
        is_named = all(isinstance(one, str) and one in words.names for one in value)
        return ", ".join(map(words.value, value)) if is_named else ""
    return "" if isinstance(value, dict) or value in (None, False) else words.value(value)


def _things(world: World, value: Any) -> tuple[str, ...]:
    """The things a figure names of which something is said."""
    found = value if isinstance(value, list) else [value]
    return tuple(one for one in found if isinstance(one, str) and about(world, one))


def _kit(
    world: World, words: BattleSentences, kit: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, tuple[CardLine, ...]]]:
    for key, things in kit.items():
        rows = tuple(CardLine(words.thing(one), "", about(world, one)) for one in things)
        yield words.figure(key), rows


def tile_of(battle: Battle, words: BattleSentences, at: Cell) -> TileCard:
    """What a tile is like."""
    world = battle.world
    kind = world.terrain_at(at)
    lines = []
    if not kind.walk:
        lines.append(words.say("tile_barred"))
    elif kind.cost > 1:
        lines.append(words.say("tile_cost", cost=kind.cost))
    if kind.cover != "none":
        lines.append(words.say("tile_cover", grade=kind.cover))
    if not kind.see:
        lines.append(words.say("tile_opaque"))
    for _, traps in world.all(Traps):
        found = (one.item for one in traps.laid if one.at == at)
        lines += [words.say("tile_trap", item=it, about=about(world, it)) for it in found]
    if kind.hazard:
        lines.append(words.say("tile_hazard", dice=str(kind.hazard)))
    if kind.dark:
        lines.append(words.say("tile_dark"))
    level = world.scene.level
    zone = level.zones[at[1] * level.width + at[0]] if level.zones else ""
    if zone:
        lines.append(words.say("tile_zone", zone=zone))
    if kind.life:
        lines.append(words.say("tile_breaks", life=kind.life, armour=kind.armour))
    if kind.becomes:
        lines.append(words.say("tile_handled"))
    return TileCard(at, kind.title, tuple(lines))


def threats_of(
    battle: Battle, side: str, people: frozenset[str] = frozenset()
) -> dict[str, frozenset[Cell]]:
    """The tiles that each foe of a side could hurt somebody on in its next turn, as it knows."""
    view = battle.view(side)
    return threatened(view.world, view.book.hints, side, people)
