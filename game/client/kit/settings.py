"""The settings of the window, saved in the data folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.client.kit.key_bindings import BINDINGS, PAD
from game.client.kit.window_texts import said
from game.record.safe_files import read_plain, reason, write_whole

FILE = "settings.json"
MOST_BYTES = 1_000_000
"""Maximum number of bytes read from a settings file."""

Share = Annotated[float, Meta(ge=0, le=1)]


class WindowSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """All settings. A missing or invalid setting has its default."""

    scale: Annotated[float, Meta(ge=1, le=2)] = 1.0
    speed: Annotated[float, Meta(ge=0, le=4)] = 1.0
    """Speed of motion during people's turns; 0 shows everything at once."""
    computer_speed: Annotated[float, Meta(ge=0, le=4)] = 1.0
    calm: bool = False
    """Whether motion is reduced."""
    full_screen: bool = False
    width: Annotated[int, Meta(ge=200, le=16_384)] = 1280
    height: Annotated[int, Meta(ge=100, le=16_384)] = 720
    sound: Share = 0.7
    ambience: Share = 0.4
    mute: bool = False
    warn_end: bool = True
    """Whether to ask before you end a turn without giving a command in it."""
    bindings: dict[str, tuple[str, ...]] = {}
    """Keys and buttons of actions that differ from the default, by action."""
    curtain: bool = True
    """Whether a handover screen appears between the turns of people who share a machine."""
    names: tuple[str, ...] = ()
    """Names of the people who play on this machine, as last entered."""
    meter: bool = True
    """Whether the level editor lets soldiers play in the background."""
    intents: bool = False
    """Whether battles outside journeys and duels show what foes would do."""
    hints: bool = True
    """Whether keys are shown next to their actions."""

    def keys(self, action: str) -> tuple[str, ...]:
        """Return the keys and buttons of an action."""
        usual = (*BINDINGS.get(action, ()), *PAD.get(action, ()))
        return self.bindings.get(action, usual)

    def action_of(self, key: str) -> str | None:
        """Return the action that a key or button triggers, or None."""
        return next((action for action in BINDINGS if key in self.keys(action)), None)


SAFE = WindowSettings(speed=0.0, computer_speed=0.0, calm=True, mute=True)
"""Settings of the safe mode: the defaults, without sound or motion."""


def read_settings(folder: Path, tell: Callable[[str], object]) -> WindowSettings:
    """Read the settings from a data folder; report invalid settings, and use their defaults."""
    path = folder / FILE
    try:
        raw = msgspec.json.decode(read_plain(path, MOST_BYTES))
    except FileNotFoundError:
        return WindowSettings()
    except OSError as fault:
        tell(said("app", "settings_unreadable", why=reason(fault)))
        return WindowSettings()
    except (msgspec.DecodeError, ValueError, RecursionError):
        tell(said("app", "settings_damaged", path=str(path)))
        return WindowSettings()
    if not isinstance(raw, dict):
        tell(said("app", "settings_damaged", path=str(path)))
        return WindowSettings()
    return _sound(raw, tell)


def _sound(raw: dict[str, object], tell: Callable[[str], object]) -> WindowSettings:
    """Return the valid part of the settings in a file; report the rest."""
    good: dict[str, object] = {}
    for name in WindowSettings.__struct_fields__:
        if name in raw:
            try:
                msgspec.convert({name: raw[name]}, WindowSettings)
            except msgspec.ValidationError:
                tell(said("app", "bad_setting", name=name, value=f"{raw[name]!r:.40}"))
            else:
                good[name] = raw[name]
    return msgspec.convert(good, WindowSettings)


def write_settings(folder: Path, settings: WindowSettings) -> str | None:
    """Save the settings; return None, or why saving failed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        content = msgspec.json.format(msgspec.json.encode(settings), indent=2)
        write_whole(folder / FILE, content)
    except OSError as fault:
        return said("app", "settings_unsaved", why=reason(fault))
    return None
