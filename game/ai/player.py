"""The base of computer players, and the random player."""

from typing import Protocol

from game.ai.lookahead import DESERTION, Outlook
from game.ai.situation import orders_of
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.terms.agenda import Ask, DeployAsk, DrawAsk
from game.terms.commands import Command


class Player(Protocol):
    """The interface of players: a player chooses for one side, from what that side knows.

    A choice depends only on the view and on `drawn`. A player remembers nothing, so a battle
    resumed from a save continues as it would have.
    """

    @property
    def drawn(self) -> int:
        """The number of random numbers used from the player's stream: its only saved state."""

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Return one of the legal commands."""


class Seated:
    """A player with its own random stream, which never touches the battle's dice."""

    def __init__(self, seed: int, side: str, drawn: int = 0) -> None:
        self._stream = Stream(seed, f"player:{side}", drawn)

    @property
    def drawn(self) -> int:
        """The number of random numbers used."""
        return self._stream.drawn


class RandomPlayer(Seated):
    """A player that picks a legal command at random, each with equal chance.

    Units with a behaviour keep it: they choose among the commands that fit.
    """

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Return any of the commands that fit the unit's orders."""
        if isinstance(ask, DeployAsk | DrawAsk):
            return legal[self._stream.pick(len(legal))]
        orders = orders_of(view.world, view.book.hints, ask.unit)
        fit = list(orders.fitting(legal))
        if orders.ground is None:
            return fit[self._stream.pick(len(fit))]
        outlook = Outlook(view, ask.side)
        outlook.keep(ask.unit, orders.ground)
        while True:
            command = fit.pop(self._stream.pick(len(fit)))
            if not fit or outlook.gain(command) > -DESERTION / 2:
                return command
