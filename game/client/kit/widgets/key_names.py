"""Names of keys and gamepad buttons for people to read."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.client.kit.app import App

PAD = "pad "


def is_pad(key: str) -> bool:
    """Return whether a key's name in the settings is a gamepad button."""
    return key.startswith(PAD)


def key_name(app: "App", key: str) -> str:
    """Return a key's name for people to read: `Ctrl Z`, `Enter`."""
    held, _, plain = key.rpartition("+")
    if not plain:  # the key is + itself
        held, plain = held.removesuffix("+"), "+"
    parts = [*(part for part in held.split("+") if part), plain]
    return " ".join(_cap(app, part) for part in parts)


def _cap(app: "App", part: str) -> str:
    if part in app.words.keys("key"):
        return app.words.say("key", part)
    name = part.removeprefix(PAD)
    return name.upper() if len(name) <= 3 else name.capitalize()


def key_cap(app: "App", action: str) -> str:
    """Return an action's key, or its button while a gamepad is used; "" if it has none."""
    keys = [key for key in app.settings.keys(action) if is_pad(key) == app.is_padded]
    return key_name(app, keys[0]) if keys else ""


def known_key(app: "App", action: str) -> str:
    """Return an action's key or button as `key_cap` does.

    If the device in use has none, return another device's; say so if no device has one.
    """
    keys = app.settings.keys(action)
    other = key_name(app, keys[0]) if keys else app.words.say("battle", "no_key")
    return key_cap(app, action) or other


def known_keys(app: "App", action: str) -> str:
    """Return all keys or buttons of an action on the device in use, or as `known_key` does."""
    keys = [key for key in app.settings.keys(action) if is_pad(key) == app.is_padded]
    return ", ".join(key_name(app, key) for key in keys) or known_key(app, action)


def key_hint(app: "App", action: str) -> str:
    """Return the key of an action as `key_cap` does, or "" if hints are switched off."""
    return key_cap(app, action) if app.settings.hints else ""
