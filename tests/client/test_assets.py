"""The images: SDL can draw them, none is empty, and everything on screen has one."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pygame
import pytest
import tomli

from game.client.battle.bar_buttons import buttons_of
from game.client.battle.planning import ButtonName, CommandPlan
from game.client.board.standees import SideStand, Standees
from game.client.board.terrain_looks import read_terrain
from game.client.kit.app import App
from game.client.kit.theme import SIDE_COLOURS, SIDE_SHAPES
from game.content.svg_images import image_trouble, parsed_svg, strangers
from game.engine.legality import commands_of
from game.present.thing_icons import CommandSign
from game.record.data_folders import assets_dir, levels_dir
from game.rules.registry import find_books
from game.terms.commands import verb

ASSETS = assets_dir()
PICTURES = sorted(path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.svg"))
BOOKS = find_books().books

DRAWN = sorted(BOOKS)

FAINT, SEEN = 20, 8
"""Minimum opacity of a pixel that counts, and minimum number of such pixels of 48 by 48."""

BOXES: dict[str, set[tuple[int, int]]] = {
    "dice": {(96, 96)},
    "icons": {(48, 48)},
    "icons/conditions": {(48, 48)},
    "icons/editor": {(48, 48)},
    "icons/sides": {(48, 48)},
    "pieces": {(120, 160), (160, 200), (220, 260)},
    "terrain/edges": {(96, 96)},
    "terrain/ground": {(96, 96)},
    "terrain/things": {(96, 128)},
}
"""Allowed sizes of the images in these folders.

Other folders allow any whole numbers.
"""


def test_images_exist() -> None:
    assert len(PICTURES) > 400


@pytest.mark.parametrize("folder", sorted({name.rpartition("/")[0] for name in PICTURES}))
def test_images_use_only_elements_that_sdl_draws(folder: str) -> None:
    wrong = {}
    for name in PICTURES:
        if name.rpartition("/")[0] == folder:
            found = sorted(set(strangers(parsed_svg((ASSETS / name).read_text("utf-8")))))
            if found:
                wrong[name] = found
    assert wrong == {}


def test_shipped_tokens_would_be_accepted_in_a_pack() -> None:
    tokens = [name for name in PICTURES if name.startswith("pieces/")]
    troubles = {name: image_trouble((ASSETS / name).read_text("utf-8")) for name in tokens}
    assert {name: why for name, why in troubles.items() if why} == {}


@pytest.mark.parametrize(
    ("drawn", "found"),
    [
        ('<text x="1">hi</text>', "<text>"),
        ('<use href="#a"/>', "<use>"),
        ('<path d="M0 0" fill="tomato"/>', "fill='tomato' of <path>"),
        ('<path d="M0 0" fill="rgba(1,2,3,0.5)"/>', "fill='rgba(1,2,3,0.5)' of <path>"),
        ('<path d="M0 0" style="fill:#000000"/>', "style of <path>"),
        ('<path d="M0 0" class="a"/>', "class of <path>"),
        ('<path d="M0 0" stroke-dasharray="2 2"/>', "stroke-dasharray of <path>"),
        ('<path d="M0 0" fill="url(#gone)"/>', "fill='url(#gone)' of <path>"),
        ('<linearGradient id="a" x1="0.5"/>', "x1='0.5' of <linearGradient>"),
        ('<stop offset="0.5"/>', "offset='0.5' of <stop>"),
        ('<rect width="50%"/>', "width='50%' of <rect>"),
        ("<g>words</g>", "text in or after <g>"),
    ],
)
def test_strangers_finds_elements_that_sdl_drops(drawn: str, found: str) -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">{drawn}</svg>'
    assert found in list(strangers(parsed_svg(text)))


def box(name: str) -> tuple[int, int]:
    """Return the size of an image.

    Raise ValueError unless `viewBox` begins at 0, 0 and has the same whole numbers as the width and
    height.
    """
    root = ET.fromstring((ASSETS / name).read_text(encoding="utf-8"))
    left, top, width, height = (root.get("viewBox") or "").split()
    if (left, top) != ("0", "0") or (root.get("width"), root.get("height")) != (width, height):
        raise ValueError(f"{name} has no plain size")
    return int(width), int(height)


def test_images_have_the_size_of_their_folder() -> None:
    wrong = []
    for name in PICTURES:
        folder = name.rpartition("/")[0]
        folder = "pieces" if folder.startswith("pieces") else folder
        size = box(name)
        if folder in BOXES and size not in BOXES[folder]:
            wrong.append((name, size))
    assert wrong == []


@pytest.mark.parametrize("folder", sorted({name.split("/")[0] for name in PICTURES}))
def test_every_image_can_be_drawn_and_is_not_empty(folder: str) -> None:
    """Use a minimum that allows for inner corners of edges and for soft shadows."""
    pale = []
    for name in PICTURES:
        if name.startswith(f"{folder}/"):
            image = pygame.image.load_sized_svg(ASSETS / name, (48, 48))
            if pygame.mask.from_surface(image, FAINT).count() < SEEN:
                pale.append(name)
    assert pale == []


def test_no_image_is_large() -> None:
    sizes = {name: (ASSETS / name).stat().st_size for name in PICTURES}
    assert {name: size for name, size in sizes.items() if size > 30_000} == {}


# Completeness


def keys(path: Path) -> list[str]:
    """Return the ids of a file's tables."""
    if not path.is_file():
        return []
    raw = tomli.loads(path.read_text(encoding="utf-8"))
    return [key for key, value in raw.items() if isinstance(value, dict)]


