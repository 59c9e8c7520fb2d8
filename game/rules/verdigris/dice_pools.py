"""Dice pools: tests with stress and pushes, saves, and the results of attacks.

Nothing here reads the world: everything that affects a roll is computed once, and stored in a
profile. The result of a pool is its number of sixes. The stress dice of a test are rolled one by
one after it, because both sixes and ones matter.
"""

from functools import lru_cache

from msgspec.structs import replace

from game.core.dice import Dice
from game.terms.agenda import AgendaItem, Branch, Chain, Decision, Outcome, RollHead
from game.terms.odds import Modifier, OddsRoll
from game.terms.parts import part_of
from game.terms.records import NOBODY, Entity, Record


@lru_cache(maxsize=256)
def sixes_of(pool: int) -> Dice:
    """Return a pool as dice; an empty pool is always 0."""
    return Dice.of(f"{pool}d6s" if pool > 0 else 0)


def _written(dice: int) -> str:
    """Return a pool as written dice; an empty pool is 0."""
    return f"{dice}d6s" if dice else "0"


class Profile(Record, frozen=True, kw_only=True):
    """A test with all its numbers: the unit, the dice and the purpose."""

    unit: Entity
    side: str
    pool: int
    stress: int = 0
    may_push: bool = False
    purpose: str
    source: str
    parts: tuple[Modifier, ...] = ()

    @property
    def shown(self) -> tuple[Modifier, ...]:
        """The modifiers shown with the odds."""
        return self.parts

    @property
    def foreseen(self) -> tuple[Modifier, ...]:
        """The sources of all dice, the stress dice included."""
        return (
            (*self.parts, Modifier("stress", self.stress, "VER-34")) if self.stress else self.parts
        )

    def rolls(self, dice: int, sixes: int = 0) -> tuple[OddsRoll, ...]:
        """Return the rolls shown with the odds, one by one.

        `dice` are still to be rolled for the test, which has `sixes` already.
        """
        return (OddsRoll(self.purpose, _written(dice), self.foreseen, needed=1, had=sixes),)

    def then(self, sixes: int, ones: int, pushed: bool) -> AgendaItem:
        """Return the item that follows the test."""
        raise NotImplementedError(type(self).__name__)

    def wants(self, sixes: int) -> bool:
        """Return whether more sixes than these could still help."""
        return True


class Pooled(Chain, frozen=True):
    """A test in progress, with `pool` and `stress` dice yet to be rolled.

    `dry` and `dull` are the dice and stress dice without a six, which a push rolls again.
    """

    profile: Profile
    pool: int
    stress: int
    sixes: int = 0
    ones: int = 0
    dry: int = 0
    dull: int = 0
    pushed: bool = False

    @property
    def dice(self) -> Dice:
        return sixes_of(self.pool) if self.pool else Dice.of("1d6")

    @property
    def head(self) -> RollHead:
        profile, is_main = self.profile, bool(self.pool) and not self.pushed
        why = profile.purpose if is_main else "push" if self.pool else "stress"
        rule = profile.source if is_main else "VER-34"
        rolls = profile.rolls(self.pool + self.stress, self.sixes)
        return RollHead(why, rule, profile.unit, profile.shown, added=(), rolls=rolls)

    def after(self, value: int) -> AgendaItem:
        if self.pool:
            sixes, dry = self.sixes + value, self.pool - value
            state = self.stress, sixes, self.ones, dry, self.dull
        else:
            six = value == 6
            sixes, ones = self.sixes + six, self.ones + (value == 1)
            state = self.stress - 1, sixes, ones, self.dry, self.dull + (not six)
        # From here on the pool is 0: it is rolled at once, then stress dice one by one. Their order
        # is left out of the state, so that the odds merge all orders with the same result.
        after = Pooled(self.profile, 0, *state, self.pushed)
        return after if after.stress else after.done()

    def done(self) -> AgendaItem:
        """Return the result once all dice are rolled, or the choice to push, if there is one."""
        profile = self.profile
        # The result without a push, which is also the branch that declines to push.
        keep = profile.then(self.sixes, self.ones, self.pushed)
        if self.pushed or not profile.may_push or not profile.wants(self.sixes):
            return keep
        # If every die shows a six, nothing can be rolled again, so no one is asked.
        if not self.dry + self.dull:
            return keep
        # Ones are among the stress dice that are rolled again, so they count from 0: only those
        # showing at the end do harm.
        again = Pooled(profile, self.dry, self.dull, self.sixes, pushed=True)
        return Decision(
            profile.side, profile.unit, "push", (Branch("keep", keep), Branch("push", again))
        )


def first_roll(profile: Profile) -> AgendaItem:
    """Return the first roll of a test."""
    if profile.pool or profile.stress:
        return Pooled(profile, profile.pool, profile.stress)
    return profile.then(0, 0, False)


# Attacks


class Bystander(Record, frozen=True):
    """A unit that a stray shot can hit, and its withstand dice."""

    unit: Entity
    withstand: int


