"""People's choices for a level's sides: names."""

import msgspec

from game.content.levels import all_levels, load_level
from game.play.opening import Options, level_to_play
from game.play.seating import Seating, seating_of
from game.rules.registry import find_books

BOOKS = find_books().books
NAMES = Seating({"red": "Jo"})


def test_name_of_a_side_is_also_that_of_its_only_unit() -> None:
    book = BOOKS["contest"]
    level = level_to_play(Options("yard", changes=NAMES.changes(book)), BOOKS, None)
    assert [(side.id, side.title) for side in level.sides] == [("red", "Jo"), ("blue", None)]
    assert [level.side_title(side.id) for side in level.sides] == ["Jo", "Bo"]
    assert [unit.title for unit in level.units] == ["Jo", "Bo"]
    assert seating_of(level, book) == NAMES


def test_side_with_one_unit_has_one_name_in_every_level() -> None:
    levels = [load_level(row.path, BOOKS) for row in all_levels()]
    pairs = [
        (level.id, level.side_title(side.id), own[0].title)
        for level in levels
        for side in level.sides
        if len(own := [unit for unit in level.units if unit.side == side.id]) == 1
    ]
    assert len(pairs) > 12
    assert [pair for pair in pairs if pair[1] != pair[2]] == []


def test_side_without_title_has_the_name_of_its_only_unit_or_its_id() -> None:
    level = level_to_play(Options("yard"), BOOKS, None)
    assert level.side_title("red") == "Ann"
    more = msgspec.structs.replace(level, units=(*level.units, level.units[0]))
    assert more.side_title("red") == "Red"
    heroes = tuple(msgspec.structs.replace(side, heroes=True) for side in level.sides)
    assert msgspec.structs.replace(level, sides=heroes).side_title("red") == "Red"
    titled = (msgspec.structs.replace(level.sides[0], title="The yard"), *level.sides[1:])
    assert msgspec.structs.replace(level, sides=titled).side_title("red") == "The yard"


def test_units_of_a_side_with_several_keep_their_names() -> None:
    changed, plain = (
        level_to_play(Options("masked_ball", changes=changes), BOOKS, None)
        for changes in (NAMES.changes(BOOKS["etiquette"]), None)
    )
    assert changed.sides[0].title == "Jo"
    assert [one.title for one in changed.units] == [one.title for one in plain.units]
