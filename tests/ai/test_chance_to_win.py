"""The chance to win, by the fitted values of the books."""

import msgspec
import pytest

from game.ai.chance_to_win import UNFITTED, chance_to_win, chances, shares_of, weights_of
from game.ai.side_features import HARMFUL, HELPFUL, MEANINGS, side_features
from game.components.script_progress import Progress
from game.components.turns import Rounds
from game.components.unit import Dead, Position, Vitals
from game.engine.battle import Battle
from game.engine.fitted_value import read_value
from game.terms.agenda import BattleEnd
from game.world.unit_names import side_of, unit_named
from tests.ai.playing import BOOKS, begun, drawn, level, play, seated

LEVELS = {
    "contest": "yard",
    "verdigris": "mule_road",
    "guard": "under_bridge",
    "etiquette": "masked_ball",
    "action": "toll_bar",
}
"""A level of each book."""
ERRAND = """
[map]
grid = '''
............
.a........b.
............
'''
[map.legend]
"." = "floor"
a = { terrain = "floor", unit = "ann" }
b = { terrain = "floor", unit = "bo" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "toll_sergeant"
[[unit]]
id = "bo"
side = "blue"
kind = "toll_sergeant"
[[area]]
id = "gate"
tiles = [[11, 1]]
[[objective]]
id = "out"
side = "red"
title = "Out"
reach = { unit = "ann", area = "gate" }
[[objective]]
id = "wall"
side = "blue"
title = "Wall"
survive = 12
"""
"""Red has to reach the gate, and blue to survive."""


def ongoing(id: str, most: int = 6) -> Battle:
    """Return a battle of a level after some commands by random players."""
    battle = begun(level(id))
    play(battle, seated(battle, "random"), most=most)
    return battle


def errand() -> Battle:
    """Return a battle in which red has to reach the gate."""
    battle = begun(drawn(ERRAND))
    play(battle, seated(battle, "novice"), most=1)
    return battle


@pytest.mark.parametrize("book", LEVELS)
def test_chances_of_all_sides_add_up_to_one(book: str) -> None:
    battle = ongoing(LEVELS[book])
    found = chances(battle)
    assert [*found] == [side.id for side in battle.world.scene.level.sides]
    assert sum(found.values()) == pytest.approx(1)
    assert all(0 < one < 1 for one in found.values())
    assert found == {side: chance_to_win(battle, side) for side in found}


