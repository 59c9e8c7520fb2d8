"""The form of an example in its file: a small position, and the steps to show."""

import msgspec

from game.terms.odds import Assume


class ExamplePosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small position: its drawing, its units by id, and other tables of the level.

    A unit starts where the first letter of its id is in the drawing, on the terrain `on`.
    """

    grid: str = ""
    unit: dict[str, dict[str, object]] = {}
    level: dict[str, object] = {}


class ExampleStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of an example: exactly one of the first five keys, with a command in text form.

    `dice` are the faces rolled in this step; without them the seed decides.
    """

    quiet: str | None = None
    """Command that is carried out but not shown."""
    play: str | None = None
    """Command that is carried out and shown; "" for the beginning of the battle."""
    odds: str | None = None
    """Command whose exact odds are shown."""
    refused: str | None = None
    """Illegal command whose refusal is shown."""
    queue: bool = False
    """Whether the step shows the turn queue."""
    dice: tuple[int, ...] | None = None
    assume: Assume = "stop"
    by: str = ""
    """Title of a refused command, if its own sentence is unsuitable; for odds, the assumption."""


class Example(ExamplePosition, frozen=True, kw_only=True):
    """A position with steps to show.

    Its tables override those of `place`, which override those of the file's `frame`.
    """

    steps: tuple[ExampleStep, ...]
    about: str = ""
    """Description in a sentence or two."""
    place: str = ""
    rulebook: str = ""
    """Another book to play the example with; the file's `frame` is then ignored."""
    under: str = ""
    """Rule that the game names in this example, if it isn't the entry's own."""
    all: bool = False
    """Whether the beginnings and ends of turns and rounds are shown too."""
