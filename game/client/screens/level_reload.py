"""The level of a battle that is being tried out: when its file changes, the battle follows."""

from collections.abc import Callable

from game.client.kit.theme import HARM
from game.workshop.trial_play import LevelSource

LOOK = 0.08
"""Seconds between two looks at the file."""
COLOUR = HARM
"""Colour of the mark of a level that can't be played now."""


class LevelReload:
    """The looks at a battle's level.

    When the level has changed, `reopen` shows a new battle in it, with the same commands as far as
    they are possible. A broken level leaves the battle as it is.
    """

    def __init__(self, source: LevelSource, reopen: Callable[[], object]) -> None:
        self._source, self._reopen = source, reopen
        self._since = 0.0
        self.trouble = ""
        """A sentence about why the level can't be played now, or ""."""

    def update(self, seconds: float) -> bool:
        """Look at the level from time to time; return whether there was a change."""
        self._since += seconds
        if self._since < LOOK:
            return False
        self._since = 0.0
        news = self._source.look()
        if news is None:
            return False
        self.trouble = news.trouble
        if not news.trouble:
            self._reopen()
        return True
