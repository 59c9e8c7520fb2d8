"""The battle screen."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

import pygame

from game.client.battle.battle_input import BattleInput
from game.client.battle.context import BattleContext
from game.client.battle.handover import Handover, ribbon
from game.client.battle.layout import layout_for
from game.client.battle.presenter import Presenter
from game.client.battle.retry import try_again, try_from
from game.client.battle.static_layer import StaticLayer
from game.client.battle.telling.result_rows import decided_by, result_of, rows_of, winner_of
from game.client.battle.turn_flow import Flow
from game.client.kit.app import App
from game.client.kit.guide_pages import CONFIRM
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.scene import DOZE
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.kit.widgets.key_names import key_hint
from game.client.screens.analysis_screen import AnalysisScene
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.dice_entry import DiceEntry
from game.client.screens.level_reload import COLOUR, LOOK, LevelReload
from game.client.screens.luck_receipt import LuckScene
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.client.screens.settings_screen import SettingsScene
from game.play.opening import Options
from game.play.rewind import RewindableBattle
from game.present.analysis.analysis_process import AnalysisSearch
from game.present.dice_due import DiceDue
from game.present.turning_points import TurningSearch
from game.present.window_battle import WindowBattle
from game.terms.commands import Concede, OfferDraw

RECENT = 30
"""Number of log lines copied as text."""


class BattleOwner(Protocol):
    """The owner of a battle, such as a campaign, which receives the battle's result."""

    def over(self, sitting: WindowBattle) -> None:
        """Note that the battle has ended; its scene is still shown."""

    def done(self, sitting: WindowBattle, turning: TurningSearch | None) -> None:
        """Continue after the battle; its scene is gone.

        `turning` is the finished search for the turning point, or None after a victory.
        """

    def taken_up(self, options: Options) -> "BattleScene | None":
        """Return the scene of a retry of the battle, or show a notice and return None."""


class TrialOwner(Protocol):
    """The level editor from which a battle is played."""

    def left(self, sitting: WindowBattle) -> None:
        """Note that the battle's scene is gone."""


