"""Screenshots of the main screens, to compare with stored ones, and for the README.

`python -m tests.client.shots` draws those of the README again.
"""

import os
import struct
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.ai.computer_players import COMPUTERS
from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.client.battle.scene import BattleScene
from game.client.campaign.campaign_flow import CampaignFlow
from game.client.kit.app import App
from game.client.kit.inputs import Act, Pointer
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation, battle_of
from game.client.screens.battle_summary import BattleSummary
from game.client.setup.level_choice import LevelChoice
from game.client.setup.roster_choice import RosterScene
from game.client.title.title_screen import Title
from game.play.computer_answers import computer_answer
from game.play.opening import Options
from game.play.players import outside
from game.present.question import Question
from game.record.data_folders import assets_dir
from game.rules.registry import find_books
from game.terms.commands import Concede, End
from game.workshop.bench.action_rows import SHOT, text_of

SIZE = 1280, 720
FRAME = 1 / 60
PATIENCE = 30.0
"""Maximum number of seconds to wait."""
SEED = "5"
BOOKS = "contest", "action"
"""Rulebooks in the compared screenshots, so that new rulebooks don't change them."""
ROAD = Path(__file__).parents[1] / "campaign" / "road"
STORY = (
    "It has rained since the mill, and the gate is shut. Behind it somebody is laughing, not at "
    "you, which is worse. The keeper wants a name for her book, and a reason, and she writes down "
    "neither.\n\nThere is a yard behind the gate, and there are people in it who are paid to stand "
    "there. There is a wall as well, lower than it looks from the road."
)
COLOURS = 128
"""Number of colours in a stored screenshot; few colours keep the file small."""
RICH = 200
"""Number of colours in a screenshot of the README."""
DEEP = 5
"""Number of bits per channel when colours are chosen."""

README = assets_dir() / "readme"
WIDE = 960, 540
CLOSER = 3
"""Number of steps by which the view of a duel is zoomed in."""
MOST_COMMANDS = 200
"""Maximum number of commands until the wanted moment."""


@contextmanager
def window(folder: Path, only: tuple[str, ...] = ()) -> Iterator[App]:
    """Open a still window of 1280×720, with all rulebooks or only `books`."""
    settings = WindowSettings(
        width=SIZE[0],
        height=SIZE[1],
        speed=0.0,
        computer_speed=0.0,
        calm=True,
        mute=True,
        curtain=False,
    )
    write_settings(folder, settings)
    books = find_books().books
    app = App({id: books[id] for id in only or books}, folder, lambda _: None, WindowNavigation)
    try:
        yield app
    finally:
        app.close()


def settle(app: App) -> None:
    """Let time pass until nothing moves."""
    until = time.monotonic() + PATIENCE
    quiet = 0
    while quiet < 5 and time.monotonic() < until:
        is_due = app.tick(FRAME)
        if is_due:
            app.draw()
        is_idle = app.scene is None or app.scene.is_idle
        quiet = quiet + 1 if is_idle and not is_due else 0


def battle(app: App, level: str, seed: str = SEED) -> BattleScene:
    """Return a battle with people on all sides, at its first question."""
    scene = battle_of(app, Options(level=level, seed=seed), outside)
    assert isinstance(scene, BattleScene), app.notices.all
    app.push(scene)
    read(app, scene)
    return scene


def read(app: App, scene: BattleScene) -> None:
    """Read all messages of the level, and wait until nothing moves."""
    settle(app)
    while scene.flow.slip.words:
        scene.heard(Act("confirm"))
        settle(app)


def question(scene: BattleScene) -> Question:
    """Return the battle's current question."""
    found = scene.seat.plan.question
    assert found is not None
    return found


def point(app: App, scene: BattleScene, cell: tuple[int, int]) -> None:
    """Move the pointer to a tile."""
    at = scene.seat.board.camera.tile_rect(cell).center
    scene.heard(Pointer("move", at))
    settle(app)


# Screens


def _title(app: App) -> None:
    app.push(Title(app))


def _choose(app: App) -> None:
    app.push(app.navigation.choose("contest"))


