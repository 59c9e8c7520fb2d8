"""ACT-25: large and huge units, and squeezing."""

from typing import Any

import pytest

from game.components.unit import Position
from tests.rules.action.powers import casting, power
from tests.rules.action.scene import scene
from tests.rules.action.states import shift, world_of
from tests.rules.action.test_act_12_attacks import reasons, roll_of
from tests.scenario import Play

LARGE: dict[str, Any] = {"size": "large"}
HUGE: dict[str, Any] = {"size": "huge", "speed": 60}


def stand(play: Play, id: str = "red.a") -> tuple[int, int, int]:
    """Return the tile and the span of a unit."""
    position = world_of(play).get(play.unit(id), Position)
    return *position.at, position.span


def tunnel() -> Play:
    """Return a battle with a large unit before a tunnel in the second row, one tile wide."""
    return scene("..######...\na..........\n..######...\n..######..p", a=LARGE)


@pytest.mark.rule("ACT-25")
def test_large_unit_takes_four_tiles_and_huge_nine() -> None:
    play = scene("a...\n....\n...p", a=LARGE)
    assert play.refused("attack red.a blue.p blade").code == "out-of-reach"
    assert scene("a..\n..p\n...", a=LARGE).legal("attack")
    params = scene("a...p\n.....\n.....", a=HUGE).refused("attack red.a blue.p blade").params
    assert (params["reach"], params["distance"]) == (5, 10)
    assert scene("a..p\n....\n....", a=HUGE).legal("attack")


@pytest.mark.rule("ACT-25")
def test_large_unit_moves_as_a_whole() -> None:
    play = scene("a...\n....\n...p", a=LARGE)
    assert play.refused("move red.a 1,0 2,0 2,1").code in ("taken", "no-room")
    play.do("move red.a 1,0 2,0")
    assert stand(play) == (2, 0, 2)


@pytest.mark.rule("ACT-25")
def test_squeezing_costs_double_and_takes_one_tile() -> None:
    play = tunnel().do("move red.a 2,1")
    assert (stand(play), play.left("red.a")) == ((2, 1, 1), 4)
    play.do("move red.a 3,1 4,1")
    assert (stand(play), play.left("red.a")) == ((4, 1, 1), 0)


@pytest.mark.rule("ACT-25")
def test_turn_can_end_squeezed() -> None:
    play = tunnel().do("move red.a 2,1").do("end red.a").do("end blue.p")
    assert stand(play) == (2, 1, 1)
    play.do("move red.a 3,1 4,1 5,1")
    assert stand(play) == (5, 1, 1)


@pytest.mark.rule("ACT-25")
def test_unit_takes_its_full_size_at_the_first_step_with_room() -> None:
    play = tunnel().do("dash red.a").do("move red.a 2,1 3,1 4,1 5,1 6,1")
    play.do("end red.a").do("end blue.p").do("move red.a 7,1")
    assert stand(play) == (7, 1, 1)
    legal = play.legal("move")
    assert "move red.a 8,0" in legal, "not the first full footprint in reading order"
    play.do("move red.a 8,0")
    assert (stand(play), play.left("red.a")) == ((8, 0, 2), 3)


@pytest.mark.rule("ACT-25")
def test_huge_unit_squeezes_to_two_by_two_and_not_to_one() -> None:
    rows = "a..####...\n..........\n..........\n...####..p"
    play = scene(rows, a=HUGE).do("move red.a 2,1")
    assert stand(play) == (2, 1, 2)
    assert play.told("moved", "cost") == (10,)
    narrow = scene("a..###.\n......p\n...####", a=HUGE)
    assert not any(" 3,1" in text for text in narrow.legal("move"))


@pytest.mark.rule("ACT-25")
def test_squeezed_unit_attacks_badly_and_is_easily_hit() -> None:
    play = tunnel().do("move red.a 2,1")
    shift(play, "blue.p", (3, 1))
    assert roll_of(play) == "4d6kl3"
    assert ("squeezed", "ACT-25") in reasons(play)
    play.do("end red.a")
    assert roll_of(play, "blue.p", "red.a") == "4d6kh3"
    assert ("squeezed target", "ACT-25") in reasons(play, "attack blue.p red.a blade")


@pytest.mark.rule("ACT-25")
def test_unit_is_back_to_normal_after_squeezing() -> None:
    play = tunnel().do("move red.a 2,1").do("move red.a 0,0")
    assert stand(play) == (0, 0, 2)
    shift(play, "blue.p", (2, 1))
    assert roll_of(play) == "3d6"


@pytest.mark.rule("ACT-25")
def test_tiles_for_smaller_units_squeeze_the_next_size_up() -> None:
    play = scene("a%.p").do("move red.a 1,0")
    assert play.left("red.a") == 4
    assert ("squeezed", "ACT-25") in reasons(scene_beside())
    assert scene("a%.p", a={"size": "small"}).do("move red.a 1,0").left("red.a") == 5


@pytest.mark.rule("ALL-03")
def test_large_unit_takes_damage_from_tiles_that_are_new_to_it() -> None:
    """Put the unit on the first thorns at the start of its turn, and let it enter the others."""
    play = scene("a.....\n.^.^..\n.....p", "pa", a=LARGE).do("end blue.p", 1)
    play.do("move red.a 1,0")
    assert play.life("red.a") == 9
    play.do("move red.a 2,0", 2).do("move red.a 3,0")
    assert play.life("red.a") == 7
    play.do("end red.a").do("end blue.p", 1)
    assert play.life("red.a") == 6


@pytest.mark.rule("ALL-03")
def test_large_unit_that_is_moved_does_not_enter_its_own_tiles() -> None:
    shove = power(range=60, effect={"push": 5})
    play = casting("ap...\n..^..", powers={"shove": shove}, p=LARGE).do("cast red.a shove blue.p")
    assert (stand(play, "blue.p"), play.life("blue.p")) == ((2, 0, 2), 10)
    blink = power(shape="place", range=30, effect={"teleport": True})
    play = casting("p....\n.....\na....\n.^...", {}, "pa", powers={"blink": blink}, a=LARGE)
    play.do("end blue.p", 1).do("cast_at red.a blink 1,2")
    assert (stand(play), play.life("red.a")) == ((1, 2, 2), 9)


def scene_beside() -> Play:
    """Return a battle with a medium unit squeezed into a crack, next to its foe."""
    return scene("a%p").do("move red.a 1,0")


@pytest.mark.rule("ACT-25")
def test_unit_two_sizes_larger_does_not_fit() -> None:
    play = scene("a.%%.p\n..%%..", a=LARGE)
    assert not [text for text in play.legal("move") if " 2,0" in text]
    refusal = play.refused("move red.a 2,0")
    assert (refusal.code, refusal.rule) == ("no-room", "ACT-25")


@pytest.mark.rule("ACT-25")
def test_large_unit_squeezes_into_tiles_for_medium_ones() -> None:
    play = scene("a.nn.p\n..nn..", a=LARGE).do("move red.a 2,0")
    assert stand(play)[2] == 1


@pytest.mark.rule("ACT-25")
def test_foes_narrow_the_path_like_walls() -> None:
    play = scene("a..p....\n........\n........", a=LARGE)
    assert play.refused("move red.a 1,0 2,0").code in ("taken", "no-room")
    play = scene("a..p....\n........", a=LARGE).do("move red.a 1,0 3,1")
    assert (stand(play), play.left("red.a")) == ((3, 1, 1), 3)
