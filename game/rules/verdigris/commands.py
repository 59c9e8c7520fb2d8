"""Verdigris's own commands, in addition to move, use and end."""

from game.core.cells import Cell
from game.terms.battlefield_commands import Draw, Go, Pass, Stand
from game.terms.commands import Command, End, Move, Use


class Creep(Command, frozen=True):
    """Move carefully, within the unit's zone."""

    unit: str
    path: tuple[Cell, ...]


class Attack(Command, frozen=True):
    """Attack a foe with the weapon in hand."""

    unit: str
    target: str
    weapon: str


class Called(Command, frozen=True):
    """Make a called shot: at a weak spot, or to disarm, trip or pin."""

    unit: str
    target: str
    weapon: str
    aim: str


class AttackMount(Command, frozen=True):
    """Attack the mount of a foe."""

    unit: str
    target: str
    weapon: str


class Grapple(Command, frozen=True):
    """Grapple a foe with empty hands."""

    unit: str
    target: str


class Release(Command, frozen=True):
    """Let go of a grappled foe."""

    unit: str


class Struggle(Command, frozen=True):
    """Try to get free of a grapple."""

    unit: str


class Break(Command, frozen=True):
    """Break a grapple."""

    unit: str


class Reverse(Command, frozen=True):
    """Reverse a grapple."""

    unit: str


class Trample(Command, frozen=True):
    """Let the mount attack a foe."""

    unit: str
    target: str


class ReadyShot(Command, frozen=True, tag="ready"):
    """Ready a shot at the first foe to enter a tile."""

    unit: str
    at: Cell


class Guard(Command, frozen=True):
    """Guard a tile next to the unit: attack the first foe to enter it."""

    unit: str
    at: Cell


class Reload(Command, frozen=True):
    """Load the weapon in hand."""

    unit: str


class Unpack(Command, frozen=True):
    """Use an item from the pack."""

    unit: str
    item: str
    target: str | None = None


class UnpackWeapon(Command, frozen=True):
    """Take a weapon in hand from the pack."""

    unit: str
    weapon: str


class TakeWeapon(Command, frozen=True, tag="take"):
    """Pick up a weapon on the unit's tile or next to it."""

    unit: str
    weapon: str


class DropWeapon(Command, frozen=True, tag="drop"):
    """Drop the weapon in hand."""

    unit: str


class GetUp(Command, frozen=True):
    """Mount."""

    unit: str


class GetDown(Command, frozen=True):
    """Dismount."""

    unit: str


class Revive(Command, frozen=True, tag="help"):
    """Bring an adjacent ally back from Death's Door."""

    unit: str
    target: str


class Strike(Command, frozen=True):
    """Use the free attack."""

    unit: str


class StrikeMount(Command, frozen=True):
    """Use the free attack on the mount."""

    unit: str


COMMANDS = (
    *(Move, Stand, GetUp, GetDown, Attack, Called, AttackMount),
    *(Grapple, Release, Struggle, Trample, Guard, ReadyShot, Revive),
    *(Use, Unpack, Draw, UnpackWeapon, TakeWeapon, Reload, DropWeapon, Creep, End, Go),
    *(Strike, StrikeMount, Pass, Break, Reverse),
)
"""All commands of the book, in the order in which its asks list them."""
