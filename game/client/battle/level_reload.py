"""The level of a battle that is being tried out: when its file changes, the battle follows."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.client.kit.theme import HARM
from game.workshop.trial_play import LevelSource

if TYPE_CHECKING:
    from game.client.battle.scene import BattleScene
    from game.client.kit.app import App

LOOK = 0.08
"""Seconds between two looks at the file."""
COLOUR = HARM
"""Colour of the mark of a level that can't be played now."""


class LevelReload:
    """The looks at a battle's level.

    A changed level is played at once: `reopen` returns the scene of a new battle in it, with the
    same commands as far as they are possible, or None if it can't start. A broken level leaves the
    battle as it is.
    """

    def __init__(
        self, app: "App", source: LevelSource, reopen: "Callable[[], BattleScene | None]"
    ) -> None:
        self._app, self._source, self._reopen = app, source, reopen
        self._since = 0.0
        self.trouble = ""
        """A sentence about why the level can't be played now, or ""."""

    def update(self, seconds: float, scene: "BattleScene") -> bool:
        """Look at the level from time to time; return whether the scene has to be redrawn."""
        self._since += seconds
        if self._since < LOOK:
            return False
        self._since = 0.0
        news = self._source.look()
        if news is None:
            return False
        self.trouble = news.trouble
        new = None if news.trouble else self._reopen()
        if new is not None:
            self._app.replace(new)
            new.look_like(scene)
        return True
