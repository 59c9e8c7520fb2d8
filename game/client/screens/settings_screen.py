"""The settings screen. Changes apply at once and are saved."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, KeyDown
from game.client.kit.key_bindings import BINDINGS
from game.client.kit.theme import (
    BODY,
    BRASS_LIGHT,
    CREAM,
    INK,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
    TITLE,
)
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.kit.widgets.drawing import backdrop, box, dim, panel
from game.client.kit.widgets.key_names import is_pad, key_name
from game.client.kit.widgets.labelled_row import LabelledRow
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.slider import Slider
from game.client.kit.widgets.tabs import Tabs
from game.client.kit.widgets.toggle import Toggle
from game.client.screens.rebinding import bound, reset

if TYPE_CHECKING:
    from game.client.kit.app import App

PAGES = ("picture", "sound", "play", "keys")
SCALES = 1.0, 2.0
"""Smallest and largest interface scale."""
SPEEDS = (0.0, 1.0, 2.0, 4.0)
WIDTH, HEAD, FOOT, TALL, PAD = 720, 104, 76, 54, 30
SHARE = 0.56
"""Share of a row's width that the name of a setting takes."""
PATIENCE = 6.0
"""Seconds to wait for a new key."""
HELD_KEYS = ("ctrl", "shift", "alt", "meta", "caps lock", "alt gr", "super")
"""Keys that only modify other keys."""


