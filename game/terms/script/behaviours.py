"""The rules by which computer players move a unit."""

from typing import Annotated, Literal

import msgspec

from game.terms.script.names import AreaName, FileTable

MANNERS = ("hold", "hunt", "guard", "patrol")
"""Keys of a behaviour that exclude each other."""
WOUNDED = "wounded"
"""The foes that a unit can hunt, in place of the nearest."""
MOST_TILES_APART = 30
"""Maximum distance that a behaviour can name, in tiles."""


class Behaviour(FileTable, frozen=True, kw_only=True):
    """Rules by which a computer player moves the unit. Without any key, the player is free."""

    hold: bool = False
    """Whether the unit never moves by itself, and fights from its tile."""
    hunt: bool | Literal["wounded"] = False
    """Whether the unit always heads for the nearest foe, whatever its side's objectives are;
    "wounded": for the most wounded foe.
    """
    guard: AreaName | None = None
    """Area that the unit stays in. If no foe is near, it returns to the tile where it begins."""
    chase: Annotated[int, msgspec.Meta(ge=1, le=MOST_TILES_APART)] | None = None
    """How far from its area a guard goes to attack foes, in tiles. Default: it stays in the area.
    """
    patrol: Annotated[tuple[AreaName, ...], msgspec.Meta(min_length=2, max_length=20)] | None = None
    """Areas that the unit visits in turn, over and over, until foes come near."""
    lead: Annotated[int, msgspec.Meta(ge=1, le=MOST_TILES_APART)] | None = None
    """Distance in tiles within which the unit and the free units of its side keep together."""
    flee: Annotated[float, msgspec.Meta(gt=0, le=1)] | None = None
    """Share of its life at which the unit begins to keep away from foes, for example 0.5."""

    @property
    def is_bound(self) -> bool:
        """Return whether these rules give the unit a place to go, so that it follows no leader."""
        return bool(self.hold or self.hunt or self.guard or self.patrol or self.lead)
