"""The shipped characters, robots, manners and items: enough of each, all with their own effects."""

from itertools import combinations
from typing import Any

import msgspec
import pytest

from game.content.levels import all_levels, load_level
from game.rules.etiquette.book import BOOK
from game.rules.etiquette.schema import Figure
from tests.rules.etiquette.ballroom import GEAR, _data

KINDS = {
    id: msgspec.convert({key: it for key, it in kind.items() if key != "price"}, Figure)
    for id, kind in _data("bestiary").items()
}
FIGURES = {id: kind for id, kind in KINDS.items() if not kind.robot}
ROBOTS = {id: kind for id, kind in KINDS.items() if kind.robot}
LEVELS = [
    load_level(found.path, {"etiquette": BOOK})
    for found in all_levels()
    if found.rulebook == "etiquette"
]


def test_rulebook_has_enough_to_choose_from() -> None:
    assert len(FIGURES) >= 8
    assert len(ROBOTS) >= 4
    assert len(_data("arms")) >= 8
    assert len(_data("items")) >= 10
    targets = {GEAR["items"][id].target for id in _data("items")}
    assert targets == {"opponent", "self", "tile", "attack", "defence"}


def shape(value: Any) -> Any:
    """Return a thing without its texts, numbers and dice."""
    if isinstance(value, dict):
        kept = {k: shape(v) for k, v in value.items() if k not in ("title", "about")}
        return {k: v for k, v in kept.items() if v not in (None, 0, False, ())}
    if isinstance(value, str) and value[:1].isdigit():
        return "dice"
    return (value > 0) - (value < 0) if type(value) is int else value


@pytest.mark.parametrize("table", ["arms", "items"])
def test_no_two_things_differ_in_numbers_only(table: str) -> None:
    plain = {id: shape(msgspec.to_builtins(GEAR[table][id])) for id in _data(table)}
    for one, other in combinations(plain, 2):
        assert plain[one] != plain[other], (one, other)


@pytest.mark.parametrize("kinds", [FIGURES, ROBOTS], ids=["figures", "robots"])
def test_no_two_kinds_differ_in_numbers_only(kinds: dict[str, Figure]) -> None:
    looks = [(kind.weapon, frozenset(kind.hand)) for kind in kinds.values()]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("id", list(_data("items")))
def test_every_item_is_in_some_hand(id: str) -> None:
    assert any(id in kind.hand for kind in KINDS.values())


@pytest.mark.parametrize("id", list(_data("arms")))
def test_every_manner_is_used(id: str) -> None:
    assert any(kind.weapon == id for kind in KINDS.values())


def test_levels_for_two_three_and_four_with_robots_exist() -> None:
    assert {len(level.sides) for level in LEVELS} == {2, 3, 4}
    for level in LEVELS:
        assert any(unit.stats_as(Figure).robot for unit in level.units), level.id


def test_every_kind_is_in_some_level() -> None:
    used = {unit.kind for level in LEVELS for unit in level.units}
    assert set(KINDS) - used == set()
