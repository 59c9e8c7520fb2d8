"""Sharing of a replay: copy its file to a path that you enter."""

from pathlib import Path
from typing import TYPE_CHECKING

from game.client.screens.text_prompt import TextPrompt
from game.present.replay_list import shared
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App


def share(app: "App", path: Path) -> None:
    """Ask for a path and copy the replay there."""
    say = app.words.say

    def given(text: str) -> str | None:
        try:
            made = shared(path, text)
        except Failure as failure:
            return str(failure)
        app.notices.add(say("replay", "shared", path=str(made)))
        return None

    words = say("replay", "share"), say("replay", "share_about"), say("replay", "share_press")
    app.push(TextPrompt(app, *words, given))
