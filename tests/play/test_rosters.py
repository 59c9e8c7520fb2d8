"""Rosters: units chosen before a battle, by command line or at random, in every rulebook."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.content.levels import all_levels, load_level, read_level
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.play.opening import Options, level_to_play, settled
from game.play.players import STDIO
from game.play.replayer import replay
from game.play.rosters import LOT, Picked, arranged, draws, fielded, flaw_of, picks_of
from game.play.seating import seating_of
from game.play.table import Table
from game.present.battle_position import battle_position
from game.record.dice_source import DiceSource
from game.record.reader import read_save
from game.record.recording import Setup
from game.rules.registry import BooksOnDemand, find_books
from game.terms.level import Level
from game.terms.rosters import Offer, Offered
from game.workshop.position_level import as_level
from game.workshop.roster_trials import many_of
from tests.books.tag.book import BOOK as TAG
from tests.books.tag.schema import Figure
from tests.cli.runner import Run

BOOKS = find_books().books
ROOT = Path(__file__).parents[1] / "books" / "levels"
SQUARE = """
format = 1
rulebook = "tag"
title = "Square"
[map]
grid = '''
a..p
c..q
....
'''
legend = { "." = "floor", a = { terrain = "floor", unit = "ann" }, \
c = { terrain = "floor", unit = "cy" }, p = { terrain = "floor", unit = "bo" }, \
q = { terrain = "floor", unit = "di" } }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "runner"
title = "Ann"
quick = 4
[[unit]]
id = "cy"
side = "red"
kind = "sprinter"
[[unit]]
id = "bo"
side = "blue"
kind = "runner"
[[unit]]
id = "di"
side = "blue"
kind = "runner"
[[area]]
id = "south"
rect = [0, 2, 4, 1]
[[expect]]
reachable = { unit = "cy", area = "south" }
[[roster]]
side = "red"
points = 9
most = 4
area = "south"
[[roster]]
side = "blue"
least = 2
once = false
keeps = ["quick"]
"""

KINDS = {"knight": Offered("Knight", 5), "squire": Offered("Squire", 3), "page": Offered("Page", 1)}
OFFER = Offer("red", ("red.a", "red.b", "red.c"), ("squire", "page", "page"), KINDS, points=9)
OFFER = OFFER.__class__(**{**{f: getattr(OFFER, f) for f in OFFER.__struct_fields__}, "most": 3})
LED = Offer(
    "red", ("red.a", "red.b"), ("knight", "page"), KINDS, ("knight", "squire"), 7, 2, 3, once=True
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(monkeypatch, capfd, tmp_path / "data")


def square(*picks: Picked) -> Level:
    return read_level(
        SQUARE,
        file="square.toml",
        id="square",
        books={"tag": TAG},
        root=ROOT,
        changes=fielded(picks) if picks else None,
    )


def picked(side: str, *kinds: str) -> Picked:
    return Picked(next(offer for offer in square().offers if offer.side == side), kinds)


def kinds_of(level: Level, side: str) -> dict[str, str]:
    return {unit.id: unit.kind for unit in level.units if unit.side == side}


# Validation


@pytest.mark.parametrize(
    ("offer", "kinds", "said"),
    [
        (OFFER, "knight squire page", ""),
        (OFFER, "page", ""),
        (OFFER, "knigt", "'red' can't choose 'knigt'; did you mean 'knight'?"),
        (OFFER, "cook", "'red' can't choose 'cook'; it can choose 'knight', 'squire' or 'page'."),
        (OFFER, "page page page page", "'red' must choose 1 to 3 units, not 4."),
        (OFFER, "", "'red' must choose 1 to 3 units, not 0."),
        (
            OFFER,
            "knight knight",
            "The units of 'red' would cost 5 + 5 = 10 points; the limit is 9.",
        ),
        (LED, "squire page", ""),
        (LED, "page knight", ""),
        (LED, "page", "'red' must choose exactly one of 'knight' or 'squire', not none."),
        (LED, "knight squire", "'red' must choose exactly one of 'knight' or 'squire', not 2."),
        (LED, "squire page page", "'red' can choose 'page' only once."),
        (LED, "squire", "'red' must choose 2 to 3 units, not 1."),
    ],
)
def test_roster_is_validated_with_a_sentence(offer: Offer, kinds: str, said: str) -> None:
    assert flaw_of(offer, kinds.split()) == said


def test_refusal_names_some_of_many_affordable_kinds() -> None:
    many = {f"kind_{n}": Offered(f"Kind {n}", 1 + n % 2) for n in range(40)}
    said = flaw_of(Offer("red", ("red.a",), ("kind_0",), many, points=1), ["x"])
    assert said.endswith("'kind_22' and others.")
    assert "'kind_1'" not in said


def test_chosen_kind_keeps_its_place_in_the_level() -> None:
    assert arranged(OFFER, ["page", "knight", "squire"]) == ("squire", "page", "knight")
    assert arranged(OFFER, ["page"]) == ("page",), "the first place isn't filled first"
    assert arranged(LED, ["page", "squire"]) == ("squire", "page")


# Random rosters


@pytest.mark.parametrize("offer", [OFFER, LED])
def test_random_roster_is_allowed_and_spends_well(offer: Offer) -> None:
    seen = set()
    for seed in range(40):
        found = draws(offer, seed)
        assert found == draws(offer, seed), "the rosters of one seed differ"
        assert all(not flaw_of(offer, kinds) for kinds in found)
        costs = [offer.cost(kinds) for kinds in found]
        assert costs == sorted(costs, reverse=True)
        seen.update(found)
    assert len(seen) > 1


def test_random_roster_skips_unplayable_choices() -> None:
    level = square()
    dear = draws(level.offers[0], 1)
    assert len(dear) > 1
    (one,) = picks_of(["red=any"], level, 1, lambda picks: picks[0].kinds != dear[0])
    assert one.kinds == dear[1]
    (usual,) = picks_of(["red=any"], level, 1, lambda _: False)
    assert usual.is_usual


# Changes to the level


def test_chosen_unit_takes_over_the_place_and_nothing_else() -> None:
    level = square(picked("red", "sprinter"))
    assert kinds_of(level, "red") == {"red.ann": "sprinter"}, "the second place isn't empty"
    ann = level.units[0]
    assert (ann.title, ann.at, ann.stats_as(Figure).quick) == ("Sprinter", (0, 0), 5)
    assert [offer.side for offer in level.offers] == ["blue"], "red can choose again"
    assert level.script.expects == (), "the expectations were kept"


def test_chosen_unit_of_the_same_kind_is_the_levels_own() -> None:
    level = square(picked("red", "runner", "runner"))
    assert [(unit.title, unit.stats_as(Figure).quick) for unit in level.units[:2]] == [
        ("Ann", 4),
        ("Runner", 3),
    ]


def test_extra_units_start_in_the_area_with_their_own_titles() -> None:
    level = square(picked("red", "sprinter", "runner", "runner", "runner"))
    assert kinds_of(level, "red") == {
        "red.ann": "sprinter",
        "red.cy": "runner",
        "red.runner": "runner",
        "red.runner_2": "runner",
    }
    titles = [unit.title for unit in level.units if unit.side == "red"]
    assert titles == ["Sprinter", "Runner", "Runner 2", "Runner 3"]
    assert [unit.at for unit in level.units[-2:]] == [(0, 2), (1, 2)]


def test_place_keeps_the_keys_that_the_roster_keeps() -> None:
    text = SQUARE.replace('id = "di"\n', 'id = "di"\nquick = 6\n')
    plain = read_level(text, file="x", id="x", books={"tag": TAG}, root=ROOT)
    pick = Picked(plain.offers[1], ("runner", "sprinter"))
    new = fielded([pick])
    level = read_level(text, file="x", id="x", books={"tag": TAG}, root=ROOT, changes=new)
    di = next(unit for unit in level.units if unit.id == "blue.di")
    assert (di.kind, di.stats_as(Figure).quick) == ("sprinter", 6)


def test_battle_with_chosen_units_is_saved_and_replayed(tmp_path: Path) -> None:
    level = square(picked("red", "sprinter", "sprinter", "sprinter"), picked("blue", "sprinter",
                   "runner"))  # fmt: skip
    setup = Setup(DiceSource(3), {"red": "soldier", "blue": "novice"})
    table = Table.open(TAG, level, setup)
    while table.step():
        pass
    path = tmp_path / "square.jsonl"
    path.write_bytes(table.saved())
    saved = read_save(path)
    kept: Any = saved.header.level["units"]
    assert [unit["kind"] for unit in kept][:2] == ["sprinter", "sprinter"]
    assert "offers" not in saved.header.level
    found = replay(saved, {"tag": TAG})
    assert found.trouble is None
    assert found.table.battle.hash() == table.battle.hash()


# The command line


def test_battle_has_the_given_roster_and_its_replay_verifies(run: Run, tmp_path: Path) -> None:
    given = ("--seed", "5", "--roster", "red=poacher", "--roster", "blue=any")
    hello = run("referee", "cellar", *given, given='{"query":"state"}\n').said()[0]
    kinds = {unit["id"]: unit["kind"] for unit in hello["units"]}
    assert kinds["red.wren"] == "poacher"
    again = run("referee", "cellar", *given).said()[0]
    assert again["units"] == hello["units"], "the same seed gives a different roster"
    path = tmp_path / "cellar.jsonl"
    talk: list[dict[str, Any]] = [{"choose": 0}] * 2 + [
        {"undo": True, "agreed": True},
        {"choose": 1},
    ]
    talk += [{"save": str(path)}, {"quit": True}]
    run("referee", "cellar", *given, given="".join(json.dumps(it) + "\n" for it in talk))
    assert path.exists(), run.out
    assert run("replay", str(path), "--verify").code == 0, run.out
    run("referee", str(path), "--roster", "red=poacher")
    assert run.code == 2
    assert "keeps its own units; leave out --roster." in run.err
    assert run("referee", str(path)).code == 3


def test_level_from_standard_input_takes_rosters(run: Run) -> None:
    text = (levels_root() / "duels" / "cellar.toml").read_text(encoding="utf-8")
    run("referee", "--level-stdin", "END", "--roster", "blue=herbwife", given=f"{text}END\n")
    units = run.said()[0]["units"]
    assert {unit["kind"] for unit in units if unit["side"] == "blue"} == {"herbwife"}


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        ("red=poachr", "'red' can't choose 'poachr'; did you mean 'poacher'?"),
        ("red=butcher", "The units of 'red' would cost 8 points; the limit is 6."),
        ("red=poacher,duelist", "'red' must choose 1 unit, not 2."),
        ("gren=poacher", "There is no side 'gren'; the sides are red, blue and ochre."),
        ("ochre=poacher", "'ochre' can't choose its units in this level; only 'red' and 'blue' "
                          "can."),
        ("poacher", "'poacher' isn't a roster; expected SIDE=KIND,KIND,…"),
        ("", "'' isn't a roster; expected SIDE=KIND,KIND,…"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["referee", "watch --text", "play", "duel", "lab -n 1"])
def test_wrong_roster_gets_one_sentence(
    run: Run, tmp_path: Path, command: str, roster: str, said: str
) -> None:
    name, *more = command.split()
    if name in ("play", "duel"):
        more += ["--screenshot", str(tmp_path / "table.png"), "--frames", "1"]
    run(name, "cellar", *more, "--roster", roster)
    assert (run.code, run.err) == (2, f"{said}\n")


def test_roster_is_refused_in_the_wrong_place(run: Run) -> None:
    run("watch", "yard", "--text", "--roster", "red=duelist")
    assert run.err == "'red' can't choose its units in this level; nobody may.\n"
    run("referee", "cellar", "--roster", "red=any", "--roster", "red=duelist")
    assert run.err == "The side 'red' has two rosters; name only one.\n"
    run("referee", "cellar", "--roster", "red=any", "--seed", "x")
    assert run.code == 2
    assert "'x'" in run.err
    run("play", "fifth_table", "--roster", "red=any")
    assert run.err == "--roster is for levels; campaigns have difficulties instead.\n"


def test_lab_plays_with_rosters(run: Run) -> None:
    args = ("cellar", "-n", "2", "--jobs", "1", "--json", "--seed", "4")
    plain = json.loads(run("lab", *args).out)
    given = json.loads(run("lab", *args, "--roster", "red=herbwife").out)
    assert run.code == 0
    assert given[0]["level"] == plain[0]["level"] == "cellar"


@pytest.mark.parametrize(
    ("id", "roster", "kind", "said"),
    [("cellar", "red=poacher", "poacher", {}), ("after_hours", "red=drayman,porter", "drayman",
      {"rank": 5})],
)  # fmt: skip
def test_position_with_chosen_units_becomes_a_level(
    id: str, roster: str, kind: str, said: dict[str, int]
) -> None:
    level = level_to_play(Options(id, rosters=(roster,)), BOOKS, None)
    setup = Setup(DiceSource(2), {side.id: "soldier" for side in level.sides})
    table = Table.open(BOOKS[level.rulebook], level, setup)
    while table.battle.round < 1 or not table.battle.log():
        table.step()
    written = as_level(battle_position(table.battle), BOOKS).text
    found = read_level(written, file="x", id="x", books=BOOKS)
    unit = next(it for it in found.units if it.side == "red" and it.kind == kind)
    assert {key: getattr(unit.stats, key) for key in said} == said
    assert not found.offers


def test_seed_is_set_before_a_roster_is_drawn() -> None:
    assert settled(Options("cellar")).seed is None
    assert settled(Options("cellar", rosters=("red=poacher",))).seed is None
    assert settled(Options("cellar", rosters=("red=any",))).seed is not None
    assert settled(Options("cellar", seed="7", rosters=("red=any",))).seed == "7"


def test_roster_without_room_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tight.toml"
    path.write_text(TIGHT, encoding="utf-8")
    level = load_level(path, BOOKS)
    assert level.offers
    with pytest.raises(Exception, match="The level can't be played with this roster") as fault:
        level_to_play(Options(str(path), rosters=("red=toll_ogre",)), BOOKS, None)
    assert type(fault.value).__name__ == "Failure"


TIGHT = """
format = 1
rulebook = "action"
title = "Tight"
[map]
grid = '''
#####
#a.b#
#####
'''
legend = { "#" = "wall", "." = "floor", a = { terrain = "floor", unit = "ann" }, \
b = { terrain = "floor", unit = "bo" } }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "toll_guard"
[[unit]]
id = "bo"
side = "blue"
kind = "toll_guard"
[[roster]]
side = "red"
kinds = ["toll_guard", "toll_ogre"]
"""


def test_strict_check_finds_kinds_without_room(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tight.toml"
    path.write_text(TIGHT, encoding="utf-8")
    assert run("check", str(path)).code == 0
    run("check", str(path), "--strict")
    assert run.code == 1
    assert "[roster-fails]" in run.out
    assert "The roster 1 × 'toll_ogre' of 'red' can't be played: " in run.out
    line = 1 + TIGHT.split("\n").index("[[roster]]")
    assert f":{line}:3: error:" in run.out


# The game's own rosters

OFFERED = [
    (row.path, offer.side) for row in all_levels() for offer in load_level(row.path, BOOKS).offers
]


def test_each_rulebook_has_levels_with_rosters() -> None:
    books: dict[str, set[str]] = {}
    for path, _ in OFFERED:
        level = load_level(path, BOOKS)
        books.setdefault(level.rulebook, set()).add(level.id)
    few = {id: 1 if id == "guard" else 2 for id in BOOKS}
    assert {id: len(books.get(id, ())) for id in BOOKS if len(books.get(id, ())) < few[id]} == {}


@pytest.mark.parametrize(("path", "side"), OFFERED, ids=lambda it: getattr(it, "stem", it))
def test_every_kind_of_a_roster_can_be_played(path: Path, side: str) -> None:
    """Try each kind and several random rosters, and read each choice back from its level."""
    plain = load_level(path, BOOKS)
    offer = next(one for one in plain.offers if one.side == side)
    several = [many_of(offer, kind) for kind in offer.kinds]
    several += [draws(offer, seed)[0] for seed in range(5)]
    for kinds in dict.fromkeys(kinds for kinds in several if kinds):
        pick = Picked(offer, kinds)
        try:
            level = load_level(path, BOOKS, changes=fielded([pick]))
        except LevelError as fault:
            raise AssertionError(f"{kinds}: {fault}") from fault
        found = seating_of(level, BOOKS[level.rulebook]).rosters
        assert found == ({} if pick.is_usual else {side: pick})


def test_battle_with_people_begins_with_their_choice() -> None:
    shelf = BooksOnDemand((), lambda *_: None)
    level = level_to_play(Options("cellar", rosters=("red=herbwife",)), shelf, None)
    setup = Setup(DiceSource(1), dict.fromkeys(("red", "blue", "ochre"), STDIO))
    table = Table.open(shelf["contest"], level, setup)
    units: dict[str, Any] = {unit.id: unit for unit in level.units}
    assert units["red.wren"].title == "Herbwife"
    assert table.battle.world.scene.names["red.wren"] == "Herbwife"
    assert LOT == "any"
