"""Maker of the scenes behind the title. This module imports everything that battles need."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from game.campaign import campaign_list
from game.campaign.last_played import Latest, resumable
from game.client.battle.scene import BattleScene
from game.client.campaign import campaign_flow
from game.client.codex.codex_screen import CodexScene
from game.client.codex.lens_screen import LensScene
from game.client.editor.level_shelf import LevelShelf
from game.client.editor.opening import new_editor, opened_editor
from game.client.kit.navigation import LetterField, Trying
from game.client.kit.scene import Scene
from game.client.kit.widgets.onscreen_keyboard import Keyboard
from game.client.packs.pack_list_screen import PackList
from game.client.packs.pack_screen import PackScreen
from game.client.replay.replay_list import ReplayList
from game.client.replay.scene import ReplayScene
from game.client.screens.level_reload import LevelReload
from game.client.screens.settings_screen import SettingsScene
from game.client.setup.level_choice import LevelChoice
from game.client.title.resume_list import Resume
from game.play.level_list import read_ahead
from game.play.opening import Options
from game.play.played_again import PlayedAgain
from game.play.players import Seats, outside, played, watched
from game.present.codex.entries import Codex
from game.present.codex.library import Library
from game.present.codex.rulebook_lens import Lens, LensAttack
from game.present.replay_list import opened_record
from game.present.window_battle import WindowBattle
from game.record.failure import Failure
from game.record.reader import ReadRecording, Unreadable, file_trouble
from game.workshop.packs.shelf_commands import (
    added,
    first_campaign,
    first_level,
    first_of_pack,
    is_pack_file,
)
from game.workshop.trial_play import FileSource, is_own

if TYPE_CHECKING:
    from game.client.kit.app import App

SEATS: dict[str, Seats] = {"played": played, "outside": outside, "watched": watched}
"""Functions that choose players for sides that `--players` doesn't name, by key."""


class WindowNavigation:
    """The implementation of `Navigation`, through which screens open other screens."""

    def __init__(self, app: "App", seats: Seats = played) -> None:
        self._app, self._seats = app, seats

    def choose(self, book: str | None = None, is_duel: bool = False, level: str = "") -> Scene:
        """Return the list of levels of one rulebook, or of all; select the level with this id."""
        return LevelChoice(self._app, book, is_duel, level)

    def dropped(self, path: Path) -> Scene:
        """Take a file or folder that was dropped on the window; return the scene to show.

        Raise Failure if it is nothing for the shelf.
        """
        app = self._app
        if is_pack_file(path):
            return PackScreen(app, path, self._installed)
        app.notices.add(added(str(path), app.books, app.folder, _never))
        level = first_level(path, app.folder)
        road = first_campaign(path, app.folder) if not level else None
        return self.journeys(road) if road is not None else self.choose(level=level)

    def _installed(self, pack: str) -> None:
        """Show the first level of a pack that was installed, or else its campaigns."""
        level = first_of_pack(pack, self._app.folder)
        self._app.push(self.choose(level=level) if level else self.journeys())

    def read_levels(self) -> Iterator[None]:
        """Read the levels for `choose` one by one."""
        return read_ahead(self._app.books, self._app.folder)

    def read_campaigns(self) -> Iterator[None]:
        """Read the campaigns for `journeys` one by one."""
        return campaign_list.read_ahead(self._app.books, self._app.folder)

    def settings(self) -> Scene:
        """Return the settings screen."""
        return SettingsScene(self._app)

    def journeys(self, road: Path | None = None) -> Scene:
        """Return the list of journeys and campaigns; select the campaign in the file `road`.

        Raise Failure if the campaign in `road` can't be played.
        """
        return campaign_flow.journeys(self._app, road)

    def replays(self) -> Scene:
        """Return the list of replays."""
        return ReplayList(self._app)

    def replay(self, path: Path) -> Scene:
        """Return the viewer of a replay. Raise Failure if the replay can't be shown."""
        saved = opened_record(path, self._app.books)
        try:
            return ReplayScene(self._app, saved, path)
        except Unreadable as fault:
            raise Failure(file_trouble(path, fault)) from fault

    def codex(self, rule: str | None) -> Scene:
        """Return the codex, open at a rule or page (None: at its first rule).

        Show a notice about each part that can't be read.
        """
        for trouble in self.library.troubles:
            self._app.notices.add(trouble)
        return CodexScene(self._app, self.library, rule)

    @cached_property
    def rules(self) -> Codex:
        """All rules of the codex, read when they are first needed."""
        return Codex(self._app.books)

    @cached_property
    def library(self) -> Library:
        """The rules of the codex, and the reference pages of all books."""
        return Library(self._app.books, self.rules)

    def editor(self, level: str) -> Scene:
        """Return the editor of a level, by its id or path. Raise Failure if that is impossible."""
        return opened_editor(self._app, level)

    def new_level(self, book: str) -> Scene:
        """Return the editor of a new level of a rulebook. Raise Failure if that is impossible."""
        return new_editor(self._app, book)

    def trial(
        self, options: Options, editor: Trying, before: ReadRecording | None = None
    ) -> tuple[Scene, PlayedAgain | None] | None:
        """Return a battle played from the editor, of which nothing is kept.

        With `before`, play the commands of that battle again, and also return how far that was
        possible. If opening it fails, show a notice and return None.
        """
        try:
            return trial_scene(self._app, options, self._seats, editor, before)
        except Failure as failure:
            self._app.notices.add(str(failure))
            return None

    def packs(self) -> Scene:
        """Return the list of packs and folders, to add and remove them."""
        return PackList(self._app)

    def shelf(self, level: str = "") -> Scene:
        """Return the list of levels to edit; select the one with this id."""
        return LevelShelf(self._app, level)

    def rule_of(self, book: str, ask: str) -> str | None:
        """Return the rule behind an ask of a rulebook, or None."""
        return self.rules.of_ask(book, ask)

    def lens(self, attack: LensAttack) -> Scene | None:
        """Return the lens with an attack, or None if the lens doesn't know such units."""
        try:
            seen = Lens(self._app.books).looked(attack)
        except Failure as failure:
            self._app.notices.add(str(failure))
            return None
        return LensScene(self._app, seen) if seen else None

    def letters(self, into: LetterField) -> Scene:
        """Return the on-screen keyboard, which writes into a field."""
        return Keyboard(self._app, into)

    def left(self) -> list[Latest]:
        """Return everything that can be resumed, newest first: journeys and battles."""
        return resumable(self._app.folder)

    def resume(self) -> Scene:
        """Return the list of everything that can be resumed."""
        return Resume(self._app, self.go_on)

    def go_on(self, left: Latest) -> None:
        """Resume a journey or battle; if that fails, show a notice with the reason."""
        if left.slot is not None:
            campaign_flow.on_with(self._app, left.slot, is_at_battle=left.path != left.slot.path)
            return
        scene = self.battle(Options(level=str(left.path)))
        if scene is not None:
            self._app.push(scene)

    def battle(self, options: Options) -> Scene | None:
        """Return a battle, or show a notice and return None if opening it fails."""
        return battle_of(self._app, options, self._seats)

    def first_battle(self, options: Options) -> Scene:
        """Return a battle. Raise Failure if opening it fails."""
        return battle_scene(self._app, options, self._seats)