@pytest.mark.parametrize("book", DRAWN)
def test_every_kind_has_its_token(book: str, app: App) -> None:
    kinds = keys(levels_dir() / book / "bestiary.toml")
    assert kinds
    standees = Standees(app.art, book, {"red": SideStand(SIDE_COLOURS["red"], "wedge")})
    assert [kind for kind in kinds if standees.image_name(kind) == "pieces/unknown"] == []


@pytest.mark.parametrize("book", DRAWN)
def test_no_two_kinds_share_an_image(book: str) -> None:
    """Compare shapes without colours, so that recoloured ones count as equal."""
    shapes: dict[str, str] = {}
    for name in PICTURES:
        if name.startswith(f"pieces/{book}/"):
            text = (ASSETS / name).read_text(encoding="utf-8")
            bare = re.sub(r"#[0-9a-f]{6}", "", text)
            assert shapes.setdefault(bare, name) == name


def test_substitute_token_exists() -> None:
    roles = "brute", "skirmisher", "shooter", "caster", "leader", "hero", "unknown", "fallen"
    assert [name for name in roles if f"pieces/{name}.svg" not in PICTURES] == []


def test_every_terrain_has_its_look() -> None:
    ids = keys(levels_dir() / "terrain.toml")
    looks = read_terrain(ASSETS / "terrain" / "terrain.toml")
    assert set(ids) - set(looks) == set()
    wanted = {f"terrain/ground/{g}" for t in looks.values() for g in (*t.ground, *t.ground_turned)}
    things = {name for t in looks.values() for name in (*t.thing, *t.thing_turned) if name}
    linked = {name for t in looks.values() if t.links for name in t.thing if name}
    wanted |= {f"terrain/things/{name}" for name in things - linked}
    wanted |= {f"terrain/things/{name}-{part}" for name in linked for part in "cnwes"}
    for look in looks.values():
        for family in (look.edges, look.edges_under):
            if family and f"terrain/edges/{family}-side.svg" not in PICTURES:
                wanted |= {f"terrain/edges/{family}-{face}" for face in ("north", "south")}
    assert {name for name in wanted if f"{name}.svg" not in PICTURES} == set()


def icon(app: App, word: str) -> str:
    """Return the icon of a verb's button, as the battle screen finds it."""
    plan = CommandPlan()
    plan.buttons = {(word, None): ButtonName(word, CommandSign())}
    return buttons_of(plan, app)[0].icon


@pytest.mark.parametrize("id", DRAWN)
def test_every_command_has_its_icon(id: str, app: App) -> None:
    words = [verb(kind) for kind in commands_of(BOOKS[id])]
    assert [word for word in words if icon(app, word) == "star"] == []


LASTING = "armour", "edge", "balance", "lasting"
"""Keys of the lasting effects of items."""


def conditions(book: str) -> list[str]:
    """Return all possible conditions: those of a table, and the lasting effects of items."""
    found = keys(levels_dir() / book / "conditions.toml")
    items = levels_dir() / book / "items.toml"
    raw = tomli.loads(items.read_text(encoding="utf-8")) if items.is_file() else {}
    for item in raw.values():
        found += [does for does in LASTING if isinstance(item, dict) and does in item]
    return found


@pytest.mark.parametrize("book", DRAWN)
def test_every_condition_has_its_icon(book: str) -> None:
    wanted = [f"icons/conditions/{id}.svg" for id in conditions(book)]
    assert [name for name in wanted if name not in PICTURES] == []


def test_sides_and_dice_have_their_images() -> None:
    for shape in SIDE_SHAPES.values():
        assert f"icons/sides/{shape}.svg" in PICTURES
        assert f"table/stand-{shape}.svg" in PICTURES
    for sides in (2, 3, 4, 8, 10, 12, 20):
        assert f"dice/d{sides}.svg" in PICTURES
    for face in range(1, 7):
        assert f"dice/d6-{face}.svg" in PICTURES


@pytest.mark.parametrize("id", sorted(BOOKS))
def test_every_table_of_the_inn_has_its_board(id: str) -> None:
    assert f"title/board-{id}.svg" in PICTURES
