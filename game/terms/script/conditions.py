"""The conditions of triggers and lessons: one field of `When` or `LessonWhen` for each.

Everything else follows from these tables: the schema, the checks of values, and the sentences in
`trigger_sentences.toml`, which name the same fields.
"""

from typing import Annotated

import msgspec

from game.terms.script.names import (
    AbleName,
    AreaName,
    ChoiceName,
    Count,
    CounterName,
    DeedName,
    FileTable,
    FlagName,
    NewName,
    Number,
    SideName,
    ThingName,
    UnitName,
)

Total = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]


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


class WhenWounded(Who, frozen=True, kw_only=True):
    """The condition that one of the units is alive and has at most this share of its life."""

    at_most: Annotated[float, msgspec.Meta(gt=0, lt=1)]
    """Maximum share of its full life, for example 0.5."""


class WhenSeen(Who, frozen=True, kw_only=True):
    """The condition that one of the units sees another."""

    target: UnitName
    """Unit that is seen."""


class WhenCarried(Who, frozen=True, kw_only=True):
    """The condition that one of the units carries an item, in an area or anywhere."""

    item: ThingName
    """Id of the item."""
    area: AreaName | None = None
    """Area in which the unit must be. Default: anywhere on the board."""


class WhenCounted(FileTable, frozen=True, kw_only=True):
    """The condition that a counter is within limits. Every counter starts at 0."""

    id: CounterName
    """Id of the counter."""
    at_least: Total | None = None
    """Minimum of the counter."""
    at_most: Total | None = None
    """Maximum of the counter."""


class WhenChosen(FileTable, frozen=True, kw_only=True):
    """The condition that a choice was answered in this way."""

    choice: ChoiceName
    """Id of the choice."""
    answer: NewName | None = None
    """Id of the answer. Default: any answer."""


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
    wounded: WhenWounded | None = None
    """True while a unit has only a share of its full life left."""
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
    round_end: Number | None = None
    """True from the end of this round onwards; after the last round, before the battle ends."""
    sees: WhenSeen | None = None
    """True while a unit sees another: no terrain is in the way, and the other isn't hidden."""
    carries: WhenCarried | None = None
    """True while a unit on the board carries an item."""
    flag: FlagName | None = None
    """True while this flag is set."""
    no_flag: FlagName | None = None
    """True while this flag isn't set."""
    counter: WhenCounted | None = None
    """True while a counter is within limits."""
    chosen: WhenChosen | None = None
    """True once a choice was answered."""


class LessonWhen(Standing, frozen=True):
    """One condition of a lesson: exactly one of these keys."""

    can: AbleName | None = None
    """True while the player can give this command to the unit asked, or can undo (`undo`)."""
    did: DeedName | None = None
    """True once the player has done this in the battle: a command, or a deed at the window."""
