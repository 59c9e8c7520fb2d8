"""People's choices for a level's sides: names."""

from game.play.opening import Options, level_to_play
from game.play.seating import Seating, seating_of
from game.rules.registry import find_books

BOOKS = find_books().books
NAMES = Seating({"red": "Jo"})


def test_name_of_a_side_is_also_that_of_its_only_unit() -> None:
    book = BOOKS["contest"]
    level = level_to_play(Options("yard", changes=NAMES.changes(book)), BOOKS, None)
    assert [(side.id, side.title) for side in level.sides] == [("red", "Jo"), ("blue", "Blue")]
    assert [unit.title for unit in level.units] == ["Jo", "Bo"]
    assert seating_of(level, book) == NAMES


def test_units_of_a_side_with_several_keep_their_names() -> None:
    changed, plain = (
        level_to_play(Options("masked_ball", changes=changes), BOOKS, None)
        for changes in (NAMES.changes(BOOKS["etiquette"]), None)
    )
    assert changed.sides[0].title == "Jo"
    assert [one.title for one in changed.units] == [one.title for one in plain.units]
