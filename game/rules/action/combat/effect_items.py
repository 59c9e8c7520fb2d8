"""Agenda items for the effects of weapons, powers and items beyond an attack's damage."""

from typing import Literal

from game.components.unit import Position
from game.core.cells import Cell
from game.core.dice import Dice
from game.terms.agenda import AgendaItem, Chain, Outcome, RollHead
from game.terms.odds import Modifier, OddsRoll
from game.terms.parts import part_of
from game.terms.records import Entity, Record


class Working(Record, frozen=True):
    """A weapon, power or item in use, named by `source` and `thing`.

    `origin` is the start of pushes and cover. `cells` are the tiles affected. `at` is the tile to
    which the user teleports. An area rolls its damage once for all targets. With `has_struck`, the
    attack has dealt the damage already.
    """

    source: Literal["arms", "powers", "items"]
    thing: str
    user: Entity
    origin: Position
    cells: tuple[Cell, ...] = ()
    at: Cell | None = None
    is_area: bool = False
    has_struck: bool = False


class Launch(AgendaItem, frozen=True):
    """The attack roll of a power or an item, if its user can still make it."""

    unit: Entity
    target: Entity
    source: Literal["powers", "items"]
    thing: str


class AffectTargets(AgendaItem, frozen=True, tag="Affect"):
    """The effects of a weapon, power or item on these targets, in unit order."""

    working: Working
    targets: tuple[Entity, ...]


class SavingThrow(Record, frozen=True, tag="Save"):
    """A saving throw with all its numbers (ACT-38).

    `sides` are the sides that see its dice. None: all sides.
    """

    unit: Entity
    roll: str
    bonus: int
    needed: int
    parts: tuple[Modifier, ...] = ()
    sides: tuple[str, ...] | None = None

    def holds(self, value: int) -> bool:
        """Return whether the save succeeds with this value."""
        return value + self.bonus >= self.needed


class Endure(Chain, frozen=True):
    """The damage roll of an area, then the saves of its targets in unit order (ALL-02).

    `damage` holds the dice yet to be rolled, `dealt` their result. `saved` holds the results of the
    saves so far. `source` is the rule that calls for the damage.
    """

    working: Working
    source: str
    targets: tuple[Entity, ...]
    saves: tuple[SavingThrow, ...]
    damage: str | None = None
    dealt: int = 0
    saved: tuple[bool, ...] = ()

    @property
    def is_over(self) -> bool:
        """True if nothing is left to roll."""
        return self.damage is None and len(self.saved) == len(self.saves)

    @property
    def _due(self) -> SavingThrow | None:
        """The save that is due now, or None."""
        return None if self.damage is not None else self.saves[len(self.saved)]

    @property
    def dice(self) -> Dice:
        return Dice.of(self._due.roll if self._due else self.damage or "0")

    @property
    def head(self) -> RollHead:
        due, parts = self._due, tuple(part for save in self.saves for part in save.parts)
        rolls = tuple(
            OddsRoll("save", save.roll, save.parts, save.needed, who=save.unit)
            for save in self.saves
        )
        if due is None:
            rolls = (OddsRoll("damage", self.damage or "0"), *rolls)
            return RollHead("damage", self.source, self.working.user, parts, added=(), rolls=rolls)
        sides = due.sides
        return RollHead("save", "ACT-38", due.unit, parts, due.parts, seen_by=sides, rolls=rolls)

    def after(self, value: int) -> AgendaItem:
        fixed = self.working, self.source, self.targets, self.saves
        if self._due is None:
            on = Endure(*fixed, None, max(0, value))
        else:
            on = Endure(*fixed, None, self.dealt, (*self.saved, self._due.holds(value)))
        return Endured(on) if on.is_over else on


class Endured(Outcome, frozen=True):
    """The completed rolls of an `Endure` chain."""

    rolls: Endure


class Impact(AgendaItem, frozen=True):
    """The effect of a weapon, power or item on one target, or with `is_own` on its user.

    A target that `has_saved` takes half the damage and nothing else.
    """

    working: Working
    target: Entity
    has_saved: bool = False
    is_own: bool = False


class Aftermath(AgendaItem, frozen=True):
    """The effects that follow those on the targets: on tiles, and on the user."""

    working: Working


PART = part_of(globals())
