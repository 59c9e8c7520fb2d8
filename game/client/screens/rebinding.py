"""Binding of keys to actions, and its consequences for other actions."""

from collections.abc import Mapping
from typing import NamedTuple

from game.client.kit.key_bindings import BINDINGS
from game.client.kit.settings import WindowSettings
from game.client.kit.widgets.key_names import is_pad

ESSENTIAL = ("up", "down", "left", "right", "confirm", "cancel", "next", "previous")
"""Actions that must keep a key, because without them you couldn't undo the change."""


class Bound(NamedTuple):
    """The result of binding a key: all changed bindings, and the action that lost its key."""

    bindings: dict[str, tuple[str, ...]]
    robbed: str | None
    given: str | None
    """Key that the action `robbed` got in return, or None."""


def bound(settings: WindowSettings, action: str, key: str) -> Bound:
    """Return the bindings after a key replaces an action's keys on the same device.

    If another action has that key, it loses the key. An essential action that loses its last key
    gets a key that has become free.
    """
    keys = settings.keys(action)
    same = [old for old in keys if is_pad(old) == is_pad(key)]
    other = [old for old in keys if is_pad(old) != is_pad(key)]
    made: dict[str, tuple[str, ...]] = dict(settings.bindings)
    made[action] = (key, *other) if not is_pad(key) else (*other, key)
    robbed = next((it for it in BINDINGS if it != action and key in settings.keys(it)), None)
    if robbed is None:
        return Bound(made, None, None)
    left = tuple(old for old in settings.keys(robbed) if old != key)
    free = next((old for old in same if old != key), None)
    is_bare = not any(is_pad(old) == is_pad(key) for old in left)
    given = free if is_bare and robbed in ESSENTIAL else None
    made[robbed] = (*left, given) if given else left
    return Bound(made, robbed, given)


def reset() -> Mapping[str, tuple[str, ...]]:
    """Return the default bindings."""
    return {}
