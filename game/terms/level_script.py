"""The contents of a level beyond its map and units: areas, deployment, objectives, triggers, etc.

A level file and a resolved level share these types. In a resolved level, units have their full ids
(`red.ann`) and areas list their tiles.
"""

import re
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from game.core.cells import Cell
from game.terms.book_schema import ref

AreaName = Annotated[str, ref("area")]
SideName = Annotated[str, ref("side")]
UnitName = Annotated[str, ref("unit")]
TerrainName = Annotated[str, ref("terrain")]
ComputerName = Literal["random", "novice", "soldier"]
"""The computer players that files can name, from weakest to strongest."""
ObjectiveName = Annotated[str, ref("objective")]
TriggerName = Annotated[str, ref("trigger")]
LetterName = Annotated[str, msgspec.Meta(min_length=1, max_length=1), ref("letter")]
ThingName = Annotated[str, ref("thing")]
DeedName = Annotated[str, ref("deed")]
CommandName = Annotated[str, ref("command")]
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


UNDO = "undo"
"""The deed that is only sometimes possible, so that lessons can wait for it."""
DEEDS = (
    *(UNDO, "threats", "point", "forecast", "page", "objectives", "describe", "log", "lens"),
    *("reactions", "end_early"),
)
"""Deeds of a player at the window other than commands. Only lessons use them."""
KEYS = (
    *("confirm", "cancel", "next", "previous", "undo", "end", "threats", "log", "help", "lens"),
    *("describe", "center", "next_unit", "reactions", "faster", "skip", "up", "down", "left"),
    *("right", "zoom_in", "zoom_out", "page_up", "page_down"),
)
"""Actions whose keys a lesson can name, as in `{undo}`."""


class FileTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a level file."""


class Who(FileTable, frozen=True):
    """A unit, or any unit of a side. With neither key: any unit at all."""

    unit: UnitName | None = None
    """This unit."""
    side: SideName | None = None
    """Any unit of this side."""


class Foe(Who, frozen=True):
    """A unit, or all units of a side: exactly one of these keys."""


class WhenEntered(Who, frozen=True, kw_only=True):
    """The condition that one of the units is in an area."""

    area: AreaName
    """Id of the area."""


class WhenHealth(Who, frozen=True, kw_only=True):
    """The condition that one of the units is alive and has at most this much life."""

    at_most: Count
    """Maximum life left."""


class WhenUsed(Who, frozen=True, kw_only=True):
    """The condition that one of the units has used an item, traps included."""

    item: ThingName | None = None
    """Id of the item. Default: any item."""


class WhenHandled(Who, frozen=True, kw_only=True):
    """The condition that one of the units has interacted with a lever or the like in an area."""

    area: AreaName
    """Id of the area."""


class WhenBroken(Who, frozen=True, kw_only=True):
    """The condition that one of the units has broken a door or the like in an area."""

    area: AreaName
    """Id of the area."""


class WhenAttacked(Who, frozen=True, kw_only=True):
    """The condition that one of the units has attacked, whether it hit or not."""

    target: UnitName | None = None
    """Unit that was attacked. Default: any unit."""


class Heads(FileTable, frozen=True):
    """A number of units left, of one side or all, on the whole board or in an area."""

    side: SideName | None = None
    """Count only units of this side."""
    area: AreaName | None = None
    """Count only units in this area."""
    at_least: Count | None = None
    """Minimum number of units."""
    at_most: Count | None = None
    """Maximum number of units."""


class Standing(FileTable, frozen=True):
    """A condition about the state of the battle."""

    round: Number | None = None
    """True from the start of this round onwards."""
    turn: UnitName | None = None
    """True during this unit's turn."""
    enter: WhenEntered | None = None
    """True while a unit is in an area."""
    death: Who | None = None
    """True once the unit has died, or once no unit of the side is left."""
    health: WhenHealth | None = None
    """True while a unit has little life left."""
    count: Heads | None = None
    """True while the number of units left is within these limits."""


class When(Standing, frozen=True):
    """One condition of a trigger: exactly one of these keys."""

    used: WhenUsed | None = None
    """True once a unit has used an item."""
    handled: WhenHandled | None = None
    """True once a unit has interacted with something: a lever, a door."""
    broken: WhenBroken | None = None
    """True once a unit has broken something: a door, a cask."""
    attacked: WhenAttacked | None = None
    """True once a unit has attacked."""
    reacted: Who | None = None
    """True once a unit has attacked as a reaction."""
    ended: Who | None = None
    """True once a unit has ended a turn."""


class Reinforcement(FileTable, frozen=True, kw_only=True):
    """The arrival on the board of units that have no place yet."""

    units: Annotated[tuple[UnitName, ...], msgspec.Meta(min_length=1)]
    """Units that arrive, in this order."""
    area: AreaName
    """Area in which they arrive, on its free tiles in reading order. A unit without a free tile
    waits.
    """


class Open(FileTable, frozen=True, kw_only=True):
    """A change of an area's tiles to another terrain."""

    area: AreaName
    """Area whose tiles change."""
    terrain: TerrainName
    """Terrain that the tiles become."""


