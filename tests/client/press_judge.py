"""A judge of presses: what each one addresses, and whether the rule of confirmation is kept.

The rule: a command that can be undone is given on the first press of its button or tile. One that
rolls or reveals, or ends a turn in which something is left to do, takes a second press of the same
thing, with nothing in between that changes its meaning. The judge asks the engine, not the window,
which command is which.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from game.client.battle.bar_buttons import button_id, buttons_of, is_end
from game.client.battle.board_input import DRAG
from game.client.battle.scene import BattleScene
from game.client.battle.telling.level_messages import DISMISS
from game.client.battle.turn_flow import Flow
from game.client.kit.inputs import Act, Input, Pointer
from game.client.panels.tooltip_stack import TooltipStack
from game.core.cells import Cell
from game.engine.battle import Battle
from game.present.question import Choice, Question
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, details_of
from game.terms.facts import AnyBasis, FactsBasis, Slot

ENDS = "end", "done"
FREE = "free"
"""Key of the fact that a command costs nothing, so that nobody is reminded of it."""
MOVES = "up", "down", "left", "right", "next", "previous", "next_unit"
"""Actions that move the focus, so that `confirm` means something else afterwards."""


class Given(NamedTuple):
    """A command that was given, with all that the judge needs to know about it."""

    command: Command
    kind: str
    pending: Command | None
    """Command that the same press would have confirmed, or None."""
    aimed: frozenset[Command]
    """Commands that the press addressed."""


def kind_of(battle: Battle, question: Question, command: Command) -> str:
    """Return what a command does as far as its side can know.

    `risk`: it rolls or reveals; `waste`: it ends a turn in which something is left to do;
    `undoable`: it can be undone; `other`: it asks another side, or ends the battle.
    """
    choice = next(one for one in question.choices if one.command == command)
    if choice.verb in ENDS:
        others = (one.command for one in question.choices if one.verb not in ENDS)
        return "waste" if any(_is_costly(battle, one) for one in others) else "plain end"
    twin = battle.view(question.side).clone()
    twin.own = twin.own or question.side
    assert twin.submit(command) is None
    if isinstance(twin.stop, Roll) or twin.wall_of(question.side, as_known=True):
        return "risk"
    is_own = isinstance(twin.stop, Ask) and twin.stop.side == question.side
    return "undoable" if is_own else "other"


def _is_costly(battle: Battle, command: Command) -> bool:
    """Return whether the rulebook says that a command costs anything."""
    level = battle.world.scene.level
    basis: AnyBasis = FactsBasis(level.settings, level.gear, level.terrain)
    facts = battle.book.facts.command(type(command), basis, details_of(command))
    return any(one.slot is Slot.COST and one.key != FREE for one in facts)


def _is_under_message(scene: BattleScene, event: Input) -> bool:
    """Return whether a message takes an input: all but what is pressed elsewhere under a lesson."""
    slip = scene.flow.slip
    if slip.lesson is None:
        return bool(slip.words)
    if isinstance(event, Pointer):
        return slip.rect.collidepoint(event.at)
    return isinstance(event, Act) and event.name in DISMISS


class PressJudge:
    """The judge of a window: it notes each command given, and each breach of the rule."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.given: list[Given] = []
        self.breaches: list[str] = []
        self.kinds: dict[tuple[str, str], int] = {}
        """Number of commands given, by kind and by `first` or `second` press."""
        self._aimed: frozenset[Command] | None = None
        """Commands that the input now handled is about; None when none is handled."""
        self._pending: Command | None = None
        self._is_moved = False
        """Whether the focus has moved since the first press."""
        self._by = self._by_now = ""
        """What planned the pending command, and what is pressed now: `button`, `tile` or ""."""
        self._history: list[str] = []
        self._down: Cell | None = None
        """Tile on which the left mouse button was last pressed, or None after a drag."""
        self._from = 0, 0
        """Point where a mouse button was last pressed."""
        self._is_ordering = False
        """Whether a command that needs a move first is being given, and the move with it."""
        self._is_for_tooltip = False
        """Whether a tooltip used the input, so that nothing else may."""
        heard, give, order = BattleScene.heard, Flow.give, Flow.order
        tipped = TooltipStack.heard

        def judged(scene: BattleScene, event: Input) -> bool:
            return self._judged(scene, event, heard)

        def used_up(tips: TooltipStack, event: Input) -> bool:
            self._is_for_tooltip = tipped(tips, event)
            if self._is_for_tooltip:
                self._aimed = frozenset()
            return self._is_for_tooltip

        def noted(flow: Flow, command: Command) -> None:
            if not self._is_ordering:
                self._note(flow, command)
            give(flow, command)

        def ordered(flow: Flow, choice: Choice) -> None:
            self._note_order(choice)
            self._is_ordering = True
            order(flow, choice)
            self._is_ordering = False

        patch.setattr(TooltipStack, "heard", used_up)
        patch.setattr(Flow, "order", ordered)
        patch.setattr(BattleScene, "heard", judged)
        patch.setattr(Flow, "give", noted)

    def _judged(
        self, scene: BattleScene, event: Input, heard: Callable[[BattleScene, Input], bool]
    ) -> bool:
        seat = scene.seat
        question, planned = seat.plan.question, seat.plan.planned
        if planned is None or planned.command != self._pending:
            self._pending = None
        flow = scene.flow
        is_covered = _is_under_message(scene, event) or flow.is_catching_up or flow.timeline.is_busy
        is_heard = question is not None and not is_covered
        if isinstance(event, Pointer) and event.kind == "down":
            is_used = _is_under_message(scene, event) or flow.is_catching_up
            is_left = event.button == 1 and not is_used
            self._down = seat.board.camera.cell(event.at) if is_left else None
            self._from = event.at
        elif isinstance(event, Pointer) and event.kind == "move":
            far = (abs(now - was) for now, was in zip(event.at, self._from, strict=True))
            self._down = None if max(far) > DRAG else self._down
        self._aimed = self._addressed(scene, event) if is_heard else frozenset()
        self._by_now = self._means(event)
        self._is_for_tooltip = False
        self._history = [*self._history, f"{event}, {planned and planned.command} planned"][-8:]
        try:
            return heard(scene, event)
        finally:
            if self._is_for_tooltip and isinstance(event, Pointer):
                self._down = None
            is_heard = is_heard and not self._is_for_tooltip
            now, presses = seat.plan.planned, is_heard and self._is_press(scene, event)
            if now is not None and seat.plan.question is question and now is not planned:
                is_same = planned is not None and (now.key, now.unit) == (planned.key, planned.unit)
                if is_same and planned is not None and planned.command == self._pending:
                    self._pending = now.command  # the same from another tile
                else:
                    if now.command not in self._aimed:
                        self._breach("planned, but not pressed", now.command)
                    self._pending, self._is_moved = now.command, False
                    self._by = self._by_now
            elif isinstance(event, Act) and event.name in MOVES and not self._is_for_tooltip:
                self._is_moved = True
            elif presses and self._pending not in self._aimed:
                self._pending = None
            elif presses:
                self._by = self._by_now
            self._aimed = None

    def _means(self, event: Input) -> str:
        """Return what an input presses: `button`, `tile`, or "" for a key that confirms either."""
        if isinstance(event, Pointer):
            return "button" if event.kind == "down" else "tile"
        is_own = isinstance(event, Act) and (event.name.startswith("slot_") or event.name in ENDS)
        return "button" if is_own else ""

    def _is_press(self, scene: BattleScene, event: Input) -> bool:
        """Return whether an input presses a button or a tile."""
        if isinstance(event, Act):
            return bool(self._aimed) or self._is_slot(scene, event.name)
        if not isinstance(event, Pointer) or event.button != 1:
            return False
        bar = any(rect.collidepoint(event.at) for _, rect in scene.seat.bar.places())
        return bar if event.kind == "down" else event.kind == "up" and bool(self._aimed)

    def _is_slot(self, scene: BattleScene, name: str) -> bool:
        """Return whether an action presses a button, available or not."""
        buttons = buttons_of(scene.seat.plan, scene.app)
        places = [f"slot_{n}" for n, one in enumerate(buttons, 1) if not is_end(one)]
        return name in places

    # Addressed

    def _addressed(self, scene: BattleScene, event: Input) -> frozenset[Command]:
        """Return all commands of the button or tile that an input presses."""
        seat = scene.seat
        if isinstance(event, Pointer):
            return frozenset(one.command for one in self._pointed(scene, event))
        if not isinstance(event, Act):
            return frozenset()
        question = seat.plan.question
        assert question is not None
        if event.name == "end":
            return frozenset(one.command for one in question.choices if one.verb in ENDS)
        if event.name.startswith("slot_"):
            return self._button(scene, int(event.name.removeprefix("slot_")) - 1)
        if event.name != "confirm":
            return frozenset()
        kept = None if self._is_moved else self._pending
        pending = frozenset[Command]() if kept is None else frozenset({kept})
        buttons = buttons_of(seat.plan, scene.app)
        under = next((n for n, one in enumerate(buttons) if one.id == seat.bar.pointed), None)
        if under is None and seat.focus == "bar":
            under = seat.button
        if under is not None:
            return self._button(scene, under) | pending
        at = seat.cursor if seat.hovered is None else seat.hovered
        return frozenset(one.command for one in self._on(scene, at)) | pending

    def _pointed(self, scene: BattleScene, event: Pointer) -> Iterable[Choice]:
        seat = scene.seat
        question = seat.plan.question
        assert question is not None
        cell = seat.board.camera.cell(event.at)
        if event.kind == "down" and event.button == 1:
            places = seat.bar.places()
            n = next((n for n, rect in places if rect.collidepoint(event.at)), None)
            ids = {self._id(scene, n)} if n is not None else set()
            return [one for one in question.choices if button_id(one.key) in ids]
        if event.kind == "up" and event.button == 1:
            return self._on(scene, cell if self._down is not None else None)
        return ()

    def _id(self, scene: BattleScene, n: int) -> str:
        buttons = buttons_of(scene.seat.plan, scene.app)
        return buttons[n].id if 0 <= n < len(buttons) else ""

    def _button(self, scene: BattleScene, n: int) -> frozenset[Command]:
        id, question = self._id(scene, n), scene.seat.plan.question
        assert question is not None
        return frozenset(one.command for one in question.choices if button_id(one.key) == id)

    def _on(self, scene: BattleScene, cell: Cell | None) -> list[Choice]:
        """Return the choices on a tile."""
        plan = scene.seat.plan
        if cell is None:
            return []
        found = [one for deed in plan.deeds for one in plan.places(deed).get(cell, ())]
        token = scene.seat.board.token_at(cell)
        acting = [deed for deed in plan.deeds if token and len(deed.choices) == 1]
        found += [one for deed in acting for one in deed.choices if token and one.who == token.id]
        approaching, planned = scene.hands.approaching, plan.planned
        order = approaching.now(cell)
        is_plan = approaching.at(cell) is not None or approaching.is_aim(cell)
        found += [one for one in (order, planned if is_plan else None) if one is not None]
        return found

    # Given

    def _note(self, flow: Flow, command: Command) -> None:
        seat = flow._seat
        question = seat.plan.question
        if self._aimed is None or question is None or not seat.is_asked:
            return  # by a menu, which asks for itself
        if all(one.command != command for one in question.choices):
            return
        kind = kind_of(seat.sitting.table.battle, question, command)
        pending = self._pending
        self.given.append(Given(command, kind, pending, self._aimed))
        times = "second" if pending == command else "first"
        self.kinds[kind, times] = self.kinds.get((kind, times), 0) + 1
        if command not in self._aimed:
            self._breach("given, but not pressed", command)
        is_second = kind in ("risk", "other") or (kind == "waste" and self._warns(flow))
        needs = "second" if is_second else "first"
        if times != needs:
            self._breach(f"given on the {times} press ({kind})", command)
        if times == "second" and {self._by, self._by_now} == {"button", "tile"}:
            self._breach(f"planned by its {self._by}, given by its {self._by_now}", command)
        self._pending = None

    def _note_order(self, choice: Choice) -> None:
        """Note a command that needs a move first: it is always planned before."""
        if self._aimed is None:
            return
        times = "second" if self._pending == choice.command else "first"
        self.kinds["order", times] = self.kinds.get(("order", times), 0) + 1
        if choice.command not in self._aimed:
            self._breach("given, but not pressed", choice.command)
        if times == "first":
            self._breach("given on the first press (order)", choice.command)
        self._pending = None

    def _warns(self, flow: Flow) -> bool:
        return flow._seat.app.settings.warn_end

    def _breach(self, what: str, command: Command) -> None:
        self.breaches.append("\n  ".join((f"{command}: {what}", *self._history)))
