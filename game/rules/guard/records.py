"""Guard's components, agenda items, asks and chains."""

from typing import ClassVar

from game.components.belongings import Hand
from game.components.uses import Uses
from game.core.dice import Dice
from game.systems.damage import Mended
from game.systems.items import Consumed
from game.systems.movement import Enter
from game.terms.agenda import AgendaItem, Ask, Chain, Outcome, RollHead, SingleRoll
from game.terms.asks import TurnAsk
from game.terms.odds import Modifier, OddsRoll, summed
from game.terms.parts import part_of
from game.terms.records import Component, Entity, Record

# Components


class Came(Component, frozen=True):
    """On a character in the rear: its arrival number. A lower number means an earlier arrival."""

    turn: int


class CountsAsFront(Component, frozen=True, tag="Exposed"):
    """On a character without a place in the rear: it counts as front. Log and forecast use this."""


class Stance(Component, frozen=True):
    """The stance that a character in front has chosen for this round. Default: neutral."""

    kind: str


class FocusLeft(Component, frozen=True, tag="Focus"):
    """The focus that a character has left."""

    left: int


class Kills(Component, frozen=True):
    """The number of monsters that a character has slain."""

    count: int


class Grudge(Component, frozen=True):
    """On a group: the number of its monsters slain by each character, this round and last round."""

    now: tuple[tuple[Entity, int], ...] = ()
    last: tuple[tuple[Entity, int], ...] = ()


class Displaced(Component, frozen=True):
    """On a group that was forced to change rank: the rank that it returns to."""

    rank: str


# Items


class Meet(AgendaItem, frozen=True):
    """The meeting of party and monsters."""


class AskStances(AgendaItem, frozen=True):
    """The choice of stances, with the characters that have yet to choose."""

    left: tuple[Entity, ...]


class Onslaught(AgendaItem, frozen=True):
    """The attacks that a group has yet to make. The next target has the index `due` in `order`."""

    group: Entity
    order: tuple[Entity, ...]
    due: int
    left: int


class Cleaving(AgendaItem, frozen=True):
    """Leftover melee hits, which carry over to the next group in reach."""

    unit: Entity
    group: Entity
    hits: int
    cause: str


class Affect(AgendaItem, frozen=True):
    """The effect of a spell, an item or an ability on one unit."""

    unit: Entity
    target: Entity
    table: str
    id: str


# Asks


class MeetAsk(Ask, frozen=True):
    """The choice to fight, talk or sneak on meeting the monsters."""

    name: ClassVar[str] = "meeting"


class HesitateAsk(Ask, frozen=True):
    """The choice to fight or leave while the monsters hesitate."""

    name: ClassVar[str] = "hesitation"


class StanceAsk(Ask, frozen=True):
    """The choice of a stance for this round, by a character in front."""

    name: ClassVar[str] = "stance"


class PickAsk(Ask, frozen=True):
    """The choice of the character that acts next."""

    name: ClassVar[str] = "pick"


# Meeting


class Parley(SingleRoll, frozen=True):
    """The roll for the monsters' reaction to talk (GUA-02).

    `bounds` holds the highest totals of the first three moods.
    """

    unit: Entity
    bonus: int
    bounds: tuple[int, int, int]
    parts: tuple[Modifier, ...] = ()

    @property
    def head(self) -> RollHead:
        return RollHead(self.purpose, self.source, self.by, self.parts)

    def after(self, value: int) -> AgendaItem:
        total = value + self.bonus
        above = sum(total > bound for bound in self.bounds)
        return ParleyResult(self.unit, total, MOODS[above])


MOODS = ("attack", "hesitate", "pass", "help")
"""The monsters' reactions to talk, worst first."""


class ParleyResult(Outcome, frozen=True, tag="Swayed"):
    """The monsters' reaction to talk."""

    unit: Entity
    total: int
    mood: str


class Sneaker(Record, frozen=True):
    """A character that sneaks, with its die and modifiers."""

    unit: Entity
    expr: str
    parts: tuple[Modifier, ...] = ()

    @property
    def bonus(self) -> int:
        """The sum of the modifiers."""
        return summed(self.parts)


