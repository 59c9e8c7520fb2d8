"""Inputs: actions by key or gamepad, and the pointer. Scenes don't deal with keys."""

from typing import Literal

import msgspec

Point = tuple[int, int]


class Act(msgspec.Struct, frozen=True):
    """An action by name: `confirm`, `up`, `undo`, `slot_3`, … (`key_bindings.BINDINGS`)."""

    name: str
    is_repeat: bool = False
    is_pad: bool = False
    """Whether the action came from a gamepad."""


class Released(msgspec.Struct, frozen=True):
    """The release of an action's key or button."""

    name: str


class Pointer(msgspec.Struct, frozen=True):
    """A move of the pointer, a press or release of a mouse button, or a turn of the wheel."""

    kind: Literal["move", "down", "up", "wheel"]
    at: Point
    button: int = 0
    """Number of the mouse button: 1 is left, 2 middle, 3 right."""
    amount: int = 0
    """Steps of the wheel; up is positive."""
    is_alt: bool = False
    """Whether Alt is held."""
    is_shift: bool = False
    """Whether Shift is held."""


class Typed(msgspec.Struct, frozen=True):
    """A typed letter, or an editing key: `backspace`, `delete`, `left`, `right`, `home`, `end`.

    A text of several lines gets more of them: `WRITING` in `pygame_events.py`.
    """

    text: str = ""
    key: str = ""
    is_repeat: bool = False
    """Whether the input repeats because a key is held."""
    is_selecting: bool = False
    """Whether the caret takes a selection along, because Shift is held."""


class KeyDown(msgspec.Struct, frozen=True):
    """A press of any key or gamepad button, for rebinding, by its name in the settings."""

    name: str


Input = Act | Released | Pointer | Typed | KeyDown
