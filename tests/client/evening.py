"""A whole evening with one input device: from the title to the luck receipt and back."""

from collections.abc import Callable

import msgspec
import pygame

from game.client.battle.bar_buttons import button_id, buttons_of
from game.client.battle.planning import ButtonChoices
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.scene import Scene
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.screen import Screen
from game.client.navigation import WindowNavigation
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.luck_receipt import LuckScene
from game.client.screens.text_prompt import TextPrompt
from game.client.setup.level_choice import LevelChoice
from game.client.title.title_screen import Title
from game.core.cells import Cell
from game.play.opening import Options
from game.play.players import outside
from game.present.question import Choice, Question
from tests.client.conftest import LOOKED, Hand
from tests.client.test_scenes import press

TABLE, DUEL = 1, 2
"""Indices of the title's entries for battles against computer players, and for duels."""
SEED = "5"
MOST_STEPS = 300
"""Maximum number of steps in a first game; none needs nearly as many."""
MOST_PAGES = 4
"""Maximum number of pages of buttons."""
PATIENCE = 60
"""Maximum number of ticks until the next question."""

Choosing = Callable[[BattleScene, Question], Choice]


class Seeded(WindowNavigation):
    """Navigation whose battles all have the same dice."""

    def battle(self, options: Options) -> Scene | None:
        return super().battle(msgspec.structs.replace(options, seed=SEED))


