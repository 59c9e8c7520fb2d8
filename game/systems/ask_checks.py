"""Checks and options shared by the asks of all books: the right unit, and ending the turn."""

from typing import Protocol

from game.components.unit import Dead
from game.systems.rounds import EndTurn
from game.terms.agenda import Ask
from game.terms.commands import End
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import Option
from game.world.unit_names import unit_by_id


class AskContext(Protocol):
    """The context of every check: the view of the side that is asked, and the unit."""

    @property
    def view(self) -> World:
        """The world as the side that is asked knows it."""

    @property
    def ask(self) -> Ask:
        """The ask that the command answers."""

    @property
    def id(self) -> str:
        """The id of the unit that is asked."""


class OfUnit(Protocol):
    """A command that names the acting unit."""

    @property
    def unit(self) -> str:
        """The id of the unit."""


def check_yours(seen: AskContext, unit: str) -> Refusal | None:
    """Refuse a command for a unit other than the one that is asked."""
    if unit == seen.id:
        return None
    if unit_by_id(seen.view, unit) is None:
        return Refusal("unknown-unit", variant="asked", unit=unit, asked=seen.id)
    return Refusal("not-asked", asked=seen.id, unit=unit)


def check_unit(seen: AskContext, command: OfUnit) -> Refusal | None:
    """Refuse a command that isn't for the unit that is asked."""
    return check_yours(seen, command.unit)


def _end(world: World, ask: Ask, command: End) -> None:
    world.push(EndTurn(ask.unit))


END = Option[Ask, AskContext, End](End, lambda seen: (End(seen.id),), check_unit, _end)
"""The option to end a turn. It is the same in every book."""


def check_one_of(ids: tuple[str, ...], unit: str, rule: str) -> Refusal | None:
    """Refuse a unit that isn't one of `ids`, the units to choose from."""
    if unit in ids:
        return None
    return Refusal("not-asked", rule, variant="several", known=ids, unit=unit)


def check_living(view: World, unit: str, rule: str) -> Refusal | None:
    """Refuse an id that doesn't belong to a living unit."""
    found = unit_by_id(view, unit)
    if found is None:
        return Refusal("unknown-unit", rule, unit=unit)
    if view.has(found, Dead):
        return Refusal("dead", rule, unit=unit)
    return None
