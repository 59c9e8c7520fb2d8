"""A side's view decides its options and events; the true world decides the results."""

from random import Random

import pytest

from game.components.hiding import Hidden
from game.components.motion import Path
from game.components.unit import Position
from game.engine.battle import Battle
from game.rules.action.commands import ActionMove, Attack, Hide, Ready, Smash
from game.systems.movement import Step
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, End
from tests.odds_rows import rows_of
from tests.rules.action.scene import scene
from tests.scenario import Play
from tests.unit.engine.search import play_on

PIKE = {"weapons": ["pike"]}
LURKS = {"hides": True, "on": "*", **PIKE}
FIELD = """
*****....
*a***....
*****.p..
*****....
*****.q.b
"""


def hidden_at(*path: str) -> Play:
    """Return a battle on blue's turn, after red's a has moved unseen in the dark."""
    play = scene(FIELD, "apqb", hiding=(6, 6, 6), a=LURKS, p=PIKE)
    return play.do(f"move red.a {' '.join(path)}").do("end red.a")


HIDEOUTS = [
    ("2,2", "3,3", "4,3"),
    ("2,1", "3,1", "4,1"),
    ("2,2", "3,3", "4,4"),
    ("0,0", "0,1", "1,1"),
]


def seen_by_blue(battle: Battle) -> object:
    """Return everything that blue can learn without acting."""
    commands = (*battle.legal(), *illegal(battle))
    odds = [
        repr(battle.odds(command, assume))
        for command in battle.legal()
        for assume in ("stop", "never", "always")
    ]
    refusals = [repr(battle.why_not(command)) for command in commands]
    costs = [battle.cost(command) for command in battle.legal()]
    log = [repr(event) for event in battle.log("blue")]
    view = battle.view("blue")
    return view.hash(), view.snapshot(), battle.legal(), odds, refusals, costs, log, view.queue()


def illegal(battle: Battle) -> tuple[Command, ...]:
    """Return commands that name every unit and tile of the map."""
    cells = [(x, y) for x in range(-1, 10) for y in range(-1, 6)]
    return (
        *(ActionMove("blue.p", (cell,)) for cell in cells),
        *(Smash("blue.p", cell, "pike") for cell in cells),
        *(Attack("blue.p", target, "pike") for target in ("red.a", "red.b", "blue.q", "x")),
        *(Ready("red.a", "pike"), Hide("red.a"), End("red.a")),
    )


@pytest.mark.parametrize("path", HIDEOUTS[1:])
def test_two_states_with_the_same_view_are_treated_alike(path: tuple[str, ...]) -> None:
    one, other = hidden_at(*HIDEOUTS[0]).battle, hidden_at(*path).battle
    assert one.hash() != other.hash()
    assert seen_by_blue(one) == seen_by_blue(other)


@pytest.mark.parametrize("seed", range(8))
def test_same_view_means_same_treatment_until_a_difference_shows(seed: int) -> None:
    """Let blue play at random in both battles at once, with the same dice."""
    one, other = hidden_at(*HIDEOUTS[0]).battle, hidden_at(*HIDEOUTS[1]).battle
    rng = Random(seed)
    while one.view("blue").hash() == other.view("blue").hash():
        assert one.log("blue") == other.log("blue")
        assert type(one.stop) is type(other.stop)
        if isinstance(one.stop, Roll):
            faces = tuple(rng.randint(1, sides) for sides in one.stop.dice.sides)
            one.settle(faces)
            other.settle(faces)
        elif isinstance(one.stop, Ask) and one.stop.side == "blue":
            assert one.legal() == other.legal()
            command = rng.choice(one.legal())
            one.apply(command)
            other.apply(command)
        else:
            return


def test_only_its_own_side_knows_the_tile_of_a_hidden_unit() -> None:
    play = hidden_at("2,2", "3,3", "4,3")
    unit = play.unit("red.a")
    for side, knows in (("red", True), ("blue", False)):
        view = play.battle.view(side)
        assert (view.world.find(unit, Position) is not None) == knows
        assert view.world.get(unit, Hidden).sides == ("blue",)
    assert play.at("red.a") == (4, 3)


def test_hidden_steps_are_logged_for_the_units_side_only() -> None:
    play = hidden_at("2,2", "3,3", "4,3")
    assert len(play.events("moved", "red")) == 3
    assert play.events("moved", "blue") == []
    assert play.events("hid", "blue") == []
    assert play.events("hid", "red") != []


def test_planned_path_is_hidden_from_other_sides() -> None:
    play = scene("....\npa..\n....\n....", "ap").do("move red.a 2,2 3,2")
    assert play.asked == ("react", "blue.p")
    for side, knows in (("red", True), ("blue", False)):
        view = play.battle.view(side)
        assert view.world.has(play.unit("red.a"), Path) == knows


