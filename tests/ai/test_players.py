"""Computer players answer every ask, consistently and sensibly."""

from random import Random
from typing import get_args

import pytest

from game.ai.computer_players import COMPUTERS
from game.engine.battle import Battle
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.commands import Answer, Command, OfferDraw, to_text, verb
from game.terms.script.names import ComputerName
from tests.ai.playing import begun, chosen, drawn, level, play, seated
from tests.conformance.books import Case, every_case
from tests.conformance.driver import any_faces

STOPS = 8
"""Number of asks answered in each position."""


@pytest.mark.parametrize("name", ["novice", "soldier"])
@every_case()
def test_every_ask_is_answered_consistently_without_changes(case: Case, name: str) -> None:
    """A second player gives the same answers at random positions of every rulebook."""
    battle, rng = case.start(), Random(7)
    players = seated(battle, name)
    for _ in range(STOPS):
        if isinstance(battle.stop, BattleEnd):
            return
        if isinstance(battle.stop, Roll):
            battle.settle(any_faces(battle.stop, rng))
            continue
        side = battle.stop.side
        before = battle.hash(), battle.view(side).hash(), players[side].drawn
        legal = battle.legal()
        again = COMPUTERS[name](1, side, before[2])
        view = battle.view(side).clone()
        command = chosen(battle, players)
        assert command in legal
        assert isinstance(view.stop, Ask)
        assert again.choose(view, view.stop, legal) == command
        assert again.drawn == players[side].drawn
        assert (battle.hash(), battle.view(side).hash()) == before[:2]
        battle.submit(rng.choice(legal))


# Sensible choices

PLAIN = """
[map]
grid = '''
........
........
........
'''
legend = { "." = "floor" }
[[side]]
id = "red"
[[side]]
id = "blue"
"""


def unit(id: str, side: str, kind: str, at: str, more: str = "") -> str:
    return f'[[unit]]\nid = "{id}"\nside = "{side}"\nkind = "{kind}"\nat = {at}\n{more}\n'


@pytest.mark.parametrize("name", ["novice", "soldier"])
@pytest.mark.parametrize(("stronger", "answer"), [("red", "yes"), ("blue", "no")])
def test_side_with_less_life_accepts_a_draw(name: str, stronger: str, answer: str) -> None:
    pair = unit("ann", "red", "bailiff", "[1, 1]") + unit("bo", "blue", "bailiff", "[6, 1]")
    battle = first_turn(pair + unit("cy", stronger, "bailiff", "[3, 0]"), "red.ann")
    assert battle.submit(OfferDraw()) is None
    given = chosen(battle, seated(battle, name))
    assert isinstance(given, Answer)
    assert given.answer == answer


def first_turn(text: str, of: str, wide: bool = False) -> Battle:
    """Return the battle at the first turn of a unit, after the others have ended theirs."""
    plain = PLAIN.replace("........", "." * 40) if wide else PLAIN
    battle, rng = begun(drawn(plain + text)), Random(3)
    for _ in range(60):
        if isinstance(battle.stop, Roll):
            battle.settle(any_faces(battle.stop, rng))
            continue
        assert isinstance(battle.stop, Ask)
        if battle.id_of(battle.stop.unit) == of and battle.stop.called == "turn":
            return battle
        ends = [c for c in battle.legal() if verb(c) == "end"]
        battle.submit(ends[0] if ends else battle.legal()[0])
    raise AssertionError(f"{of} never has a turn")


def turn_of(battle: Battle, name: str = "soldier") -> list[str]:
    """Return the commands of a player in the current turn, as text."""
    assert isinstance(battle.stop, Ask)
    mine, done = battle.id_of(battle.stop.unit), list[str]()
    players, rng = seated(battle, name), Random(5)
    for _ in range(20):
        if isinstance(battle.stop, Roll):
            battle.settle(any_faces(battle.stop, rng))
            continue
        if isinstance(battle.stop, BattleEnd):
            break
        command: Command = chosen(battle, players)
        if getattr(command, "unit", mine) == mine:
            done.append(to_text(command))
        battle.submit(command)
        if verb(command) == "end":
            break
    return done


def test_soldier_approaches_and_attacks() -> None:
    battle = first_turn(
        unit("ann", "red", "warden", "[0, 1]") + unit("bo", "blue", "bailiff", "[5, 1]"),
        "red.ann",
    )
    done = turn_of(battle)
    assert any(text.startswith("attack red.ann blue.bo") for text in done)


def test_soldier_finishes_wounded_foes() -> None:
    text = (
        unit("ann", "red", "warden", "[3, 1]")
        + unit("bo", "blue", "bailiff", "[2, 1]")
        + unit("cy", "blue", "bailiff", "[4, 1]", "hurt = 12")
    )
    done = turn_of(first_turn(text, "red.ann"))
    assert next(text for text in done if text.startswith("attack")).startswith(
        "attack red.ann blue.cy"
    )


def test_soldier_heals_allies_in_need() -> None:
    text = unit("ann", "red", "warden", "[0, 1]", 'hurt = 16\nitems = ["red_draught"]') + unit(
        "bo", "blue", "bailiff", "[7, 1]", "speed = 5"
    )
    done = turn_of(first_turn(text, "red.ann"))
    assert done[0].startswith(("use red.ann red_draught", "rally"))


def test_fleeing_unit_moves_away_from_foes() -> None:
    text = unit("ann", "red", "warden", "[3, 1]") + unit(
        "bo", "blue", "bailiff", "[4, 1]", "hurt = 10\nbehaviour = { flee = 1.0 }"
    )
    done = turn_of(first_turn(text, "blue.bo"))
    walks = [text for text in done if text.startswith("move")]
    assert walks
    assert int(walks[-1].split()[-1].split(",")[0]) >= 6


def test_hunter_pursues_the_nearest_foe_whatever_the_objectives() -> None:
    area = '[[area]]\nid = "out"\ntiles = [[0, 0]]\n'
    aim = '[[objective]]\nid = "go"\nside = "blue"\ntitle = "Out"\nreach = { area = "out" }\n'
    text = unit("ann", "red", "warden", "[7, 1]") + unit(
        "bo", "blue", "bailiff", "[1, 1]", "behaviour = { hunt = true }"
    )
    done = turn_of(first_turn(text + area + aim, "blue.bo"))
    walks = [text for text in done if text.startswith("move")]
    assert walks
    assert int(walks[0].split()[-1].split(",")[0]) > 1


def test_patrol_makes_its_rounds() -> None:
    """Put the first area and the distant foe in opposite directions."""
    areas = '[[area]]\nid = "west"\ntiles = [[0, 1]]\n[[area]]\nid = "east"\ntiles = [[9, 1]]\n'
    patrol = 'behaviour = { patrol = ["west", "east"] }\nspeed = 10'
    text = unit("ann", "red", "warden", "[39, 2]", "speed = 5") + unit(
        "bo", "blue", "bailiff", "[4, 0]", patrol
    )
    done = turn_of(first_turn(text + areas, "blue.bo", wide=True))
    walks = [text for text in done if text.startswith("move")]
    assert walks
    assert int(walks[-1].split()[-1].split(",")[0]) < 4


def test_levels_are_played_to_their_end() -> None:
    for name in ("yard", "kitchen"):
        battle = begun(level(name))
        play(battle, seated(battle, "soldier"))
        assert battle.outcome is not None


def test_files_name_the_existing_computer_players() -> None:
    assert tuple(COMPUTERS) == get_args(ComputerName)