class SettingsScene(Screen):
    """The settings on several pages; the last page lists all keys."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        say = app.words.say
        self.tabs = Tabs([say("settings", page) for page in PAGES], lambda _: self._turn())
        self.keys: ListBox[str] = ListBox(on_press=self._wait_for, is_pressed_by_click=True)
        self.reset = Button(say("settings", "reset"), self._asked_reset, icon="icons/undo")
        self.back = Button(say("settings", "back"), self.left, icon="icons/back")
        self.rows: list[Widget] = []
        self.waits_for: str | None = None
        """The action that waits for a new key, or None."""
        self._left = 0.0
        self._is_deaf = False
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self._scale: Slider | None = None
        """The row of the interface scale, once it has been shown."""
        self._turn()

    # Pages

    def _turn(self) -> None:
        """Show the page of the open tab."""
        page = PAGES[self.tabs.index]
        make: dict[str, Callable[[], list[Widget]]] = {
            "picture": self._picture,
            "sound": self._sound,
            "play": self._play,
            "keys": self._keys,
        }
        self.rows = make[page]()
        for row in self.rows:
            if isinstance(row, LabelledRow):
                row.under, row.about, row.share = row.about, "", SHARE
        self.reset.is_shown = page == "keys"
        self.ring.hold((self.tabs, *self.rows, self.reset, self.back))
        self.layout(self.size)

    def _switch(self, key: str, is_on: bool, then: Callable[[bool], object]) -> Toggle:
        say = self.app.words.say
        words = say("settings", "off"), say("settings", "on")
        return Toggle(say("settings", key), is_on, then, words, say("settings", f"{key}_about"))

    def _share(self, key: str, value: float, then: Callable[[float], object]) -> Slider:
        say = self.app.words.say
        return Slider(
            say("settings", key),
            value,
            (0, 1),
            0.05,
            then,
            percent,
            about=say("settings", f"{key}_about"),
        )

    def _speed(self, key: str, value: float, then: Callable[[float], object]) -> ChoiceRow[float]:
        say = self.app.words.say
        options = [(v, f"× {v:g}" if v else say("settings", "at_once")) for v in SPEEDS]
        return ChoiceRow(
            say("settings", key), options, value, then, say("settings", f"{key}_about")
        )

    def _picture(self) -> list[Widget]:
        app, now = self.app, self.app.settings
        scale = Slider(
            app.words.say("settings", "scale"),
            now.scale,
            SCALES,
            0.1,
            lambda v: app.change(scale=v),
            lambda v: percent(app.real_scale(v)),
            about=self._room(),
            is_late=True,
        )
        self._scale = scale
        return [
            scale,
            self._switch("full_screen", now.full_screen, self._full_screen),
            self._switch("calm", now.calm, lambda v: app.change(calm=v)),
            self._speed("speed", now.speed, lambda v: app.change(speed=v)),
            self._speed(
                "computer_speed", now.computer_speed, lambda v: app.change(computer_speed=v)
            ),
        ]

    def _room(self) -> str:
        """Return in words the largest scale that the window has room for."""
        most = percent(self.app.real_scale(SCALES[1]))
        return self.app.words.say("settings", "scale_about", most=most)

    def _full_screen(self, is_on: bool) -> None:
        if self.app.settings.full_screen != is_on:
            self.app.toggle_full_screen()

    def _sound(self) -> list[Widget]:
        now = self.app.settings
        return [
            self._share("sound_volume", now.sound, lambda v: self._heard_as(sound=v)),
            self._share("ambience", now.ambience, lambda v: self._heard_as(ambience=v)),
            self._switch("mute", now.mute, lambda v: self._heard_as(mute=v)),
        ]

    def _heard_as(self, **changes: float) -> None:
        self.app.change(**changes)
        self.app.sounds.set_ambience()
        self.app.sounds.ui("slider")

    def _play(self) -> list[Widget]:
        app, now = self.app, self.app.settings
        return [
            self._switch("warn_end", now.warn_end, lambda v: app.change(warn_end=v)),
            self._switch("curtain", now.curtain, lambda v: app.change(curtain=v)),
            self._switch("intents", now.intents, lambda v: app.change(intents=v)),
            self._switch("hints", now.hints, lambda v: app.change(hints=v)),
        ]

    # Keys

    def _keys(self) -> list[Widget]:
        self._list_keys()
        return [self.keys]

    def _list_keys(self) -> None:
        app, current = self.app, self.keys.current
        rows: list[ListRow[str]] = []
        for action in BINDINGS:
            keys = app.settings.keys(action)
            names = [key_name(app, key) for key in keys if not is_pad(key)]
            pads = [key_name(app, key) for key in keys if is_pad(key)]
            pad = app.words.say("settings", "pad", buttons=" · ".join(pads)) if pads else ""
            title = action_name(app, action)
            rows.append(ListRow(action, title, tail=" · ".join(names), last=pad))
        self.keys.fill(rows, current.value if current else None)

    def _wait_for(self, action: str) -> None:
        self.waits_for, self._left = action, PATIENCE

    def _bind(self, key: str) -> None:
        action, self.waits_for = self.waits_for, None
        self._is_deaf = True
        if action is None or key == "escape":
            return
        change = bound(self.app.settings, action, key)
        self.app.change(bindings=change.bindings)
        self._list_keys()
        self.app.sounds.ui("commit")
        if change.robbed is not None:
            names = [action_name(self.app, name) for name in (action, change.robbed)]
            given = key_name(self.app, change.given) if change.given else ""
            self.app.notices.add(
                self.app.words.say(
                    "settings",
                    "swapped" if given else "taken",
                    cap=key_name(self.app, key),
                    action=names[0],
                    other=names[1],
                    given=given,
                )
            )

    def _asked_reset(self) -> None:
        say = self.app.words.say
        answers = (
            DialogButton(say("settings", "reset_yes"), self._reset),
            DialogButton(say("settings", "reset_no")),
        )
        head, words = say("settings", "reset_head"), say("settings", "reset_words")
        self.app.push(Dialog(self.app, head, words, answers))

    def _reset(self) -> None:
        self.app.change(bindings=reset())
        self._list_keys()

    # Input and time

    def heard(self, event: Input) -> bool:
        """Handle an input; while waiting for a key, ignore all other input."""
        if self.waits_for is not None:
            if isinstance(event, KeyDown) and not _is_held(event.name):
                self._bind(event.name)
            return True
        if self._is_deaf and isinstance(event, Act):
            return False
        return super().heard(event)

    def update(self, seconds: float) -> bool:
        self._is_deaf = False
        is_changed = super().update(seconds)
        if self.waits_for is not None:
            self._left -= seconds
            if self._left <= 0:
                self.waits_for = None
            return True
        return is_changed

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        if self._scale is not None:
            self._scale.under = self._room()
        wide = min(px(WIDTH), size[0] - px(64))
        left, bottom = (size[0] - wide) // 2, size[1] - px(FOOT)
        top = px(HEAD)
        is_list = PAGES[self.tabs.index] == "keys"
        high, gap = bottom - top, px(4)
        step = min(px(TALL), (high - 2 * px(PAD)) // max(1, len(self.rows)) - gap) + gap
        if not is_list:
            high = min(high, len(self.rows) * step + 2 * px(PAD))
        self._sheet = pygame.Rect(left, top, wide, high)
        self.tabs.place(pygame.Rect(left, px(64), wide, px(34)), app)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        for n, row in enumerate(self.rows):
            if is_list:
                row.place(self._sheet.inflate(-px(36), -px(32)), app)
            else:
                row.place(pygame.Rect(inner.x, inner.y + n * step, inner.width, step - gap), app)
        foot, button = bottom + px(15), px(46)
        self.back.place(pygame.Rect(left, foot, px(150), button), app)
        reset_rect = pygame.Rect(0, foot, px(220), button)
        reset_rect.right = self._sheet.right
        self.reset.place(reset_rect, app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        backdrop(app, surface)
        head = app.type.line(app.words.say("settings", "head"), "serif bold", TITLE, CREAM)
        surface.blit(head, (self._sheet.x, px(12)))
        panel(app, surface, self._sheet)
        if self.reset.is_shown:
            room = self.reset.rect.x - self.back.rect.right - px(32)
            words, size = app.type.fit(app.words.say("settings", "bind"), room, "sans", SMALL + 1)
            line = app.type.line(words, "sans", size, PARCHMENT_EDGE)
            middle = (self.back.rect.right + self.reset.rect.x) // 2, self.back.rect.centery
            surface.blit(line, line.get_rect(center=middle))

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.waits_for is not None:
            self._draw_waiting(surface, self.waits_for)

    def _draw_waiting(self, surface: pygame.Surface, action: str) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        dim(surface)
        rect = pygame.Rect(0, 0, px(420), px(110))
        rect.center = surface.get_rect().center
        box(app, surface, rect, PARCHMENT, BRASS_LIGHT, 2, 8)
        words = say("settings", "press", action=action_name(app, action))
        line = app.type.fit_line(words, rect.width - px(32), "serif bold", BODY + 4, INK)
        surface.blit(line, line.get_rect(midbottom=(rect.centerx, rect.centery + px(2))))
        under = app.type.line(say("settings", "press_under"), "sans", SMALL, INK)
        surface.blit(under, under.get_rect(midtop=(rect.centerx, rect.centery + px(10))))


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{share:.0%}"


def action_name(app: "App", action: str) -> str:
    """Return the name of an action for people to read."""
    if action.startswith("slot_"):
        return app.words.say("action", "slot", number=int(action.removeprefix("slot_")))
    return app.words.say("action", action)


def _is_held(key: str) -> bool:
    """Return whether a key only modifies other keys."""
    plain = key.rpartition("+")[2] or key
    return any(plain.endswith(name) for name in HELD_KEYS)
