"""A battle's accounts for people: whole percentages that add up, and choices in words."""

import random

import pytest

from game.present.analysis.report import account_lines, accounts, by_round, rounded, told_sides
from tests.play.test_accounting import analysed, played


def test_rounded_shares_add_up() -> None:
    dice = random.Random(5)
    for _ in range(500):
        parts = [dice.uniform(-1, 1) for _ in range(4)]
        total = round(100 * sum(parts))
        found = rounded(parts, total)
        assert sum(found) == total
        assert all(abs(one - 100 * part) < 2 for one, part in zip(found, parts, strict=True))


@pytest.mark.parametrize("name", ["yard", "garden_party", "ossuary", "bell_yard", "toll_bar"])
def test_account_adds_up_and_names_choices(name: str) -> None:
    reel = played(name, "novice", 3, most=24)
    found = analysed(reel)
    for account in accounts(found, reel, found.sides):
        assert account.start + account.luck + account.own + account.others == account.result
        assert account.start + account.luck + account.skill == account.result
        points = by_round(account)
        assert points[-1][1] == found.result(account.side)
        lines = list(account_lines(account))
        assert account.title in lines[0]
        for choice in (account.best, account.dearest):
            if choice is not None:
                assert any(choice.text in line for line in lines)
                assert reel.place(choice.n) == choice.place, "it can be tried again from there"


def test_sides_of_people_are_told_else_the_party() -> None:
    sides = ("red", "blue")
    assert told_sides({"red": "stdio", "blue": "soldier"}, sides, "blue") == ("red",)
    assert told_sides({"red": "soldier", "blue": "soldier"}, sides, "blue") == ("blue",)
    assert told_sides({"red": "stdio", "blue": "stdio"}, sides, "red") == sides
