"""Measurements of the window for `five-tables bench`, without a display.

Measurements that already loaded modules would distort run in their own processes.
"""

import os
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from pathlib import Path
from statistics import quantiles
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, thread_time

import pygame

from game.client import bench_editor, bench_ticks, bench_turns
from game.client.battle.scene import BattleScene
from game.client.bench_window import FRAME, LARGE, MIDDLE, SEED, battle, settle, window
from game.client.board.overlays import BoardMarks, Danger
from game.client.board.threat_marks import TileThreat
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.title.title_screen import Title
from game.core.random_streams import Stream
from game.play.battle_start import opened_battle
from game.play.books import Books
from game.play.opening import Options
from game.play.players import outside
from game.record.data_folders import RUNNING
from game.terms.commands import Concede
from game.workshop.bench.action_rows import many_options, text_of
from game.workshop.bench.battle_rows import resident
from game.workshop.bench.growth_rows import Size, drawing, grown, shortest
from game.workshop.bench.large_levels import BOOK, HIGH, UNITS, WIDE, host
from game.workshop.bench.measuring import Bench, Noted, NotMeasured, Task, ratio
from game.workshop.bench.start_rows import process

START = """
import os, pygame
flip = pygame.display.flip
def first():
    flip()
    os._exit(0)
pygame.display.flip = first
from game.cli.main import main
main(["--data-dir", {folder!r}])
"""
BARE = """
import os, pygame
pygame.init()
pygame.display.set_mode((1280, 720), pygame.RESIZABLE).fill((60, 40, 30))
pygame.display.flip()
os._exit(0)
"""
"""Programs that exit after their first frame: `START` is the game, `BARE` plain pygame."""

STEPS = """
import os
from time import thread_time
from game.client.kit.app import App
tick, draw, begun, steps = App.tick, App.draw, [], []
def ticked(app, seconds):
    begun.append(thread_time())
    is_due = tick(app, seconds)
    return is_due or note(app)
def drawn(app):
    draw(app)
    note(app)
def note(app):
    steps.append(thread_time() - begun[-1])
    if app.scene.is_idle:
        from game.workshop.bench.measuring import REACH, best
        print(max(steps[1:]) / best(REACH, 900), flush=True)
        os._exit(0)
App.tick, App.draw = ticked, drawn
from game.cli.main import main
main(["--data-dir", {folder!r}])
"""
"""Program that prints the longest CPU time of a tick with its frame, relative to the yardstick,
from the first frame until the title has read all levels."""

ALONE = """
from game.client import bench_rows
from game.rules.registry import find_books
bench_rows.{what}(find_books().books, {amount})
"""

LONG, COMMANDS = "under_the_mill", 1000
"""Level of the long battle to resume, and the number of its commands."""
OPTIONS = 1000
"""Minimum number of options of a large question."""
VAST = 200
SPRITE = 64
STEP = 13
"""Pixels per frame by which a map is panned."""
IDLE_SECONDS = 2.0
"""Seconds for which frames are counted while nothing changes."""
WARM = 5
"""Number of frames that aren't counted."""


# Battles to draw


def _covered(scene: BattleScene) -> None:
    """Put marks of every kind on the board."""
    tokens = [token for token in scene.seat.picture.tokens if token.at is not None]
    cells = frozenset((x, y) for x in range(WIDE) for y in range(HIGH))
    path = tuple((x, 4) for x in range(2, 9))
    feet = [token.at for token in tokens if token.at is not None]
    scene.seat.board.marks = BoardMarks(
        reach=frozenset(cell for cell in cells if abs(cell[0] - 9) + abs(cell[1] - 6) < 9),
        path=path,
        start=path[0],
        targets=frozenset(feet[:6]),
        aim=(feet[0], feet[-1]),
        dangers=(Danger(path[3], "38 %"),),
        threats={cell: TileThreat(2, 5.5) for cell in cells if cell[0] > 12},
        cursor=path[-1],
        covers=((feet[0], "half"),),
    )


