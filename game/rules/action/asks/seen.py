"""The context of every Action ask: the unit, and the view of the side asked."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from game.components.unit import Position
from game.core.cells import Cell
from game.core.footprints import nearest_cell, steps_between
from game.rules.action.combat import walking
from game.rules.action.field import sight_and_cover, stealth
from game.rules.action.records import Crossing, Economy
from game.rules.action.schema import UNARMED
from game.rules.action.units import conditions, turn_economy
from game.rules.action.units.figures import figure, ready_weapons, weapon
from game.systems.ask_checks import check_living, check_yours
from game.terms.agenda import Ask
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.unit_names import id_of, side_of, unit_by_id, unit_named


@dataclass(frozen=True)
class Seen:
    """The view of the side that is asked, and the unit, with cached properties."""

    view: World
    ask: Ask
    id: str

    @property
    def unit(self) -> Entity:
        """The unit that is asked."""
        return self.ask.unit

    @cached_property
    def at(self) -> Position:
        """The unit's position."""
        return self.view.get(self.unit, Position)

    @cached_property
    def used(self) -> Economy:
        """The parts of its turn that the unit has used."""
        return turn_economy.economy(self.view, self.unit)

    @cached_property
    def foes(self) -> tuple[Entity, ...]:
        """The foes whose tiles are known, in unit order."""
        return sight_and_cover.foes_of(self.view, self.unit)

    @cached_property
    def nearest_foe(self) -> str:
        """The id of the nearest known foe, to say why it can't be a target; "" if there is none."""
        return self.nearest(self.foes) or ""

    def nearest(self, units: Iterable[Entity]) -> str | None:
        """Return the id of the nearest of some units on the board, or None if there are none."""
        mine, view = self.at, self.view
        apart = {
            unit: steps_between(mine.at, mine.span, at.at, at.span)
            for unit, at in ((unit, view.get(unit, Position)) for unit in units)
        }
        return id_of(view, min(apart, key=apart.__getitem__)) if apart else None

    @cached_property
    def allies(self) -> tuple[Entity, ...]:
        """The other units of the unit's side on the board, in unit order."""
        every = self.view.ids(Position)
        return tuple(u for u in every if u not in self.foes and u != self.unit)

    @cached_property
    def walker(self) -> walking.TurnWalks:
        """The moves open to the unit."""
        return walking.walker(self.view, self.unit)

    @cached_property
    def weapons(self) -> tuple[str, ...]:
        """The weapons that the unit can attack with."""
        return ready_weapons(self.view, self.unit)

    @cached_property
    def carried(self) -> tuple[str, ...]:
        """All weapons that the unit has: the usable ones first, then those on its belt."""
        return tuple(dict.fromkeys((*self.weapons, *figure(self.view, self.unit).weapons)))

    def nearest_of(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Return the nearest of some tiles, as a tuple of one, or of none if there are none."""
        found = tuple(cells)
        return (nearest_cell(self.at.at, self.at.span, found),) if found else ()

    def with_action(self, unit: str) -> Refusal | None:
        """Refuse a command that takes an action if none is left."""
        if self.used.action:
            return Refusal("no-action", "ACT-06", unit=self.id)
        return check_yours(self, unit)

    def with_bonus(self, unit: str) -> Refusal | None:
        """Refuse a command that takes a bonus action if none is left."""
        if self.used.bonus:
            return Refusal("no-bonus", "ACT-08", unit=self.id)
        return check_yours(self, unit)

    def with_hand(self, unit: str) -> Refusal | None:
        """Refuse a command that takes the object interaction if it has been used."""
        if self.used.hand:
            return Refusal("no-hand", "ACT-10", unit=self.id)
        return check_yours(self, unit)

    def creature(self, id: str, rule: str) -> Refusal | None:
        """Refuse a target that isn't visible on the board."""
        if not id:
            return Refusal("none-in-sight", rule)
        if refusal := check_living(self.view, id, rule):
            return refusal
        found = unit_named(self.view, id)
        if self.view.has(found, Crossing):
            return Refusal("crossing", "ACT-31", unit=id)
        if not self.view.has(found, Position):
            return Refusal("not-seen", "ACT-20", variant="lost", unit=id)
        return None

    def foe(self, id: str, rule: str) -> Refusal | None:
        """Refuse a target that isn't a foe on the board."""
        found = unit_by_id(self.view, id)
        if found is not None and side_of(self.view, found) == self.ask.side:
            return Refusal("no-foe", rule, unit=id)
        return self.creature(id, rule)

    def not_ready(self, id: str, rule: str) -> Refusal:
        """Return the refusal of a weapon that the unit can't attack with now."""
        if id == UNARMED:
            held = next(one for one in self.weapons if weapon(self.view, one).kind != "ranged")
            return Refusal("not-ready", rule, variant="armed", unit=self.id, weapon=id, held=held)
        return Refusal(
            "not-ready",
            rule,
            variant="later" if self.used.hand else "",
            unit=self.id,
            weapon=id,
        )

    def tile(self, at: Cell, rule: str) -> Refusal | None:
        """Refuse a tile off the map."""
        if at in self.view.grid:
            return None
        return Refusal("off-the-map", rule, at=at)

    def is_prone(self) -> bool:
        """Return whether the unit is prone."""
        return conditions.is_prone(self.view, self.unit)

    def is_exposed_to(self, foe: Entity) -> bool:
        """Return whether a foe has the unit in plain sight."""
        return stealth.is_exposed(self.view, self.unit, foe)


def seen_by(view: World, ask: Ask) -> Seen:
    """Return the context of an ask."""
    return Seen(view, ask, id_of(view, ask.unit))
