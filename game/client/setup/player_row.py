"""A row for choosing who plays a side."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.client.kit.widgets.choice_row import ChoiceRow
from game.play.level_list import PLAYERS

if TYPE_CHECKING:
    from game.client.kit.app import App


def player_row(
    app: "App",
    title: str,
    people: Sequence[tuple[str, str]],
    who: str,
    on_change: Callable[[str], object],
) -> ChoiceRow[str]:
    """Return a row with people and all computer players. Its tooltip says how a computer plays.

    `people` are the options for people, each with its words.
    """
    say = app.words.say
    options = [*people, *((name, say("player", name)) for name in PLAYERS)]
    row = ChoiceRow(title, options, who, on_change)
    row.abouts = {name: say("player_about", name) for name in PLAYERS}
    return row