class Do(FileTable, frozen=True):
    """One effect of a trigger: exactly one of these keys."""

    message: Sentence | None = None
    """Shows a message to everyone."""
    reinforcement: Reinforcement | None = None
    """Brings units onto the board."""
    open: Open | None = None
    """Changes terrain: opens a door, floods a cellar."""
    win: SideName | None = None
    """This side wins."""
    lose: SideName | None = None
    """This side loses, and its units leave the board."""
    objective: ObjectiveName | None = None
    """This objective is completed."""


class Trigger(FileTable, frozen=True, kw_only=True):
    """A trigger: when all its conditions are true at once, its effects happen in order."""

    id: str | None = None
    """Id of the trigger, for expectations. Default: none."""
    when: Annotated[tuple[When, ...], msgspec.Meta(min_length=1, max_length=100)]
    """Conditions, all of which must be true."""
    do: Annotated[tuple[Do, ...], msgspec.Meta(min_length=1, max_length=100)]
    """Effects, in order."""
    until: Annotated[tuple[When, ...], msgspec.Meta(max_length=100)] = ()
    """Conditions that withdraw the trigger: once one of them has been true, it no longer acts."""
    once: bool = True
    """Whether the trigger acts only once. With `false`, it acts each time its conditions become
    true again.
    """


class LessonWhen(Standing, frozen=True):
    """One condition of a lesson: exactly one of these keys."""

    can: CommandName | None = None
    """True while the player can give this command to the unit asked, or can undo (`undo`)."""
    did: DeedName | None = None
    """True once the player has done this in the battle: a command, or a deed at the window."""


class Lesson(FileTable, frozen=True, kw_only=True):
    """A lesson: the window shows it to the player of the party, once, when `when` is true.

    It is not part of the battle: other players, replays and programs never see it.
    """

    when: Annotated[tuple[LessonWhen, ...], msgspec.Meta(min_length=1, max_length=100)]
    """Conditions, all of which must be true."""
    until: Annotated[tuple[LessonWhen, ...], msgspec.Meta(max_length=100)] = ()
    """Conditions that withdraw the lesson: once one of them has been true, it is gone, read or
    not.
    """
    message: Sentence
    """Text of the lesson. A name in braces, such as {undo}, becomes the player's key for it."""


KEY = re.compile(r"\{([^{}]*)\}")
"""The form of an action's name in a lesson's message."""


def keys_in(message: str) -> tuple[str, ...]:
    """Return the names of the actions whose keys a lesson names."""
    return tuple(KEY.findall(message))


class Hold(FileTable, frozen=True, kw_only=True):
    """An area to hold, with no unit of another side in it."""

    area: AreaName
    """Id of the area."""
    rounds: Number
    """Number of rounds in a row. The side must hold the area at the end of each."""


class Objective(FileTable, frozen=True, kw_only=True):
    """An objective of a side. The side wins once it has completed all its required objectives.

    At most one of `reach`, `defeat`, `survive`, `hold` and `protect` says how to complete it.
    Without any of them, a trigger completes it.
    """

    id: str
    """Id of the objective, for triggers."""
    side: SideName
    """Side that the objective belongs to."""
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    """Name that players read."""
    optional: bool = False
    """Whether the side can win without it."""
    reach: WhenEntered | None = None
    """Completed when a unit of the side (or the named unit) is in the area."""
    defeat: Foe | None = None
    """Completed when the unit has died, or when no unit of the side is left."""
    survive: Number | None = None
    """Completed when the side still has units after this number of rounds."""
    hold: Hold | None = None
    """Completed when the side has held an area for some rounds."""
    protect: UnitName | None = None
    """Unit that must survive. If it dies, the side loses."""


class Area(FileTable, frozen=True, kw_only=True):
    """Tiles with a name: exactly one of `tiles`, `rect` and `letter`."""

    id: str
    """Id of the area, used by all other tables."""
    tiles: Annotated[tuple[Cell, ...], msgspec.Meta(min_length=1)] | None = None
    """The tiles, as [column, row]."""
    rect: tuple[int, int, Number, Number] | None = None
    """A rectangle: column and row of its top left tile, width, height."""
    letter: LetterName | None = None
    """All tiles with this letter in the grid."""


class Deploy(FileTable, frozen=True, kw_only=True):
    """A deployment: before the first turn, a side places its units itself, in an area."""

    side: SideName
    """Side that places its units."""
    area: AreaName
    """Area in which it places them."""
    units: tuple[UnitName, ...] | None = None
    """Units to place. Default: all units of the side that have no place and don't arrive later."""


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


class ShareOfBattles(FileTable, frozen=True, kw_only=True):
    """A range for the share of battles in which something happens."""

    least: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    """Minimum share of battles, from 0 to 1."""
    most: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    """Maximum share of battles, from 0 to 1."""


class Between(ShareOfBattles, frozen=True, kw_only=True):
    """A range for the share of battles that a side wins."""

    side: SideName
    """Side whose wins count."""