def _roster(app: App) -> None:
    """Open the rosters of the cellar with another unit chosen."""
    scene = LevelChoice(app, "contest", is_duel=True)
    app.push(scene)
    scene.levels.pick(next(n for n, row in enumerate(scene.levels.rows) if row.value == "cellar"))
    scene.rosters.press()
    assert isinstance(app.scene, RosterScene)
    app.scene.wares.pick(4)
    app.scene.heard(Act("right"))


def _settings(app: App) -> None:
    app.push(app.navigation.settings())


def _toll_bar(app: App) -> None:
    battle(app, "toll_bar")


def _slip(app: App) -> None:
    """Open a level that begins with a message."""
    scene = battle_of(app, Options(level="toll_bar", seed=SEED), outside)
    assert scene is not None, app.notices.all
    app.push(scene)


def _yard(app: App) -> None:
    battle(app, "yard")


def _forecast(app: App) -> None:
    """Open an archer's aim past a crate: odds with their sum, an arc, and cover."""
    path = app.folder / "shot.toml"
    path.write_text(text_of(SHOT), encoding="utf-8")
    scene = battle(app, str(path))
    while not any(deed.verb == "attack" for deed in scene.seat.plan.deeds):
        scene.flow.give(End(question(scene).unit))
        settle(app)
    deed = next(deed for deed in scene.seat.plan.deeds if deed.verb == "attack")
    scene.seat.plan.choose(deed.key)
    scene.showing.buttons()
    point(app, scene, next(iter(scene.seat.plan.places(deed))))


def _menu(app: App) -> None:
    battle(app, "yard").heard(Act("cancel"))


def _summary(app: App) -> None:
    scene = battle(app, "toll_bar")
    scene.flow.give(Concede())
    read(app, scene)
    assert isinstance(app.scene, BattleSummary)


# Campaign: the tests' small one, with longer stories


def _trip(app: App, *ways: int) -> CampaignFlow:
    """Return a journey on the small road after taking these paths."""
    folder = Path(copytree(ROAD, app.folder / "levels" / "road"))
    path = folder / "campaign.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("It rains.", STORY), encoding="utf-8")
    journey = Journey.begin(load_campaign(folder, app.books), "hard", app.folder, app.books)
    for way in ways:
        journey.take(way)
    return CampaignFlow(app, journey)


def _road(app: App) -> None:
    app.push(_trip(app).road())


def _muster(app: App) -> None:
    trip = _trip(app, 0)
    app.push(trip.road())
    trip.to_battle()


def _hero(app: App) -> None:
    road = _trip(app).road()
    app.push(road)
    road.cards[1].press()


def _ending(app: App) -> None:
    trip = _trip(app)
    app.push(trip.road())
    trip.to_ending()


SCREENS: Mapping[str, Callable[[App], None]] = {
    "title": _title,
    "choose": _choose,
    "roster": _roster,
    "settings": _settings,
    "toll_bar": _toll_bar,
    "slip": _slip,
    "yard": _yard,
    "forecast": _forecast,
    "menu": _menu,
    "summary": _summary,
    "road": _road,
    "muster": _muster,
    "hero": _hero,
    "ending": _ending,
}
"""Function that opens each main screen."""


def shot(
    lead: Callable[[App], None], folder: Path, only: tuple[str, ...] = BOOKS
) -> pygame.Surface:
    """Return a frame of a screen once nothing moves."""
    with window(folder, only) as app:
        lead(app)
        settle(app)
        app.draw()
        return app.window.copy()


