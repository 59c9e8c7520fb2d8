"""Sounds of events and of the window, as listed in `sounds.toml` next to the sound files."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pygame
import tomli

from game.client.kit.library_noise import unheard
from game.client.kit.settings import WindowSettings
from game.client.kit.window_texts import said


def _holds(case: Mapping[str, Any], fields: Mapping[str, object]) -> bool:
    """Return whether an event's fields meet the conditions of a case in `sounds.toml`."""
    where, least = case.get("where", {}), case.get("least", {})
    return all(fields.get(key) in values for key, values in where.items()) and all(
        isinstance(found := fields.get(key), int) and found >= value for key, value in least.items()
    )


class Sounds:
    """The player of sounds; silent without a device."""

    def __init__(
        self,
        folder: Path,
        settings: WindowSettings,
        tell: Callable[[str], object],
        is_silent: bool = False,
    ) -> None:
        """Open the sound device, unless `is_silent`."""
        self.settings = settings
        self._folder, self._tell = folder, tell
        self._kept: dict[str, pygame.mixer.Sound | None] = {}
        self._turn: dict[str, int] = {}
        self._map = self._read()
        self._is_on = not is_silent and self._opened()
        self._loop: str | None = None
        self._lent: dict[str, Path] = {}

    def _read(self) -> dict[str, Any]:
        try:
            return tomli.loads((self._folder / "sounds.toml").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}

    def _opened(self) -> bool:
        try:
            with unheard():
                pygame.mixer.init(22050, -16, 1, 512)
        except pygame.error:
            return False
        return True

    def event(self, name: str, fields: Mapping[str, object] | None = None) -> None:
        """Play the sound of an event; its fields may select a special sound."""
        entry = self._map.get("event", {}).get(name)
        if isinstance(entry, dict):
            fits = (case for case in entry.get("case", ()) if _holds(case, fields or {}))
            entry = next(fits, entry)
        self._play(entry)

    def lend(self, kinds: Mapping[str, Path]) -> None:
        """Take the sounds of kinds that didn't come with the game, by kind."""
        self._lent = dict(kinds)

    def attack(self, kind: str) -> bool:
        """Play the sound of a kind that attacks; return False if it has none of its own."""
        path = self._lent.get(kind)
        if path is not None:
            self._play(path.as_posix())
        return path is not None

    def ui(self, name: str) -> None:
        """Play a sound of the user interface, such as a button or a page."""
        self._play(self._map.get("ui", {}).get(name))

    def _play(self, entry: Any) -> None:
        if not entry or not self._is_on or self.settings.mute or not self.settings.sound:
            return
        found = entry if isinstance(entry, dict) else {"sound": entry}
        names = found.get("sound", ())
        names = [names] if isinstance(names, str) else list(names)
        if names:
            key = "/".join(names)
            turn = self._turn[key] = self._turn.get(key, -1) + 1
            sound = self._sound(names[turn % len(names)])
            if sound is not None:
                sound.set_volume(self.settings.sound * float(found.get("volume", 1.0)))
                sound.play()

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._kept:
            self._kept[name] = None
            for suffix in (".ogg", ".wav", ""):
                path = self._folder / f"{name}{suffix}"
                if path.is_file():
                    with suppress(pygame.error, OSError):
                        self._kept[name] = pygame.mixer.Sound(path)
                    break
            if self._kept[name] is None:
                self._tell(said("app", "no_sound", name=name))
        return self._kept[name]

    def ambience(self, name: str | None) -> None:
        """Play the ambient sound of a place in a loop; None stops it."""
        if not self._is_on or name == self._loop:
            self.set_ambience()
            return
        self._loop = name
        with suppress(pygame.error):
            pygame.mixer.music.stop()
            path = next(
                (p for s in (".ogg", ".wav") if (p := self._folder / f"{name}{s}").is_file()), None
            )
            if path is not None:
                pygame.mixer.music.load(path)
                pygame.mixer.music.play(-1, fade_ms=800)
        self.set_ambience()

    def set_ambience(self) -> None:
        """Apply the volume set for ambient sound."""
        if self._is_on:
            with suppress(pygame.error):
                volume = 0.0 if self.settings.mute else self.settings.ambience
                pygame.mixer.music.set_volume(volume)

    def close(self) -> None:
        """Close the sound device."""
        with suppress(pygame.error):
            pygame.mixer.quit()
