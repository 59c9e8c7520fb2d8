"""The computer players by name."""

from collections.abc import Callable, Mapping

from game.ai.novice import Novice
from game.ai.player import Player, RandomPlayer
from game.ai.soldier import Soldier
from game.ai.tactician import Tactician

Factory = Callable[[int, str, int], Player]
"""A function that makes a player from the seed, the side, and the number of random numbers used."""

COMPUTERS: Mapping[str, Factory] = {
    "random": RandomPlayer,
    "novice": Novice,
    "soldier": Soldier,
    "tactician": Tactician,
}

CHANGEABLE = frozenset({"random", "novice"})
"""Players whose choices depend on random numbers, too."""
