"""The longest frames of the level editor while a map of 60×40 tiles is painted.

The script drags the brush, draws a line and a rectangle, fills a patch, takes everything back and
does it again, with the whole map in view and close up.
"""

import gc
import json
import time
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from tempfile import TemporaryDirectory

import pygame

from game.client.bench_window import FRAME, LARGE, MIDDLE, window
from game.client.board.camera import Camera
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.kit.raster_worker import RasterWorker
from game.client.kit.tick_time import collect_briefly
from game.core.cells import Cell
from game.play.books import Books
from game.workshop.bench.large_levels import BOOK, host
from game.workshop.bench.measuring import QUICK, Bench, Noted, NotMeasured
from game.workshop.bench.start_rows import process

WIDE, HIGH = 60, 40
"""Tiles of the map."""
GROUNDS = "mud", "grass", "water"
"""Grounds that are painted in turn."""
STEP = 2
"""Tiles that the pointer moves in a frame."""
OPENING, SETTLING = 60, 20
"""Frames until the editor is open, and frames after each stroke."""
THINKING = 0.002
"""Seconds between frames, in which other threads work."""


class Painting:
    """The hand that paints in one editor, and the milliseconds that each frame took."""

    def __init__(self, app: App, scene: EditorScene) -> None:
        self._app, self._scene = app, scene
        self.frames: list[tuple[float, str]] = []

    def play(self, rounds: int) -> None:
        """Paint with the whole map in view, then closer up in each round."""
        self._app.draw()
        self._tick("opening", OPENING)
        self.frames.clear()
        for _ in range(rounds):
            self._strokes()
            self._camera.zoom(2)
            self._scene.desk.changed()
            self._tick("zooming", SETTLING)

    def _strokes(self) -> None:
        left, right, top, bottom = self._camera.seen()
        one, other = (left + 1, top + 1), (right - 1, bottom - 1)
        self._drag("brush", (left + 1, (top + bottom) // 2), (right - 1, (top + bottom) // 2))
        self._drag("line", one, other)
        self._drag("rectangle", one, other)
        self._drag("fill", one, one)
        for name in ("undo", "redo"):
            for _ in range(4):
                button = self._scene.undo if name == "undo" else self._scene.redo
                self._measured(button.press, name)
                self._tick(name, SETTLING)

    @property
    def _camera(self) -> Camera:
        view = self._scene.board.view
        assert view is not None
        return view.camera

    def _drag(self, tool: str, start: Cell, end: Cell) -> None:
        """Drag a tool from one tile to another, a few tiles in each frame."""
        ground = GROUNDS[len(self.frames) % len(GROUNDS)]
        ware = self._scene.desk.editing.palette.ware("ground", ground)
        assert ware is not None
        self._scene.desk.use(tool)
        self._scene.desk.take(ware)
        steps = max(1, max(abs(end[0] - start[0]), abs(end[1] - start[1])) // STEP)
        self._point(pygame.MOUSEMOTION, start)
        self._tick(tool)
        self._point(pygame.MOUSEBUTTONDOWN, start)
        self._tick(tool)
        for n in range(1, steps + 1):
            cell = tuple(a + (b - a) * n // steps for a, b in zip(start, end, strict=True))
            self._point(pygame.MOUSEMOTION, (cell[0], cell[1]))
            self._tick(tool)
        self._point(pygame.MOUSEBUTTONUP, end)
        self._tick(f"end of {tool}")
        self._tick(f"after {tool}", SETTLING)

    def _point(self, kind: int, cell: Cell) -> None:
        at = self._camera.tile_rect(cell).center
        pygame.event.post(pygame.event.Event(kind, pos=at, button=1, rel=(0, 0), buttons=(0, 0, 0)))

    def _tick(self, act: str, count: int = 1) -> None:
        for _ in range(count):
            self._measured(self._pass, act)

    def _pass(self) -> None:
        if self._app.tick(FRAME):
            self._app.draw()

    def _measured(self, work: Callable[[], object], act: str) -> None:
        begun = time.thread_time()
        work()
        self.frames.append((1000 * (time.thread_time() - begun), act))
        time.sleep(THINKING)


# Measurements

ALONE = """
from game.client.bench_editor import painted
from game.rules.registry import find_books
painted(find_books().books, {size}, {rounds})
"""
SIZES: Mapping[str, tuple[int, int]] = {"paint-720": MIDDLE, "paint-1080": LARGE}


def painted(books: Books, size: tuple[int, int], rounds: int) -> None:
    """Paint in the program's manner; print the worst frame as JSON."""
    collect_briefly()
    with window(books, size, speed=1.0) as app:
        app.art.worker, app.time.is_limited = RasterWorker(), True
        path = app.folder / "bench.toml"
        path.write_text(host(WIDE, HIGH), encoding="utf-8")
        scene = app.navigation.editor(str(path))
        assert isinstance(scene, EditorScene)
        app.push(scene)
        hand = Painting(app, scene)
        gc.collect()
        hand.play(rounds)
    worst, act = max(hand.frames)
    print(json.dumps([worst, f"{act}, of {len(hand.frames)} frames"]))


@lru_cache(maxsize=len(SIZES))
def _painted_alone(id: str, rounds: int) -> Noted:
    """Paint in a process of its own."""
    with TemporaryDirectory() as cache:
        said = process(cache, "-c", ALONE.format(size=SIZES[id], rounds=rounds))
    return Noted(*json.loads(said.strip().splitlines()[-1]))


def _worst(bench: Bench, id: str) -> Noted:
    if BOOK not in bench.books:
        raise NotMeasured(f"the rulebook {BOOK} isn't there")
    return _painted_alone(id, 3 if bench.effort.repeats > QUICK.repeats else 1)


FIGURES: Mapping[str, Callable[[Bench], float | Noted]] = {
    id: partial(_worst, id=id) for id in SIZES
}
"""Functions that measure, by the ids of their rows in the bench."""
