"""Zones: where moves end, and the range of shots (VER-06, VER-07)."""

from typing import Any

import msgspec
import pytest

from game.rules.verdigris.hints import menace
from game.rules.verdigris.schema import Settings
from tests.rules.verdigris.scene import read_data, scene
from tests.scenario import Play

ROWS = "a....p"


@pytest.mark.rule("VER-06")
def test_move_leads_through_one_next_zone_at_most() -> None:
    play = scene("a........p", settings={"zones": "nnnmmmssss"})
    ends = [text.split()[-1] for text in play.legal("move")]
    assert ends == ["1,0", "2,0", "3,0", "4,0", "5,0"]
    too_far = play.refused("move red.a 1,0 2,0 3,0 4,0 5,0 6,0")
    assert (too_far.code, too_far.rule) == ("too-far", "VER-06")


@pytest.mark.rule("VER-06")
def test_tiles_cost_nothing_inside_a_zone() -> None:
    play = scene("a~~~~~~~~~~~~~~~~~~~~p")
    assert play.legal("move")[-1].endswith(" 20,0")
    assert play.do("move red.a " + " ".join(f"{x},0" for x in range(1, 20))).at("red.a") == (19, 0)


@pytest.mark.rule("VER-06")
def test_zones_are_neighbours_across_a_passable_edge_only() -> None:
    rows = """
    a#.
    .#.
    ..p
    """
    play = scene(rows, settings={"zones": "nms nms ooo".replace(" ", "")})
    ends = {text.split()[-1] for text in play.legal("move")}
    assert ends == {"0,1", "0,2", "1,2"}
    corner = """
    a.
    #.
    .p
    """
    play = scene(corner, settings={"zones": "nmmsss"})
    assert play.legal("move") == ["move red.a 1,0"]
    assert play.refused("move red.a 1,1").code == "too-far"


@pytest.mark.rule("VER-06")
def test_move_enters_a_melee_by_stopping_next_to_a_foe() -> None:
    play = scene("a....p")
    play.do("move red.a 1,0 2,0 3,0 4,0")
    assert play.legal("attack") == ["attack red.a blue.p blade"]


@pytest.mark.rule("VER-06")
def test_allies_can_be_passed_and_foes_cannot() -> None:
    play = scene("ab.p.", first="red").do("go red.a")
    assert play.legal("move") == ["move red.a 1,0 2,0"]
    assert play.refused("move red.a 1,0").code == "taken"
    assert play.refused("move red.a 1,0 2,0 3,0 4,0").code == "taken"


def pool_of(play: Play, command: str) -> dict[str, int]:
    """Return the modifiers to an attack's dice."""
    found = next(c for c in play.battle.legal() if play.text(c) == command)
    return {
        part.text: part.value
        for part in play.battle.odds(found).modifiers
        if not part.text.endswith("_dice")
    }


SHOOTER = {"weapon": "bow", "skills": {"bows": 3}}


@pytest.mark.rule("VER-07")
def test_each_zone_beyond_the_range_costs_a_die_up_to_two() -> None:
    zones = "nnmmoossttuu"
    for x, over in ((3, 0), (5, -1), (7, -2)):
        rows = "a" + "".join("p" if i == x else "." for i in range(1, 12))
        play = scene(rows, settings={"zones": zones}, a=SHOOTER)
        assert pool_of(play, "attack red.a blue.p bow").get("long_shot", 0) == over
    play = scene("a........p..", settings={"zones": zones}, a=SHOOTER)
    refusal = play.refused("attack red.a blue.p bow")
    assert (refusal.code, refusal.rule) == ("too-far", "VER-07")


@pytest.mark.rule("VER-07")
@pytest.mark.parametrize(("sign", "dice"), [(".", 0), ("o", -1), ("=", -2)])
def test_obstacles_in_line_cost_dice(sign: str, dice: int) -> None:
    play = scene(f".....\na.{sign}.p\n.....", a=SHOOTER)
    assert pool_of(play, "attack red.a blue.p bow").get("cover", 0) == dice


@pytest.mark.rule("VER-07")
@pytest.mark.parametrize(
    ("rows", "dice"),
    [("..#p\na...", -2), ("..#.p\na....", -1), (".#.p\na...", 0), ("..#p\n....\na...", -2)],
)
def test_wall_off_the_line_costs_dice(rows: str, dice: int) -> None:
    play = scene(rows, a=SHOOTER)
    assert pool_of(play, "attack red.a blue.p bow").get("cover", 0) == dice


@pytest.mark.rule("VER-07")
def test_total_cover_blocks_shots() -> None:
    for sign in "#+":
        play = scene(f".......\n.a..{sign}p.\n.......", a=SHOOTER)
        assert play.refused("attack red.a blue.p bow").code == "no-sight"


@pytest.mark.rule("VER-07")
def test_unit_in_a_melee_can_shoot_at_any_foe() -> None:
    play = scene("ap.bq..r", first="red", a=SHOOTER).do("go red.a")
    assert play.legal("attack") == [
        "attack red.a blue.p bow",
        "attack red.a blue.q bow",
        "attack red.a blue.r bow",
    ]
    play.do("attack red.a blue.r bow", 1, 1, 1, 1, 1, 1, 1)
    assert play.last("attacked")["target"] == "blue.r"


INSIDE = {"shoot_out": False}


@pytest.mark.rule("VER-07")
def test_unit_in_a_melee_shoots_only_within_it_if_the_level_says_so() -> None:
    play = scene("ap.bq..r", settings=INSIDE, first="red", a=SHOOTER).do("go red.a")
    assert play.legal("attack") == ["attack red.a blue.p bow"]
    refusal = play.refused("attack red.a blue.r bow")
    assert (refusal.code, refusal.rule) == ("in-melee", "VER-07")


@pytest.mark.rule("VER-07")
@pytest.mark.parametrize(
    ("settings", "key"), [({}, "shoots_out"), (INSIDE, "shoots_inside")], ids=["out", "inside"]
)
def test_card_of_a_shooter_in_a_melee_shows_its_targets(settings: dict[str, Any], key: str) -> None:
    play = scene("ap.bq..r", settings=settings, first="red", a=SHOOTER, b=SHOOTER)
    world = play.battle.world
    stats = [play.book.card(world, play.unit(id)).stats for id in ("red.a", "blue.p")]
    assert (stats[0]["melee"], stats[1]["melee"]) == (["blue.p"], ["red.a"])
    assert {one for one in stats[0] if one.startswith("shoots_")} == {key}
    assert {one for one in stats[1] if one.startswith("shoots_")} == set()


@pytest.mark.rule("VER-07")
def test_card_of_a_unit_in_no_melee_shows_no_targets() -> None:
    play = scene("a..p", first="red", a=SHOOTER)
    stats = play.book.card(play.battle.world, play.unit("red.a")).stats
    assert not {"melee", "shoots_out", "shoots_inside"} & set(stats)


@pytest.mark.rule("VER-07")
def test_shooter_in_a_melee_threatens_the_foes_it_can_shoot_at() -> None:
    for settings, is_menaced in (({}, True), (INSIDE, False)):
        play = scene("ap.bq..r", settings=settings, first="red", a=SHOOTER)
        found = menace(play.battle.world, play.unit("red.a"), play.unit("blue.r"))
        assert (found > 0) == is_menaced


@pytest.mark.rule("VER-07")
def test_save_without_the_key_keeps_its_old_reading() -> None:
    whole = read_data("settings")
    assert msgspec.convert(whole, Settings).shoot_out
    del whole["shoot_out"]
    assert not msgspec.convert(whole, Settings).shoot_out
