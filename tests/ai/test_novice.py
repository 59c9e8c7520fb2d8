"""The novice makes a beginner's mistakes, and the same ones again with the same seed."""

import pytest

from game.core.cells import Cell
from game.terms.commands import Command, target_of, verb
from tests.ai.test_behaviours import Turn, area, first_turn, steps, unit

SEEDS = range(1, 7)
START = 14
"""Column in which the unit with an objective begins."""


def archer(at: Cell, more: str = "") -> str:
    return unit("bo", "blue", at, "", more).replace('"bailiff"', '"poacher"')


def turns(text: str, name: str = "novice") -> list[Turn]:
    return [Turn(first_turn(text, "blue.bo"), name, seed) for seed in SEEDS]


def targets(text: str, name: str) -> set[str]:
    """Return the first foe that a player attacks with each seed."""
    found = ([t for t in map(target_of, turn.commands) if t] for turn in turns(text, name))
    return {some[0] for some in found if some}


def test_novice_attacks_the_nearest_foe_and_not_the_best_target() -> None:
    text = unit("ann", "red", (9, 1), "hold = true", "life = 60") + archer((5, 1))
    text += unit("cy", "red", (12, 1), "hold = true", "hurt = 15")
    assert targets(text, "novice") == {"red.ann"}
    assert targets(text, "soldier") == {"red.cy"}


def sent(column: int, aim: str) -> str:
    """Put the objective west of the unit, and the only foe east of it."""
    text = unit("ann", "red", (23, 1), "hold = true") + area("out", (column, 1, 1, 1))
    text += f'[[objective]]\nid = "go"\nside = "blue"\ntitle = "Out"\nreach = {{ {aim} }}\n'
    return text + unit("bo", "blue", (START, 1))


@pytest.mark.parametrize(("column", "is_near"), [(2, True), (0, False)])
def test_novice_forgets_objectives_that_are_not_near(column: int, is_near: bool) -> None:
    for turn in turns(sent(column, 'area = "out"')):
        assert turn.ends
        assert (turn.ends[-1][0] < START) == is_near


def test_novice_goes_wherever_an_objective_sends_the_unit_by_name() -> None:
    for turn in turns(sent(0, 'area = "out", unit = "bo"')):
        assert turn.ends
        assert turn.ends[-1][0] < START


def test_novice_walks_up_to_foes_that_it_could_shoot() -> None:
    text = unit("ann", "red", (9, 1), "hold = true", "life = 90") + archer((5, 1))
    for turn in turns(text):
        assert turn.ends
        assert steps(turn.ends[-1], (9, 1)) <= 2


def test_novice_stays_next_to_a_foe_however_wounded() -> None:
    text = unit("ann", "red", (9, 1), "hold = true", "life = 90") + archer((8, 1), "hurt = 8")
    for turn in turns(text):
        assert all(steps(end, (9, 1)) <= 1 for end in turn.ends)


def powers(command: Command) -> bool:
    return verb(command).startswith("cast")


def test_novice_uses_powers_at_once_or_never() -> None:
    """Let a stoker stand in front of a foe; its habit depends on the seed alone."""
    text = unit("ann", "red", (7, 1), "hold = true", "life = 90")
    text += unit("bo", "blue", (5, 1)).replace('"bailiff"', '"stoker"')
    used = [any(map(powers, turn.commands)) for turn in turns(text)]
    assert set(used) == {True, False}
    assert used == [any(map(powers, turn.commands)) for turn in turns(text)]