def shrunk(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return a smaller image; each pixel is the mean of the pixels it replaces."""
    whole = pygame.Surface(surface.get_size(), depth=24)
    whole.blit(surface, (0, 0))
    return pygame.transform.smoothscale(whole, size)


# Small files with few colours


Colour = tuple[int, int, int]
Shares = list[tuple[Colour, int]]
"""Colours, and the number of pixels of each."""


def palette(counts: Mapping[Colour, int], most: int = COLOURS) -> list[Shares]:
    """Return at most `most` colours: split the widest group by weight until there are enough."""
    groups: list[Shares] = [sorted(counts.items())]
    while len(groups) < most:
        spread, place = max((_spread(group), n) for n, group in enumerate(groups))
        if not spread:
            break
        group = groups.pop(place)
        axis = max(range(3), key=lambda n: _width(group, n))
        group.sort(key=lambda one: one[0][axis])
        half, passed, cut = sum(count for _, count in group) / 2, 0, 0
        while cut < len(group) - 1 and (passed < half or not cut):
            passed += group[cut][1]
            cut += 1
        groups += [group[:cut], group[cut:]]
    return groups


def _width(group: Shares, axis: int) -> int:
    values = [colour[axis] for colour, _ in group]
    return max(values) - min(values)


def _spread(group: Shares) -> float:
    widest = max(_width(group, axis) for axis in range(3))
    return widest * float(sum(count for _, count in group)) ** 0.4 if len(group) > 1 else 0.0


def png(surface: pygame.Surface, most: int = COLOURS) -> bytes:
    """Return a PNG with few colours."""
    data, (width, height) = pygame.image.tobytes(surface, "RGB"), surface.get_size()
    low = 8 - DEEP
    pixels = [
        (r >> low, g >> low, b >> low)
        for r, g, b in zip(data[::3], data[1::3], data[2::3], strict=True)
    ]
    counts: dict[Colour, int] = {}
    for pixel in pixels:
        counts[pixel] = counts.get(pixel, 0) + 1
    groups = palette(counts, most)
    place = {colour: n for n, group in enumerate(groups) for colour, _ in group}
    sums = [[0, 0, 0, 0] for _ in groups]
    for n, pixel in enumerate(pixels):
        total = sums[place[pixel]]
        for axis in range(3):
            total[axis] += data[3 * n + axis]
        total[3] += 1
    colours = bytes(total[axis] // max(1, total[3]) for total in sums for axis in range(3))
    found = bytes(place[pixel] for pixel in pixels)
    rows = b"".join(b"\0" + found[y * width : (y + 1) * width] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, content: bytes) -> bytes:
    sum_ = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + sum_


# README


def played_until(
    app: App, level: str, seed: str, wanted: Callable[[BattleScene], bool]
) -> BattleScene:
    """Return a battle between soldiers, played until the wanted moment."""
    scene = battle(app, level, seed)
    sitting = scene.seat.sitting
    soldiers = {side: COMPUTERS["soldier"](int(seed), side, 0) for side in sitting.people}
    for _ in range(MOST_COMMANDS):
        if scene.flow.is_over or wanted(scene):
            break
        fight, side = sitting.table.battle, question(scene).side
        command = computer_answer(soldiers[side], fight, side, fight.legal()).command
        scene.flow.give(command)
        read(app, scene)
    scene.passing.announced = None  # the first press would remove the banner
    return scene


def _aimed(app: App, scene: BattleScene) -> None:
    """Point at the first target with the first attack."""
    deed = next(deed for deed in scene.seat.plan.deeds if deed.verb == "attack")
    scene.seat.plan.choose(deed.key)
    scene.showing.buttons()
    point(app, scene, next(iter(scene.seat.plan.places(deed))))


def _battle(app: App) -> None:
    """Open a battle in mid-course with an attack planned."""

    def wanted(scene: BattleScene) -> bool:
        asked = question(scene)
        arms = [deed.key[1] for deed in scene.seat.plan.deeds if deed.verb == "attack"]
        can_strike = bool(arms) and arms[0] != "unarmed"
        is_ours = asked.ask == "turn" and asked.side == scene.seat.sitting.people[0]
        return is_ours and can_strike and _round(scene) > 1

    _aimed(app, played_until(app, "old_reeds", "7", wanted))


def _round(scene: BattleScene) -> int:
    return scene.seat.picture.round


def _duel(app: App) -> None:
    """Open a fight at close quarters."""

    def wanted(scene: BattleScene) -> bool:
        return question(scene).ask == "combat" and _round(scene) > 1

    scene = played_until(app, "bridge", "4", wanted)
    scene.seat.board.camera.zoom(CLOSER)
    _aimed(app, scene)


FOR_README: Mapping[str, Callable[[App], None]] = {
    "title": _title,
    "battle": _battle,
    "duel": _duel,
}


def main() -> None:
    """Draw the README's screenshots again."""
    README.mkdir(exist_ok=True)
    for name, lead in FOR_README.items():
        with TemporaryDirectory() as folder:
            content = png(shrunk(shot(lead, Path(folder), ()), WIDE), RICH)
        (README / f"{name}.png").write_bytes(content)
        print(f"{name}: {len(content) // 1000} KB")


if __name__ == "__main__":
    main()