class ObjectiveShare(ShareOfBattles, frozen=True, kw_only=True):
    """A range for the share of battles in which an objective is completed, or fails."""

    objective: ObjectiveName
    """Id of the objective."""


class TriggerShare(ShareOfBattles, frozen=True, kw_only=True):
    """A range for the share of battles in which a trigger fires."""

    trigger: TriggerName
    """Id of the trigger."""


class UseShare(ShareOfBattles, frozen=True, kw_only=True):
    """A range for the share of battles in which something is used: `thing` or `command`."""

    thing: ThingName | None = None
    """Id of a weapon, item, power, spell or ability."""
    command: CommandName | None = None
    """Name of a command, such as `dash`."""
    side: SideName | None = None
    """Side that uses it. Default: any side."""


class Expect(FileTable, frozen=True, kw_only=True):
    """An expectation of the author, tested by `check --strict`: exactly one of these keys.

    Except for `reachable`, the test plays `games` battles with `players` on all sides.
    """

    reachable: WhenEntered | None = None
    """This unit, or a unit of this side, can reach the area. Tiles that triggers open count as
    open.
    """
    wins: Between | None = None
    """A side wins this share of the battles."""
    completes: ObjectiveShare | None = None
    """An objective is completed in this share of the battles."""
    fails: ObjectiveShare | None = None
    """An objective fails in this share of the battles."""
    fires: TriggerShare | None = None
    """A trigger fires in this share of the battles."""
    uses: UseShare | None = None
    """Something is used in this share of the battles."""
    ends_before: Number | None = None
    """Every battle ends before this round."""
    nobody_dies_before_acting: bool | None = None
    """No unit dies before its first turn."""
    players: ComputerName = "soldier"
    """Computer player that plays all sides."""
    games: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20
    """Number of battles."""


class Story(FileTable, frozen=True):
    """The text before and after a battle."""

    intro: Sentence | None = None
    """Text before the battle."""
    won: Sentence | None = None
    """Text after the party's side has won."""
    lost: Sentence | None = None
    """Text after another side has won."""
    draw: Sentence | None = None
    """Text after a draw."""


ONE_OF: dict[type[msgspec.Struct], tuple[str, ...]] = {
    When: (
        *("round", "turn", "enter", "death", "health", "count"),
        *("used", "handled", "broken", "attacked", "reacted", "ended"),
    ),
    LessonWhen: ("round", "turn", "enter", "death", "health", "count", "can", "did"),
    Do: ("message", "reinforcement", "open", "win", "lose", "objective"),
    Area: ("tiles", "rect", "letter"),
    Foe: ("unit", "side"),
    Expect: (
        *("reachable", "wins", "completes", "fails", "fires", "uses"),
        *("ends_before", "nobody_dies_before_acting"),
    ),
    UseShare: ("thing", "command"),
}
"""Tables that must have exactly one of these keys."""

AT_MOST_ONE: dict[type[msgspec.Struct], tuple[str, ...]] = {
    Objective: ("reach", "defeat", "survive", "hold", "protect"),
    Behaviour: ("hold", "hunt", "guard", "patrol"),
    Who: ("unit", "side"),
    WhenEntered: ("unit", "side"),
    WhenHealth: ("unit", "side"),
    WhenUsed: ("unit", "side"),
    WhenHandled: ("unit", "side"),
    WhenBroken: ("unit", "side"),
    WhenAttacked: ("unit", "side"),
}
"""Tables that can have at most one of these keys."""


AT_LEAST_ONE: dict[type[msgspec.Struct], tuple[str, ...]] = {Heads: ("at_least", "at_most")}
"""Tables that must have at least one of these keys."""


class Script(msgspec.Struct, frozen=True, dict=True):
    """The resolved tables of a level beyond its map and units: triggers, lessons and so on."""

    areas: dict[str, tuple[Cell, ...]] = {}
    """The tiles of each area, in reading order."""
    deploy: tuple[Deploy, ...] = ()
    objectives: tuple[Objective, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    expects: tuple[Expect, ...] = ()
    story: Story = Story()

    @cached_property
    def asked(self) -> frozenset[str]:
        """The keys of all conditions that triggers ask for."""
        whens = (when for one in self.triggers for when in (*one.when, *one.until))
        return frozenset(key for when in whens for key in ONE_OF[When] if getattr(when, key))

    @property
    def reinforcements(self) -> tuple[Reinforcement, ...]:
        """All reinforcements that triggers bring, in the order of the triggers."""
        found = (deed.reinforcement for trigger in self.triggers for deed in trigger.do)
        return tuple(one for one in found if one is not None)

    @property
    def coming(self) -> frozenset[str]:
        """The units that arrive during the battle."""
        return frozenset(id for one in self.reinforcements for id in one.units)

    @property
    def placed(self) -> frozenset[str]:
        """The units that their sides place before the first turn."""
        return frozenset(id for deploy in self.deploy for id in deploy.units or ())
