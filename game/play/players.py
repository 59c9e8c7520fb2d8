"""The players of the sides: people or programs outside the game, and computer players."""

from collections.abc import Callable, Mapping

from game.ai.computer_players import COMPUTERS, Factory
from game.ai.player import Player
from game.content.toml_files.finding_texts import words_text
from game.content.toml_files.source import nearest
from game.play.play_sentences import said
from game.terms.level import Level

STDIO = "stdio"
"""Name of a player outside the game."""
HUMAN = "human"
"""Another name for a player outside the game, used in windows."""
RANDOM, SOLDIER = "random", "soldier"
"""Names of the player that picks any command, and of the player that replaces absent people."""

PLAYERS: Mapping[str, Factory | None] = {STDIO: None, **COMPUTERS}
"""Factories of all players by name; None for a player outside the game."""


def player(name: str, seed: int, side: str, drawn: int = 0) -> Player | None:
    """Return a new player that has used `drawn` random numbers; None if outside the game."""
    make = PLAYERS[name]
    return make(seed, side, drawn) if make else None


Seats = Callable[[Level, Mapping[str, str]], Mapping[str, str]]
"""A function that returns each side's default player from the level and the previous players."""


def outside(level: Level, before: Mapping[str, str]) -> Mapping[str, str]:
    """Return the previous players or, without any, a player outside the game for every side."""
    return before or {side.id: STDIO for side in level.sides}


def watched(level: Level, before: Mapping[str, str]) -> Mapping[str, str]:
    """Return computer players: the previous ones, else those the level names, else soldiers."""
    named = {s.id: s.control if s.control in COMPUTERS else SOLDIER for s in level.sides}
    return named | {side: name for side, name in before.items() if name in COMPUTERS}


def played(level: Level, before: Mapping[str, str]) -> Mapping[str, str]:
    """Return the previous players. If there are none, have people play the party's side.

    The other sides get the player that the level names, or else a soldier.
    """
    named = {s.id: s.control if s.control in COMPUTERS else SOLDIER for s in level.sides}
    return before or (named | {level.party_side: STDIO})


def parse_players(
    text: str | None, before: Mapping[str, str], outsider: str = STDIO
) -> dict[str, str]:
    """Return player names by side from `red=stdio,blue=random`.

    Sides that `text` doesn't name keep their player from `before`. Raise ValueError with a sentence
    if the text is wrong; the sentence calls a player outside the game `outsider`,
    and names none if that is "".
    """
    known = (outsider, *COMPUTERS) if outsider else tuple(COMPUTERS)
    names = dict(before)
    named: set[str] = set()
    for pair in text.split(",") if text else ():
        side, sign, name = (part.strip() for part in pair.partition("="))
        if not sign:
            raise ValueError(said("option", "not_player", pair=pair, known=known[0]))
        if side not in names:
            listed = words_text(tuple(names))
            raise ValueError(said("option", "no_side", side=repr(side), names=listed))
        if side in named:
            raise ValueError(said("option", "two_players", side=side))
        name = STDIO if name == HUMAN else name
        if name not in PLAYERS:
            near = nearest(name, known)
            if near:
                raise ValueError(said("option", "no_player_near", name=name, near=near))
            raise ValueError(said("option", "no_player", name=name, names=words_text(known)))
        names[side] = name
        named.add(side)
    return names
