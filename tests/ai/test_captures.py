"""Captures by the soldier: units that must be taken alive, and units that are escaping."""

from game.ai.lookahead import Outlook, spared
from game.ai.situation import Situation
from game.components.unit import Position, Vitals
from game.rules.verdigris.events import LeavingFailed, MeleeLeft
from game.world.unit_names import unit_by_id
from tests.ai.playing import begun, level, play, seated


def test_soldier_pursues_an_escaping_unit() -> None:
    battle = begun(level("the_capture"))
    world = battle.world
    wen, knight = unit_by_id(world, "red.wen"), unit_by_id(world, "blue.knight")
    assert wen is not None
    assert knight is not None
    hints = battle.book.hints
    assert Situation(world, hints, wen).goals() == ((10, 2),)
    assert len(Situation(world, hints, knight).goals()) == 3


def test_soldier_gains_nothing_by_wounding_a_unit_that_must_not_die() -> None:
    battle = begun(level("the_capture"))
    prey = unit_by_id(battle.world, "blue.smuggler")
    other = unit_by_id(battle.world, "blue.reeve")
    assert prey is not None
    assert other is not None
    assert spared(battle.world, "red") == frozenset({prey})
    assert spared(battle.world, "blue") == frozenset()
    outlook = Outlook(battle, "red")
    for unit, is_worth_it in ((prey, False), (other, True)):
        old = outlook.world.get(unit, Vitals)
        outlook.world.put(unit, Vitals(1, old.most))
        assert (outlook.value({(unit, Vitals): old}, 0.0) > 0) == is_worth_it


def test_soldier_grapples_to_capture() -> None:
    battle = begun(level("the_capture"))
    given = play(battle, seated(battle, "soldier"), watch=None)
    grapples = [c for c in given if type(c).__name__ == "Grapple"]
    assert any(getattr(c, "target", "") == "blue.smuggler" for c in grapples)


def test_unit_with_a_distant_goal_gains_with_every_border_it_crosses() -> None:
    battle = begun(level("mule_road"))
    for name, at, is_sent in (
        ("blue.drover", (18, 4), True),
        ("blue.drover", (9, 4), False),
        ("blue.outrider", (18, 4), False),
    ):
        outlook = Outlook(battle, "blue")
        unit = unit_by_id(outlook.world, name)
        assert unit is not None
        old = outlook.world.get(unit, Position)
        outlook.world.put(unit, Position(at))
        assert (outlook.value({(unit, Position): old}, 0.0) > 0) == is_sent


def test_soldiers_leave_a_melee_that_they_would_lose() -> None:
    battle = begun(level("bell_yard"))
    play(battle, seated(battle, "soldier"), watch=None)
    tried = [e for e in battle.log() if isinstance(e, MeleeLeft | LeavingFailed)]
    assert any(e.unit in ("red.brandt", "red.wen") for e in tried)