class Aim(Profile, frozen=True, kw_only=True):
    """An attack. `called` is the aim of a called shot, `free` the cause of a free attack, or "".

    `dodge` and `withstand` are the dice of the target, or of its mount with `at_mount`. `crit` is
    the number of sixes for a critical; with `injures`, a critical injures instead of doubling the
    damage. A target that is `down` only needs to be hit.
    """

    target: Entity
    weapon: str
    damage: int
    bonus: int
    dodge: int
    withstand: int
    crit: int
    ranged: bool = False
    called: str = ""
    free: str = ""
    at_mount: bool = False
    injures: bool = False
    down: bool = False
    others: tuple[Bystander, ...] = ()

    @property
    def shown(self) -> tuple[Modifier, ...]:
        return (*self.parts, *self.saves)

    @property
    def saves(self) -> tuple[Modifier, ...]:
        """The dice that the target rolls, which alone matter once the attack's dice lie there."""
        return (*self._dodging, *self._withstanding)

    @property
    def _dodging(self) -> tuple[Modifier, ...]:
        return (Modifier("dodge_dice", -self.dodge, "VER-08"),) if self.dodge else ()

    @property
    def _withstanding(self) -> tuple[Modifier, ...]:
        found = Modifier("withstand_dice", -self.withstand, "VER-09")
        return (found,) if self.withstand else ()

    def rolls(self, dice: int, sixes: int = 0) -> tuple[OddsRoll, ...]:
        dodge = f"{self.dodge}d6s" if self.dodge else ""
        parts = self.foreseen if dice else ()
        rolls = [OddsRoll("attack", _written(dice), parts, needed=1, against=dodge, had=sixes)]
        if self.dodge:
            rolls.append(OddsRoll("dodge", dodge, self._dodging, who=self.target, is_named=True))
        rolls.append(OddsRoll("damage", str(self.damage)))
        if self.withstand:
            pool, parts = f"{self.withstand}d6s", self._withstanding
            rolls.append(OddsRoll("withstand", pool, parts, who=self.target, is_named=True))
        return tuple(rolls)

    def kept_rolls(self, sixes: int) -> tuple[OddsRoll, ...]:
        """Return the rolls shown once all dice of the attack have been rolled."""
        of = self.rolls(0, sixes)
        return tuple(replace(one, who=self.unit) if one.who is None else one for one in of)

    def then(self, sixes: int, ones: int, pushed: bool) -> AgendaItem:
        if self.dodge:
            return Dodge(self, sixes, ones, pushed)
        return self.met(sixes, 0, ones, pushed)

    def met(self, sixes: int, dodged: int, ones: int, pushed: bool) -> AgendaItem:
        """Return the result of the attack's sixes against the dodge's sixes, `dodged`."""
        net = sixes - dodged
        if net > 0:
            critical = sixes >= self.crit
            return self._hit(net, critical, ones, pushed)
        if net == 0 and self.others:
            return Stray(self, ones, pushed)
        return MissedAttack(self, ones, pushed)

    def _hit(self, net: int, critical: bool, ones: int, pushed: bool) -> AgendaItem:
        injury = critical and self.injures
        if self.down or self.called == "grapple":
            return Struck(self, self.target, 0, injury, ones, pushed)
        dealt = self.dealt(net, critical and not self.injures)
        return Withstand(self, self.target, self.withstand, dealt, injury, ones, pushed)

    def dealt(self, net: int, doubled: bool) -> int:
        """Return the damage of a hit before it is withstood (VER-17, VER-18, VER-26, VER-29)."""
        value = self.damage * (2 if doubled else 1)
        if self.called == "weak":
            return max(value + self.bonus, value + net)
        if self.called:
            return value
        return value + net


class Dodge(Chain, frozen=True):
    """The target's dodge save against an attack."""

    aim: Aim
    sixes: int
    ones: int
    pushed: bool

    @property
    def dice(self) -> Dice:
        return sixes_of(self.aim.dodge)

    @property
    def head(self) -> RollHead:
        aim, rolls = self.aim, self.aim.kept_rolls(self.sixes)
        return RollHead("dodge", "VER-08", aim.target, aim.saves, added=(), rolls=rolls)

    def after(self, value: int) -> AgendaItem:
        return self.aim.met(self.sixes, value, self.ones, self.pushed)


class Withstand(Chain, frozen=True):
    """The target's withstand save: each six reduces the damage by 1 (VER-09)."""

    aim: Aim
    victim: Entity
    pool: int
    damage: int
    injury: bool
    ones: int
    pushed: bool

    @property
    def dice(self) -> Dice:
        return sixes_of(self.pool)

    @property
    def head(self) -> RollHead:
        # The attack has hit already: forecasts show that next to the damage.
        aim, is_hit = self.aim, self.victim == self.aim.target and not self.aim.dodge
        rolls = aim.kept_rolls(1) if is_hit else ()
        return RollHead("withstand", "VER-09", self.victim, aim.saves, added=(), rolls=rolls)

    def after(self, value: int) -> AgendaItem:
        left = max(0, self.damage - value)
        return Struck(self.aim, self.victim, left, self.injury, self.ones, self.pushed)


