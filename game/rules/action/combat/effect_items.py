"""What weapons, powers and items do beside the damage of an attack, as it waits to be done."""

from typing import Literal

from game.components.unit import Position
from game.core.cells import Cell
from game.core.dice import Dice
from game.terms.agenda import AgendaItem, Chain, Outcome, RollHead
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Entity, Record


class Working(Record, frozen=True):
    """A thing at work: `source` and `thing` name it.

    `origin` is where it comes from, for pushing and for cover; `cells` are the tiles it acts on,
    `at` the place that a user is moved to. An area rolls its damage once for all; of what
    `has_struck` the damage was that of the attack.
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
    """The attack roll of a power or an item is due, if its user can still make it."""

    unit: Entity
    target: Entity
    source: Literal["powers", "items"]
    thing: str


class AffectTargets(AgendaItem, frozen=True, tag="Affect"):
    """The thing is about to do to these targets, in unit order, what its effect says."""

    working: Working
    targets: tuple[Entity, ...]


class SavingThrow(Record, frozen=True, tag="Save"):
    """A saving throw with all its numbers (ACT-38); `sides` see its dice, None: all."""

    unit: Entity
    roll: str
    bonus: int
    needed: int
    parts: tuple[Modifier, ...] = ()
    sides: tuple[str, ...] | None = None

    def holds(self, value: int) -> bool:
        """Whether the dice are enough."""
        return value + self.bonus >= self.needed


class Endure(Chain, frozen=True):
    """The damage that an area rolls, then the saves of its targets in unit order (ALL-02).

    `damage` is still to be rolled, `dealt` has been; `saved` is how the saves came out so far.
    `source` is the rule that calls for the damage.
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
        """Whether nothing is left to be rolled."""
        return self.damage is None and len(self.saved) == len(self.saves)

    @property
    def _due(self) -> SavingThrow | None:
        """The save that is due now."""
        return None if self.damage is not None else self.saves[len(self.saved)]

    @property
    def dice(self) -> Dice:
        return Dice.of(self._due.roll if self._due else self.damage or "0")

    @property
    def head(self) -> RollHead:
        due, parts = self._due, tuple(part for save in self.saves for part in save.parts)
        if due is None:
            return RollHead("damage", self.source, self.working.user, parts, added=())
        return RollHead("save", "ACT-38", due.unit, parts, added=due.parts, seen_by=due.sides)

    def after(self, value: int) -> AgendaItem:
        fixed = self.working, self.source, self.targets, self.saves
        if self._due is None:
            on = Endure(*fixed, None, max(0, value))
        else:
            on = Endure(*fixed, None, self.dealt, (*self.saved, self._due.holds(value)))
        return Endured(on) if on.is_over else on


class Endured(Outcome, frozen=True):
    """All that was to be rolled for has been."""

    rolls: Endure


class Impact(AgendaItem, frozen=True):
    """A thing does to one target what its effect says, or `is_own` does to its user.

    Who `has_saved` gets half of the damage, and nothing else.
    """

    working: Working
    target: Entity
    has_saved: bool = False
    is_own: bool = False


class Aftermath(AgendaItem, frozen=True):
    """A thing has done all to its targets; what it does to tiles and to its user is left."""

    working: Working


PART = part_of(globals())
