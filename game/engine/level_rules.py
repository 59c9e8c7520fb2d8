"""The part of a rulebook that levels need: it can be loaded without the rules of battles.

So a level is checked without loading any system. This module imports no world.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path

import msgspec

from game.terms.book_schema import Flaw, Schema
from game.terms.commands import Command
from game.terms.level import Level
from game.terms.texts import COMMON, Language, Texts

API = 1
"""The version of the interface of rulebooks. A book states the version that it was written for."""


class LevelRules(msgspec.Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """What a rulebook's levels can say, and how they are checked."""

    id: str
    """The book's id, which levels name."""
    api: int
    """The version of the interface that the book was written for."""
    title: str
    """The name that people read."""
    schema: Schema
    """The types of the book's tables in levels and data files."""
    commands: tuple[type[Command], ...]
    """All types of command that the book's asks take, each once. Levels name them in lessons."""
    lints: tuple[Callable[[Level], Iterable[Flaw]], ...] = ()
    """Functions that each check a resolved level and yield findings."""
    texts: tuple[Path, ...] = ()
    """Files with the book's sentences."""
    round_limit: int = 50
    """Number of rounds in levels that state none."""

    @property
    def catalogue(self) -> Texts:
        """The shared sentences together with the book's own. Raise BadTexts if unusable."""
        if Texts.language not in self._catalogues:
            self._catalogues[Texts.language] = Texts.read(COMMON, *self.texts)
        return self._catalogues[Texts.language]

    @cached_property
    def _catalogues(self) -> dict[Language | None, Texts]:
        """Catalogues read so far, by language."""
        return {}
