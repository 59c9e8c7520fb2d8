"""Contest's components and agenda items."""

from typing import Any, ClassVar

from game.components.unit import Placed
from game.systems.damage import Blow, Hurt
from game.terms.agenda import AgendaItem, Ask, RollHead, SingleRoll
from game.terms.asks import OnwardAsk, TurnAsk
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Component, Entity

# Components


class TileFight(Placed, frozen=True, tag="Fight"):
    """A fight on a tile, on an entity of its own.

    `fighters` are in the order of their turns and `seat` is the place of the next, which may be
    one past the end: then the first is next. `acting` is whose turn it is, before the first turn
    nobody's. `came` holds the role of each pair, aggressor first; it lasts while both fight here
    (CON-14). `blows` counts the attacks.
    """

    fighters: tuple[Entity, ...]
    seat: int = 0
    came: tuple[tuple[Entity, Entity], ...] = ()
    blows: tuple[tuple[Entity, int], ...] = ()
    acting: Entity | None = None

    def struck(self, unit: Entity) -> int:
        """How often the fighter has attacked in this fight."""
        return dict(self.blows).get(unit, 0)

    def comes(self, unit: Entity) -> tuple[Entity, ...]:
        """Return the fighters whose aggressor `unit` is."""
        return tuple(stood for came, stood in self.came if came == unit)

    def stands(self, unit: Entity) -> tuple[Entity, ...]:
        """Return the fighters that are aggressors against `unit`."""
        return tuple(came for came, stood in self.came if stood == unit)

    def next(self) -> Entity:
        """Whose turn it is, or comes."""
        return self.fighters[self.seat % len(self.fighters)]


def renew(component: dict[str, Any]) -> dict[str, Any]:
    """Give a fight kept before pairs had roles (CON-14) the roles that it had: all but the one who
    stood there first had come onto the tile."""
    if component.get("type") != "Fight" or "stood" not in component:
        return component
    kept = {key: value for key, value in component.items() if key != "stood"}
    stood, fighters = component["stood"], component.get("fighters", ())
    if stood is None:
        return kept
    return kept | {"came": [[unit, stood] for unit in fighters if unit != stood]}


class Pursued(Component, frozen=True):
    """On a figure that fled: who may chase it, and the attacks made in the fight they were in."""

    by: Entity
    blows: tuple[tuple[Entity, int], ...]


class Escaping(Component, frozen=True):
    """On a figure in flight: the rule of its steps, CON-11 if it was an aggressor."""

    rule: str


class Chasing(Component, frozen=True):
    """On a chaser: whom it chases, and the attacks made in the fight they were in."""

    quarry: Entity
    blows: tuple[tuple[Entity, int], ...]


# Items


class Encounter(AgendaItem, frozen=True):
    """The aggressor has come onto the defender's tile; both are asked."""

    aggressor: Entity
    defender: Entity


class BothDeclined(AgendaItem, frozen=True):
    """Neither wants to fight: the aggressor passes through, if it can."""

    aggressor: Entity
    defender: Entity


class StartFight(AgendaItem, frozen=True):
    """A fight begins with the turn of `first`."""

    aggressor: Entity
    defender: Entity
    first: Entity
    rule: str


class FightTurn(AgendaItem, frozen=True):
    """The next turn of the fight is due, as long as there is a fight."""

    fight: Entity


class OfferChase(AgendaItem, frozen=True):
    """Who may chase this figure is asked, once."""

    unit: Entity


class EndChase(AgendaItem, frozen=True):
    """The chase has come to its end, if it was not ended before."""

    unit: Entity


# Asks


class EngageAsk(Ask, frozen=True):
    """Whether to fight `foe`; `comes` tells the aggressor, who is asked first."""

    name: ClassVar[str] = "engage"

    foe: Entity
    comes: bool


class CombatAsk(Ask, frozen=True):
    """What to do with the turn in a fight."""

    name: ClassVar[str] = "combat"

    fight: Entity


class ChaseAsk(Ask, frozen=True):
    """Whether to chase who fled."""

    name: ClassVar[str] = "chase"

    foe: Entity
    blows: tuple[tuple[Entity, int], ...]


# Chains


class AttackRoll(SingleRoll, frozen=True, tag="Strike"):
    """An attack: the weapon's dice, with all that changes the damage found beforehand."""

    target: Entity
    weapon: str
    bonus: int
    armour: int
    fury: int
    parts: tuple[Modifier, ...] = ()

    @property
    def head(self) -> RollHead:
        return RollHead(self.purpose, self.source, self.by, self.parts)

    def after(self, value: int) -> AgendaItem:
        dealt = max(0, value + self.bonus - self.armour) + self.fury
        return Hurt((Blow(self.target, dealt, self.weapon, self.source, self.by),))


PART = part_of(globals(), TurnAsk, OnwardAsk)
