"""Inputs: actions by keys or pad, and the pointer. Scenes know no keys."""

from dataclasses import dataclass
from typing import Literal

Point = tuple[int, int]


@dataclass(frozen=True)
class Act:
    """An action by its name: `confirm`, `up`, `undo`, `slot_3`, … (`key_bindings.BINDINGS`)."""

    name: str
    is_repeat: bool = False
    is_pad: bool = False
    """Whether it came from a gamepad."""


@dataclass(frozen=True)
class Released:
    """The release of an action's key or button."""

    name: str


@dataclass(frozen=True)
class Pointer:
    """A move of the pointer, a press or release of its buttons, or a turn of its wheel."""

    kind: Literal["move", "down", "up", "wheel"]
    at: Point
    button: int = 0
    """1 is left, 2 middle, 3 right."""
    amount: int = 0
    """Steps of the wheel; up is positive."""


@dataclass(frozen=True)
class Typed:
    """A letter typed into a field; or `backspace`, `delete`, `left`, `right`, `home`, `end`."""

    text: str = ""
    key: str = ""
    is_repeat: bool = False
    """Whether it is the repeat of a held key."""


@dataclass(frozen=True)
class KeyDown:
    """Any key or pad button, for rebinding, by its name in the settings."""

    name: str


Input = Act | Released | Pointer | Typed | KeyDown
