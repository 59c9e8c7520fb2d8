"""Every example of triggers in the guide is played: it happens at its moment, and not before."""

import re

from game.ai.behaviours import behaviour_of
from game.components.belongings import Hand
from game.components.script_progress import NewBehaviour
from game.components.unit import Position, Vitals
from game.content.levels import check_level
from game.content.shipped_folders import levels_root
from game.core.cells import Cell
from game.engine.battle import Battle
from game.engine.legality import commands_of
from game.rules.registry import find_books
from game.systems.damage import bury
from game.terms.agenda import Ask, Roll
from game.terms.commands import from_text, to_text
from game.terms.records import Entity
from game.terms.script_events import Message
from game.world.script_conditions import carried
from game.world.unit_names import side_of, unit_named

BOOKS = find_books().books
PAGE = (levels_root() / "README.md").read_text(encoding="utf-8")
CHAPTER = PAGE[PAGE.index("### Choices") : PAGE.index("## Texts\n")]
EXAMPLES = dict(
    re.findall(r"^([^\n`]+?):?\n\n```toml\n(.*?)```", CHAPTER, re.DOTALL | re.MULTILINE)
)
"""The examples of the chapter, by the line above each."""
LEVEL = """
format = 1
rulebook = "action"
title = "An example"
rounds = 3
[map]
grid = '''
##########
#a.#.b...#
#..#...D.#
#....c...#
##########
'''
[map.legend]
"#" = "wall"
"." = "floor"
c = "floor"
D = "wall"
a = { terrain = "floor", unit = "ann" }
b = { terrain = "floor", unit = "bo" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "warden"
items = ["red_draught"]
[[unit]]
id = "bo"
side = "blue"
kind = "toll_guard"
[[unit]]
id = "cy"
side = "blue"
kind = "footpad"
at = [8, 3]
[[area]]
id = "cellar"
letter = "c"
[[area]]
id = "door"
letter = "D"
[[area]]
id = "stairs"
tiles = [[6, 1]]
"""
DOOR = (7, 2)


class Tried:
    """A level with an example of the guide, while it is played with dice that all show 3."""

    def __init__(self, example: str) -> None:
        text = LEVEL + EXAMPLES[example]
        checked = check_level(text, file="page.toml", id="page", books=BOOKS)
        named = {"area-unused"}
        found = [one.text() for one in checked.findings if one.code not in named]
        assert not found, found
        assert checked.level is not None
        self.battle = Battle.start(BOOKS["action"], checked.level)
        self._roll()

    def _roll(self) -> None:
        while isinstance(stop := self.battle.stop, Roll):
            self.battle.settle(tuple(3 for _ in stop.dice.sides))

    @property
    def asked(self) -> str:
        """The unit that is asked."""
        assert isinstance(self.battle.stop, Ask)
        return self.battle.id_of(self.battle.stop.unit)

    @property
    def told(self) -> list[str]:
        """The level's messages so far."""
        return [event.message for event in self.battle.log() if isinstance(event, Message)]

    def do(self, text: str) -> "Tried":
        """Give a command."""
        refusal = self.battle.submit(from_text(text, commands_of(self.battle.book)))
        assert refusal is None, refusal
        self._roll()
        return self

    def until(self, unit: str) -> "Tried":
        """End turns until this unit is asked."""
        while self.asked != unit:
            self.do(f"end {self.asked}")
        return self

    def legal(self) -> list[str]:
        return [to_text(command) for command in self.battle.legal()]

    def unit(self, id: str) -> Entity:
        return unit_named(self.battle.world, id)

    def at(self, id: str) -> Cell:
        return self.battle.world.get(self.unit(id), Position).at

    def is_open(self, cell: Cell) -> bool:
        return self.battle.world.tile(cell) == "door"

    def wound(self, id: str, life: int) -> "Tried":
        """Set a unit's life, and end a turn, so that triggers are checked."""
        world, unit = self.battle.world, self.unit(id)
        world.put(unit, Vitals(life, world.get(unit, Vitals).most))
        return self.do(f"end {self.asked}")


