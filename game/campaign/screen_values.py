"""The values that the screen shows of a journey at its stop."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from game.campaign.campaign_tables import Stake
from game.play.aftermath import Gain
from game.play.level_list import LevelMap, SideObjective

Kind = Literal["story", "battle", "camp", "ending"]


class StopShown(msgspec.Struct, frozen=True):
    """The current stop. Its `kind` is `battle` only until its battle is won."""

    id: str
    title: str
    chapter: str
    """Chapter heading over this part of the road, or ""."""
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
    """Kind of stop: `battle` even after the battle is won."""
    is_lost: bool = False
    """Whether the stop's battle was lost and hasn't been won since."""


class Tally(msgspec.Struct, frozen=True):
    """The results of a journey's battles: places won, places lost for now, and battles begun."""

    won: int
    lost: int
    begun: int


class WayShown(msgspec.Struct, frozen=True):
    """A path on from a stop. If it is closed, `why` is a sentence."""

    text: str
    to: str
    is_open: bool
    why: str = ""


class Changed(msgspec.Struct, frozen=True):
    """The changes to a battle, as titles of units."""

    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    """Units with changed stats or places."""


class BattleChange(msgspec.Struct, frozen=True):
    """A change to a later battle, with the title of its stop."""

    stop: str
    changed: Changed


class OptionShown(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a choice, with all that it gives."""

    id: str
    title: str
    about: str
    icon: str = ""
    """Name of its image, or ""."""
    gain: Gain | None = None
    """Trait that it gives, or None."""
    finds: tuple[str, ...] = ()
    """Items that go to the stores."""
    heroes: tuple[str, ...] = ()
    """Ids of the heroes who can gain the trait; empty if it has none."""
    everyone: bool = False
    """Whether all these heroes gain it, instead of one."""
    rest: bool = False
    """Whether the party takes a long rest at once."""
    opens: tuple[str, ...] = ()
    """Texts of the paths that it opens."""
    changes: tuple[BattleChange, ...] = ()
    """Changes to later battles."""
    things: tuple[str, ...] = ()
    """Weapons, powers and armour that the trait gives."""
    is_told: bool = False
    """Whether the author has written a line about it for the journey's record."""


class ChoiceShown(msgspec.Struct, frozen=True):
    """A choice to be made before the journey goes on."""

    stop: str
    title: str
    """Title of the hero who has gained a rank, or else of the stop."""
    options: tuple[OptionShown, ...]
    hero: str = ""
    """Id of the hero who has gained a rank; "" for a choice after a battle."""
    rank: int = 0
    left: int = 1
    """Number of choices to be made, this one included."""


class HeroShown(msgspec.Struct, frozen=True):
    """A hero of the roster, in their current state."""

    id: str
    title: str
    kind: str
    """Title of the kind in the bestiary."""
    about: str
    rank: int
    growths: tuple[Gain, ...]
    """Gains of the hero from each rank so far, in order."""
    next: Gain | None
    """Gain of the hero from the next rank, or None if there is no next rank."""
    life: int
    most: int
    is_hurt: bool
    is_down: bool
    gear: tuple[str, ...]
    """Weapons and armour."""
    items: tuple[str, ...]
    powers: tuple[str, ...]
    traits: tuple[Gain, ...] = ()
    """Gains from choices."""
    stats: object = None
    """Stats, of the type for the book's units, for the facts lines of the hero's gear and items."""

    @property
    def growth(self) -> str:
        """The title of the last rank gained, or ""."""
        return self.growths[-1].title if self.growths else ""


class SideShown(msgspec.Struct, frozen=True):
    """A side of the next battle."""

    id: str
    title: str
    is_party: bool
    player: str
    """Name of the side's player; "" if the rules act for the side."""
    units: tuple[str, ...]
    """Titles of the side's units; for the party, without the places of heroes."""
    colour: str | None = None
    shape: str | None = None


class GoalShown(msgspec.Struct, frozen=True):
    """An optional objective of the next battle, with its reward."""

    title: str
    finds: tuple[str, ...] = ()


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
    """Maximum number of heroes; None if the level is played unchanged."""
    changed: Changed
    intro: str = ""
    aims: tuple[SideObjective, ...] = ()
    """Objectives of all sides, with each side's title."""
    goals: tuple[GoalShown, ...] = ()
    """Optional objectives that the campaign rewards."""
    grows: bool = False
    """Whether surviving heroes gain a rank by winning."""
    ground: LevelMap | None = None
    """Map of the level."""
    can_lose: bool = False
    """Whether the road continues after a defeat; otherwise the battle must be retried."""
    plays: Mapping[str, str] = {}
    """Title of the kind that each hero plays, by hero, if the battle is at another table."""
    stakes: tuple[Stake, ...] = ()
    """Gains and losses on the road."""
