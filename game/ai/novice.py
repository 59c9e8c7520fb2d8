"""The novice: a beginner who attacks the nearest foe and looks no further ahead.

- It attacks the nearest foe rather than the best target, and misjudges what that gains.
- It heads for the nearest foe, however far off; objectives are on its mind only if they are near,
  or if they say that this very unit has to get somewhere.
- It moves as far as it can, up to foes that it could attack from afar, and into any danger.
- It uses powers and items as soon as they do anything, or never: a habit of each unit.
"""

from collections.abc import Sequence

from game.ai import draw_offers
from game.ai.distance_fields import Distances
from game.ai.errands import open_aims
from game.ai.lookahead import Outlook
from game.ai.player import Seated
from game.ai.situation import Situation
from game.components.unit import Position
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.terms.agenda import Ask, DeployAsk, DrawAsk
from game.terms.commands import Command, Done, End, Move, target_of
from game.world.unit_names import id_of

OPTIONS = 12
"""Number of commands that the novice considers at a time."""
TRIFLE = 0.1
"""Gain above which a command is worth doing."""
ERROR = 60
"""Maximum error in judging a gain, in percent, up or down."""
IN_MIND = 2
"""Number of turns of walking within which the novice heads for an objective."""
NEAREST = 3
"""Number of tiles nearest to its goal of which it takes any."""
SAVED = ("power", "spell", "ability", "item")
"""Fields of commands that name a thing that the novice uses at once or never."""


class Novice(Seated):
    """A player that makes a beginner's mistakes."""

    def __init__(self, seed: int, side: str, drawn: int = 0) -> None:
        super().__init__(seed, side, drawn)
        self._seed = seed

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Return one of the legal commands."""
        if len(legal) == 1:
            return legal[0]
        if isinstance(ask, DeployAsk):
            return next(c for c in legal if isinstance(c, Done))
        outlook = Outlook(view, ask.side)
        if isinstance(ask, DrawAsk):
            return draw_offers.answer(outlook.world, ask, legal)
        sense = Situation(outlook.world, view.book.hints, ask.unit)
        fitting = sense.orders.fitting(legal)
        outlook.keep(ask.unit, sense.orders.ground)
        deeds = _at_nearest(sense, [c for c in fitting if not isinstance(c, Move | End)])
        if len(deeds) == len(fitting):
            return self._deed(outlook, sense, deeds, None) or fitting[0]
        aimed = [c for c in deeds if _is_aimed(c)]
        return (
            self._deed(outlook, sense, aimed, TRIFLE)
            or self._walk(sense, fitting)
            or self._deed(outlook, sense, [c for c in deeds if c not in aimed], TRIFLE)
            or next((c for c in fitting if isinstance(c, End)), fitting[0])
        )

    # Actions

    def _deed(
        self, outlook: Outlook, sense: Situation, deeds: list[Command], least: float | None
    ) -> Command | None:
        """Return a command that the novice thinks worth doing, or None.

        `least` is the gain that makes one worth doing; None if one of them must be chosen.
        """
        saved = [c for c in deeds if _is_saved(c)]
        plain = [c for c in deeds if not _is_saved(c)]
        if saved and self._spends(sense.id):
            found = self._likely(outlook, saved, TRIFLE if plain else least)
            if found is not None:
                return found
        return self._likely(outlook, plain or (saved if least is None else []), least)

    def _spends(self, unit: str) -> bool:
        """Return the habit of a unit: whether it uses powers and items at once, or never."""
        return Stream(self._seed, f"habit:{unit}").pick(2) == 0

    def _likely(
        self, outlook: Outlook, deeds: Sequence[Command], least: float | None
    ) -> Command | None:
        """Return the command that seems best, or None if none seems good enough."""
        gains = [(outlook.gain(command), command) for command in self._some(deeds)]
        good = [
            (gain * (100 - ERROR + self._stream.pick(2 * ERROR + 1)) / 100, command)
            for gain, command in gains
            if least is None or gain > least
        ]
        return max(good, key=lambda one: one[0])[1] if good else None

    def _some(self, deeds: Sequence[Command]) -> list[Command]:
        """Return the commands that the novice considers."""
        found = list(deeds)
        while len(found) > OPTIONS:
            found.pop(self._stream.pick(len(found)))
        return found

    # Moves

    def _walk(self, sense: Situation, legal: tuple[Command, ...]) -> Command | None:
        """Return one of the moves that lead nearest to its goal, or None if none leads nearer."""
        walks, stand = [c for c in legal if isinstance(c, Move)], sense.stand
        if stand is None or not walks:
            return None
        if sense.flees:
            return max(walks, key=lambda walk: sense.nearest(walk.path[-1]))
        ways = _ways(sense, stand)
        near = sorted((ways(walk.path[-1]), n) for n, walk in enumerate(walks))
        if near[0][0] >= ways(stand.at) and any(isinstance(c, End) for c in legal):
            return None
        return walks[near[self._stream.pick(min(NEAREST, len(near)))][1]]


def _ways(sense: Situation, stand: Position) -> Distances:
    """Return the distances to the novice's goal: where it is sent by name, or what is near."""
    ways, is_sent = sense.distances(), bool(sense.orders.goals) or _is_named(sense)
    if is_sent or not sense.foes or ways(stand.at) <= IN_MIND * sense.stride:
        return ways
    nearest = min(sense.foes, key=lambda foe: sense.gap(stand, foe))
    return Distances(sense.world, (nearest.stand.at,))


def _is_named(sense: Situation) -> bool:
    """Return whether an open objective of its side says that this unit has to get somewhere."""
    return any(
        aim.reach and aim.reach.unit == sense.id for aim in open_aims(sense.world, sense.side)
    )


def _at_nearest(sense: Situation, deeds: list[Command]) -> list[Command]:
    """Return the commands without those at foes farther off than the nearest one."""
    stand, world = sense.stand, sense.world
    if stand is None:
        return deeds
    apart = {id_of(world, foe.unit): sense.gap(stand, foe) for foe in sense.foes}
    near = min((apart[t] for t in map(target_of, deeds) if t in apart), default=0)
    return [c for c in deeds if apart.get(target_of(c) or "", near) <= near]


def _is_aimed(command: Command) -> bool:
    """Return whether a command has a target or a tile."""
    return hasattr(command, "target") or hasattr(command, "at")


def _is_saved(command: Command) -> bool:
    return any(getattr(command, field, None) for field in SAVED)
