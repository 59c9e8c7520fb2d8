"""The soldier's choices in positions with an obvious answer."""

import pytest

from game.ai.lookahead import Outlook
from game.components.unit import Down, Position
from game.engine.battle import Battle
from game.terms.commands import Done, Move, to_text
from game.world.unit_names import unit_named
from tests.ai.playing import begun, drawn, level, play, seated
from tests.ai.test_players import PLAIN, first_turn, turn_of, unit

FAR = unit("bo", "blue", "bailiff", "[39, 2]", "speed = 5")
FOE = unit("bo", "blue", "bailiff", "[7, 1]")


def test_soldier_helps_up_a_dying_ally() -> None:
    text = unit("ann", "red", "barber", "[1, 1]") + unit(
        "cy", "red", "warden", "[6, 1]", 'begins = "dying"'
    )
    battle = first_turn(text + FAR, "red.ann", wide=True)
    done = turn_of(battle)
    assert done[0].startswith("move red.ann")
    assert any("red.cy" in text for text in done[1:])
    assert not battle.world.has(unit_named(battle.world, "red.cy"), Down)


def test_soldier_does_not_burn_allies() -> None:
    """Offer a fire spell that would hit three foes around an ally."""
    crowd = unit("cy", "red", "warden", "[5, 1]", "hurt = 15") + "".join(
        unit(id, "blue", "footpad", at) for id, at in (("p", "[5, 0]"), ("q", "[5, 2]"))
    )
    battle = first_turn(unit("ann", "red", "stoker", "[1, 1]") + crowd, "red.ann")
    before = len(battle.log())
    turn_of(battle)
    hurt = [e for e in battle.log()[before:] if type(e).__name__ == "Damaged"]
    assert all(getattr(e, "unit", "") != "red.cy" for e in hurt)


def test_soldier_attacks_a_group_at_once() -> None:
    crowd = "".join(
        unit(id, "blue", "footpad", at)
        for id, at in (("p", "[4, 0]"), ("q", "[4, 1]"), ("r", "[4, 2]"), ("s", "[5, 1]"))
    )
    done = turn_of(first_turn(unit("ann", "red", "stoker", "[1, 1]") + crowd, "red.ann"))
    assert any(text.startswith(("cast_at red.ann furnace_breath", "throw")) for text in done)


def test_caster_keeps_away_from_melee() -> None:
    text = unit("ann", "red", "conjurer", "[2, 1]") + unit("bo", "blue", "bailiff", "[7, 1]")
    battle = first_turn(text, "red.ann")
    turn_of(battle)
    stand = battle.world.get(unit_named(battle.world, "red.ann"), Position)
    assert 7 - stand.at[0] > 1


DOORS = """
[map]
grid = '''
#########
#...+...#
#########
'''
legend = { "#" = "stone_wall", "." = "floor", "+" = "shut_door" }
[[side]]
id = "red"
[[side]]
id = "blue"
"""


def test_soldier_opens_a_door_on_its_path() -> None:
    units = unit("ann", "red", "warden", "[3, 1]") + unit("bo", "blue", "bailiff", "[7, 1]")
    battle = begun(drawn(DOORS + units))
    given = play(battle, seated(battle, "soldier"), most=30)
    assert any(to_text(command).startswith("handle") for command in given)


def test_holding_unit_stays_by_any_means() -> None:
    """Let the unit see a foe that shoots, and give it the power to teleport."""
    text = unit("ann", "red", "fowler", "[1, 1]") + unit(
        "bo", "blue", "conjurer", "[20, 1]", "behaviour = { hold = true }"
    )
    battle = first_turn(text, "blue.bo", wide=True)
    turn_of(battle)
    stand = battle.world.get(unit_named(battle.world, "blue.bo"), Position)
    assert stand.at == (20, 1)


def crossings(battle: Battle) -> list[str]:
    given = play(battle, seated(battle, "soldier"), most=220)
    return [text for text in map(to_text, given) if text.startswith("cross")]


def test_soldier_crosses_to_its_objective_and_not_back() -> None:
    found = [text.split() for text in crossings(begun(level("night_ferry")))]
    party = [words for words in found if words[1].startswith("red.")]
    assert party
    assert {words[2] for words in party} <= {"b", "s"}


def test_soldiers_gather_at_the_milestone() -> None:
    """Use an objective for which a trigger counts several units in an area."""
    battle = begun(level("hollow_way"))
    play(battle, seated(battle, "soldier"), most=140)
    stands = [s.at[0] for u, s in battle.world.all(Position) if battle.side_of(u) == "red"]
    assert battle.outcome is not None or max(stands) > 12


def test_soldier_plans_an_attack_behind_a_foe_that_reacts() -> None:
    text = unit("ann", "red", "warden", "[1, 1]") + unit("p", "blue", "bailiff", "[0, 1]")
    battle = first_turn(text + FAR, "red.ann", wide=True)
    outlook = Outlook(battle.view("red"), "red")
    walks = [c for c in battle.legal() if isinstance(c, Move) and c.path[-1] == (6, 1)]
    assert outlook.strikers(walks[0]) == {"blue.p"}
    before = outlook.battle.hash()
    with outlook.after(walks[0]) as after:
        assert after is None, "no foe is asked in between"
    with outlook.after(walks[0], is_let_pass=True) as after:
        assert after is not None
        assert after.world.get(unit_named(after.world, "red.ann"), Position).at == (6, 1)
    assert outlook.battle.hash() == before


CAPTAIN = unit("ann", "red", "road_captain", "[1, 1]")
"""A unit with a sword, which serves it best, and a hand crossbow."""
CART = """
[[area]]
id = "cart"
tiles = [[0, 1], [1, 1], [2, 1]]
[[deploy]]
side = "red"
area = "cart"
"""


def column(battle: Battle, id: str) -> int:
    return battle.world.get(unit_named(battle.world, id), Position).at[0]


def test_soldier_goes_where_its_best_weapon_reaches() -> None:
    battle = first_turn(CAPTAIN + FOE, "red.ann")
    done = turn_of(battle)
    assert 7 - column(battle, "red.ann") <= 1
    assert any(text.startswith("attack red.ann blue.bo sword") for text in done)


def test_archer_with_a_knife_keeps_its_distance() -> None:
    pair = unit("ann", "red", "poacher", "[3, 1]") + unit("bo", "blue", "bailiff", "[6, 1]")
    battle = first_turn(pair, "red.ann")
    turn_of(battle)
    assert 6 - column(battle, "red.ann") > 1


@pytest.mark.parametrize("ids", [("ann", "cy"), ("cy", "ann")])
def test_captain_with_a_crossbow_is_placed_in_front_of_archers(ids: tuple[str, str]) -> None:
    kinds = {"ann": "road_captain", "cy": "fowler"}
    pair = "".join(f'[[unit]]\nid = "{id}"\nside = "red"\nkind = "{kinds[id]}"\n' for id in ids)
    battle = begun(drawn(PLAIN + pair + FOE + CART))
    while not isinstance(play(battle, seated(battle, "soldier"), most=1)[0], Done):
        continue
    assert column(battle, "red.ann") > column(battle, "red.cy")
