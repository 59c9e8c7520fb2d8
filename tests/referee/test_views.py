"""Secrets of one side: no message to another side reveals them."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from game.play.opening import Options
from game.referee.terminal_commands import play_referee
from game.rules.registry import find_books

BOOKS = find_books().books

LEVEL = """
format = 1
rulebook = "contest"
title = "A lane"
[map]
grid = '''
ab...c
'''
[map.legend]
"." = "floor"
a = {{ terrain = "floor", unit = "ann" }}
b = {{ terrain = "floor", unit = "bo" }}
c = {{ terrain = "floor", unit = "cy" }}
[[side]]
id = "red"
[[side]]
id = "blue"
[[side]]
id = "ochre"
[[unit]]
id = "ann"
side = "red"
kind = "duelist"
movement = "1d4"
hand = ["hook"]
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
movement = "1d4"
hand = {hand}
[[unit]]
id = "cy"
side = "ochre"
kind = "brawler"
movement = "1d4"
hand = []
"""

QUERIES = [{"query": query} for query in ("state", "hash", "log")]


def told(
    folder: Path, view: str | None, hand: list[str], *given: dict[str, Any], **options: Any
) -> bytes:
    """Return all messages to a view of the lane, as bytes."""
    level = LEVEL.format(hand=json.dumps(hand)) + "END\n"
    lines = "".join(json.dumps(one) + "\n" for one in given)
    out = BytesIO()
    chosen = Options(mark="END", seed="4", view=view, **options)
    assert play_referee(chosen, BOOKS, (BytesIO((level + lines).encode()), out), folder) in (0, 3)
    heard = [json.loads(line) for line in out.getvalue().splitlines()]
    return b"\n".join(json.dumps(m).encode() for m in heard if m["say"] != "saved")


def end(unit: str) -> dict[str, Any]:
    return {"do": "end", "unit": unit}


ROBBERY: list[dict[str, Any]] = [
    {"do": "move", "unit": "red.ann", "path": [[1, 0]]},
    {"do": "engage", "unit": "red.ann"},
    *QUERIES,
    {"do": "use", "unit": "red.ann", "item": "hook", "target": "blue.bo"},
    *QUERIES,
    {"do": "attack", "unit": "blue.bo", "target": "red.ann"},
    {"do": "attack", "unit": "red.ann", "target": "blue.bo"},
    *QUERIES,
]


@pytest.mark.parametrize("dice", [None, "4,2,3,1"])
def test_view_hides_the_number_of_items_of_a_robbed_unit(tmp_path: Path, dice: str | None) -> None:
    options = {"dice": dice} if dice else {}
    one = told(tmp_path, "ochre", ["bandage"], *ROBBERY, **options)
    three = told(tmp_path, "ochre", ["bandage", "pepper", "flour"], *ROBBERY, **options)
    assert b"theft_noticed" in one
    assert b'"error"' not in one
    assert one == three


def test_dice_hidden_from_a_view_are_not_requested(tmp_path: Path) -> None:
    given = [{"rolled": [4]}, *ROBBERY[:6]]
    hand = ["bandage", "pepper", "flour"]
    seen = told(tmp_path, "ochre", hand, *given, dice="ask").decode()
    assert "theft_noticed" in seen
    assert "1d3" not in seen
    for view in (None, "red", "blue"):
        assert "1d3" in told(tmp_path, view, hand, *given, dice="ask").decode(), view


@pytest.mark.parametrize("view", ["red", "ochre"])
def test_view_hides_a_trap_being_set(tmp_path: Path, view: str) -> None:
    def seen(*laid: dict[str, Any]) -> bytes:
        given = [
            end("red.ann"),
            *laid,
            *QUERIES,
            end("blue.bo"),
            *QUERIES,
            end("ochre.cy"),
            *QUERIES,
        ]
        return told(tmp_path, view, ["tripwire", "flour"], *given)

    assert b'"error"' not in seen()
    assert seen() == seen({"do": "lay", "unit": "blue.bo", "item": "tripwire"})


def test_same_seed_gives_the_same_battle_in_every_view(tmp_path: Path) -> None:
    hand = ["bandage", "pepper", "flour"]
    rolls = []
    for view in (None, "red", "ochre"):
        said = [json.loads(line) for line in told(tmp_path, view, hand, *ROBBERY).splitlines()]
        rolls.append(
            [m["dice"] for m in said if m.get("event") == "rolled" and m["why"] == "damage"]
        )
    assert rolls[0] == rolls[1] == rolls[2] != []
