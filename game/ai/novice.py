"""The novice: judges only the current moment, often wrongly, and ignores the consequences."""

from game.ai import deployment
from game.ai.behaviours import allowed, post
from game.ai.distance_fields import Distances
from game.ai.lookahead import Outlook
from game.ai.player import Seated
from game.ai.situation import Situation
from game.engine.battle import Battle
from game.terms.agenda import Ask, DeployAsk, DrawAsk
from game.terms.commands import Command, Done, End, Move

OPTIONS = 12
"""Maximum number of commands that the novice considers at a time."""
BLUNDER = 5
"""Number of choices in which the novice makes one error: it takes its second choice."""
TRIFLE = 0.1
"""Gain above which a command is worth doing."""
ERROR = 60
"""Maximum error in judging a gain, in percent, up or down."""


class Novice(Seated):
    """A player that takes any good command at once, or else moves towards its goal."""

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Return one of the legal commands."""
        if len(legal) == 1:
            return legal[0]
        if isinstance(ask, DeployAsk):
            return next(c for c in legal if isinstance(c, Done))
        outlook = Outlook(view, ask.side)
        if isinstance(ask, DrawAsk):
            return legal[0 if deployment.strength(outlook.world, ask.side) < 0 else -1]
        sense = Situation(outlook.world, view.book.hints, ask.unit)
        fitting = allowed(sense, legal)
        outlook.keep(ask.unit, post(sense))
        return self._deed(outlook, fitting) or self._walk(sense, fitting) or _rest(fitting)

    def _deed(self, outlook: Outlook, legal: tuple[Command, ...]) -> Command | None:
        """Return a command that the novice thinks worth doing, or None."""
        deeds = [c for c in legal if not isinstance(c, Move | End)]
        may_rest = any(isinstance(c, Move | End) for c in legal)
        gains = [(outlook.gain(c), c) for c in self._some(deeds)]
        return self._likely(gains, least=TRIFLE if may_rest else None)

    def _some(self, deeds: list[Command]) -> list[Command]:
        """Return the commands that the novice considers."""
        found = list(deeds)
        while len(found) > OPTIONS:
            found.pop(self._stream.pick(len(found)))
        return found

    def _likely(self, gains: list[tuple[float, Command]], least: float | None) -> Command | None:
        """Return the best command, sometimes the second best, or None if none is good enough."""
        seen = [
            (gain * (100 - ERROR + self._stream.pick(2 * ERROR + 1)) / 100, gain, command)
            for gain, command in gains
        ]
        good = [one for one in seen if least is None or one[1] > least]
        order = sorted(good, key=lambda one: -one[0])
        if not order:
            return None
        blunders = len(order) > 1 and self._stream.pick(BLUNDER) == 0
        return order[1 if blunders else 0][2]

    def _walk(self, sense: Situation, legal: tuple[Command, ...]) -> Command | None:
        """Return one of the moves that lead nearest to its goal."""
        ways: Distances = sense.distances()
        stand = sense.stand
        walks = [c for c in legal if isinstance(c, Move)]
        near = sorted((ways(c.path[-1]), n) for n, c in enumerate(walks))
        if stand is None or not near or near[0][0] >= ways(stand.at):
            return None
        return walks[near[self._stream.pick(min(3, len(near)))][1]]


def _rest(legal: tuple[Command, ...]) -> Command:
    return next((c for c in legal if isinstance(c, End)), legal[0])
