"""The turn order, surprise, and the parts of a turn (VER-01 to VER-05)."""

from typing import Any

import pytest

from game.terms.level_script import Script, Trigger
from game.terms.script.conditions import When
from game.terms.script.effects import Do, Reinforcement
from tests.commands import command
from tests.odds_rows import rows_of
from tests.rules.verdigris.scene import scene
from tests.scenario import Play

HERO: dict[str, Any] = {"hero": True, "wounds": 1}


@pytest.mark.rule("VER-01")
def test_every_unit_has_one_turn_per_round() -> None:
    play = scene("a.b.p.q", a=HERO)
    play.do("go red.a").do("end red.a").do("go blue.q").do("end blue.q")
    play.do("end red.b").do("end blue.p", 6)
    turns = [event["unit"] for event in play.events("turn_started")]
    assert turns == ["red.a", "blue.q", "red.b", "blue.p"]
    assert play.last("round_started")["round"] == 2
    assert play.asked == ("order", "red.a")


@pytest.mark.rule("VER-02")
@pytest.mark.parametrize(("die", "side"), [(3, "blue"), (4, "red"), (1, "blue"), (6, "red")])
def test_party_goes_first_on_four_or_more(die: int, side: str) -> None:
    play = scene("a.p", first="red")
    play.do("end red.a").do("end blue.p", die)
    assert play.asked == ("turn", f"{side}.{'a' if side == 'red' else 'p'}")
    assert play.told("swayed", "side", "value", "rule") == (side, die, "VER-02")


@pytest.mark.rule("VER-02")
def test_player_characters_roll_in_rotation() -> None:
    play = scene("abc.p", a=HERO, b={"weapon": ""}, c=HERO)
    for _ in range(3):
        play.do("go red.a").do("end red.a").do("end blue.p")
        play.do("go red.b").do("end red.b").do("end red.c", 6)
    rolled = [who for why, who in play.rolls if why == "initiative"]
    assert rolled == ["red.a", "red.c", "red.a", "red.c"]


@pytest.mark.rule("VER-02")
def test_rotation_skips_a_character_at_deaths_door() -> None:
    play = scene("ap.c", a=HERO | {"life": 1, "wounds": 0, "strength": 1}, c=HERO)
    play.do("go red.a").do("end red.a")
    play.do("attack blue.p red.a blade", 6, 6, 1, 1, 1).do("end blue.p")
    play.do("end red.c", 6)  # c rolls for round 2
    play.do("go red.a", 6).do("end blue.p").do("end red.c", 6)
    rolled = [who for why, who in play.rolls if why == "initiative"]
    assert rolled == ["red.a", "red.c", "red.c"]


@pytest.mark.rule("VER-03")
def test_sides_alternate_and_the_larger_one_finishes() -> None:
    play = scene("a.p.q.r", first="blue")
    assert play.asked == ("order", "blue.p")
    assert play.legal() == ["go blue.p", "go blue.q", "go blue.r"]
    assert play.refused("go red.a").rule == "VER-03"
    play.do("go blue.r").do("end blue.r").do("end red.a")
    assert play.legal() == ["go blue.p", "go blue.q"]
    assert play.refused("go blue.r").code == "not-asked"
    play.do("go blue.p").do("end blue.p")
    assert play.asked == ("turn", "blue.q")


def queued(play: Play, side: str | None = None) -> list[tuple[str, ...]]:
    """Return the queue for this round, as everyone or one side sees it."""
    battle = play.battle if side is None else play.battle.view(side)
    return [slot.units for slot in battle.queue() if slot.round == 1]


@pytest.mark.rule("VER-03")
@pytest.mark.parametrize("side", [None, "red", "blue"])
def test_queue_begins_with_the_units_to_choose_from(side: str | None) -> None:
    reds, blues = ("red.a", "red.b"), ("blue.p", "blue.q")
    play = scene("ab.p.q", first="blue")
    assert queued(play, side) == [blues, reds]
    play.do("go blue.q")
    assert queued(play, side) == [("blue.q",), reds, ("blue.p",)]
    play.do("end blue.q")
    assert queued(play, side) == [reds, ("blue.p",)]
    play.do("go red.b").do("end red.b").do("end blue.p")
    assert queued(play, side) == [("red.a",)]


