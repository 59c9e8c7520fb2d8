"""Battlefields, which battles of a level share."""

from msgspec.structs import replace

from game.world.battlefield import battlefield_of
from tests.rules.contest import duel


def test_battles_of_a_level_share_what_is_found_about_it() -> None:
    level = duel.level("a..\n..b")
    first = battlefield_of(level, diagonal=False)
    assert battlefield_of(level, diagonal=False) is first
    assert battlefield_of(level, diagonal=True) is not first


def test_a_changed_level_has_a_battlefield_of_its_own() -> None:
    level = duel.level("a..\n..b")
    first, other = battlefield_of(level, diagonal=False), replace(level, title="Another")
    assert battlefield_of(other, diagonal=False).level is other
    assert battlefield_of(level, diagonal=False).level is level
    assert first.level is level
