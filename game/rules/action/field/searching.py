"""Searching for hidden units (ACT-11)."""

from game.components.unit import Position
from game.rules.action import events
from game.rules.action.field import sight_and_cover, stealth
from game.rules.action.records import Stealth
from game.rules.action.units.figures import settings
from game.systems import hidden_units
from game.terms.agenda import AgendaItem, Outcome, RollHead, SingleRoll
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of

RULE = "ACT-11"


class SearchRoll(SingleRoll, frozen=True, tag="Seek"):
    """The check of a unit that searches for hidden foes."""

    unit: Entity
    parts: tuple[Modifier, ...]
    sides: tuple[str, ...] | None

    @property
    def head(self) -> RollHead:
        return RollHead(self.purpose, self.source, self.by, self.parts, seen_by=self.sides)

    def after(self, value: int) -> AgendaItem:
        assert self.source is not None
        return Sought(self.unit, value + sum(part.value for part in self.parts), self.source)


class Sought(Outcome, frozen=True):
    """The result of a search."""

    unit: Entity
    total: int
    rule: str


def is_sought(world: World, unit: Entity, side: str) -> bool:
    """Return whether a foe on this side doesn't know the unit's tile, as far as this view shows."""
    hiding = world.find(unit, Stealth)
    fooled = hiding is not None and any(side_of(world, foe) == side for foe in hiding.foes)
    return side_of(world, unit) != side and (fooled or hidden_units.is_unseen(world, unit, side))


def search(world: World, unit: Entity, rule: str = RULE) -> None:
    """Let the unit search for hidden foes."""
    parts, witnesses = stealth.awareness(world, unit), hidden_units.witnesses(world, unit)
    world.push(SearchRoll(settings(world).check, "search", unit, rule, unit, parts, witnesses))


class Searching(System[Sought]):
    """A system that reveals units whose check the searcher matches, unless terrain hides them."""

    def process(self, world: World, item: Sought) -> None:
        side = side_of(world, item.unit)
        hiders = [u for u in world.ids(Stealth) if self._finds(world, item, u)]
        for hider in hiders:
            stealth.reveal(world, hider, side, item.rule)
        if not hiders:
            told = events.FoundNobody(unit=id_of(world, item.unit), rule=item.rule)
            world.tell(told, hidden_units.witnesses(world, item.unit))

    def _finds(self, world: World, item: Sought, hider: Entity) -> bool:
        mine, its = world.find(item.unit, Position), world.find(hider, Position)
        total = world.get(hider, Stealth).total
        if mine is None or its is None or total is None or total > item.total:
            return False
        sought = is_sought(world, hider, side_of(world, item.unit))
        return sought and sight_and_cover.in_sight(world, mine, its)


PART = part_of(globals())
