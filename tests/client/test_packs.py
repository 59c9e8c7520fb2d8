"""Packs in the window: dropped, shown before they are installed, played, and made in the editor."""

import shutil
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pygame
import pytest

from game.campaign.campaign import Campaign
from game.client.battle.scene import BattleScene
from game.client.board.standees import SideStand, Standees
from game.client.campaign.journey_list import JourneyList
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.client.packs.pack_making_sheet import PackMakingSheet
from game.client.packs.pack_screen import PackScreen
from game.client.packs.pack_sheet import PackSheet
from game.client.screens.text_prompt import TextPrompt
from game.client.setup.level_choice import LevelChoice
from game.client.setup.seat_choice import SeatChoice
from game.client.title.title_screen import Title
from game.content.shelf import Shelf
from game.play import level_list
from game.play.worker_processes import TalkingProcess
from game.present import thinkers
from game.terms.level import OwnLooks
from game.workshop.packs.pack_store import installed, removed, uninstall
from game.workshop.packs.pack_worker import PackWorker
from tests.campaign.conftest import ROAD
from tests.client.conftest import Hand, wait_for_disk, wait_for_packs
from tests.client.near import Near
from tests.workshop.packs.fen import GROUND_IMAGE, fen, files, own_level, packed
from tests.workshop.packs.hostile import archive
from tests.workshop.packs.test_packs import OLDER

SIZES = [(1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0)]


def drop(hand: Hand, path: Path) -> None:
    hand.post(pygame.DROPFILE, file=str(path))
    hand.tick(3)
    wait_for_packs(hand.app)


def install(hand: Hand) -> None:
    """Press Enter on the page of a pack, and wait until it is installed."""
    hand.key("return")
    wait_for_packs(hand.app)
    hand.tick(2)


def process_of(screen: PackSheet) -> SpawnProcess:
    """Return the process that works on the pack of a sheet."""
    there = screen.worker._there
    assert there is not None
    return there.process._process


@pytest.fixture
def started(app: App, hand: Hand) -> App:
    app.push(Title(app))
    hand.look()
    return app


