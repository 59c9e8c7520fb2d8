"""The form on which an author says how a level is shared."""

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.packs.pack_making_sheet import PackMakingSheet
from game.client.packs.pack_screen import PackScreen
from game.client.packs.share_sheet import ShareSheet
from game.record.data_folders import levels_dir
from tests.client.conftest import Hand, wait_for_packs

YARD = levels_dir() / "duels" / "yard.toml"
SIZES = [(1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)]


@pytest.fixture
def editor(app: App, hand: Hand) -> EditorScene:
    """Return the editor of a level of the author's."""
    path = app.folder / "levels" / "my_yard.toml"
    path.parent.mkdir()
    path.write_bytes(YARD.read_bytes())
    app.change(names=("Ann", "Bo"))
    made = app.navigation.editor(str(path))
    assert isinstance(made, EditorScene)
    app.push(made)
    hand.look()
    return made


def shared(app: App, editor: EditorScene) -> ShareSheet:
    editor.files.share()
    assert isinstance(app.scene, ShareSheet)
    return app.scene


def lines(app: App) -> list[str]:
    """Return what the sheet of a pack says, once all is done."""
    wait_for_packs(app)
    assert isinstance(app.scene, PackMakingSheet)
    return [passage.words for passage in app.scene.text.passages]


@pytest.mark.parametrize("device", ["mouse", "keyboard", "pad"])
def test_level_is_shared_in_two_presses(
    app: App, hand: Hand, editor: EditorScene, device: str
) -> None:
    form = shared(app, editor)
    assert (form.title.text, form.author.text) == ("Two in the yard", "Ann")
    if device == "mouse":
        hand.click(form.give)
    else:
        hand.key("return") if device == "keyboard" else hand.pad("a")
    assert lines(app)[:2] == ["Two in the yard 1", "By Ann."]
    hand.key("return") if device != "pad" else hand.pad("a")
    assert app.scene is editor
    assert (app.folder / "levels" / "my_yard.ftpack").is_file()


def test_next_pack_of_the_level_has_a_higher_version(
    app: App, hand: Hand, editor: EditorScene
) -> None:
    for version in ("1", "2", "3"):
        form = shared(app, editor)
        assert form.version.text == version
        hand.key("return")
        assert lines(app)[0] == f"Two in the yard {version}"
        hand.key("return")
    packs = sorted(path.name for path in (app.folder / "levels").glob("*.ftpack"))
    assert packs == ["my_yard-2.ftpack", "my_yard-3.ftpack", "my_yard.ftpack"]


def test_other_packs_do_not_count_for_the_version(
    app: App, hand: Hand, editor: EditorScene, tmp_path: Path
) -> None:
    (app.folder / "levels" / "my_yard_too.ftpack").write_bytes(b"no pack")
    assert shared(app, editor).version.text == "1"


def test_fields_are_in_the_pack(app: App, hand: Hand, editor: EditorScene) -> None:
    form = shared(app, editor)
    form.title.set("Elsewhere")
    form.author.set('A "quoted" author')
    form.version.set("2.1")
    form.licence.set("CC0")
    form.file.set(str(app.folder / "else.ftpack"))
    hand.click(form.give)
    assert lines(app)[:3] == ["Elsewhere 2.1", 'By A "quoted" author.', "Licence: CC0."]
    hand.key("return")
    hand.post(pygame.DROPFILE, file=str(app.folder / "else.ftpack"))
    hand.tick(2)
    wait_for_packs(app)
    assert isinstance(app.scene, PackScreen)
    assert app.scene.install.reason == ""


@pytest.mark.parametrize(
    ("file", "why"), [("else.zip", "ends in .ftpack"), ("levels/taken.ftpack", "exists already")]
)
def test_wrong_file_is_told_at_once(
    app: App, hand: Hand, editor: EditorScene, file: str, why: str
) -> None:
    form = shared(app, editor)
    (app.folder / "levels" / "taken.ftpack").write_bytes(b"")
    form.file.set(str(app.folder / file))
    hand.click(form.give)
    assert why in form.trouble
    assert app.scene is form


def test_form_stays_if_the_pack_cannot_be_made(app: App, hand: Hand, editor: EditorScene) -> None:
    form = shared(app, editor)
    form.version.set("first")
    hand.click(form.give)
    assert "isn't a version" in lines(app)[0]
    hand.key("return")
    assert app.scene is form
    assert form.version.text == "first"
    hand.key("escape")
    assert isinstance(app.scene, EditorScene)


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_form_fits_the_window(
    app: App, hand: Hand, editor: EditorScene, width: int, height: int, scale: float
) -> None:
    app.window = pygame.display.set_mode((width, height))
    app.change(scale=scale)
    app.resized()
    form = shared(app, editor)
    form.file.set("nowhere")
    hand.click(form.give)
    window = pygame.Rect((0, 0), app.size)
    rows = [form.title, form.author, form.version, form.licence, form.file, form.give]
    for above, below in pairwise(rows):
        assert window.contains(above.rect)
        assert above.rect.bottom <= below.rect.y
    assert window.contains(form.give.rect)
