"""ACT-19, ACT-35, ACT-36: effects that outlast a battle, and the benefits of a long rest."""

from typing import Any

import msgspec
import pytest

from game.components.unit import Vitals
from game.components.uses import Uses
from game.rules.action.book import BOOK
from game.rules.action.growth_tables import Growth
from game.rules.action.records import Focus, HasRallied
from game.rules.action.schema import Figure
from game.rules.action.units.figures import own_rating
from game.rules.action.units.growth import grown
from tests.rules.action.scene import scene
from tests.rules.action.states import hurt, knock_out, put, world_of
from tests.scenario import Play

TRICK = {"kind": "ability", "title": "X", "about": "x", "shape": "self", "uses": 2}
POWERS = {"short": TRICK | {"rest": "short"}, "long": TRICK | {"rest": "long"}}


def after(play: Play) -> dict[str, Any]:
    """Return the effects on red's a that outlast the battle."""
    return BOOK.aftermath(world_of(play), play.unit("red.a"))


def battle(**a: Any) -> Play:
    return scene("a..p", gear={"powers": POWERS}, a={"powers": ["short", "long"]} | a)


def test_unharmed_unit_loses_nothing_after_the_battle() -> None:
    kept = after(battle())
    assert kept.pop("items") == []
    assert not any(kept.values())


@pytest.mark.rule("ACT-35")
def test_lost_life_lasts() -> None:
    play = battle(life=15)
    hurt(play, "red.a", 6)
    kept = after(play)
    assert kept["hurt"] == 9
    assert battle(life=15, hurt=kept["hurt"]).life("red.a") == 6


@pytest.mark.rule("ACT-35")
def test_unit_that_was_down_recovers_with_one_life() -> None:
    play = battle(life=15, hero=True)
    knock_out(play, "red.a")
    kept = after(play)
    assert kept["hurt"] == 14
    assert battle(life=15, hurt=kept["hurt"]).life("red.a") == 1


@pytest.mark.rule("ACT-36")
def test_spent_focus_lasts() -> None:
    play = battle(focus=5)
    put(play, "red.a", Focus(2, 5))
    assert after(play)["spent"] == 3
    again = battle(focus=5, spent=3)
    assert world_of(again).get(again.unit("red.a"), Focus) == Focus(2, 5)


@pytest.mark.rule("ACT-36")
def test_benefits_of_a_long_rest_stay_used_up() -> None:
    play = battle()
    put(play, "red.a", Uses((("long", 2), ("short", 1))))
    assert after(play)["used"] == ["long", "long"]
    again = battle(used=["long", "long"])
    assert world_of(again).get(again.unit("red.a"), Uses).spent == (("long", 2),)


@pytest.mark.rule("ACT-19")
def test_unit_that_has_rallied_cannot_in_the_next_battle() -> None:
    play = battle().do("rally red.a")
    assert after(play)["rallied"] is True
    again = battle(rallied=True)
    assert world_of(again).has(again.unit("red.a"), HasRallied)
    assert again.refused("rally red.a").code == "rallied"


@pytest.mark.rule("ACT-19")
def test_long_rest_restores_everything_except_items() -> None:
    kept = {"items": ["rope"], "hurt": 4, "spent": 2, "used": ["long"], "rallied": True, "rank": 2}
    assert BOOK.rested(kept) == {"items": ["rope"], "rank": 2}


def test_remaining_items_last_after_the_battle() -> None:
    item = {"title": "X", "about": "x", "shape": "self", "effect": {"heal": "1"}}
    play = scene("a..p", gear={"items": {"vial": item}}, a={"items": ["vial", "vial"], "hurt": 5})
    assert after(play.do("use red.a vial"))["items"] == ["vial"]


def test_standing_shows_the_state_between_battles() -> None:
    growth = (Growth(title="Harder", about="x", life=5), Growth(title="Hardest", about="x", life=5))
    figure = Figure(
        title="A", about="x", role="brute", life=10, rank=1, growth=growth, hurt=4, items=("vial",)
    )
    now = BOOK.standing(figure)
    assert (now.life, now.most, now.rank) == (11, 15, 1)
    assert [gain.title for gain in now.growths] == ["Harder", "Hardest"]
    assert (now.gear, now.items, now.powers) == ((), ("vial",), ())


def test_traits_count_like_the_growths_of_a_rank() -> None:
    trait = Growth(
        title="Mail",
        about="x",
        life=-9,
        speed=-40,
        rating=1,
        shield="buckler",
        resist=("fire",),
        dark_sight=True,
    )
    figure = Figure(title="A", about="x", role="brute", life=8, traits=(trait,))
    now = grown(figure)
    assert (now.life, now.speed, now.rating) == (1, 0, 11), "never below the least that works"
    assert (now.shield, now.resist, now.dark_sight) == ("buckler", ("fire",), True)
    assert [gain.title for gain in BOOK.standing(figure).traits] == ["Mail"]
    keys = msgspec.to_builtins(trait)
    worn = battle(armour="scale", traits=[keys], life=15), battle(armour="scale", life=15)
    ratings = [own_rating(world_of(one), one.unit("red.a")) for one in worn]
    assert ratings[0] - ratings[1] == 1 + 1, "the trait and its shield"


def test_standing_unit_never_loses_its_whole_life() -> None:
    play = battle(life=15)
    put(play, "red.a", Vitals(0, 15))
    assert after(play)["hurt"] == 14
