"""ACT-36: every shipped power and item can be used, with correct odds."""

from typing import Any

import pytest

from game.rules.action.records import Focus
from game.terms.commands import from_text
from tests.odds_rows import rows_of
from tests.rules.action.powers import casting
from tests.rules.action.scene import GEAR
from tests.rules.action.states import lay, put
from tests.scenario import Play

ROWS = """
#.........
#bap......
#..q......
####......
"""


DRAWN = {"vanish": "a#p", "boathook": "a..p"}
"""Drawings for powers that need another scene: a corner to hide behind, room for a pull."""


def drawn(id: str, **given: Any) -> Play:
    """Return a battle in which red's a is wounded, bleeding and low on focus.

    So all healing has an effect.
    """
    rows = DRAWN.get(id, ROWS)
    foes: dict[str, dict[str, Any]] = {foe: {"life": 30} for foe in "pq" if foe in rows}
    if id == "keen_eye":
        foes["q"] |= {"hides": True, "skills": {"stealth": 20}}
        given["hiding"] = (6, 6, 6)
    play = casting(rows, a={"hurt": 3}, **foes, **given)
    put(play, "red.a", Focus(4, 10))
    lay(play, "red.a", "bleeding", 3)
    return play


@pytest.mark.rule("ACT-36")
@pytest.mark.parametrize("id", [id for id, deed in GEAR["powers"].items() if not deed.guard])
def test_every_power_can_be_used(id: str) -> None:
    play = drawn(id, powers={id: {}})
    said = play.legal("cast") + play.legal("cast_at")
    assert said
    odds = play.battle.odds(from_text(said[0], play.battle.book.commands))
    assert sum(chance.weight for chance in odds.outcomes) == odds.of


@pytest.mark.rule("ACT-11")
@pytest.mark.parametrize("id", list(GEAR["items"]))
def test_every_item_can_be_used(id: str) -> None:
    play = drawn(id, items={id: {}})
    said = play.legal("use") + play.legal("throw")
    assert said
    odds = play.battle.odds(from_text(said[0], play.battle.book.commands))
    assert sum(chance.weight for chance in odds.outcomes) == odds.of


@pytest.mark.rule("ACT-13")
@pytest.mark.parametrize("id", [id for id, arms in GEAR["arms"].items() if arms.effect])
def test_every_weapon_has_its_further_effect(id: str) -> None:
    play = casting(".a.p......", a={"weapons": [id]}, p={"life": 60})
    play = play if play.legal("attack") else casting(".ap..", a={"weapons": [id]}, p={"life": 60})
    odds = play.battle.odds(from_text(f"attack red.a blue.p {id}", play.battle.book.commands))
    changes = [change for chance in odds.outcomes for change in rows_of(chance)]
    assert any({"at", "conditions"} & set(change) for change in changes)
