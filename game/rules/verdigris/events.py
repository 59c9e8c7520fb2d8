"""Verdigris's own events."""

from game.core.cells import Cell
from game.terms.events import Event
from game.terms.parts import part_of


class Swayed(Event, frozen=True, kw_only=True):
    """The die of the round is cast: which side goes first."""

    unit: str
    side: str
    value: int


class SideSurprised(Event, frozen=True, kw_only=True, tag="surprised"):
    """A side is surprised."""

    side: str


class Watched(Event, frozen=True, kw_only=True):
    """A side that hid was seen in time."""

    side: str


class Aimed(Event, frozen=True, kw_only=True):
    """A unit makes a called shot or blow."""

    unit: str
    target: str
    aim: str


class MountAimed(Event, frozen=True, kw_only=True):
    """A unit attacks the mount of another."""

    unit: str
    target: str


class Criticalled(Event, frozen=True, kw_only=True, tag="critical"):
    """An attack was a critical."""

    unit: str
    target: str
    sixes: int


class Strayed(Event, frozen=True, kw_only=True):
    """A shot into a melee hits somebody else."""

    unit: str
    target: str
    victim: str


class Pushed(Event, frozen=True, kw_only=True):
    """A unit has pushed a test."""

    unit: str
    stress: int


class Calmed(Event, frozen=True, kw_only=True):
    """A unit has less stress."""

    unit: str
    stress: int


class MeleeLeft(Event, frozen=True, kw_only=True):
    """A unit gets out of a melee."""

    unit: str


class LeavingFailed(Event, frozen=True, kw_only=True):
    """A unit does not get out of a melee."""

    unit: str


class WalkStopped(Event, frozen=True, kw_only=True):
    """A guard has stopped a move."""

    unit: str
    at: Cell


class WoundLost(Event, frozen=True, kw_only=True):
    """A player character has come back from 0 at the price of a wound."""

    unit: str
    left: int
    life: int


class Injured(Event, frozen=True, kw_only=True):
    """A player character has a critical injury."""

    unit: str
    injury: str
    number: int


class AtDoor(Event, frozen=True, kw_only=True):
    """A player character is at Death's Door."""

    unit: str


class HeldOn(Event, frozen=True, kw_only=True):
    """A unit at Death's Door still lives."""

    unit: str


class Revived(Event, frozen=True, kw_only=True):
    """A unit is back from Death's Door."""

    unit: str


class HelpFailed(Event, frozen=True, kw_only=True):
    """Help did not bring anybody back."""

    unit: str
    target: str


class Disarmed(Event, frozen=True, kw_only=True):
    """A weapon now lies on a tile."""

    unit: str
    weapon: str
    at: Cell


class WeaponTaken(Event, frozen=True, kw_only=True):
    """A unit has another weapon in hand."""

    unit: str
    weapon: str


class Loading(Event, frozen=True, kw_only=True):
    """A unit loads a weapon; so many actions are still to go."""

    unit: str
    weapon: str
    left: int


class Entangled(Event, frozen=True, kw_only=True):
    """A unit holds another."""

    unit: str
    target: str


class Loosened(Event, frozen=True, kw_only=True):
    """A unit is less entangled."""

    unit: str
    left: int


class GrappleBroken(Event, frozen=True, kw_only=True):
    """Two units have let go of each other."""

    unit: str
    target: str


class GotToFeet(Event, frozen=True, kw_only=True, tag="stood_up"):
    """A unit has got up."""

    unit: str


class GotUp(Event, frozen=True, kw_only=True):
    """A unit has got on its mount."""

    unit: str


class GotDown(Event, frozen=True, kw_only=True):
    """A unit has got off its mount."""

    unit: str


class MountHurt(Event, frozen=True, kw_only=True):
    """A mount lost life."""

    unit: str
    amount: int
    left: int


class MountFed(Event, frozen=True, kw_only=True):
    """A mount regained life."""

    unit: str
    left: int


class MountSlain(Event, frozen=True, kw_only=True):
    """A mount is dead."""

    unit: str


class MountLeft(Event, frozen=True, kw_only=True):
    """A mount without a rider has left the battle."""

    unit: str


class MountHeld(Event, frozen=True, kw_only=True):
    """A mount does as it is told."""

    unit: str


class Bolted(Event, frozen=True, kw_only=True):
    """A mount runs from danger with its rider."""

    unit: str


class Refused(Event, frozen=True, kw_only=True):
    """A mount does not do what it was not trained for."""

    unit: str


class KeptSeat(Event, frozen=True, kw_only=True, tag="landed_well"):
    """A rider who fell has landed well."""

    unit: str


class ReadiedShot(Event, frozen=True, kw_only=True):
    """A unit waits to shoot at who enters a tile."""

    unit: str
    at: Cell


class OnGuard(Event, frozen=True, kw_only=True):
    """A unit waits to strike at who enters a tile."""

    unit: str
    at: Cell


PART = part_of(globals())
