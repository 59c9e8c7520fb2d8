"""Packs: made, installed, played, updated, removed and put back; and what they can't do."""

import re
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from game import __version__
from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.content.levels import level_called, load_level
from game.content.shelf import Shelf
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.play.opening import Options, level_to_play, table_of
from game.play.players import watched
from game.play.replayer import replay
from game.play.table import Table
from game.record.failure import Failure
from game.record.reader import read_save
from game.terms.commands import Concede
from game.terms.languages import Translation, spoken
from game.workshop.packs import shelf_commands
from game.workshop.packs.pack_archive import read_archive
from game.workshop.packs.pack_making import PackWishes, made_pack
from game.workshop.packs.pack_store import Agree, installed, removed, restore, uninstall
from game.workshop.packs.terminal_consent import TerminalConsent
from tests.campaign.conftest import ROAD
from tests.campaign.walker import Walker
from tests.cli.runner import Run
from tests.workshop.packs.fen import (
    BOOKS,
    GROUND,
    GROUND_IMAGE,
    IMAGE,
    KIND,
    TABLE,
    fen,
    files,
    own_level,
    packed,
)
from tests.workshop.packs.hostile import archive

UNPROVED = "It brings no replay of a won battle, so nothing proves that it can be won."
NEWER = TABLE.replace('"1.0"', '"1.10"')


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


def add(path: Path, data: Path) -> str:
    return installed(path, BOOKS, data, lambda _: True)


def agreeing(told: list[str]) -> Agree:
    """Return a person who agrees to every pack, and writes down in `told` what was shown."""

    def agree(lines: list[str]) -> bool:
        told.extend(lines)
        return True

    return agree


def ids(data: Path) -> list[str]:
    return [level.id for level in Shelf(data).levels()]


def test_pack_is_made_added_listed_played_removed_and_put_back(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "fen.ftpack")
    assert run("pack", str(fen(tmp_path / "fen")), "-o", file).code == 0
    shown = run("add", "--yes", file).out.splitlines()
    assert shown[:-2] == [
        *("The fen 1.0", "By Somebody.", "Licence: CC0.", "1 level: Two in the yard."),
        *("1 kind of unit: Mudlark.", "1 ground: Ooze."),
        *("1 picture of its own.", "1 sound of its own."),
        UNPROVED,
    ]
    assert shown[-2].startswith("Contains no programs. ")
    assert shown[-1].endswith("its levels have ids that begin with fen/.")
    assert run("levels").out.splitlines()[-1].split()[0] == "fen/first"
    assert run("watch", "fen/first", "--text", "--fast", "--seed", "1").code == 0
    assert "kinds/contest.toml:" in run("check", "--resolved", "fen/first").out
    assert run("remove", "fen").out == (
        "fen@1.0 is off your shelf. Run 'five-tables add fen@1.0' within 30 days to put it back.\n"
    )
    assert run("check", "fen/first").code == 2
    assert run("add", "fen").out == "The fen 1.0 is back on your shelf.\n"
    assert run("check", "fen/first").code == 0


