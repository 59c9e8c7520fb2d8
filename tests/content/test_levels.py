"""Playable levels, their data, and how the game finds them."""

import os
import random
import time
from pathlib import Path

import pytest

from game.content.levels import all_levels, find_campaign, find_level, load_level
from game.content.shipped_folders import assets_root, levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Source
from game.content.toml_files.text_reading import read_text
from game.content.values.book_data import book_data
from game.core.dice import Dice
from game.rules.contest.schema import SCHEMA as CONTEST
from game.rules.contest.schema import Figure as Duelist
from game.rules.contest.schema import Settings as DuelSettings
from game.terms.board_items import Thing
from game.terms.level import Side, Unit
from tests.content.world import (
    BOOKS,
    DATA,
    LEVEL,
    FakeBook,
    Figure,
    Settings,
    Tool,
    changed,
    check,
    faults,
    make_root,
    read,
    told,
)


def test_smallest_level_can_be_played(root: Path) -> None:
    level = read(LEVEL, root)
    assert (level.id, level.title, level.rulebook) == ("yard", "Yard", "skirmish")
    assert (level.width, level.height) == (5, 3)
    assert (level.tiles[5:10], level.legend["b"]) == ("#a.b#", "floor")
    assert (level.tile((1, 1)), level.terrains()) == ("floor", ("wall", "floor"))
    assert not level.terrain_at((0, 0)).walk
    assert level.terrain_at((2, 1)).walk
    assert level.sides == (Side("red"), Side("blue"))
    assert level.settings == Settings("level", 1, "1d6")
    assert level.gear == {"tools": {"club": Tool("Club", "1d4"), "knife": Tool("Knife")}}
    assert (level.rounds, level.rounds_winner, level.party) == (30, None, "red")
    assert level.text == LEVEL
    ann, bo = level.units
    assert ann == Unit("red.ann", "red", "grunt", "Ann", (1, 1), Figure("Grunt", 5, "1d4", "club"))
    assert bo.stats == Figure("Scout", 3, "1d6+1", "knife", ("knife", "club"))
    assert bo.at == (3, 1)


def test_normative_level_can_have_more_keys(root: Path) -> None:
    text = changed(
        ('title = "Yard"', 'title = "Hof"\nrounds = 7\nrounds_winner = "blue"\nparty = "blue"'),
        ('id = "red"', 'id = "red"\ntitle = "Reds"\ncontrol = "soldier"\ncolour = "red"'),
        ("[[unit]]", "[skirmish]\nloss = 3\n[[unit]]"),
        ("#a.b#", "#a..#"),
        ('kind = "scout"', 'kind = "scout"\nat = [2, 1]\nlife = 9\nweight = 2\ntitle = "Old Bo"'),
    )
    level = read(text, root)
    assert (level.rounds, level.rounds_winner, level.party) == (7, "blue", "blue")
    assert level.sides[0] == Side("red", "Reds", "soldier", "red")
    assert level.settings == Settings("level", 3, "1d6")
    bo = level.units[1]
    assert (bo.title, bo.at) == ("Old Bo", (2, 1))
    assert bo.stats == Figure("Old Bo", 9, "1d6+1", "knife", ("knife", "club"), 2.0)


@pytest.mark.parametrize(
    "grid",
    ["'''\n####\n#ab#'''", "'''\n####\n#ab#\n  '''", '"####\\n#ab#"', '"""\n####\n#ab#\n"""'],
)
def test_grid_can_be_written_in_several_ways(root: Path, grid: str) -> None:
    old = LEVEL[LEVEL.index("'''") : LEVEL.index("legend")]
    level = read(changed((old, f"{grid}\n")), root)
    assert (level.width, level.height) == (4, 2)


def test_space_can_be_a_letter(root: Path) -> None:
    level = read(changed(("#a.b#\n#####", "#a b#\n     "), ('"." =', '" " =')), root)
    assert (level.width, level.height) == (5, 3)


