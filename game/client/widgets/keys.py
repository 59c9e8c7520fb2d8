"""How keys and buttons are called for people."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.client.app import App

PAD = "pad "


def is_pad(key: str) -> bool:
    """Whether it is a button of a gamepad."""
    return key.startswith(PAD)


def key_name(app: "App", key: str) -> str:
    """A key, as on its cap: `Ctrl Z`, `Enter`."""
    held, _, plain = key.rpartition("+")
    if not plain:  # the key + itself
        held, plain = held.removesuffix("+"), "+"
    parts = [*(part for part in held.split("+") if part), plain]
    return " ".join(_cap(app, part) for part in parts)


def _cap(app: "App", part: str) -> str:
    if part in app.words.keys("key"):
        return app.words.say("key", part)
    name = part.removeprefix(PAD)
    return name.upper() if len(name) <= 3 else name.capitalize()


def key_hint(app: "App", action: str) -> str:
    """The key of an action to be shown beside it; "" if it has none, or none are wanted."""
    keys = [key for key in app.settings.keys(action) if not is_pad(key)]
    return key_name(app, keys[0]) if keys and app.settings.hints else ""
