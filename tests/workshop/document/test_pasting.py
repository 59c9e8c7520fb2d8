"""What the slip says before pasting is what pasting does."""

import random

import pytest

from game.content.levels import find_level
from game.rules.registry import find_books
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.pasting import paste_effects
from game.workshop.document.selection import Selection, copied, paste

BOOKS = find_books().books


@pytest.mark.parametrize("level", ["yard", "toll_bar", "masked_ball", "green_quay"])
def test_units_are_renamed_and_left_out_as_said(level: str) -> None:
    text, dice = find_level(level).read_text(encoding="utf-8"), random.Random(level)
    seen = set[str]()
    for _ in range(12):
        document = LevelDocument(text, BOOKS, name="level.toml")
        reading = document.reading
        assert reading.draft is not None
        x, y = dice.choice(sorted(reading.draft.standing.values()))
        some = Selection(max(0, x - 1), max(0, y - 1), 3, 3)
        clip = copied(reading, some)
        at = dice.randrange(-2, reading.width + 2), dice.randrange(-2, reading.height + 2)
        notes = paste_effects(reading, clip, at)
        document.apply(paste(reading, clip, at))
        after = document.reading.draft
        assert after is not None
        new = after.distinct.keys() - reading.draft.distinct.keys()
        said = {words.split()[2].rstrip(",") for words in notes if "that id is taken" in words}
        left = [words for words in notes if " is left out" in words]
        assert said == new
        assert len(new) + len(left) == len(clip.units)
        seen |= {words.split()[1] for words in notes}
        beyond = sum(not reading.has((at[0] + x, at[1] + y)) for x, y in clip.tiles)
        edge = [words for words in notes if "and left out" in words]
        assert (edge[0].split()[0] if edge else "0") == str(beyond)
    assert {"becomes", "would"} <= seen


def test_many_units_are_counted() -> None:
    document = LevelDocument(find_level("yard").read_text(encoding="utf-8"), BOOKS, name="a.toml")
    reading = document.reading
    clip = copied(reading, Selection(0, 0, reading.width, reading.height))
    unit = next(iter(clip.units.values()))
    many = {(x, 2): {**unit, "id": f"many_{x}"} for x in range(7)}
    notes = paste_effects(reading, clip._replace(tiles={}, units=many), (-20, 0))
    assert notes[:1] == ("many_0 would be beyond the edge and is left out.",)
    assert len(notes) == 5
    assert notes[-1] == "And 3 units more like these."
