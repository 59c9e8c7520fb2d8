"""What Action's commands promise by their numbers: the soldier must not miss a good one for it."""

import pytest

from game.ai.lookahead import Outlook
from game.engine.battle import Battle
from game.rules.action.commands import Attack, Dash, Search
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, End
from tests.ai.playing import BOOKS, begun, chosen, drawn, seated

RANGE = """
[map]
grid = '''
...........
...o.......
...........
...........
'''
legend = {{ "." = "floor", "o" = "crate" }}
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "{kind}"
at = [8, 1]
[[unit]]
id = "bo"
side = "blue"
kind = "{covered}"
at = [2, 1]
[[unit]]
id = "cy"
side = "blue"
kind = "{open}"
at = [8, 3]
"""


def asked(kind: str, covered: str, in_the_open: str) -> Battle:
    """Return the battle of one against two at red's first turn."""
    battle = begun(drawn(RANGE.format(kind=kind, covered=covered, open=in_the_open)))
    while not (isinstance(battle.stop, Ask) and battle.stop.side == "red"):
        if isinstance(battle.stop, Roll):
            battle.settle(tuple(1 for _ in battle.stop.dice.sides))
        else:
            assert battle.submit(End("blue.bo")) is None or battle.submit(End("blue.cy")) is None
    return battle


def promise(battle: Battle, command: Command) -> float | None:
    """Return what a command promises to the unit that is asked."""
    assert isinstance(battle.stop, Ask)
    return BOOKS["action"].hints.promise(battle.world, battle.stop.unit, command)


@pytest.mark.parametrize("kind", ["fowler", "poacher"])
@pytest.mark.parametrize("foe", ["bailiff", "footpad", "warden"])
def test_attacks_promise_what_they_gain_on_the_mean(kind: str, foe: str) -> None:
    battle = asked(kind, foe, foe)
    outlook = Outlook(battle.view("red"), "red")
    blows = [c for c in battle.legal() if isinstance(c, Attack)]
    assert len(blows) == 2
    for blow in blows:
        assert promise(battle, blow) == pytest.approx(outlook.gain(blow), rel=0.15)


def test_attacks_promise_more_against_foes_in_the_open() -> None:
    battle = asked("poacher", "bailiff", "bailiff")
    found = {c.target: promise(battle, c) or 0 for c in battle.legal() if isinstance(c, Attack)}
    assert 0 < found["blue.bo"] < found["blue.cy"] / 2


def test_numbers_tell_nothing_about_running_and_searching() -> None:
    battle = asked("poacher", "bailiff", "bailiff")
    assert promise(battle, Dash("red.ann")) is None
    assert promise(battle, Search("red.ann")) is None


LAST = """
[map]
grid = '''
...........
...........
'''
legend = { "." = "floor" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "poacher"
at = [8, 1]
[[unit]]
id = "bo"
side = "blue"
kind = "bailiff"
at = [5, 1]
life = 2
"""


def test_soldier_tries_all_blows_if_one_may_win_the_battle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[Command] = []
    gain = Outlook.gain

    def noted(self: Outlook, command: Command) -> float:
        tried.append(command)
        return gain(self, command)

    monkeypatch.setattr(Outlook, "gain", noted)
    battle = begun(drawn(LAST))
    while not (isinstance(battle.stop, Ask) and battle.stop.side == "red"):
        if isinstance(battle.stop, Roll):
            battle.settle(tuple(1 for _ in battle.stop.dice.sides))
        else:
            battle.submit(End("blue.bo"))
    tried.clear()
    chosen(battle, seated(battle, "soldier"))
    assert {"bolas", "shortbow"} <= {c.weapon for c in tried if isinstance(c, Attack)}
