"""What a level says beyond its map and units: areas, deployment, objectives, triggers, and more.

A level file and a resolved level use the same types; in the resolved one units are named by their
full ids (`red.ann`), and areas hold their tiles.
"""

from typing import Annotated, Literal

import msgspec

from game.core.cells import Cell
from game.terms.book_schema import ref

AreaName = Annotated[str, ref("area")]
SideName = Annotated[str, ref("side")]
UnitName = Annotated[str, ref("unit")]
TerrainName = Annotated[str, ref("terrain")]
ComputerName = Literal["random", "novice", "soldier"]
"""The computer players that files name, the weakest first."""
ObjectiveName = Annotated[str, ref("objective")]
LetterName = Annotated[str, msgspec.Meta(min_length=1, max_length=1), ref("letter")]
ThingName = Annotated[str, ref("thing")]
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class FileTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a level file. `ONE_OF` names keys of which exactly one must be there."""


class Who(FileTable, frozen=True):
    """A unit, or the units of a side; nobody named means anybody."""

    unit: UnitName | None = None
    """This unit."""
    side: SideName | None = None
    """Any unit of this side."""


class Foe(Who, frozen=True):
    """Exactly one of these: a unit, or all of a side."""


class WhenEntered(Who, frozen=True, kw_only=True):
    """One of them stands in an area."""

    area: AreaName
    """The area's id."""


class WhenHealth(Who, frozen=True, kw_only=True):
    """One of them stands, with no more life than this."""

    at_most: Count
    """The life left."""


class WhenUsed(Who, frozen=True, kw_only=True):
    """One of them has used an item up, as a trap too."""

    item: ThingName | None = None
    """This item; any if none is named."""


class WhenHandled(Who, frozen=True, kw_only=True):
    """One of them has handled something in an area: a lever, a door, a chest."""

    area: AreaName
    """The area's id."""


class WhenBroken(Who, frozen=True, kw_only=True):
    """One of them has broken something in an area: a door, a cask."""

    area: AreaName
    """The area's id."""


class Heads(FileTable, frozen=True):
    """How many units stand, of a side or of all, on the board or in an area."""

    side: SideName | None = None
    """Only units of this side are counted."""
    area: AreaName | None = None
    """Only units in this area are counted."""
    at_least: Count | None = None
    """So many or more."""
    at_most: Count | None = None
    """So many or fewer."""


class When(FileTable, frozen=True):
    """One condition of a trigger: exactly one of these."""

    round: Number | None = None
    """From the start of this round on."""
    turn: UnitName | None = None
    """During this unit's turn."""
    enter: WhenEntered | None = None
    """Somebody stands in an area."""
    death: Who | None = None
    """This unit is dead, or nobody of this side stands any more."""
    health: WhenHealth | None = None
    """Somebody has little life left."""
    count: Heads | None = None
    """So many stand."""
    used: WhenUsed | None = None
    """Somebody has used an item."""
    handled: WhenHandled | None = None
    """Somebody has handled a lever, a door."""
    broken: WhenBroken | None = None
    """Somebody has broken a door, a cask."""


class Reinforcement(FileTable, frozen=True, kw_only=True):
    """Units that have no place yet come onto the board."""

    units: Annotated[tuple[UnitName, ...], msgspec.Meta(min_length=1)]
    """Who comes, in this order."""
    area: AreaName
    """Where: onto the free tiles of the area, in reading order; who finds none waits."""


class Open(FileTable, frozen=True, kw_only=True):
    """The tiles of an area become another terrain."""

    area: AreaName
    """Which tiles change."""
    terrain: TerrainName
    """What they become."""


class Do(FileTable, frozen=True):
    """One thing that a trigger does: exactly one of these."""

    message: Sentence | None = None
    """Tells everybody a sentence."""
    reinforcement: Reinforcement | None = None
    """Brings units onto the board."""
    open: Open | None = None
    """Changes terrain: opens a door, floods a cellar."""
    win: SideName | None = None
    """This side has won."""
    lose: SideName | None = None
    """This side has lost: its units leave the board."""
    objective: ObjectiveName | None = None
    """This objective is reached."""


class Trigger(FileTable, frozen=True, kw_only=True):
    """When all conditions hold at one moment, all of this is done, in order."""

    when: Annotated[tuple[When, ...], msgspec.Meta(min_length=1, max_length=100)]
    """Every one of them must hold."""
    do: Annotated[tuple[Do, ...], msgspec.Meta(min_length=1, max_length=100)]
    """What happens then."""
    once: bool = True
    """Only the first time; if false, whenever they come to hold anew."""


class Hold(FileTable, frozen=True, kw_only=True):
    """An area to be held, with nobody else of another side in it."""

    area: AreaName
    """The area's id."""
    rounds: Number
    """At the end of so many rounds in a row."""


class Objective(FileTable, frozen=True, kw_only=True):
    """An aim of a side. When it has reached all but the optional ones, it has won.

    At most one of `reach`, `defeat`, `survive`, `hold` and `protect` says what it takes; without
    any, a trigger says when it is reached.
    """

    id: str
    """Names it for triggers."""
    side: SideName
    """Whose aim it is."""
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    """What players read."""
    optional: bool = False
    """Not needed for winning."""
    reach: WhenEntered | None = None
    """One of the side stands in the area (this unit, where one is named)."""
    defeat: Foe | None = None
    """This unit is dead, or nobody of this side stands any more."""
    survive: Number | None = None
    """The side stands when so many rounds are over."""
    hold: Hold | None = None
    """The side holds an area."""
    protect: UnitName | None = None
    """This unit must not die: if it does, the side has lost."""


