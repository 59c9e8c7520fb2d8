"""Verdigris's own commands, beside move, use and end."""

from game.core.cells import Cell
from game.terms.commands import Command


class Creep(Command, frozen=True):
    """Move with care, inside the own zone."""

    unit: str
    path: tuple[Cell, ...]


class Attack(Command, frozen=True):
    """Attack a foe with what is in hand."""

    unit: str
    target: str
    weapon: str


class Called(Command, frozen=True):
    """A called shot or blow: at a weak spot, to disarm, trip or pin."""

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
    """Try to get loose."""

    unit: str


class Break(Command, frozen=True):
    """Be free of a grapple."""

    unit: str


class Reverse(Command, frozen=True):
    """Turn a grapple round."""

    unit: str


class Trample(Command, frozen=True):
    """Let the mount attack a foe."""

    unit: str
    target: str


class ReadyShot(Command, frozen=True, tag="ready"):
    """Wait to shoot at the first foe to enter a tile."""

    unit: str
    at: Cell


class Guard(Command, frozen=True):
    """Wait to strike at the first foe to enter a tile next to the unit."""

    unit: str
    at: Cell


class Reload(Command, frozen=True):
    """Load the weapon in hand."""

    unit: str


class Unpack(Command, frozen=True):
    """Use an item of the pack."""

    unit: str
    item: str
    target: str | None = None


class UnpackWeapon(Command, frozen=True):
    """Take a weapon from the pack in hand."""

    unit: str
    weapon: str


class TakeWeapon(Command, frozen=True, tag="take"):
    """Pick up a weapon that lies on the own tile or next to it."""

    unit: str
    weapon: str


class DropWeapon(Command, frozen=True, tag="drop"):
    """Drop what is in hand."""

    unit: str


class GetUp(Command, frozen=True):
    """Get on the mount."""

    unit: str


class GetDown(Command, frozen=True):
    """Get off the mount."""

    unit: str


class Revive(Command, frozen=True, tag="help"):
    """Bring a friend beside the unit back from Death's Door."""

    unit: str
    target: str


class Strike(Command, frozen=True):
    """Use the free attack."""

    unit: str


class StrikeMount(Command, frozen=True):
    """Use the free attack on the mount."""

    unit: str
