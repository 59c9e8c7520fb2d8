"""The shipped levels of Guard: one can be passed by talking, one by sneaking, two are fights."""

from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.rules.guard.book import BOOK
from tests.scenario import Play


def opened(name: str) -> Play:
    level = load_level(find_level(name), {"guard": BOOK})
    return Play(Battle.start(BOOK, level))


def test_toll_house_is_passed_by_talking() -> None:
    play = opened("toll_house").do("talk party.maud", 5, 4)
    assert play.told("parleyed", "total", "mood") == (10, "pass")
    assert play.over is not None
    assert play.over.winner == "party"


def test_boys_put_their_slings_away_on_a_good_roll() -> None:
    play = opened("toll_house").do("talk party.maud", 6, 6)
    assert play.last("stood_aside")["unit"] == "toll.boys"
    assert play.over is None


def test_kennel_is_passed_by_sneaking() -> None:
    play = opened("kennel").do("sneak party.ned", 2, 2, 2, 2, 2)
    assert play.over is not None
    assert play.over.winner == "party"
    assert opened("kennel").refused("talk party.ned").rule == "GUA-02"


def test_one_roll_of_1_wakes_the_hounds_but_not_the_rats() -> None:
    play = opened("kennel").do("sneak party.ned", 1, 2, 2, 2, 2)
    assert play.last("sneak_noticed")["groups"] == ("pack.hounds", "pack.moths")


def test_ossuary_cannot_be_passed() -> None:
    assert opened("ossuary").legal() == ["fight party.ned"]


def test_party_begins_in_its_ranks() -> None:
    for name in ("toll_house", "kennel", "ossuary", "under_bridge"):
        play = opened(name)
        world = play.battle.world
        cards = [play.battle.book.card(world, unit).stats for unit in play.battle.units()]
        assert all("rank" in card for card in cards) or name == "under_bridge"
        assert not any(card.get("exposed") for card in cards), name
