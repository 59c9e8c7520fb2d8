"""ACT-36: every power and item that is shipped can be used, and says true odds."""

import pytest

from game.terms.commands import from_text
from tests.rules.action.powers import casting
from tests.rules.action.scene import GEAR

ROWS = """
#.........
#bap......
#..q......
####......
"""


@pytest.mark.rule("ACT-36")
@pytest.mark.parametrize("id", [id for id, deed in GEAR["powers"].items() if not deed.guard])
def test_every_power_can_be_used(id: str) -> None:
    rows = "a#p" if id == "vanish" else ROWS
    many = {"life": 30}
    foes = {"p": many} if id == "vanish" else {"p": many, "q": many}
    play = casting(rows, powers={id: {}}, a={"hurt": 3}, **foes)
    said = play.legal("cast") + play.legal("cast_at")
    assert said
    odds = play.battle.odds(from_text(said[0], play.battle.book.commands()))
    assert sum(chance.weight for chance in odds.outcomes) == odds.of


@pytest.mark.rule("ACT-11")
@pytest.mark.parametrize("id", list(GEAR["items"]))
def test_every_item_can_be_used(id: str) -> None:
    play = casting(ROWS, items={id: {}}, a={"hurt": 3}, p={"life": 30}, q={"life": 30})
    said = play.legal("use") + play.legal("throw")
    assert said
    odds = play.battle.odds(from_text(said[0], play.battle.book.commands()))
    assert sum(chance.weight for chance in odds.outcomes) == odds.of


@pytest.mark.rule("ACT-13")
@pytest.mark.parametrize("id", [id for id, arms in GEAR["arms"].items() if arms.effect])
def test_every_weapon_does_what_else_it_does(id: str) -> None:
    play = casting(".a.p......", a={"weapons": [id]}, p={"life": 60})
    play = play if play.legal("attack") else casting(".ap..", a={"weapons": [id]}, p={"life": 60})
    odds = play.battle.odds(from_text(f"attack red.a blue.p {id}", play.battle.book.commands()))
    changes = [change for chance in odds.outcomes for change in chance.changes]
    assert any({"at", "conditions"} & set(change) for change in changes)
