"""How a record is shown: step by step with all that happens, or at any place at once."""

from game.client.battle.context import BattleContext
from game.client.battle.event_timeline import Timeline
from game.client.battle.panel_stage import HASTE, PanelStage
from game.client.battle.presenter import Presenter
from game.play.rewind import RewindableBattle
from game.present.shown_events import ShownEvent

SPEEDS = (1.0, 2.0, 4.0, 0.0)
"""How fast things are shown; 0 for at once."""
REST = 0.35
"""Seconds between two commands while it plays, at ordinary speed."""


class Playback(PanelStage):
    """Winds a reel in front of a seat, and is the stage of its timeline."""

    def __init__(self, seat: BattleContext, showing: Presenter, reel: RewindableBattle) -> None:
        super().__init__(seat)
        self._showing, self.reel = showing, reel
        self.timeline = Timeline(seat.board, self, seat.app.words.say)
        self.is_playing = self.is_hasty = False
        self.speed = SPEEDS[0]
        self.has_told = False
        """Whether anything but the board is to be drawn anew."""
        self._told = 0
        self._firsts: frozenset[int] = frozenset()
        """The numbers of the events with which commands begin, as these eyes count them."""
        self._rest = 0.0
        self._is_stale = False
        self.at_once()

    # Time

    def update(self, seconds: float) -> bool:
        """Time passes; whether anything is to be drawn anew."""
        seat = self._seat
        self.timeline.pace = self.speed * HASTE if self.is_hasty else self.speed
        is_alive = seat.board.update(seconds * (HASTE if self.is_hasty else 1))
        changed = False
        for part in (seat.queue, seat.tray, seat.log, seat.forecast):
            changed = part.update(seconds) or changed
        changed = self.timeline.update(seconds) or changed
        if not self.timeline.is_busy:
            changed = self._go_on(seconds) or changed
        self.has_told = changed
        return changed or is_alive

    @property
    def is_idle(self) -> bool:
        """Whether nothing moves."""
        seat = self._seat
        moving = any(part.is_moving for part in (seat.queue, seat.tray, seat.log, seat.forecast))
        busy = self.timeline.is_busy or seat.board.is_alive or self.is_playing
        return not (busy or moving)

    def _go_on(self, seconds: float) -> bool:
        """What was shown is over; while it plays the next command comes."""
        changed = self._is_stale
        if self._is_stale:
            self._settled()
        if not self.is_playing:
            return changed
        if self.reel.at >= self.reel.count:
            self.is_playing = False
            return True
        self._rest -= seconds * (self.timeline.pace or HASTE)
        if self._rest > 0:
            return changed
        self.forward()
        return True

    # Going

    def toggle(self) -> None:
        """Plays, or no longer; at the end it begins again."""
        if not self.is_playing and self.reel.at >= self.reel.count:
            self.go(0)
        self.is_playing = not self.is_playing
        self._rest = 0.0

    def forward(self) -> None:
        """Shows the next command with all that comes of it."""
        self.finish()
        if self.reel.at >= self.reel.count:
            self._seat.app.sounds.ui("button_off")
            return
        self.reel.go(self.reel.at + 1)
        self._collect()
        self._is_stale, self._rest = True, REST
        if self.speed <= 0:
            self.finish()

    def back(self) -> None:
        """To before the last command, at once."""
        self.is_playing = False
        if self.reel.at <= 0 and not self.timeline.is_busy:
            self._seat.app.sounds.ui("button_off")
            return
        self.go(self.reel.at - 1)

    def go(self, place: int) -> None:
        """To a place, at once."""
        before = self.reel.at
        self.timeline.finish()
        self.reel.go(place)
        if self.reel.at < before:
            self._cut()
        self._collect()
        self._seat.tray.clear()
        self.finish()
        actor = self._seat.actor
        if actor is not None and actor.at is not None:
            self._seat.board.camera.show(actor.at)

    def finish(self) -> None:
        """To the end of what is shown, without motion."""
        self.timeline.finish()
        self._settled()
        for part in (self._seat.board, self._seat.queue, self._seat.tray):
            part.settle()

    def at_once(self) -> None:
        """Everything anew, as through other eyes."""
        seat = self._seat
        self.timeline.clear()
        self._firsts = frozenset(self.reel.firsts(seat.view))
        self._told = 0
        seat.log.show(())
        self._collect()
        seat.tray.clear()
        self.finish()

    def line(self, told: ShownEvent) -> None:
        """A line for the log; walks of two commands stay apart, as one may wind to between."""
        if told.n in self._firsts:
            self._last = None
        super().line(told)

    def _collect(self) -> None:
        """Takes up what has happened since."""
        told = self._seat.sitting.told(self._seat.view, self._told)
        self._told += len(told)
        self.timeline.add(told)

    def _cut(self) -> None:
        """Takes what has not happened here out of the log."""
        seat = self._seat
        self._told = seat.sitting.told_so_far(seat.view)
        seat.log.truncate(self._told)
        self._last = None

    def _settled(self) -> None:
        """How things stand at this place."""
        seat = self._seat
        self._is_stale = False
        seat.look()
        seat.board.show(seat.picture)
        self._showing.panels()
        self._showing.marks()
