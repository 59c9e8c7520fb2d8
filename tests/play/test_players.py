"""Who answers for a side."""

import msgspec
import pytest

from game.ai.player import RandomPlayer
from game.play.players import outside, parse_players, watched
from game.terms.level import Side
from tests.books.fake import level, table

SIDES = {"red": "stdio", "blue": "novice"}


def test_sides_that_are_not_named_keep_who_they_have() -> None:
    assert parse_players(None, SIDES) == SIDES
    assert parse_players("blue=random", SIDES) == {"red": "stdio", "blue": "random"}
    assert parse_players("red=soldier, blue=stdio", SIDES) == {"red": "soldier", "blue": "stdio"}


def test_who_plays_if_nobody_is_named() -> None:
    plain = level()
    assert outside(plain, {}) == {"red": "stdio", "blue": "stdio"}
    assert outside(plain, SIDES) == SIDES
    assert watched(plain, {}) == {"red": "soldier", "blue": "soldier"}
    sides = (Side("red", control="random"), Side("blue", control="novice"))
    named = msgspec.structs.replace(plain, sides=sides)
    assert outside(named, {}) == {"red": "stdio", "blue": "stdio"}
    assert watched(named, {}) == {"red": "random", "blue": "novice"}
    assert watched(named, {"red": "stdio", "blue": "soldier"}) == {
        "red": "random",
        "blue": "soldier",
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("red", "as red=stdio,blue=random, not as 'red'."),
        ("green=random", "There is no side 'green'; the sides are red, blue."),
        ("red=soldeir", "There is no player 'soldeir'; did you mean 'soldier'?"),
        ("red=wizard", "There is no player 'wizard'; players are stdio, random, novice, soldier."),
        ("red=stdio,red=random", "The side 'red' is given two players."),
    ],
)
def test_what_does_not_fit_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"[.?]$") as caught:
        parse_players(text, SIDES)
    assert sentence in str(caught.value)


def test_a_random_player_goes_on_from_its_count() -> None:
    battle = table().battle
    legal = battle.legal()
    ask = battle.stop
    whole, first = RandomPlayer(3, "red"), RandomPlayer(3, "red")
    chosen = [whole.choose(battle, ask, legal) for _ in range(20)]  # type: ignore[arg-type]
    begun = [first.choose(battle, ask, legal) for _ in range(8)]  # type: ignore[arg-type]
    later = RandomPlayer(3, "red", first.drawn)
    assert chosen == begun + [later.choose(battle, ask, legal) for _ in range(12)]  # type: ignore[arg-type]
    assert len(set(chosen)) == 3


def test_random_players_never_touch_the_dice_of_the_battle() -> None:
    lively, quiet = table("random random"), table()
    while lively.step():
        pass
    faces = [face for event in lively.battle.log() if event.rule is None for face in event.dice]
    assert lively.record.drawn == len(faces) > 0
    assert faces == [quiet.dice._face(i, 6) for i in range(len(faces))]
