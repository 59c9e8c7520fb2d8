"""The pause menu of the road: difficulty, settings, leaving."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.campaign.hardness import Hardness
from game.campaign.journey import Journey
from game.client.campaign.hardness_screen import HardnessScreen, hardness_words
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.client.screens.settings_screen import SettingsScene
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App


def pause(app: "App", journey: Journey) -> None:
    """Open the menu of the road. The journey is already saved."""
    say = partial(app.words.say, "road")
    now = hardness_words(app, journey.campaign, journey.hardness)
    items = [
        MenuEntry(say("go_on"), lambda: None),
        MenuEntry(say("harder", difficulty=now), lambda: _ask(app, journey)),
        MenuEntry(say("codex"), lambda: app.look_up(None), stays=True),
        MenuEntry(say("settings"), lambda: app.push(SettingsScene(app)), stays=True),
        MenuEntry(say("leave"), app.pop),
    ]
    app.push(PauseMenu(app, items, journey.campaign.title))


def _ask(app: "App", journey: Journey) -> None:
    """Ask how hard the journey is from now on."""
    say = partial(app.words.say, "road")

    def chosen(wanted: Hardness) -> None:
        if tried(app, lambda: journey.go_on_at(wanted)):
            words = hardness_words(app, journey.campaign, journey.hardness)
            app.notices.add(say("now_at", difficulty=words))

    apply = app.words.say("hardness", "apply")
    app.push(HardnessScreen(app, journey.campaign, journey.hardness, apply, chosen))


def tried(app: "App", deed: Callable[[], object]) -> bool:
    """Call `deed`; if it raises Failure, show a notice. Return whether it worked."""
    try:
        deed()
    except Failure as failure:
        app.notices.add(str(failure))
        return False
    return True
