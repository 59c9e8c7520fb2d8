"""Count the turns in which units could use each weapon, power, item, spell, ability and action."""

from collections.abc import Iterator, Sequence

from game.engine.battle import Battle
from game.terms.commands import Command, path_of, unit_of, verb
from game.terms.events import Attacked, Event, RoundStarted, TurnEnded, TurnStarted
from game.workshop.battle_counts.counts import OfferedMeans
from game.workshop.battle_counts.means import ACTION, NO_MEANS, THINGS, WEAPON
from game.world.unit_names import side_of, unit_named

Means = tuple[str, str]
"""The kind and name of a means."""


class OfferCounter:
    """The means that units could use, each counted at most once in a turn.

    A command without a weapon that leads to an attack counts as the weapon of that attack.
    """

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._turns: dict[tuple[str, Means], int] = {}
        self._now: set[tuple[str, Means]] = set()
        """The means that were offered in this turn, by unit."""
        self._weapons: dict[tuple[str, Means], Means] = {}
        """The weapon with which a unit attacks by an action that names none."""
        self._attacks: set[Means] = set()
        """The actions that led to an attack."""
        self._last: tuple[str, Means] | None = None

    def before(self) -> None:
        """Count what the side that is asked could use."""
        for command in self._battle.legal():
            if path_of(command) or isinstance(command, NO_MEANS):
                continue
            if (unit := unit_of(command)) is not None:
                for means in offered(command):
                    self._count((unit, means))

    def _count(self, offer: tuple[str, Means]) -> None:
        if offer not in self._now:
            self._now.add(offer)
            self._turns[offer] = self._turns.get(offer, 0) + 1

    def after(self, command: Command | None, events: Sequence[Event]) -> None:
        """Note which actions are attacks. With each turn, offers count again."""
        if command is not None:
            unit = unit_of(command)
            self._last = None if unit is None else (unit, (ACTION, verb(command)))
        for event in events:
            match event:
                case Attacked(unit=unit, weapon=weapon):
                    self._attack(unit, weapon)
                case RoundStarted() | TurnStarted() | TurnEnded():
                    self._now.clear()

    def _attack(self, unit: str, weapon: str) -> None:
        if self._last is not None and self._last[0] == unit and weapon:
            self._attacks.add(self._last[1])
            self._weapons[self._last] = (WEAPON, weapon)
        self._last = None

    def counts(self) -> tuple[OfferedMeans, ...]:
        """Return all means that units could use."""
        turns: dict[tuple[str, Means], int] = {}
        for (unit, means), count in self._turns.items():
            actual = unit, self._weapons.get((unit, means), means)
            if actual[1] not in self._attacks:
                turns[actual] = max(turns.get(actual, 0), count)
        world = self._battle.world
        return tuple(
            OfferedMeans(unit, side_of(world, unit_named(world, unit)), *means, count)
            for (unit, means), count in turns.items()
        )


def offered(command: Command) -> Iterator[Means]:
    """Yield the means that a command would use, and for an attack also the command itself."""
    for field in THINGS:
        if name := getattr(command, field, None):
            yield field, name
            return
    if weapon := getattr(command, WEAPON, None):
        yield WEAPON, weapon
    yield ACTION, verb(command)
