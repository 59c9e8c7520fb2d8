"""The shipped kinds, weapons and items: each has an effect, and no two have the same effect."""

from itertools import combinations

import msgspec
import pytest

from game.rules.contest.schema import Figure
from tests.rules.contest.duel import GEAR, _data

ITEMS = GEAR["items"]
KINDS = {
    id: msgspec.convert({key: it for key, it in kind.items() if key != "price"}, Figure)
    for id, kind in _data("bestiary").items()
}


def test_rulebook_has_enough_to_choose_from() -> None:
    assert len(KINDS) >= 8
    assert len(ITEMS) >= 12
    assert {item.target for item in ITEMS.values()} == {"opponent", "self", "tile"}


@pytest.mark.parametrize("id", [id for id in ITEMS if id in _data("items")])
def test_every_item_is_in_some_hand(id: str) -> None:
    assert any(id in kind.hand for kind in KINDS.values())


@pytest.mark.parametrize("id", list(_data("arms")))
def test_every_weapon_is_carried(id: str) -> None:
    assert any(kind.weapon == id for kind in KINDS.values())


def _effects(thing: msgspec.Struct) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(thing)
    return {key: value for key, value in plain.items() if key not in ("title", "about")}


@pytest.mark.parametrize("table", ["arms", "items"])
def test_no_two_things_have_the_same_effect(table: str) -> None:
    for one, other in combinations(GEAR[table].values(), 2):
        if one.title != other.title:
            assert _effects(one) != _effects(other), (one.title, other.title)


@pytest.mark.parametrize("id", list(_data("items")))
def test_every_item_has_an_effect(id: str) -> None:
    item = ITEMS[id]
    effects = ("damage", "heal", "gain", "lose", "halt", "cure", "steal", "armour", "edge")
    assert any(getattr(item, name) for name in (*effects, "balance", "lasting"))
    lasts = item.armour or item.edge or item.balance or item.lasting
    assert not item.turns or lasts, "turns are set, but nothing lasts"
