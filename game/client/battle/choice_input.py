"""Input that chooses: tiles, units and buttons, by the one rule of confirmation."""

from collections.abc import Callable
from functools import partial

from game.client.battle.bar_buttons import button_id, buttons_of, is_end, key_of
from game.client.battle.context import BattleContext
from game.client.battle.plan_input import PlanInput
from game.client.battle.planning import ENDS, HAND, ButtonChoices, PlannedBy
from game.client.battle.presenter import Presenter
from game.client.battle.reasons import too_far
from game.client.battle.turn_flow import Flow
from game.client.kit.widgets.key_names import key_hint
from game.client.screens.text_prompt import TextPrompt
from game.core.cells import Cell, steps_apart
from game.present.question import Choice, Key
from game.present.shown_battle import ToldRefusal
from game.terms.commands import MOST_WORDS, aimed, changed

TOO_FAR = "too-far"
"""Refusal code for a path that is too long."""


class ChoiceInput(PlanInput):
    """Input that presses buttons and clicks tiles, and commits or plans what they choose."""

    def __init__(self, seat: BattleContext, showing: Presenter, flow: Flow) -> None:
        super().__init__(seat, showing)
        self._flow = flow

    # Tiles

    def click(self, cell: Cell) -> None:
        """Choose a tile as target of the chosen button, or else use the unit or thing on it."""
        plan = self._seat.plan
        if plan.question is None:
            self._showing.tell_of(cell)
            return
        if self.is_kept(cell):
            return
        if plan.planned is not None and self.is_again(cell):
            self.take(plan.planned, "tile")
            return
        choice = plan.at(cell)
        token = self._seat.board.token_at(cell)
        own = plan.of(token.id) if token is not None and choice is None else None
        if own is not None:
            self.press(button_id(own.key))
            return
        if choice is None and plan.chosen is None:
            deed = plan.strike_at(cell)
            if deed is not None:
                plan.choose(deed.key)
                choice = plan.at(cell)
                self._showing.buttons()
        choice = choice or self.approaching.now(cell)
        if choice is None:
            self.drop_plan()
            self._refused(cell)
        else:
            self.take(choice, "tile")

    def take(self, choice: Choice, by: PlannedBy = None) -> None:
        """Plan a choice, or commit it: at once if it can be undone, else on the second press.

        A button and its only target are different things: a press of one doesn't confirm what a
        press of the other has planned.
        """
        plan = self._seat.plan
        is_second = plan.planned == choice and (by is None or plan.by in (None, by))
        if is_second or self._is_undoable(choice):
            self.commit(choice)
        else:
            self._plan(choice, by)

    def _is_undoable(self, choice: Choice) -> bool:
        """Return whether a choice can be undone later.

        One that needs a move first is always planned, so that the move's end can be changed.
        """
        return choice.after is None and self._seat.sitting.is_undoable(choice.command)

    def _plan(self, choice: Choice, by: PlannedBy) -> None:
        """Plan a choice, for the next press of the same thing to commit it."""
        self._seat.plan.planned, self._seat.keyed = choice, None
        self._seat.plan.by = by
        self._seat.app.sounds.ui("select")
        self._showing.buttons()
        self._showing.marks()
        if self._seat.board.marks.aim is not None:
            tile_rect = self._seat.board.camera.tile_rect
            self._seat.tips.make_way([tile_rect(cell) for cell in self._seat.board.marks.aim])

    def commit(self, choice: Choice) -> None:
        """Commit a choice; if people share the machine, ask for its free text first."""
        if choice.after is not None:
            self._flow.order(choice)
            return
        if choice.free is None or not self._seat.is_shared:
            self._flow.give(choice.command)
            return
        app, say, said = self._seat.app, self._seat.say, partial(self._said, choice)
        words = say("words_head"), say("words", what=choice.text), say("words_press")
        app.push(TextPrompt(app, *words, said, most=MOST_WORDS))

    def _said(self, choice: Choice, words: str) -> str | None:
        """Commit a choice, with or without free text; return the reason if it is refused."""
        words, command = words.strip(), choice.command
        if choice.free is not None and words:
            command = changed(command, **{choice.free: words})
        refusal = self._seat.sitting.why_not(command)
        if refusal is None:
            self._flow.give(command)
            return None
        return refusal.text

    def _refused(self, cell: Cell) -> None:
        """Show why the current button can't be used on a tile."""
        seat, deed = self._seat, self._seat.plan.current
        token = seat.board.token_at(cell)
        if seat.plan.chosen is None and token is not None and token == seat.actor:
            self._showing.tell_of(cell)
            return
        seat.app.sounds.ui("button_off")
        if deed is not None and deed.is_walk:
            title, why = seat.say("not_there", what=deed.label), self._beyond(deed, cell)
            other = self._other_walk(deed, cell)
            if other is not None:
                seat.forecast.show_text(title, *self._no_way(deed, *other))
            elif why is not None:
                seat.forecast.show_text(title, why.text, why.rule)
            else:
                seat.forecast.show_text(title, too_far(seat, cell, token))
            return
        if deed is not None and deed.choices:
            command = aimed(deed.choices[0].command, cell, token.id if token else None)
            why = seat.sitting.why_not(command)
            if why is not None:
                title = seat.say("not_there", what=deed.label)
                seat.forecast.show_text(title, why.text, why.rule)
                return
        self._showing.tell_of(cell)

    def _beyond(self, deed: ButtonChoices, cell: Cell) -> ToldRefusal | None:
        """Return the refusal of a path one step longer, to `cell`, if only movement is missing."""
        ends = ((one.at, one) for one in deed.choices if one.at is not None)
        near = (choice for at, choice in ends if steps_apart(at, cell, True) == 1)
        for choice in near:
            farther = changed(choice.command, path=(*choice.path, cell))
            why = self._seat.sitting.why_not(farther)
            if why is not None and why.code == TOO_FAR:
                return why
        return None

    def _other_walk(self, deed: ButtonChoices, cell: Cell) -> tuple[ButtonChoices, Choice] | None:
        """Return another button with a path to the tile, and that path's choice, or None."""
        others = (one for one in self._seat.plan.deeds if one.is_walk and one.key != deed.key)
        found = ((one, choice) for one in others for choice in one.choices if choice.at == cell)
        return next(found, None)

    def _no_way(
        self, deed: ButtonChoices, other: ButtonChoices, choice: Choice
    ) -> tuple[str, str | None]:
        """Return why a button can't use the path of the button `other`, and the rule."""
        seat = self._seat
        why = seat.sitting.why_not(changed(deed.choices[0].command, path=choice.path))
        if why is not None:
            return why.text, why.rule
        return seat.say("not_attacked", what=other.label), None

    # Buttons

    def press(self, id: str) -> None:
        """Press a button of the unit bar, given its id."""
        seat = self._seat
        if id == button_id(HAND):
            self._flow.turn_hand(not seat.sitting.is_face_up)
            return
        deed = next((d for d in seat.plan.deeds if button_id(d.key) == id), None)
        if deed is None:
            self.drop_plan()
            self._shut(id)
            return
        seat.app.sounds.ui("button")
        if deed.is_plain:
            if seat.plan.chosen not in (None, deed.key):
                seat.plan.choose(None)
            self.press_plain(deed)
            return
        if len(deed.choices) == 1:
            seat.plan.chosen = deed.key
            self.take(deed.choices[0], "button")
            self._showing.buttons()
            return
        self._aims_with(deed.key)
        if seat.focus == "bar":
            self._to_first_place()
        self._showing.buttons()
        self._showing.marks()

    def _aims_with(self, key: Key) -> None:
        """Choose a button that needs a target; if it is chosen already, it stays so.

        Elsewhere a second press confirms, so here it cancels nothing: it asks for the target.
        """
        seat = self._seat
        deed = seat.plan.deed(key) or seat.plan.shut(key)
        if seat.plan.chosen == key and deed is not None:
            cancel = key_hint(seat.app, "cancel")
            asks = "choose_target" if cancel else "choose_target_plain"
            seat.app.notices.add(seat.say(asks, what=deed.label, cap=cancel))
        seat.plan.choose(key)

    def _shut(self, id: str) -> None:
        """Show why a button is unavailable; choose it if a move would help."""
        seat, key = self._seat, key_of(self._seat.plan, id)
        if key is None:
            return
        is_far = seat.plan.shut(key) is not None and self.approaching.reaches(key)
        seat.app.sounds.ui("button" if is_far else "button_off")
        if is_far:
            self._aims_with(key)
            self._showing.buttons()
            self._showing.marks()
        self._showing.unavailable(key)

    def press_plain(self, deed: ButtonChoices) -> None:
        """Use a button that needs no target.

        The end of the turn takes a second press if the unit could still do something.
        """
        seat, choice = self._seat, deed.choices[0]
        if deed.verb not in ENDS:
            self.take(choice, "button")
        elif seat.plan.planned == choice or not self._could_act():
            self.commit(choice)
        else:
            self._plan(choice, "button")

    def _could_act(self) -> bool:
        """Return whether a part of the turn is left to spend, which the end would waste."""
        plan = self._seat.plan
        is_warned = self._seat.app.settings.warn_end and plan.question is not None
        return is_warned and bool(plan.unspent())

    def _to_first_place(self) -> None:
        """Move the keyboard's cursor to the first target of the chosen button."""
        seat = self._seat
        places = self.approaching.aims()
        if places and seat.plan.chosen is not None:
            seat.focus = "board"
            seat.points_by_keys()
            if seat.cursor not in places:
                seat.cursor = min(places, key=lambda cell: (cell[1], cell[0]))

    def press_slot(self, n: int) -> None:
        """Press the button with a number; then point at its first target, if keys are used."""
        buttons = buttons_of(self._seat.plan, self._seat.app)
        if n <= len(buttons) and not is_end(buttons[n - 1]):
            self._by_key(buttons[n - 1].id, partial(self.press, buttons[n - 1].id))
            if self._seat.hovered is None and self._seat.plan.is_aiming:
                self._to_first_place()
                self._showing.buttons()
                self._showing.marks()

    def press_end(self) -> None:
        """Press the button that ends the turn, if there is one."""
        deed = next((d for d in self._seat.plan.deeds if d.verb in ENDS), None)
        if deed is not None:
            self._by_key(button_id(deed.key), partial(self.press_plain, deed))

    def _by_key(self, id: str, press: Callable[[], object]) -> None:
        """Press a button by its own key; what that plans counts as pointed at, so show it.

        No other button is pointed at any longer, neither by the pointer nor by the focus.
        """
        seat, before = self._seat, self._seat.plan.planned
        if seat.bar.pointed is not None:
            seat.points_by_keys()
        press()
        if seat.plan.planned is not None and seat.plan.planned != before:
            seat.points_by_keys()
            seat.keyed = id
            if seat.focus == "bar":
                ids = [one.id for one in buttons_of(seat.plan, seat.app)]
                seat.button = ids.index(id)
            self._showing.buttons()
            self._showing.marks()
