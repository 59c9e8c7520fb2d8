"""Images that come later: stand-ins, the thread that draws, and the files it keeps."""

import os
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pygame
import pytest

from game.cli.main import main
from game.client.battle.scene import BattleScene
from game.client.board.tile_shapes import pawn
from game.client.kit import images, raster_worker
from game.client.kit.app import App
from game.client.kit.images import Art
from game.client.kit.raster_files import RasterFiles
from game.client.kit.raster_worker import RasterWorker
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import battle_of
from game.play.opening import Options
from game.play.players import outside
from game.record.data_folders import RASTERS, assets_dir
from tests.client.shots import BOOKS, SCREENS, window

MOST_WAITS = 20_000
"""Maximum number of waits for the thread: a number, because time passes on busy machines, too."""
HANGS = 240.0
"""Seconds after which a thread has waited in vain."""
FRAME = 1 / 60
TOKEN, PLANKS = "pieces/action/warden", "table/planks"
SIZE = (60, 78)


def wait(until: Callable[[], bool]) -> None:
    for _ in range(MOST_WAITS):
        if until():
            return
        time.sleep(0.005)
    raise AssertionError("the wait is too long")


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave every image to the thread, and write files as soon as there is nothing to draw."""
    monkeypatch.setattr(images, "SLICE", 0.0)
    monkeypatch.setattr(raster_worker, "CALM", 0.01)
    monkeypatch.setattr(raster_worker, "GAP", 0.0)


@pytest.fixture
def files(tmp_path: Path) -> RasterFiles:
    return RasterFiles(tmp_path / RASTERS)


@pytest.fixture
def art(app: App, files: RasterFiles) -> Art:
    app.art.worker = RasterWorker(files)
    return app.art


def fetch(art: Art, name: str = TOKEN, size: tuple[int, int] = SIZE) -> pygame.Surface:
    """Return an image once it has replaced its stand-in."""
    with art.frame():
        art.image(name, size)
    wait(lambda: art.update() and not art.is_behind)
    with art.frame():
        return art.image(name, size)


def kept(folder: Path) -> list[Path]:
    return sorted((folder / RASTERS).glob("*.raster"))


# Stand-ins


def test_stand_in_has_the_size_of_its_image(art: Art) -> None:
    plain = Art(assets_dir())
    for name, size in ((TOKEN, (90, 50)), (PLANKS, (300, 400)), ("table/stand-disc", (55, 55))):
        with art.frame():
            stand_in = art.image(name, size)
        assert art.is_behind
        assert stand_in.get_size() == plain.image(name, size).get_size()


def test_image_replaces_its_stand_in(art: Art) -> None:
    with art.frame():
        stand_in = art.image(TOKEN, SIZE)
        assert art.image(TOKEN, SIZE) is stand_in
    found = fetch(art)
    assert pixels(found) == pixels(Art(assets_dir()).image(TOKEN, SIZE))
    assert not art.is_behind
    assert not art.update()


def test_another_size_of_an_image_is_its_stand_in(art: Art) -> None:
    fetch(art)
    bare = art.bare
    with art.frame():
        art.image(TOKEN, (90, 117))
    assert art.bare == bare
    with art.frame():
        art.image("pieces/action/fowler", (90, 117))
    assert art.bare == bare + 1


def test_surface_made_of_stand_ins_is_made_again(art: Art) -> None:
    made: list[pygame.Surface] = []

    def make() -> pygame.Surface:
        made.append(art.image(TOKEN, SIZE).copy())
        return made[-1]

    for _ in range(3):
        with art.frame():
            art.once(("copy",), make)
    assert len(made) == 1
    wait(lambda: art.update() and not art.is_behind)
    with art.frame():
        assert pixels(art.once(("copy",), make)) == pixels(art.image(TOKEN, SIZE))
        art.once(("copy",), make)
    assert len(made) == 2


def test_outside_frames_images_are_drawn_at_once(art: Art) -> None:
    with art.frame():
        art.image(TOKEN, SIZE, flip=True)
    found = art.image(TOKEN, SIZE, flip=True)
    assert pixels(found) == pixels(Art(assets_dir()).image(TOKEN, SIZE, flip=True))


def test_missing_image_is_reported_once(app: App, art: Art) -> None:
    fetch(art, "pieces/nobody")
    fetch(art, "pieces/nobody", (10, 10))
    assert len(app.notices.all) == 1


def test_without_a_thread_everything_is_drawn_at_once(app: App) -> None:
    with app.art.frame():
        found = app.art.image(TOKEN, SIZE)
    assert pixels(found) == pixels(Art(assets_dir()).image(TOKEN, SIZE))
    assert not app.art.is_behind


def test_system_without_threads_draws_at_once(art: Art, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    with art.frame():
        art.image(TOKEN, SIZE)
    assert not art.is_behind


# Whole windows


def settled(app: App) -> list[bytes]:
    """Let time pass until nothing moves and all images are there; return all frames."""
    frames, quiet = [], 0
    for _ in range(MOST_WAITS):
        if is_due := app.tick(FRAME):
            app.draw()
            frames.append(pixels(app.window))
        is_quiet = not is_due and not app.art.is_behind
        quiet = quiet + 1 if is_quiet and (app.scene is None or app.scene.is_idle) else 0
        if quiet == 5:
            return frames
        time.sleep(0.002)
    raise AssertionError("the wait is too long")


def open_battle(app: App) -> BattleScene:
    app.change(calm=True, speed=0.0, computer_speed=0.0, mute=True, curtain=False)
    scene = battle_of(app, Options(level="toll_bar", seed="5"), outside)
    assert isinstance(scene, BattleScene)
    app.push(scene)
    app.draw()
    return scene


@pytest.mark.parametrize("name", SCREENS)
def test_last_frame_equals_one_drawn_at_once(name: str, tmp_path: Path) -> None:
    """Compare the main screens of the stored screenshots."""
    last: list[bytes] = []
    for worker in (None, RasterWorker()):
        folder = tmp_path / str(len(last))
        folder.mkdir()
        with window(folder, BOOKS) as app:
            app.art.worker = worker
            SCREENS[name](app)
            app.draw()
            settled(app)
            for _ in range(120):  # until tooltips are there
                app.tick(FRAME)
            settled(app)
            app.draw()
            assert (app.art.version > 0) is (worker is not None)
            last.append(pixels(app.window))
    assert last[0] == last[1]


def test_zoom_ends_as_if_drawn_at_once(app: App, art: Art) -> None:
    scene = open_battle(app)
    settled(app)
    scene.seat.board.camera.zoom(2)
    app.change(scale=1.25)
    app.draw()
    settled(app)
    last = pixels(app.window)
    worker, art.worker = art.worker, None
    scene.seat.board.ground.clear()
    art.clear()
    art.version += 1
    app.draw()
    settled(app)
    assert pixels(app.window) == last
    art.worker = worker


def test_ground_is_plain_until_its_images_are_ready(app: App, art: Art) -> None:
    board = open_battle(app).seat.board
    assert board.ground.is_behind
    assert not board.ground._chunks
    settled(app)
    assert not board.ground.is_behind
    assert board.ground._chunks


def test_pawn_shows_its_side() -> None:
    made = pawn((40, 52), (200, 30, 30))
    assert tuple(made.get_at((20, 40))) == (200, 30, 30, 255)
    assert made.get_at((0, 0)).a == 0


# Files


def test_images_are_kept_in_files_and_read_again(art: Art, tmp_path: Path) -> None:
    fetch(art)
    wait(lambda: len(kept(tmp_path)) == 1)
    art.close()
    svg = (assets_dir() / f"{TOKEN}.svg").read_bytes()
    found = RasterFiles(tmp_path / RASTERS).read(svg, SIZE)
    assert found is not None
    assert pixels(found.convert_alpha()) == pixels(Art(assets_dir()).image(TOKEN, SIZE))
    assert RasterFiles(tmp_path / RASTERS).read(svg, (61, 78)) is None
    assert RasterFiles(tmp_path / RASTERS).read(svg + b" ", SIZE) is None


DAMAGE: tuple[Callable[[bytes], bytes], ...] = (
    lambda content: content[:0],
    lambda content: content[:4],
    lambda content: content[:-1],
    lambda content: content + b"!",
    lambda content: b"nonsense" + content[8:],
)


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_file_is_drawn_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    files = RasterFiles(tmp_path / RASTERS)
    svg, path = b"<svg/>", files.path(b"<svg/>", SIZE)
    image = pygame.Surface(SIZE, pygame.SRCALPHA)
    files.write(svg, SIZE, image)
    assert files.read(svg, SIZE) is not None
    path.write_bytes(damage(path.read_bytes()))
    assert files.read(svg, SIZE) is None
    files.write(svg, SIZE, image)
    assert files.read(svg, SIZE) is not None


def test_file_larger_than_asked_for_is_refused(tmp_path: Path) -> None:
    files = RasterFiles(tmp_path)
    files.write(b"<svg/>", SIZE, pygame.Surface((200, 200), pygame.SRCALPHA))
    assert files.read(b"<svg/>", SIZE) is None


def test_oldest_files_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zlib, "compress", lambda raw, _: raw)
    image = pygame.Surface((10, 10), pygame.SRCALPHA)
    files = RasterFiles(tmp_path, most=2000)
    (tmp_path / "mine.txt").write_text("not ours", encoding="utf-8")
    for n in range(6):
        svg = bytes([n])
        files.write(svg, SIZE, image)
        os.utime(files.path(svg, SIZE), (n, n))
    left = [n for n in range(6) if files.path(bytes([n]), SIZE).exists()]
    assert left == [2, 3, 4, 5]
    assert sum(path.stat().st_size for path in tmp_path.glob("*.raster")) <= 2000
    assert (tmp_path / "mine.txt").exists()
    files.write(b"large", SIZE, pygame.Surface((30, 30), pygame.SRCALPHA))
    assert not files.path(b"large", SIZE).exists()


def test_used_file_counts_as_new(tmp_path: Path) -> None:
    files = RasterFiles(tmp_path)
    files.write(b"a", SIZE, pygame.Surface(SIZE, pygame.SRCALPHA))
    path = files.path(b"a", SIZE)
    os.utime(path, (1, 1))
    assert files.read(b"a", SIZE) is not None
    assert path.stat().st_mtime > 1


def test_folder_that_cannot_be_written_is_harmless(app: App, tmp_path: Path) -> None:
    (tmp_path / RASTERS).write_text("in the way", encoding="utf-8")
    worker = app.art.worker = RasterWorker(RasterFiles(tmp_path / RASTERS))
    found = fetch(app.art)
    assert pixels(found) == pixels(Art(assets_dir()).image(TOKEN, SIZE))
    wait(lambda: worker._files is None)
    fetch(app.art, size=(30, 39))
    assert app.notices.all == []


def test_closing_does_not_wait_for_images(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    is_closed, were_closed = Event(), list[bool]()

    def draw(svg: object, size: tuple[int, int]) -> pygame.Surface:
        were_closed.append(is_closed.wait(HANGS))
        raise ValueError

    worker = app.art.worker = RasterWorker()
    monkeypatch.setattr(worker, "draw", draw)
    monkeypatch.setattr(raster_worker, "PARTING", 0.0)
    with app.art.frame():
        for n in range(400):
            app.art.image(TOKEN, (300 + n, 390 + n))
    app.art.close()
    app.art.close()
    is_closed.set()
    assert worker._thread is not None
    worker._thread.join()
    assert were_closed in ([], [True])


@pytest.mark.parametrize("option", [["--safe-mode"], []])
def test_screenshots_keep_no_files(tmp_path: Path, option: list[str]) -> None:
    write_settings(tmp_path, WindowSettings(width=960, height=540))
    image = tmp_path / "shot.png"
    words = ["--data-dir", str(tmp_path), *option, "--screenshot", str(image), "--frames", "2"]
    assert main(words) == 0
    assert not (tmp_path / RASTERS).exists()


def test_window_keeps_files_unless_it_is_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers: list[RasterWorker] = []

    def noted(app: App, *_: object) -> None:
        assert app.art.worker is not None
        workers.append(app.art.worker)

    monkeypatch.setattr(App, "run", noted)
    for option in ([], ["--safe-mode"]):
        assert main(["--data-dir", str(tmp_path), *option]) == 0
    assert workers[0]._files is not None
    assert workers[1]._files is None
