"""A dump is restored completely, and a damaged dump is refused with a sentence."""

import json
from typing import Any

import pytest

from game.components.unit import Position
from game.terms.records import encode
from game.world import World
from tests.unit.world.worlds import CODEC, empty, peopled


def dumped() -> list[Any]:
    world, _, _ = peopled()
    raw: list[Any] = json.loads(encode(world.dump()))
    return raw


def restored(raw: Any) -> World:
    world = empty()
    world.restore(raw, CODEC)
    return world


def test_dump_can_be_read_back() -> None:
    world, ann, _ = peopled()
    world.spawn()
    other = restored(json.loads(encode(world.dump())))
    assert other.hash() == _hash(world)
    assert other.at(Position, (0, 0)) == (ann,)
    taken = other.spawn()
    assert world.spawn() == taken


def _hash(world: World) -> str:
    return world.hash()


NAME = {"type": "Name", "id": "red.x", "title": "X", "kind": "brawler"}

DAMAGES: dict[str, tuple[Any, str]] = {
    "nothing": (None, "a state must be a list"),
    "object": ({}, "a state must be a list"),
    "text": ("state", "a state must be a list"),
    "entity alone": ([2], "a state must be a list"),
    "three parts": ([[2, [], []]], "a state must be a list"),
    "components not in a list": ([[2, NAME]], "a state must be a list"),
    "entity as a text": ([["2", []]], "'2' isn't an entity"),
    "fractional entity": ([[2.5, []]], "2.5 isn't an entity"),
    "entity missing": ([[None, []]], "None isn't an entity"),
    "entity 0": ([[0, []]], "0 isn't an entity"),
    "negative entity": ([[-1, []]], "-1 isn't an entity"),
    "entity too high": ([[10**9, []]], "isn't an entity"),
    "component as a number": ([[2, [7]]], "None is not a known component"),
    "component missing": ([[2, [None]]], "None is not a known component"),
    "component without type": ([[2, [{"at": [1, 1]}]]], "None is not a known component"),
    "unknown type": ([[2, [{"type": "Wings"}]]], "'Wings' is not a known component"),
    "type as a number": ([[2, [{"type": 3}]]], "3 is not a known component"),
    "type as a list": ([[2, [{"type": []}]]], "is not a known component"),
    "item for a component": (
        [[2, [{"type": "Finish", "winner": None, "reason": "x"}]]],
        "'Finish' is not a known component",
    ),
    "unknown field": ([[2, [NAME | {"age": 7}]]], "Name has no field 'age'"),
    "missing field": ([[2, [{"type": "Vitals", "life": 3}]]], "Vitals: .*most"),
    "wrong type of field": (
        [[2, [{"type": "Vitals", "life": "3", "most": 4}]]],
        "Vitals: .*int",
    ),
    "tile of three numbers": ([[2, [{"type": "Position", "at": [1, 2, 3]}]]], "Position: "),
    "tile as a text": ([[2, [{"type": "Position", "at": "1,2"}]]], "Position: "),
    "frames not in a list": ([[1, [{"type": "Agenda", "frames": {}}]]], "expected a list"),
    "frame as a number": ([[1, [{"type": "Agenda", "frames": [3]}]]], "None is not a known frame"),
    "component for an item": (
        [[1, [{"type": "Agenda", "frames": [{"type": "Frame", "item": NAME, "step": 0}]}]]],
        "'Name' is not a known agenda item",
    ),
    "item missing": (
        [[1, [{"type": "Agenda", "frames": [{"type": "Frame", "step": 0}]}]]],
        "Frame: .*item",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_dump_is_refused(damage: str) -> None:
    raw, sentence = DAMAGES[damage]
    with pytest.raises(ValueError, match=sentence):
        restored(raw)


@pytest.mark.parametrize("damage", [d for d, (raw, _) in DAMAGES.items() if isinstance(raw, list)])
def test_damage_among_sound_parts_is_refused(damage: str) -> None:
    raw, sentence = DAMAGES[damage]
    with pytest.raises(ValueError, match=sentence):
        restored([*dumped(), *raw])


def _with_next_id(value: Any) -> list[Any]:
    raw = dumped()
    for component in raw[0][1]:
        if component["type"] == "NextId":
            component["id"] = value
    return raw


@pytest.mark.parametrize("value", [10**9, -3, 0, 2], ids=str)
def test_impossible_next_id_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match="next"):
        restored(_with_next_id(value))


def test_duplicate_entity_is_refused() -> None:
    raw = dumped()
    with pytest.raises(ValueError, match="twice"):
        restored([*raw, raw[-1]])


def test_tile_off_the_map_is_refused() -> None:
    raw = dumped()
    for component in (component for _, components in raw for component in components):
        if component["type"] == "Position":
            component["at"] = [9, 1_000_000]
    with pytest.raises(ValueError, match=r"\(9, 1000000\) is off the map"):
        restored(raw)


@pytest.mark.parametrize(
    ("tile", "sentence"),
    [([[9, 9], "floor"], "is off the map"), ([[0, 0], "cheese"], "'cheese' isn't a terrain")],
)
def test_impossible_ground_is_refused(tile: list[Any], sentence: str) -> None:
    raw = dumped()
    raw[0][1].append({"type": "Ground", "changed": [tile]})
    with pytest.raises(ValueError, match=sentence):
        restored(raw)
