"""The longest ticks of the window over a fixed script, in milliseconds of CPU time.

The script is played in one level of each rulebook: point at foes, tiles and buttons, show threats,
zoom, move, undo, attack, end the turn, and rest the pointer on a foe while foes act.
"""

import gc
import json
import time
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pygame

from game.client.battle.scene import BattleScene
from game.client.bench_window import FRAME, LARGE, MIDDLE, SEED, window
from game.client.kit.app import App
from game.client.kit.raster_worker import RasterWorker
from game.client.kit.tick_time import collect_briefly
from game.client.kit.widgets.dialog import Dialog
from game.client.navigation import battle_of
from game.core.cells import Cell
from game.core.random_streams import Stream
from game.play.books import Books
from game.play.opening import Options
from game.play.players import played
from game.present.question import Choice
from game.workshop.bench.measuring import QUICK, Bench, Noted, NotMeasured
from game.workshop.bench.start_rows import process

LEVELS = "bridge", "toll_bar", "bell_yard", "under_bridge", "masked_ball"
"""The levels of the script, one of each rulebook."""
TILES = 8
"""Number of tiles to point at for each question."""
RESTS = 3
"""Number of ticks for which the pointer rests wherever it stops."""
MOST_TICKS = 12_000
"""Maximum number of ticks in a level, for battles in which the player is rarely asked."""
MOST_WAIT = 3000
"""Maximum number of ticks until the next question."""
THINKING = 0.002
"""Seconds between ticks, in which other threads and processes work."""
SHARE = 0.999
"""Share of ticks whose longest time is the second number."""


class Tick(NamedTuple):
    """One tick with its frame: its milliseconds, and what was done in it."""

    took: float
    act: str
    level: str


