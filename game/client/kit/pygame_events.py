"""Translation of pygame's events into inputs: keys by their bindings, gamepads, the pointer."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Literal, Protocol

import pygame

from game.client.kit.inputs import Act, Input, KeyDown, Point, Pointer, Released, Typed
from game.client.kit.key_bindings import REPEATED
from game.client.kit.scene import Scene
from game.client.kit.settings import WindowSettings

EDITING = {"backspace", "delete", "left", "right", "home", "end"}
COMMANDS = ("save", "undo", "redo")
"""Actions whose keys with Ctrl also work while a line is typed."""
WRITING = {
    **{key: key for key in EDITING},
    **{"up": "up", "down": "down", "page up": "page_up", "page down": "page_down"},
    **{"return": "enter", "enter": "enter", "ctrl+home": "start", "ctrl+end": "finish"},
    **{"ctrl+left": "word_left", "ctrl+right": "word_right", "ctrl+a": "all"},
    **{"ctrl+c": "copy", "ctrl+x": "cut", "ctrl+v": "paste"},
}
"""Editing keys of a text of several lines, by the keys that are pressed."""
BUTTONS = ("a", "b", "x", "y", "back", "guide", "start", "l3", "r3", "l1", "r1")
HATS = {(0, 1): "up", (0, -1): "down", (-1, 0): "left", (1, 0): "right"}
TRIGGERS = {4: "pad l2", 5: "pad r2"}
"""Gamepad axes that act as buttons, by number."""
RIGHT = 3
"""Number of the right mouse button."""
DEAD = 0.55
"""Minimum position at which a stick or trigger counts as moved; 1 is its end."""
FIRST, AGAIN = 0.35, 0.12
"""Seconds until a direction held on a gamepad first repeats, and between repeats."""


class Host(Protocol):
    """The parts of the application that input depends on."""

    @property
    def settings(self) -> WindowSettings:
        """The settings, which contain the keys of actions."""

    @property
    def scene(self) -> Scene | None:
        """The scene that receives input, or None."""

    def on_canvas(self, at: Point) -> Point:
        """Convert a point of the window to a point of the scene's layout."""