def test_unit_does_not_react_to_unseen_units_but_a_hidden_unit_can_react() -> None:
    play = hidden_at("2,2", "3,3", "4,3").do("end blue.p").do("end blue.q").do("end red.b")
    play.do("move red.a 3,3")
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 4,3").do("end red.a").do("move blue.p 7,2")
    assert play.asked == ("react", "red.a")
    play.do("react red.a pike", 1, 1, 1, 1)
    assert play.battle.world.find(play.unit("red.a"), Hidden) is None
    assert play.events("found", "blue")[-1]["at"] == (4, 3)


def test_hidden_attacker_is_not_in_the_movers_odds() -> None:
    play = hidden_at("2,2", "3,3", "4,3")
    found = play.battle.odds(ActionMove("blue.p", ((7, 2),)), "always")
    assert [(c.weight, c.then, rows_of(c)) for c in found.outcomes] == [
        (1, None, ({"unit": "blue.p", "at": [7, 2], "movement": 25},))
    ]


def test_attack_on_a_tile_reveals_only_a_miss() -> None:
    there, away = hidden_at("2,2", "3,3", "4,3"), hidden_at("2,1", "3,1", "4,1")
    for play in (there, away):
        play.do("smash blue.p 4,3 pike", 1, 2, 3, 1)
        assert play.last("smash_missed")["dice"] == (1, 2, 3, 1)
    assert there.events(side="blue") == away.events(side="blue")
    assert there.battle.view("blue").hash() == away.battle.view("blue").hash()


def test_attack_on_the_right_tile_can_hit_and_find() -> None:
    play = hidden_at("2,2", "3,3", "4,3").do("smash blue.p 4,3 pike", 6, 6, 6, 4, 2)
    assert play.life("red.a") == 8
    assert play.last("hit")["total"] == 16
    assert play.events("found", "blue")[-1]["unit"] == "red.a"
    assert play.refused("smash blue.p 4,3 pike").code == "no-action"


def test_attacking_reveals_the_attacker_and_has_advantage() -> None:
    play = hidden_at("2,2", "3,3", "4,3").do("end blue.p").do("end blue.q").do("end red.b")
    play.do("attack red.a blue.p pike", 1, 1, 1, 1)
    assert play.last("rolled")["roll"] == "4d6kh3"
    assert play.events("found", "blue")[-1]["rule"] == "ACT-21"


def test_battle_is_not_won_while_a_hidden_foe_is_left() -> None:
    sure = {"skills": {"fighting": 20}}
    play = scene(
        "a......\n....bp.\n.......", "apb", hiding=(6, 6, 6), a=LURKS, b={"life": 1}, p=sure
    )
    play.do("end red.a")
    found = play.battle.odds(Attack("blue.p", "red.b", "blade"))
    dies = {"unit": "red.b", "dies": True, "damage": 1}
    assert [rows_of(c) for c in found.outcomes] == [(dies,)]
    play.do("attack blue.p red.b blade", 1, 1, 1, 1)
    assert play.over is None
    play.do("offer_draw")
    assert play.asked == ("draw", "red.a")


def test_reading_a_view_changes_neither_it_nor_the_true_world() -> None:
    play = hidden_at("2,2", "3,3", "4,3")
    battle = play.battle
    truth, seen = battle.hash(), battle.view("blue").hash()
    for command in battle.legal():
        battle.odds(command, "always")
        battle.why_not(command)
    assert (battle.hash(), battle.view("blue").hash()) == (truth, seen)
    assert battle.view("blue").view("red").hash() == seen


@pytest.mark.parametrize("seed", range(4))
def test_every_side_has_a_view_with_its_own_units_at_every_stop(seed: int) -> None:
    play = scene(FIELD, "apqb", a={"weapons": ["bow"]}, q={"weapons": ["foil"]})
    for _ in play_on(play.battle, Random(seed), 80):
        for side in ("red", "blue"):
            view = play.battle.view(side)
            shown = {u for u in view.world.ids(Position) if view.side_of(u) == side}
            true = {u for u in play.battle.world.ids(Position) if play.battle.side_of(u) == side}
            assert shown == true
            view.queue()
            for unit in view.units():
                assert play.book.card(view.world, unit).stats


def test_view_does_not_reveal_the_target_while_dice_are_due() -> None:
    there, away = hidden_at("2,2", "3,3", "4,3").battle, hidden_at("2,1", "3,1", "4,1").battle
    for battle in (there, away):
        battle.apply(Smash("blue.p", (4, 3), "pike"))
    assert there.view("blue").hash() == away.view("blue").hash()


def test_third_side_does_not_learn_of_an_unseen_step() -> None:
    """Let ochre find red's a and attack as it leaves, while blue still doesn't see it."""
    play = scene("****..\n*ax*..\n****.p\n****..", "apx", hiding=(6, 6, 6), a=LURKS, x={"on": "*"})
    play.do("end red.a").do("end blue.p").do("move ochre.x 1,1").do("end ochre.x").do(
        "move red.a 0,1"
    )
    assert play.asked == ("react", "ochre.x")
    view = play.battle.view("blue")
    assert not view.world.has(play.unit("red.a"), Position)
    assert not any(isinstance(frame.item, Step) for frame in view.world.frames())
