"""What people have set, kept in the data folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.client.kit.key_bindings import BINDINGS, PAD
from game.record.safe_files import read_plain, reason, write_whole

FILE = "settings.json"
MOST_BYTES = 1_000_000
"""No file of settings is longer; the rest of one that is, is not read."""

Share = Annotated[float, Meta(ge=0, le=1)]


class WindowSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that can be set. What a file does not say, or says wrongly, is as if it were new."""

    scale: Annotated[float, Meta(ge=1, le=2)] = 1.0
    speed: Annotated[float, Meta(ge=0, le=4)] = 1.0
    """How fast pieces move; 0 for at once."""
    computer_speed: Annotated[float, Meta(ge=0, le=4)] = 1.0
    calm: bool = False
    """Reduced motion."""
    full_screen: bool = False
    width: Annotated[int, Meta(ge=200, le=16_384)] = 1280
    height: Annotated[int, Meta(ge=100, le=16_384)] = 720
    sound: Share = 0.7
    ambience: Share = 0.4
    mute: bool = False
    warn_end: bool = True
    """Whether to ask before a turn is ended in which more could be done."""
    bindings: dict[str, tuple[str, ...]] = {}
    """The keys and buttons of actions that people have bound otherwise."""
    curtain: bool = True
    """Whether people at one machine hide from each other what each knows."""
    names: tuple[str, ...] = ()
    """The names of the people around this machine, as they last sat down."""
    hints: bool = True
    """Whether keys are shown beside what they do."""

    def keys(self, action: str) -> tuple[str, ...]:
        """The keys and buttons of an action."""
        usual = (*BINDINGS.get(action, ()), *PAD.get(action, ()))
        return self.bindings.get(action, usual)

    def action_of(self, key: str) -> str | None:
        """The action that a key or button is for."""
        return next((action for action in BINDINGS if key in self.keys(action)), None)


SAFE = WindowSettings(speed=0.0, computer_speed=0.0, calm=True, mute=True)
"""Those of a new game, without sound and motion."""


def read_settings(folder: Path, tell: Callable[[str], object]) -> WindowSettings:
    """The settings of a data folder; what is wrong with them is told, and left aside."""
    path = folder / FILE
    try:
        raw = msgspec.json.decode(read_plain(path, MOST_BYTES))
    except FileNotFoundError:
        return WindowSettings()
    except OSError as fault:
        tell(f"The settings cannot be read: {reason(fault)}; those of a new game hold.")
        return WindowSettings()
    except (msgspec.DecodeError, ValueError, RecursionError):
        tell(f"The settings in {str(path)!r} are damaged; those of a new game hold.")
        return WindowSettings()
    if not isinstance(raw, dict):
        tell(f"The settings in {str(path)!r} are damaged; those of a new game hold.")
        return WindowSettings()
    return _sound(raw, tell)


def _sound(raw: dict[str, object], tell: Callable[[str], object]) -> WindowSettings:
    """What of the settings can be used."""
    good: dict[str, object] = {}
    for name in WindowSettings.__struct_fields__:
        if name in raw:
            try:
                msgspec.convert({name: raw[name]}, WindowSettings)
            except msgspec.ValidationError:
                tell(f"The setting {name!r} cannot be {raw[name]!r:.40}; it is as in a new game.")
            else:
                good[name] = raw[name]
    return msgspec.convert(good, WindowSettings)


def write_settings(folder: Path, settings: WindowSettings) -> str | None:
    """Keeps the settings; a sentence says why that failed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        content = msgspec.json.format(msgspec.json.encode(settings), indent=2)
        write_whole(folder / FILE, content)
    except OSError as fault:
        return f"The settings cannot be kept: {reason(fault)}."
    return None
