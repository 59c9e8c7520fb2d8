"""Etiquette's components, agenda items, asks and attack rolls."""

from typing import ClassVar

from msgspec.structs import replace

from game.components.unit import Placed
from game.core.dice import Dice, Ranked
from game.systems.items import Consumed
from game.terms.agenda import AgendaItem, Ask, Chain, Outcome, RollHead
from game.terms.asks import OnwardAsk, TurnAsk
from game.terms.odds import Modifier, OddsRoll
from game.terms.parts import part_of
from game.terms.records import Component, Entity, Record

# Components


class Robot(Component, frozen=True):
    """A robot, and the character of the player it belongs to."""

    owner: Entity


class Duel(Placed, frozen=True):
    """A fight between two units on a tile, stored on a separate entity.

    The two units in `order` take turns to attack. `turn` counts the turns begun. `stood` is the
    nonbelligerent, the unit that was on the tile first.
    """

    order: tuple[Entity, Entity]
    stood: Entity
    turn: int = 0

    @property
    def attacker(self) -> Entity:
        """The current attacker; before the first turn, the first attacker."""
        return self.order[max(0, self.turn - 1) % 2]

    def other(self, unit: Entity) -> Entity:
        """Return the fighter's foe."""
        return self.order[1] if unit == self.order[0] else self.order[0]


class Pledge(Record, frozen=True):
    """A promise: its kind, the other player's character, and the two units that talked.

    `turns` is the number of the promiser's turns until the promise ends; None: it is for this
    encounter only.
    """

    kind: str
    to: Entity
    said_by: Entity
    said_to: Entity
    turns: int | None = None


class Pledges(Component, frozen=True):
    """On a player's character: its open promises, neither kept nor broken."""

    all: tuple[Pledge, ...]


class Repute(Component, frozen=True):
    """On a player's character: the numbers of promises kept and broken, visible to all."""

    kept: int = 0
    broken: int = 0


class Declarations(Component, frozen=True, tag="Stance"):
    """On the root: the latest encounter, and the two declarations so far.

    `heard` holds the promises that the other unit had made when the aggressor declared.
    """

    aggressor: Entity
    other: Entity
    count: int
    aggressor_fights: bool | None = None
    other_fights: bool | None = None
    heard: tuple[str, ...] = ()


# Items


class DuelEncounter(AgendaItem, frozen=True, tag="Encounter"):
    """An encounter: the aggressor has entered the other unit's tile."""

    aggressor: Entity
    other: Entity


class SpeakingTurn(AgendaItem, frozen=True, tag="Talk"):
    """The next turn to talk in an encounter.

    `said` counts the turns so far. `heard` is True if either unit promised anything in this round
    of talk.
    """

    aggressor: Entity
    other: Entity
    said: int = 0
    heard: bool = False


class Gifts(AgendaItem, frozen=True):
    """The giving of promised gifts after an encounter without a fight."""

    aggressor: Entity
    other: Entity


class Passing(AgendaItem, frozen=True):
    """The aggressor's passage after an encounter without a fight, if it can move on."""

    aggressor: Entity
    other: Entity


class StartDuel(AgendaItem, frozen=True):
    """The start of a fight in which `first` attacks first."""

    aggressor: Entity
    other: Entity
    first: Entity
    rule: str


class DuelTurn(AgendaItem, frozen=True):
    """The next turn of the fight, as long as the fight goes on.

    `is_paid`: both have already lost the life that this turn of a very long fight costs.
    """

    duel: Entity
    is_paid: bool = False


# Asks


class SendAsk(Ask, frozen=True):
    """The choice of the robot that moves next."""

    name: ClassVar[str] = "send"


class TalkAsk(Ask, frozen=True):
    """The choice of a promise to `foe`, or of silence, before the declarations."""

    name: ClassVar[str] = "talk"

    foe: Entity
    talk: SpeakingTurn


class DeclareAsk(Ask, frozen=True, tag="EngageAsk"):
    """The choice whether to fight `foe`. `comes` marks the aggressor, which declares first.

    `faces` is True if the other unit has declared a fight.
    """

    name: ClassVar[str] = "engage"

    foe: Entity
    comes: bool
    faces: bool = False


class GiveAsk(Ask, frozen=True):
    """The choice whether to give `foe` the promised item."""

    name: ClassVar[str] = "give"

    foe: Entity


