"""Undoable commands: the answer before a command agrees with undo after it (ALL-09)."""

from random import Random

from game.engine.battle import Battle
from game.terms.agenda import Ask
from game.terms.commands import Command
from tests.conformance.books import Case, every_case
from tests.conformance.driver import stops

each_case = every_case()
STOPS, COMMANDS = 12, 8
"""Numbers of stops for each position, and of commands at each."""


def undone(view: Battle, side: str, command: Command) -> bool:
    """Return whether a side is asked again after a command, and can undo it by then."""
    after = view.clone()
    assert after.submit(command) is None
    is_asked = isinstance(after.stop, Ask) and after.stop.side == side
    return is_asked and after.undo(view=side) is None


@each_case
def test_command_is_undoable_if_undo_works_after_it(case: Case) -> None:
    rng = Random(f"undoable {case}")
    for battle in stops(case.start(), rng, STOPS, case.start):
        if not isinstance(battle.stop, Ask):
            continue
        side, before = battle.stop.side, battle.hash()
        legal = battle.legal()
        for command in rng.sample(legal, min(COMMANDS, len(legal))):
            expected = undone(battle.view(side), side, command)
            assert battle.is_undoable(command) is expected, command
            assert battle.hash() == before
