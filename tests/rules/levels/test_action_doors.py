"""Doors that units can open or break count as open when a level is checked."""

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
    """Return the codes of all findings with --strict."""
    text = LEVEL.format(book=book, kind=kind, door=door)
    checked = check_level(text, file="doors.toml", id="doors", books=BOOKS)
    assert checked.level is not None, checked.findings
    played = tried(checked.level, "doors.toml", BOOKS[book])
    return [finding.code for finding in (*checked.findings, *played)]


@pytest.mark.parametrize("door", ["shut_door", "locked_door", "barrel", "door"])
def test_path_through_a_door_that_can_be_opened_or_broken_counts_in_action(door: str) -> None:
    assert found("action", "toll_guard", door) == []


@pytest.mark.parametrize("door", ["wall", "portcullis", "lever"])
def test_path_through_a_closed_obstacle_does_not_count(door: str) -> None:
    codes = found("action", "toll_guard", door)
    assert codes == ["objective-unreachable", "expectation-failed"]


def test_path_through_a_door_does_not_count_in_contest() -> None:
    codes = found("contest", "brawler", "shut_door")
    assert codes == ["objective-unreachable", "expectation-failed"]
