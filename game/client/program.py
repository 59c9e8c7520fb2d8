"""The window as a program: at the title, or at a table at once."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pygame

from game.client.app import App
from game.client.battle.scene import BattleScene
from game.client.scene import Scene
from game.client.scenes.title import Title
from game.session.failure import Failure
from game.session.opening import Options
from game.session.players import Seats, played
from game.session.sitting import Sitting

UNSEEN = ("dummy", "offscreen")
"""The drivers that draw where nobody sees it."""
INSTEAD = "'five-tables watch LEVEL --text' and 'five-tables referee LEVEL' need none"

Tell = Callable[[str], object]


def open_window(
    books: Mapping[str, Any],
    folder: Path,
    tell: Tell,
    options: Options | None = None,
    seats: Seats = played,
    frames: tuple[int, Path] | None = None,
) -> int:
    """Runs the window until it is closed; with `frames`, draws so many and saves the last.

    Failure says why there is no window, or no battle.
    """
    _prepare(without_display=frames is not None)
    try:
        pygame.display.init()
        if frames is None and pygame.display.get_driver() in UNSEEN and not _is_meant():
            raise Failure(f"There is no display to open a window on; {INSTEAD}.")
        app = App(books, folder, tell)
    except pygame.error as fault:
        raise Failure(f"No window can be opened: {fault}; {INSTEAD}.") from fault
    app.battle = lambda chosen: battle_of(app, chosen, seats)
    try:
        app.push(Title(app))
        if options is not None:
            app.push(_opened(app, options, seats))
        app.run(frames[0] if frames else None, _saving(app, frames))
    finally:
        app.close()
    return 0


def _saving(app: App, frames: tuple[int, Path] | None) -> Callable[[], None]:
    def save() -> None:
        if frames is not None:
            pygame.image.save(app.window, str(frames[1]))

    return save


def _is_meant() -> bool:
    """Whether somebody has chosen the driver, as tests do."""
    return bool(os.environ.get("SDL_VIDEODRIVER"))


def _prepare(without_display: bool) -> None:
    """Without a display the picture is drawn all the same, and nothing is heard."""
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    if without_display:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"


def battle_of(app: App, options: Options, seats: Seats) -> Scene | None:
    """The scene of a battle; None, and a notice, if there is none to be had."""
    try:
        return _opened(app, options, seats)
    except Failure as failure:
        app.notices.add(str(failure))
        return None


def _opened(app: App, options: Options, seats: Seats) -> BattleScene:
    sitting = Sitting.open(options, app.books, app.folder, app.notices.add, seats)

    def again() -> None:
        app.push(_opened(app, options, seats))

    return BattleScene(app, sitting, again)
