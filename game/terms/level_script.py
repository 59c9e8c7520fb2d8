"""The contents of a level beyond its map and units: areas, deployment, objectives, triggers, etc.

A level file and a resolved level share these types. In a resolved level, units have their full ids
(`red.ann`) and areas list their tiles.
"""

import re
from functools import cached_property
from typing import Annotated

import msgspec

from game.core.cells import Cell
from game.terms.script.behaviours import MANNERS, Behaviour
from game.terms.script.conditions import (
    Foe,
    Heads,
    LessonWhen,
    When,
    WhenAttacked,
    WhenBroken,
    WhenCarried,
    WhenCounted,
    WhenEntered,
    WhenHandled,
    WhenHealth,
    WhenSeen,
    WhenUsed,
    WhenWounded,
    Who,
)
from game.terms.script.effects import (
    BehaviourChange,
    ChoicePut,
    Do,
    Reinforcement,
    Speaker,
    Speech,
)
from game.terms.script.names import (
    AreaName,
    CommandName,
    ComputerName,
    FileTable,
    LetterName,
    Number,
    ObjectiveName,
    Sentence,
    SideName,
    ThingName,
    TriggerName,
    UnitName,
    one_of,
)

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


class Trigger(FileTable, frozen=True, kw_only=True):
    """A trigger: when its conditions are true at once, its effects happen in order.

    It needs `when`, `any`, or both.
    """

    id: str | None = None
    """Id of the trigger, for expectations. Default: none."""
    when: Annotated[tuple[When, ...], msgspec.Meta(min_length=1, max_length=100)] = ()
    """Conditions, all of which must be true."""
    any: Annotated[tuple[When, ...], msgspec.Meta(min_length=1, max_length=100)] = ()
    """Conditions, at least one of which must be true as well."""
    do: Annotated[tuple[Do, ...], msgspec.Meta(min_length=1, max_length=100)]
    """Effects, in order."""
    until: Annotated[tuple[When, ...], msgspec.Meta(max_length=100)] = ()
    """Conditions that withdraw the trigger: once one of them has been true, it no longer acts."""
    once: bool = True
    """Whether the trigger acts only once. With `false`, it acts each time its conditions become
    true again.
    """

    @property
    def conditions(self) -> tuple[When, ...]:
        """All conditions that set the trigger off."""
        return (*self.when, *self.any)


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
    When: one_of(When),
    LessonWhen: one_of(LessonWhen),
    Do: one_of(Do),
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
    Behaviour: MANNERS,
    BehaviourChange: MANNERS,
    Speaker: ("unit", "kind"),
    Speech: ("unit", "kind"),
    ChoicePut: ("unit", "kind"),
    Who: ("unit", "side"),
    WhenEntered: ("unit", "side"),
    WhenHealth: ("unit", "side"),
    WhenUsed: ("unit", "side"),
    WhenHandled: ("unit", "side"),
    WhenBroken: ("unit", "side"),
    WhenAttacked: ("unit", "side"),
    WhenWounded: ("unit", "side"),
    WhenSeen: ("unit", "side"),
    WhenCarried: ("unit", "side"),
}
"""Tables that can have at most one of these keys."""


AT_LEAST_ONE: dict[type[msgspec.Struct], tuple[str, ...]] = {
    Heads: ("at_least", "at_most"),
    WhenCounted: ("at_least", "at_most"),
    Trigger: ("when", "any"),
}
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
        whens = (when for one in self.triggers for when in (*one.conditions, *one.until))
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
