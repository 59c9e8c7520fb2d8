"""The flow of a battle on the screen: show new events, then the next question, and repeat."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from game.client.battle.context import BattleContext, Summary
from game.client.battle.panel_stage import HASTE, PanelStage, show_in_bar
from game.client.battle.planning import ENDS
from game.client.battle.presenter import NEEDLESS, Presenter
from game.client.battle.second_command import SecondCommand
from game.client.battle.telling.event_timeline import DiceResults, Timeline
from game.client.battle.telling.intent_marks import foresee
from game.client.battle.telling.last_seen import TOGETHER, LastSeen, LastSeenByViewer
from game.client.battle.telling.level_messages import LevelMessages, messages_among
from game.client.battle.telling.meanwhile import MOST_TOLD, meanwhile_of
from game.client.board.overlays import BoardMarks
from game.present.looking_ahead.question_ahead import QuestionAhead
from game.present.question import Choice, Question
from game.present.shown_events import ShownEvent
from game.terms.commands import Command, verb

CHECKED = 0.008
"""Seconds per frame spent on checking earlier commands of a resumed battle."""


class Flow(PanelStage):
    """The flow of a battle, and the stage of its timeline."""

    def __init__(self, seat: BattleContext, showing: Presenter) -> None:
        super().__init__(seat)
        self._showing = showing
        self.slip = LevelMessages(seat, not seat.sitting.people, seat.actor_rect)
        self.is_over = False
        self._told = 0
        self._read: Counter[str] = Counter()
        """Messages that were read and then undone, which aren't shown again."""
        self._ahead = QuestionAhead(seat.sitting)
        self._is_late = False
        """Whether the question waits for the next tick, because this one has no time left."""
        self._asked_at = 0
        self._is_begun = False
        """Whether the objectives have been shown."""
        self._is_stale = False
        """Whether tokens and panels don't show the newest position yet."""
        self.is_catching_up = False
        """Whether events during other people's turns are being shown."""
        self._memory = LastSeenByViewer(seat.sitting)
        self._results = DiceResults()
        self._undone_to = -1
        """Number of commands given after the last undo: an only answer undone is asked for."""
        self._pasts = 0
        """Number of replaced pasts of the battle (`WindowBattle.pasts`) already included."""
        self._has_new_past = False
        """Whether a newly included past still has to be shown."""
        self._summary: Summary | None = None
        """The page shown with the question, until players point elsewhere."""
        self.second = SecondCommand(seat)
        """The second command of an order, while the first is carried out."""
        self._hindrance = ""
        """Notice that the second command wasn't given, until the next command."""
        self._begin()
        self.refresh()

    def _begin(self) -> None:
        """Start showing events; in a resumed battle, treat all earlier events as known."""
        seat = self._seat
        is_new = not (seat.sitting.given or seat.sitting.is_checking)
        if not is_new:
            known = seat.sitting.told(seat.view)
            self._know(known)
            self._told = self._asked_at = len(known)
        if seat.is_shared:
            self._memory.begin(is_new)

    def _know(self, told: Sequence[ShownEvent]) -> None:
        """Show known events without motion: their log lines, and the last dice."""
        self.lines(told)
        self.timeline.lay(told)
        self._seat.tray.settle()

    # Playing

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether anything has to be drawn again."""
        self._seat.sitting.start_thinker()
        is_fading = self.slip.update(self._hurried(seconds))
        self._seat.covered = self.slip.covered
        is_used = self._seat.bar.update(seconds)
        self._look_ahead()
        changed = super().update(seconds)
        is_taught = self._teach()
        self.has_told = self.has_told or is_fading or is_used or is_taught
        return changed or self.has_told

    def _look_ahead(self) -> bool:
        """List the options of the next question, also while a message or events are shown.

        Return whether this tick has no time left, so that the question comes with the next one.
        """
        seat, time = self._seat, self._seat.app.time
        is_due = seat.may_answer and seat.plan.question is None
        while is_due and time.is_left and not self._ahead.is_listed(self._told):
            time.work()
            self._ahead.go_on(self._told)
        self._is_late = is_due and not (time.is_left and self._ahead.is_listed(self._told))
        return self._is_late

    @property
    def is_idle(self) -> bool:
        """Return whether nothing moves and no player is thinking."""
        seat = self._seat
        waits = bool(self.slip.words and seat.sitting.people)  # the battle waits for the reader
        thinks = seat.sitting.is_thinking and not waits
        fades = bool(self.slip.words) and not seat.sitting.people
        is_searching = seat.is_reckoning or seat.is_seeking or seat.sitting.is_checking
        is_searching = is_searching or self._is_late or seat.sitting.intents.is_searching
        is_syncing = seat.sitting.is_syncing and not waits
        return not (self.is_moving or thinks or fades or is_searching or is_syncing)

    def _reckon(self) -> bool:
        """Continue unfinished searches, and show the results; return whether all have finished."""
        seat = self._seat
        if not ((seat.is_reckoning or seat.is_seeking) and seat.may_search):
            return False
        seat.is_reckoning = seat.is_seeking = False
        self._show_marks()
        return not (seat.is_reckoning or seat.is_seeking)

    def _pace(self) -> float:
        settings = self._seat.app.settings
        pace = settings.speed if self._seat.is_ours else settings.computer_speed
        return 0.0 if self.is_skipping else pace * HASTE if self.is_hasty else pace

    def _go_on(self, seconds: float) -> bool:
        """Play to the next event or question; return whether anything changed."""
        changed = self._play_on()
        if not self._seat.sitting.is_held:
            self._seat.prepare()
        changed = foresee(self._seat, self._show_marks) or changed
        return self._reckon() or changed

    def _teach(self) -> bool:
        """Show a lesson that is needed now, or withdraw one; return whether that changed."""
        seat, slip = self._seat, self.slip
        question = seat.plan.question
        is_other = bool(slip.words) and slip.lesson is None
        if is_other or not seat.lessons.is_stale or seat.sitting.is_held:
            return False
        if slip.lesson is not None and seat.lessons.is_past(slip.lesson, question):
            slip.withdraw()
            return True
        if question is None or question.side != seat.sitting.party or self.is_catching_up:
            return False
        lesson = seat.lessons.next(question) if slip.lesson is None else None
        if lesson is not None:
            slip.teach(lesson)
        return lesson is not None

    def _play_on(self) -> bool:
        seat = self._seat
        changed = self._is_stale and not (seat.sitting.is_held or self._is_late)
        if changed:
            self.refresh()
        seat.sitting.check(CHECKED)
        self._recall()
        changed = self._show_past() or changed
        before = self._told
        if self.slip.words and (seat.sitting.is_thinking or seat.sitting.is_over):
            return changed
        while seat.sitting.go_on():
            self._is_stale = True
            self.collect()
            if self._told != before:
                return True
        self._recall()
        changed = self._show_past() or changed
        if self._reacts_unasked():
            return True
        if seat.plan.question is None and seat.is_ours and seat.awaited is None:
            if self._look_ahead():
                return changed
            self.refresh()
            return True
        if seat.sitting.is_over and not (self.is_over or seat.sitting.is_syncing):
            self.is_over = True
            self.refresh()
            return True
        return changed

    def _recall(self) -> None:
        """Include the earlier events of a resumed battle once their check has finished."""
        seat, sitting = self._seat, self._seat.sitting
        if self._pasts == sitting.pasts:
            return
        self._pasts, self._has_new_past = sitting.pasts, True
        earlier = sitting.earlier(seat.view)
        self._told = max(0, self._told + earlier)
        self._asked_at = max(0, self._asked_at + earlier)
        if seat.is_shared:
            self._memory.recall()

    def _show_past(self) -> bool:
        """Show a resumed battle's past if it was newly included; return whether it was."""
        is_new, self._has_new_past = self._has_new_past, False
        if is_new:
            self._know(self._seat.sitting.told(self._seat.view))
            self.refresh()
        return is_new

    def collect(self) -> None:
        """Add the new events to the timeline."""
        self._recall()
        told = self._seat.sitting.told(self._seat.view, self._told)
        self._told += len(told)
        self.timeline.add(told)
        self._is_stale = self._is_stale or bool(told)

    def refresh(self) -> None:
        """Show the current position and the question."""
        seat = self._seat
        seat.app.time.work()
        self.collect()
        seat.look()
        self._is_stale = self.timeline.is_busy
        self.is_catching_up = self.is_catching_up and self.timeline.is_busy
        is_hidden = self.timeline.is_busy or seat.awaited is not None
        question = None if is_hidden else self._ahead.taken(self._told)
        if question is not None and self._answers_itself(question):
            return
        hindrance = self.second.given(question) if question is not None else None
        if hindrance == "":
            self._answered()
            return
        seat.plan.ask(question, seat.picture, seat.sitting.is_face_up)
        self.is_skipping = self.is_skipping and question is None
        seat.lessons.changed()
        if not self.timeline.is_busy:
            seat.board.show(seat.picture)
        self._showing.panels()
        if question is not None and seat.cursor is None:
            token = seat.picture.token(question.unit)
            seat.cursor = token.at if token else None
            if token is not None and token.at is not None:
                seat.board.camera.show(token.at)
        if question is not None:
            self._sum_up()
        self._show_marks()
        if hindrance is not None:
            seat.app.sounds.ui("button_off")
            seat.app.notices.add(hindrance)
            self._hindrance = hindrance

    def _sum_up(self) -> None:
        """Sum up the events that affected people's units since they were last asked."""
        seat = self._seat
        told = seat.sitting.told(seat.view, self._asked_at)
        self._asked_at += len(told)
        ours = {token.id for token in seat.picture.tokens if seat.is_mine(token.side)}
        found = meanwhile_of(told, ours)
        question = seat.plan.question
        show: Callable[[], None] | None = None
        if question is not None and question.ask not in NEEDLESS:
            show = partial(self._showing.choices, question, found)
        elif not self._is_begun:
            self._is_begun, show = True, self._showing.objectives
        elif found:
            show = partial(seat.forecast.show_points, seat.say("meanwhile"), found)
        if show is not None:
            seat.bar.forget_pointer()  # else its tooltip would be about something else
        self._summary = Summary(seat.place, show) if show is not None else None

    def _show_marks(self) -> None:
        """Show the marks, with the summary instead of their page as long as it is due."""
        summary = self._summary
        is_due = summary is not None and summary.place == self._seat.place
        self._showing.marks(has_page=not is_due)
        if summary is not None and is_due:
            summary.show()

    def sit_down(self) -> None:
        """Seat the people of the side that is asked."""
        self.sit(self._seat.sitting.asked)

    def sit(self, side: str | None) -> None:
        """Seat the people of a side; show them first the events that they missed."""
        seat, was_open = self._seat, self._seat.is_open
        self.is_skipping = False  # others may want to see what they have missed
        self._recall()
        if seat.view is not None:
            self._memory.leave(seat.view, was_open)
        seat.sit(side)
        if was_open and seat.is_open:  # everybody has looked on
            self.refresh()
            return
        self.timeline = Timeline(seat.board, self, seat.app.words.say)
        told = seat.sitting.told(side)
        self._told = len(told)
        self._asked_at = min(self._asked_at, len(told))
        self.slip.clear()
        is_apart = seat.app.settings.curtain and side is not None
        viewer = TOGETHER if seat.is_open else side
        missed = self._memory.missed(viewer, told) if is_apart else None
        if missed is None:
            self._know(told)
            self.refresh()
        else:
            self._catch_up(missed, told)
        seat.board.settle()
        seat.queue.settle()

    def _catch_up(self, missed: LastSeen, told: list[ShownEvent]) -> None:
        """Show the events since the people of a side last looked."""
        seat, known = self._seat, len(missed.told)
        self._know(missed.told)
        seat.picture = missed.picture
        seat.board.show(missed.picture)
        self.timeline.add(told[known:])
        self.is_catching_up = self._is_stale = True
        self._asked_at = min(self._asked_at, known)
        self._showing.panels()
        self._showing.objectives()

    def _answers_itself(self, question: Question) -> bool:
        """Give the only answer, or the one set for the unit; return whether that worked."""
        how = self._seat.reactions.get(question.unit)
        is_new = self._seat.sitting.given != self._undone_to
        if is_new and question.ask not in NEEDLESS and self._seat.sitting.is_forced:
            use: Command | None = question.choices[0].command
        elif how is None or question.decline is None:
            return False
        else:
            found = (c.command for c in question.choices if c.command != question.decline)
            use = question.decline if how == "never" else next(found, None)
        if use is None or self._seat.sitting.answer(use) is not None:
            return False
        self._seat.lessons.gave(verb(use), is_early=False)
        self._answered()
        return True

    def _reacts_unasked(self) -> bool:
        """Answer a reaction by the unit's setting, though its side isn't at the window.

        Return whether there was a reaction with such a setting.
        """
        sitting = self._seat.sitting
        if self._seat.awaited is None or sitting.asked_unit not in self._seat.reactions:
            return False
        question = sitting.question()
        return question is not None and self._answers_itself(question)

    # Answers

    def order(self, choice: Choice) -> None:
        """Give the move that a choice needs, and later the choice if nothing comes between."""
        assert choice.after is not None
        self.second.order(choice)
        self.give(choice.after.command)

    def give(self, command: Command) -> None:
        """Give a command for this view; if it is refused, show why."""
        seat = self._seat
        if not seat.is_asked:
            seat.app.sounds.ui("button_off")
            return
        left = bool(seat.plan.unspent())
        refusal = seat.sitting.answer(command)
        if refusal is not None:
            self.second.drop()
            seat.app.sounds.ui("button_off")
            seat.forecast.show_text(seat.say("refused"), refusal.text, refusal.rule)
            return
        seat.log.to_end()
        seat.lessons.gave(verb(command), is_early=left and verb(command) in ENDS)
        if self.slip.lesson is not None:  # its moment was before this command
            self.slip.withdraw()
        self._answered()

    def _answered(self) -> None:
        """Show the consequences of an answer."""
        seat = self._seat
        seat.app.notices.drop(self._hindrance)
        seat.sitting.is_face_up, self._undone_to = False, -1
        self._ahead.drop()
        seat.plan.choose(None)
        seat.plan.ask(None, seat.picture)
        seat.cursor = None
        self.collect()
        self._showing.buttons()
        seat.board.marks = BoardMarks()

    def undo(self) -> None:
        """Undo the last command; if that fails, show why."""
        trouble = self.taken_back()
        if trouble is not None:
            self._seat.app.sounds.ui("button_off")
            self._seat.app.notices.add(trouble)

    def taken_back(self, agreed: bool = False, is_reroll: bool = False) -> str | None:
        """Undo the last command of this view; return why not, or None on success."""
        seat = self._seat
        before = messages_among(seat.sitting.told(seat.view))
        trouble = seat.sitting.undo(agreed, seat.view, is_reroll)
        if trouble is None:
            seat.lessons.undid()
            self._read += before - messages_among(seat.sitting.told(seat.view))
            self._read -= self.slip.unread
        return self._gone_back(trouble)

    def corrected(self) -> str | None:
        """Go back to the dice that people typed last; return why not, or None on success."""
        return self._gone_back(self._seat.sitting.correct())

    def _gone_back(self, trouble: str | None) -> str | None:
        """Show the earlier position, unless `trouble` prevented it; return `trouble`."""
        seat = self._seat
        if trouble is not None:
            return trouble
        seat.app.sounds.ui("undo")
        self.second.drop()
        self._recall()
        self.timeline.clear()
        self.slip.clear()
        self._results.clear()
        self._undone_to = seat.sitting.given
        told = seat.sitting.told(seat.view)
        self.lines(told)
        self._told = len(told)
        seat.look()
        seat.board.show(seat.picture)
        seat.board.settle()
        seat.plan.choose(None)
        seat.plan.ask(None, seat.picture)
        self._ahead.drop()
        self._is_stale = True
        if not self._look_ahead():
            self.refresh()
        return None

    def skip_to_choice(self) -> None:
        """Skip all events until people have a choice or a message to read."""
        self.is_skipping = self._seat.plan.question is None
        self.skip()

    def skip(self) -> None:
        """Skip to the end of the events being shown, without motion."""
        seat = self._seat
        self.timeline.finish()
        seat.look()
        seat.board.show(seat.picture)
        seat.board.settle()
        seat.queue.settle()
        seat.tray.settle()
        self.refresh()

    def turn_hand(self, is_up: bool) -> None:
        """Turn the hand of the side asked over, or lay it face down again."""
        seat = self._seat
        may_turn = seat.is_open and seat.sitting.has_hands and seat.plan.question is not None
        if seat.sitting.is_face_up != is_up and (may_turn or not is_up):
            seat.sitting.is_face_up = is_up
            seat.app.notices.hush()  # they may name the traps of this side
            seat.app.sounds.ui("page")
            self.refresh()

    def show_results(self) -> bool:
        """Show what the last dice did, until dismissed; return whether there is anything."""
        words = self._results.taken(MOST_TOLD)
        self.slip.add_result(words)
        return bool(words)

    # Stage

    def line(self, told: ShownEvent) -> None:
        """Add a line to the log, and to the results of commands if people share the machine."""
        super().line(told)
        unit = self._seat.board.selected
        if unit == self._seat.bar.owner and not self._seat.is_mine((unit or "").partition(".")[0]):
            show_in_bar(self._seat, unit)
        if self._seat.is_shared and self._seat.sitting.given and not self.is_catching_up:
            self._results.note(told)

    def turn(self, unit: str | None) -> None:
        """Mark the unit whose turn it is, and show it in the bar while its events are shown."""
        super().turn(unit)
        show_in_bar(self._seat, unit)

    def said(self, told: ShownEvent) -> None:
        """Show a message of the level, unless it was read before its event was undone.

        What it says may change the player's mind.
        """
        if self._read[told.text] > 0:
            self._read[told.text] -= 1
        else:
            self.second.interrupt(self._seat.say("hindered_message"))
            self.slip.tell(told)
            self.is_skipping = False
