"""An example as its file has it: a small position, and what to show of it."""

from typing import Any

import msgspec

from game.terms.odds import Assume


class ExamplePosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small position: its drawing, its units by id, and further tables of the level.

    A unit stands where the first letter of its id stands in the drawing, on the terrain `on`.
    """

    grid: str = ""
    unit: dict[str, dict[str, Any]] = {}
    level: dict[str, Any] = {}


class ExampleStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of an example: exactly one of the first five, a command in its text form.

    `dice` are the faces that it draws; without them they come from the seed.
    """

    quiet: str | None = None
    """Carried out, and not told."""
    play: str | None = None
    """Carried out, and told; empty: the battle's beginning."""
    odds: str | None = None
    """Its exact odds."""
    refused: str | None = None
    """Why it cannot be."""
    queue: bool = False
    """Who acts when."""
    dice: tuple[int, ...] | None = None
    assume: Assume = "stop"
    by: str = ""
    """What a refused command is called, where its own words do not do; of odds, what is taken for
    granted."""


class Example(ExamplePosition, frozen=True, kw_only=True):
    """A position, and what to show of it.

    Its tables are laid over those of `place`, and these over those of the file's `frame`.
    """

    steps: tuple[ExampleStep, ...]
    about: str = ""
    """What is looked at, in a sentence or two."""
    place: str = ""
    rulebook: str = ""
    """Another book that it is played by; then without the file's frame."""
    under: str = ""
    """The rule under which the game tells it, where it is not told under its own."""
    all: bool = False
    """Whether turns and rounds that begin and end are told too."""
