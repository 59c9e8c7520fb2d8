"""What can be made of a replay beside watching it: its turns, playing on, sharing."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.client.battle.consent import Consent, to_go_back
from game.client.battle.seat import Seat
from game.client.battle.showing import Showing
from game.client.replay.panel import Keys
from game.client.replay.winding import Winding
from game.client.scenes.asking import Asking
from game.client.scenes.menu import Item, Menu
from game.client.scenes.settings import SettingsScene
from game.client.scenes.sharing import share
from game.client.scenes.taking import Taking
from game.client.scenes.turns import Turns
from game.client.widgets.dialog import Answer, Dialog
from game.editor.position import write_level
from game.session.failure import Failure
from game.session.moments import from_moment, set_up
from game.session.opening import Options
from game.session.players import STDIO
from game.session.reading import Saved
from game.session.replays import was_over

if TYPE_CHECKING:
    from game.client.app import App


class Deeds:
    """The menu of a replay."""

    def __init__(
        self,
        app: "App",
        saved: Saved,
        path: Path,
        seat: Seat,
        showing: Showing,
        winding: Winding,
        keys: Keys,
    ) -> None:
        self._app, self._saved, self._path = app, saved, path
        self._seat, self._showing, self._winding, self._keys = seat, showing, winding, keys

    def menu(self) -> None:
        """What can be done."""
        app, say = self._app, self._app.words.say
        self._winding.is_playing = False
        items = [
            Item(say("replay", "go_back"), lambda: None),
            Item(say("replay", "turns"), self.turns),
            Item(say("battle", "aims"), self._showing.aims),
            Item(say("replay", "take"), self.take, self._why_no_taking()),
            *self._rest(),
            Item(say("replay", "level"), self.level),
            Item(say("replay", "share"), lambda: share(app, self._path)),
            Item(say("battle", "settings"), lambda: app.push(SettingsScene(app)), stays=True),
            Item(say("replay", "leave"), app.pop),
        ]
        app.push(Menu(app, items, self._seat.sitting.title()))

    def _rest(self) -> list[Item]:
        """Return the way on from the newest checkpoint, where the record cannot be followed to
        its end."""
        if self._winding.reel.trouble is None:
            return []
        say = self._app.words.say
        reason = say("replay", "rest_over") if was_over(self._saved) else ""
        return [Item(say("replay", "rest"), self._go_on, reason)]

    def _go_on(self) -> None:
        """Play on where the record ends, as far as it can be made out."""
        scene = self._app.battle(Options(level=str(self._path)))
        if scene is not None:
            self._app.push(scene)

    def turns(self) -> None:
        """The list of turns, to go to one."""
        app, say = self._app, self._app.words.say
        self._winding.is_playing = False

        def go(n: int, _: bool) -> None:
            self._winding.go(self._winding.reel.place(n))

        n = self._winding.reel.number(self._winding.reel.at)
        press = say("replay", "go_to")
        app.push(Turns(app, say("replay", "turns"), press, self._keys.moments, go, n))

    def _why_no_taking(self) -> str:
        """Why nobody can play on from here."""
        is_end = self._winding.reel.at >= self._winding.reel.count
        if is_end and self._seat.sitting.is_over:
            return self._app.words.say("replay", "is_over")
        return ""

    def take(self) -> None:
        """Plays on from here; who plays, and with which dice, is asked."""
        app, seat, say = self._app, self._seat, self._app.words.say
        sides = [(side, seat.title(side)) for side in seat.hello.sides]
        reason = say("turns", "own_dice") if self._saved.header.dice == "ask" else ""
        about, players = self._keys.where(), self._saved.header.players
        app.push(Taking(app, about, sides, players, seat.sides, self._wanted, reason))

    def _wanted(self, players: str, is_new_luck: bool) -> None:
        """Who plays is said. A battle of several people that can still go on is not taken back
        behind their backs: all others are asked."""
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
            path = set_up(content, self._seat.hello.level, app.folder)
        except Failure as failure:
            app.notices.add(str(failure))
            return
        scene = app.battle(Options(level=str(path), players=players))
        if scene is not None:
            app.push(scene)

    def level(self) -> None:
        """Saves this position as a level; what no level can say is told."""
        app, say, position = self._app, self._app.words.say, self._seat.sitting.position()

        def given(text: str) -> str | None:
            try:
                path, written = write_level(position, app.books, text)
            except Failure as failure:
                return str(failure)
            made = say("replay", "level_made", path=str(path))
            words = "\n\n".join((made, *written.untold))
            app.push(
                Dialog(app, say("replay", "level_head"), words, (Answer(say("replay", "ok")),))
            )
            return None

        about = say("replay", "level_about")
        app.push(Asking(app, say("replay", "level"), about, say("replay", "level_press"), given))