class AttackerAsk(Ask, frozen=True, tag="CombatAsk"):
    """The attacker's choice on its turn in a fight."""

    name: ClassVar[str] = "combat"

    duel: Entity


class DefendAsk(Ask, frozen=True):
    """The choice of how to defend against `foe`, who has played `item`."""

    name: ClassVar[str] = "defend"

    duel: Entity
    foe: Entity
    item: str | None = None


# Attack rolls


class DuelTerms(Record, frozen=True, tag="Terms"):
    """The dice and modifiers of one fighter in an attack.

    `high` and `low` are added to the highest and lowest die. The fighter's dice below `floor` count
    as `floor`; the foe's dice above `cap` (0: no limit) count as `cap`.
    """

    dice: str
    high: int = 0
    low: int = 0
    floor: int = 0
    cap: int = 0
    ties: bool = False
    harm: int = 0
    ward: int = 0
    safe: bool = False
    riposte: bool = False
    sting: int = 0

    def told(self, faces: tuple[int, ...], cap: int) -> tuple[int, ...]:
        """Return the values of this fighter's dice, highest first, under the foe's cap."""
        ranked = [max(self.floor, min(face, cap) if cap else face) for face in faces]
        ranked[0] += self.high
        ranked[-1] += self.low
        # The modifiers can change the order: a low die may now be above others.
        return tuple(sorted(ranked, reverse=True))


class Clash(Chain, frozen=True):
    """An attack: the attacker's dice first, then the defender's.

    `own` are the values of the attacker's dice, once they are rolled.
    """

    attacker: Entity
    defender: Entity
    weapon: str
    attack: DuelTerms
    defence: DuelTerms
    source: str
    parts: tuple[Modifier, ...] = ()
    own: tuple[int, ...] = ()

    @property
    def dice(self) -> Dice:
        return self._ranked

    @property
    def _ranked(self) -> Ranked:
        # Each value stands for a full set of ranked faces: a sum wouldn't show which dice are
        # compared.
        return Ranked.like((self.defence if self.own else self.attack).dice)

    @property
    def head(self) -> RollHead:
        why, unit = ("defence", self.defender) if self.own else ("attack", self.attacker)
        rolls = (
            OddsRoll("attack", self.attack.dice, who=self.attacker),
            OddsRoll("defence", self.defence.dice, who=self.defender),
        )
        return RollHead(why, self.source, unit, self.parts, added=(), rolls=rolls)

    def shown(self, value: int) -> int:
        return sum(self._ranked.faces_of(value))

    def after(self, value: int) -> AgendaItem:
        faces = self._ranked.faces_of(value)
        if not self.own:
            return replace(self, own=self.attack.told(faces, self.defence.cap))
        other = self.defence.told(faces, self.attack.cap)
        # With unequal numbers of dice, the lowest dice of the longer row aren't compared.
        pairs = list(zip(self.own, other, strict=False))
        beaten = sum(mine > its or (mine == its and self.attack.ties) for mine, its in pairs)
        return Clashed(
            *(self.attacker, self.defender, self.weapon, self.attack, self.defence, beaten),
            self._harm(beaten),
            self._counter(len(pairs), beaten),
        )

    def _harm(self, beaten: int) -> int:
        """Return the damage to a defender who has lost `beaten` pairs of dice (ETI-09)."""
        return max(0, beaten + self.attack.harm - self.defence.ward) if beaten else 0

    def _counter(self, pairs: int, beaten: int) -> int:
        """Return the damage to the attacker when the defender strikes back (ETI-10)."""
        enough = pairs >= 2 or self.defence.riposte
        return 1 + self.defence.sting if enough and not beaten and not self.attack.safe else 0


class Clashed(Outcome, frozen=True):
    """The result of an attack: the number of dice beaten, and the damage to each side.

    It doesn't contain the faces, so that rolls with the same result are merged.
    """

    attacker: Entity
    defender: Entity
    weapon: str
    attack: DuelTerms
    defence: DuelTerms
    beaten: int
    harm: int
    counter: int

    def told(self, faces: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the values of both sides' dice, from the faces in the order rolled."""
        count = len(Dice.of(self.attack.dice).sides)
        own, other = sorted(faces[:count], reverse=True), sorted(faces[count:], reverse=True)
        return (
            self.attack.told(tuple(own), self.defence.cap),
            self.defence.told(tuple(other), self.attack.cap),
        )


PART = part_of(globals(), TurnAsk, OnwardAsk, Consumed)
