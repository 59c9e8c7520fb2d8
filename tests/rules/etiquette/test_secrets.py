"""Secrets between players: hands, traps, gifts, thefts."""

from typing import Any

import pytest

from game.terms.commands import from_text
from game.terms.records import encode
from tests.rules.etiquette.ballroom import fight, scene, silence
from tests.scenario import Play


def seen(play: Play, side: str) -> bytes:
    view = play.battle.view(side)
    return encode(view.world.dump())


def same_for(side: str, one: Play, other: Play) -> None:
    """Check that two battles look the same to the side: its view, cards, commands and odds."""
    assert seen(one, side) == seen(other, side)
    pages = []
    for play in (one, other):
        battle = play.battle
        view = battle.view(side)
        cards = [battle.book.card(view.world, unit) for unit in view.units()]
        asked = battle.asked == side
        odds = [battle.odds(c, "always") for c in battle.legal()] if asked else []
        pages.append(encode((cards, view.queue(), battle.legal() if asked else (), odds)))
    assert pages[0] == pages[1]


HANDS: list[dict[str, Any]] = [{"hand": []}, {"hand": ["cloak", "glass", "salve"]}]


def test_attacker_does_not_know_the_items_the_defender_could_play() -> None:
    one, other = (fight(b=hand) for hand in HANDS)
    same_for("red", one, other)


def test_defender_does_not_know_the_items_the_attacker_could_have_played() -> None:
    one, other = (fight(a=hand).do("attack red.a blue.b") for hand in HANDS)
    same_for("blue", one, other)


def test_other_players_do_not_know_whether_a_promised_item_exists() -> None:
    for asked in ("red", "blue"):
        one, other = (
            scene("ab..", a=hand).do("move red.a 1,0").do("promise red.a gift") for hand in HANDS
        )
        if asked == "blue":
            same_for("blue", one, other)
        assert one.asked == other.asked == ("talk", "blue.b")


def test_defender_is_asked_whatever_is_in_its_hand() -> None:
    """Ask even an empty hand, because skipping the ask would reveal it."""
    assert fight().do("attack red.a blue.b").asked == ("defend", "blue.b")
    one = scene("ar#b").do("move red.a 1,0")
    silence(one).do("engage red.a").do("decline blue.r").do("attack red.a blue.r")
    assert (one.asked, one.legal()) == (("defend", "blue.r"), ["one blue.r"])


def test_third_player_sees_a_gift_but_not_the_item() -> None:
    plays = []
    for item in ("wax", "salve"):
        play = scene("ab..c", a={"hand": ["wax", "salve"]}).do("move red.a 1,0")
        silence(play.do("promise red.a gift")).do("decline red.a").do("decline blue.b")
        plays.append(play.do(f"give red.a {item}"))
    same_for("ochre", *plays)
    assert plays[0].events(side="ochre") == plays[1].events(side="ochre")


def test_gift_cannot_be_undone_alone() -> None:
    play = scene("ab..", a={"hand": ["wax"]}).do("move red.a 1,0")
    silence(play.do("promise red.a gift")).do("decline red.a").do("decline blue.b")
    play.do("give red.a wax")
    refusal = play.battle.undo()
    assert refusal is not None
    assert refusal.code == "behind-the-wall"


def test_trap_changes_nothing_before_it_springs() -> None:
    other = scene("a..b", a={"hand": ["pins", "salve"], "life": 8})
    one = scene("a..b", a={"hand": ["pins", "salve"], "life": 8}).do("lay red.a pins")
    for play in (one, other):
        play.do("move red.a 1,0").do("end red.a")
    same_for("blue", one, other)


def test_step_onto_a_tile_that_could_hold_a_trap_cannot_be_undone() -> None:
    play = scene("a..b").do("move red.a 1,0").do("end red.a").do("end blue.b").do("end red.a")
    assert play.battle.submit(from_text("move blue.b 2,0", play.battle.book.commands)) is None
    play.do("move blue.b 1,0")
    refusal = play.battle.undo()
    assert refusal is not None
    assert refusal.code == "behind-the-wall"


@pytest.mark.parametrize("side", ["red", "blue"])
def test_card_shows_only_the_viewers_own_hand(side: str) -> None:
    play = fight(a={"hand": ["wax"]}, b={"hand": ["cloak"]})
    view = play.battle.view(side)
    items = [play.book.card(view.world, play.unit(id)).items for id in ("red.a", "blue.b")]
    assert items == ([("wax",), ()] if side == "red" else [(), ("cloak",)])