class Area(FileTable, frozen=True, kw_only=True):
    """Tiles with a name, given by exactly one of `tiles`, `rect` and `letter`."""

    id: str
    """Names it for everything else."""
    tiles: Annotated[tuple[Cell, ...], msgspec.Meta(min_length=1)] | None = None
    """The tiles, as [column, row]."""
    rect: tuple[int, int, Number, Number] | None = None
    """A rectangle: column and row of its upper left tile, width, height."""
    letter: LetterName | None = None
    """All tiles with this letter of the grid."""


class Deploy(FileTable, frozen=True, kw_only=True):
    """A side places its units itself before the first turn, on the tiles of an area."""

    side: SideName
    """Who places."""
    area: AreaName
    """Where."""
    units: tuple[UnitName, ...] | None = None
    """Who is placed; by default all of the side that have no place and do not come later."""


class Behaviour(FileTable, frozen=True, kw_only=True):
    """How a unit behaves while a computer player has it; without any, as that player sees fit."""

    hold: bool = False
    """It never walks of its own will, and fights from where it stands."""
    hunt: bool = False
    """It always goes for the nearest foe, whatever its side's aims are."""
    guard: AreaName | None = None
    """It walks in this area only, and returns to it."""
    patrol: Annotated[tuple[AreaName, ...], msgspec.Meta(min_length=2, max_length=20)] | None = None
    """It walks from one of these areas to the next and round again, until foes come near."""
    flee: Annotated[float, msgspec.Meta(gt=0, le=1)] | None = None
    """With no more than this share of its life left it keeps away from foes."""


class Between(FileTable, frozen=True, kw_only=True):
    """A share of battles."""

    side: SideName
    """Who wins so often."""
    least: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    """No smaller a share of the battles, from 0 to 1."""
    most: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    """No greater a share."""


class Expect(FileTable, frozen=True, kw_only=True):
    """Something the author expects of the level, tried by `check --strict`: exactly one of these.

    All but `reachable` are tried by playing `games` battles with `players` on all sides.
    """

    reachable: WhenEntered | None = None
    """This unit (or one of this side) can walk there, what triggers open counted as open."""
    wins: Between | None = None
    """A side wins so often."""
    ends_before: Number | None = None
    """Every battle ends before this round."""
    nobody_dies_before_acting: bool | None = None
    """Nobody is dead before its first turn."""
    players: ComputerName = "soldier"
    """Who plays."""
    games: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20
    """How many battles."""


class Story(FileTable, frozen=True):
    """What is told before and after a battle."""

    intro: Sentence | None = None
    """Before the battle."""
    won: Sentence | None = None
    """When the party's side has won."""
    lost: Sentence | None = None
    """When another side has won."""
    draw: Sentence | None = None
    """When nobody has won."""


ONE_OF: dict[type[msgspec.Struct], tuple[str, ...]] = {
    When: ("round", "turn", "enter", "death", "health", "count", "used", "handled", "broken"),
    Do: ("message", "reinforcement", "open", "win", "lose", "objective"),
    Area: ("tiles", "rect", "letter"),
    Foe: ("unit", "side"),
    Expect: ("reachable", "wins", "ends_before", "nobody_dies_before_acting"),
}
"""Tables that say exactly one of these keys."""

AT_MOST_ONE: dict[type[msgspec.Struct], tuple[str, ...]] = {
    Objective: ("reach", "defeat", "survive", "hold", "protect"),
    Behaviour: ("hold", "hunt", "guard", "patrol"),
    Who: ("unit", "side"),
    WhenEntered: ("unit", "side"),
    WhenHealth: ("unit", "side"),
    WhenUsed: ("unit", "side"),
    WhenHandled: ("unit", "side"),
    WhenBroken: ("unit", "side"),
}
"""Tables that say at most one of these keys."""


AT_LEAST_ONE: dict[type[msgspec.Struct], tuple[str, ...]] = {Heads: ("at_least", "at_most")}
"""Tables that say at least one of these keys."""


class Script(msgspec.Struct, frozen=True):
    """All of a level that happens by itself, resolved."""

    areas: dict[str, tuple[Cell, ...]] = {}
    """The tiles of each area, in reading order."""
    deploy: tuple[Deploy, ...] = ()
    objectives: tuple[Objective, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    expects: tuple[Expect, ...] = ()
    story: Story = Story()

    @property
    def reinforcements(self) -> tuple[Reinforcement, ...]:
        """All that triggers bring, in the order of the triggers."""
        found = (deed.reinforcement for trigger in self.triggers for deed in trigger.do)
        return tuple(one for one in found if one is not None)

    @property
    def coming(self) -> frozenset[str]:
        """The units that come onto the board later."""
        return frozenset(id for one in self.reinforcements for id in one.units)

    @property
    def placed(self) -> frozenset[str]:
        """The units that their side is told to place before the first turn."""
        return frozenset(id for deploy in self.deploy for id in deploy.units or ())