class Hearing:
    """Translator of events into inputs; it remembers which keys and buttons are held."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._pads: dict[int, pygame.joystick.JoystickType] = {}
        self._held: str | None = None
        self._triggers: set[str] = set()
        self._wait = 0.0
        self._is_spent = False
        """Whether the key last pressed was used as an action, so that its letter isn't typed."""
        self._keys: set[int] = set()
        """Codes of held keys, needed because pygame doesn't mark a key's repeats."""
        self._has_typed = False
        """Whether the key last pressed has already typed its letter."""
        with suppress(pygame.error):
            pygame.joystick.init()
            for n in range(pygame.joystick.get_count()):
                self._plugged(n)

    @property
    def is_held(self) -> bool:
        """Return whether a gamepad direction is held, which repeats with time."""
        return self._held is not None

    def of(self, event: pygame.event.Event) -> Iterator[Input]:
        """Yield the inputs of an event."""
        if event.type == pygame.KEYDOWN:
            yield from self._key(event)
        elif event.type == pygame.KEYUP:
            self._is_spent = False
            self._keys.discard(event.key)
            action = self._app.settings.action_of(_name(event))
            if action:
                yield Released(action)
        elif event.type == pygame.TEXTINPUT and self._is_typing() and not self._is_spent:
            yield Typed(event.text, is_repeat=self._has_typed)
            self._has_typed = bool(self._keys)
        elif event.type == pygame.MOUSEMOTION:
            yield Pointer("move", self._app.on_canvas(event.pos), is_alt=_is_held(pygame.KMOD_ALT))
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button < 4:
            yield from self._clicked(event)
        elif event.type == pygame.MOUSEWHEEL:
            at = self._app.on_canvas(pygame.mouse.get_pos())
            yield Pointer("wheel", at, amount=event.y)
        else:
            yield from self._pad(event)

    def _clicked(self, event: pygame.event.Event) -> Iterator[Input]:
        """Yield the inputs of a mouse button; the right button acts as `cancel`."""
        is_down = event.type == pygame.MOUSEBUTTONDOWN
        if event.button == RIGHT:
            if is_down:
                yield Act("cancel")
            return
        at = self._app.on_canvas(event.pos)
        kind: Literal["down", "up"] = "down" if is_down else "up"
        is_alt, is_shift = _is_held(pygame.KMOD_ALT), _is_held(pygame.KMOD_SHIFT)
        yield Pointer(kind, at, event.button, is_alt=is_alt, is_shift=is_shift)

    def _is_typing(self) -> bool:
        return self._app.scene is not None and self._app.scene.is_typing

    def _is_writing(self) -> bool:
        return self._app.scene is not None and self._app.scene.is_writing

    def _key(self, event: pygame.event.Event) -> Iterator[Input]:
        name, is_repeat = _name(event), event.key in self._keys
        self._keys.add(event.key)
        if not is_repeat:
            self._is_spent, self._has_typed = not self._is_typing(), False
            yield KeyDown(name)
        plain = name.rpartition("+")[2] or name
        edit = WRITING.get(name.replace("shift+", "")) if self._is_writing() else None
        if edit is not None:
            yield Typed(key=edit, is_repeat=is_repeat, is_selecting="shift+" in name)
            return
        is_command = name.startswith("ctrl+") and (
            self._is_writing() or self._app.settings.action_of(name) in COMMANDS
        )
        if self._is_typing() and not is_command:
            if name == "ctrl+a":
                yield Typed(key="all")
                return
            if plain in EDITING:
                yield Typed(key=plain, is_repeat=is_repeat)
                return
            if len(plain) == 1 or plain == "space":
                return
        action = self._app.settings.action_of(name)
        if action and (not is_repeat or action in REPEATED):
            yield Act(action, is_repeat)

    def _pad(self, event: pygame.event.Event) -> Iterator[Input]:
        if event.type == pygame.JOYDEVICEADDED:
            self._plugged(event.device_index)
        elif event.type in (pygame.JOYDEVICEREMOVED, pygame.WINDOWFOCUSLOST):
            if event.type == pygame.WINDOWFOCUSLOST:
                self._keys.clear()
            yield from self._let_go()
        elif event.type == pygame.JOYBUTTONDOWN and event.button < len(BUTTONS):
            yield from self._pressed(f"pad {BUTTONS[event.button]}")
        elif event.type == pygame.JOYBUTTONUP and event.button < len(BUTTONS):
            action = self._app.settings.action_of(f"pad {BUTTONS[event.button]}")
            if action:
                yield Released(action)
        elif event.type == pygame.JOYHATMOTION:
            yield from self._leaned(HATS.get(tuple(event.value)))
        elif event.type == pygame.JOYAXISMOTION:
            yield from self._axis(event.axis, event.value)

    def _axis(self, axis: int, value: float) -> Iterator[Input]:
        if axis in TRIGGERS:
            yield from self._pulled(TRIGGERS[axis], value > DEAD)
            return
        if axis > 1:
            return
        names = ("left", "right") if axis == 0 else ("up", "down")
        leaned = names[value > 0] if abs(value) > DEAD else None
        if leaned or self._held in names:
            yield from self._leaned(leaned)

    def _pulled(self, button: str, is_pulled: bool) -> Iterator[Input]:
        """Yield the inputs of a trigger, only when it becomes pulled or released."""
        if is_pulled and button not in self._triggers:
            self._triggers.add(button)
            yield from self._pressed(button)
        elif not is_pulled and button in self._triggers:
            self._triggers.discard(button)
            action = self._app.settings.action_of(button)
            if action:
                yield Released(action)

    def _let_go(self) -> Iterator[Input]:
        """Release everything, because a gamepad is gone or the window has lost the focus."""
        self._held = None
        for button in sorted(self._triggers):
            yield from self._pulled(button, is_pulled=False)
        yield Released("faster")
        yield Released("hand")

    def _leaned(self, name: str | None) -> Iterator[Input]:
        """Hold a gamepad direction from now on, or none."""
        if name == self._held:
            return
        self._held, self._wait = name, FIRST
        if name is not None:
            yield from self._pressed(f"pad {name}")

    def _pressed(self, button: str) -> Iterator[Input]:
        yield KeyDown(button)
        action = self._app.settings.action_of(button)
        if action:
            yield Act(action, is_pad=True)

    def held(self, seconds: float) -> list[Input]:
        """Let time pass; return the repeat of a held direction, if it is due."""
        if self._held is None:
            return []
        self._wait -= seconds
        if self._wait > 0:
            return []
        self._wait = AGAIN
        action = self._app.settings.action_of(f"pad {self._held}")
        return [Act(action, is_repeat=True, is_pad=True)] if action in REPEATED else []

    def _plugged(self, index: int) -> None:
        with suppress(pygame.error):
            pad = pygame.joystick.Joystick(index)
            self._pads[pad.get_instance_id()] = pad


def _is_held(modifier: int) -> bool:
    """Return whether a modifier key is held, such as `pygame.KMOD_ALT`."""
    return bool(pygame.key.get_mods() & modifier)


def _name(event: pygame.event.Event) -> str:
    """Return a key's name with its modifiers: `ctrl+z`."""
    key, mods = pygame.key.name(event.key), event.mod
    held = [
        word
        for word, mask in (
            ("ctrl", pygame.KMOD_CTRL | pygame.KMOD_META),
            ("alt", pygame.KMOD_ALT),
            ("shift", pygame.KMOD_SHIFT),
        )
        if mods & mask
    ]
    if held == ["shift"] and len(key) == 1:
        held = []
    return "+".join([*held, key])
