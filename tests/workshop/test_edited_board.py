"""How far the tiles of a map move when it gets another size."""

import pytest

from game.content.levels import find_level
from game.rules.registry import find_books
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.resizing import Margins, resize
from game.workshop.edited_board import board_of, shift_between

BOOKS = find_books().books


@pytest.mark.parametrize("edge", ["left", "top", "right", "bottom"])
@pytest.mark.parametrize("by", [-1, 1, 3])
@pytest.mark.parametrize("level", ["yard", "toll_bar", "kennel"])
def test_shift_is_found_from_the_two_maps(level: str, edge: str, by: int) -> None:
    text = find_level(level).read_text(encoding="utf-8")
    document = LevelDocument(text, BOOKS, name="level.toml")
    before = board_of(document.reading)
    document.apply(resize(document.reading, Margins()._replace(**{edge: by})))
    after = board_of(document.reading)
    assert before is not None
    assert after is not None
    shift = by * (edge == "left"), by * (edge == "top")
    assert shift_between(before.picture, after.picture) == shift
    assert shift_between(after.picture, before.picture) == (-shift[0], -shift[1])


def test_likely_shift_decides_if_all_tiles_are_alike() -> None:
    text = find_level("yard").read_text(encoding="utf-8")
    document = LevelDocument(text, BOOKS, name="level.toml")
    board = board_of(document.reading)
    assert board is not None
    same = board.picture
    plain = same.map.__class__(4, 1, ["aaaa"], {"a": "floor"}, [], {})
    wider = same.map.__class__(6, 1, ["aaaaaa"], {"a": "floor"}, [], {})
    one, other = (type(same)(0, None, (), it, (), (), ()) for it in (plain, wider))
    assert shift_between(one, other) == (0, 0)
    assert shift_between(one, other, (2, 0)) == (2, 0)
