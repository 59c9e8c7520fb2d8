"""The battle screen."""

from collections.abc import Callable
from typing import Any

import pygame

from game.client.app import App
from game.client.battle.ending import result_of, rows_of
from game.client.battle.flow import Flow
from game.client.battle.hands import Hands
from game.client.battle.layout import laid
from game.client.battle.seat import Seat
from game.client.battle.sheet import Sheet
from game.client.battle.showing import Showing
from game.client.inputs import Act, Input
from game.client.scenes.curtain import Curtain
from game.client.scenes.luck import LuckScene
from game.client.scenes.menu import Item, Menu
from game.client.scenes.settings import SettingsScene
from game.client.scenes.summary import Summary
from game.client.widgets.dialog import Answer, Dialog
from game.session.sitting import Sitting

RECENT = 30
"""So many of the last lines are copied as text."""


class BattleScene:
    """One battle at a table; `again` begins it anew."""

    is_typing = False

    def __init__(self, app: App, sitting: Sitting, again: Callable[[], None] | None = None) -> None:
        self.app, self._again = app, again
        self.seat = Seat(app, sitting)
        self.showing = Showing(self.seat)
        self.flow = Flow(self.seat, self.showing)
        self.hands = Hands(self.seat, self.showing, self.flow)
        self._is_log_tall = False
        self._sheet = Sheet()

    # What a scene is

    def opened(self, app: Any) -> None:
        """It comes to the top."""
        self._sheet.is_stale = True
        self.app.sounds.ambience("battle_air")
        self.flow.is_hasty = False
        self.hands.let_go()
        actor = self.seat.actor or next(iter(self.seat.board.pieces.values()), None)
        if actor is not None and actor.at is not None:
            self.seat.board.camera.show(actor.at)
            self.seat.board.camera.arrive()

    def closed(self) -> None:
        """The battle stays on disk as far as it went."""
        self.seat.sitting.close()

    def resized(self, size: tuple[int, int]) -> None:
        """Lays the parts out anew."""
        self._sheet.is_stale = True
        seat, parts = self.seat, laid(size, self.app.look, self._is_log_tall)
        seat.queue.lay(parts.queue)
        seat.bar.lay(parts.bar)
        seat.forecast.lay(parts.forecast)
        seat.log.lay(parts.log)
        seat.tray.lay(parts.tray)
        seat.board.camera.lay(parts.board, self.app.look.scale)
        self.flow.slip.lay(parts.board)

    @property
    def is_idle(self) -> bool:
        """Whether nothing moves."""
        return self.flow.is_idle

    def update(self, seconds: float) -> bool:
        """Time passes."""
        was_over = self.flow.is_over
        changed = self.flow.update(seconds)
        if self.flow.has_told:
            self._sheet.is_stale = True
        if self.flow.is_over and not was_over:
            self._end()
        elif self.flow.awaited is not None and not self.flow.timeline.is_busy:
            self._pass_on(self.flow.awaited)
        return changed

    def _pass_on(self, side: str) -> None:
        """Somebody else is asked: nothing of it is computed before it sits down."""
        if not self.app.settings.curtain:
            self.flow.sit_down()
            return
        look = self.seat.sides[side]
        who = self.seat.title(side)
        self.app.push(Curtain(self.app, who, look.colour, look.shape, self.flow.sit_down))

    def heard(self, event: Input) -> bool:
        """Somebody did something."""
        if self.flow.slip.heard(event):
            return True
        if isinstance(event, Act) and event.name == "cancel":
            if not self.hands.cancel() and not event.is_repeat:
                self._menu()
            return True
        if isinstance(event, Act) and event.name == "log":
            self._is_log_tall = not self._is_log_tall
            self.resized(self.app.size)
            return True
        if isinstance(event, Act) and event.name == "copy":
            self._copy()
            return True
        changed = self.hands.heard(event)
        if changed and not self.hands.is_dragging:
            self._sheet.is_stale = True
        return changed

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the table, the board and all that lies around it."""
        seat = self.seat
        self._sheet.draw(surface, self.app.art, seat)
        seat.board.draw_standing(surface)
        seat.queue.draw_over(surface)
        seat.bar.draw_over(surface)
        self.flow.slip.draw(surface)

    # The menu

    def _menu(self) -> None:
        say, app = self.seat.say, self.app
        not_asked = "" if self.seat.is_ours else say("not_asked")
        items = [
            Item(say("go_back"), lambda: None),
            Item(say("aims"), self.showing.aims),
            Item(say("settings"), lambda: app.push(SettingsScene(app)), stays=True),
            Item(say("copy"), self._copy),
            Item(say("offer_draw"), lambda: self.flow.give({"do": "offer_draw"}), not_asked),
            Item(say("concede"), self._concede, not_asked),
            Item(say("leave"), app.pop),
        ]
        app.push(Menu(app, items))

    def _concede(self) -> None:
        say = self.seat.say
        answers = (
            Answer(say("concede"), lambda: self.flow.give({"do": "concede"})),
            Answer(say("go_back")),
        )
        self.app.push(Dialog(self.app, say("concede_head"), say("concede_words"), answers))

    def _copy(self) -> None:
        """This moment as text, to the clipboard."""
        seat = self.seat
        lines = [seat.say("moment", level=seat.hello.level, round=seat.picture.round)]
        lines += [f"{one.n}. {one.text}" for one in seat.sitting.told(seat.view)[-RECENT:]]
        try:
            pygame.scrap.put_text("\n".join(lines))
        except pygame.error:
            self.app.notices.add(seat.say("no_clipboard"))
        else:
            self.app.notices.add(seat.say("copied"))

    # The end

    def _end(self) -> None:
        seat, app = self.seat, self.app
        told = seat.sitting.told(None)
        how, text = result_of(told, seat.sitting.people)
        app.sounds.ui({"won": "victory", "lost": "defeat", "draw": "draw"}[how])
        heads = tuple(app.words.say("summary", head) for head in ("unit", "dealt", "taken", "life"))
        rows = rows_of(told, seat.sitting.picture(None), seat.sides, heads)
        title = app.words.say("summary", how)
        app.push(Summary(app, title, [text], rows, self._finished, self._luck))

    def _luck(self) -> None:
        sides = self.seat.sides
        found = self.seat.sitting.luck()
        colours = {side: look.colour for side, look in sides.items()}
        self.app.push(LuckScene(self.app, found, colours.get))

    def _finished(self, again: bool) -> None:
        self.app.pop()
        if again and self._again is not None:
            self._again()