def test_every_event_has_an_example() -> None:
    assert len(EXAMPLES) == 9


def test_choice_opens_the_door_only_for_one_answer() -> None:
    for answer, is_open in (("spare", True), ("fight", False)):
        tried = Tried("### Choices").wound("blue.bo", 2)
        assert tried.told == ["Enough. Let me go, and I will show you the cellar."]
        tried.do(f"answer red.ann {answer}")
        assert tried.is_open(DOOR) is is_open
        assert tried.battle.world.has(tried.unit("blue.bo"), NewBehaviour) is is_open


def test_first_sight_waits_for_a_line_of_sight() -> None:
    tried = Tried("The first sight of a unit").until("red.ann")
    assert tried.told == []
    tried.do("move red.ann 2,2 3,3")
    assert tried.told == ["Halt! Who goes there?"]


def test_unit_is_attacked() -> None:
    tried = Tried("A unit is attacked").until("red.ann").do("move red.ann 2,2 3,3 4,2")
    assert tried.told == []
    tried.do(next(text for text in tried.legal() if text.startswith("attack red.ann blue.bo")))
    assert tried.told == ["To Bo!"]
    assert behaviour_of(tried.battle.world, tried.unit("blue.cy")).hunt is True


def test_unit_falls_below_half_its_life() -> None:
    tried = Tried("A unit falls below half its life")
    most = tried.battle.world.get(tried.unit("blue.bo"), Vitals).most
    tried.wound("blue.bo", most // 2 + 1)
    assert tried.told == []
    tried.wound("blue.bo", most // 2)
    assert tried.told == ["Bo uncorks something red."]
    assert "red_draught" in carried(tried.battle.world, tried.unit("blue.bo"))


def test_side_has_few_units_left() -> None:
    tried = Tried("A side has few units left").until("red.ann")
    assert tried.told == []
    bury(tried.battle.world, tried.unit("blue.cy"))
    tried.do(f"end {tried.asked}")
    assert tried.told == ["The last of them throws down his arms."]
    assert tried.battle.outcome is not None
    assert tried.battle.outcome.winner == "red"


def test_unit_enters_with_an_item() -> None:
    for has_item in (True, False):
        tried = Tried("A unit enters with an item").until("red.ann")
        if not has_item:
            tried.battle.world.put(tried.unit("red.ann"), Hand(()))
        tried.do("move red.ann 2,2 3,3 4,3")
        assert not tried.is_open(DOOR)
        tried.do("move red.ann 5,3")
        assert tried.is_open(DOOR) is has_item
        assert carried(tried.battle.world, tried.unit("red.ann")) == ()


def test_choice_was_answered() -> None:
    for answer, side in (("yes", "red"), ("no", "blue")):
        tried = Tried("A choice was answered")
        while tried.battle.stop.called != "choice":  # type: ignore[union-attr]
            assert tried.battle.round == 1
            tried.do(f"end {tried.asked}")
        tried.do(f"answer red.ann {answer}")
        assert side_of(tried.battle.world, tried.unit("blue.cy")) == side


def test_counter_reaches_a_number() -> None:
    tried = Tried("A counter reaches a number").until("red.ann")
    tried.do("move red.ann 2,2 3,3 4,3 5,3").do("move red.ann 4,3")
    assert (tried.told, tried.at("blue.cy")) == ([], (8, 3))
    tried.do("end red.ann").until("red.ann").do("move red.ann 5,3")
    assert tried.told == ["Somebody has heard the steps."]
    assert tried.at("blue.cy") == (6, 1)


def test_time_runs_out() -> None:
    for goes, winner in ((False, "blue"), (True, None)):
        tried = Tried("Time runs out").until("red.ann")
        if goes:
            tried.do("move red.ann 2,2 3,3 4,3 5,3")
        while tried.battle.outcome is None:
            tried.do(f"end {tried.asked}")
        assert (tried.battle.outcome.winner, tried.battle.outcome.rounds) == (winner, 3)