def test_lines_can_end_as_on_windows(root: Path) -> None:
    assert read(LEVEL.replace("\n", "\r\n"), root).tiles == read(LEVEL, root).tiles


def test_level_is_read_from_a_file(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "den.toml"
    path.write_text(LEVEL, encoding="utf-8")
    assert load_level(path, BOOKS, root=root).id == "den"
    with pytest.raises(LevelError, match="There is no file"):
        load_level(tmp_path / "dan.toml", BOOKS, root=root)


def large(edge: int, units: int) -> str:
    """Return a square map of floor, with units from its upper left corner on."""
    head = LEVEL[: LEVEL.index("[map]")]
    grid = "\n".join(["." * edge] * edge)
    text = f'{head}[map]\ngrid = """\n{grid}\n"""\nlegend = {{ "." = "floor" }}\n'
    text += '[[side]]\nid = "red"\n[[side]]\nid = "blue"\n'
    for number in range(units):
        side, at = ("red", "blue")[number % 2], [number % edge, number // edge]
        text += f'[[unit]]\nid = "u{number}"\nside = "{side}"\nkind = "grunt"\nat = {at}\n'
    return text


def test_largest_map_loads_quickly(root: Path) -> None:
    start = time.perf_counter()
    level = read(large(500, 500), root)
    assert len(level.tiles) == 250_000
    assert time.perf_counter() - start < 1


def test_smallest_map_has_no_room_for_two(root: Path) -> None:
    assert faults(large(1, 2), root) == [
        "unit-off-map 22:6 The unit 'u1' is off the map at [0, 1]; columns go from 0 to 0 and "
        "rows from 0 to 0."
    ]


def test_level_full_of_errors_is_refused_quickly(root: Path) -> None:
    start = time.perf_counter()
    for junk, more in (
        ("a{} = 1\n", 29_901),
        ("[[unit]]\nid = 'x'\nb{} = 1\n", 1_900),
        ("[[side]]\nid = '{}!'\n", 0),
    ):
        text = "".join(junk.format(number) for number in range(30_000))
        with pytest.raises(LevelError) as refused:
            read(text, root)
        assert refused.value.more >= more
    assert time.perf_counter() - start < 20


def test_any_cut_or_change_to_a_level_is_reported(root: Path) -> None:
    source = random.Random(1)
    for _ in range(600):
        start = source.randrange(len(LEVEL))
        end = start + source.choice([0, 1, 2, 9, 40])
        junk = source.choice(["", "", "'", '"', "\n", "[", "]", "{", "=", "3", ".", "\\", "é", "a"])
        text = LEVEL[:start] + junk + LEVEL[end:]
        checked = check(text, root)
        assert (checked.level is None) == any(f.severity == "error" for f in checked.findings)
        for finding in checked.findings:
            assert finding.text()
            assert 1 <= finding.line <= text.count("\n") + 2
            assert finding.message.endswith((".", "?"))


# Rulebooks' data


def data_faults(folder: Path, **changes: str) -> list[str]:
    with pytest.raises(LevelError) as refused:
        book_data(BOOKS["skirmish"], make_root(folder, **changes))
    found = refused.value.findings
    return [f"{Path(f.file).name} {line}" for f, line in zip(found, told(found), strict=True)]


def test_errors_of_all_data_files_are_reported_at_once(tmp_path: Path) -> None:
    found = data_faults(
        tmp_path,
        terrain='floor = { title = "Floor", wlak = true }',
        settings="loss = -1\norder = 'level'",
        bestiary=DATA["skirmish/bestiary.toml"].replace("club", "klub"),
        tools="[club]\ndamage = 'much'\n[knife]\ntitle = 'Knife'\n[Axe]\ntitle = 'Axe'",
    )
    assert sorted(found) == [
        "bestiary.toml unknown-name 12:18 Entry 2 of 'hand' in [scout]: there is no 'klub' in "
        "tools.toml; did you mean 'club'?",
        "bestiary.toml unknown-name 6:8 'tool' in [grunt]: there is no 'klub' in tools.toml; did "
        "you mean 'club'?",
        "settings.toml missing-key 1:1 The file needs the key 'start'.",
        "settings.toml wrong-value 1:8 'loss' must be a whole number from 0 to 9, not -1.",
        "terrain.toml unknown-key 1:28 There is no key 'wlak' in [floor]; did you mean 'walk'?",
        "tools.toml bad-id 5:2 'Axe' can't be the id of a table: an id begins with a small letter "
        "and has at most 31 of a-z, 0-9, '_' and '-'.",
        "tools.toml missing-key 1:2 [club] needs the key 'title'.",
        "tools.toml wrong-value 2:10 'damage' in [club] must be dice such as \"2d6+1\", "
        '"2d6kh1" or "4", not \'much\'.',
    ]


def test_missing_data_file_is_reported_with_the_levels_errors(tmp_path: Path) -> None:
    make_root(tmp_path)
    (tmp_path / "skirmish" / "tools.toml").unlink()
    codes = [line.split()[0] for line in faults(changed(('"Yard"', "3")), tmp_path)]
    assert sorted(codes) == ["file-missing", "wrong-type"]


def test_data_are_cached_until_a_file_changes(tmp_path: Path) -> None:
    book = FakeBook()
    first = book_data(book, make_root(tmp_path))
    assert book_data(book, tmp_path) is first
    path = tmp_path / "skirmish" / "tools.toml"
    path.write_text(path.read_text(encoding="utf-8") + '[axe]\ntitle = "Axe"\n', encoding="utf-8")
    os.utime(path, (1, 1))
    assert "axe" in book_data(book, tmp_path).gear["tools"]


# Names of levels


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Return a levels folder with two levels, one of them broken."""
    make_root(tmp_path)
    (tmp_path / "duels" / "inner").mkdir(parents=True)
    (tmp_path / "duels" / "yard.toml").write_text(LEVEL, encoding="utf-8")
    (tmp_path / "duels" / "inner" / "cellar.toml").write_text("title =", encoding="utf-8")
    return tmp_path


def test_levels_are_listed_without_the_rulebooks_data(shelf: Path) -> None:
    assert all_levels(root=shelf) == [
        ("cellar", "", "", shelf / "duels" / "inner" / "cellar.toml", None),
        ("yard", "Yard", "skirmish", shelf / "duels" / "yard.toml", None),
    ]
    assert all_levels(root=shelf / "nowhere") == []


def test_level_is_found_by_id_or_path(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_level("yard", root=shelf) == shelf / "duels" / "yard.toml"
    assert find_level("./yard.toml", root=shelf) == Path("yard.toml")
    assert find_level("mine.toml", root=shelf) == Path("mine.toml")
    monkeypatch.chdir(shelf)
    (shelf / "yard").mkdir()
    (shelf / "mine").write_text(LEVEL, encoding="utf-8")
    assert find_level("yard", root=shelf) == shelf / "duels" / "yard.toml"
    assert find_level("mine", root=shelf) == Path("mine")


def test_campaign_has_an_id_and_is_not_a_level(shelf: Path) -> None:
    road = shelf / "campaign" / "road" / "campaign.toml"
    road.parent.mkdir(parents=True)
    road.write_text('format = 1\ntitle = "The road"\n[[stop]]\n', encoding="utf-8")
    assert find_level("road", root=shelf) == road
    for path in (road, road.parent):
        with pytest.raises(LevelError) as caught:
            load_level(path, BOOKS, root=shelf)
        (found,) = caught.value.findings
        assert found.code == "is-campaign"
        assert "is a campaign, not a level; 'five-tables play' starts it." in found.message


def test_campaign_is_found_by_id_folder_or_file(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def road(folder: Path) -> Path:
        folder.mkdir(parents=True)
        (folder / "campaign.toml").touch()
        return folder / "campaign.toml"

    away = tmp_path_factory.mktemp("away")
    shipped, own = road(shelf / "campaign" / "long"), road(away / "mine")
    road(away / "yard")
    monkeypatch.chdir(away)
    assert find_campaign("long", root=shelf) == shipped
    assert find_campaign("mine", root=shelf) == own.relative_to(away)
    assert find_campaign("mine/", root=shelf) == own.relative_to(away)
    assert find_campaign(str(own), root=shelf) == own
    assert find_campaign("yard", root=shelf) is None, "a campaign comes before a level"
    assert find_campaign("nobody", root=shelf) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("yrad", "yrad: There is no level 'yrad'; did you mean 'yard'?"),
        ("xyz", "xyz: There is no level 'xyz'; 'five-tables levels' lists them."),
        ("terrain", "terrain: There is no level 'terrain'; 'five-tables levels' lists them."),
        ("a\0b", "a\0b: There is no level 'a\\x00b'; 'five-tables levels' lists them."),
    ],
)
def test_unknown_level_is_refused_with_the_nearest_id(
    shelf: Path, name: str, expected: str
) -> None:
    with pytest.raises(LevelError) as refused:
        find_level(name, root=shelf)
    assert str(refused.value) == expected


# Shipped data


def test_shipped_folders_exist() -> None:
    assert (levels_root() / "terrain.toml").is_file()
    assert assets_root().is_dir()


def test_shipped_terrain_can_be_read(tmp_path: Path) -> None:
    text = read_text(levels_root() / "terrain.toml")
    terrain = book_data(BOOKS["skirmish"], make_root(tmp_path, terrain=text)).terrain
    assert list(terrain) == list(Source("terrain.toml", text).tables)
    for tile in terrain.values():
        assert tile.cost >= 1
        assert tile.cover in {"none", "half", "three-quarters", "total"}
        assert tile.hazard is None or Dice.parse(tile.hazard)


def test_ids_of_shipped_levels_differ() -> None:
    ids = [level.id for level in all_levels()]
    assert len(ids) == len(set(ids))


def test_real_rulebook_can_be_used(tmp_path: Path) -> None:
    for name, text in {
        "settings": 'order = "roll"\nsudden_death = 20\nsudden_death_loss = 1\nfury_after = 6\n'
        'fury_gain = 1\nfight_price = 1\nitems_a_turn = 1\nbreath = 3\ndisengage = "1d6"\n'
        'initiative = "1d6"\n',
        "bestiary": '[brawler]\ntitle = "Brawler"\nmovement = "1d6"\nlife = 8\nweapon = "fist"\n'
        'hand = ["salts"]\n',
        "arms": '[fist]\ntitle = "Fist"\ndamage = "1d4"\n',
        "items": '[salts]\ntitle = "Salts"\nabout = "Heals"\ntarget = "self"\nheal = "1d4"\n',
    }.items():
        path = make_root(tmp_path) / "contest" / f"{name}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    book = FakeBook("contest", "Contest", CONTEST)
    text = changed(('"skirmish"', '"contest"'), ('"grunt"', '"brawler"'), ('"scout"', '"brawler"'))
    level = read(text, tmp_path, book)
    assert level.units[0].stats_as(Duelist).hand == ("salts",)
    assert level.settings_as(DuelSettings).order == "roll"
    assert level.thing("items", "salts", Thing).heal == "1d4"
    assert faults(f'{text}hand = ["salt"]\nlife = 0\n', tmp_path, book) == [
        "unknown-name 23:9 Entry 1 of 'hand' in the unit 'bo': there is no 'salt' in items.toml; "
        "did you mean 'salts'?",
        "wrong-value 24:8 'life' in the unit 'bo' must be a whole number from 1 to 10000, not 0.",
    ]