@pytest.mark.rule("VER-04")
def test_queue_shows_the_surprised_side() -> None:
    play = scene("ab.pq", settings={"surprise": "red"})
    reds, blues = ("red.a", "red.b"), ("blue.p", "blue.q")
    assert queued(play) == [blues, reds]
    play.do("go blue.p")
    assert queued(play) == [("blue.p",), ("blue.q",), reds]


@pytest.mark.rule("VER-03")
def test_arriving_unit_acts_from_the_next_round() -> None:
    comes = Trigger(
        when=(When(turn="red.a"),),
        do=(Do(reinforcement=Reinforcement(units=("blue.q",), area="door")),),
    )
    script = Script(areas={"door": ((4, 0),)}, triggers=(comes,))
    play = scene("a.p..", settings={"script": script}, q={"off": True})
    play.do("end red.a").do("end blue.p", 1)
    assert play.last("round_started")["round"] == 2
    assert play.asked == ("order", "blue.p")


@pytest.mark.rule("VER-04")
def test_surprised_side_acts_last_in_the_first_round() -> None:
    play = scene("ab.pq", settings={"surprise": "red"})
    assert [why for why, _ in play.rolls] == []
    assert play.told("surprised", "side", "rule") == ("red", "VER-04")
    play.do("go blue.p").do("end blue.p").do("end blue.q")
    play.do("go red.b").do("end red.b").do("end red.a", 6)
    assert play.rolls == [("initiative", "red.a")]
    play.do("go red.a").do("end red.a")
    assert play.asked == ("order", "blue.p")


@pytest.mark.rule("VER-04")
@pytest.mark.parametrize(("dice", "surprised"), [((6, 1, 1, 1), True), ((6, 1, 6, 1), False)])
def test_weakest_hider_rolls_against_the_best_watcher(
    dice: tuple[int, ...], surprised: bool
) -> None:
    settings = {"surprise": "test", "hiding": "blue"}
    units: dict[str, Any] = {
        "a": {"mind": 1},
        "b": {"mind": 1, "skills": {"awareness": 1}},
        "p": {"agility": 2},
        "q": {"agility": 1, "skills": {"stealth": 4}},
    }
    drawn = dice if surprised else (*dice, 6)
    play = scene("ab.pq", *drawn, settings=settings, **units)
    assert play.rolls[:2] == [("hide", "blue.p"), ("watch", "red.b")]
    assert bool(play.events("surprised")) == surprised
    side = "blue" if surprised else "red"
    assert play.asked == ("order", f"{side}.{'p' if surprised else 'a'}")


@pytest.mark.rule("VER-05")
def test_turn_is_a_move_and_an_action() -> None:
    play = scene("a...p", first="red")
    play.do("move red.a 1,0 2,0 3,0").do("attack red.a blue.p blade", 1, 1, 6, 1)
    assert play.refused("guard red.a 2,0").rule == "VER-05"
    assert play.refused("move red.a 2,0").code == "no-move"
    assert play.legal("attack") == []


@pytest.mark.rule("VER-05")
def test_action_can_be_a_second_move() -> None:
    play = scene("a....p.")
    play.do("move red.a 1,0").do("move red.a 2,0")
    assert play.refused("move red.a 3,0").rule == "VER-05"
    assert play.refused("guard red.a 1,0").code == "no-action"


@pytest.mark.rule("VER-05")
def test_action_can_come_before_the_move() -> None:
    play = scene("a..p")
    play.do("guard red.a 1,0").do("move red.a 1,0")
    assert play.at("red.a") == (1, 0)
    assert play.refused("move red.a 2,0").code == "no-move"


def test_odds_say_that_a_tile_is_guarded() -> None:
    play = scene("a...p")
    odds = play.battle.odds(command("verdigris", "guard red.a 1,0"))
    assert [rows_of(one) for one in odds.outcomes] == [({"unit": "red.a", "guarding": True},)]