def _log(scene: BattleScene) -> None:
    """Fill the log with the events so far, repeated up to 200 lines."""
    told = scene.seat.sitting.told(None)
    scene.seat.log.show((told * (200 // max(1, len(told)) + 1))[:200])


# Measurements


def _start(bench: Bench, driver: str) -> float:
    with TemporaryDirectory() as folder:
        start = START.format(folder=str(Path(folder) / "data"))
        cache = str(Path(folder) / "cache")

        def run(text: str) -> Task:
            return Task(
                lambda: process(cache, "-c", text, SDL_VIDEODRIVER=driver, SDL_AUDIODRIVER="dummy")
            )

        return ratio(run(start), run(BARE), bench.effort.processes, 0)


def _start_unseen(bench: Bench) -> float:
    return _start(bench, "dummy")


def _start_seen(bench: Bench) -> float:
    if not os.environ.get("DISPLAY"):
        raise NotMeasured("there is no X display")
    try:
        return _start(bench, "x11")
    except CalledProcessError as fault:
        raise NotMeasured("no window opens on the X display that DISPLAY names") from fault


def _steps(bench: Bench) -> float:
    """Return the title's longest step after its first frame, as the best of several starts."""
    with TemporaryDirectory() as folder:
        text = STEPS.format(folder=str(Path(folder) / "data"))
        cache = str(Path(folder) / "cache")
        unseen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        said = [process(cache, "-c", text, **unseen) for _ in range(bench.effort.processes + 1)]
    return min(float(one.split()[-1]) for one in said)


def _frame(bench: Bench) -> float:
    bench.book(BOOK)
    with window(bench.books, LARGE) as app:
        scene = battle(app, host(WIDE, HIGH))
        _covered(scene)
        _log(scene)
        return bench.beside(Task(app.draw), Task(_blits(app)))


def _frame_of(bench: Bench, size: Size) -> float:
    """Return the time of a frame in a battle of a size."""
    with window(bench.books, MIDDLE) as app:
        battle(app, text_of(drawing(size)))
        return shortest(bench, Task(app.draw))


def _blits(app: App) -> Callable[[], None]:
    """Return a function that draws a full-screen surface and one sprite for each unit."""
    back = pygame.Surface(LARGE).convert()
    back.fill((90, 70, 50))
    sprite = app.art.image("pieces/hero", (SPRITE, SPRITE))
    places = [(n % 8 * 200, n // 8 * 180) for n in range(UNITS)]

    def blit() -> None:
        app.window.blit(back, (0, 0))
        for at in places:
            app.window.blit(sprite, at)
        pygame.display.flip()

    return blit


def _still(bench: Bench) -> float:
    """Return the frames per second while nothing changes, with reduced motion on the title."""
    bench.book(BOOK)
    drawn = 0
    with window(bench.books, MIDDLE, is_calm=True) as app:
        app.push(Title(app))
        settle(app)
        drawn += _drawn(app)
        battle(app, host(WIDE, HIGH))
        drawn += _drawn(app)
    return drawn / (2 * IDLE_SECONDS)


def _drawn(app: App) -> int:
    """Return the number of frames that are due in `IDLE_SECONDS`."""
    return sum(app.tick(FRAME) for _ in range(round(IDLE_SECONDS / FRAME)))


def _refresh(bench: Bench) -> float:
    """Measure the window's work when a question comes, apart from listing the legal commands."""
    text = many_options(bench)
    with window(bench.books, MIDDLE) as app:
        scene = battle(app, text)
        question = scene.seat.plan.question
        if question is None or len(question.choices) < OPTIONS:
            raise NotMeasured("the question has too few options")
        return bench.beside(Task(scene.flow.refresh))


def _continue(bench: Bench) -> float:
    """Return the time to resume a long battle and draw its board, relative to a new battle."""
    with window(bench.books, MIDDLE) as app:
        text = long_record(bench)
        path = app.folder / RUNNING / "bench.jsonl"
        path.parent.mkdir()

        def put() -> None:
            """Leave the battle, and put its record back, because resuming replaces the file."""
            while app.scene is not None:
                app.pop()
            shutil.rmtree(path.parent)
            path.parent.mkdir()
            path.write_bytes(text)

        resumed, new = Options(level=str(path)), Options(level=LONG, seed=SEED)
        return bench.beside(Task(lambda: _shown(app, resumed), put), Task(lambda: _shown(app, new)))


def _shown(app: App, options: Options) -> None:
    """Open a battle and draw its board."""
    scene = battle_of(app, options, outside)
    if scene is None:
        raise NotMeasured(app.notices.all[-1])
    app.push(scene)
    app.draw()


def long_record(bench: Bench) -> bytes:
    """Return the record of a battle after `COMMANDS` random commands, as left by a crash."""
    options, choices = Options(level=LONG, seed=SEED), Stream(int(SEED), "bench choices")
    with opened_battle(options, bench.books, None, Path(), lambda _: None) as table:
        while table.record.count < COMMANDS:
            while table.step():
                pass
            if table.battle.outcome is not None:
                raise NotMeasured("the battle ends too early")
            legal = [one for one in table.battle.legal() if not isinstance(one, Concede)]
            table.submit(legal[choices.pick(len(legal))])
        while table.step():
            pass
        *lines, _ = table.saved().splitlines(keepends=True)  # a save ends with a checkpoint
        return b"".join(lines)


def _pan(bench: Bench) -> float:
    bench.book(BOOK)
    raise NotMeasured(f"a note: {_alone('panned', 300 if bench.effort.repeats > 5 else 80)}")


def _idle(bench: Bench) -> float:
    bench.book(BOOK)
    raise NotMeasured(f"a note: {_alone('idled', 4 if bench.effort.repeats > 5 else 1)}")


def _alone(what: str, amount: int) -> str:
    """Run a function below in its own process; return the last line that it prints."""
    with TemporaryDirectory() as cache:
        said = process(cache, "-c", ALONE.format(what=what, amount=amount))
    return said.strip().splitlines()[-1]


def panned(books: Books, pictures: int) -> None:
    """Pan a vast map back and forth; print the time that frames take and the memory used."""
    with window(books, MIDDLE) as app:
        app.push(Title(app))
        settle(app)
        before = resident()
        scene = battle(app, host(VAST, VAST))
        scene.seat.board.camera.zoom(1)
        app.draw()
        times = []
        for n in range(pictures):
            way = STEP if n // 150 % 2 else -STEP
            begun = thread_time()
            scene.seat.board.camera.pan(way, way / 2)
            app.tick(FRAME)
            app.draw()
            times.append(1000 * (thread_time() - begun))
        grown = (resident() - before) * os.sysconf("SC_PAGE_SIZE") / 1e6
    late = quantiles(times, n=100)[98] if len(times) > 1 else inf
    print(f"99 of 100 frames in {late:.1f} ms, {grown:.0f} MB over the empty window")


def idled(books: Books, seconds: int) -> None:
    """Leave the title and a battle idle; print the share of a core that each uses."""
    shares = []
    for text in (None, host(WIDE, HIGH)):
        with window(books, MIDDLE) as app:
            app.push(Title(app))
            if text is not None:
                battle(app, text)
                settle(app)
            for _ in range(WARM):
                app.tick(FRAME)
                app.draw()
            shares.append(_share(app, seconds))
    print(f"{shares[0]:.1%} and {shares[1]:.1%} of a core")


def _share(app: App, seconds: int) -> float:
    """Return the share of a core that the window uses over a number of seconds."""
    shares: list[float] = []

    def note() -> None:
        shares.append((process_time() - used) / (perf_counter() - begun))

    pygame.time.set_timer(pygame.QUIT, 1000 * seconds, 1)
    begun, used = perf_counter(), process_time()
    app.run(at_end=note)
    return shares[0]


FIGURES: Mapping[str, Callable[[Bench], float | Noted]] = {
    "window-start": _start_unseen,
    "window-start-x11": _start_seen,
    "title-steps": _steps,
    "frame": _frame,
    "frame-idle": _still,
    "refresh": _refresh,
    "continue": _continue,
    "pan": _pan,
    "idle": _idle,
    "think-felt": bench_turns.felt,
    "growth-frame": partial(grown, timed=_frame_of),
    **bench_editor.FIGURES,
    **bench_ticks.FIGURES,
}
"""Functions that measure, by the ids of their rows in the bench."""
