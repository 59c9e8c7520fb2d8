"""Input on the battle screen by mouse, keyboard or gamepad."""

from functools import partial

from game.client.battle.bar_buttons import button_id, buttons_of, is_end
from game.client.battle.context import BattleContext
from game.client.battle.handover import Handover
from game.client.battle.lens_target import attack_of
from game.client.battle.level_messages import PRESSES
from game.client.battle.plan_input import PlanInput
from game.client.battle.planning import ENDS, HAND, ButtonChoices
from game.client.battle.presenter import Presenter
from game.client.battle.turn_flow import Flow
from game.client.kit.inputs import Act, Input, Pointer, Released
from game.client.panels.log_panel import FULL
from game.client.panels.unit_bar import UNDO
from game.client.screens.text_prompt import TextPrompt
from game.core.cells import Cell, steps_apart
from game.present.question import Choice
from game.present.shown_battle import ToldRefusal
from game.terms.commands import MOST_WORDS, aimed, changed

TOO_FAR = "too-far"
"""Refusal code for a path that is too long."""
STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
REACTIONS = ("ask", "always", "never")
"""Settings for a unit's reactions, in the order in which a key cycles through them."""


class BattleInput(PlanInput):
    """Translator of input into choices and other actions of the battle screen."""

    def __init__(
        self, seat: BattleContext, showing: Presenter, flow: Flow, passing: Handover
    ) -> None:
        super().__init__(seat, showing)
        self._flow, self._passing = flow, passing
        self._button: str | None = None
        """Button that was last pointed at, or None."""
        self._acts = {
            "confirm": self.confirm,
            "next": self.switch,
            "previous": self.switch,
            "next_unit": self.next_place,
            "undo": passing.take_back,
            "end": self.end,
            "skip": flow.skip,
            "reactions": self.reactions,
            "help": self.help,
            "lens": self.lens,
        }

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether the screen has to be redrawn."""
        if isinstance(event, Pointer):
            return self._pointed(event)
        if isinstance(event, Released):
            if event.name == "faster":
                self._flow.is_hasty = False
            if event.name == "hand":
                self._flow.turn_hand(is_up=False)
                return True
            return self.let_up(event)
        return isinstance(event, Act) and self._acted(event)

    def _moves_along(self) -> bool:
        """Show all waiting events at once; return False if there are none."""
        if not self._flow.timeline.is_busy:
            return False
        self._flow.skip()
        return True

    def _acted(self, event: Act) -> bool:
        if event.name != "help":
            self.let_card_go()
        if event.name in PRESSES and self._moves_along():
            return True
        if event.name in STEPS:
            self._go(*STEPS[event.name])
        elif event.name == "faster":
            self._flow.is_hasty = True
        elif event.name == "hand":
            self._flow.turn_hand(is_up=True)
        elif event.name.startswith("slot_"):
            self._slot(int(event.name.removeprefix("slot_")))
        elif event.name in self._acts:
            self._acts[event.name]()
        else:
            return self.looked(event)
        return True

    # Pointer

    def _pointed(self, event: Pointer) -> bool:
        seat = self._seat
        if self.wheels(event):
            return True
        moved = self.moves(event)
        if moved is not None:
            return moved
        pressed = seat.bar.heard(event)
        if pressed is not None and self._moves_along():
            return True
        if pressed == UNDO:
            self._passing.take_back()
            return True
        if pressed is not None:
            self.press(pressed)
            return True
        if seat.bar.pointed != self._button:
            self._button = seat.bar.pointed
            self._showing.marks()
        unit = seat.queue.heard(event)
        if unit is not None:
            self._showing.look_at(unit)
            return True
        rule = _rule(seat.log.heard(event)) or seat.forecast.heard(event)
        if rule is not None:
            self._look_up(rule)
            return True
        if event.kind == "move":
            self.point(event.at)
            seat.board.highlighted = seat.queue.hovered
        elif event.kind == "up" and self._is_click:
            cell = self.point(event.at)
            if cell is not None and not self._moves_along():
                seat.cursor = None
                self.click(cell)
        return True

    # Choice

    def click(self, cell: Cell) -> None:
        """Choose a tile as target of the chosen button, or else use the unit or thing on it."""
        plan = self._seat.plan
        if plan.question is None:
            self._showing.tell_of(cell)
            return
        if self.is_kept(cell):
            return
        if plan.planned is not None and self.is_again(cell):
            self._give(plan.planned)
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
            self.take(choice)

    def take(self, choice: Choice) -> None:
        """Plan a choice, or commit it: at once if it can be undone, else on the second click."""
        if self._seat.plan.planned == choice or self._is_undoable(choice):
            self._give(choice)
        else:
            self._plan(choice)

    def _is_undoable(self, choice: Choice) -> bool:
        """Return whether a choice can be undone later.

        One that needs a move first is always planned, so that the move's end can be changed.
        """
        return choice.after is None and self._seat.sitting.is_undoable(choice.command)

    def _plan(self, choice: Choice) -> None:
        """Plan a choice, for the next press of the same thing to commit it."""
        self._seat.plan.planned = choice
        self._seat.app.sounds.ui("select")
        self._showing.buttons()
        self._showing.marks()

    def _give(self, choice: Choice) -> None:
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
            elif token is not None:
                seat.forecast.show_text(title, seat.say("taken", who=token.title))
            else:
                seat.forecast.show_text(title, seat.say("too_far"))
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
            self._plain(deed)
            return
        if len(deed.choices) == 1:
            seat.plan.chosen = deed.key
            self.take(deed.choices[0])
            self._showing.buttons()
            return
        seat.plan.choose(None if seat.plan.chosen == deed.key else deed.key)
        if seat.focus == "bar":
            self._to_first_place()
        self._showing.buttons()
        self._showing.marks()

    def _shut(self, id: str) -> None:
        """Show why a button is unavailable; choose it if a move would help."""
        seat = self._seat
        shut = seat.plan.question.shut if seat.plan.question else ()
        found = next((one for one in shut if button_id(one.key) == id), None)
        is_far = found is not None and self.approaching.reaches(found.key)
        seat.app.sounds.ui("button" if is_far else "button_off")
        if found is not None and is_far:
            seat.plan.choose(None if seat.plan.chosen == found.key else found.key)
            self._showing.buttons()
            self._showing.marks()
        if found is not None:
            self._showing.shut(found)

    def _plain(self, deed: ButtonChoices) -> None:
        """Use a button that needs no target.

        The end of the turn takes a second press if the unit could still do something.
        """
        seat, choice = self._seat, deed.choices[0]
        if deed.verb not in ENDS:
            self.take(choice)
        elif seat.plan.planned == choice or not self._could_act():
            self._give(choice)
        else:
            self._plan(choice)

    def _could_act(self) -> bool:
        """Return whether a part of the turn is left to spend, which the end would waste."""
        plan = self._seat.plan
        is_warned = self._seat.app.settings.warn_end and plan.question is not None
        return is_warned and bool(plan.unspent())

    def _to_first_place(self) -> None:
        """Move the keyboard's cursor to the first target of the chosen button."""
        seat = self._seat
        places = self.approaching.aims()
        if places and seat.cursor not in places and seat.plan.chosen is not None:
            seat.focus = "board"
            seat.points_by_keys()
            seat.cursor = min(places, key=lambda cell: (cell[1], cell[0]))

    def _slot(self, n: int) -> None:
        buttons = buttons_of(self._seat.plan, self._seat.app)
        if n <= len(buttons) and not is_end(buttons[n - 1]):
            self.press(buttons[n - 1].id)
            if self._seat.hovered is None and self._seat.plan.is_aiming:
                self._to_first_place()
                self._showing.buttons()
                self._showing.marks()

    # Actions

    def _go(self, dx: int, dy: int) -> None:
        """Move the cursor, or the focus in the bar.

        Sideways, the cursor goes from unit to unit on a tile that several share.
        """
        seat = self._seat
        if seat.focus == "board" and self.leads(dx, dy):
            return
        self.drop_plan()
        if seat.focus == "bar":
            count = len(buttons_of(seat.plan, seat.app))  # after them comes *Undo*
            seat.button = max(0, min(count, seat.button + dx + dy))
            seat.bar.focus(seat.button)
            seat.points_by_keys()
            self._showing.marks()
            return
        if seat.cursor is not None and self._turns(seat.cursor, dx):
            return
        width, height = seat.overview.width, seat.overview.height
        x, y = seat.cursor or self._home()
        seat.cursor = max(0, min(width - 1, x + dx)), max(0, min(height - 1, y + dy))
        seat.bring_forward(seat.cursor, 0.0 if dx > 0 else 1.0)
        seat.board.camera.show(seat.cursor)
        seat.points_by_keys()
        self._showing.marks()

    def _turns(self, cell: Cell, dx: int) -> bool:
        """Point at the next unit that shares a tile, to the right or left; return whether it is."""
        seat = self._seat
        here, shares = seat.board.front_share(cell), sorted(seat.board.shares(cell), reverse=dx < 0)
        share = next((one for one in shares if (one - here) * dx > 0), None)
        if share is None:
            return False
        seat.bring_forward(cell, share)
        seat.points_by_keys()
        self._showing.marks()
        return True

    def _home(self) -> Cell:
        """Return the tile where the cursor starts."""
        actor = self._seat.actor
        return actor.at if actor and actor.at else (0, 0)

    def confirm(self) -> None:
        """Commit the plan, else press the button pointed at, else choose the tile pointed at.

        If something else than the plan is pointed at, its forecast is shown; so choose that.
        """
        seat, pointed = self._seat, self._showing.pointed()
        planned, id = seat.plan.planned, seat.pointed_button
        if planned is not None and (id is None or pointed in (None, planned)):
            self.take(pointed or planned)
        elif seat.bar.is_at_undo or (id is None and seat.focus == "bar"):
            self._passing.take_back()
        elif id is not None:
            self.press(id)
        elif seat.plan.is_off_board:
            self.switch()
        elif seat.pointed is not None:
            self.click(seat.pointed)

    def switch(self) -> None:
        """Switch between the board and the buttons."""
        seat = self._seat
        self.drop_plan()
        seat.focus = "bar" if seat.focus == "board" else "board"
        seat.button = min(seat.button, max(0, len(buttons_of(seat.plan, seat.app)) - 1))
        if seat.focus == "board" and seat.cursor is None:
            seat.cursor = self._home()
        self._showing.buttons()
        self._showing.marks()

    def next_place(self) -> None:
        """Go to the next target of the chosen button, or to the next token, foes first."""
        seat = self._seat
        self.drop_plan()
        places = self.approaching.aims()
        if seat.plan.chosen is None:
            places = {token.at for token in seat.picture.tokens if token.at is not None}
        spots = sorted((seat.rank(c), c[1], c[0], n) for c in places for n in seat.board.shares(c))
        if not spots:
            return
        at, here = seat.cursor, (-1, -1, -1, 0.0)
        if at:
            here = seat.rank(at), at[1], at[0], seat.board.front_share(at)
        _, y, x, share = next((one for one in spots if one > here), spots[0])
        seat.focus, seat.cursor = "board", (x, y)
        seat.points_by_keys()
        seat.bring_forward(seat.cursor, share)
        self._showing.buttons()
        self._showing.marks()

    def cancel(self) -> bool:
        """Drop the planned choice or the chosen button; return whether there was one."""
        plan = self._seat.plan
        if self._flow.second.drop():
            return True
        if plan.planned is None and plan.chosen is None:
            return False
        plan.choose(None)
        self._showing.buttons()
        self._showing.marks()
        return True

    def end(self) -> None:
        """End the turn."""
        deed = next((d for d in self._seat.plan.deeds if d.verb in ENDS), None)
        if deed is not None:
            self._plain(deed)

    def reactions(self) -> None:
        """Change whether the unit pointed at, or else the acting unit, reacts without asking."""
        seat, cell = self._seat, self._seat.hovered or self._seat.cursor
        token = (seat.board.token_at(cell) if cell else None) or seat.actor
        if token is None or not seat.is_mine(token.side):
            return
        next_one = REACTIONS.index(seat.reactions.get(token.id, "ask")) + 1
        how = REACTIONS[next_one % len(REACTIONS)]
        seat.reactions[token.id] = how
        if how == "ask":
            del seat.reactions[token.id]
        seat.lessons.did("reactions")
        seat.app.notices.add(seat.say(f"reactions_{how}", who=token.title))

    def _look_up(self, rule: str) -> None:
        """Open the codex at the rule pressed, or the lens if its link was pressed."""
        if rule == self._seat.forecast.link:
            self.lens()
        else:
            self._seat.look_up(rule)

    def help(self) -> None:
        """Open the codex at the rule or page pointed at, or else at the rule of the question."""
        seat = self._seat
        rule = seat.tips.at_hand or seat.log.rule_under or seat.forecast.under
        rule = rule or seat.forecast.at_hand
        question = seat.plan.question
        if rule is None and question is not None:
            rule = seat.app.navigation.rule_of(seat.overview.rulebook, question.ask)
        seat.look_up(rule)

    def lens(self) -> None:
        """Open the rulebook lens with the attack that is planned or pointed at."""
        seat = self._seat
        attack = attack_of(seat)
        scene = seat.app.navigation.lens(attack) if attack is not None else None
        if scene is None:
            seat.app.notices.add(seat.app.words.say("lens", "none"))
        else:
            seat.app.sounds.ui("page")
            seat.lessons.did("lens")
            seat.app.push(scene)


def _rule(pressed: str | None) -> str | None:
    """Return the id of a rule that was pressed in the log, or None."""
    return None if pressed == FULL else pressed