def _never(_lines: list[str]) -> bool:
    """Install no pack without its page."""
    return False


def navigation(app: "App", seats: str) -> WindowNavigation:
    """Return the navigation of a window; `seats` is a key of `SEATS`."""
    return WindowNavigation(app, SEATS[seats])


def battle_of(app: "App", options: Options, seats: Seats) -> BattleScene | None:
    """Return the scene of a battle, or show a notice and return None if opening it fails."""
    try:
        return battle_scene(app, options, seats)
    except Failure as failure:
        app.notices.add(str(failure))
        return None


def battle_scene(app: "App", options: Options, seats: Seats) -> BattleScene:
    """Return the scene of a battle. Raise Failure if opening it fails."""
    sitting = WindowBattle.open(
        options, app.books, app.folder, app.notices.add, seats, is_kept=app.keeps_battles
    )
    return _followed(app, options, sitting)


def _followed(app: "App", options: Options, sitting: WindowBattle) -> BattleScene:
    """Return the scene of a battle, which follows changes of its level if that is an author's."""

    def again() -> None:
        scene = app.navigation.battle(sitting.afresh(options))
        if scene is not None:
            app.push(scene)

    def reopened() -> None:
        made = _again(app, sitting.afresh(options), sitting, is_kept=app.keeps_battles)
        if made is not None:
            sitting.keeper.finish()
            _put(app, scene, _followed(app, sitting.afresh(options), made))

    scene, path = BattleScene(app, sitting, again), Path(options.level or "")
    if is_own(path):
        scene.reload = LevelReload(FileSource(path, app.books), reopened)
    return scene


def _again(
    app: "App", options: Options, sitting: WindowBattle, is_kept: bool
) -> WindowBattle | None:
    """Return a battle of the level as it is now, with the commands of another battle.

    Show a notice about how far that was possible. If opening it fails, return None.
    """
    saved = sitting.so_far()
    options = msgspec.structs.replace(options, seed=str(saved.header.seed))
    try:
        made, told = WindowBattle.again(
            options, saved, app.books, app.folder, app.notices.add, is_kept=is_kept
        )
    except Failure as failure:
        app.notices.add(str(failure))
        return None
    app.notices.add(app.words.say("reload", "reloaded", told=str(told)))
    return made


def _put(app: "App", before: BattleScene, new: BattleScene) -> None:
    """Show a battle in the place of another one, with the same part of the board."""
    app.replace(new)
    new.look_like(before)


def trial_scene(
    app: "App",
    options: Options,
    seats: Seats,
    editor: Trying,
    before: ReadRecording | None = None,
) -> tuple[BattleScene, PlayedAgain | None]:
    """Return the scene of a battle played from the editor, and how far it was played again.

    Raise Failure if opening it fails.
    """
    folder, tell = app.folder, app.notices.add
    if before is None:
        sitting = WindowBattle.open(options, app.books, folder, tell, seats, is_kept=False)
        return _tried(app, options, sitting, editor), None
    sitting, told = WindowBattle.again(options, before, app.books, folder, tell, is_kept=False)
    return _tried(app, options, sitting, editor), told


def _tried(app: "App", options: Options, sitting: WindowBattle, editor: Trying) -> BattleScene:
    """Return the scene of a battle that follows the changes of the editor's level."""

    def again() -> None:
        made = app.navigation.trial(sitting.afresh(options), editor)
        if made is not None:
            app.push(made[0])

    def reopened() -> None:
        made = _again(app, sitting.afresh(options), sitting, is_kept=False)
        if made is not None:
            _put(app, scene, _tried(app, options, made, editor))

    scene = BattleScene(app, sitting, again, trial=editor)
    scene.reload = LevelReload(editor.source(), reopened)
    return scene
