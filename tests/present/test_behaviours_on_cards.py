"""Behaviours on the cards of units: in words, built from the level's values."""

import pytest

from game.components.unit import Position
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.present.picture import card_of
from game.world.unit_names import unit_named
from tests.ai.playing import begun, drawn

FIELD = """
[map]
grid = '''
..........
..........
..........
'''
legend = { "." = "floor" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "warden"
at = [0, 1]
[[area]]
id = "gate"
rect = [4, 0, 3, 2]
[[area]]
id = "step"
tiles = [[9, 2]]
"""


def unit(id: str, behaviour: str, column: int = 6) -> str:
    head = (
        f'[[unit]]\nid = "{id}"\nside = "blue"\nkind = "bailiff"\nat = [{column}, 1]\nlife = 15\n'
    )
    return f"{head}behaviour = {{ {behaviour} }}\n"


def told(battle: Battle, id: str, people: tuple[str, ...] = ()) -> tuple[str, ...]:
    card = card_of(
        battle, BattleSentences(battle.book, battle.world.scene.names), id, False, people
    )
    assert card is not None
    return card.behaviour


@pytest.mark.parametrize(
    ("behaviour", "sentences"),
    [
        ("", ()),
        ("hold = true", ("Stays where it is.",)),
        ("hunt = true", ("Hunts the nearest foe.",)),
        ('hunt = "wounded"', ("Hunts the most wounded foe.",)),
        (
            'guard = "gate"',
            ("Guards the tiles from (4, 0) to (6, 1). Without foes near, it returns to its post.",),
        ),
        ('guard = "step", chase = 1', ("Guards (9, 2).", "Chases foes up to 1 tile from there.")),
        (
            'patrol = ["gate", "step"]',
            ("Patrols (4, 0), (9, 2) until foes come near.",),
        ),
        ("lead = 4", ("Keeps its people together: they stay within 4 tiles.",)),
        ("flee = 0.5", ("Flees at 7 life or less.",)),
        ("flee = 0.01", ()),
    ],
)
def test_card_shows_the_behaviour(behaviour: str, sentences: tuple[str, ...]) -> None:
    battle = begun(drawn(FIELD + unit("bo", behaviour)))
    assert told(battle.view("red"), "blue.bo") == sentences
    assert told(battle, "blue.bo") == sentences


def test_card_of_a_unit_that_a_person_plays_has_no_behaviour() -> None:
    battle = begun(drawn(FIELD + unit("bo", "hold = true")))
    assert told(battle, "blue.bo", ("red",))
    assert told(battle, "blue.bo", ("red", "blue")) == ()


def test_card_names_the_captain_unless_he_is_unseen() -> None:
    battle = begun(drawn(FIELD + unit("bo", "") + unit("cap", "lead = 4", 8)))
    names = battle.world.scene.names
    captain = names["blue.cap"]
    view = battle.view("red")
    assert told(view, "blue.bo") == (f"Stays within 4 tiles of {captain}.",)
    view.world.drop(unit_named(view.world, "blue.cap"), Position)
    assert told(view, "blue.bo") == ()
