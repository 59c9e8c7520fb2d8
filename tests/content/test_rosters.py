"""Rosters in levels, and the prices of the bestiary."""

from pathlib import Path

import pytest

from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.values.book_data import book_data
from game.rules.registry import find_books
from game.terms.level import Level
from game.terms.rosters import Offer, Offered
from tests.content.world import BOOKS, DATA, LEVEL, changed, make_root, read

PRICED = (
    DATA["skirmish/bestiary.toml"]
    .replace('title = "Grunt"\n', 'title = "Grunt"\nprice = 4\n')
    .replace('title = "Scout"\n', 'title = "Scout"\nprice = 3\n')
)
GIANT = '[giant]\ntitle = "Giant"\nlife = 9\npace = "1"\ntool = "club"\n'
ROSTER = '[[roster]]\nside = "red"\n'


@pytest.fixture
def priced(tmp_path: Path) -> Path:
    """Return a levels folder in which all kinds but giants have a price."""
    return make_root(tmp_path, bestiary=PRICED + GIANT)


def offer(root: Path, more: str, text: str = LEVEL) -> Offer:
    (found,) = read(f"{text}{ROSTER}{more}", root).offers
    return found


def codes(root: Path, more: str, text: str = LEVEL) -> list[str]:
    with pytest.raises(LevelError) as fault:
        read(f"{text}{ROSTER}{more}", root)
    return [finding.code for finding in fault.value.findings]


def test_plain_roster_has_all_units_and_all_kinds_with_a_price(priced: Path) -> None:
    kinds = {"grunt": Offered("Grunt", 4), "scout": Offered("Scout", 3)}
    assert offer(priced, "") == Offer("red", ("red.ann",), ("grunt",), kinds, least=1, most=1)


def test_all_keys_of_a_roster_are_resolved(priced: Path) -> None:
    area = '[[area]]\nid = "yard"\nrect = [1, 1, 3, 1]\n'
    more = 'points = 9\nlead = ["grunt"]\nkinds = ["scout", "grunt"]\nmost = 2\narea = "yard"\n'
    found = offer(priced, f'{more}once = true\nkeeps = ["life", "title"]\n{area}')
    assert (found.points, found.least, found.most, found.once) == (9, 1, 2, True)
    assert list(found.kinds) == ["grunt", "scout"], "the leader is not first"
    assert (found.lead, found.keeps) == (("grunt",), ("life", "title"))
    assert found.spots == ((2, 1),), "not the only free tile of the area"


def test_two_sides_share_an_area_without_a_tile_for_both(priced: Path) -> None:
    area = '[[area]]\nid = "yard"\nrect = [1, 1, 3, 1]\n'
    text = changed(("#####\n#a.b#", "######\n#a..b#"), ("b#\n#####", "b#\n######"))
    more = 'most = 2\narea = "yard"\n'
    both = f'{text}{ROSTER}{more}[[roster]]\nside = "blue"\n{more}'
    assert [one.spots for one in read(f"{both}{area}", priced).offers] == [((2, 1),), ((3, 1),)]
    with pytest.raises(LevelError) as fault:
        read(f"{both}{area}".replace("3, 1]", "2, 1]"), priced)
    assert [(it.code, "'blue'" in it.message) for it in fault.value.findings] == [
        ("roster-cramped", True)
    ]


def test_kind_needs_no_price_without_points(priced: Path) -> None:
    assert offer(priced, 'kinds = ["giant", "grunt"]').kinds["giant"].price == 0
    assert codes(priced, 'kinds = ["giant", "grunt"]\npoints = 9') == ["roster-unpriced"]
    assert codes(priced, 'lead = ["giant", "grunt"]\npoints = 9') == ["roster-unpriced"]