class ScriptedHands:
    """The hands that play the script in one battle."""

    def __init__(self, app: App, scene: BattleScene, level: str) -> None:
        self._app, self._scene, self._level = app, scene, level
        self._choices = Stream(int(SEED), f"bench ticks {level}")
        self.ticks: list[Tick] = []

    def play(self, questions: int) -> None:
        """Play up to the player's question with this number, or to the end of the battle."""
        self._wait("opening")
        for _ in range(questions):
            if not self._is_asked:
                return
            self._look()
            self._zoom()
            self._move()
            self._act()
            self._end()

    # Ticks

    def _tick(self, act: str, count: int = 1) -> None:
        for _ in range(count):
            self._measured(self._pass, act)

    def _pass(self) -> None:
        if self._app.tick(FRAME):
            self._app.draw()

    def _measured(self, work: Callable[[], object], act: str) -> None:
        begun = time.thread_time()
        work()
        took = 1000 * (time.thread_time() - begun)
        self.ticks.append(Tick(took, act, self._level))
        time.sleep(THINKING)

    @property
    def _is_going_on(self) -> bool:
        return self._app.scene is self._scene and len(self.ticks) < MOST_TICKS

    @property
    def _is_asked(self) -> bool:
        """Return whether the player is asked something and may answer."""
        return self._is_going_on and self._scene.seat.plan.question is not None

    def _wait(self, act: str) -> None:
        """Let time pass until the player is asked; close the level's messages."""
        for _ in range(MOST_WAIT):
            if not self._is_going_on or (self._is_asked and self._scene.is_idle):
                break
            if self._scene.flow.slip.words:
                self._key("return", "closing a message")
            self._tick(act)

    # Input

    def _post(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))

    def _key(self, name: str, act: str) -> None:
        code = pygame.key.key_code(name)
        self._post(pygame.KEYDOWN, key=code, mod=0, unicode="")
        self._post(pygame.KEYUP, key=code, mod=0)
        self._tick(act, RESTS)

    def _point(self, at: tuple[int, int], act: str) -> None:
        self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        self._tick(act, RESTS)

    def _click(self, at: tuple[int, int], act: str) -> None:
        self._point(at, act)
        self._post(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        self._post(pygame.MOUSEBUTTONUP, pos=at, button=1)
        self._tick(act, RESTS)

    def _place(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a tile in the window; it may be out of sight."""
        camera = self._scene.seat.board.camera
        at = camera.tile_rect(cell).center
        return at if camera.rect.collidepoint(at) else camera.rect.center

    # The script

    def _foes(self) -> list[Cell]:
        seat = self._scene.seat
        tokens = [token for token in seat.picture.tokens if token.at is not None]
        return [token.at for token in tokens if token.at and not seat.is_mine(token.side)]

    def _look(self) -> None:
        """Point at foes, tiles and buttons, and show threats."""
        seat = self._scene.seat
        for cell in self._foes():
            self._point(self._place(cell), "pointing at a foe")
        places = sorted(seat.plan.places())
        for _ in range(min(TILES, len(places))):
            cell = places[self._choices.pick(len(places))]
            self._point(self._place(cell), "pointing at a tile")
        for _, rect in seat.bar.places():
            self._point(rect.center, "pointing at a button")
        for _ in range(2):
            self._key("t", "showing threats")

    def _zoom(self) -> None:
        for name in ("=", "-"):
            self._key(name, "zooming")

    def _move(self) -> None:
        """Click a tile, and undo it if possible."""
        choice = self._some({"move", "walk"})
        if choice is None or not self._is_asked:
            return
        self._give(choice, "clicking a tile")
        self._key("backspace", "undo")
        self._wait("undo")

    def _act(self) -> None:
        """Give any command but the end of the turn."""
        choice = self._some(set())
        if choice is not None and self._is_asked:
            self._give(choice, "giving a command")

    def _some(self, verbs: set[str]) -> Choice | None:
        """Return a choice with one of the verbs, or with any if there are none."""
        question = self._scene.seat.plan.question
        if question is None:
            return None
        found = [
            choice
            for choice in question.choices
            if (choice.verb in verbs if verbs else choice.verb not in ("concede", "end", "draw"))
        ]
        return found[self._choices.pick(len(found))] if found else None

    def _give(self, choice: Choice, act: str) -> None:
        """Give a choice by clicks on its tile if there is one, else directly."""
        plan = self._scene.seat.plan
        cell = next((c for c, many in plan.places().items() if choice in many), None)
        for _ in range(2):
            if cell is None or plan.question is None:
                break
            self._click(self._place(cell), act)
        if plan.question is not None and choice in plan.question.choices:
            self._scene.hands.take(choice)
            if self._is_asked and plan.planned == choice:
                self._scene.hands.take(choice)
        self._wait(act)

    def _end(self) -> None:
        """End the turn, and rest the pointer on a foe while foes act."""
        for _ in range(2):
            if self._is_asked:
                self._key("e", "ending a turn")
            if isinstance(self._app.scene, Dialog):  # nothing was done in this turn
                self._click(self._app.scene.buttons[0].rect.center, "ending a turn")
        foes = self._foes()
        if foes and self._is_going_on:
            self._point(self._place(foes[0]), "pointing at a foe")
        self._wait("foes' turns")


class Longest(NamedTuple):
    """The summary of many ticks."""

    worst: float
    most: float
    """The milliseconds that `SHARE` of the ticks don't exceed."""
    note: str
    """What was done in the worst tick."""


def longest(ticks: list[Tick]) -> Longest:
    """Return the longest ticks of a script."""
    in_order = sorted(ticks)
    worst = in_order[-1]
    most = in_order[min(len(ticks) - 1, int(SHARE * len(ticks)))]
    return Longest(worst.took, most.took, f"{worst.act} in {worst.level}, of {len(ticks)} ticks")


def played_script(
    books: Books, size: tuple[int, int], is_calm: bool, levels: tuple[str, ...], questions: int
) -> list[Tick]:
    """Play the script in levels whose rulebooks are there; return all ticks."""
    found: list[Tick] = []
    for level in levels:
        with window(books, size, is_calm, speed=0.0 if is_calm else 1.0) as app:
            app.art.worker, app.time.is_limited = RasterWorker(), True
            scene = battle_of(app, Options(level=level, seed=SEED), played)
            if scene is None:
                continue
            app.push(scene)
            script = ScriptedHands(app, scene, level)
            gc.collect()
            script.play(questions)
            found += script.ticks
    return found


def ticked(books: Books, size: tuple[int, int], is_calm: bool, levels: int, questions: int) -> None:
    """Play the script in the program's manner; print the summary as JSON."""
    collect_briefly()
    ticks = played_script(books, size, is_calm, LEVELS[:levels], questions)
    print(json.dumps(longest(ticks) if ticks else None))


# Measurements

ALONE = """
from game.client.bench_ticks import ticked
from game.rules.registry import find_books
ticked(find_books().books, {size}, {is_calm}, {levels}, {questions})
"""
FULLY, BRIEFLY = (len(LEVELS), 5), (1, 1)
"""Numbers of levels, and of questions in each, with full and with little effort."""
SCRIPTS: Mapping[str, tuple[tuple[int, int], bool]] = {
    "tick-720": (MIDDLE, False),
    "tick-720-calm": (MIDDLE, True),
    "tick-1080": (LARGE, False),
    "tick-1080-calm": (LARGE, True),
}
"""Window size and reduced motion of each script."""


@lru_cache(maxsize=len(SCRIPTS))
def _played_alone(id: str, levels: int, questions: int) -> Longest:
    """Play a script in its own process, once for both of its rows."""
    size, is_calm = SCRIPTS[id]
    text = ALONE.format(size=size, is_calm=is_calm, levels=levels, questions=questions)
    with TemporaryDirectory() as cache:
        said = process(cache, "-c", text)
    found = json.loads(said.strip().splitlines()[-1])
    if found is None:
        raise NotMeasured("no battle can be opened")
    return Longest(*found)


def _worst(bench: Bench, id: str) -> Noted:
    found = _longest(bench, id)
    return Noted(found.worst, found.note)


def _most(bench: Bench, id: str) -> float:
    return _longest(bench, id).most


def _longest(bench: Bench, id: str) -> Longest:
    if not bench.books:
        raise NotMeasured("there are no rulebooks")
    return _played_alone(id, *(FULLY if bench.effort.repeats > QUICK.repeats else BRIEFLY))


FIGURES: Mapping[str, Callable[[Bench], float | Noted]] = {
    f"{id}-{ending}": partial(measure, id=id)
    for id in SCRIPTS
    for ending, measure in (("worst", _worst), ("most", _most))
}
"""Functions that measure, by the ids of their rows in the bench."""