class Evening:
    """An evening by mouse, keyboard or gamepad."""

    entry = DUEL
    """The title's entry that leads to the battle."""
    seats = staticmethod(outside)
    """Function that chooses the players."""
    most_steps = MOST_STEPS

    def __init__(self, app: App, hand: Hand, by: str) -> None:
        self.app, self.hand, self.by = app, hand, by
        self.asked: set[str] = set()
        """Asks answered so far."""
        self.done: set[str] = set()
        """Verbs of the commands given so far."""
        app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
        app.navigation = Seeded(app, self.seats)

    def whole(self, level: str, choosing: Choosing) -> BattleSummary:
        """Go from the title to a battle's summary, the luck receipt, and back to the title."""
        title = Title(self.app)
        self.app.push(title)
        self.hand.tick(LOOKED)
        self._to(title, title.menu[self.entry])
        self._choose(level)
        self._play(choosing)
        summary = self.app.scene
        assert isinstance(summary, BattleSummary)
        self._to(summary, summary.luck)
        luck = self.app.scene
        assert isinstance(luck, LuckScene)
        assert luck.receipt is not None
        self._to(luck, luck.back)
        self._to(summary, summary.title)
        chosen = self.app.scene
        assert isinstance(chosen, LevelChoice)
        self._to(chosen, chosen.back)
        assert self.app.scene is title
        return summary

    # Screens

    def _press(self, *names: str) -> None:
        press(self.hand, self.by, *names)

    def _to(self, scene: Screen, button: Button) -> None:
        """Press a button of a screen."""
        assert self.app.scene is scene
        if self.by == "mouse":
            self.hand.click(button)
        else:
            self._lead(lambda: scene.ring.focused is button)
            self._press("return")
        self.hand.tick(3)

    def _lead(self, is_there: Callable[[], bool]) -> None:
        """Move along the widgets of a screen until `is_there`."""
        for _ in range(40):
            if is_there():
                return
            self._press("tab")
        raise AssertionError("no key leads there")

    def _choose(self, level: str) -> None:
        """Sit down at a level in the list."""
        scene = self.app.scene
        assert isinstance(scene, LevelChoice)
        n = next(n for n, row in enumerate(scene.levels.rows) if row.value == level)
        if self.by == "mouse":
            while not scene.levels.rect.contains(scene.levels.row_rect(n)):
                self.hand.wheel(scene.levels.rect, -1)
            self.hand.click(scene.levels.row_rect(n))
            self._to(scene, scene.play)
            return
        self._lead(lambda: scene.ring.focused is scene.levels)
        while scene.levels.cursor != n:
            self._press("down" if scene.levels.cursor < n else "up")
        self._press("return")

    # Battle

    def _play(self, choosing: Choosing) -> None:
        for _ in range(self.most_steps):
            scene = self._awaited()
            if scene is None:
                return
            question = scene.seat.plan.question
            assert question is not None
            choice = choosing(scene, question)
            self._answer(scene, choice)
            self.asked.add(question.ask)
            self.done.add(choice.verb)
        raise AssertionError("the battle does not end")

    def _awaited(self) -> BattleScene | None:
        """Return the battle at its next question, or None once it is over.

        Read the level's messages on the way.
        """
        for _ in range(PATIENCE):
            scene = self.app.scene
            if isinstance(scene, BattleSummary):
                return None
            assert isinstance(scene, BattleScene)
            if scene.flow.slip.words:
                self._read(scene)
            elif scene.seat.plan.question is not None and not scene.flow.timeline.is_busy:
                return scene
            else:
                self.hand.tick()
        raise AssertionError("nothing is asked")

    def _read(self, scene: BattleScene) -> None:
        if self.by == "mouse":
            self.hand.tick()
            self.hand.click(scene.flow.slip.rect)
        else:
            self._press("return")

    def _answer(self, scene: BattleScene, choice: Choice) -> None:
        """Make a choice, and confirm it if necessary."""
        plan, before = scene.seat.plan, scene.seat.sitting.table.record.count
        deed = next(deed for deed in plan.deeds if choice in deed.choices)
        self._begin(scene, deed, choice)
        for _ in range(3):
            if scene.seat.sitting.table.record.count > before:
                return
            self._again(scene, deed, choice)
        raise AssertionError(f"{choice.text!r} can't be done by {self.by}")

    def _begin(self, scene: BattleScene, deed: ButtonChoices, choice: Choice) -> None:
        plan = scene.seat.plan
        place = self._place(scene, deed, choice)
        if deed is not plan.current:
            self._button(scene, deed)
        if place is not None:
            self._aim(scene, place)

    def _place(self, scene: BattleScene, deed: ButtonChoices, choice: Choice) -> Cell | None:
        """Return the tile of a choice, or None if its button is enough."""
        if deed.is_plain or len(deed.choices) == 1:
            return None
        return next(c for c, found in scene.seat.plan.places(deed).items() if choice in found)

    def _button(self, scene: BattleScene, deed: ButtonChoices) -> None:
        """Press a choice's button."""
        buttons = buttons_of(scene.seat.plan, self.app)
        n = next(n for n, button in enumerate(buttons) if button.id == button_id(deed.key))
        if self.by == "mouse":
            self.hand.click(self._sighted(scene, n))
        elif self.by == "keys" and buttons[n].key:
            self.hand.key(buttons[n].key.lower())
        else:
            self._focus(scene, n)
            self._press("return")

    def _sighted(self, scene: BattleScene, n: int) -> pygame.Rect:
        """Turn to a button's page with the wheel, and return the button's place."""
        for amount in (0, *[1] * MOST_PAGES, *[-1] * MOST_PAGES):
            bar = scene.seat.bar
            if amount:
                self.hand.wheel(next(iter(dict(bar.places()).values())), amount)
            if n in dict(bar.places()):
                return dict(bar.places())[n]
        raise AssertionError("the button is on no page")

    def _focus(self, scene: BattleScene, n: int) -> None:
        """Move to a button, as some buttons have no key."""
        if scene.seat.focus != "bar":
            self._press("tab")
        while scene.seat.button != n:
            self._press("right" if scene.seat.button < n else "left")

    def _aim(self, scene: BattleScene, cell: Cell) -> None:
        """Point at a tile and press."""
        if self.by == "mouse":
            self.hand.click(scene.seat.board.camera.tile_rect(cell))
            return
        if scene.seat.focus != "board":
            self._press("tab")
        while (at := scene.seat.cursor or (0, 0)) != cell:
            if at[0] != cell[0]:
                self._press("right" if at[0] < cell[0] else "left")
            else:
                self._press("down" if at[1] < cell[1] else "up")
        self._press("return")

    def _again(self, scene: BattleScene, deed: ButtonChoices, choice: Choice) -> None:
        """Confirm the planned choice, without free text."""
        asking = self.app.scene
        if isinstance(asking, TextPrompt):
            self._say(asking)
        elif self.by != "mouse":
            self._press("return")
        elif (place := self._place(scene, deed, choice)) is not None:
            self.hand.click(scene.seat.board.camera.tile_rect(place))
        else:
            self._button(scene, deed)

    def _say(self, asking: TextPrompt) -> None:
        if self.by == "mouse":
            self.hand.click(asking.give)
        elif self.by == "keys":
            self.hand.key("return")
        else:
            self.hand.pad("down", "a")
