"""The tables of a level file, as they stand there."""

from typing import Annotated, TypeAlias

import msgspec

from game.terms.book_schema import ref
from game.terms.level import Side
from game.terms.level import Title as Name
from game.terms.level_script import (
    Area,
    Behaviour,
    Deploy,
    Expect,
    Objective,
    SideName,
    Story,
    TerrainName,
    Trigger,
    UnitName,
)
from game.terms.rosters import KindName, Roster

FORMAT = 1
"""The newest format of levels that is understood."""
MOST_ROUNDS = 10_000

Title: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
ZoneName: TypeAlias = Annotated[str, ref("zone")]


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a letter of the grid stands for."""

    terrain: TerrainName
    """What the tile is made of."""
    unit: UnitName | None = None
    """Who stands on it."""


class MapTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[map]`."""

    grid: str
    """The map, one line a row and one letter a tile."""
    legend: dict[str, TerrainName | Letter]
    """What each letter of the grid stands for."""
    zones: str | None = None
    """A second such map of the same size, one letter a zone; '.' and ' ' are in none."""
    zone_names: dict[ZoneName, Name] = {}
    """What players read for the letter of a zone."""


class UnitTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of every book's `[[unit]]`; the keys of its figures come beside these."""

    id: str
    """Its name in commands, after its side's: `red.ann`."""
    side: SideName
    """Whose it is."""
    kind: KindName
    """What it is, in the book's bestiary; any key of that may be said anew here."""
    at: tuple[int, int] | None = None
    """Where it stands, as [column, row], if no letter of the grid says so."""
    title: Name | None = None
    """What players read; the id if not said."""
    behaviour: Behaviour | None = None
    """How it behaves while a computer player has it; as that player sees fit if not said."""


class LevelTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level file. The book's table, under the book's id, comes beside these."""

    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT)]
    """The version of the format of level files."""
    rulebook: str
    """The id of the book it is played by."""
    title: Title
    """What players read."""
    map: MapTable
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] | None = None
    """The last round; what the book says if not said."""
    rounds_winner: SideName | None = None
    """Who wins when the rounds are over; nobody if not said."""
    party: SideName | None = None
    """The side of the players, of which `[text]` tells; the first if not said."""
    side: tuple[Side, ...] = ()
    unit: tuple[UnitTable, ...] = ()
    area: tuple[Area, ...] = ()
    roster: tuple[Roster, ...] = ()
    deploy: tuple[Deploy, ...] = ()
    objective: tuple[Objective, ...] = ()
    trigger: tuple[Trigger, ...] = ()
    expect: tuple[Expect, ...] = ()
    text: Story | None = None


MOST = {
    "side": 24,
    "unit": 1000,
    "area": 1000,
    "roster": 24,
    "deploy": 100,
    "objective": 100,
    "trigger": 1000,
    "expect": 100,
}
"""The arrays of a level, and how many entries each may have."""
KEPT = ("behaviour", "title")
"""Keys of every book's units that may be kept for who takes a unit's place."""
MOST_LETTERS = 1000
"""Entries of a legend."""
