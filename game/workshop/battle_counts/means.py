"""Count the weapons, powers, items, spells, abilities and actions that units use."""

from collections.abc import Sequence

from msgspec import UNSET

from game.components.conditions import Conditions
from game.engine.battle import Battle
from game.terms.commands import (
    Answer,
    Command,
    Concede,
    Done,
    End,
    OfferDraw,
    Place,
    path_of,
    unit_of,
    verb,
)
from game.terms.events import (
    Attacked,
    ConditionGained,
    Damaged,
    Died,
    Event,
    Healed,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from game.workshop.battle_counts.counts import UsedMeans
from game.world.unit_names import id_of, side_of, unit_by_id

THINGS = ("power", "item", "spell", "ability")
"""The fields of commands that name a means. A weapon counts when it attacks, by whatever command.
"""
WEAPON, ACTION, OTHER = "weapon", "action", "other"
ATTACK = "attack"
"""The name of an attack without a weapon."""

NO_MEANS = (Answer, Concede, Done, End, OfferDraw, Place)
"""Commands that use nothing."""


class MeansCounter:
    """The uses of each unit's means, and their effects.

    Damage belongs to the means that caused it, and a condition to its cause, if these are known.
    Every other effect belongs to the means used last.
    """

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._used: dict[tuple[str, str, str], UsedMeans] = {}
        self._kinds: dict[str, str] = {}
        """The kind of each means used so far, by name."""
        self._last: UsedMeans | None = None
        self._bare: UsedMeans | None = None
        """The means of the last command, until an attack follows."""
        self._beaten: set[str] = set()
        """The units that are at 0 life or dead."""

    def counts(self) -> tuple[UsedMeans, ...]:
        """Return all means that were used or had an effect."""
        return tuple(one for one in self._used.values() if one != _unused(one))

    def after(self, command: Command | None, events: Sequence[Event]) -> None:
        """Count a command, and the events that followed it."""
        if command is not None and not isinstance(command, Answer):
            self._last = self._bare = self._begun(command)
        for event in events:
            match event:
                case Attacked(unit=unit, weapon=weapon):
                    self._last = self._attack(unit, weapon)
                case RoundStarted() | TurnStarted() | TurnEnded():
                    self._last = None
                case Damaged():
                    self._hurt(event)
                case Healed(unit=unit, amount=amount):
                    self._beaten.discard(unit)
                    if self._last is not None:
                        self._last.healed += amount
                case ConditionGained():
                    self._condition(event)
                case Died(unit=unit):
                    self._beat(unit, self._last)

    def _begun(self, command: Command) -> UsedMeans | None:
        """Count the means of a command, and return it; None if it has none."""
        unit = unit_of(command)
        if unit is None or path_of(command) or isinstance(command, NO_MEANS):
            return None
        for field in THINGS:
            if name := getattr(command, field, None):
                return self._use(unit, field, name)
        return self._use(unit, ACTION, verb(command))

    def _attack(self, unit: str, weapon: str) -> UsedMeans:
        """Count the weapon of an attack, not the bare command for it, and return the means.

        The attacks of a power are part of its use. An attack without a weapon is an action.
        """
        bare, self._bare = self._bare, None
        if bare is not None and bare.unit == unit and bare.kind == ACTION:
            bare.uses -= 1
        if not weapon:
            return self._use(unit, ACTION, ATTACK)
        kind = self._kinds.get(weapon, WEAPON)
        return self._use(unit, kind, weapon) if kind == WEAPON else self._of(unit, kind, weapon)

    def _use(self, unit: str, kind: str, name: str) -> UsedMeans:
        used = self._of(unit, kind, name)
        used.uses += 1
        return used

    def _of(self, unit: str, kind: str, name: str) -> UsedMeans:
        key = unit, kind, name
        if key not in self._used:
            self._used[key] = UsedMeans(unit, self._side(unit), kind, name)
            self._kinds.setdefault(name, kind)
        return self._used[key]

    def _side(self, unit: str) -> str:
        world = self._battle.world
        entity = unit_by_id(world, unit)
        return "" if entity is None else side_of(world, entity)

    def _hurt(self, event: Damaged) -> None:
        """Count damage, if a unit dealt it."""
        by, unit = event.by, event.unit
        used = None
        if by is not None:
            used = self._by_cause(by, event.cause) or self._of(by, OTHER, event.cause)
            if used.side == self._side(unit):
                used.own_damage += event.amount
            else:
                used.damage += event.amount
        if event.left > 0:
            self._beaten.discard(unit)
        elif event.amount > 0:
            self._beat(unit, used)

    def _by_cause(self, unit: str, cause: str | None) -> UsedMeans | None:
        """Return the unit's means of this name; if there is none, the means it used last."""
        if cause in self._kinds:
            return self._of(unit, self._kinds[cause], cause)
        return self._last if self._last is not None and self._last.unit == unit else None

    def _beat(self, unit: str, used: UsedMeans | None) -> None:
        """Count a defeated foe, once until it heals."""
        if unit not in self._beaten and used is not None and used.side != self._side(unit):
            used.defeated += 1
        self._beaten.add(unit)

    def _condition(self, event: ConditionGained) -> None:
        """Count a condition for its cause, or else for the means used last."""
        used = self._caused(event) or self._last
        if used is not None:
            used.conditions[event.condition] = used.conditions.get(event.condition, 0) + 1

    def _caused(self, event: ConditionGained) -> UsedMeans | None:
        """Return the means that is recorded as the cause of the unit's newest such condition."""
        world = self._battle.world
        bearer = unit_by_id(world, event.unit)
        held = world.find(bearer, Conditions) if bearer is not None else None
        found = [one for one in held.all if one.kind == event.condition] if held else []
        if not found or found[-1].cause not in self._kinds:
            return None
        newest = found[-1]
        author = newest.author if newest.by is None else newest.by
        if author is None or author is UNSET:
            return self._last
        return self._by_cause(id_of(world, author), newest.cause)


def _unused(used: UsedMeans) -> UsedMeans:
    return UsedMeans(used.unit, used.side, used.kind, used.name)
