"""Scenario tests that read like play: commands with their dice, and checks of the board."""

from collections.abc import Mapping
from typing import Any

from game.components.belongings import Hand
from game.components.motion import Stride
from game.components.unit import Dead, Position, Vitals
from game.core.cells import Cell
from game.engine.battle import Battle
from game.engine.book import Book
from game.engine.legality import commands_of
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.commands import from_text, to_text
from game.terms.events import name_of, to_json
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world.unit_names import unit_by_id


class Play:
    """A battle played by hand.

    Dice are given with commands, and all of them must be used.
    """

    def __init__(self, battle: Battle, dice: tuple[int, ...] = ()) -> None:
        self.battle = battle
        self._types = commands_of(battle.book)
        self.rolls: list[tuple[str, str | None]] = []
        self._roll(dice)

    @property
    def book(self) -> Book:
        return self.battle.book

    def do(self, text: str, *dice: int) -> "Play":
        """Give a legal command; `dice` are drawn by it in order, up to the next ask."""
        command = from_text(text, self._types)
        # `submit` trusts the list of legal commands; the reasons must agree with it.
        refusal = self.battle.why_not(command) or self.battle.submit(command)
        assert refusal is None, f"{text}: {refusal}"
        self._roll(dice)
        return self

    def refused(self, text: str) -> Refusal:
        """Return the refusal of an illegal command."""
        before = self.battle.hash()
        refusal = self.battle.submit(from_text(text, self._types))
        assert refusal is not None, f"{text} was accepted"
        assert self.battle.hash() == before
        return refusal

    def why(self, text: str) -> str:
        """Return the sentence, with ids, that refuses a command."""
        return self.refused(text).text(self.book.catalogue)

    def _roll(self, dice: tuple[int, ...]) -> None:
        left = list(dice)
        while isinstance(stop := self.battle.stop, Roll):
            count = len(stop.dice.sides)
            assert len(left) >= count, f"{stop.why} wants {stop.dice} and {left} are left"
            faces, left = tuple(left[:count]), left[count:]
            who = None if stop.roller is None else self.battle.id_of(stop.roller)
            self.rolls.append((stop.why, who))
            self.battle.settle(faces)
        assert not left, f"these dice were not drawn: {left}; now {self.asked}"

    @property
    def asked(self) -> tuple[str, str] | None:
        """Return the name of the ask and the unit asked, or None if no unit is asked."""
        stop = self.battle.stop
        return (stop.called, self.battle.id_of(stop.unit)) if isinstance(stop, Ask) else None

    @property
    def over(self) -> BattleEnd | None:
        return self.battle.outcome

    def legal(self, verb: str | None = None) -> list[str]:
        """Return the canonical legal commands as text, all or those of one verb."""
        from_battle = [self.text(c) for c in self.battle.legal()]
        return [t for t in from_battle if verb is None or t.split()[0] == verb]

    @staticmethod
    def text(command: Any) -> str:
        return to_text(command)

    def unit(self, id: str) -> Entity:
        found = unit_by_id(self.battle.world, id)
        assert found is not None, f"no unit {id}"
        return found

    def _find(self, id: str, kind: type[Any]) -> Any:
        return self.battle.world.find(self.unit(id), kind)

    def life(self, id: str) -> int:
        return int(self._find(id, Vitals).life)

    def wound(self, id: str, life: int) -> "Play":
        """Set a unit's life."""
        vitals = self._find(id, Vitals)
        self.battle.world.put(self.unit(id), Vitals(life, vitals.most))
        return self

    def at(self, id: str) -> Cell | None:
        position = self._find(id, Position)
        return position.at if position else None

    def left(self, id: str) -> int:
        """Return the movement that a unit has left."""
        stride = self._find(id, Stride)
        return stride.left if stride else 0

    def hand(self, id: str) -> tuple[str, ...]:
        hand = self._find(id, Hand)
        return hand.items if hand else ()

    def is_dead(self, id: str) -> bool:
        return self._find(id, Dead) is not None

    def events(self, name: str | None = None, side: str | None = None) -> list[dict[str, Any]]:
        """Return the log as plain values: all events, or those with one name, as seen by a side."""
        return [
            to_json(event)
            for event in self.battle.log(side)
            if name is None or name_of(event) == name
        ]

    def last(self, name: str) -> Mapping[str, Any]:
        """Return the newest event with this name."""
        found = self.events(name)
        assert found, f"no event {name!r}; there were {[e['event'] for e in self.events()]}"
        return found[-1]

    def told(self, name: str, *fields: str) -> tuple[Any, ...]:
        """Return these fields of the newest event with this name."""
        event = self.last(name)
        return tuple(event.get(field) for field in fields)
