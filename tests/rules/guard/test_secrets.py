"""Secrets from the monsters' side: the things that the party carries."""

from game.components.belongings import Hand
from game.engine.battle import Battle
from tests.rules.guard.crawl import fight, meet
from tests.scenario import Play


def hands(battle: Battle, side: str) -> list[tuple[str, ...] | None]:
    view = battle.view(side)
    return [hand.items if (hand := view.world.find(unit, Hand)) else None for unit in view.units()]


def test_items_of_the_party_are_known_to_the_party_only() -> None:
    play = fight(".|ab|p|.", a={"items": ["oil", "net"]}, b={"items": ["kit"]})
    assert hands(play.battle, "red") == [("oil", "net"), ("kit",), None]
    assert hands(play.battle, "blue") == [None, None, None]


def cards(play: Play, side: str) -> list[object]:
    view = play.battle.view(side)
    return [view.book.card(view.world, unit) for unit in view.units()]


def test_carried_items_change_nothing_that_the_monsters_see() -> None:
    one = fight(".|ab|p|.", a={"items": ["oil", "net"]})
    other = fight(".|ab|p|.", a={"items": ["salve"]})
    assert cards(one, "blue") == cards(other, "blue")
    assert cards(one, "red") != cards(other, "red")
    assert one.battle.view("blue").hash() == other.battle.view("blue").hash()


def test_used_item_is_seen_by_all() -> None:
    play = fight(".|ab|p|.", a={"items": ["oil", "net"]}, p={"number": 1})
    play.do("pick red.a").do("use red.a oil")
    assert [event["item"] for event in play.events("item_used", "blue")] == ["oil"]


def test_dice_are_seen_by_all() -> None:
    play = meet(".|a|p|.").do("talk red.a", 3, 4)
    assert play.events("rolled", "blue") == play.events("rolled", "red")
