"""A campaign as it is played: read, checked, with its stops and heroes by their ids."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.campaign.tables import Battle, Change, Difficulty, Stop
from game.content.books import BookLike
from game.content.findings import LevelError
from game.content.levels import find_level


class CampaignError(LevelError):
    """A campaign cannot be used; holds its findings as a level's do."""


class Heroic(msgspec.Struct, frozen=True):
    """Somebody who may be in the roster: who, and the keys of a unit that make the figures."""

    id: str
    kind: str
    title: str
    about: str
    keys: Mapping[str, Any]


class Campaign(msgspec.Struct, frozen=True, eq=False):
    """A campaign without faults, as far as they show without playing it."""

    id: str
    title: str
    about: str
    path: Path
    book: BookLike
    start: str
    difficulties: tuple[Difficulty, ...]
    heroes: Mapping[str, Heroic]
    stops: Mapping[str, Stop]

    def difficulty(self, id: str) -> Difficulty:
        """A difficulty by its id."""
        return next(one for one in self.difficulties if one.id == id)

    def level(self, battle: Battle) -> Path:
        """The file of a battle's level: beside the campaign's, or else one of the game.

        LevelError if there is none.
        """
        return level_path(self.path, battle)


def level_path(campaign: Path, battle: Battle) -> Path:
    """The file of a battle's level, given the campaign's."""
    own = campaign.parent / f"{battle.level}.toml"
    return own if own.is_file() else find_level(battle.level)


def changes_at(battle: Battle, difficulty: str) -> tuple[Change, ...]:
    """What is different in a battle at a difficulty."""
    return tuple(change for change in battle.change if difficulty in change.difficulty)