@pytest.mark.parametrize("device", ["keyboard", "pad"])
def test_stranger_reaches_the_first_turn_in_five_inputs(
    started: App, hand: Hand, tmp_path: Path, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count the drop of the file, and each press until the first turn can be played."""
    monkeypatch.setattr(thinkers, "Thinker", Near)
    path, inputs = packed(tmp_path), 1
    drop(hand, path)
    while not isinstance(started.scene, BattleScene) or not started.scene.seat.plan.buttons:
        hand.key("return") if device == "keyboard" else hand.pad("a")
        inputs += 1
        wait_for_packs(started)
        hand.tick(40)
        assert inputs <= 5
    wait_for_disk(started)
    level = started.scene.seat.sitting.table.battle.world.scene.level
    assert {unit.kind for unit in level.units} == {"mudlark"}
    assert (
        started.scene.seat.board.standees.image_name("mudlark") == "pieces/contest/fen@1.0:mudlark"
    )


def test_mouse_installs_and_plays_a_pack(started: App, hand: Hand, tmp_path: Path) -> None:
    drop(hand, packed(tmp_path))
    shown = started.scene
    assert isinstance(shown, PackScreen)
    hand.click(shown.install)
    wait_for_packs(started)
    hand.tick(2)
    choice = started.scene
    assert isinstance(choice, LevelChoice)
    assert choice.written is not None
    assert choice.written.id == "fen/first"
    hand.click(choice.play)
    hand.tick(2)
    assert isinstance(started.scene, BattleScene)
    wait_for_disk(started)


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_page_of_a_pack_fits_the_window(
    started: App, hand: Hand, tmp_path: Path, width: int, height: int, scale: float
) -> None:
    started.window = pygame.display.set_mode((width, height))
    started.change(scale=scale)
    started.resized()
    about = 'about = "' + "A long story. " * 60 + '"\n'
    table = (fen(tmp_path / "x") / "pack.toml").read_text() + about
    drop(hand, packed(tmp_path, **{"pack.toml": table}))
    shown = started.scene
    assert isinstance(shown, PackScreen)
    window = pygame.Rect((0, 0), started.size)
    for widget in (shown.install, shown.back, shown.text):
        assert window.contains(widget.rect)
    assert shown.text.rect.bottom <= shown.install.rect.y
    words = [passage.words for passage in shown.text.passages]
    assert "By Somebody." in words
    assert words[-1].startswith("Contains no programs.")


def test_nothing_is_installed_before_the_person_agrees(
    started: App, hand: Hand, tmp_path: Path
) -> None:
    drop(hand, packed(tmp_path))
    assert Shelf(started.folder).levels() == []
    shown = started.scene
    assert isinstance(shown, PackScreen)
    process = process_of(shown)
    hand.key("escape")
    assert isinstance(started.scene, Title)
    process.join()
    assert Shelf(started.folder).levels() == []
    assert list((started.folder / "packs").iterdir()) == []


def test_pack_is_worked_on_in_another_process(
    started: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the window's own process neither reads a pack nor syncs one."""
    path = packed(tmp_path)
    for name in ("read_archive", "check_pack", "_sync", "_unpack"):
        monkeypatch.delattr(f"game.workshop.packs.pack_store.{name}")
    drop(hand, path)
    install(hand)
    assert isinstance(started.scene, LevelChoice)
    assert [level.id for level in Shelf(started.folder).levels()] == ["fen/first"]


def test_check_and_installation_show_their_progress(
    started: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poll = PackWorker.poll
    levels = {f"levels/l{n}.toml": own_level() for n in range(5)}
    monkeypatch.setattr(PackWorker, "poll", lambda _: None)  # however fast the process is
    hand.post(pygame.DROPFILE, file=str(packed(tmp_path, **levels)))
    hand.tick(1)
    shown = started.scene
    assert isinstance(shown, PackScreen)
    assert not shown.is_idle
    assert shown.install.reason == "The pack is being checked."
    monkeypatch.setattr(PackWorker, "poll", poll)
    wait_for_packs(started)
    assert (shown.worker.step.done, shown.worker.step.most) == (5, 6)
    monkeypatch.setattr(PackWorker, "poll", lambda _: None)
    hand.key("return")
    assert shown.install.reason == "The pack is being installed."
    assert not shown.is_idle
    monkeypatch.setattr(PackWorker, "poll", poll)
    wait_for_packs(started)
    assert shown.worker.step.done == shown.worker.step.most - 1 > 10


def test_leaving_during_the_check_leaves_nothing(started: App, hand: Hand, tmp_path: Path) -> None:
    levels = {f"levels/l{n}.toml": own_level() for n in range(50)}
    hand.post(pygame.DROPFILE, file=str(packed(tmp_path, **levels)))
    hand.tick(1)
    shown = started.scene
    assert isinstance(shown, PackScreen)
    process = process_of(shown)
    hand.click(shown.back)
    assert isinstance(started.scene, Title)
    process.join()
    home = started.folder / "packs"
    assert not home.exists() or list(home.iterdir()) == []


def test_sheet_says_that_its_process_is_gone(
    started: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TalkingProcess, "say", lambda *_: None)  # it waits for its first order
    hand.post(pygame.DROPFILE, file=str(packed(tmp_path)))
    hand.tick(1)
    shown = started.scene
    assert isinstance(shown, PackScreen)
    process_of(shown).kill()
    wait_for_packs(started)
    assert shown.text.passages[0].words.startswith("The work on the pack has stopped: ")
    hand.key("return")
    assert isinstance(started.scene, Title)


def test_sheet_says_that_no_process_can_start(
    started: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_work: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr("game.workshop.packs.pack_worker.TalkingProcess", full)
    drop(hand, packed(tmp_path))
    shown = started.scene
    assert isinstance(shown, PackScreen)
    assert "too many processes" in shown.text.passages[0].words
    assert shown.is_idle
    hand.key("return")
    assert isinstance(started.scene, Title)


def test_bad_pack_says_why_and_cannot_be_installed(
    started: App, hand: Hand, tmp_path: Path
) -> None:
    path = tmp_path / "bad.ftpack"
    path.write_bytes(archive({}, [("../evil.toml", b"x")]))
    drop(hand, path)
    shown = started.scene
    assert isinstance(shown, PackScreen)
    assert "leads out" in shown.text.passages[0].words
    hand.key("return")
    assert isinstance(started.scene, Title)
    assert Shelf(started.folder).levels() == []


def test_dropped_folder_and_level_are_listed(started: App, hand: Hand, tmp_path: Path) -> None:
    drop(hand, fen(tmp_path / "my fen"))
    assert isinstance(started.scene, LevelChoice)
    assert started.scene.written is not None
    assert started.scene.written.id == "my_fen/first"
    level = tmp_path / "sent.toml"
    level.write_text(own_level().replace("mudlark", "brawler"), encoding="utf-8")
    drop(hand, level)
    assert isinstance(started.scene, LevelChoice)
    assert started.scene.written is not None
    assert started.scene.written.id == "mine/sent"


def test_dropped_folder_of_own_levels_is_shown(started: App, hand: Hand, tmp_path: Path) -> None:
    own = started.folder / "levels"
    own.mkdir()
    (own / "first.toml").write_text(own_level().replace("mudlark", "brawler"), encoding="utf-8")
    drop(hand, own)
    assert isinstance(started.scene, LevelChoice)
    assert started.scene.written is not None
    assert started.scene.written.id == "mine/first"
    assert Shelf(started.folder).added() == []


def test_dropped_folder_with_campaigns_only_shows_the_first(
    started: App, hand: Hand, tmp_path: Path
) -> None:
    shutil.copytree(ROAD, tmp_path / "roads" / "a_road", ignore=lambda *_: ["yard_fight.toml"])
    drop(hand, tmp_path / "roads")
    assert isinstance(started.scene, JourneyList)
    picked = started.scene.picked
    assert isinstance(picked, Campaign)
    assert picked.id == "a_road"


def test_other_dropped_files_are_refused(started: App, hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear friend", encoding="utf-8")
    drop(hand, path)
    assert isinstance(started.scene, Title)


def test_battle_shows_its_own_image_after_the_pack_is_removed(
    started: App, hand: Hand, tmp_path: Path
) -> None:
    drop(hand, packed(tmp_path))
    install(hand)
    hand.key("return")
    hand.tick(4)
    assert isinstance(started.scene, BattleScene)
    wait_for_disk(started)
    uninstall("fen", started.folder)
    assert removed(started.folder)
    started.art.clear()
    hand.tick(2)
    assert started.art.has("pieces/contest/fen@1.0:mudlark")


def test_ground_of_a_pack_has_its_own_image(started: App, hand: Hand, tmp_path: Path) -> None:
    level = own_level().replace('"floor"', '"ooze"', 1)
    drop(hand, packed(tmp_path, **{"grounds/ooze.svg": GROUND_IMAGE, "levels/first.toml": level}))
    install(hand)
    hand.key("return")
    hand.tick(4)
    wait_for_disk(started)
    scene = started.scene
    assert isinstance(scene, BattleScene)
    look = scene.seat.board.ground.chart.look_of("ooze")
    assert look.ground == ("fen@1.0:ooze",)
    image = started.art.image("terrain/ground/fen@1.0:ooze", (96, 96))
    assert image.get_at((90, 5))[:3] == (0x3F, 0x5A, 0x3A)


def test_image_of_a_pack_is_shown_in_its_own_levels_only(
    started: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check a pack whose kind has the id of one that the game has got since."""
    monkeypatch.setattr("game.content.pack_data.__version__", "0.2")
    path = tmp_path / "old.ftpack"
    path.write_bytes(archive(files(**OLDER)))
    installed(path, started.books, started.folder, lambda _: True)
    started.push(started.navigation.choose(level="fen/first"))
    hand.tick(2)
    sides: dict[str, SideStand] = {}
    assert "fen@1.0:" in Standees(started.art, "contest", sides).image_name("brawler")
    assert Standees(started.art, "guard", sides).image_name("brawler") == "pieces/unknown"
    assert ":" not in Standees(started.art, "contest", sides, OwnLooks()).image_name("brawler")
    choice = started.scene
    assert isinstance(choice, LevelChoice)
    choice.levels.fill(choice.levels.rows, "yard")
    choice._show()
    assert ":" not in Standees(started.art, "contest", sides).image_name("brawler")


def test_sound_of_a_pack_is_heard_when_its_kind_attacks(
    started: App, hand: Hand, tmp_path: Path
) -> None:
    drop(hand, packed(tmp_path))
    install(hand)
    hand.key("return")
    hand.tick(4)
    wait_for_disk(started)
    assert started.sounds.attack("mudlark")
    assert not started.sounds.attack("brawler")


def test_editor_offers_kinds_of_the_pack_and_shares_it(
    started: App, hand: Hand, tmp_path: Path
) -> None:
    folder = fen(tmp_path / "my fen")
    editor = started.navigation.editor(str(folder / "levels" / "first.toml"))
    assert isinstance(editor, EditorScene)
    started.push(editor)
    hand.look()
    palette = editor.desk.editing.palette
    assert palette.ware("kind", "mudlark") is not None
    assert palette.ware("ground", "ooze") is not None
    assert [found for found in editor.document.reading.findings if found.finding.line] == []
    editor.files.share()
    hand.tick(2)
    assert isinstance(started.scene, TextPrompt)
    goal = Path(started.scene.field.text)
    assert goal == tmp_path / "fen-1.0.ftpack"
    hand.key("return")
    assert isinstance(started.scene, PackMakingSheet)
    wait_for_packs(started)
    assert goal.is_file()
    assert started.scene.text.passages[0].words == "The fen 1.0"
    hand.key("return")
    editor.files.leave()
    drop(hand, goal)
    assert isinstance(started.scene, PackScreen)
    assert started.scene.install.reason == ""


def test_level_of_a_pack_is_tried_from_the_editor(started: App, hand: Hand, tmp_path: Path) -> None:
    folder = fen(tmp_path / "my fen")
    editor = started.navigation.editor(str(folder / "levels" / "first.toml"))
    started.push(editor)
    hand.look()
    hand.key("f5")
    seats = started.scene
    assert isinstance(seats, SeatChoice)
    hand.click(seats.done)
    hand.tick(4)
    assert isinstance(started.scene, BattleScene)


def test_levels_of_a_large_pack_are_read_while_the_list_is_shown(
    started: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_list, "MOST_AT_ONCE", 2)
    started.time.is_limited = True  # as in a live window
    levels = {f"levels/l{n}.toml": own_level() for n in range(5)}
    drop(hand, packed(tmp_path, **levels))
    install(hand)
    choice = started.scene
    assert isinstance(choice, LevelChoice)
    heads = [row.title for row in choice.levels.rows if row.is_head]
    if not choice.is_idle:  # a slow machine is still reading
        assert heads[0] == "Mine: being read …"
    while not choice.is_idle:
        hand.tick()
    rows = choice.levels.rows
    assert (rows[0].title, rows[1].value, len(rows[1:7])) == ("Mine: The fen 1.0", "fen/first", 6)
    assert choice.written is not None
    assert choice.written.id == "fen/first"
