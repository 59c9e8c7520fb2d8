"""Action's own commands, beside move, use, go and end."""

from typing import Literal

from game.core.cells import Cell
from game.terms.commands import Command, Move

Until = Literal["hit"]
"""What ends a walk or a crossing early: that an attack hits its unit (ACT-09)."""


class ActionMove(Move, frozen=True, tag="move"):
    """Walk the path, which names every tile after the one the unit stands on.

    Reactions on the way do not end the walk; with `until` it ends when an attack hits the unit.
    """

    until: Until | None = None


class Attack(Command, frozen=True):
    """Attack a creature with a weapon."""

    unit: str
    target: str
    weapon: str


class Smash(Command, frozen=True):
    """Attack a place: a thing that stands there, or a foe that may hide there."""

    unit: str
    at: Cell
    weapon: str


class UsePower(Command, frozen=True, tag="cast"):
    """Use a power, on a creature where it takes one."""

    unit: str
    power: str
    target: str | None = None


class UsePowerAt(Command, frozen=True, tag="cast_at"):
    """Use a power at a tile: the centre of a burst, where a line or cone points, a place."""

    unit: str
    power: str
    at: Cell


class Throw(Command, frozen=True):
    """Use an item up at a tile."""

    unit: str
    item: str
    at: Cell


class Dash(Command, frozen=True):
    """Gain the speed again as movement."""

    unit: str


class Disengage(Command, frozen=True):
    """Provoke nobody for the rest of the turn."""

    unit: str


class Defend(Command, frozen=True):
    """Be harder to hit until the next turn."""

    unit: str


class Help(Command, frozen=True):
    """Help the next attack of an ally on a foe beside the unit."""

    unit: str
    target: str


class Hide(Command, frozen=True):
    """Try to go out of the sight of the foes."""

    unit: str


class Ready(Command, frozen=True):
    """Wait with a weapon for a foe to come where it can be hit."""

    unit: str
    weapon: str


class Search(Command, frozen=True):
    """Look for hidden foes."""

    unit: str


class Rally(Command, frozen=True):
    """Draw new strength, once until a long rest."""

    unit: str


class Drop(Command, frozen=True):
    """Drop to the ground."""

    unit: str


class Load(Command, frozen=True):
    """Load a weapon."""

    unit: str
    weapon: str


class Handle(Command, frozen=True):
    """Handle a thing on a tile beside the unit: a door, a lever."""

    unit: str
    at: Cell


class Take(Command, frozen=True):
    """Pick up what lies on a tile beside the unit, or under it."""

    unit: str
    at: Cell


class Cross(Command, frozen=True):
    """Set out for a detached zone; with `until`, unless an attack hits the unit first."""

    unit: str
    zone: str
    until: Until | None = None


class First(Command, frozen=True):
    """Come first of those who are tied."""

    unit: str


class React(Command, frozen=True):
    """Use the reaction for an attack with a weapon."""

    unit: str
    weapon: str
