"""The default keys and gamepad buttons of actions."""

from collections.abc import Mapping

BINDINGS: Mapping[str, tuple[str, ...]] = {
    "up": ("up", "w"),
    "down": ("down", "s"),
    "left": ("left", "a"),
    "right": ("right", "d"),
    "confirm": ("return", "space", "enter"),
    "cancel": ("escape",),
    "next": ("tab",),
    "previous": ("shift+tab",),
    "page_up": ("page up",),
    "page_down": ("page down",),
    "undo": ("backspace", "ctrl+z", "u"),
    "redo": ("ctrl+y", "ctrl+shift+z"),
    "save": ("ctrl+s",),
    "try_out": ("f5",),
    "replay_test": ("shift+f5",),
    "erase": ("delete",),
    "end": ("e",),
    "threats": ("t",),
    "things": ("g",),
    "log": ("l",),
    "help": ("f1",),
    "lens": ("o",),
    "describe": ("i",),
    "center": ("c",),
    "next_unit": ("n",),
    "reactions": ("r",),
    "zoom_in": ("+", "="),
    "zoom_out": ("-",),
    "hand": ("h",),
    "faster": ("f",),
    "skip": ("k",),
    "full_screen": ("f11", "alt+return"),
    "copy": ("ctrl+c",),
    "cut": ("ctrl+x",),
    "paste": ("ctrl+v",),
    "select_all": ("ctrl+a",),
    "mirror": ("m",),
    "flip": ("v",),
    "turn": ("q",),
    "pin": ("p",),
    **{f"slot_{n}": (str(n % 10),) for n in range(1, 11)},
}
"""Default keys of each action, with pygame's names."""

PAD: Mapping[str, tuple[str, ...]] = {
    "up": ("pad up",),
    "down": ("pad down",),
    "left": ("pad left",),
    "right": ("pad right",),
    "confirm": ("pad a",),
    "cancel": ("pad b",),
    "next": ("pad r1",),
    "previous": ("pad l1",),
    "undo": ("pad x",),
    "threats": ("pad y",),
    "things": ("pad guide",),
    "end": ("pad start",),
    "help": ("pad back",),
    "faster": ("pad r2",),
    "hand": ("pad l2",),
    "skip": ("pad y",),
    "pin": ("pad l1",),
    "log": ("pad l3",),
    "describe": ("pad r3",),
}
"""Default gamepad buttons of actions, in addition to their keys.

Two buttons have two actions. `previous` pins where there are tooltips to pin, because it would do
the same there as `next`. `threats` skips while people have no choice, because threats are for one.
"""

REPEATED = frozenset(
    {
        *("up", "down", "left", "right", "next", "previous"),
        *("page_up", "page_down", "zoom_in", "zoom_out"),
    }
)
"""Actions that repeat while their key is held. All others happen once for each press."""
