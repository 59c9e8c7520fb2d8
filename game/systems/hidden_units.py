"""Hidden units: other sides' knowledge of them, and ways to find them (ALL-07)."""

from collections.abc import Callable, Iterable

from game.components.belongings import Traps
from game.components.conditions import Author
from game.components.hiding import Hidden, Lurks
from game.components.motion import Path
from game.components.unit import Allegiance, Bulk, Dead, Name, Position
from game.core.footprints import tiles
from game.systems.movement import Gait, Step, on_foot, stop_walk
from game.terms.agenda import Agenda, AgendaItem
from game.terms.battlefield_events import Found
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of, tile_of

RULE = "ALL-07"
KNOWN = (Name, Allegiance, Dead, Bulk, Traps)
"""Components of a hidden unit that other sides still see, unless the book hides them too."""
NAMING = ("unit", "mover", "target", "attacker", "by", "user")
"""Fields of agenda items that name units."""


def is_unseen(world: World, unit: Entity, side: str) -> bool:
    """Return whether the unit is hidden from the side. Terrain between them doesn't count."""
    hidden = world.find(unit, Hidden)
    return hidden is not None and side in hidden.sides


def are_any(world: World, side: str) -> bool:
    """Return whether any unit on the board is hidden from the side."""
    hidden = world.ids(Hidden)
    return bool(hidden) and any(is_unseen(world, unit, side) for unit in hidden)


def hide(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    """Hide components of hidden units, except the few in `KNOWN`. A book's `hide` calls this."""
    if isinstance(record, Agenda):
        if not are_any(world, side):
            return record
        return Agenda(tuple(f for f in record.frames if not _names_unseen(world, f.item, side)))
    hidden = world.find(entity, Hidden)
    if hidden is None or side not in hidden.sides:
        return record
    if isinstance(record, Hidden):
        # Leave out other sides, because their entries would reveal what those sides see.
        return Hidden((side,))
    return record if isinstance(record, KNOWN) else None


def _names_unseen(world: World, item: AgendaItem, side: str) -> bool:
    """Return whether an agenda item names a unit hidden from the side."""
    named: Iterable[Author] = (getattr(item, field, None) for field in NAMING)
    return any(isinstance(unit, int) and is_unseen(world, unit, side) for unit in named)


def witnesses(world: World, unit: Entity) -> tuple[str, ...] | None:
    """Return the sides that see the unit's actions; None for all."""
    hidden = world.find(unit, Hidden)
    if hidden is None:
        return None
    return tuple(side.id for side in world.scene.level.sides if side.id not in hidden.sides)


def lurk(world: World, unit: Entity) -> None:
    """Hide a unit from all other sides if it has arrived to lie in wait."""
    if world.has(unit, Lurks):
        own = side_of(world, unit)
        world.put(unit, Hidden(tuple(s.id for s in world.scene.level.sides if s.id != own)))


def find(world: World, unit: Entity, side: str, rule: str = RULE) -> None:
    """Reveal a hidden unit to the side from now on. Any move that the side is making ends."""
    hidden, at = world.find(unit, Hidden), tile_of(world, unit)
    if hidden is None or side not in hidden.sides or at is None:
        return
    left = tuple(other for other in hidden.sides if other != side)
    if left:
        world.put(unit, Hidden(left))
    else:
        world.drop(unit, Hidden)
    for walker in world.ids(Path):
        if side_of(world, walker) == side != side_of(world, unit):
            stop_walk(world, walker)
    seeing = witnesses(world, unit)
    world.reveal(seeing)
    world.tell(Found(unit=id_of(world, unit), side=side, at=at, rule=rule), seeing)


def come_out(world: World, unit: Entity, rule: str) -> None:
    """Reveal the unit to all sides from now on."""
    hidden = world.find(unit, Hidden)
    for side in hidden.sides if hidden else ():
        find(world, unit, side, rule)


class Stumbling(System[Step]):
    """A system that reveals a hidden unit when another would step onto its tile, and ends the move.

    List it before the systems that react to a unit leaving a tile.
    """

    def __init__(
        self,
        gait: Gait = on_foot,
        rule: str = RULE,
        found: Callable[[World, Entity, str, str], None] = find,
    ) -> None:
        """Make the system. `found` is the book's function to call when a side finds a unit."""
        self._gait = gait
        self._rule = rule
        self._found = found

    def process(self, world: World, item: Step) -> None:
        side = side_of(world, item.unit)
        if not are_any(world, side):
            return
        step = self._gait(world, item.unit, item.origin, item.to)
        cells = tiles(item.to, step[1] if step else 1)
        for other in sorted({unit for cell in cells for unit in world.at(Position, cell)}):
            if is_unseen(world, other, side):
                self._found(world, other, side, self._rule)


PART = part_of(globals(), Hidden, Lurks, Found)