class Stray(Chain, frozen=True):
    """The roll that decides which of several units a stray shot hits (VER-15)."""

    aim: Aim
    ones: int
    pushed: bool

    @property
    def dice(self) -> Dice:
        count = len(self.aim.others)
        return Dice.of(f"1d{count}" if count > 1 else 1)

    @property
    def head(self) -> RollHead:
        return RollHead("stray", "VER-15", self.aim.unit)

    def after(self, value: int) -> AgendaItem:
        aim, victim = self.aim, self.aim.others[value - 1]
        pool = victim.withstand
        return Withstand(aim, victim.unit, pool, aim.damage, False, self.ones, self.pushed)


class MissedAttack(Outcome, frozen=True, tag="Missing"):
    """An attack that hits no one."""

    aim: Aim
    ones: int
    pushed: bool


class Struck(Outcome, frozen=True):
    """An attack that hits: the target, the damage, and whether it also injures."""

    aim: Aim
    victim: Entity
    dealt: int
    injury: bool
    ones: int
    pushed: bool


# Other tests and saves


class Trial(Profile, frozen=True, kw_only=True):
    """A test that needs one six, or, with `counts`, counts every six. `other` is its target."""

    other: Entity = NOBODY
    counts: bool = False

    def rolls(self, dice: int, sixes: int = 0) -> tuple[OddsRoll, ...]:
        (roll,) = super().rolls(dice, sixes)
        return (replace(roll, needed=None) if self.counts else roll,)

    def then(self, sixes: int, ones: int, pushed: bool) -> AgendaItem:
        found = sixes if self.counts else min(1, sixes)
        return Tried(self.unit, self.purpose, found, ones, pushed, self.other)

    def wants(self, sixes: int) -> bool:
        return self.counts or not sixes


class Tried(Outcome, frozen=True):
    """The result of a test."""

    unit: Entity
    purpose: str
    sixes: int
    ones: int
    pushed: bool
    other: Entity = NOBODY


class DeathsDoorSave(Chain, frozen=True, tag="Hold"):
    """The save of a unit at Death's Door (VER-32)."""

    unit: Entity
    pool: int
    parts: tuple[Modifier, ...] = ()

    @property
    def dice(self) -> Dice:
        return sixes_of(self.pool)

    @property
    def head(self) -> RollHead:
        return RollHead("door", "VER-32", self.unit, self.parts, added=())

    def after(self, value: int) -> AgendaItem:
        return DeathsDoorResult(self.unit, value > 0)


class DeathsDoorResult(Outcome, frozen=True, tag="Held"):
    """The result of a save at Death's Door: whether the unit survives."""

    unit: Entity
    lives: bool


class InjuryRoll(Chain, frozen=True):
    """The two dice of the injury table; the first die is the tens digit (VER-31)."""

    unit: Entity
    source: str
    tens: int = 0

    @property
    def dice(self) -> Dice:
        return Dice.of("1d6")

    @property
    def head(self) -> RollHead:
        return RollHead("injury_ones" if self.tens else "injury", self.source, self.unit)

    def after(self, value: int) -> AgendaItem:
        # Roll one die at a time: a chain gets only the sum of a roll, and the sum of two dice
        # doesn't tell which die is the tens.
        if not self.tens:
            return InjuryRoll(self.unit, self.source, value)
        return InjuryDrawn(self.unit, self.tens * 10 + value, self.source)


class InjuryDrawn(Outcome, frozen=True, tag="Injured"):
    """The result of a roll on the injury table."""

    unit: Entity
    number: int
    rule: str


class RoundDie(Chain, frozen=True, tag="Initiative"):
    """The initiative die of a round (VER-02)."""

    unit: Entity
    needed: int

    @property
    def dice(self) -> Dice:
        return Dice.of("1d6")

    @property
    def head(self) -> RollHead:
        return RollHead("initiative", "VER-02", self.unit)

    def after(self, value: int) -> AgendaItem:
        return RoundDieResult(value >= self.needed)


class RoundDieResult(Outcome, frozen=True, tag="Swayed"):
    """The result of the initiative die: whether the party goes first."""

    party: bool


class Ambush(Chain, frozen=True):
    """The rolls for surprise: first the hider's, then the watcher's (VER-04)."""

    hider: Entity
    watcher: Entity
    stealth: int
    awareness: int
    side: str
    hidden: int | None = None

    @property
    def dice(self) -> Dice:
        return sixes_of(self.stealth if self.hidden is None else self.awareness)

    @property
    def head(self) -> RollHead:
        why, unit = ("hide", self.hider) if self.hidden is None else ("watch", self.watcher)
        return RollHead(why, "VER-04", unit)

    def after(self, value: int) -> AgendaItem:
        if self.hidden is not None:
            return Ambushed(self.side if self.hidden > value else "")
        return Ambush(*(self.hider, self.watcher, self.stealth, self.awareness), self.side, value)


class Ambushed(Outcome, frozen=True):
    """The side that is surprised; empty if none is."""

    side: str


PART = part_of(globals(), without=(Profile,))
