"""The context of every Verdigris ask: the unit, and the view of the side asked."""

from dataclasses import dataclass
from functools import cached_property

from game.components.unit import Down, Position
from game.core.cells import Cell
from game.core.footprints import nearest_cell
from game.rules.verdigris import figures
from game.rules.verdigris.records import Grappled, Turn
from game.systems.ask_checks import check_living, check_yours
from game.terms.agenda import Ask
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.unit_names import id_of, side_of, unit_named


@dataclass(frozen=True)
class Seen:
    """The view of the side that is asked, and the unit, with cached properties."""

    view: World
    ask: Ask
    id: str

    @cached_property
    def unit(self) -> Entity:
        """The unit that is asked."""
        return self.ask.unit

    @cached_property
    def at(self) -> Cell:
        """The unit's tile."""
        return self.view.get(self.unit, Position).at

    @cached_property
    def turn(self) -> Turn:
        """The parts of its turn that the unit has used."""
        return self.view.find(self.unit, Turn) or Turn(True, True, True, True)

    @cached_property
    def weapon(self) -> str:
        """The weapon in hand, or bare hands."""
        return figures.in_hand(self.view, self.unit)

    @cached_property
    def carried(self) -> tuple[str, ...]:
        """The weapon in hand, then the weapons on the belt."""
        belt, arms = figures.gear(self.view, self.unit).belt, self.view.scene.level.gear["arms"]
        return tuple(dict.fromkeys((self.weapon, *(thing for thing in belt if thing in arms))))

    @cached_property
    def foes(self) -> tuple[Entity, ...]:
        """The foes on the board, in unit order."""
        every = self.view.ids(Position)
        return tuple(u for u in every if side_of(self.view, u) != self.ask.side)

    @cached_property
    def nearest_foe(self) -> str:
        """The id of the nearest foe, to say why it can't be a target; "" if there is none."""
        if not self.foes:
            return ""
        at = {self.view.get(unit, Position).at: unit for unit in self.foes}
        return id_of(self.view, at[nearest_cell(self.at, 1, at)])

    @cached_property
    def allies(self) -> tuple[Entity, ...]:
        """All units of the unit's side on the board, the unit included."""
        return tuple(u for u in self.view.ids(Position) if u not in self.foes)

    def with_action(self, unit: str) -> Refusal | None:
        """Refuse a command that takes an action if none is left."""
        if self.turn.action:
            return Refusal("no-action", "VER-05", unit=self.id)
        return check_yours(self, unit)

    def with_belt(self, unit: str) -> Refusal | None:
        """Refuse a second use of the belt in one turn."""
        if self.turn.belt:
            return Refusal("no-belt", "VER-33", unit=self.id)
        return check_yours(self, unit)

    def with_move(self, unit: str) -> Refusal | None:
        """Refuse a command that takes a move if none is left."""
        turn = self.turn
        if turn.move and turn.action:
            return Refusal("no-move", "VER-05", unit=self.id)
        if turn.move and turn.moved and figures.has(self.view, self.unit, "hobbled"):
            return Refusal("hobbled", "VER-31", unit=self.id)
        if self.view.has(self.unit, Grappled):
            return Refusal("entangled", "VER-27", unit=self.id)
        return check_yours(self, unit)

    def on_feet(self) -> Refusal | None:
        """Refuse a move by a prone unit."""
        if figures.has(self.view, self.unit, "prone"):
            return Refusal("prone", "VER-18", unit=self.id)
        return None

    def foe(self, id: str, rule: str) -> Refusal | None:
        """Refuse a target that isn't a foe on the board."""
        return self.on_board(id, rule) or self._hostile(id, rule)

    def _hostile(self, id: str, rule: str) -> Refusal | None:
        if unit_named(self.view, id) in self.foes:
            return None
        return Refusal("no-foe", rule, unit=id)

    def on_board(self, id: str, rule: str) -> Refusal | None:
        """Refuse a unit that isn't on the board."""
        if not id:
            return Refusal("none-in-sight", rule)
        if refusal := check_living(self.view, id, rule):
            return refusal
        if not self.view.has(unit_named(self.view, id), Position):
            return Refusal("not-here", rule, unit=id)
        return None

    def is_down(self, unit: Entity) -> bool:
        """Return whether a unit is at Death's Door."""
        return self.view.has(unit, Down)


def seen_by(view: World, ask: Ask) -> Seen:
    """Return the context of an ask."""
    return Seen(view, ask, id_of(view, ask.unit))
