"""The tables of a level file, as they stand there."""

from typing import Annotated, TypeAlias

import msgspec

from game.terms.level import Side
from game.terms.schema import ref

FORMAT = 1
"""The newest format of levels that is understood."""
MOST_ROUNDS = 10_000

Title: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
TerrainName: TypeAlias = Annotated[str, ref("terrain")]
SideName: TypeAlias = Annotated[str, ref("side")]
UnitName: TypeAlias = Annotated[str, ref("unit")]
KindName: TypeAlias = Annotated[str, ref("kind")]


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a letter of the grid stands for."""

    terrain: TerrainName
    unit: UnitName | None = None


class MapTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[map]`."""

    grid: str
    legend: dict[str, TerrainName | Letter]


class UnitTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every book's `[[unit]]` may say; the keys of its figures come beside these."""

    id: str
    side: SideName
    kind: KindName
    at: tuple[int, int] | None = None
    title: Title | None = None


class LevelTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level file. The book's table, under the book's id, comes beside these."""

    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT)]
    rulebook: str
    title: Title
    map: MapTable
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] | None = None
    rounds_winner: SideName | None = None
    party: SideName | None = None
    side: tuple[Side, ...] = ()
    unit: tuple[UnitTable, ...] = ()
