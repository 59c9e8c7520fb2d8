"""The effects of triggers: one field of `Do` for each.

Everything else follows from these tables: the schema, the checks of values, and the sentences in
`trigger_sentences.toml`, which name the same fields.
"""

from typing import Annotated

import msgspec

from game.terms.script.behaviours import Behaviour
from game.terms.script.names import (
    AreaName,
    FileTable,
    FlagName,
    KindName,
    NewChoice,
    NewCounter,
    NewFlag,
    NewName,
    ObjectiveName,
    Sentence,
    SideName,
    TerrainName,
    ThingName,
    UnitName,
)

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


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


class Speaker(FileTable, frozen=True):
    """The speaker of a message: a unit of the level, or a kind that needn't be on the board."""

    unit: UnitName | None = None
    """Unit that speaks."""
    kind: KindName | None = None
    """Kind whose portrait is shown, for a speaker who is not a unit of the level."""
    title: Title | None = None
    """Name of the speaker for players. Default: the unit's, or the kind's."""


class Speech(Speaker, frozen=True, kw_only=True):
    """A message that somebody speaks."""

    message: Sentence
    """Words of the speaker."""


class ChoiceAnswer(FileTable, frozen=True, kw_only=True):
    """An answer to a choice."""

    id: NewName
    """Id of the answer, for the condition `chosen`."""
    text: Title
    """Answer as players read it on its button."""


class ChoicePut(Speaker, frozen=True, kw_only=True):
    """A choice put to a side. The effects after it wait for the answer."""

    id: NewChoice
    """Id of the choice, for the condition `chosen`."""
    side: SideName
    """Side that answers."""
    question: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
    """Question, shown as a message first."""
    answers: Annotated[tuple[ChoiceAnswer, ...], msgspec.Meta(min_length=2, max_length=6)]
    """Answers, in the order of their buttons."""


class CounterChange(FileTable, frozen=True, kw_only=True):
    """A change of a counter."""

    counter: NewCounter
    """Id of the counter."""
    by: Annotated[int, msgspec.Meta(ge=-1000, le=1000)] = 1
    """Number to add; below 0 to subtract."""


class GivenItem(FileTable, frozen=True, kw_only=True):
    """An item that a unit gets or loses."""

    unit: UnitName
    """Unit that gets or loses it."""
    item: ThingName
    """Id of the item."""


class UnitMove(FileTable, frozen=True, kw_only=True):
    """A unit's move to an area, over any distance."""

    unit: UnitName
    """Unit that is moved. If it isn't on the board, nothing happens."""
    area: AreaName
    """Area to which it is moved, onto the first free tile in reading order."""


class SideChange(FileTable, frozen=True, kw_only=True):
    """A unit's change to another side."""

    unit: UnitName
    """Unit that changes sides. If it isn't on the board, nothing happens."""
    side: SideName
    """Side that it joins."""


class BehaviourChange(Behaviour, frozen=True, kw_only=True):
    """A new behaviour of a unit, in place of its old one. Without other keys, it is free."""

    unit: UnitName
    """Unit whose behaviour changes."""

    @property
    def behaviour(self) -> Behaviour:
        """The new behaviour."""
        fields = Behaviour.__struct_fields__
        return Behaviour(**{name: getattr(self, name) for name in fields})


class Do(FileTable, frozen=True):
    """One effect of a trigger: exactly one of these keys."""

    message: Sentence | None = None
    """Shows a message to everyone."""
    say: Speech | None = None
    """Shows a message to everyone, with the portrait and name of its speaker."""
    choice: ChoicePut | None = None
    """Lets a side choose among answers. If it has no unit up, nobody is asked."""
    set: NewFlag | None = None
    """Sets a flag."""
    clear: FlagName | None = None
    """Clears a flag."""
    add: CounterChange | None = None
    """Adds to a counter."""
    reinforcement: Reinforcement | None = None
    """Brings units onto the board."""
    open: Open | None = None
    """Changes terrain: opens a door, floods a cellar."""
    give: GivenItem | None = None
    """Gives an item to a unit."""
    take: GivenItem | None = None
    """Takes an item from a unit, if it carries the item."""
    move: UnitMove | None = None
    """Moves a unit to an area."""
    join: SideChange | None = None
    """Makes a unit join another side."""
    behaviour: BehaviourChange | None = None
    """Changes a unit's behaviour, for computer players."""
    win: SideName | None = None
    """This side wins."""
    lose: SideName | None = None
    """This side loses, and its units leave the board."""
    objective: ObjectiveName | None = None
    """This objective is completed."""
