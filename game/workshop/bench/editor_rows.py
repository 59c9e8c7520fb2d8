"""Rows that measure gestures of the level editor, with all that follows each."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from game.play.opening import Options
from game.present.window_battle import WindowBattle
from game.workshop.bench.large_levels import host
from game.workshop.bench.measuring import Bench, BenchRow, Noted, Task, best
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.painting import line, paint, rectangle
from game.workshop.document.tables import set_key
from game.workshop.document.units import move_unit
from game.workshop.trial_play import FileSource

SIZES = (("gesture-60", 60, 40, 50), ("gesture-200", 200, 200, 250))
"""The rows: id, width, height, and limit in milliseconds."""
SIDE, LOOK, PLAY_LOOK = 40, 0.1, 0.08
"""Side of the map that is reloaded, and seconds between two looks at its file, edited and played.
"""
CPU = "CPU time, 40 units, Action"


def _measured(bench: Bench, width: int, height: int) -> Noted:
    """Return the time of the slowest of some gestures, each with parse, draft and check."""
    times = {name: best(task, 5) * 1000 for name, task in _tasks(bench, width, height).items()}
    worst = max(times, key=lambda name: times[name])
    return Noted(times[worst], ", ".join(f"{name} {ms:.1f}" for name, ms in times.items()))


def _tasks(bench: Bench, width: int, height: int) -> dict[str, Task]:
    """Return gestures that change something each time, by name."""
    bench.book("action")
    document = LevelDocument(host(width, height), bench.books, name="bench.toml")
    grounds, rim = ["mud", "grass"], line((0, height - 1), (width - 1, height - 1))
    lives = [7, -7]
    spots = [(width - 1, height - 2), (width - 2, height - 2)]

    def stroke() -> None:
        """Paint the bottom row."""
        grounds.reverse()
        document.apply(paint(document.reading, rim, grounds[0]))

    def everything() -> None:
        """Paint the whole map."""
        grounds.reverse()
        whole = rectangle((0, 0), (width - 1, height - 1))
        document.apply(paint(document.reading, whole, grounds[0]))

    def move() -> None:
        """Move a unit to and fro."""
        spots.reverse()
        document.apply(move_unit(document.reading, "u0", spots[0]))

    def key() -> None:
        """Change a key of the last unit, so that it has an error half of the time."""
        lives.reverse()
        document.apply(set_key(document.reading, ("unit", 39, "life"), lives[0]))
        len(document.reading.findings)  # their places are computed when asked for

    def back() -> None:
        """Undo the last step and do it again."""
        document.undo()
        document.redo()

    return {
        "paint": Task(stroke),
        "move": Task(move),
        "key": Task(key),
        "undo": Task(back),
        "paint everything": Task(everything),
    }


def _reloaded(bench: Bench) -> float:
    """Return the time in milliseconds from another program's change to the new level."""
    bench.book("action")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.toml"
        texts = [host(SIDE, SIDE), host(SIDE, SIDE).replace("Bench", "Changed")]
        path.write_text(texts[0], encoding="utf-8")
        document = LevelDocument.open(path, bench.books)
        worst = 0.0
        for _ in range(bench.effort.processes):
            texts.reverse()
            path.write_text(texts[0], encoding="utf-8")
            start = perf_counter()
            while document.look() is None:
                sleep(LOOK)
            worst = max(worst, perf_counter() - start)
        document.close()
    return (worst + LOOK) * 1000


def _replayed(bench: Bench) -> float:
    """Return the time in milliseconds from a change of a file to a battle in the new level."""
    bench.book("action")
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "bench.toml"
        texts = [host(SIDE, SIDE), host(SIDE, SIDE).replace("Bench", "Changed")]
        path.write_text(texts[0], encoding="utf-8")
        options = Options(level=str(path), seed="1")
        battle = WindowBattle.open(options, bench.books, folder, is_kept=False)
        source, saved, worst = FileSource(path, bench.books), battle.so_far(), 0.0
        for _ in range(bench.effort.processes):
            texts.reverse()
            path.write_text(texts[0], encoding="utf-8")
            start = perf_counter()
            while source.look() is None:
                sleep(PLAY_LOOK)
            made, _ = WindowBattle.again(
                options, saved, bench.books, folder, lambda _: None, is_kept=False
            )
            worst = max(worst, perf_counter() - start)
            made.close()
        battle.close()
    return (worst + PLAY_LOOK) * 1000


def _row(id: str, width: int, height: int, limit: int) -> BenchRow:
    what = f"a gesture in the editor with parse, draft and check, {width}×{height}"
    return BenchRow(id, what, limit, CPU, lambda bench: _measured(bench, width, height), unit="ms")


ROWS = (
    *(_row(*size) for size in SIZES),
    BenchRow(
        *("reload-40", "a level of 40×40 changed by another program, until it is read", 300),
        *("looking every 100 ms", _reloaded),
        unit="ms",
    ),
    BenchRow(
        *("reload-play", "the same level while it is played or watched, until it is a battle", 300),
        *("looking every 80 ms", _replayed),
        unit="ms",
    ),
)
