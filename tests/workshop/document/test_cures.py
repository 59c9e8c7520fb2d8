"""Cures: each mends its finding, and nothing else."""

import pytest

from game.rules.registry import find_books
from game.workshop.document.cures import cures
from game.workshop.document.level_document import LevelDocument
from tests.workshop.document.test_gestures import LEVEL

BOOKS = find_books().books

DEPLOY = '[[deploy]]\nside = "blue"\narea = "row"\nunits = ["cy", "bo"]\n'
CASES = {
    "a kind": ('kind = "brawler"', 'kind = "brawlr"', "Change to brawler"),
    "a key": ('side = "red"\nkind', 'sied = "red"\nkind', "Change to side"),
    "a name": ('area = "mire" }', 'area = "mier" }', "Change to mire"),
    "a rulebook": ('"contest"', '"contst"', "Change to contest"),
    "a terrain": ('"," = "mud"', '"," = "mudd"', "Change to mud"),
    "an unused letter": ('"," = "mud"', '"," = "mud", "~" = "water"', "Remove the letter ~"),
    "a tile twice": ("[[1, 1], [4, 2]]", "[[1, 1], [4, 2], [1, 1]]", "Remove this entry"),
    "two places": ('kind = "brawler"\n', 'kind = "brawler"\nat = [2, 2]\n', "Remove 'at'"),
    "a strange key": ('id = "bo"\n', 'id = "bo"\nqqqq = 1\n', "Remove 'qqqq'"),
    "a strange entry": ("[[lesson]]", DEPLOY + "[[lesson]]", "Remove this entry"),
}


@pytest.mark.parametrize("case", CASES)
def test_cure_mends_its_finding(case: str) -> None:
    old, new, name = CASES[case]
    document = LevelDocument(LEVEL.replace(old, new, 1), BOOKS, name="yard.toml")
    before = document.reading.findings
    found = [(marked, cure) for marked in before for cure in cures(document.reading, marked)]
    marked, cure = next(one for one in found if one[1].name == name)
    document.apply(cure.gesture)
    left = [(one.finding.code, one.finding.message) for one in document.reading.findings]
    assert (marked.finding.code, marked.finding.message) not in left
    assert document.undo() is not None


def test_unused_area_can_be_deleted() -> None:
    document = LevelDocument(LEVEL, BOOKS, name="yard.toml")
    marked = next(one for one in document.reading.findings if one.finding.code == "area-unused")
    (cure,) = cures(document.reading, marked)
    assert cure.name == "Delete the area"
    document.apply(cure.gesture)
    assert document.text == LEVEL.replace('[[area]]\nid = "row"\nrect = [1, 2, 4, 1]\n', "")


@pytest.mark.parametrize("how", ["arrives", "is deployed"])
def test_unit_that_should_come_later_is_taken_off_the_map(how: str) -> None:
    old, new = "[[lesson]]", DEPLOY.replace('"cy", "bo"', '"bo"') + "[[lesson]]"
    if how == "arrives":
        old = '{ message = "{ann} is in the mire, says {bo}." }'
        new = '{ reinforcement = { units = ["bo"], area = "row" } }'
    document = LevelDocument(LEVEL.replace(old, new), BOOKS, name="yard.toml")
    codes = ("reinforcement-standing", "deploy-placed")
    marked = next(one for one in document.reading.findings if one.finding.code in codes)
    first, second = cures(document.reading, marked)
    assert (first.name, second.name) == ("Take it off the map", "Remove this entry")
    document.apply(first.gesture)
    assert document.reading.letter((4, 1)) == "."
    assert not any(one.finding.code in codes for one in document.reading.findings)


def test_text_that_is_not_toml_has_no_cure() -> None:
    document = LevelDocument(f"{LEVEL}x = = 1\n", BOOKS, name="yard.toml")
    assert cures(document.reading, document.reading.findings[0]) == []
