"""The list of packs: every version, removed ones, and folders; removing and putting back."""

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.client.campaign.journey_list import JourneyList
from game.client.kit.app import App
from game.client.kit.widgets.button import Button
from game.client.packs.pack_list_screen import PackList
from game.client.packs.pack_screen import PackScreen
from game.client.screens.text_prompt import TextPrompt
from game.client.setup.level_choice import LevelChoice
from game.content.shelf import Shelf
from game.workshop.packs.pack_store import installed, removed, uninstall
from game.workshop.packs.pack_worker import PackOrder
from game.workshop.packs.shelf_commands import added
from tests.campaign.conftest import ROAD
from tests.client.conftest import Hand, wait_for_packs
from tests.workshop.packs.fen import BOOKS, TABLE, fen, own_level, packed

SIZES = [(1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)]
NEWER = TABLE.replace('"1.0"', '"1.10"')


@pytest.fixture
def shelf(app: App, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Return a shelf with two versions of a pack, and a folder."""
    place = tmp_path_factory.mktemp("sent")
    for changed in ({}, {"pack.toml": NEWER, "levels/second.toml": own_level()}):
        installed(packed(place, **changed), BOOKS, app.folder, lambda _: True)
    added(str(fen(place / "my fen")), BOOKS, app.folder, lambda _: False)
    return Shelf(app.folder)


def opened(app: App, hand: Hand) -> PackList:
    """Return the list of packs, opened from the list of levels."""
    choice = app.navigation.choose()
    assert isinstance(choice, LevelChoice)
    app.push(choice)
    hand.click(choice.packs)
    shown = app.scene
    assert isinstance(shown, PackList)
    return shown


def rows(shown: PackList) -> list[tuple[str, str]]:
    return [(row.title, row.tail) for row in shown.list.rows]


def test_all_versions_and_folders_are_listed(app: App, hand: Hand, shelf: Shelf) -> None:
    shown = opened(app, hand)
    assert rows(shown) == [
        *(("On your shelf", ""), ("The fen 1.10", "newest"), ("The fen 1.0", "older version")),
        *(("Folders on your shelf", ""), ("The fen", "")),
    ]
    assert shown.list.rows[1].under == "fen · 2 levels · by Somebody"
    assert shown.list.rows[4].under.endswith("my fen")


@pytest.mark.parametrize("device", ["mouse", "keyboard", "pad"])
def test_pack_is_removed_and_put_back(
    app: App, hand: Hand, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    shown = opened(app, hand)
    orders, ask = list[PackOrder](), shown.worker.ask

    def asked(order: PackOrder) -> None:
        orders.append(order)
        ask(order)

    monkeypatch.setattr(shown.worker, "ask", asked)

    def press(button: Button) -> None:
        count = len(orders)
        if device == "mouse":
            hand.click(button)
        else:
            shown.ring.focus(button)
            hand.key("return") if device == "keyboard" else hand.pad("a")
        assert len(orders) == count + 1
        wait_for_packs(app)

    press(shown.remove)
    assert shelf.versions("fen") == ["1.0"]
    assert rows(shown)[1:3] == [("The fen 1.0", ""), ("Folders on your shelf", "")]
    assert rows(shown)[-2:] == [("Removed", ""), ("The fen 1.10", "30 days left")]
    shown.list.fill(shown.list.rows, "fen@1.10")
    shown._picked()
    assert shown.remove.reason == "It is removed already."
    press(shown.restore)
    assert shelf.versions("fen") == ["1.0", "1.10"]
    assert removed(app.folder) == []


def test_removing_a_pack_takes_its_levels_from_the_list(app: App, hand: Hand, shelf: Shelf) -> None:
    shown = opened(app, hand)
    for name in ("fen@1.10", "fen@1.0"):
        shown.list.fill(shown.list.rows, name)
        hand.click(shown.remove)
        wait_for_packs(app)
    hand.key("escape")
    choice = app.scene
    assert isinstance(choice, LevelChoice)
    heads = [row.title for row in choice.levels.rows if row.is_head]
    assert heads[0] == "Mine: The fen"
    assert "Mine: The fen 1.10" not in heads


def test_levels_of_each_pack_have_their_own_head(app: App, hand: Hand, shelf: Shelf) -> None:
    choice = app.navigation.choose()
    assert isinstance(choice, LevelChoice)
    heads = [row.title for row in choice.levels.rows if row.is_head]
    assert heads[:2] == ["Mine: The fen", "Mine: The fen 1.10"]


def test_folder_is_taken_off_the_list(app: App, hand: Hand, shelf: Shelf) -> None:
    shown = opened(app, hand)
    shown.list.fill(shown.list.rows, "my_fen")
    hand.click(shown.remove)
    wait_for_packs(app)
    assert [folder.id for folder in shelf.folders()] == ["mine", "fen"]
    assert "Its files stay where they are." in app.notices.all[-1]


def test_journeys_that_use_a_pack_are_named(app: App, hand: Hand, tmp_path: Path) -> None:
    road = {f"campaigns/road/{it.name}": it.read_bytes() for it in ROAD.iterdir()}
    installed(packed(tmp_path / "sent", **road), BOOKS, app.folder, lambda _: True)
    path = Shelf(app.folder).path_of("fen/road")
    assert path is not None
    Journey.begin(load_campaign(path, BOOKS), "gentle", app.folder, BOOKS).close()
    journeys = app.navigation.journeys()
    assert isinstance(journeys, JourneyList)
    app.push(journeys)
    heads = [row.title for row in journeys.list.rows if row.is_head]
    assert heads == ["Started", "New journey", "Mine: The fen 1.0"]
    hand.click(journeys.packs)
    shown = app.scene
    assert isinstance(shown, PackList)
    assert "needed for: The short road" in shown.list.rows[1].under
    hand.click(shown.remove)
    wait_for_packs(app)
    assert app.notices.all[-1] == "You can still finish the short road."
    assert "needed for: The short road" in shown.list.rows[1].under
    hand.key("escape")
    assert app.scene is journeys
    heads = [row.title for row in journeys.list.rows if row.is_head]
    assert heads == ["Started", "New journey"]


def test_pack_is_added_by_its_path(app: App, hand: Hand, tmp_path: Path) -> None:
    shown = opened(app, hand)
    assert shown.ring.focused is shown.add
    hand.click(shown.add)
    assert isinstance(app.scene, TextPrompt)
    app.scene.field.set(str(packed(tmp_path)))
    hand.key("return")
    assert isinstance(app.scene, PackScreen)
    wait_for_packs(app)
    assert app.scene.install.reason == ""


def test_failure_to_remove_is_told(app: App, hand: Hand, shelf: Shelf) -> None:
    shown = opened(app, hand)
    uninstall("fen@1.10", app.folder)  # another window was faster
    hand.click(shown.remove)
    wait_for_packs(app)
    assert "fen@1.10" in app.notices.all[-1]
    assert rows(shown)[1] == ("The fen 1.0", "")


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_list_fits_the_window(
    app: App, hand: Hand, shelf: Shelf, width: int, height: int, scale: float
) -> None:
    app.window = pygame.display.set_mode((width, height))
    app.change(scale=scale)
    app.resized()
    shown = opened(app, hand)
    window = pygame.Rect((0, 0), app.size)
    buttons = shown.back, shown.add, shown.restore, shown.remove
    for widget in (shown.list, *buttons):
        assert window.contains(widget.rect)
    assert all(a.rect.right <= b.rect.x for a, b in pairwise(buttons))
    choice = app.below(shown)
    assert isinstance(choice, LevelChoice)
    assert window.contains(choice.packs.rect)
    assert choice.packs.rect.bottom <= choice.tabs.rect.y
