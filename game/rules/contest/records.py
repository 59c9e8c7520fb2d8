"""Contest's components, agenda items, asks and chains."""

from typing import ClassVar

from game.components.unit import Placed
from game.systems.damage import Blow, Hurt
from game.terms.agenda import AgendaItem, Ask, RollHead, SingleRoll
from game.terms.asks import OnwardAsk, TurnAsk
from game.terms.odds import Modifier, OddsRoll
from game.terms.parts import part_of
from game.terms.records import Component, Entity

# Components


class TileFight(Placed, frozen=True, tag="Fight"):
    """A fight on a tile, stored on a separate entity.

    - `fighters` are in turn order. `seat` is the index of the next fighter; one past the end means
      the first.
    - `acting` is the fighter whose turn it is; None before the first turn.
    - `came` holds each pair of fighters, aggressor first, as long as both fight here (CON-14).
    - `blows` counts the attacks of each fighter.
    """

    fighters: tuple[Entity, ...]
    seat: int = 0
    came: tuple[tuple[Entity, Entity], ...] = ()
    blows: tuple[tuple[Entity, int], ...] = ()
    acting: Entity | None = None

    def struck(self, unit: Entity) -> int:
        """Return the number of attacks that the fighter has made in this fight."""
        return dict(self.blows).get(unit, 0)

    def comes(self, unit: Entity) -> tuple[Entity, ...]:
        """Return the fighters against which `unit` is the aggressor."""
        return tuple(stood for came, stood in self.came if came == unit)

    def stands(self, unit: Entity) -> tuple[Entity, ...]:
        """Return the fighters that are aggressors against `unit`."""
        return tuple(came for came, stood in self.came if stood == unit)

    def next(self) -> Entity:
        """Return the fighter whose turn it is, or comes next."""
        return self.fighters[self.seat % len(self.fighters)]


def renew(component: dict[str, object]) -> dict[str, object]:
    """Add roles to a fight saved before pairs had roles (CON-14); return the component.

    `stood` named the fighter who was on the tile first. All others had entered the tile, so each is
    an aggressor against that fighter.
    """
    if component.get("type") != "Fight" or "stood" not in component:
        return component
    kept = {key: value for key, value in component.items() if key != "stood"}
    stood, fighters = component["stood"], component.get("fighters")
    if stood is None or not isinstance(fighters, list):
        return kept
    return kept | {"came": [[unit, stood] for unit in fighters if unit != stood]}


class Pursued(Component, frozen=True):
    """On a unit that fled: the unit that can chase it, and the attack counts from their fight."""

    by: Entity
    blows: tuple[tuple[Entity, int], ...]


class Escaping(Component, frozen=True):
    """On a fleeing unit: the rule for its steps, which is CON-11 if it was an aggressor."""

    rule: str


class Chasing(Component, frozen=True):
    """On a chaser: the unit that it chases, and the attack counts from their fight."""

    quarry: Entity
    blows: tuple[tuple[Entity, int], ...]


# Items


class Encounter(AgendaItem, frozen=True):
    """An encounter: the aggressor has entered the defender's tile, and both are asked."""

    aggressor: Entity
    defender: Entity


class BothDeclined(AgendaItem, frozen=True):
    """A declined encounter: neither unit fights, and the aggressor passes through, if it can."""

    aggressor: Entity
    defender: Entity


class StartFight(AgendaItem, frozen=True):
    """The start of a fight, in which `first` has the first turn."""

    aggressor: Entity
    defender: Entity
    first: Entity
    rule: str


class FightTurn(AgendaItem, frozen=True):
    """The next turn of a fight, as long as the fight goes on."""

    fight: Entity


class OfferChase(AgendaItem, frozen=True):
    """The offer to chase this unit, made only once."""

    unit: Entity


class EndChase(AgendaItem, frozen=True):
    """The end of this unit's chase, if it hasn't ended already."""

    unit: Entity


# Asks


class EngageAsk(Ask, frozen=True):
    """The choice whether to fight `foe`. `comes` marks the aggressor, which is asked first."""

    name: ClassVar[str] = "engage"

    foe: Entity
    comes: bool


class CombatAsk(Ask, frozen=True):
    """The choice of a command on a unit's turn in a fight."""

    name: ClassVar[str] = "combat"

    fight: Entity


class ChaseAsk(Ask, frozen=True):
    """The choice whether to chase the unit that fled."""

    name: ClassVar[str] = "chase"

    foe: Entity
    blows: tuple[tuple[Entity, int], ...]


# Chains


class AttackRoll(SingleRoll, frozen=True, tag="Strike"):
    """An attack: the weapon's dice, with all modifiers to the damage computed beforehand."""

    target: Entity
    weapon: str
    bonus: int
    armour: int
    fury: int
    parts: tuple[Modifier, ...] = ()

    @property
    def head(self) -> RollHead:
        rolls = (OddsRoll("damage", self.expr, self.parts),)
        return RollHead(self.purpose, self.source, self.by, self.parts, rolls=rolls)

    def corrections(self, value: int) -> tuple[Modifier, ...]:
        below = self.armour - value - self.bonus
        return (Modifier("least", below, self.source),) if below > 0 else ()

    def after(self, value: int) -> AgendaItem:
        dealt = max(0, value + self.bonus - self.armour) + self.fury
        return Hurt((Blow(self.target, dealt, self.weapon, self.source, self.by),))


PART = part_of(globals(), TurnAsk, OnwardAsk)
