"""Random input at a window: keys, mouse and gamepad, as by somebody who presses anything."""

from collections.abc import Callable
from random import Random

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.key_bindings import BINDINGS, PAD
from game.client.screens.battle_summary import BattleSummary
from game.core.cells import Cell
from tests.client.conftest import Hand

RARE = "help", "lens", "full_screen", "copy", "cancel", "log", "skip"
"""Actions that leave the battle screen or change nothing there."""
OFTEN = *(2 * ("confirm", "end", "next_unit")), *(f"slot_{n}" for n in range(1, 7))
"""Actions that are more frequent than others, because they give commands."""
PADS = tuple(name.removeprefix("pad ") for keys in PAD.values() for name in keys)
AGAIN = 0.5
"""Chance of the same input once more, as for a second press."""
READ = 0.5
"""Chance of Enter while a message or another screen covers the battle."""
ASIDE = 8
"""Maximum number of inputs in a row while another screen covers the battle."""


class Masher:
    """Random inputs at one window after another battle."""

    def __init__(self, app: App, rng: Random, opened: Callable[[], BattleScene]) -> None:
        self.app, self.rng, self._opened = app, rng, opened
        self.hand = Hand(app)
        self._last: Callable[[], object] = self.hand.tick
        self._aside = self.battles = 0

    def mash(self, count: int) -> None:
        """Make `count` inputs."""
        for _ in range(count):
            scene = self._battle()
            is_read = self.app.scene is not scene or bool(scene.flow.slip.words)
            if self.rng.random() >= AGAIN:
                self._last = self._input(scene)
            if is_read and self.rng.random() < READ:
                self._last = lambda: self.hand.key("return")
            self._last()

    def _battle(self) -> BattleScene:
        """Return the battle, a new one after its end; leave other screens after some inputs."""
        scene = self.app.scene
        self._aside = 0 if isinstance(scene, BattleScene) else self._aside + 1
        is_over = isinstance(scene, BattleSummary)
        if self._aside > ASIDE and not is_over:
            self.app.pop()
            self._aside = 0
        found = [one for one in self.app._scenes if isinstance(one, BattleScene)]
        if is_over or not found:
            while self.app.scene is not None:
                self.app.pop()
            self.app.is_running, self.app.keeps_battles = True, False
            found = [self._opened()]
            self.battles += 1
            self.app.push(found[-1])
        return found[-1]

    def _input(self, scene: BattleScene) -> Callable[[], object]:
        """Return a random input."""
        hand, rng = self.hand, self.rng
        what = rng.random()
        if what < 0.3:
            names = [name for name in BINDINGS if name not in RARE or rng.random() < 0.05]
            names += OFTEN
            key = rng.choice(BINDINGS[rng.choice(names)])
            return lambda: hand.key(key)
        if what < 0.5:
            pad = rng.choice(PADS)
            return lambda: hand.pad(pad)
        if what < 0.55:
            seconds = rng.choice((0.02, 0.1, 0.5))
            return lambda: hand.tick(seconds=seconds)
        at, button = self._point(scene), rng.choice((1, 1, 1, 1, 1, 2, 3))
        if what < 0.6:
            amount = rng.choice((-2, -1, 1, 2))
            return lambda: hand.wheel(at, amount)
        if what < 0.65:
            other = self._point(scene)
            return lambda: hand.drag(at, other)
        if what < 0.7:
            return lambda: hand.move(at)
        if what < 0.75:
            return rng.choice((hand.down, hand.up))
        return lambda: hand.click(at, button)

    def _point(self, scene: BattleScene) -> tuple[int, int]:
        """Return a random point: of a button, of a tile that can be chosen, or any."""
        rng, seat = self.rng, scene.seat
        what, plan = rng.random(), seat.plan
        places = seat.bar.places()
        if what < 0.35 and places:
            return rng.choice(places)[1].center
        cells: list[Cell] = 2 * [*plan.places()]
        cells += [cell for deed in plan.deeds if not deed.is_walk for cell in plan.places(deed)]
        cells += [token.at for token in seat.picture.tokens if token.at is not None]
        if what < 0.9 and cells:
            return seat.board.camera.tile_rect(rng.choice(cells)).center
        width, height = self.app.size
        return rng.randrange(width), rng.randrange(height)
