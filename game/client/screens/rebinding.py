"""Keys given to actions: what that takes from others."""

from collections.abc import Mapping
from typing import NamedTuple

from game.client.kit.key_bindings import BINDINGS
from game.client.kit.settings import WindowSettings
from game.client.kit.widgets.key_names import is_pad

ESSENTIAL = ("up", "down", "left", "right", "confirm", "cancel", "next", "previous")
"""Without a key for these nobody finds the way back here."""


class Bound(NamedTuple):
    """The keys of all actions from now on, and who had to give one away."""

    bindings: dict[str, tuple[str, ...]]
    robbed: str | None
    given: str | None
    """What that one got in return."""


def bound(settings: WindowSettings, action: str, key: str) -> Bound:
    """An action gets a key in place of those it had on the same device.

    Another action that had the key loses it. If that was its last one and nobody can do without
    it, it gets one that has become free.
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
    """The keys of a new game."""
    return {}
