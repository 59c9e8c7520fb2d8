"""Input on the battle screen by mouse, keyboard or gamepad."""

from game.client.battle.bar_buttons import buttons_of
from game.client.battle.choice_input import ChoiceInput
from game.client.battle.context import BattleContext
from game.client.battle.handover import Handover
from game.client.battle.lens_target import attack_of
from game.client.battle.presenter import Presenter
from game.client.battle.telling.level_messages import PRESSES
from game.client.battle.turn_flow import Flow
from game.client.kit.inputs import Act, Input, KeyDown, Pointer, Released
from game.client.panels.log_panel import FULL
from game.client.panels.unit_bar import UNDO
from game.core.cells import Cell

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
MOVING = (*PRESSES, *STEPS)
"""Actions that move the show along while events are shown, and then do nothing else."""
HELD = "shift", "ctrl", "alt", "meta", "lock", "print"
"""Parts of the names of keys that are held with others, or that are not for the game."""
REACTIONS = ("ask", "always", "never")
"""Settings for a unit's reactions, in the order in which a key cycles through them."""


class BattleInput(ChoiceInput):
    """Translator of input into choices and other actions of the battle screen."""

    def __init__(
        self, seat: BattleContext, showing: Presenter, flow: Flow, passing: Handover
    ) -> None:
        super().__init__(seat, showing, flow)
        self._passing = passing
        self._acts = {
            "confirm": self.confirm,
            "next": self.switch,
            "previous": self.switch,
            "next_unit": self.next_place,
            "undo": passing.take_back,
            "end": self.press_end,
            "skip": flow.skip_to_choice,
            "reactions": self.reactions,
            "help": self.help,
            "lens": self.lens,
        }

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether the screen has to be redrawn."""
        if isinstance(event, Pointer):
            return self._pointed(event)
        if isinstance(event, KeyDown):
            return self._hears_any_key(event)
        if isinstance(event, Released):
            if event.name == "faster":
                self._flow.is_hasty = False
            if event.name == "hand":
                self._flow.turn_hand(is_up=False)
                return True
            return self.let_up(event)
        return isinstance(event, Act) and self._acted(event)

    def _hears_any_key(self, event: KeyDown) -> bool:
        """Move the show along with a key that has no action; return whether it did."""
        is_held = any(part in event.name for part in HELD)
        is_free = not is_held and not self._seat.app.settings.action_of(event.name)
        return is_free and self.moves_along()

    def _is_skip(self, event: Act) -> bool:
        """Return whether an action skips to the next choice.

        While there is none, so does the gamepad's button for the threats: they are for a choice.
        """
        is_watching = event.is_pad and self._seat.plan.question is None
        return event.name == "skip" or (event.name == "threats" and is_watching)

    def moves_along(self) -> bool:
        """Show all waiting events at once; return False if there are none."""
        if not self._flow.timeline.is_busy:
            return False
        self._flow.skip()
        return True

    def _acted(self, event: Act) -> bool:
        if event.name != "help":
            self.let_card_go()
        if self._is_skip(event):
            self._flow.skip_to_choice()
            return True
        if event.name in MOVING and self.moves_along():
            return True
        is_used = self._does(event)
        # Whatever else a press does, it moves the show along; holding `faster` does so by itself.
        return (event.name != "faster" and self.moves_along()) or is_used

    def _does(self, event: Act) -> bool:
        """Carry out an action; return whether there is one."""
        if event.name in STEPS:
            self._go(*STEPS[event.name])
        elif event.name == "faster":
            self._flow.is_hasty = True
        elif event.name == "hand":
            self._flow.turn_hand(is_up=True)
        elif event.name.startswith("slot_"):
            self.press_slot(int(event.name.removeprefix("slot_")))
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
        has_taken_over = self._takes_over(event)
        moved = self.moves(event)
        if event.kind == "down" and event.button == 2:
            self.moves_along()
        if moved is not None:
            return moved or has_taken_over
        button = seat.bar.pointed
        pressed = seat.bar.heard(event)
        if pressed is not None and self.moves_along():
            return True
        if pressed == UNDO:
            self._passing.take_back()
            return True
        if pressed is not None:
            self.press(pressed)
            return True
        if seat.bar.pointed != button:
            self._showing.marks()
        unit = seat.queue.heard(event)
        if unit is not None:
            self._showing.look_at(unit)
            self.moves_along()
            return True
        rule = _rule(seat.log.heard(event)) or seat.forecast.heard(event)
        if rule is not None:
            self._look_up(rule)
            self.moves_along()
            return True
        if event.kind == "move":
            self.point(event.at)
            seat.board.highlighted = seat.queue.hovered
        elif (
            event.kind == "down" and event.button == 1 and seat.board.camera.cell(event.at) is None
        ):
            self.moves_along()
        elif event.kind == "up" and self._is_click:
            cell = self.point(event.at)
            if cell is not None and not self.moves_along():
                seat.cursor = None
                self.click(cell)
        return True

    def _takes_over(self, event: Pointer) -> bool:
        """Take the focus from the buttons if the pointer moves; return whether it did."""
        seat = self._seat
        if event.kind != "move" or event.at == self._at or seat.focus != "bar":
            return False
        seat.focus, seat.cursor = "board", None
        self._showing.buttons()
        self._showing.marks()
        return True

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
        elif seat.bar.is_at_undo or (id is None and seat.focus == "bar" and seat.plan.buttons):
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
        """Drop the plan or the chosen button, else go back from the buttons to the board.

        Return whether there was anything to cancel.
        """
        plan = self._seat.plan
        if self._flow.second.drop():
            return True
        if plan.planned is None and plan.chosen is None:
            if self._seat.focus == "board":
                return False
            self.switch()
            return True
        plan.choose(None)
        self._showing.buttons()
        self._showing.marks()
        return True

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
