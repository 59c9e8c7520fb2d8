"""Contest's components and agenda items."""

from typing import ClassVar

from game.components.unit import Placed
from game.core.cells import Cell
from game.core.dice import Dice
from game.systems.harm import Blow, Hurt
from game.terms.agenda import Ask, Chain, Item, Outcome, Throw
from game.terms.odds import Modifier
from game.terms.records import Component, Record

# Components


class Allowance(Component, frozen=True):
    """The movement a figure gets each turn, as dice."""

    dice: str


class Fight(Placed, frozen=True):
    """A fight on a tile, on an entity of its own.

    `fighters` are in the order of their turns and `seat` is the place of the next, which may be
    one past the end: then the first is next. `acting` is whose turn it is, before the first turn
    nobody's. `stood` is who was on the tile first and never pays. `blows` counts the attacks.
    """

    fighters: tuple[int, ...]
    seat: int = 0
    stood: int | None = None
    blows: tuple[tuple[int, int], ...] = ()
    acting: int | None = None

    def struck(self, unit: int) -> int:
        """How often the fighter has attacked in this fight."""
        return dict(self.blows).get(unit, 0)

    def next(self) -> int:
        """Whose turn it is, or comes."""
        return self.fighters[self.seat % len(self.fighters)]


class Fleeing(Component, frozen=True):
    """A figure in flight: the tile it may not go back to, and whether it may still go on.

    It may go on as long as it has not left the tile, and when an encounter has stopped it. `kept`
    is the movement of its own turn, which it has again when the flight is over. `joined` is the
    waiting fight that the flight has led into: it may go on when that is over.
    """

    origin: Cell
    kept: int
    open: bool = True
    joined: int | None = None


class Haunts(Component, frozen=True):
    """The tiles where a figure could have laid a trap, as everybody has seen."""

    cells: tuple[Cell, ...]


class Pursued(Component, frozen=True):
    """On a figure that fled: who may chase it, and the attacks made in the fight they were in."""

    by: int
    blows: tuple[tuple[int, int], ...]


class Chasing(Component, frozen=True):
    """On a chaser: whom it chases, and the attacks made in the fight they were in."""

    quarry: int
    blows: tuple[tuple[int, int], ...]


class Tries(Component, frozen=True):
    """On the root: how often figures have tried to disengage in this turn."""

    count: int = 0


# Items


class Encounter(Item, frozen=True):
    """The aggressor has come onto the defender's tile; both are asked."""

    aggressor: int
    defender: int


class BothDeclined(Item, frozen=True):
    """Neither wants to fight: the aggressor passes through, if it can."""

    aggressor: int
    defender: int


class StartFight(Item, frozen=True):
    """A fight begins with the turn of `first`."""

    aggressor: int
    defender: int
    first: int
    rule: str


class FightTurn(Item, frozen=True):
    """The next turn of the fight is due, as long as there is a fight."""

    fight: int


class Flight(Item, frozen=True):
    """A figure flees until it has to stop or wants to."""

    unit: int


class OfferChase(Item, frozen=True):
    """Who may chase this figure is asked, once."""

    unit: int


class EndChase(Item, frozen=True):
    """The chase has come to its end, if it was not ended before."""

    unit: int


# Asks


class TurnAsk(Ask, frozen=True):
    """What to do on the own turn."""

    name: ClassVar[str] = "turn"


class EngageAsk(Ask, frozen=True):
    """Whether to fight `foe`; `comes` tells the aggressor, who is asked first."""

    name: ClassVar[str] = "engage"

    foe: int
    comes: bool


class OnwardAsk(Ask, frozen=True):
    """Where to walk on to, having passed through."""

    name: ClassVar[str] = "onward"


class CombatAsk(Ask, frozen=True):
    """What to do with the turn in a fight."""

    name: ClassVar[str] = "combat"

    fight: int


class FleeAsk(Ask, frozen=True):
    """Where to flee to."""

    name: ClassVar[str] = "flee"


class ChaseAsk(Ask, frozen=True):
    """Whether to chase who fled."""

    name: ClassVar[str] = "chase"

    foe: int
    blows: tuple[tuple[int, int], ...]


# Chains


class AllowanceRoll(Throw, frozen=True):
    """The movement die at the start of a turn."""

    unit: int

    def after(self, value: int) -> Item:
        return Allowed(self.unit, max(0, value))


class Allowed(Outcome, frozen=True):
    """The movement a figure has this turn."""

    unit: int
    movement: int


class Strike(Throw, frozen=True):
    """An attack: the weapon's dice, with all that changes the damage found beforehand."""

    target: int
    weapon: str
    bonus: int
    armour: int
    fury: int
    parts: tuple[Modifier, ...] = ()

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        return self.parts

    def after(self, value: int) -> Item:
        dealt = max(0, value + self.bonus - self.armour) + self.fury
        return Hurt((Blow(self.target, dealt, self.weapon, self.source),))


class Contender(Record, frozen=True):
    """Somebody who rolls in a disengagement, and what is added to the die."""

    unit: int
    parts: tuple[Modifier, ...] = ()

    @property
    def bonus(self) -> int:
        """The sum of what is added."""
        return sum(part.value for part in self.parts)


class Breakaway(Chain, frozen=True):
    """A disengagement: the one who flees rolls first, then the others in turn order.

    The first of `waiting` is the next to roll; `own` is the total of the one who flees and `best`
    the highest of the others so far.
    """

    fight: int
    expr: str
    source: str
    waiting: tuple[Contender, ...]
    runner: int
    own: int | None = None
    best: int | None = None
    parts: tuple[Modifier, ...] = ()

    @property
    def dice(self) -> Dice:
        return Dice.of(self.expr)

    @property
    def why(self) -> str:
        return "disengage" if self.own is None else "hold"

    @property
    def roller(self) -> int | None:
        return self.waiting[0].unit

    @property
    def rule(self) -> str | None:
        return self.source

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        return self.parts

    @property
    def roll_modifiers(self) -> tuple[Modifier, ...]:
        return self.waiting[0].parts

    def after(self, value: int) -> Item:
        total = value + self.waiting[0].bonus
        own = total if self.own is None else self.own
        best = self.best
        if self.own is not None:
            best = total if best is None else max(best, total)
        rest = self.waiting[1:]
        if not rest:
            return Broke(self.fight, self.runner, max(0, own - (best or 0)))
        return Breakaway(
            self.fight, self.expr, self.source, rest, self.runner, own, best, self.parts
        )


class Broke(Outcome, frozen=True):
    """By how much the one who disengages has beaten the others; 0 if it has not (CON-10)."""

    fight: int
    unit: int
    margin: int


RECORDS: tuple[type[Record], ...] = (
    *(Allowance, Fight, Fleeing, Haunts, Pursued, Chasing, Tries),
    *(Encounter, BothDeclined, StartFight, FightTurn, Flight, OfferChase, EndChase),
    *(TurnAsk, EngageAsk, OnwardAsk, CombatAsk, FleeAsk, ChaseAsk),
    *(AllowanceRoll, Allowed, Strike, Contender, Breakaway, Broke),
)
