"""ACT-36: concentration."""

from typing import Any

import pytest

from game.rules.action.records import Concentrating
from tests.rules.action.powers import casting, power
from tests.rules.action.states import held, world_of
from tests.scenario import Play

KEPT: dict[str, Any] = {"concentration": True, "targets": "ally", "range": 30}


def hexed(**given: object) -> Play:
    """Return a battle in which blue's p is hexed by red's a, on p's turn."""
    play = casting("ap", powers={"hex": {}}, **given).do("cast red.a hex blue.p", 1, 1, 1)
    return play.do("end red.a")


@pytest.mark.rule("ACT-36")
def test_damaged_caster_saves_or_loses_concentration() -> None:
    play = hexed(a={"life": 30}).do("attack blue.p red.a blade", 5, 5, 5, 2, 3, 3, 3)
    assert play.rolls[-1] == ("concentration", "red.a")
    assert play.told("save_failed", "total", "needed") == (9, 10)
    assert play.told("concentration_lost", "unit", "power") == ("red.a", "hex")
    assert play.told("condition_lost", "unit", "condition") == ("blue.p", "hexed")


@pytest.mark.rule("ACT-36")
def test_successful_save_keeps_concentration() -> None:
    play = hexed(a={"life": 30, "mind": 1}).do("attack blue.p red.a blade", 5, 5, 5, 2, 3, 3, 3)
    assert play.last("save_made")["total"] == 10
    assert play.events("concentration_lost") == []


@pytest.mark.rule("ACT-36")
def test_difficulty_is_half_the_damage_if_that_is_more() -> None:
    strong = power(attack="melee", effect={"damage": "25"})
    play = casting(
        "ap", powers={"hex": {}, "strong": strong}, a={"life": 60}, p={"powers": ["strong"]}
    )
    play.do("cast red.a hex blue.p", 1, 1, 1).do("end red.a")
    play.do("cast blue.p strong red.a", 5, 5, 5, 4, 4, 4)
    assert play.told("save_made", "total", "needed") == (12, 12)


@pytest.mark.rule("ACT-36")
def test_zero_damage_needs_no_save() -> None:
    play = hexed(a={"resist": ["slashing"]}).do("attack blue.p red.a blade", 5, 5, 5, 1)
    assert [why for why, _ in play.rolls[-2:]] == ["attack", "damage"]


@pytest.mark.rule("ACT-36")
def test_unit_without_concentration_rolls_nothing() -> None:
    play = casting("ap", powers={"hex": {}}).do("cast red.a hex blue.p", 6, 6, 6).do("end red.a")
    play.do("attack blue.p red.a blade", 5, 5, 5, 2)
    assert play.rolls[-1][0] == "damage"


@pytest.mark.rule("ACT-36")
@pytest.mark.parametrize(("dice", "is_kept"), [((1, 1, 1), False), ((6, 6, 6), True)])
def test_missed_spell_needs_no_concentration(dice: tuple[int, ...], is_kept: bool) -> None:
    grip = power(attack="melee", concentration=True, effect={"condition": "held", "rounds": 3})
    play = casting("ap", powers={"grip": grip}).do("cast red.a grip blue.p", *dice)
    assert world_of(play).has(play.unit("red.a"), Concentrating) == is_kept


@pytest.mark.rule("ACT-36")
def test_new_concentration_ends_the_old() -> None:
    bless = power(**KEPT, effect={"condition": "blessed"})
    ward = power(**KEPT, time="bonus", effect={"condition": "warded"})
    play = casting("a.p", powers={"bless": bless, "ward": ward})
    play.do("cast red.a bless red.a").do("cast red.a ward red.a")
    assert play.told("concentration_lost", "power") == ("bless",)
    assert play.told("condition_lost", "condition") == ("blessed",)


@pytest.mark.rule("ACT-36")
@pytest.mark.parametrize("hero", [True, False])
def test_going_down_ends_concentration(hero: bool) -> None:
    bless = power(**KEPT, effect={"condition": "blessed"})
    play = casting("b.\nap", powers={"bless": bless}, a={"hero": hero, "life": 3}, b={"hero": True})
    play.do("cast red.a bless red.b").do("end red.a").do("end red.b")
    play.do("attack blue.p red.a blade", 5, 5, 5, 4)
    assert play.last("concentration_lost")["unit"] == "red.a"
    assert play.told("condition_lost", "unit", "condition") == ("red.b", "blessed")


@pytest.mark.rule("ACT-36")
def test_being_incapacitated_ends_concentration() -> None:
    daze = power(range=30, effect={"condition": "stunned", "rounds": 1})
    play = casting("ap", powers={"hex": {}, "daze": daze}, p={"powers": ["daze"]})
    play.do("cast red.a hex blue.p", 1, 1, 1).do("end red.a").do("cast blue.p daze red.a")
    assert play.last("concentration_lost")["power"] == "hex"


@pytest.mark.rule("ACT-36")
@pytest.mark.parametrize("hero", [False, True])
def test_caster_that_goes_down_in_its_own_area_loses_concentration(hero: bool) -> None:
    blast: dict[str, Any] = {**KEPT, "shape": "burst", "size": 10, "targets": "any"}
    boom = power(**blast, effect={"damage": "5", "condition": "held"})
    caster = {"life": 3, "hero": hero}
    play = casting("a.p\n..b", powers={"boom": boom}, a=caster, b={"hero": True})
    play.do("cast_at red.a boom 1,0")
    assert (play.life("red.a"), play.life("blue.p")) == (0, 5)
    assert held(play, "blue.p") == []


@pytest.mark.rule("ACT-36")
def test_condition_on_the_user_itself_needs_concentration_too() -> None:
    boast = power(**KEPT, own={"condition": "blessed"})
    play = casting("ap", powers={"boast": boast, "hex": {}}).do("cast red.a boast red.a")
    assert held(play, "red.a") == ["blessed"]
    assert world_of(play).get(play.unit("red.a"), Concentrating).power == "boast"
    play.do("end red.a").do("end blue.p").do("cast red.a hex blue.p", 6, 6, 6)
    assert held(play, "red.a") == []
