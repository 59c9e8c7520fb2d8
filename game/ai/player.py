"""What a computer player is, and the one that takes anything."""

from typing import Protocol

from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.terms.agenda import Ask
from game.terms.commands import Command


class Player(Protocol):
    """Chooses for one side, from what that side knows.

    A choice follows from the view and from `drawn`: a player remembers nothing, so that a battle
    goes on alike from a save.
    """

    @property
    def drawn(self) -> int:
        """How many random numbers of its own stream it has used: all there is to save of it."""

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """One of the legal commands."""


class Seated:
    """A player with a random stream of its own, which never touches the battle's dice."""

    def __init__(self, seed: int, side: str, drawn: int = 0) -> None:
        self._stream = Stream(seed, f"player:{side}", drawn)

    @property
    def drawn(self) -> int:
        """How many random numbers it has used."""
        return self._stream.drawn


class RandomPlayer(Seated):
    """Takes any legal command, each as likely."""

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Any of the legal commands."""
        return legal[self._stream.pick(len(legal))]
