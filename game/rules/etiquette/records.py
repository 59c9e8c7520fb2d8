"""Etiquette's components and agenda items, and the roll of an attack."""

from typing import ClassVar

from msgspec.structs import replace

from game.components.unit import Placed
from game.core.dice import Dice, Ranked
from game.systems.items import Consumed
from game.terms.agenda import AgendaItem, Ask, Chain, Outcome, RollHead
from game.terms.asks import OnwardAsk, TurnAsk
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Component, Entity, Record

# Components


class Robot(Component, frozen=True):
    """A minion, and the figure of the player it belongs to."""

    owner: Entity


class Duel(Placed, frozen=True):
    """A fight of two on a tile, on an entity of its own.

    The two of `order` take the attacking role in turn; `turn` counts the turns begun. `stood` is
    the nonbelligerent, who was on the tile first.
    """

    order: tuple[Entity, Entity]
    stood: Entity
    turn: int = 0

    @property
    def attacker(self) -> Entity:
        """Who has the attacking role now; before the first turn, who will have it."""
        return self.order[max(0, self.turn - 1) % 2]

    def other(self, unit: Entity) -> Entity:
        """Whom the fighter faces."""
        return self.order[1] if unit == self.order[0] else self.order[0]


class Pledge(Record, frozen=True):
    """A promise: what, to which other player's figure, and by whom it was said to whom.

    `turns` are the ends of turns of the promiser until it is done; None: this encounter only.
    """

    kind: str
    to: Entity
    said_by: Entity
    said_to: Entity
    turns: int | None = None


class Pledges(Component, frozen=True):
    """On a player's figure: the promises it has not kept or broken yet."""

    all: tuple[Pledge, ...]


class Repute(Component, frozen=True):
    """On a player's figure: how many promises it has kept and broken, for all to remember."""

    kept: int = 0
    broken: int = 0


class Declarations(Component, frozen=True, tag="Stance"):
    """On the root: the newest encounter, and what the two have declared in it so far.

    `heard` is what the other had promised when the aggressor declared.
    """

    aggressor: Entity
    other: Entity
    count: int
    aggressor_fights: bool | None = None
    other_fights: bool | None = None
    heard: tuple[str, ...] = ()


# Items


class DuelEncounter(AgendaItem, frozen=True, tag="Encounter"):
    """The aggressor has come onto the other's tile."""

    aggressor: Entity
    other: Entity


class SpeakingTurn(AgendaItem, frozen=True, tag="Talk"):
    """The next of the two may speak; `said` are the words so far, `heard` whether any promised."""

    aggressor: Entity
    other: Entity
    said: int = 0
    heard: bool = False


class Gifts(AgendaItem, frozen=True):
    """Neither fights: whoever promised a gift is asked for it."""

    aggressor: Entity
    other: Entity


class Passing(AgendaItem, frozen=True):
    """Neither fights: the aggressor passes through, if it can."""

    aggressor: Entity
    other: Entity


class StartDuel(AgendaItem, frozen=True):
    """A fight begins, and `first` has the attacking role first."""

    aggressor: Entity
    other: Entity
    first: Entity
    rule: str


class DuelTurn(AgendaItem, frozen=True):
    """The next turn of the fight is due, as long as there is a fight.

    `is_paid`: what a turn of a very long fight costs has been taken already.
    """

    duel: Entity
    is_paid: bool = False


# Asks


class SendAsk(Ask, frozen=True):
    """Which of a player's minions moves next."""

    name: ClassVar[str] = "send"


class TalkAsk(Ask, frozen=True):
    """What to say to `foe` before anything is declared."""

    name: ClassVar[str] = "talk"

    foe: Entity
    talk: SpeakingTurn


class DeclareAsk(Ask, frozen=True, tag="EngageAsk"):
    """Whether to fight `foe`; `comes` tells the aggressor, who declares first.

    `faces` is whether the other has declared to fight.
    """

    name: ClassVar[str] = "engage"

    foe: Entity
    comes: bool
    faces: bool = False


class GiveAsk(Ask, frozen=True):
    """Whether to give what was promised to `foe`."""

    name: ClassVar[str] = "give"

    foe: Entity


class AttackerAsk(Ask, frozen=True, tag="CombatAsk"):
    """What to do in the attacking role."""

    name: ClassVar[str] = "combat"

    duel: Entity


class DefendAsk(Ask, frozen=True):
    """How to meet the attack of `foe`, who has played `item`."""

    name: ClassVar[str] = "defend"

    duel: Entity
    foe: Entity
    item: str | None = None


# The roll of an attack


class DuelTerms(Record, frozen=True, tag="Terms"):
    """What one of the two has in an attack: its dice, and all that changes what they do.

    `high` and `low` are added to its highest and lowest die, dice below `floor` count as that, and
    those of the other above `cap` (0: none) as that.
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
        """What its dice count, the highest first, when the other caps them."""
        ranked = [max(self.floor, min(face, cap) if cap else face) for face in faces]
        ranked[0] += self.high
        ranked[-1] += self.low
        return tuple(sorted(ranked, reverse=True))


class Clash(Chain, frozen=True):
    """An attack: first the attacker's dice, then the defender's; `own` is what the former count."""

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
        return Ranked.like((self.defence if self.own else self.attack).dice)

    @property
    def head(self) -> RollHead:
        why, unit = ("defence", self.defender) if self.own else ("attack", self.attacker)
        return RollHead(why, self.source, unit, self.parts, added=())

    def shown(self, value: int) -> int:
        return sum(self._ranked.faces_of(value))

    def after(self, value: int) -> AgendaItem:
        faces = self._ranked.faces_of(value)
        if not self.own:
            return replace(self, own=self.attack.told(faces, self.defence.cap))
        other = self.defence.told(faces, self.attack.cap)
        pairs = list(zip(self.own, other, strict=False))
        beaten = sum(mine > its or (mine == its and self.attack.ties) for mine, its in pairs)
        return Clashed(
            *(self.attacker, self.defender, self.weapon, self.attack, self.defence, beaten),
            self._harm(beaten),
            self._counter(len(pairs), beaten),
        )

    def _harm(self, beaten: int) -> int:
        """What the defender loses for so many dice beaten (ETI-09)."""
        return max(0, beaten + self.attack.harm - self.defence.ward) if beaten else 0

    def _counter(self, pairs: int, beaten: int) -> int:
        """What a counter-attack costs the attacker (ETI-10)."""
        enough = pairs >= 2 or self.defence.riposte
        return 1 + self.defence.sting if enough and not beaten and not self.attack.safe else 0


class Clashed(Outcome, frozen=True):
    """What an attack came to: how many dice were beaten, and what each loses.

    What the dice showed is not in it, so that all falls that come to the same are one.
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
        """What the dice of both counted, from the faces as they were drawn."""
        count = len(Dice.of(self.attack.dice).sides)
        own, other = sorted(faces[:count], reverse=True), sorted(faces[count:], reverse=True)
        return (
            self.attack.told(tuple(own), self.defence.cap),
            self.defence.told(tuple(other), self.attack.cap),
        )


PART = part_of(globals(), TurnAsk, OnwardAsk, Consumed)
