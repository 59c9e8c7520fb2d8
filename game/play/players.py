"""The players of the sides: a program or person outside, or a computer player."""

from collections.abc import Callable, Mapping

from game.ai.computer_players import COMPUTERS, Factory
from game.ai.player import Player
from game.content.toml_files.source import nearest
from game.terms.level import Level

STDIO = "stdio"
"""The name of a player who is asked from outside."""
RANDOM, SOLDIER = "random", "soldier"
"""The names of the player that takes anything, and of the one that stands in for absent people."""

PLAYERS: Mapping[str, Factory | None] = {STDIO: None, **COMPUTERS}
"""All there are by name; None where the answer comes from outside."""


def player(name: str, seed: int, side: str, drawn: int = 0) -> Player | None:
    """Return the player of this name, at the given point of its random stream."""
    make = PLAYERS[name]
    return make(seed, side, drawn) if make else None


Seats = Callable[[Level, Mapping[str, str]], Mapping[str, str]]
"""Who plays each side of a level unless the command line says otherwise, given who did before."""


def outside(level: Level, before: Mapping[str, str]) -> Mapping[str, str]:
    """Return the players as they were; if there were none, all are asked from outside."""
    return before or {side.id: STDIO for side in level.sides}


def watched(level: Level, before: Mapping[str, str]) -> Mapping[str, str]:
    """Return the computer players as they were, or else those that the level names, or else
    soldiers.
    """
    named = {s.id: s.control if s.control in COMPUTERS else SOLDIER for s in level.sides}
    return named | {side: name for side, name in before.items() if name in COMPUTERS}


def played(level: Level, before: Mapping[str, str]) -> Mapping[str, str]:
    """Return the players as they were; else people for the party's side.

    The other sides get the player that the level names, or else a soldier.
    """
    named = {s.id: s.control if s.control in COMPUTERS else SOLDIER for s in level.sides}
    return before or (named | {level.party_side: STDIO})


HUMAN = "human"
"""Another name for a player who is asked from outside, for windows."""


def parse_players(text: str | None, before: Mapping[str, str]) -> dict[str, str]:
    """Return names by side from `red=stdio,blue=random`; raise ValueError with a sentence if it is
    wrong.

    Sides that are not named keep the player they have.
    """
    names = dict(before)
    named: set[str] = set()
    for pair in text.split(",") if text else ():
        side, sign, name = (part.strip() for part in pair.partition("="))
        if not sign:
            raise ValueError(f"Players are given as red=stdio,blue=random, not as {pair!r}.")
        if side not in names:
            raise ValueError(f"There is no side {side!r}; the sides are {', '.join(names)}.")
        if side in named:
            raise ValueError(f"The side {side!r} is given two players.")
        name = STDIO if name == HUMAN else name
        if name not in PLAYERS:
            near = nearest(name, (*PLAYERS, HUMAN))
            hint = f"did you mean {near!r}?" if near else f"players are {', '.join(PLAYERS)}."
            raise ValueError(f"There is no player {name!r}; {hint}")
        names[side] = name
        named.add(side)
    return names
