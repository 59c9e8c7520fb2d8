"""Action's own commands, in addition to move, use, go and end."""

from typing import Literal

from game.core.cells import Cell
from game.terms.battlefield_commands import Draw, Go, Pass, Stand
from game.terms.commands import Command, End, Move, Use

Until = Literal["hit"]
"""An early end of a move or a crossing: when an attack hits the unit (ACT-09)."""


class ActionMove(Move, frozen=True, tag="move"):
    """Move along the path: every tile after the unit's own.

    Reactions don't end the move; with `until`, it ends when an attack hits the unit.
    """

    until: Until | None = None


class Attack(Command, frozen=True):
    """Attack a creature with a weapon."""

    unit: str
    target: str
    weapon: str


class Smash(Command, frozen=True):
    """Attack a place: a thing there, or a foe that may be hidden there."""

    unit: str
    at: Cell
    weapon: str


class UsePower(Command, frozen=True, tag="cast"):
    """Use a power, on a creature if the power takes a target."""

    unit: str
    power: str
    target: str | None = None


class UsePowerAt(Command, frozen=True, tag="cast_at"):
    """Use a power at a tile: the centre of a burst, the direction of a line or cone, or a place."""

    unit: str
    power: str
    at: Cell


class Throw(Command, frozen=True):
    """Use an item at a tile."""

    unit: str
    item: str
    at: Cell


class Dash(Command, frozen=True):
    """Gain the unit's speed again as movement."""

    unit: str


class Disengage(Command, frozen=True):
    """Disengage: provoke no one for the rest of the turn."""

    unit: str


class Defend(Command, frozen=True):
    """Defend: be harder to hit until the next turn."""

    unit: str


class Help(Command, frozen=True):
    """Help an ally's next attack on a foe next to the unit."""

    unit: str
    target: str


class Hide(Command, frozen=True):
    """Try to hide from the foes."""

    unit: str


class Ready(Command, frozen=True):
    """Ready a weapon for the first foe that comes within its reach or range."""

    unit: str
    weapon: str


class Search(Command, frozen=True):
    """Search for hidden foes."""

    unit: str


class Rally(Command, frozen=True):
    """Rally, once until a long rest."""

    unit: str


class Drop(Command, frozen=True):
    """Drop prone."""

    unit: str


class Load(Command, frozen=True):
    """Load a weapon."""

    unit: str
    weapon: str


class Handle(Command, frozen=True):
    """Interact with a thing on an adjacent tile: a door, a lever."""

    unit: str
    at: Cell


class Take(Command, frozen=True):
    """Pick up the things on an adjacent tile, or on the unit's own."""

    unit: str
    at: Cell


class Cross(Command, frozen=True):
    """Leave for a detached zone; with `until`, unless an attack hits the unit first."""

    unit: str
    zone: str
    until: Until | None = None


class First(Command, frozen=True):
    """Put this unit first among the tied units."""

    unit: str


class React(Command, frozen=True):
    """Use the reaction for an attack with a weapon."""

    unit: str
    weapon: str


COMMANDS = (
    *(ActionMove, Stand, Drop, Dash, Disengage),
    *(Attack, Smash, Ready, Help, Defend, UsePower, UsePowerAt, Use, Throw),
    *(Hide, Search, Draw, Load, Handle, Take, Cross, Rally, End, Go),
    *(First, React, Pass),
)
"""All commands of the book, in the order in which its asks list them."""
