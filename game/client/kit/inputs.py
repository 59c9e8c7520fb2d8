"""What people do: actions by keys or pad, and the pointer. Scenes know no keys."""

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
    """An action's key or button is let go."""

    name: str


@dataclass(frozen=True)
class Pointer:
    """The pointer moved, or one of its buttons went down or up, or its wheel turned."""

    kind: Literal["move", "down", "up", "wheel"]
    at: Point
    button: int = 0
    """1 left, 2 middle, 3 right."""
    amount: int = 0
    """Of the wheel, up is positive."""


@dataclass(frozen=True)
class Typed:
    """Letters typed into a field; or `backspace`, `delete`, `left`, `right`, `home`, `end`."""

    text: str = ""
    key: str = ""
    is_repeat: bool = False
    """Whether the key was held and the letter comes again."""


@dataclass(frozen=True)
class KeyDown:
    """Any key or pad button, for rebinding: its name as it is kept in the settings."""

    name: str


Input = Act | Released | Pointer | Typed | KeyDown
