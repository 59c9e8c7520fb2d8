"""The visible facts of a journey at its stop."""

from typing import Literal

import msgspec

from game.play.aftermath import Gain
from game.play.level_list import LevelMap, SideObjective

Kind = Literal["story", "battle", "camp", "ending"]


class StopShown(msgspec.Struct, frozen=True):
    """The present stop. One whose battle has been won shows its other contents."""

    id: str
    title: str
    chapter: str
    """The heading over this part of the road; "" for none."""
    text: tuple[str, ...]
    """Paragraphs."""
    kind: Kind
    is_won: bool = False
    """Whether there was a battle here, and it has been won."""
    is_rested: bool = False
    """Whether the long rest of this camp has been taken."""


class PassedShown(msgspec.Struct, frozen=True):
    """A stop one has been at."""

    title: str
    kind: Kind
    """What it is for: of a stop with a battle that, also when it has been won."""
    is_lost: bool = False
    """Whether its battle has been lost, and not won since."""


class Tally(msgspec.Struct, frozen=True):
    """The results of a road's battles: places won, places lost and not won since, and battles
    begun.
    """

    won: int
    lost: int
    begun: int


class WayShown(msgspec.Struct, frozen=True):
    """A way on; one that is shut says why, in a sentence."""

    text: str
    to: str
    is_open: bool
    why: str = ""


class HeroShown(msgspec.Struct, frozen=True):
    """Somebody of the roster, and how they stand."""

    id: str
    title: str
    kind: str
    """The title of what they are in the bestiary."""
    about: str
    rank: int
    growths: tuple[Gain, ...]
    """What its ranks have brought, one after the other."""
    next: Gain | None
    """What the next one would bring."""
    life: int
    most: int
    is_hurt: bool
    is_down: bool
    gear: tuple[str, ...]
    """What it fights with and wears."""
    items: tuple[str, ...]
    powers: tuple[str, ...]

    @property
    def growth(self) -> str:
        """The title of the last rank gained; "" for none."""
        return self.growths[-1].title if self.growths else ""


class SideShown(msgspec.Struct, frozen=True):
    """A side of the battle to come."""

    id: str
    title: str
    is_party: bool
    player: str
    """Who plays it."""
    units: tuple[str, ...]
    """The titles of its units; of the party those only that are there whoever goes."""
    colour: str | None = None
    shape: str | None = None


class Changed(msgspec.Struct, frozen=True):
    """The changes to a battle at this difficulty, by the titles of units."""

    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    """Units that are there, with other figures or in another place."""


class BattleShown(msgspec.Struct, frozen=True):
    """The battle of this stop."""

    level: str
    title: str
    book: str
    """The id of the rulebook."""
    side: str
    """The party's side."""
    sides: tuple[SideShown, ...]
    heroes: int | None
    """So many of the roster may go at most; None where the level is played as it is."""
    changed: Changed
    intro: str = ""
    aims: tuple[SideObjective, ...] = ()
    """What each side wants, by the title of the side."""
    grows: bool = False
    """Whether who goes, and lives, gains a rank by winning."""
    ground: LevelMap | None = None
    """Its map."""
    can_lose: bool = False
    """Whether the road goes on when it is lost; otherwise it can only be tried again."""
