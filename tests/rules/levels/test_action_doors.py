"""Doors that hands open, and things that an axe breaks, count as ways when a level is checked."""

import pytest

from game.content.levels import check_level
from game.rules.registry import find_books
from game.workshop.expectations import tried

BOOKS = find_books().books
LEVEL = """
format = 1
rulebook = "{book}"
title = "Doors"
rounds_winner = "red"
map.grid = "#####\\n#ado#\\n#b###\\n#####"
map.legend.a = {{ terrain = "floor", unit = "ann" }}
map.legend.b = {{ terrain = "floor", unit = "bo" }}
map.legend."#" = "wall"
map.legend.d = "{door}"
map.legend.o = "floor"
side = [{{ id = "red" }}, {{ id = "blue" }}]
unit = [
    {{ id = "ann", side = "red", kind = "{kind}" }},
    {{ id = "bo", side = "blue", kind = "{kind}" }},
]
area = [{{ id = "cupboard", letter = "o" }}]
objective = [{{ id = "in", side = "red", title = "Get in", reach = {{ area = "cupboard" }} }}]
expect = [{{ reachable = {{ unit = "ann", area = "cupboard" }} }}]
"""


def found(book: str, kind: str, door: str) -> list[str]:
    """The codes of all that is found, with --strict."""
    text = LEVEL.format(book=book, kind=kind, door=door)
    checked = check_level(text, file="doors.toml", id="doors", books=BOOKS)
    assert checked.level is not None, checked.findings
    played = tried(checked.level, "doors.toml", BOOKS[book])
    return [finding.code for finding in (*checked.findings, *played)]


@pytest.mark.parametrize("door", ["shut_door", "locked_door", "barrel", "door"])
def test_in_action_a_hand_or_an_axe_makes_a_way(door: str) -> None:
    assert found("action", "toll_guard", door) == []


@pytest.mark.parametrize("door", ["wall", "portcullis", "lever"])
def test_what_nobody_opens_is_no_way(door: str) -> None:
    codes = found("action", "toll_guard", door)
    assert codes == ["objective-unreachable", "expectation-failed"]


def test_in_contest_nobody_opens_a_door_by_hand() -> None:
    codes = found("contest", "brawler", "shut_door")
    assert codes == ["objective-unreachable", "expectation-failed"]
