"""Playback of a record: command by command with all events, or straight to any place."""

from game.client.battle.context import BattleContext
from game.client.battle.panel_stage import HASTE, PanelStage
from game.client.battle.presenter import Presenter
from game.play.rewind import RewindableBattle
from game.present.shown_events import ShownEvent

SPEEDS = (1.0, 2.0, 4.0, 0.0)
"""Speed factors of playback; 0 shows changes at once."""
REST = 0.35
"""Seconds between two commands during playback, at normal speed."""


class Playback(PanelStage):
    """The playback of a battle on the screen, and the stage of its timeline."""

    def __init__(self, seat: BattleContext, showing: Presenter, reel: RewindableBattle) -> None:
        super().__init__(seat)
        self._showing, self.reel = showing, reel
        self.is_playing = False
        self.speed = SPEEDS[0]
        self._told = 0
        self._firsts: frozenset[int] = frozenset()
        """Number of the first event of each command, as this view counts events."""
        self._rest = 0.0
        self._is_stale = False
        self.at_once()

    # Time

    @property
    def is_idle(self) -> bool:
        """Return whether nothing moves."""
        return not (self.is_moving or self.is_playing)

    def _pace(self) -> float:
        return self.speed * HASTE if self.is_hasty else self.speed

    def _go_on(self, seconds: float) -> bool:
        """Show the next command if playback is on, after a short rest; return whether to redraw."""
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

    # Winding

    def toggle(self) -> None:
        """Start or stop playback; at the end of the replay, start from the beginning."""
        if not self.is_playing and self.reel.at >= self.reel.count:
            self.go(0)
        self.is_playing = not self.is_playing
        self._rest = 0.0

    def forward(self) -> None:
        """Show the next command with all its consequences."""
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
        """Go back by one command, without motion."""
        self.is_playing = False
        if self.reel.at <= 0 and not self.timeline.is_busy:
            self._seat.app.sounds.ui("button_off")
            return
        self.go(self.reel.at - 1)

    def go(self, place: int) -> None:
        """Go to a place, a number of commands from the start, without motion."""
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
        """End all motion, and show the current command's outcome at once."""
        self.timeline.finish()
        self._settled()
        for part in (self._seat.board, self._seat.queue, self._seat.tray):
            part.settle()

    def at_once(self) -> None:
        """Show the current place again at once, for another view."""
        seat = self._seat
        self.timeline.clear()
        self._firsts = frozenset(self.reel.firsts(seat.view))
        self._told = 0
        seat.log.show(())
        self._collect()
        seat.tray.clear()
        self.finish()

    def line(self, told: ShownEvent) -> None:
        """Add a line to the log; keep the steps of two commands apart, as you can stop between."""
        if told.n in self._firsts:
            self._last = None
        super().line(told)

    def _collect(self) -> None:
        """Add the new events to the timeline."""
        told = self._seat.sitting.told(self._seat.view, self._told)
        self._told += len(told)
        self.timeline.add(told)

    def _cut(self) -> None:
        """Remove the events after the current place from the log."""
        seat = self._seat
        self._told = seat.sitting.told_so_far(seat.view)
        seat.log.truncate(self._told)
        self._last = None

    def _settled(self) -> None:
        """Show the position at the current place."""
        seat = self._seat
        self._is_stale = False
        seat.look()
        seat.board.show(seat.picture)
        self._showing.panels()
        self._showing.marks()
