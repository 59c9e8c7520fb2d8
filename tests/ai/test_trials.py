"""Which commands the soldier tries, and how that decides its choices."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from game.ai.lookahead import Outlook
from game.engine.battle import Battle
from game.rules.action.commands import ActionMove, Attack, UsePower
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, End, Move, to_text
from game.world.unit_names import round_of
from tests.ai.playing import BOOKS, begun, chosen, drawn, seated
from tests.ai.test_players import unit

OPEN = "\n".join([".........."] * 3)
COVERED = "..........\n...o......\n.........."
CORNER = "..........\n..........\n.......#.."


def asked(grid: str, units: str, round: int = 1) -> Battle:
    """Return the battle at red's first turn from a round on; all earlier turns are ended."""
    head = f"[map]\ngrid = '''\n{grid}\n'''\n"
    legend = 'legend = { "." = "floor", "o" = "crate", "#" = "wall" }\n'
    sides = '[[side]]\nid = "red"\n[[side]]\nid = "blue"\n'
    battle = begun(drawn(head + legend + sides + units))
    for _ in range(500):
        if isinstance(battle.stop, Roll):
            battle.settle(tuple(1 for _ in battle.stop.dice.sides))
            continue
        assert isinstance(battle.stop, Ask)
        if battle.stop.side == "red" and round_of(battle.world) >= round:
            return battle
        legal = battle.legal()
        battle.submit(next((c for c in legal if isinstance(c, End)), legal[0]))
    raise AssertionError("red never has a turn")


def choice(battle: Battle) -> str:
    """Return the soldier's choice, as text."""
    return to_text(chosen(battle, seated(battle, "soldier")))


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """Return a list to which each command is added as soon as the soldier tries it."""
    found: list[Command] = []
    gain, after = Outlook.gain, Outlook.after

    def gained(self: Outlook, command: Command) -> float:
        found.append(command)
        return gain(self, command)

    @contextmanager
    def applied(
        self: Outlook, command: Command, is_let_pass: bool = False
    ) -> Iterator[Battle | None]:
        found.append(command)
        with after(self, command, is_let_pass) as battle:
            yield battle

    monkeypatch.setattr(Outlook, "gain", gained)
    monkeypatch.setattr(Outlook, "after", applied)
    return found


def targets(tried: list[Command]) -> list[str]:
    """Return the targets of the attacks among some commands, in order."""
    return [command.target for command in tried if isinstance(command, Attack)]


ARCHER = unit("ann", "red", "fowler", "[8, 1]")
TWO = unit("bo", "blue", "warden", "[2, 0]") + unit("cy", "blue", "warden", "[2, 2]")


def test_soldier_tries_plain_shots_even_late_in_the_battle(tried: list[Command]) -> None:
    """Late, gains count for more. So promises must as well, or most would look too small."""
    early, late = asked(OPEN, ARCHER + TWO), asked(OPEN, ARCHER + TWO, round=11)
    tried.clear()
    choice(early)
    assert set(targets(tried)) == {"blue.bo", "blue.cy"}
    tried.clear()
    assert choice(late) == "attack red.ann blue.bo longbow"
    assert set(targets(tried)) == {"blue.bo", "blue.cy"}


@pytest.mark.parametrize(("kind", "covered"), [("poacher", "bailiff"), ("fowler", "warden")])
def test_soldier_aims_first_where_the_attack_gains_most(
    tried: list[Command], kind: str, covered: str
) -> None:
    """The foe behind the crate is the greater danger, but it is hard to hit."""
    units = unit("ann", "red", kind, "[8, 1]") + unit("bo", "blue", covered, "[2, 1]")
    battle = asked(f"{COVERED}\n..........", units + unit("cy", "blue", "footpad", "[4, 3]"))
    tried.clear()
    choice(battle)
    assert targets(tried)[0] == "blue.cy"


def test_soldier_looks_for_a_better_place_after_it_has_moved(tried: list[Command]) -> None:
    """From where it stands it could attack well, but a corner is safer, and leaves it the shot."""
    units = unit("ann", "red", "poacher", "[3, 0]") + unit("bo", "blue", "bailiff", "[8, 0]")
    battle = asked(OPEN, units + unit("cy", "blue", "poacher", "[0, 2]"))
    assert battle.submit(ActionMove("red.ann", ((3, 1),))) is None
    tried.clear()
    assert choice(battle) == "move red.ann 2,0 1,0 0,0"
    assert any(isinstance(command, Move) for command in tried)


def test_soldier_tries_attacks_again_where_a_move_ends(tried: list[Command]) -> None:
    """Around a corner the dagger isn't worth a throw; next to the foe it is worth a stab."""
    units = unit("ann", "red", "footpad", "[9, 1]") + unit("bo", "blue", "bailiff", "[6, 2]")
    battle = asked(CORNER, units)
    assert any(isinstance(command, Attack) for command in battle.legal())
    tried.clear()
    assert choice(battle).startswith("move red.ann")
    first = next(command for command in tried if isinstance(command, Move | Attack))
    assert isinstance(first, Move)
    assert targets(tried) == ["blue.bo"]


def test_powers_promise_no_more_than_a_foe_can_lose() -> None:
    """A foe with little life can lose no more than that, and half its worth by its death."""
    units = unit("ann", "red", "stoker", "[3, 1]") + unit("cy", "blue", "bailiff", "[7, 2]")
    battle = asked(OPEN, units + unit("bo", "blue", "bailiff", "[7, 0]", "life = 2"))
    assert isinstance(battle.stop, Ask)
    outlook, actor = Outlook(battle.view("red"), "red"), battle.stop.unit
    weak, strong = (UsePower("red.ann", "ember_dart", id) for id in ("blue.bo", "blue.cy"))
    promise = BOOKS["action"].hints.promise
    least, most = (promise(battle.world, actor, command) or 0 for command in (weak, strong))
    assert 0 < least < most
    assert least / most == pytest.approx(outlook.gain(weak) / outlook.gain(strong), rel=0.25)