class SneakRolls(Chain, frozen=True, tag="Creep"):
    """The party's rolls to sneak, one at a time (GUA-03). The lowest counts.

    `needed` is the total that no group notices.
    """

    waiting: tuple[Sneaker, ...]
    lowest: int | None = None
    needed: int = 0

    @property
    def dice(self) -> Dice:
        return Dice.of(self.waiting[0].expr)

    @property
    def head(self) -> RollHead:
        due, every = self.waiting[0], (part for one in self.waiting for part in one.parts)
        rolls = tuple(
            OddsRoll("sneak", one.expr, one.parts, self.needed, who=one.unit)
            for one in self.waiting
        )
        parts = tuple(dict.fromkeys(every))
        return RollHead("sneak", "GUA-03", due.unit, parts, added=due.parts, rolls=rolls)

    def after(self, value: int) -> AgendaItem:
        total = value + self.waiting[0].bonus
        lowest = total if self.lowest is None else min(self.lowest, total)
        rest = self.waiting[1:]
        return SneakRolls(rest, lowest, self.needed) if rest else Crept(lowest)


class Crept(Outcome, frozen=True):
    """The lowest roll of the party."""

    lowest: int


# Attacks by characters


class Swing(SingleRoll, frozen=True):
    """An attack roll against a group's defence (GUA-06), with all modifiers."""

    target: Entity
    cause: str
    bonus: int
    needed: int
    way: str
    parts: tuple[Modifier, ...] = ()
    its: tuple[Modifier, ...] = ()
    deed: tuple[str, str] | None = None

    @property
    def head(self) -> RollHead:
        parts = (*self.parts, *self.its)
        # A total equal to the defence misses.
        rolls = (OddsRoll("attack", self.expr, self.parts, self.needed + 1, whom=self.target),)
        return RollHead(
            *(self.purpose, self.source, self.by, parts, self.parts),
            cause=self.cause,
            rolls=rolls,
        )

    def after(self, value: int) -> AgendaItem:
        total = value + self.bonus
        # A total equal to the defence misses, although it would divide to one hit.
        hits = total // self.needed if total > self.needed else 0
        assert self.by is not None
        return SwingResult(self.by, self.target, self.cause, total, self.needed, hits, self.way,
                      self.deed)  # fmt: skip


class SwingResult(Outcome, frozen=True, tag="Struck"):
    """The result of an attack roll: the number of hits, 0 for a miss."""

    unit: Entity
    target: Entity
    cause: str
    total: int
    needed: int
    hits: int
    way: str
    deed: tuple[str, str] | None = None


class Cull(SingleRoll, frozen=True):
    """The roll for the number of monsters slain in a group, without an attack roll."""

    target: Entity
    through: str

    def after(self, value: int) -> AgendaItem:
        assert self.by is not None
        return Culled(self.by, self.target, max(0, value), self.through, self.source or "")


class Culled(Outcome, frozen=True):
    """The result of a `Cull` roll: the monsters slain."""

    unit: Entity
    target: Entity
    count: int
    through: str
    rule: str


class Mend(SingleRoll, frozen=True):
    """The roll for the life that a character regains."""

    target: Entity

    def after(self, value: int) -> AgendaItem:
        return Mended(self.target, max(0, value), self.source)


# Attacks by monsters


ITS_DAMAGE = "its_damage"
"""Modifier to the damage of a group's attacks."""


class Ward(SingleRoll, frozen=True):
    """A character's defence roll against a monster's attack (GUA-15), then the damage on a hit."""

    group: Entity
    bonus: int
    needed: int
    damage: str
    more: int
    parts: tuple[Modifier, ...] = ()
    its: tuple[Modifier, ...] = ()

    @property
    def head(self) -> RollHead:
        return RollHead(
            self.purpose, self.source, self.by, (*self.parts, *self.its), added=self.parts
        )

    def after(self, value: int) -> AgendaItem:
        total, unit = value + self.bonus, self.by
        assert unit is not None
        if total > self.needed:
            return Warded(self.group, unit, total, self.needed, None)
        harm = tuple(part for part in self.its if part.text == ITS_DAMAGE)
        rest = self.group, total, self.needed, self.more, harm
        return Bite(self.damage, "damage", self.group, self.source, unit, *rest)


class Bite(SingleRoll, frozen=True):
    """The damage roll of a monster's attack that wasn't dodged."""

    unit: Entity
    group: Entity
    total: int
    needed: int
    more: int
    parts: tuple[Modifier, ...] = ()

    @property
    def head(self) -> RollHead:
        return RollHead(self.purpose, self.source, self.by, self.parts)

    def corrections(self, value: int) -> tuple[Modifier, ...]:
        below = -(value + self.more)
        return (Modifier("least", below, self.source),) if below > 0 else ()

    def after(self, value: int) -> AgendaItem:
        return Warded(self.group, self.unit, self.total, self.needed, max(0, value + self.more))


class Warded(Outcome, frozen=True):
    """The result of a monster's attack: damage, or None if it was dodged."""

    group: Entity
    unit: Entity
    total: int
    needed: int
    damage: int | None


PART = part_of(globals(), Uses, Hand, TurnAsk, Consumed, Enter)
