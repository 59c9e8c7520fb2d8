"""The messages of the referee protocol, version 1. What they mean stands in README.md.

Out go messages told apart by `say`. In come commands (with `do`) and the messages here, each known
by its first key. The JSON Schema is made from these types.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from game.record.map_and_units import MapRows, UnitRow
from game.terms.commands import snake
from game.terms.odds import Assume, Modifier

VERSION = 1

AnyCommand = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Command"})]
AnyEvent = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
Yes = Annotated[bool, Meta(extra_json_schema={"const": True})]


# Out


class Say(msgspec.Struct, frozen=True, tag=snake, tag_field="say"):
    """What the referee says."""


class ObjectiveRow(msgspec.Struct, frozen=True):
    """An aim of a side. When it has reached all but the optional ones, it has won."""

    id: str
    side: str
    title: str
    optional: bool


class Hello(Say, frozen=True):
    """The first message: what is played, and how the pieces stand. A view is not told the seed.

    `rounds_winner` is the side that wins when the last of the `rounds` is over.
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
    """A command that would be accepted now; `cost` is the movement it spends, where it does."""

    command: AnyCommand
    text: str
    cost: int | None = None


class Asked(Say, frozen=True, tag="ask"):
    """A side has to choose."""

    ask: str
    side: str
    unit: str
    text: str
    options: list[OptionRow]


class Wait(Say, frozen=True):
    """A side is asked whose options this view does not show."""

    side: str
    text: str


class RollDue(Say, frozen=True, tag="roll"):
    """Dice have to be rolled; `unit` is null where nobody in particular rolls."""

    dice: str
    for_: str = msgspec.field(name="for")
    unit: str | None
    text: str


class Chance(msgspec.Struct, frozen=True):
    """One outcome: its integer weight, the merged changes, and the ask or roll it stops at."""

    weight: int
    changes: tuple[dict[str, Any], ...]
    then: str | None = None


class OddsTold(Say, frozen=True, tag="odds"):
    """The exact odds of a command."""

    command: AnyCommand
    assume: Assume
    of: int
    outcomes: list[Chance]
    modifiers: list[Modifier]


class Why(Say, frozen=True):
    """Whether a command is legal; if not, why. The rest is null if it is."""

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
    """How things stand; `turn` is the unit whose turn it is.

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
    """The fingerprint of the state, or of the view of it."""

    hash: str


class Log(Say, frozen=True):
    """All events so far."""

    events: list[AnyEvent]


class Saved(Say, frozen=True):
    """The battle stands in this file."""

    path: str


class UndoneTo(Say, frozen=True, tag="undone"):
    """Events with a number above `to` are taken back; counting goes on from there."""

    to: int


class Over(Say, frozen=True):
    """The last message: how the battle ended."""

    winner: str | None
    reason: str
    rounds: int
    hash: str
    text: str


class Error(Say, frozen=True):
    """What came in changed nothing."""

    code: str
    message: str
    rule: str | None


SAYS: tuple[type[Say], ...] = (
    *(Hello, Wait, RollDue, OddsTold, Why, Legal, State, Hash, Log, Saved, UndoneTo, Over, Error),
)
"""All but the asks and events, whose forms depend on the book."""


# In


class Heard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee takes beside commands and queries."""


class Choose(Heard, frozen=True):
    """Takes an option of the last ask, counted from 0."""

    choose: int


class TakeBack(Heard, frozen=True):
    """Takes back the last command of the side whose view is shown; without a view, the last from
    outside."""

    undo: Yes
    agreed: bool = False


class Save(Heard, frozen=True):
    """Writes the battle into a file."""

    save: str


class Rolled(Heard, frozen=True):
    """The faces that were asked for, in drawing order."""

    rolled: tuple[int, ...]


class Correct(Heard, frozen=True):
    """Takes back the faces sent last, until the next command: their roll is due again."""

    correct: Yes


class Quit(Heard, frozen=True):
    """Ends the program; nothing is saved."""

    quit: Yes


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=snake, tag_field="query"):
    """A question that changes nothing."""


class StateQuery(Query, frozen=True, tag="state"):
    """How things stand."""


class LegalQuery(Query, frozen=True, tag="legal"):
    """What could be answered."""


class HashQuery(Query, frozen=True, tag="hash"):
    """The fingerprint of the state."""


class LogQuery(Query, frozen=True, tag="log"):
    """All events so far."""


class OddsQuery(Query, frozen=True, tag="odds"):
    """The odds of a legal command."""

    of: AnyCommand
    assume: Assume = "stop"


class WhyQuery(Query, frozen=True, tag="why"):
    """Whether a command is legal, and why not."""

    of: AnyCommand


HEARD: tuple[type[Heard], ...] = (Choose, TakeBack, Save, Rolled, Correct, Quit)
QUERIES: tuple[type[Query], ...] = (
    *(StateQuery, LegalQuery, HashQuery, LogQuery, OddsQuery, WhyQuery),
)
