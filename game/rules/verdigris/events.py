"""Verdigris's own events."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Swayed(Event, frozen=True, kw_only=True):
    """The initiative die of the round was rolled: this side goes first."""

    unit: str
    side: str
    value: int


class SideSurprised(Event, frozen=True, kw_only=True, tag="surprised"):
    """A side was surprised."""

    side: str


class Watched(Event, frozen=True, kw_only=True):
    """A side that hid was noticed in time."""

    side: str


class Aimed(Event, frozen=True, kw_only=True):
    """A unit made a called shot."""

    unit: str
    target: str
    aim: str


class MountAimed(Event, frozen=True, kw_only=True):
    """A unit attacked another unit's mount."""

    unit: str
    target: str


class Criticalled(Event, frozen=True, kw_only=True, tag="critical"):
    """An attack was a critical."""

    unit: str
    target: str
    sixes: int


class Strayed(Event, frozen=True, kw_only=True):
    """A shot into a melee hit another unit."""

    unit: str
    target: str
    victim: str


class Pushed(Event, frozen=True, kw_only=True):
    """A unit pushed a roll."""

    unit: str
    stress: int


class Calmed(Event, frozen=True, kw_only=True):
    """A unit lost stress."""

    unit: str
    stress: int


class MeleeLeft(Event, frozen=True, kw_only=True):
    """A unit left a melee."""

    unit: str


class LeavingFailed(Event, frozen=True, kw_only=True):
    """A unit failed to leave a melee."""

    unit: str


class WalkStopped(Event, frozen=True, kw_only=True):
    """A guard stopped a move."""

    unit: str
    at: Cell


class WoundLost(Event, frozen=True, kw_only=True):
    """A player character lost a wound and recovered from 0 life."""

    unit: str
    left: int
    life: int


class Injured(Event, frozen=True, kw_only=True):
    """A player character suffered a critical injury."""

    unit: str
    injury: str
    number: int


class AtDoor(Event, frozen=True, kw_only=True):
    """A player character is at Death's Door."""

    unit: str


class HeldOn(Event, frozen=True, kw_only=True):
    """A unit at Death's Door survived."""

    unit: str


class Revived(Event, frozen=True, kw_only=True):
    """A unit returned from Death's Door."""

    unit: str


class HelpFailed(Event, frozen=True, kw_only=True):
    """Help for a unit at Death's Door failed."""

    unit: str
    target: str


class Disarmed(Event, frozen=True, kw_only=True):
    """A weapon fell onto a tile."""

    unit: str
    weapon: str
    at: Cell


class WeaponTaken(Event, frozen=True, kw_only=True):
    """A unit took another weapon in hand."""

    unit: str
    weapon: str


class Loading(Event, frozen=True, kw_only=True):
    """A unit loads a weapon; `left` is the number of actions that loading still takes."""

    unit: str
    weapon: str
    left: int


class Entangled(Event, frozen=True, kw_only=True):
    """A unit grappled another unit."""

    unit: str
    target: str


class Loosened(Event, frozen=True, kw_only=True):
    """A unit became less entangled."""

    unit: str
    left: int


class GrappleBroken(Event, frozen=True, kw_only=True):
    """A grapple ended."""

    unit: str
    target: str


class GotToFeet(Event, frozen=True, kw_only=True, tag="stood_up"):
    """A unit stood up."""

    unit: str


class GotUp(Event, frozen=True, kw_only=True):
    """A unit mounted."""

    unit: str


class GotDown(Event, frozen=True, kw_only=True):
    """A unit dismounted."""

    unit: str


class MountHurt(Event, frozen=True, kw_only=True):
    """A mount took damage."""

    unit: str
    amount: int
    left: int


class MountFed(Event, frozen=True, kw_only=True):
    """A mount healed."""

    unit: str
    left: int


class MountSlain(Event, frozen=True, kw_only=True):
    """A mount was slain."""

    unit: str


class MountLeft(Event, frozen=True, kw_only=True):
    """A mount without a rider left the battle."""

    unit: str


class MountHeld(Event, frozen=True, kw_only=True):
    """A mount obeyed its rider."""

    unit: str


class Bolted(Event, frozen=True, kw_only=True):
    """A mount bolted with its rider."""

    unit: str


class Refused(Event, frozen=True, kw_only=True):
    """A mount refused to attack, because it isn't trained for battle."""

    unit: str


class KeptSeat(Event, frozen=True, kw_only=True, tag="landed_well"):
    """A rider fell off a mount, and landed well."""

    unit: str


class ReadiedShot(Event, frozen=True, kw_only=True):
    """A unit readied a shot at a tile."""

    unit: str
    at: Cell


class OnGuard(Event, frozen=True, kw_only=True):
    """A unit guards a tile."""

    unit: str
    at: Cell


PART = part_of(globals())
