"""The messages of the referee protocol, version 1.

README.md explains their meaning.

The key `say` distinguishes the messages sent. The messages received are commands (with `do`) and
the types below, each recognised by its first key. The JSON Schema is generated from these types.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from game.record.map_rows import MapRows
from game.terms.commands import snake
from game.terms.odds import Assume, Modifier

VERSION = 1

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object with any content. msgspec can make a schema of Any, but not of `object`."""

AnyCommand = Annotated[JsonObject, Meta(extra_json_schema={"$ref": "#/$defs/Command"})]
AnyEvent = Annotated[JsonObject, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
Yes = Annotated[bool, Meta(extra_json_schema={"const": True})]


# Sent


class Say(msgspec.Struct, frozen=True, tag=snake, tag_field="say"):
    """A message from the referee."""


class UnitRow(msgspec.Struct, frozen=True):
    """A unit. `at` is null off the board; `stats` and `items` include only known values."""

    id: str
    side: str
    kind: str
    title: str
    at: tuple[int, int] | None
    stats: JsonObject
    items: list[str]


class ObjectiveRow(msgspec.Struct, frozen=True):
    """An objective of a side.

    The side wins once all its objectives are completed, apart from optional ones.
    """

    id: str
    side: str
    title: str
    optional: bool


class Hello(Say, frozen=True):
    """The first message: the level and the units.

    The seed is null for a view. `rounds_winner` is the side that wins when the last of the `rounds`
    is over.
    """

    protocol: int
    level: str
    rulebook: str
    seed: int | None
    sides: list[str]
    titles: dict[str, str]
    rounds: int
    rounds_winner: str | None
    objectives: list[ObjectiveRow]
    units: list[UnitRow]
    map: MapRows


class OptionRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal command; `cost` is the movement that it spends, if any."""

    command: AnyCommand
    text: str
    cost: int | None = None


class Asked(Say, frozen=True, tag="ask"):
    """A choice for a side."""

    ask: str
    side: str
    unit: str
    text: str
    options: list[OptionRow]


class Wait(Say, frozen=True):
    """A choice for a side whose options this view doesn't show."""

    side: str
    text: str


class RollDue(Say, frozen=True, tag="roll"):
    """Dice to be rolled; `unit` is null if no single unit rolls them."""

    dice: str
    for_: str = msgspec.field(name="for")
    unit: str | None
    text: str


class Chance(msgspec.Struct, frozen=True):
    """One outcome: its integer weight, the merged changes, and the ask or roll that follows."""

    weight: int
    changes: tuple[JsonObject, ...]
    then: str | None = None


class OddsTold(Say, frozen=True, tag="odds"):
    """The exact odds of a command."""

    command: AnyCommand
    assume: Assume
    of: int
    outcomes: list[Chance]
    modifiers: list[Modifier]


class Why(Say, frozen=True):
    """The answer to whether a command is legal, and if not, why.

    If the command is legal, all other keys are null.
    """

    legal: bool
    code: str | None = None
    message: str | None = None
    rule: str | None = None


class Legal(Say, frozen=True):
    """The options of the last ask."""

    options: list[OptionRow]


class SlotRow(msgspec.Struct, frozen=True):
    """A place in the turn queue."""

    units: list[str]
    round: int
    state: str
    under: str | None


class State(Say, frozen=True):
    """The current state; `turn` is the unit whose turn it is.

    `reached` and `failed` are ids of objectives.
    """

    units: list[UnitRow]
    map: MapRows
    round: int
    turn: str | None
    queue: list[SlotRow]
    reached: list[str]
    failed: list[str]
    hash: str


class Hash(Say, frozen=True):
    """The fingerprint of the state, or of one side's view of it."""

    hash: str


class Log(Say, frozen=True):
    """All events so far."""

    events: list[AnyEvent]


class Saved(Say, frozen=True):
    """The file that the battle was saved to."""

    path: str


class UndoneTo(Say, frozen=True, tag="undone"):
    """The number of the last event that isn't undone.

    Events with a number above `to` are undone, and numbering continues from `to`.
    """

    to: int


class Over(Say, frozen=True):
    """The last message: the result of the battle."""

    winner: str | None
    reason: str
    rounds: int
    hash: str
    text: str


class Error(Say, frozen=True):
    """A line that changed nothing, with the reason."""

    code: str
    message: str
    rule: str | None


SAYS: tuple[type[Say], ...] = (
    *(Hello, Wait, RollDue, OddsTold, Why, Legal, State, Hash, Log, Saved, UndoneTo, Over, Error),
)
"""All messages except the asks and events, whose forms depend on the rulebook."""


# Received


class Heard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message that is neither a command nor a query."""


class Choose(Heard, frozen=True):
    """An option chosen from the last ask, counted from 0."""

    choose: int


class TakeBack(Heard, frozen=True):
    """A request to undo the last command of the side whose view is shown.

    Without a view, the request undoes the last command from outside.
    """

    undo: Yes
    agreed: bool = False


class Save(Heard, frozen=True):
    """A request to save the battle in a file."""

    save: str


class Rolled(Heard, frozen=True):
    """The faces of the pending roll, in drawing order."""

    rolled: tuple[int, ...]


class Correct(Heard, frozen=True):
    """A request to withdraw the faces sent last, possible until the next command.

    Their roll is due again.
    """

    correct: Yes


class Quit(Heard, frozen=True):
    """A request to end the program without saving."""

    quit: Yes


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=snake, tag_field="query"):
    """A question that changes nothing."""


class StateQuery(Query, frozen=True, tag="state"):
    """The query for the current state."""


class LegalQuery(Query, frozen=True, tag="legal"):
    """The query for the legal commands."""


class HashQuery(Query, frozen=True, tag="hash"):
    """The query for the fingerprint of the state."""


class LogQuery(Query, frozen=True, tag="log"):
    """The query for all events so far."""


class OddsQuery(Query, frozen=True, tag="odds"):
    """The query for the odds of a legal command."""

    of: AnyCommand
    assume: Assume = "stop"


class WhyQuery(Query, frozen=True, tag="why"):
    """The query about whether a command is legal, and if not, why."""

    of: AnyCommand


HEARD: tuple[type[Heard], ...] = (Choose, TakeBack, Save, Rolled, Correct, Quit)
QUERIES: tuple[type[Query], ...] = (
    *(StateQuery, LegalQuery, HashQuery, LogQuery, OddsQuery, WhyQuery),
)
