"""The pause menu of the road: difficulty, settings, leaving."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.campaign.journey import Journey
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.client.screens.settings_screen import SettingsScene
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App


def pause(app: "App", journey: Journey) -> None:
    """Open the menu of the road. The journey is already saved."""
    say = partial(app.words.say, "road")
    now = journey.campaign.difficulty(journey.difficulty).title
    items = [
        MenuEntry(say("go_back"), lambda: None),
        MenuEntry(say("harder", difficulty=now), lambda: _ask(app, journey)),
        MenuEntry(say("codex"), lambda: app.look_up(None), stays=True),
        MenuEntry(say("settings"), lambda: app.push(SettingsScene(app)), stays=True),
        MenuEntry(say("leave"), app.pop),
    ]
    app.push(PauseMenu(app, items, journey.campaign.title))


def _ask(app: "App", journey: Journey) -> None:
    """Ask for the difficulty of all later battles."""
    say = partial(app.words.say, "road")

    def chosen(difficulty: str, title: str) -> None:
        if tried(app, lambda: journey.go_on_at(difficulty)):
            app.notices.add(say("now_at", difficulty=title))

    items = [
        MenuEntry(
            it.title,
            partial(chosen, it.id, it.title),
            reason=say("as_it_is") if it.id == journey.difficulty else "",
        )
        for it in journey.campaign.difficulties
    ]
    items.append(MenuEntry(say("go_back"), lambda: None))
    app.push(PauseMenu(app, items, say("how_hard"), say("how_hard_about")))


def tried(app: "App", deed: Callable[[], object]) -> bool:
    """Call `deed`; if it raises Failure, show a notice. Return whether it worked."""
    try:
        deed()
    except Failure as failure:
        app.notices.add(str(failure))
        return False
    return True
