"""What triggers do to hidden units, groups and large units of Action."""

from typing import Any

import msgspec

from game.components.turns import Rounds
from game.components.unit import Position
from game.rules.action.records import Stealth
from game.terms.level_script import Script, Trigger
from tests.rules.action.scene import scene
from tests.rules.action.test_act_01_surprise import LURKS, hidden_from
from tests.scenario import Play


def script(*deeds: dict[str, Any], **areas: tuple[tuple[int, int], ...]) -> dict[str, Any]:
    """Return settings with a trigger that does this once red's a has ended a turn."""
    one = {"when": [{"ended": {"unit": "red.a"}}], "do": list(deeds)}
    return {"script": Script(areas=dict(areas), triggers=(msgspec.convert(one, Trigger),))}


def ambush(settings: dict[str, Any], rows: str = "a....pq") -> Play:
    """Return a battle in which blue's p lies in wait, unnoticed by red."""
    return scene(rows, "apq", settings, hiding=(4, 4, 4), p=LURKS, q={"rating": 12})


def test_hidden_unit_that_joins_the_other_side_comes_out() -> None:
    play = ambush(script({"join": {"unit": "blue.p", "side": "red"}}))
    assert hidden_from(play, "blue.p") == ("red",)
    assert "p" not in [unit[-1] for unit in seen(play, "red")]
    play.do("end red.a")
    assert hidden_from(play, "blue.p") == ()
    assert not play.battle.world.has(play.unit("blue.p"), Stealth)
    assert play.told("side_joined", "unit", "side") == ("blue.p", "red")
    assert play.asked == ("turn", "blue.p")
    assert play.battle.asked == "red"


def seen(play: Play, side: str) -> list[str]:
    """Return the ids of the units that a side sees."""
    view = play.battle.view(side)
    return [view.id_of(unit) for unit in view.world.ids(Position)]


def test_hidden_unit_is_moved_without_being_seen() -> None:
    play = ambush(script({"move": {"unit": "blue.p", "area": "far"}}, far=((3, 0),)))
    play.do("end red.a")
    assert play.at("blue.p") == (3, 0)
    assert play.events("relocated", "red") == []
    assert play.events("relocated", "blue") != []


def test_behaviour_of_a_hidden_unit_changes_unnoticed() -> None:
    play = ambush(script({"behaviour": {"unit": "blue.p", "hunt": True}})).do("end red.a")
    assert play.events("behaviour_changed", "red") == []


def test_unit_that_changes_sides_leaves_its_group() -> None:
    alike = {"kind": "guard"}
    settings = script({"join": {"unit": "blue.p", "side": "red"}})
    play = scene("a....pq.r", "ap", settings, p=alike, q=alike, r=alike)
    rounds = play.battle.world.get(play.battle.world.root, Rounds)
    assert [len(group) for group in rounds.groups] == [3]
    play.do("end red.a")
    after = play.battle.world.get(play.battle.world.root, Rounds)
    assert [play.unit("blue.p") in group for group in after.groups] == [False]
    assert [len(group) for group in after.groups] == [2]


def test_large_unit_needs_room_where_it_is_moved() -> None:
    rows = "a.....\n......\n...p.#\n.....#"
    settings = script({"move": {"unit": "blue.p", "area": "far"}}, far=((5, 0), (1, 0)))
    play = scene(rows, "ap", settings, p={"size": "large"}).do("end red.a")
    assert play.at("blue.p") == (1, 0)