@pytest.mark.parametrize("book", LEVELS)
def test_side_that_loses_life_loses_chances(book: str) -> None:
    battle = ongoing(LEVELS[book])
    world = battle.world
    for side in (it.id for it in world.scene.level.sides):
        before, mark = chance_to_win(battle, side), world.mark()
        for unit, vitals in [*world.all(Vitals)]:
            if side_of(world, unit) == side and world.has(unit, Position):
                life = max(1, vitals.life // 3)
                world.put(unit, msgspec.structs.replace(vitals, life=life))
        after = chance_to_win(battle, side)
        world.undo(mark)
        assert after < before - 0.02, (side, before, after)


def test_end_of_the_battle_decides() -> None:
    battle = ongoing("yard")
    world = battle.world
    world.put(world.root, BattleEnd("red", "last_standing", 3))
    assert chances(battle) == {"red": 1, "blue": 0}
    world.put(world.root, BattleEnd(None, "round_limit", 3))
    assert chances(battle) == {"red": 0.5, "blue": 0.5}


def test_side_without_units_left_has_no_chance() -> None:
    battle = ongoing("cellar", most=3)
    world = battle.world
    for unit, _ in [*world.all(Vitals)]:
        if side_of(world, unit) == "ochre":
            world.put(unit, Dead())
    found = chances(battle)
    assert found["ochre"] == 0
    assert found["red"] + found["blue"] == pytest.approx(1)


def test_view_doesnt_tell_more_than_its_side_knows() -> None:
    battle = ongoing("yard")
    hidden = side_features(battle)
    view = side_features(battle.view("red"))
    assert view["red"] == hidden["red"]
    assert hidden["blue"]["items"] > 0
    assert view["blue"]["items"] == 0


def test_way_to_an_objective_is_measured() -> None:
    battle = errand()
    world = battle.world
    ann = unit_named(world, "red.ann")
    features = []
    for at in ((1, 0), (10, 0)):
        world.put(ann, Position(at))
        features.append(side_features(battle)["red"])
    far, near = features
    assert far["goes"] == near["goes"] == 1
    assert far["way"] > near["way"] > 0
    assert far["hurry"] > near["hurry"]
    assert (far["mustered"], near["mustered"]) == (0, 1)
    assert side_features(battle)["blue"]["goes"] == 0


def test_time_counts_for_the_side_that_wins_by_it() -> None:
    battle = errand()
    world = battle.world
    found = side_features(battle)
    assert (found["red"]["time"], found["blue"]["time"]) == (0, 1)
    early = found["blue"]["late"]
    world.put(world.root, msgspec.structs.replace(world.get(world.root, Rounds), number=9))
    later = side_features(battle)
    assert later["blue"]["late"] == pytest.approx(0.75)
    assert later["blue"]["late"] > early
    assert later["red"]["late"] == 0
    assert later["red"]["hurry"] > found["red"]["hurry"]


def test_progress_of_objectives_counts() -> None:
    battle = errand()
    world = battle.world
    assert side_features(battle)["red"]["done"] == 0
    world.put(world.root, Progress(reached=("out",)))
    assert side_features(battle)["red"]["done"] == 1
    assert side_features(battle)["red"]["goes"] == 0


def test_captain_counts_by_the_life_that_it_has_lost() -> None:
    text = ERRAND.replace('title = "Wall"\nsurvive = 12', 'title = "Wall"\nprotect = "bo"')
    battle = begun(drawn(text))
    world = battle.world
    bo = unit_named(world, "blue.bo")
    assert side_features(battle)["blue"]["captain"] == 0
    vitals = world.get(bo, Vitals)
    world.put(bo, msgspec.structs.replace(vitals, life=vitals.most // 2))
    found = side_features(battle)
    assert found["blue"]["captain"] == pytest.approx(1 - (vitals.most // 2) / vitals.most)
    assert found["red"]["captain"] == 0


# Shipped values


@pytest.mark.parametrize("book", [id for id in LEVELS if BOOKS[id].hints.value is not None])
def test_shipped_value_has_known_features(book: str) -> None:
    hints = BOOKS[book].hints
    assert hints.value is not None
    value = read_value(hints.value)
    assert not hints.assets.keys() & MEANINGS.keys()
    assert value.weights.keys() <= MEANINGS.keys() | hints.assets.keys()
    assert value.weights.keys() <= side_features(ongoing(LEVELS[book]))[_first(book)].keys()
    assert value.weights["life"] + value.weights.get("chance", 0) > 0
    assert value.held_out is not None
    assert value.held_out.brier < 0.25, "better than always 50%"
    assert value.held_out.battles >= 25
    assert {name.split(".")[0] for name in value.seats} == set(value.levels)
    assert len(value.levels) >= 4


def test_seat_counts_only_on_its_level() -> None:
    battle = ongoing("yard")
    weights = weights_of(BOOKS["contest"].hints)
    assert weights["yard.red"] == pytest.approx(-weights["yard.blue"], abs=1e-3)
    features = side_features(battle)
    other = {s: {k: v for k, v in f.items() if k != f"yard.{s}"} for s, f in features.items()}
    here, elsewhere = shares_of(features, weights), shares_of(other, weights)
    assert chances(battle) == pytest.approx(here)
    assert (elsewhere["red"] < here["red"]) == (weights["yard.red"] > 0)


def _first(book: str) -> str:
    return level(LEVELS[book]).sides[0].id


def test_book_without_a_value_gets_plain_weights() -> None:
    hints = msgspec.structs.replace(BOOKS["contest"].hints, value=None)
    assert weights_of(hints) == UNFITTED
    assert UNFITTED.keys() <= MEANINGS.keys()
    assert MEANINGS.keys() >= HELPFUL | HARMFUL
    assert not HELPFUL & HARMFUL
    found = shares_of({"red": {"life": 2.0}, "blue": {"life": 1.0}}, UNFITTED)
    assert found["red"] > 0.8
