"""The visible facts of a journey at its stop."""

from typing import Literal

import msgspec

from game.play.aftermath import Gain
from game.play.level_list import LevelMap, SideObjective

Kind = Literal["story", "battle", "camp", "ending"]


class StopShown(msgspec.Struct, frozen=True):
    """The present stop. After its battle is won, it shows the rest of its contents."""

    id: str
    title: str
    chapter: str
    """Heading over this part of the road, or ""."""
    text: tuple[str, ...]
    """Paragraphs of the story."""
    kind: Kind
    is_won: bool = False
    """Whether there was a battle here that has been won."""
    is_rested: bool = False
    """Whether the long rest of this camp has been taken."""


class PassedShown(msgspec.Struct, frozen=True):
    """A visited stop."""

    title: str
    kind: Kind
    """Kind of stop: a battle counts even after it is won."""
    is_lost: bool = False
    """Whether its battle was lost and not won since."""


class Tally(msgspec.Struct, frozen=True):
    """The results of a journey's battles: places won, places lost for now, and battles begun."""

    won: int
    lost: int
    begun: int


class WayShown(msgspec.Struct, frozen=True):
    """A way on. If it is shut, `why` is a sentence."""

    text: str
    to: str
    is_open: bool
    why: str = ""


class HeroShown(msgspec.Struct, frozen=True):
    """A hero of the roster, with the current state."""

    id: str
    title: str
    kind: str
    """Title of the kind in the bestiary."""
    about: str
    rank: int
    growths: tuple[Gain, ...]
    """Gains of the ranks so far, in order."""
    next: Gain | None
    """Gain of the next rank, if there is one."""
    life: int
    most: int
    is_hurt: bool
    is_down: bool
    gear: tuple[str, ...]
    """Weapons and armour."""
    items: tuple[str, ...]
    powers: tuple[str, ...]
    stats: object = None
    """Stats of the type of the book's units, for the facts lines of what the hero has."""

    @property
    def growth(self) -> str:
        """The title of the last rank gained, or ""."""
        return self.growths[-1].title if self.growths else ""


class SideShown(msgspec.Struct, frozen=True):
    """A side of the battle to come."""

    id: str
    title: str
    is_party: bool
    player: str
    """Name of its player."""
    units: tuple[str, ...]
    """Titles of its units; for the party only those that take part whoever goes."""
    colour: str | None = None
    shape: str | None = None


class Changed(msgspec.Struct, frozen=True):
    """The changes to a battle at this difficulty, by the titles of units."""

    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    """Units with changed stats or places."""


class BattleShown(msgspec.Struct, frozen=True):
    """The battle of this stop."""

    level: str
    title: str
    book: str
    """Id of the rulebook."""
    side: str
    """Side of the party."""
    sides: tuple[SideShown, ...]
    heroes: int | None
    """Maximum number of heroes; None if the level is played as it is."""
    changed: Changed
    intro: str = ""
    aims: tuple[SideObjective, ...] = ()
    """Objectives of each side, by the side's title."""
    grows: bool = False
    """Whether surviving heroes gain a rank by winning."""
    ground: LevelMap | None = None
    """Map of the level."""
    can_lose: bool = False
    """Whether the road continues after a defeat; otherwise the battle must be retried."""
