"""One check for each type of command, for all callers."""

from random import Random

import pytest

from game.terms.agenda import Ask
from game.terms.commands import Concede, OfferDraw, from_json, from_text, to_json, to_text, verb
from tests.rules.action.scene import scene
from tests.scenario import Play
from tests.unit.engine.search import play_on

ROWS = """
..p.~..q
.a..^...
.b..#...
.....~.x
"""


def battle() -> Play:
    return scene(
        ROWS, "apbqx", b={"weapons": ["bow"]}, p={"weapons": ["foil"]}, x={"weapons": ["ram"]}
    )


@pytest.mark.parametrize("seed", range(6))
def test_listed_commands_pass_the_check_and_checked_commands_are_accepted(seed: int) -> None:
    play = battle()
    types = play.book.commands
    for stop in play_on(play.battle, Random(seed), 60):
        if not isinstance(stop, Ask):
            assert play.battle.legal() == ()
            continue
        legal = play.battle.legal()
        assert legal
        assert len(set(legal)) == len(legal)
        assert play.battle.legal() == play.battle.clone().legal() == legal
        for command in legal:
            assert play.battle.why_not(command) is None
            kinds = (*types, type(command))
            assert from_text(to_text(command), kinds) == command
            assert from_json(to_json(command), kinds) == command


def test_refused_command_changes_nothing() -> None:
    play = battle()
    refused = {
        "move red.a 0,0 0,0": "no-step",
        "move red.a 9,9": "no-step",
        "move red.a": "no-path",
        "move red.a 1,2": "taken",
        "move red.a 2,1 2,0": "taken",
        "move red.b 1,3": "not-asked",
        "attack red.a red.b blade": "no-foe",
        "attack red.a blue.q blade": "out-of-reach",
        "attack red.a nobody blade": "unknown-unit",
        "smash red.a 2,2 blade": "nothing-there",
        "end blue.p": "not-asked",
        "react red.a blade": "wrong-command",
        "answer red.a yes": "wrong-command",
        "offer_draw": "no-duel",
    }
    assert {text: play.refused(text).code for text in refused} == refused


def test_refusal_states_the_reason_and_the_rule_in_a_sentence() -> None:
    play = scene("a.......p", "ap")
    refusal = play.refused("move red.a 1,0 2,0 3,0 4,0 5,0 6,0 7,0")
    assert (refusal.code, refusal.rule) == ("too-far", "ACT-06")
    assert refusal.params == {"cost": 35, "unit": "red.a", "left": 30}
    texts = play.book.catalogue
    assert refusal.text(texts) == "Too far: 35 ft, and 'red.a' has 30 ft left."
    assert refusal.text(texts, {"red.a": "Ann"}) == "Too far: 35 ft, and Ann has 30 ft left."


def test_turn_has_one_action_with_movement_around_it() -> None:
    play = battle().do("move red.a 1,0").do("disengage red.a").do("move red.a 0,0")
    assert play.left("red.a") == 4
    for text in ("disengage red.a", "ready red.a blade", "hide red.a", "attack red.a blue.p blade"):
        assert play.refused(text).code == "no-action"
    assert play.legal("move")
    play.do("end red.a")
    assert play.asked == ("turn", "blue.p")


def test_options_come_in_the_order_of_the_rulebook() -> None:
    play = battle()
    rules = next(rules for rules in play.book.asks if rules.ask.name == "turn")
    words = [verb(option.command) for option in rules.options]
    listed = list(dict.fromkeys(text.split()[0] for text in play.legal()))
    assert listed == [word for word in words if word in listed]
    assert {"move", "attack", "disengage", "ready", "end"} <= set(listed)


def test_moves_are_listed_by_end_tile_in_reading_order_with_their_cost() -> None:
    play = scene("a.~\n..#\n..p", "ap", a={"speed": 10})
    assert play.legal("move") == [
        "move red.a 1,0",
        "move red.a 0,1",
        "move red.a 1,1",
        "move red.a 0,1 0,2",
        "move red.a 0,1 1,2",
    ]
    costs = [play.battle.cost(command) for command in play.battle.legal()]
    assert costs[:5] == [5, 5, 5, 10, 10]
    assert set(costs[5:]) == {None}


def test_path_longer_than_the_listed_one_is_accepted() -> None:
    play = scene("...\na..\n..p", "ap")
    assert "move red.a 0,0 1,0 1,1" not in play.legal()
    play.do("move red.a 0,0 1,0 1,1")
    assert (play.at("red.a"), play.left("red.a")) == ((1, 1), 3)


def test_every_ask_accepts_a_concession_but_none_lists_it() -> None:
    play = scene(".pa..\n.....", "ap", a={"weapons": ["foil"]})
    for text in ("move red.a 3,0", "react blue.p blade", ""):
        assert play.battle.why_not(Concede()) is None
        assert play.battle.why_not(OfferDraw()) is None
        assert not {"concede", "offer_draw"} & set(play.legal())
        if text:
            play.do(text, *((6, 6, 6) if text.startswith("react") else ()))
    assert play.asked == ("guard", "red.a")


def test_commands_are_refused_while_dice_are_due_and_after_the_end() -> None:
    play = scene(".ap..\n.....", "ap")
    attack = from_text("attack red.a blue.p blade", play.book.commands)
    play.battle.apply(attack)
    refusal = play.battle.submit(attack)
    assert refusal is not None
    assert refusal.code == "dice-due"
    assert refusal.text(play.book.catalogue) == "Roll 3d6 first."
    play.battle.settle((1, 1, 1))
    play.do("concede")
    refusal = play.battle.submit(attack)
    assert refusal is not None
    assert refusal.code == "over"


def test_listing_in_parts_finds_what_one_listing_finds() -> None:
    seen = 0
    play = battle()
    for stop in play_on(play.battle, Random(3), 40):
        if not isinstance(stop, Ask):
            continue
        other = play.battle.clone()
        parts = sum(1 for _ in play.battle.listing())
        assert parts > 2
        assert play.battle.legal() == other.legal()
        assert play.battle.refused() == other.refused()
        seen += len(other.refused())
    assert seen > 20
