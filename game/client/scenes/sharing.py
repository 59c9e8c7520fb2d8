"""Giving a replay to others: its one file is copied to where people say."""

from pathlib import Path
from typing import TYPE_CHECKING

from game.client.scenes.asking import Asking
from game.session.failure import Failure
from game.session.replays import shared

if TYPE_CHECKING:
    from game.client.app import App


def share(app: "App", path: Path) -> None:
    """Asks where to, and copies it there."""
    say = app.words.say

    def given(text: str) -> str | None:
        try:
            made = shared(path, text)
        except Failure as failure:
            return str(failure)
        app.notices.add(say("replay", "shared", path=str(made)))
        return None

    words = say("replay", "share"), say("replay", "share_about"), say("replay", "share_press")
    app.push(Asking(app, *words, given))