class Terminal(StringIO):
    """A terminal in which somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "is_there"),
    [("y\n", True), ("YES\n", True), ("\n", False), ("no\n", False), ("", False)],
)
def test_pack_is_installed_in_the_terminal_only_after_a_yes(
    tmp_path: Path, data: Path, typed: str, is_there: bool
) -> None:
    out = StringIO()
    shelf_commands.add([str(packed(tmp_path))], BOOKS, data, TerminalConsent(out, Terminal(typed)))
    shown = out.getvalue()
    assert shown.index("By Somebody.") < shown.index("Contains no programs.") < shown.index("[y/N]")
    assert ids(data) == (["fen/first"] if is_there else [])
    assert shown.endswith("fen/.\n" if is_there else "Nothing is installed.\n")
    assert [it.name for it in (data / "packs").iterdir()] == (["fen"] if is_there else [])


def test_pack_is_not_installed_where_nobody_can_be_asked(run: Run, tmp_path: Path) -> None:
    assert run("add", str(packed(tmp_path)), given="y\n").code == 2
    assert "Contains no programs." in run.out
    assert run.err.startswith("Nothing is installed, because there is no terminal")
    assert "--yes" in run.err
    assert ids(tmp_path / "data") == []


def test_kind_with_its_image_takes_at_most_20_lines() -> None:
    assert len((KIND + IMAGE).splitlines()) <= 20


def test_level_has_its_own_kinds_grounds_and_looks(tmp_path: Path) -> None:
    grid = own_level().replace('"floor"', '"ooze"', 1)
    level = load_level(fen(tmp_path, **{"levels/first.toml": grid}) / "levels/first.toml", BOOKS)
    assert {unit.kind for unit in level.units} == {"mudlark"}
    assert level.terrain["ooze"].look == "mud"
    assert (level.pieces, level.pack) == ({"mudlark": IMAGE}, "fen@1.0")


def test_kinds_of_a_pack_are_known_only_in_it(tmp_path: Path, data: Path) -> None:
    add(packed(tmp_path), data)
    book = BOOKS["contest"]
    assert "mudlark" not in book_data(book, levels_root()).kinds
    other = tmp_path / "other.toml"
    other.write_text(own_level(), encoding="utf-8")
    with pytest.raises(Failure, match="no kind 'mudlark'"):
        level_to_play(Options(level=str(other)), BOOKS, None)


def test_battle_keeps_images_and_kinds_after_its_pack_is_removed(
    tmp_path: Path, data: Path
) -> None:
    add(packed(tmp_path), data)
    table = begun(Shelf(data).path_of("fen/first"))
    save = tmp_path / "save.jsonl"
    save.write_bytes(table.saved())
    uninstall("fen", data)
    shutil.rmtree(data)
    found = replay(read_save(save), BOOKS)
    assert found.trouble is None
    level = found.table.battle.world.scene.level
    assert level.pieces == {"mudlark": IMAGE}
    assert {unit.kind for unit in level.units} == {"mudlark"}


def begun(path: Path | None) -> Table:
    options = Options(level=str(path), seed="4")
    level = level_to_play(options, BOOKS, None)
    return table_of(options, level, BOOKS, watched)


def test_record_with_a_hostile_image_is_refused(tmp_path: Path, data: Path) -> None:
    add(packed(tmp_path), data)
    save = tmp_path / "save.jsonl"
    text = begun(Shelf(data).path_of("fen/first")).saved().decode()
    assert "<circle" in text
    save.write_text(text.replace("<circle", "<script"), encoding="utf-8")
    with pytest.raises(Exception, match="image of 'mudlark' can't be used"):
        replay(read_save(save), BOOKS)


# Names and versions


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"kinds/contest.toml": KIND.replace("mudlark", "brawler")}, "has something called"),
        ({"terrain.toml": GROUND.replace("ooze", "water")}, "has something called 'water'"),
        ({"terrain.toml": GROUND.replace("ooze", "club")}, "has something called 'club'"),
        ({"pack.toml": TABLE.replace('"fen"', '"mine"')}, "can't be a pack's id"),
        ({"pack.toml": TABLE.replace("1.0", "1.x")}, "isn't a version"),
        ({"pack.toml": TABLE + 'game = "99"\n'}, "needs version 99 of the game"),
        ({"pack.toml": TABLE + "programs = true\n"}, "no key 'programs'"),
        ({"levels/first.toml": own_level().replace("mudlark", "mudlurk")}, "no kind 'mudlurk'"),
        ({"levels/first.toml": ""}, "no level and no campaign"),
        ({"kinds/chess.toml": "[pawn]\n"}, "the rulebook 'chess'"),
        ({"pieces/other.svg": IMAGE}, "belongs to no kind"),
        ({"grounds/water.svg": GROUND_IMAGE}, "belongs to no ground"),
        ({"grounds/ooze.svg": IMAGE}, "a size of 96 × 96"),
        ({"pieces/mudlark.svg": GROUND_IMAGE}, "a size of 120 × 160"),
        ({"campaigns/road/first.toml": own_level()}, "has no campaign.toml"),
        ({"texts/de/levels/second.toml": 'title = "Zwei"\n'}, "translates no file"),
        ({"texts/de/levels/first.toml": 'rounds = "Zwei"\n'}, "isn't a text"),
        ({"kinds/contest.toml": KIND + "speed = 3\n"}, "no key 'speed'"),
        ({"terrain.toml": GROUND + 'becomes = "lavva"\n'}, "'lavva'"),
    ],
)
def test_pack_with_errors_is_not_made(tmp_path: Path, changed: dict[str, str], why: str) -> None:
    with pytest.raises(Failure, match=re.escape(why)):
        packed(tmp_path, **changed)
    assert list(tmp_path.glob("*.ftpack")) == []


OLDER = {
    "pack.toml": TABLE + 'made = "0.1"\n',
    "kinds/contest.toml": KIND.replace("[mudlark]", "[brawler]"),
    "pieces/mudlark.svg": "",
    "pieces/brawler.svg": IMAGE,
    "sounds/mudlark.wav": "",
    "terrain.toml": GROUND.replace("[ooze]", "[water]"),
    "levels/first.toml": own_level().replace("mudlark", "brawler").replace('"floor"', '"water"', 1),
}
"""The files of a pack that had its ids before the game had things of the same ids."""


def test_older_pack_keeps_its_ids_when_the_game_gets_the_same(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.content.pack_data.__version__", "0.2")
    path = tmp_path / "old.ftpack"
    path.write_bytes(archive(files(**OLDER)))
    told: list[str] = []
    installed(path, BOOKS, data, agreeing(told))
    assert told[-1].startswith("The game has things called brawler, water by now; ")
    own = Shelf(data).path_of("fen/first")
    assert own is not None
    level, shipped = load_level(own, BOOKS), load_level(level_called("yard"), BOOKS)
    assert {unit.kind for unit in level.units} == {"brawler"}
    assert load_level(own, BOOKS).units[0].stats != shipped.units[0].stats
    assert (level.terrain["water"].title, level.pieces) == ("Ooze", {"brawler": IMAGE})
    kinds = book_data(BOOKS["contest"], levels_root()).kinds
    assert kinds["brawler"]["title"] != "Mudlark"
    assert shipped.terrain["water"].title != "Ooze"
    assert shipped.pieces == {}


@pytest.mark.parametrize("made", ["", 'made = "0.1"\n', 'made = "0.1.0"\n', 'made = "99"\n'])
def test_pack_of_today_cannot_have_ids_of_the_game(tmp_path: Path, data: Path, made: str) -> None:
    path = tmp_path / "new.ftpack"
    path.write_bytes(archive(files(**(OLDER | {"pack.toml": TABLE + made}))))
    with pytest.raises(Failure, match="has something called"):
        add(path, data)


def test_no_pack_is_older_than_packs(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "false.ftpack"
    path.write_bytes(archive(files(**{"pack.toml": TABLE + 'made = "0.0.9"\n'})))
    with pytest.raises(Failure, match=r"No version '0\.0\.9' of the game made packs"):
        add(path, data)


@pytest.mark.parametrize("before", ["", 'made = "0.0.1"\n'])
def test_made_pack_names_the_version_of_the_game(tmp_path: Path, before: str) -> None:
    content = packed(tmp_path, **{"pack.toml": TABLE + before}).read_bytes()
    table = read_archive(content)["pack.toml"].decode()
    assert table == TABLE + f'made = "{__version__}"\n'


def test_level_brings_the_images_of_grounds_it_may_show(tmp_path: Path) -> None:
    images = {f"grounds/{id}.svg": GROUND_IMAGE for id in ("ooze", "slime", "unseen")}
    slime = GROUND.replace("ooze", "slime") + 'becomes = "ooze"\n'
    grounds = GROUND + slime + GROUND.replace("ooze", "unseen")
    level = own_level().replace('"floor"', '"slime"', 1)
    folder = fen(tmp_path, **images, **{"terrain.toml": grounds, "levels/first.toml": level})
    found = load_level(folder / "levels/first.toml", BOOKS).ground_images
    assert found == {"ooze": GROUND_IMAGE, "slime": GROUND_IMAGE}


def test_record_with_a_hostile_image_of_a_ground_is_refused(tmp_path: Path) -> None:
    level = own_level().replace('"floor"', '"ooze"', 1)
    changed = {"grounds/ooze.svg": GROUND_IMAGE, "levels/first.toml": level}
    save = tmp_path / "save.jsonl"
    text = begun(fen(tmp_path / "fen", **changed) / "levels/first.toml").saved().decode()
    save.write_text(text, encoding="utf-8")
    assert replay(read_save(save), BOOKS).trouble is None
    save.write_text(text.replace("#2c4129", "red"), encoding="utf-8")
    with pytest.raises(Exception, match="image of 'ooze' can't be used"):
        replay(read_save(save), BOOKS)


def test_pack_never_replaces_a_level_of_the_game(tmp_path: Path, data: Path) -> None:
    add(packed(tmp_path, **{"levels/yard.toml": own_level()}), data)
    assert ids(data) == ["fen/first", "fen/yard"]
    assert level_called("yard").is_relative_to(levels_root())


def test_versions_are_next_to_each_other_and_the_newest_is_listed(
    tmp_path: Path, data: Path
) -> None:
    add(packed(tmp_path, **{"pack.toml": NEWER, "levels/second.toml": own_level()}), data)
    add(packed(tmp_path), data)
    assert Shelf(data).versions("fen") == ["1.0", "1.10"]
    assert ids(data) == ["fen/first", "fen/second"]
    uninstall("fen@1.10", data)
    assert ids(data) == ["fen/first"]
    assert restore("fen@1.10", data) == "The fen 1.10 is back on your shelf."
    assert ids(data) == ["fen/first", "fen/second"]
    uninstall("fen", data)
    assert ids(data) == []
    assert [folder.name for folder in removed(data)] == ["fen@1.0", "fen@1.10"]


def test_same_pack_is_installed_once_and_another_of_its_name_not(
    tmp_path: Path, data: Path
) -> None:
    path = packed(tmp_path)
    add(path, data)
    assert add(path, data) == "The fen 1.0 is installed already."
    other = packed(tmp_path, **{"levels/first.toml": own_level() + "# changed\n"})
    with pytest.raises(Failure, match=r"needs a higher version"):
        add(other, data)
    assert not list((data / "packs").glob(".new-*"))


def test_removed_pack_can_be_removed_again(tmp_path: Path, data: Path) -> None:
    path = packed(tmp_path)
    for _ in range(2):
        add(path, data)
        uninstall("fen", data)
    assert [folder.name for folder in removed(data)] == ["fen@1.0"]
    assert not list((data / "packs").glob(".old-*"))


def test_removed_packs_are_deleted_after_a_month_unless_a_journey_uses_them(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    road = {f"campaigns/road/{it.name}": it.read_bytes() for it in ROAD.iterdir()}
    add(packed(tmp_path, **road), data)
    add(packed(tmp_path, **{"pack.toml": TABLE.replace('"fen"', '"other"')}), data)
    path = Shelf(data).path_of("fen/road")
    assert path is not None
    Journey.begin(load_campaign(path, BOOKS), "gentle", data, BOOKS).close()
    uninstall("fen", data)
    uninstall("other", data)
    monkeypatch.setattr("game.workshop.packs.pack_store.DAYS", -1)
    uninstall("nothing", data)
    assert [folder.name for folder in removed(data)] == ["fen@1.0"]


def test_journey_finishes_after_its_pack_was_removed(tmp_path: Path, data: Path) -> None:
    road = {f"campaigns/road/{it.name}": it.read_bytes() for it in ROAD.iterdir()}
    text = road["campaigns/road/campaign.toml"].decode()
    kinds = (levels_root() / "action" / "bestiary.toml").read_text(encoding="utf-8")
    kind = re.findall(r'kind = "(\w+)"', text)[0]
    own = re.search(rf"^\[{kind}\]\n(?s:.*?)\n(?=\[\w+\]\n)", kinds, re.MULTILINE)
    assert own is not None
    road["campaigns/road/campaign.toml"] = text.replace(f'"{kind}"', '"fen_warden"').encode()
    changed = {"kinds/action.toml": own[0].replace(f"[{kind}", "[fen_warden")}
    add(packed(tmp_path, **changed, **road), data)
    path = Shelf(data).path_of("fen/road")
    assert path is not None
    walker = Walker(load_campaign(path, BOOKS), "gentle", data, 5)
    told = uninstall("fen", data)
    assert told[1].startswith("A journey uses it and can be finished: ")
    assert not path.exists()
    walker.walk()
    assert walker.journey.is_over


# Proofs


def won(path: Path, is_won: bool = True) -> bytes:
    """Return a replay of a level that red, a person, has won or lost."""
    options = Options(level=str(path), seed="4", players="red=human,blue=random")
    level = level_to_play(options, BOOKS, None)
    table = table_of(options, level, BOOKS, watched)
    while table.battle.outcome is None:
        if table.battle.asked == ("blue" if is_won else "red"):
            assert table.submit(Concede()) is None
        elif table.battle.asked is not None:
            assert table.submit(table.battle.legal()[0]) is None
        else:
            assert table.step()
    return table.saved()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text, ""),
        (lambda text: text.replace('"life":12', '"life":13'), "a level that isn't in the pack"),
        (lambda text: text[: len(text) // 2], "can't be read|isn't a battle|differ"),
        (lambda _: "x", "can't be read"),
        (lambda text: re.sub(r'"hash":"\w\w', '"hash":"00', text), "plays differently"),
    ],
)
def test_proofs_are_played_again(tmp_path: Path, change: Callable[[str], str], why: str) -> None:
    text = won(fen(tmp_path / "author") / "levels/first.toml").decode()
    proof = {"proof/first.jsonl": change(text)}
    if why:
        with pytest.raises(Failure, match=why):
            packed(tmp_path, **proof)
        return
    told: list[str] = []
    installed(packed(tmp_path, **proof), BOOKS, tmp_path / "data", agreeing(told))
    assert "Proved: 1 won battle in it, played again just now." in told


def test_proof_must_be_won_by_a_person(tmp_path: Path) -> None:
    lost = won(fen(tmp_path / "author") / "levels/first.toml", is_won=False)
    with pytest.raises(Failure, match="isn't a battle that a person has won"):
        packed(tmp_path, **{"proof/first.jsonl": lost})


def test_proof_of_an_older_version_only_warns(tmp_path: Path, data: Path) -> None:
    text = won(fen(tmp_path / "author") / "levels/first.toml").decode()
    text = re.sub(r'"hash":"\w\w', '"hash":"00', text).replace('"game":"0.1.0"', '"game":"0.0.1"')
    path = packed(tmp_path, **{"proof/first.jsonl": text})
    told: list[str] = []
    installed(path, BOOKS, data, agreeing(told))
    assert UNPROVED in told
    assert "plays differently here" in told[-1]


# Other contents


def test_translation_of_a_pack_is_used(tmp_path: Path) -> None:
    path = fen(tmp_path, **{"texts/de/levels/first.toml": 'title = "Zwei im Hof"\n'})
    (tmp_path / "de").mkdir()
    with spoken(Translation(tmp_path / "de")):
        assert load_level(path / "levels/first.toml", BOOKS).title == "Zwei im Hof"
    assert load_level(path / "levels/first.toml", BOOKS).title == "Two in the yard"


def test_pack_of_a_single_level(run: Run, tmp_path: Path) -> None:
    level, file = tmp_path / "my yard.toml", str(tmp_path / "y.ftpack")
    shutil.copy(level_called("yard"), level)
    options = ("--author", 'A "quoted" author', "--pack-version", "2.1")
    assert run("pack", str(level), "-o", file, *options).code == 0
    assert run("add", "--yes", file).out.splitlines()[:2] == [
        *("Two in the yard 2.1", 'By A "quoted" author.')
    ]
    assert ids(tmp_path / "data") == ["my_yard/my_yard"]
    assert run("pack", str(level), "-o", file).code == 2
    assert "exists already" in run.err


def test_strange_files_are_left_out_of_a_pack(tmp_path: Path) -> None:
    folder = fen(tmp_path / "fen", **{"notes.md": "Mine.", "levels/first.toml.1": "old"})
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    lines = made_pack(
        str(folder), str(tmp_path / "f.ftpack"), PackWishes(), BOOKS, tmp_path / "data"
    )
    assert lines[-1] == "Left out: levels/first.toml.1, notes.md."


def test_packs_of_the_same_files_are_equal(tmp_path: Path) -> None:
    assert packed(tmp_path).read_bytes() == packed(tmp_path).read_bytes()


def test_authors_folder_is_listed_and_played_like_a_pack(run: Run, tmp_path: Path) -> None:
    folder = fen(tmp_path / "my fen")
    assert run("add", str(folder)).code == 0
    assert ids(tmp_path / "data") == ["my_fen/first"]
    assert run("check", "my_fen/first").code == 0


def test_broken_pack_stops_nothing_else(run: Run, tmp_path: Path, data: Path) -> None:
    add(packed(tmp_path), data)
    other = TABLE.replace('"fen"', '"other"')
    add(packed(tmp_path, **{"pack.toml": other}), data)
    (data / "packs" / "fen" / "1.0" / "kinds" / "contest.toml").write_text("[[[")
    (data / "packs" / "other" / "1.0" / "pack.toml").write_text("[[[")
    (data / "packs" / "stray").write_text("x")
    assert ids(data) == ["fen/first", "other/first"]
    assert run("check", "fen/first").code == 1
    assert run("check", "yard").code == 0
    assert run("levels").code == 0