class BattleScene:
    """The screen of one battle; `again` starts the same battle again."""

    is_typing = False
    is_writing = False

    def __init__(
        self,
        app: App,
        sitting: WindowBattle,
        again: Callable[[], None] | None = None,
        trip: BattleOwner | None = None,
        trial: TrialOwner | None = None,
    ) -> None:
        """Set up the battle; `trip` is its owner, if it has one.

        A `trial` is played from the level editor: Esc leads back, and so does its menu.
        """
        self._trial = trial
        self.reload: LevelReload | None = None
        """The looks at the level's file, if the battle follows its changes."""
        self.app, self._again, self._trip = app, again, trip
        self.seat = BattleContext(app, sitting)
        self.showing = Presenter(self.seat)
        self.flow = Flow(self.seat, self.showing)
        self.passing = Handover(app, self.seat, self.flow)
        self.hands = BattleInput(self.seat, self.showing, self.flow, self.passing)
        self._is_begun = not self.seat.is_shared
        """Whether the people of the first side have sat down, or been named."""
        self._is_padded = app.is_padded
        self._still = StaticLayer()
        self._turning: TurningSearch | None = None
        """The search for the turning point of a defeat, once the battle is over."""
        self._is_ended = False
        app.rehearse(self)

    # Scene

    def opened(self) -> None:
        """React to coming to the top of the stack."""
        self._still.is_stale = True
        self.app.sounds.ambience("battle_air")
        self.flow.is_hasty = False
        self.flow.turn_hand(is_up=False)
        self.hands.let_go()
        self.showing.buttons()  # keys may have been rebound
        self.seat.to_actor()
        if self.seat.view is not None and not self._is_begun:
            self._is_begun = True
            if self.seat.is_open:
                self.passing.announce(self.seat.view, is_first=True)
            else:
                self.passing.to(self.seat.view, lambda: None)

    def closed(self) -> None:
        """Release the battle, which stays saved as far as it was played."""
        if self._trial is not None:
            self._trial.left(self.seat.sitting)
        self.seat.lessons.keep()
        self.seat.sitting.close()

    def resized(self, size: tuple[int, int]) -> None:
        """Lay out the board and panels for a new window size."""
        self._still.is_stale = True
        seat, parts = self.seat, layout_for(size, self.app.look, self.seat.log.is_full)
        seat.lay(parts)
        seat.bar.lay(parts.bar)
        self.flow.slip.lay(parts.board, parts.column)

    @property
    def notice_room(self) -> pygame.Rect:
        """The board's rectangle; above a low message, as notices cover neither it nor a panel."""
        room, slip = self.seat.board.camera.rect.copy(), self.flow.slip
        if slip.words and slip.rect.top > room.centery:
            room.height = slip.rect.top - room.top
        return room

    @property
    def doze(self) -> float:
        """The time that the window may sleep: not for long if the level's file is looked at."""
        return DOZE if self.reload is None else LOOK

    @property
    def is_idle(self) -> bool:
        """Return whether nothing moves."""
        is_waiting = self.passing.is_waiting or self.seat.tips.is_moving
        is_ending = self.flow.is_over and not self._is_ended
        return self.flow.is_idle and not (is_waiting or is_ending or self._still.is_behind)

    def look_like(self, other: "BattleScene") -> None:
        """Show the same part of the board as another scene of the level."""
        self.seat.board.camera.look_like(other.seat.board.camera)
        self._still.is_stale = True

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the scene has to be redrawn."""
        is_news = self.reload is not None and self.reload.update(seconds)
        if self.app.scene is not self:
            return is_news
        was_gliding = self.seat.board.camera.is_gliding
        changed = self.flow.update(seconds)
        changed = self.seat.tips.update(seconds) or self._still.is_behind or changed or is_news
        if was_gliding:
            self.hands.follow()
        if self.flow.has_told:
            self._still.is_stale = True
        is_searched = self._search_turn()
        if self.flow.is_over and not self._is_ended:
            if is_searched:
                self._is_ended = True
                self._end()
        elif not (self.flow.timeline.is_busy or self.flow.slip.words):
            if self.flow.show_results():
                return True
            self._go_round()
        return self.passing.update(seconds) or changed

    def _go_round(self) -> None:
        """Hand over to the people who are asked or have to roll dice.

        Nothing is computed for their view until they have sat down.
        """
        side, due = self.seat.awaited, self.seat.sitting.dice_due
        alone = (None,) if self.seat.is_open else (None, self.seat.view)
        if side is not None and self.seat.may_be_open(side):
            if not self.seat.is_open:
                self.app.notices.hush()
            self._sit_down()
            self.passing.announce(side)
        elif side is not None:
            self.passing.to(side, self._sit_down)
            if not self.app.settings.curtain:
                self.passing.announce(side)
        elif due is not None and not due.is_public and due.side not in alone:
            self.passing.to(due.side or "", lambda: self._throw(due))
        elif due is not None:
            self._throw(due)

    def _sit_down(self) -> None:
        """Show the current state to the people who are asked, as in a newly opened battle.

        If they have looked on before, too, only the question is new.
        """
        board = self.seat.board
        self.flow.sit_down()
        self._still.is_stale = True
        if self.seat.board is not board:
            self.resized(self.app.size)
            self.seat.to_actor()

    def _throw(self, due: DiceDue) -> None:
        """Ask people for the faces of dice that they have rolled."""
        seat = self.seat
        look = seat.sides.get(due.side or "")
        who = seat.title(due.side) if due.side else self.app.words.say("throwing", "anybody")
        colour = look.colour if look else None
        is_elsewhere = not due.is_public and (seat.is_open or due.side not in (None, seat.view))

        def thrown(faces: tuple[int, ...]) -> None:
            trouble = seat.sitting.throw(faces)
            if trouble is not None:
                self.app.notices.add(trouble)
            elif is_elsewhere:
                self.passing.to(seat.view or "", lambda: None)

        self.app.push(DiceEntry(self.app, due, who, colour, thrown, self.app.pop))

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether the scene has to be redrawn."""
        if self.app.is_padded != self._is_padded:
            self._is_padded = self.app.is_padded
            self.showing.buttons()  # hints name the keys or buttons of the device in use
        if not self._is_for_message(event) and self.seat.tips.heard(event):
            return True
        if not self._is_undo(event) and self.flow.slip.heard(event):
            return True
        if self.passing.heard(event):
            return True
        if self.flow.is_catching_up and _goes_on(event):
            self.flow.skip()
            self._still.is_stale = True
            return True
        if self._is_for_screen(event):
            self.hands.moves_along()
            return True
        was_tall = self.seat.log.is_full
        changed = self.hands.heard(event)
        if self.seat.log.is_full != was_tall:
            self._log_grew()
        if changed and not self.hands.is_dragging:
            self._still.is_stale = True
        return changed

    def _is_for_message(self, event: Input) -> bool:
        """Return whether an input goes to the message shown, and not to a tooltip."""
        slip = self.flow.slip
        is_on_it = isinstance(event, Pointer) and slip.rect.collidepoint(event.at)
        return bool(slip.words) and (is_on_it or isinstance(event, Act))

    def _is_undo(self, event: Input) -> bool:
        """Return whether the pointer is on the undo button and undo works under the message."""
        slip, bar = self.flow.slip, self.seat.bar
        if not (slip.words and slip.spares_undo) or not isinstance(event, Pointer):
            return False
        return bar.can_undo and bar.undo.collidepoint(event.at)

    def _is_for_screen(self, event: Input) -> bool:
        """Carry out an action about the screen as a whole; return whether there was one."""
        if self.seat.log.calls_menu(event):
            self._menu()
            return True
        if not isinstance(event, Act) or event.name not in ("cancel", "log", "copy"):
            return False
        if event.name == "copy":
            self._copy()
        elif event.name == "log":
            self.seat.log.is_full = not self.seat.log.is_full
            self._log_grew()
        elif not self.hands.cancel():
            self._lay_down_or_pause()
        return True

    def _log_grew(self) -> None:
        """Lay out the screen for a taller or shorter log."""
        self.seat.lessons.did("log")
        self.resized(self.app.size)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, the board, and everything around the board."""
        seat = self.seat
        self._still.draw(surface, self.app.art, seat)
        seat.board.draw_standing(surface)
        if self.flow.is_catching_up:
            cap = key_hint(self.app, "confirm")
            words = seat.say("catch_up" if cap else "catch_up_plain", cap=cap)
            ribbon(self.app, surface, seat.board.camera.rect, words)
        elif self.reload is not None and self.reload.trouble:
            self.reload.draw(self.app, surface, seat.board.camera)
            ribbon(self.app, surface, seat.board.camera.rect, self.reload.trouble, COLOUR)
        self.passing.draw(surface)
        self.flow.slip.draw(surface)
        seat.tips.draw(surface)

    def rehearsal(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw the panels, the ground, everything on it, and the level's message."""
        yield from self._still.prepared(surface.get_size(), self.app.art, self.seat)
        for draw in (self.seat.board.draw_flat, self.seat.board.draw_standing, self.flow.slip.draw):
            draw(surface)
            yield

    # Menu

    def _lay_down_or_pause(self) -> None:
        """Lay the hand face down; if it lies so already, go back to the editor or open the menu."""
        if self.seat.sitting.is_face_up:
            self.flow.turn_hand(is_up=False)
            self._still.is_stale = True
        elif self._trial is not None:
            self.app.sounds.ui("page")
            self.app.pop()
        else:
            self._menu()

    def _menu(self) -> None:
        self.flow.turn_hand(is_up=False)
        say, app = self.seat.say, self.app
        not_asked = "" if self.seat.is_asked else say("not_asked")
        take_back = MenuEntry(say("take_back"), self.passing.take_back, not_asked)
        items = [
            MenuEntry(say("go_on"), lambda: None),
            MenuEntry(say("aims"), self._objectives),
            MenuEntry(say("guide"), lambda: self._pages(CONFIRM), stays=True),
            MenuEntry(say("codex"), self._pages, stays=True),
            MenuEntry(say("settings"), lambda: app.push(SettingsScene(app)), stays=True),
            MenuEntry(say("copy"), self._copy),
            MenuEntry(say("try"), self._try_again, stays=True),
            *([take_back] if self.seat.is_shared else []),
            MenuEntry(say("offer_draw"), lambda: self.flow.give(OfferDraw()), not_asked),
            MenuEntry(say("concede"), self._concede, not_asked),
            MenuEntry(say("leave"), app.pop),
        ]
        if self._trial is not None:
            items = [MenuEntry(say("to_editor"), app.pop), *items[:-1]]
        app.push(PauseMenu(app, items))

    def _objectives(self) -> None:
        self.seat.lessons.did("objectives")
        self.showing.objectives()

    def _pages(self, address: str | None = None) -> None:
        """Open the codex, at its first rule or at a page."""
        self.seat.look_up(address)

    def _concede(self) -> None:
        say = self.seat.say
        answers = (
            DialogButton(say("concede"), lambda: self.flow.give(Concede())),
            DialogButton(say("go_back")),
        )
        words = say("concede_words" if len(self.seat.sides) == 2 else "concede_many")
        self.app.push(Dialog(self.app, say("concede_head"), words, answers))

    def _copy(self) -> None:
        """Copy the recent events as text to the clipboard."""
        seat = self.seat
        lines = [seat.say("moment", level=seat.overview.level, round=seat.picture.round)]
        lines += [f"{one.n}. {one.text}" for one in seat.sitting.told(seat.view)[-RECENT:]]
        try:
            pygame.scrap.put_text("\n".join(lines))
        except pygame.error:
            self.app.notices.add(seat.say("no_clipboard"))
        else:
            self.app.notices.add(seat.say("copied"))

    # End

    def _end(self) -> None:
        seat, app = self.seat, self.app
        told = seat.sitting.told(None)
        how, text = result_of(told, seat.sitting.people)
        seat.forecast.clear()
        app.sounds.ui({"won": "victory", "lost": "defeat", "draw": "draw"}[how])
        heads = tuple(app.words.say("summary", head) for head in ("unit", "dealt", "taken", "life"))
        rows = rows_of(told, seat.sitting.picture(None), seat.sides, heads)
        title = app.words.say("summary", how)
        winner = winner_of(told)
        if seat.is_shared and winner is not None:
            title = seat.say("winner", side=seat.title(winner))
        retry = self._try_again if self._trip is None else None
        point = self._turning.found if self._turning is not None and retry is not None else None
        lines = [text, *decided_by(told), *([point.text] if point is not None else [])]
        summary = BattleSummary(app, title, lines, rows, self._finished, self._luck, retry)
        if self._trip is not None:
            self._trip.over(seat.sitting)
            summary.leads_on()
        elif how == "won" and not seat.is_shared:
            summary.is_enough()
        app.push(summary)

    def _search_turn(self) -> bool:
        """Search for the turning point of a defeat while the tick has time; return whether done.

        The search begins while the last events are still being shown. An owner gets it of every
        battle that wasn't won, because it can be retried from each of its turns.
        """
        seat, time, sitting = self.seat, self.app.time, self.seat.sitting
        if self._is_ended or not sitting.is_over or (seat.is_shared and self._trip is None):
            return True
        if sitting.is_syncing:
            return False
        if self._turning is None:
            how = result_of(sitting.told(None), sitting.people)[0]
            if how == "won" or (how == "draw" and self._trip is None):
                return True
            reel = RewindableBattle(sitting.so_far(), self.app.books, is_sliced=True)
            self._turning = TurningSearch(reel, sitting.people[0])
        while not self._turning.is_done and time.is_left:
            time.work()
            self._turning.go_on()
        return self._turning.is_done

    def _try_again(self) -> None:
        opened = self._trip.taken_up if self._trip is not None else self.app.navigation.battle
        try_again(self.app, self, self.seat, opened)

    def _luck(self) -> None:
        sides = self.seat.sides
        found = self.seat.sitting.luck()
        colours = {side: look.colour for side, look in sides.items()}
        self.app.push(LuckScene(self.app, found, colours.get, self._analysis))

    def _analysis(self) -> None:
        """Open the analysis of luck and choices, from which the battle can be tried again."""
        seat, app = self.seat, self.app
        colours = {side: look.colour for side, look in seat.sides.items()}
        search = AnalysisSearch(seat.sitting.saved(), seat.sitting.extra)
        opened = self._trip.taken_up if self._trip is not None else app.navigation.battle
        retry = partial(try_from, app, self, seat, opened)
        app.push(AnalysisScene(app, search, colours.get, retry))

    def _finished(self, again: bool) -> None:
        self.app.pop()
        if self._trip is not None:
            self._trip.done(self.seat.sitting, self._turning)
        elif again and self._again is not None:
            self._again()


def _goes_on(event: Input) -> bool:
    """Return whether an input skips the events shown to catch up."""
    if isinstance(event, Act):
        return event.name in ("confirm", "cancel", "skip")
    return isinstance(event, Pointer) and event.kind == "up" and event.button == 1
