"""The measured shares of a level's sides: kept with a fingerprint, even in every duel."""

import shutil
from pathlib import Path

import pytest

from game.content.levels import all_levels, find_level, load_level, read_level
from game.content.shipped_folders import levels_root
from game.play.seat_shares import (
    FILE,
    SeatShares,
    fingerprint,
    kept_shares,
    seats_of,
    shares_of,
    written,
)
from game.rules.registry import find_books
from game.terms.level import Level

BOOKS = find_books().books
DUELS = [row.id for row in all_levels() if len(seats_of(load_level(row.path, BOOKS))) > 1]


def level_of(id: str) -> Level:
    return load_level(find_level(id), BOOKS)


def edited(id: str, old: str, new: str, root: Path | None = None) -> Level:
    text = find_level(id).read_text("utf-8")
    assert old in text
    return read_level(text.replace(old, new), file=id, id=id, books=BOOKS, root=root)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Two in the inn's yard", "# Two in a yard"),
        ('title = "Two in the yard"', 'title = "A yard"'),
        ('colour = "red"', 'colour = "violet"'),
        ('colour = "red"', 'title = "The first"'),
        ("[map.legend]", "[text]\nintro = 'A yard.'\n\n[map.legend]"),
    ],
)
def test_fingerprint_ignores_texts_and_looks(old: str, new: str) -> None:
    assert fingerprint(edited("yard", old, new)) == fingerprint(level_of("yard"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rounds = 40", "rounds = 39"),
        ("#.a.b.w.|.#", "#.a.b...|.#"),
        ("#.a.b.w.|.#", "#a..b.w.|.#"),
        ('side = "red"\n', 'side = "red"\nlife = 3\n'),
        ('colour = "red"', 'control = "novice"'),
        ("[map.legend]", '[contest]\norder = "roll"\n\n[map.legend]'),
    ],
)
def test_fingerprint_changes_with_the_rules_of_the_level(old: str, new: str) -> None:
    assert fingerprint(edited("yard", old, new)) != fingerprint(level_of("yard"))


def test_fingerprint_changes_with_the_weapons_of_its_units_only(tmp_path: Path) -> None:
    root = tmp_path / "levels"
    shutil.copytree(levels_root(), root)
    arms = root / "contest" / "arms.toml"
    text, before = arms.read_text("utf-8"), fingerprint(level_of("yard"))
    unused, used = text.replace('damage = "1d3"', '"damage" = "1d2"'), text.replace("2d4", "3d4")
    assert text not in (unused, used)
    arms.write_text(unused, "utf-8")
    assert fingerprint(edited("yard", "format = 1", "format = 1", root)) == before
    arms.write_text(used, "utf-8")
    assert fingerprint(edited("yard", "format = 1", "format = 1", root)) != before


def test_shares_are_read_as_they_were_written(tmp_path: Path) -> None:
    level = level_of("yard")
    kept = {
        "yard": SeatShares(fingerprint(level), 100, {"red": 48, "blue": 51}),
        "bridge": SeatShares("0", 100, {"red": 48, "blue": 51}),
    }
    (tmp_path / FILE).write_text(written(kept), "utf-8")
    assert kept_shares(tmp_path) == kept
    assert shares_of(level, tmp_path) == kept["yard"]
    assert shares_of(level_of("bridge"), tmp_path) is None, "a figure of another level is shown"
    assert shares_of(level_of("market"), tmp_path) is None
    (tmp_path / FILE).write_text("[yard", "utf-8")
    assert kept_shares(tmp_path) == {}


def test_sides_are_even_within_five_points_of_a_fair_share() -> None:
    two = SeatShares("", 100, {"red": 55, "blue": 45})
    assert two.is_even(("red", "blue"))
    assert not SeatShares("", 100, {"red": 56, "blue": 44}).is_even(("red", "blue"))
    assert not SeatShares("", 100, {"red": 50, "blue": 44}).is_even(("red", "blue"))
    three = SeatShares("", 100, {"red": 34, "blue": 37, "ochre": 29})
    assert three.is_even(("red", "blue", "ochre"))
    assert not three.is_even(("red", "blue"))


def test_shipped_duels_are_those_of_people() -> None:
    assert {"yard", "taproom", "cellar", "opera_box", "even_money", "after_hours"} <= {*DUELS}
    assert seats_of(level_of("cellar")) == ("red", "blue"), "the landlord is nobody's seat"
    assert not {"toll_bar", "kennel", "mule_yard", "first_contest"} & {*DUELS}


def test_no_side_of_etiquette_has_the_name_of_one_of_its_guests() -> None:
    for row in all_levels():
        if row.rulebook != "etiquette":
            continue
        level = load_level(row.path, BOOKS)
        for side in level.sides:
            for unit in (one for one in level.units if one.side == side.id):
                words, other = f" {side.title} ", f" {unit.title} "
                assert words not in other, (row.id, side.title, unit.title)
                assert other not in words, (row.id, side.title, unit.title)


@pytest.mark.parametrize("id", kept_shares())
def test_every_seat_of_a_measured_duel_wins_its_fair_share(id: str) -> None:
    level = level_of(id)
    shares = shares_of(level)
    assert shares is not None, f"{id} has changed: run `five-tables lab {id} -n 1600 --keep`"
    assert shares.is_even(seats_of(level)), shares
