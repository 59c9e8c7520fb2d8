"""The odds of what commands change on the map and in the level's script."""

from typing import Any

from tests.odds_rows import rows_of
from tests.rules.contest.duel import duel
from tests.scenario import Play
from tests.unit.systems.scripted import Rows, says, scripted


def sure(play: Play, text: str) -> list[dict[str, Any]]:
    """Return the changes of a command that has one outcome, one row for each unit."""
    command = next(one for one in play.battle.legal() if play.text(one) == text)
    (outcome,) = play.battle.odds(command).outcomes
    return list(rows_of(outcome))


def test_odds_name_a_trap_that_is_set() -> None:
    play = duel("a.b", a={"hand": ["spikes"]})
    (own,) = sure(play, "lay red.a spikes")
    assert (own["laid"], own["loses"]) == ([{"at": [0, 0], "item": "spikes"}], ["spikes"])


def test_odds_know_no_trap_of_another_side() -> None:
    found = []
    for lays in (True, False):
        play = duel("a.b\n...", a={"hand": ["spikes"]})
        play = play.do("lay red.a spikes") if lays else play
        play.do("move red.a 0,1").do("end red.a")
        found.append(sure(play, "move blue.b 1,0 0,0"))
    laid, bare = found
    assert laid == bare


def test_odds_name_items_that_are_picked_up() -> None:
    play = duel("ab.c", a={"hand": ["spikes"]}, b={"life": 1, "hand": ["salve"]})
    play.do("lay red.a spikes").do("move red.a 1,0").do("decline red.a").do("decline blue.b")
    play.do("move red.a 2,0").do("end red.a").do("move blue.b 0,0", 1)
    play.do("move ochre.c 2,0").do("decline ochre.c").do("decline red.a")
    (own, battle) = sure(play, "move ochre.c 1,0 0,0")
    assert own["gains"] == ["salve"]
    assert battle == {"taken": [{"at": [0, 0], "item": "salve"}]}


def test_odds_name_items_that_fall() -> None:
    play = duel("a^b", a={"life": 1, "hand": ["salve"]})
    command = next(one for one in play.battle.legal() if play.text(one) == "move red.a 1,0")
    fallen = [row for one in play.battle.odds(command).outcomes for row in rows_of(one)]
    assert {
        "drops": [{"at": [1, 0], "item": "salve"}],
        "over": "elimination",
        "winner": "blue",
    } in [dict(sorted(row.items())) for row in fallen]


def test_odds_name_triggers_and_terrain_that_changes() -> None:
    opens = {"open": {"area": "far", "terrain": "mud"}}
    trigger = says({"enter": {"area": "mid"}}) | {"do": [{"message": "!"}, opens]}
    play = scripted("a....b", areas={"mid": [(1, 0)], "far": [(3, 0)]}, triggers=[trigger])
    battle = sure(play, "move red.a 1,0")[-1]
    assert battle == {"triggers": ["1"], "ground": [{"at": [3, 0], "terrain": "mud"}]}


def test_odds_name_objectives_completed_and_failed() -> None:
    goals: Rows = [
        {"id": "there", "side": "red", "reach": {"area": "mid"}, "optional": True},
        {"id": "both", "side": "red", "reach": {"area": "far"}},
    ]
    areas = {"mid": [(1, 0)], "far": [(3, 0)]}
    play = scripted("a....b", areas=areas, objectives=goals)
    assert sure(play, "move red.a 1,0")[-1] == {"objectives": ["there"]}
    (_, battle) = sure(play, "move red.a 1,0 2,0 3,0")
    assert battle == {"objectives": ["there", "both"], "over": "objective", "winner": "red"}
