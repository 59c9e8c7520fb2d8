"""The tables of a level file, as written."""

from typing import Annotated, TypeAlias

import msgspec

from game.terms.level import Side
from game.terms.level import Title as Name
from game.terms.level_script import Area, Deploy, Expect, Lesson, Objective, Story, Trigger
from game.terms.rosters import Roster
from game.terms.script.behaviours import Behaviour
from game.terms.script.names import KindName, SideName, TerrainName, UnitName, ref

FORMAT = 1
"""The newest known format of level files."""
MOST_ROUNDS = 10_000

Title: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
ZoneName: TypeAlias = Annotated[str, ref("zone")]


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of a letter in the grid."""

    terrain: TerrainName
    """Terrain of the tile."""
    unit: UnitName | None = None
    """Unit on the tile."""


class MapTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[map]`."""

    grid: str
    """The map: a line per row, a letter per tile."""
    legend: dict[str, TerrainName | Letter]
    """Meaning of each letter of the grid."""
    zones: str | None = None
    """A second map of the same size, with each tile's zone as a letter; '.' and ' ' mean no zone.
    """
    zone_names: dict[ZoneName, Name] = {}
    """Names of zones for players, by letter."""


Look: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*/[a-z][a-z0-9_]*$")]
"""A kind with its rulebook, whose image a unit has."""


class UnitTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of `[[unit]]` in every book. The unit's stats add more."""

    id: str
    """Id of the unit; in commands it follows the side's: `red.ann`."""
    side: SideName
    """Side that the unit belongs to."""
    kind: KindName
    """Kind of the unit in the rulebook's bestiary. The unit can override any of its keys."""
    at: tuple[int, int] | None = None
    """Tile of the unit as [column, row], if no letter of the grid places it."""
    title: Name | None = None
    """Name that players read. Default: the name of the side's only unit, or else the id."""
    behaviour: Behaviour | None = None
    """Behaviour of the unit when a computer player plays it. Default: none."""
    look: Look | None = None
    """Kind whose image the unit has, with its rulebook, such as `action/warden`. Default: its own
    kind.
    """


class LevelTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level file. The book's table, under the book's id, is an additional key."""

    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT)]
    """Version of the format of level files."""
    rulebook: str
    """Id of the level's rulebook."""
    title: Title
    """Name that players read."""
    map: MapTable
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] | None = None
    """Last round. Default: the rulebook's."""
    rounds_winner: SideName | None = None
    """Side that wins after the last round. Default: none, a draw."""
    party: SideName | None = None
    """Side of the players, whose victory or defeat `[text]` describes. Default: the first."""
    side: tuple[Side, ...] = ()
    unit: tuple[UnitTable, ...] = ()
    area: tuple[Area, ...] = ()
    roster: tuple[Roster, ...] = ()
    deploy: tuple[Deploy, ...] = ()
    objective: tuple[Objective, ...] = ()
    trigger: tuple[Trigger, ...] = ()
    lesson: tuple[Lesson, ...] = ()
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
    "lesson": 100,
    "expect": 100,
}
"""The arrays of a level, with their maximum numbers of entries."""
KEPT = ("behaviour", "title")
"""Keys of every book's units that a unit's replacement can keep."""
MOST_LETTERS = 1000
"""Maximum number of entries in a legend."""