def test_names_in_a_roster_must_exist(priced: Path) -> None:
    for more in ('units = ["cy"]', 'kinds = ["gront"]', 'area = "yard"', 'keeps = ["lif"]'):
        assert codes(priced, more) == ["unknown-name"], more
    with pytest.raises(LevelError, match="did you mean 'life'"):
        read(f'{LEVEL}{ROSTER}keeps = ["lif"]', priced)
    assert codes(priced, "point = 3") == ["unknown-key"]
    for more in ("points = 0", "least = 0", "kinds = []", "units = []"):
        assert codes(priced, more) == ["wrong-value"], more


def test_room_needed_by_a_deployment_is_not_free(priced: Path) -> None:
    text = changed(('a = { terrain = "floor", unit = "ann" }', 'a = "floor"'))
    text += '[[area]]\nid = "west"\nrect = [1, 1, 2, 1]\n[[deploy]]\nside = "red"\narea = "west"\n'
    assert offer(priced, "most = 2", text).spots == (), "the side places these units, but has spots"
    assert codes(priced, "most = 3", text) == ["roster-cramped"]


def test_price_is_not_among_the_stats(priced: Path) -> None:
    data = book_data(BOOKS["skirmish"], priced)
    assert data.prices == {"grunt": 4, "scout": 3}
    assert all("price" not in kind for kind in data.kinds.values())
    with pytest.raises(LevelError, match="There is no key 'price' in the unit 'ann'"):
        read(changed(('kind = "grunt"', 'kind = "grunt"\nprice = 2')), priced)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("price = 4", "price = 0", "'price' in [grunt] must be a whole number from 1 to 1000"),
        ("price = 4", 'price = "4"', "write it without quotes: 4"),
        ("price = 4", "prise = 4", "There is no key 'prise' in [grunt]; did you mean 'price'?"),
        ("life = 5", "lif = 5", "There is no key 'lif' in [grunt]; did you mean 'life'?"),
        ("life = 5", "life = 500", "'life' in [grunt] must be a whole number from 1 to 99"),
        ("life = 5\n", "", "[grunt] needs the key 'life'."),
    ],
)
def test_wrong_price_is_reported(tmp_path: Path, old: str, new: str, said: str) -> None:
    root = make_root(tmp_path, bestiary=PRICED.replace(old, new, 1))
    with pytest.raises(LevelError) as fault:
        read(LEVEL, root)
    assert said in " ".join(finding.message for finding in fault.value.findings)


# The game's own data

SHIPPED = find_books().books


@pytest.mark.parametrize("id", SHIPPED)
def test_every_shipped_kind_has_a_price(id: str) -> None:
    data = book_data(SHIPPED[id], levels_root())
    assert list(data.prices) == list(data.kinds)
    cheap, dear = min(data.prices.values()), max(data.prices.values())
    assert 1 <= cheap < dear <= 40, "prices are too high or all equal"


TOUGH = 1.25
"""Factor of life from which a unit is clearly tougher."""


def life_of(figure: object) -> int:
    """Return the life of a unit, or the number and toughness of a group."""
    number, defence = getattr(figure, "number", 0), getattr(figure, "defence", 1)
    life: int = number * defence if number else getattr(figure, "life", 0)
    return life


def sort_of(figure: object) -> tuple[bool, ...]:
    """Return the group of kinds with which a kind is compared: heroes, robots, and so on."""
    return tuple(bool(getattr(figure, key, False)) for key in ("hero", "robot", "number"))


@pytest.mark.parametrize("id", SHIPPED)
def test_clearly_tougher_kind_is_mostly_not_cheaper(id: str) -> None:
    data = book_data(SHIPPED[id], levels_root())
    pairs = [
        data.prices[tough] >= data.prices[other]
        for tough, one in data.figures.items()
        for other, two in data.figures.items()
        if sort_of(one) == sort_of(two) and life_of(one) >= TOUGH * life_of(two)
    ]
    assert len(pairs) >= 8
    assert sum(pairs) / len(pairs) >= 0.7, f"{sum(pairs)} of {len(pairs)}"


def test_level_in_play_keeps_its_rosters_until_they_are_used(priced: Path) -> None:
    level = read(f"{LEVEL}{ROSTER}", priced)
    assert isinstance(level, Level)
    assert [one.side for one in level.offers] == ["red"]
