"""Who answers for a side: a program or person outside, or a player of ours."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from game.core.rng import Stream
from game.engine.battle import Battle
from game.terms.agenda import Ask
from game.terms.commands import Command


class Player(Protocol):
    """Chooses for one side, from what that side knows."""

    @property
    def drawn(self) -> int:
        """How many random numbers of its own stream it has used: all there is to save of it."""

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """One of the legal commands."""


class RandomPlayer:
    """Takes any legal command, each as likely. Never touches the battle's dice."""

    def __init__(self, seed: int, side: str, drawn: int = 0) -> None:
        self._stream = Stream(seed, f"player:{side}", drawn)

    @property
    def drawn(self) -> int:
        """How many random numbers it has used."""
        return self._stream.drawn

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Any of the legal commands."""
        return legal[self._stream.pick(len(legal))]


Factory = Callable[[int, str, int], Player]
"""Makes a player from the seed, the side and the count of random numbers it has used."""

STDIO = "stdio"
"""The name of who is asked from outside."""

PLAYERS: Mapping[str, Factory | None] = {STDIO: None, "random": RandomPlayer}
"""All there are by name; None where the answer comes from outside."""


def player(name: str, seed: int, side: str, drawn: int = 0) -> Player | None:
    """The player of this name, at the given point of its random stream."""
    make = PLAYERS[name]
    return make(seed, side, drawn) if make else None


def parse_players(
    text: str | None,
    sides: Iterable[str],
    default: str = STDIO,
    before: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Names by side from `red=stdio,blue=random`; ValueError says in a sentence what is wrong.

    Sides that are not named have the player they had `before`, or the default.
    """
    names = dict.fromkeys(sides, default) | dict(before or {})
    named: set[str] = set()
    for pair in text.split(",") if text else ():
        side, sign, name = (part.strip() for part in pair.partition("="))
        if not sign:
            raise ValueError(f"Players are given as red=stdio,blue=random, not as {pair!r}.")
        if side not in names:
            raise ValueError(f"There is no side {side!r}; the sides are {', '.join(names)}.")
        if side in named:
            raise ValueError(f"The side {side!r} is given two players.")
        if name not in PLAYERS:
            known = ", ".join(PLAYERS)
            raise ValueError(f"There is no player {name!r}; players are {known}.")
        names[side] = name
        named.add(side)
    return names
