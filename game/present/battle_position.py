"""The state of a battle, as far as a level can express it, and sentences about the rest."""

from typing import Any

import msgspec

from game.components.conditions import Conditions
from game.components.script_progress import NewBehaviour, ScriptMemory
from game.components.unit import Dead, Down, Name, Position, Vitals
from game.core.cells import Cell
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.record.map_rows import map_of
from game.terms.level import Unit
from game.terms.records import Entity
from game.world.script_conditions import deeds, memory, progress
from game.world.unit_names import side_of


class PositionUnit(msgspec.Struct, frozen=True):
    """A unit still in the battle; `keys` are the values that differ from those in the level."""

    id: str
    side: str
    kind: str
    title: str
    at: Cell | None
    keys: dict[str, object]


class BattlePosition(msgspec.Struct, frozen=True):
    """The current state of a battle, as far as a level can express it."""

    text: str
    """Text of the level's file."""
    id: str
    title: str
    book: str
    round: int
    rounds: int
    rows: tuple[str, ...]
    legend: dict[str, str]
    areas: dict[str, tuple[Cell, ...]]
    units: tuple[PositionUnit, ...]
    gone: tuple[str, ...]
    """Ids, without sides, of units that have left the battle."""
    fired: tuple[int, ...]
    """Triggers that can't fire again, by their index in the file."""
    done: tuple[str, ...]
    """Ids of objectives that are completed or failed."""
    untold: tuple[str, ...]
    """Facts that a level can't express, each as a sentence."""


def battle_position(battle: Battle) -> BattlePosition:
    """Return the current position of a battle."""
    world = battle.world
    level, drawn = world.scene.level, map_of(world)
    found = _Units(battle)
    done = progress(world)
    fired = (n for n in done.fired if level.script.triggers[n].once)
    return BattlePosition(
        level.text,
        level.id,
        level.title,
        level.rulebook,
        max(1, battle.round),
        level.rounds,
        tuple(drawn.rows),
        {sign: id for sign, id in drawn.legend.items() if any(sign in row for row in drawn.rows)},
        {id: tuple(cells) for id, cells in level.script.areas.items()},
        tuple(found.units),
        tuple(found.gone),
        tuple(sorted({*fired, *deeds(world).withdrawn})),
        (*done.reached, *done.failed),
        tuple(dict.fromkeys(found.untold)),
    )


class _Units:
    """The units of a battle: the units still in it, and the units that have left."""

    def __init__(self, battle: Battle) -> None:
        self._battle, self._world = battle, battle.world
        self.units: list[PositionUnit] = []
        self.gone: list[str] = []
        self.untold: list[str] = []
        level = self._world.scene.level
        self._known = {unit.id: unit for unit in level.units}
        self._awaited = level.script.coming
        self._taken: set[Cell] = set()
        self._words = BattleSentences(battle.book, self._world.scene.names)
        for unit in battle.units():
            self._sort(unit)
        self._tell("turns")
        if memory(self._world) != ScriptMemory():
            self._tell("script")

    def _tell(self, key: str, unit: str | None = None) -> None:
        """Note a fact that a level can't express."""
        self.untold.append(self._words.say(f"untold_{key}", unit=unit))

    def _sort(self, unit: Entity) -> None:
        world, name = self._world, self._world.get(unit, Name)
        side, id = side_of(world, unit), name.id.partition(".")[2]
        position, known = world.find(unit, Position), self._known.get(name.id)
        is_away = position is None and name.id not in self._awaited
        if known is None or world.has(unit, Dead) or is_away:
            self.gone.append(id)
            if known is not None and not world.has(unit, Dead):
                self._tell("away", name.id)
            return
        at = self._place(position, name.id) if position else None
        keys = self._keys(unit, known)
        self.units.append(PositionUnit(id, side, name.kind, name.title, at, keys))

    def _place(self, position: Position, unit: str) -> Cell:
        """Return the unit's tile, or the nearest free tile if a level can't place the unit there.

        A level allows one unit per tile, and none on terrain that can't be entered.
        """
        world, at = self._world, position.at
        is_free = not self._taken.intersection(position.cells) and world.terrain_at(at).walk
        if position.span == 1 and not is_free:
            level = world.scene.level
            cells = ((x, y) for y in range(level.height) for x in range(level.width))
            free = [c for c in cells if c not in self._taken and world.terrain_at(c).walk]
            if free:
                at = min(free, key=lambda c: (abs(c[0] - at[0]) + abs(c[1] - at[1]), c[1], c[0]))
                self._tell("beside", unit)
        self._taken.update(position.cells if at == position.at else (at,))
        return at

    def _keys(self, unit: Entity, known: Unit) -> dict[str, object]:
        """Return the unit's values that differ from those in the level."""
        world, book, vitals = self._world, self._battle.book, self._world.find(unit, Vitals)
        if world.has(unit, Down) or (vitals is not None and vitals.life < 1):
            self._tell("down", known.id)
        now = book.present(world, unit)
        before = {key: getattr(known.stats, key) for key in now}
        keys = {key: value for key, value in now.items() if value != _plain(before[key])}
        if not now:
            self._tell("all")
        elif vitals is not None and vitals.life < vitals.most and not book.schema.lost:
            self._tell("most")
        if world.has(unit, NewBehaviour):
            self._tell("behaviour", known.id)
        if world.find(unit, Conditions) is not None and world.get(unit, Conditions).all:
            self._tell("lasting")
        return keys


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
