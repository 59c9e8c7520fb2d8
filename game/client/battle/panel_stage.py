"""The stage that shows events in the panels: log, dice tray, sounds, current turn."""

from collections.abc import Sequence
from itertools import pairwise

from game.client.battle.context import BattleContext
from game.client.battle.telling.event_timeline import DiceMatch, Thrown, Timeline
from game.present.shown_events import ShownEvent, is_said_again
from game.terms.events import Attacked, ConditionGained, Moved, cell_of, fields_of, unit_of

HASTE = 6.0
"""Speed factor while the key `faster` is held."""


class PanelStage:
    """The panels of the battle screen, used as a timeline's stage."""

    def __init__(self, seat: BattleContext) -> None:
        self._seat = seat
        self._last: ShownEvent | None = None
        """The event of the log's newest line."""
        self.timeline = Timeline(seat.board, self, seat.app.words.say)
        self.is_hasty = False
        self.is_skipping = False
        """Whether events are shown at once until people have a choice, or a message to read."""
        self.has_told = False
        """Whether anything other than the board has to be drawn again."""

    # Time

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether anything has to be drawn again."""
        seat = self._seat
        self.timeline.pace = self._pace()
        is_alive = seat.board.update(self._hurried(seconds))
        changed = False
        for part in (seat.queue, seat.tray, seat.log, seat.forecast, seat.strip):
            changed = part.update(seconds) or changed
        changed = self.timeline.update(seconds) or changed
        if not self.timeline.is_busy:
            changed = self._go_on(seconds) or changed
        changed = seat.fit() or changed
        seat.allow_search()
        self.has_told = changed
        return changed or is_alive

    @property
    def is_moving(self) -> bool:
        """Return whether an event is being shown, or the board or a panel moves."""
        seat = self._seat
        panels = any(part.is_moving for part in (seat.queue, seat.tray, seat.log, seat.forecast))
        return self.timeline.is_busy or seat.board.is_alive or panels

    def _hurried(self, seconds: float) -> float:
        """Return the seconds that pass on the board, more while the key `faster` is held."""
        return seconds * (HASTE if self.is_hasty else 1)

    def _pace(self) -> float:
        """Return the speed factor for events; 0 shows all at once."""
        raise NotImplementedError

    def _go_on(self, seconds: float) -> bool:
        """Continue once all events are shown; return whether anything changed."""
        raise NotImplementedError

    # Events

    def line(self, told: ShownEvent) -> None:
        """Add a line to the log; consecutive steps of a unit share one line with the end."""
        last, log = self._last, self._seat.log
        if last is not None and _walks_on(last, told):
            log.truncate(last.n - 1)
        log.add(told)
        self._last = told

    def lines(self, told: Sequence[ShownEvent]) -> None:
        """Replace all lines of the log with lines for these events."""
        steps = {one.n for one, later in pairwise(told) if _walks_on(one, later)}
        self._seat.log.show([one for one in told if one.n not in steps])
        self._last = told[-1] if told else None

    def thrown(self, thrown: Thrown) -> None:
        """Show a roll of dice."""
        self._seat.tray.throw(thrown.dice, thrown.title, thrown.total, counts=thrown.counts)

    def matched(self, matched: DiceMatch) -> None:
        """Show two rows of dice compared one by one."""
        self._seat.tray.match(*matched)

    def sound(self, told: ShownEvent) -> None:
        """Play the sound of an event; the sound can depend on the terrain and the unit's side."""
        seat, fields = self._seat, fields_of(told.event)
        token = seat.picture.token(unit_of(told.event))
        at = cell_of(told.event) or (token.at if token else None)
        if at is not None:
            fields["terrain"] = seat.board.ground.terrain(at)
        fields["own"] = token is not None and seat.is_mine(token.side)
        kind = token.kind if token is not None and isinstance(told.event, Attacked) else ""
        if not seat.app.sounds.attack(kind):
            seat.app.sounds.event(told.name, fields)

    def together(self, count: int, why: str) -> str:
        """Return a heading for several rolls of one kind."""
        return self._seat.sitting.rolled_together(count, why)

    def flight(self, thing: str) -> str:
        """Return the projectile's image for a weapon or spell, or "" if nothing flies."""
        return self._seat.flights.get(thing, "")

    def held(self, gained: ConditionGained) -> str:
        """Return the condition that a unit has gained, in words."""
        return self._seat.sitting.held(gained.condition, gained.value)

    def said(self, told: ShownEvent) -> None:
        """Show a message of the level; here only the log does."""

    def turn(self, unit: str | None) -> None:
        """Mark the unit whose turn it is; None for no unit."""
        self._seat.board.selected = unit
        if unit is not None:
            self._seat.queue.begin_turn(unit)


def _walks_on(one: ShownEvent, later: ShownEvent) -> bool:
    """Return whether two events share a log line: steps of a unit, or one that says both."""
    first, second = one.event, later.event
    if isinstance(first, Moved) and isinstance(second, Moved):
        return first.unit == second.unit
    return is_said_again(first, second)


def show_in_bar(seat: BattleContext, unit: str | None) -> None:
    """Show a unit in the bar as the events shown so far have left it, unless people are asked."""
    token = seat.board.tokens.get(unit or "") or seat.picture.token(unit)
    if token is not None and seat.plan.question is None:
        card = seat.card(token.id) if seat.is_mine(token.side) else None
        seat.bar.show_unit(None if seat.sitting.is_held else card, token)
