"""What lies behind the title: choosing, settings, battles. It needs all that battles need."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.campaign.last_played import Latest, resumable
from game.client.battle.scene import BattleScene
from game.client.campaign import campaign_flow
from game.client.codex.codex_screen import CodexScene
from game.client.codex.lens_screen import LensScene
from game.client.kit.scene import Scene
from game.client.kit.widgets.onscreen_keyboard import Keyboard
from game.client.kit.widgets.text_field import Field
from game.client.replay.replay_list import ReplayList
from game.client.replay.scene import ReplayScene
from game.client.screens.settings_screen import SettingsScene
from game.client.setup.level_choice import LevelChoice
from game.client.title.resume_list import Resume
from game.play.opening import Options
from game.play.players import Seats, outside, played, watched
from game.present.codex.entries import Codex
from game.present.codex.rulebook_lens import Lens, LensAttack
from game.present.replay_list import opened_record
from game.present.window_battle import WindowBattle
from game.record.failure import Failure
from game.record.reader import Unreadable, file_trouble

if TYPE_CHECKING:
    from game.client.kit.app import App

SEATS: dict[str, Seats] = {"played": played, "outside": outside, "watched": watched}
"""Who plays the sides that nobody names."""


def choose(app: "App", book: str | None = None, is_duel: bool = False) -> Scene:
    """The levels, of one book or of all."""
    return LevelChoice(app, book, is_duel)


def settings(app: "App") -> Scene:
    """All that can be set."""
    return SettingsScene(app)


def journeys(app: "App", road: Path | None = None) -> Scene:
    """The journeys along a campaign's road: those that were begun, and new ones.

    With the file of a campaign that is picked; Failure says why it cannot be played.
    """
    return campaign_flow.journeys(app, road)


def replays(app: "App") -> Scene:
    """The shelf of replays."""
    return ReplayList(app)


def replay(app: "App", path: Path) -> Scene:
    """The viewer of a replay; Failure says why it cannot be shown."""
    saved = opened_record(path, app.books)
    try:
        return ReplayScene(app, saved, path)
    except Unreadable as fault:
        raise Failure(file_trouble(path, fault)) from fault


def codex(app: "App", rule: str | None) -> Scene:
    """The rules, open at one of them; what of them cannot be read is told."""
    known = _codex(app)
    for trouble in known.troubles:
        app.notices.add(trouble)
    return CodexScene(app, known, rule)


def _codex(app: "App") -> Codex:
    """The rules, read when they are first wanted."""
    app.codex = app.codex or Codex(app.books)
    return app.codex


def lens(app: "App", attack: LensAttack) -> Scene | None:
    """An attack at the other tables; None where none of them has such pieces."""
    try:
        seen = Lens(app.books).looked(attack)
    except Failure as failure:
        app.notices.add(str(failure))
        return None
    return LensScene(app, seen) if seen else None


def letters(app: "App", into: Field) -> Scene:
    """Letters to be pressed, which are written into a field."""
    return Keyboard(app, into)


def rule_of(app: "App", book: str, ask: str) -> str | None:
    """The rule that an ask of a book is about."""
    return _codex(app).of_ask(book, ask)


def left(folder: Path) -> list[Latest]:
    """Return what can be resumed, the one played last first: journeys and battles."""
    return resumable(folder)


def resume(app: "App") -> Scene:
    """Return the sheet with all that can be resumed."""
    return Resume(app, partial(go_on, app))


def go_on(app: "App", left: Latest) -> None:
    """Goes on with it; why that cannot be is told."""
    if left.slot is not None:
        campaign_flow.on_with(app, left.slot, is_at_battle=left.path != left.slot.path)
        return
    scene = app.battle(Options(level=str(left.path)))
    if scene is not None:
        app.push(scene)


def battle_of(app: "App", options: Options, seats: Seats) -> Scene | None:
    """The scene of a battle; None, and a notice, if there is none to be had."""
    try:
        return battle_scene(app, options, seats)
    except Failure as failure:
        app.notices.add(str(failure))
        return None


def battle_scene(app: "App", options: Options, seats: Seats) -> BattleScene:
    """The scene of a battle; Failure says why there is none."""
    sitting = WindowBattle.open(
        options, app.books, app.folder, app.notices.add, seats, is_kept=app.keeps_battles
    )

    def again() -> None:
        scene = app.battle(sitting.afresh(options))
        if scene is not None:
            app.push(scene)

    return BattleScene(app, sitting, again)
