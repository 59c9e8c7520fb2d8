"""The players of the sides."""

import msgspec
import pytest

from game.ai.player import RandomPlayer
from game.play.players import HUMAN, outside, parse_players, watched
from game.terms.level import Side
from tests.books.fake import level, table

SIDES = {"red": "stdio", "blue": "novice"}
NAMES = "random, novice, soldier and tactician"


def test_unnamed_sides_keep_their_players() -> None:
    assert parse_players(None, SIDES) == SIDES
    assert parse_players("blue=random", SIDES) == {"red": "stdio", "blue": "random"}
    assert parse_players("red=soldier, blue=stdio", SIDES) == {"red": "soldier", "blue": "stdio"}


def test_default_players_depend_on_the_command() -> None:
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
        ("red", "'red' isn't a player of a side; expected red=stdio,blue=random."),
        ("green=random", "There is no side 'green'; the sides are red and blue."),
        ("red=soldeir", "There is no player 'soldeir'; did you mean 'soldier'?"),
        (
            "red=wizard",
            f"There is no player 'wizard'; players are stdio, {NAMES}.",
        ),
        ("red=stdio,red=random", "The side 'red' has two players; name only one."),
    ],
)
def test_parse_players_refuses_wrong_text_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"[.?]$") as caught:
        parse_players(text, SIDES)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("red", "expected red=human,blue=random."),
        ("red=bob", f"There is no player 'bob'; players are human, {NAMES}."),
        ("red=humen", "did you mean 'human'?"),
    ],
)
def test_parse_players_names_the_players_that_windows_accept(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"[.?]$") as caught:
        parse_players(text, SIDES, HUMAN)
    assert sentence in str(caught.value)


def test_parse_players_names_computer_players_only_without_an_outsider() -> None:
    with pytest.raises(ValueError, match=f"player 'bob'; players are {NAMES}"):
        parse_players("red=bob", SIDES, "")


def test_random_player_continues_at_its_count() -> None:
    battle = table().battle
    legal = battle.legal()
    ask = battle.stop
    whole, first = RandomPlayer(3, "red"), RandomPlayer(3, "red")
    chosen = [whole.choose(battle, ask, legal) for _ in range(20)]  # type: ignore[arg-type]
    begun = [first.choose(battle, ask, legal) for _ in range(8)]  # type: ignore[arg-type]
    later = RandomPlayer(3, "red", first.drawn)
    assert chosen == begun + [later.choose(battle, ask, legal) for _ in range(12)]  # type: ignore[arg-type]
    assert len(set(chosen)) == 3


def test_random_players_never_use_the_battles_dice() -> None:
    lively, quiet = table("random random"), table()
    while lively.step():
        pass
    faces = [face for event in lively.battle.log() if event.rule is None for face in event.dice]
    assert lively.record.drawn == len(faces) > 0
    assert faces == [quiet.dice._face(i, 6) for i in range(len(faces))]
