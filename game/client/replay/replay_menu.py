"""The menu of a replay: list of turns, playing on, sharing, saving the position as a level."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.client.battle.consent import Consent, to_go_back
from game.client.battle.context import BattleContext
from game.client.battle.presenter import Presenter
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.replay.play_on import PlayOn
from game.client.replay.playback import Playback
from game.client.replay.sharing import share
from game.client.replay.transport_panel import Keys
from game.client.screens.analysis_screen import AnalysisScene
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.client.screens.settings_screen import SettingsScene
from game.client.screens.text_prompt import TextPrompt
from game.client.screens.turn_list import TurnList
from game.play.opening import Options
from game.play.players import STDIO
from game.present.analysis.analysis_process import AnalysisSearch
from game.present.replay_list import was_over
from game.present.turning_points import from_moment, set_up
from game.record.failure import Failure
from game.record.reader import ReadRecording
from game.record.safe_files import read_plain, reason
from game.workshop.position_level import write_level

if TYPE_CHECKING:
    from game.client.kit.app import App


MOST_BYTES = 100_000_000
"""Maximum number of bytes read from a recording."""


class ReplayMenu:
    """The menu of a replay, and the actions of its entries."""

    def __init__(
        self,
        app: "App",
        saved: ReadRecording,
        path: Path,
        seat: BattleContext,
        showing: Presenter,
        winding: Playback,
        keys: Keys,
    ) -> None:
        self._app, self._saved, self._path = app, saved, path
        self._seat, self._showing, self._winding, self._keys = seat, showing, winding, keys

    def menu(self) -> None:
        """Open the menu."""
        app, say = self._app, self._app.words.say
        self._winding.is_playing = False
        items = [
            MenuEntry(say("replay", "go_back"), lambda: None),
            MenuEntry(say("replay", "turns"), self.turns),
            MenuEntry(say("battle", "aims"), self._showing.objectives),
            MenuEntry(say("replay", "take"), self.take, self._why_no_taking()),
            *self._rest(),
            MenuEntry(say("analysis", "open"), self.analysis),
            MenuEntry(say("replay", "level"), self.level),
            MenuEntry(say("replay", "share"), lambda: share(app, self._path)),
            MenuEntry(say("battle", "settings"), lambda: app.push(SettingsScene(app)), stays=True),
            MenuEntry(say("replay", "leave"), app.pop),
        ]
        app.push(PauseMenu(app, items, self._seat.sitting.title()))

    def _rest(self) -> list[MenuEntry]:
        """Return the entry for resuming the battle, if its record can't be replayed to the end."""
        if self._winding.reel.trouble is None:
            return []
        say = self._app.words.say
        reason = say("replay", "rest_over") if was_over(self._saved) else ""
        return [MenuEntry(say("replay", "rest"), self._go_on, reason)]

    def _go_on(self) -> None:
        """Resume the battle at the end of the readable part of its record."""
        scene = self._app.navigation.battle(Options(level=str(self._path)))
        if scene is not None:
            self._app.push(scene)

    def turns(self) -> None:
        """Open the list of turns; go to the turn chosen."""
        app, say = self._app, self._app.words.say
        self._winding.is_playing = False

        def go(n: int, _: bool) -> None:
            self._winding.go(self._winding.reel.place(n))

        n = self._winding.reel.number(self._winding.reel.at)
        press = say("replay", "go_to")
        app.push(TurnList(app, say("replay", "turns"), press, self._keys.moments, go, n))

    def analysis(self) -> None:
        """Open the analysis of luck and choices, from which to go to the dearest choice."""
        app, reel = self._app, self._winding.reel

        def go(n: int, _: int) -> None:
            app.pop()
            self._winding.go(reel.place(n))

        try:
            content = read_plain(self._path, MOST_BYTES)
        except OSError as fault:
            app.notices.add(reason(fault))
            return
        colours = {side: look.colour for side, look in self._seat.sides.items()}
        search = AnalysisSearch(content, self._seat.sitting.extra)
        app.push(AnalysisScene(app, search, colours.get, go, "go"))

    def _why_no_taking(self) -> str:
        """Return why the battle can't be played on from here, or ""."""
        is_end = self._winding.reel.at >= self._winding.reel.count
        if is_end and self._seat.sitting.is_over:
            return self._app.words.say("replay", "is_over")
        return ""

    def take(self) -> None:
        """Ask for players and dice, then play on from the current place."""
        app, seat, say = self._app, self._seat, self._app.words.say
        sides = [(side, seat.title(side)) for side in seat.overview.sides]
        reason = say("turns", "own_dice") if self._saved.header.dice == "ask" else ""
        about, players = self._keys.where(), self._saved.header.players
        app.push(PlayOn(app, about, sides, players, seat.sides, self._wanted, reason))

    def _wanted(self, players: str, is_new_luck: bool) -> None:
        """Play on with these players.

        If several people played the battle and it isn't over, ask all others for consent first.
        """
        seat, reel = self._seat, self._winding.reel
        people = [side for side, name in self._saved.header.players.items() if name == STDIO]
        if len(people) < 2 or was_over(self._saved) or reel.at >= reel.count:
            self._taken(players, is_new_luck)
            return
        request = to_go_back(seat, max(1, reel.stand(reel.at).round))
        done = partial(self._taken, players, is_new_luck)
        Consent(self._app, seat, request, done).ask(people)

    def _taken(self, players: str, is_new_luck: bool) -> None:
        app, reel = self._app, self._winding.reel
        try:
            n = reel.number(reel.at)
            content = from_moment(self._saved, n, app.books, is_new_luck)
            path = set_up(content, self._seat.overview.level, app.folder)
        except Failure as failure:
            app.notices.add(str(failure))
            return
        scene = app.navigation.battle(Options(level=str(path), players=players))
        if scene is not None:
            app.push(scene)

    def level(self) -> None:
        """Save the current position as a level; list the facts that a level can't express."""
        app, say, position = self._app, self._app.words.say, self._seat.sitting.position()

        def given(text: str) -> str | None:
            try:
                path, written = write_level(position, app.books, text)
            except Failure as failure:
                return str(failure)
            made = say("replay", "level_made", path=str(path))
            words = "\n\n".join((made, *written.untold))
            app.push(
                Dialog(
                    app, say("replay", "level_head"), words, (DialogButton(say("replay", "ok")),)
                )
            )
            return None

        about = say("replay", "level_about")
        app.push(
            TextPrompt(app, say("replay", "level"), about, say("replay", "level_press"), given)
        )
