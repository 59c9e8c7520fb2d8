"""The window as a program, which opens at the title, a battle, a replay or a campaign."""

import os
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.kit.app import App
from game.client.kit.library_noise import unheard
from game.client.kit.navigation import Navigation
from game.client.kit.raster_files import RasterFiles
from game.client.kit.raster_worker import RasterWorker
from game.client.kit.tick_time import collect_briefly
from game.client.kit.window_texts import failure, said
from game.client.title.title_screen import Title
from game.play.signals import handled, leave
from game.record.data_folders import RASTERS
from game.record.failure import Failure
from game.record.safe_files import reason

if TYPE_CHECKING:
    from game.play.books import Books
    from game.play.opening import Options

ENDINGS = (".png", ".jpg", ".bmp")
UNSEEN = ("dummy", "offscreen")
"""SDL video drivers without a visible display."""

Tell = Callable[[str], object]


class Behind(NamedTuple):
    """The scenes behind the title, imported in short steps after its first frame is drawn."""

    navigate: Callable[[App, str], Navigation]
    """Function that makes the navigation of a window; the string is `Opening.seats`."""
    load: Callable[[str], Iterator[object]]
    """Function that imports the modules that "rulebooks" or "scenes" need, step by step."""


class NoDisplay(Failure):
    """Error raised if there is no display to open a window on. The message is a sentence."""


class Opening(NamedTuple):
    """The first scene of the window: the title, unless a field names another scene."""

    options: "Options | None" = None
    seats: str = "played"
    """Key of `navigation.SEATS`, for sides without a player in `--players`."""
    replay: Path | None = None
    road: Path | None = None
    """File of a campaign to select in the list of journeys."""
    edited: str | None = None
    """Id or path of a level to edit, "" for the list of levels, None for neither."""
    shelved: Path | None = None
    """Folder of levels, or pack, to open as if it was dropped on the window."""


NOTHING = Opening()


def open_window(
    books: "Books",
    folder: Path,
    tell: Tell,
    behind: Behind,
    first: Opening = NOTHING,
    frames: tuple[int, Path] | None = None,
    is_safe: bool = False,
) -> int:
    """Run the window until it is closed; with `frames`, draw that many frames and save the last.

    `behind` imports everything that battles need, so it is used after the first frame, if at all.
    Raise NoDisplay if no window can open, and Failure if the first scene can't be opened.
    """
    if frames is not None and frames[1].suffix.lower() not in ENDINGS:
        raise failure("app", "bad_ending", endings=ENDINGS, path=str(frames[1]))
    with handled(leave):  # until the window handles signals itself, so that files survive a kill
        _run(books, folder, tell, behind, first, frames, is_safe)
    return 0


def _run(
    books: "Books",
    folder: Path,
    tell: Tell,
    behind: Behind,
    first: Opening,
    frames: tuple[int, Path] | None,
    is_safe: bool,
) -> None:
    """Open the window and run it until it is closed."""
    _prepare(without_display=frames is not None)

    def navigate(app: App) -> Navigation:
        return behind.navigate(app, first.seats)

    try:
        with unheard():
            pygame.display.init()
        if frames is None and pygame.display.get_driver() in UNSEEN and not _is_meant():
            raise NoDisplay(said("app", "no_display"))
        app = App(books, folder, tell, navigate, is_safe, behind.load)
    except pygame.error as fault:
        raise NoDisplay(said("app", "no_window", why=str(fault))) from fault
    app.keeps_battles = frames is None
    if frames is None:  # a screenshot has all images in every frame
        app.art.worker = RasterWorker(None if is_safe else RasterFiles(folder / RASTERS))
        app.time.is_limited = True
        collect_briefly()
    try:
        app.push(Title(app))
        if first.options is not None:
            app.push(app.navigation.first_battle(first.options))
        if first.replay is not None:
            app.push(app.navigation.replay(first.replay))
        if first.road is not None:
            app.push(app.navigation.journeys(first.road))
        if first.shelved is not None:
            app.push(app.navigation.dropped(first.shelved))
        if first.edited is not None:
            go = app.navigation
            app.push(go.editor(first.edited) if first.edited else go.shelf())
        app.run(frames[0] if frames else None, _saving(app, frames))
    finally:
        app.close()


def _saving(app: App, frames: tuple[int, Path] | None) -> Callable[[], None]:
    def save() -> None:
        if frames is None:
            return
        drawn = BytesIO()  # SDL itself doesn't report a full disk
        pygame.image.save(app.window, drawn, frames[1].name)
        try:
            frames[1].write_bytes(drawn.getvalue())
        except OSError as fault:
            path, why = str(frames[1]), reason(fault)
            raise failure("app", "no_screenshot", path=path, why=why) from fault

    return save


def _is_meant() -> bool:
    """Return whether the user or a test has chosen the driver by an environment variable."""
    return bool(os.environ.get("SDL_VIDEODRIVER"))


def _prepare(without_display: bool) -> None:
    """Prepare SDL; if `without_display`, also to draw without a display and without sound."""
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    if without_display:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
