"""The panel under the board of a replay: the seek bar, and buttons to move through the battle."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.battle.context import BattleContext
from game.client.kit.inputs import Act, Input
from game.client.kit.theme import BODY, CREAM, PARCHMENT_EDGE, SMALL
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.focus_ring import FocusRing
from game.client.kit.widgets.key_names import key_hint
from game.client.replay.playback import SPEEDS, Playback
from game.client.replay.transport_keys import KeyButton, SeekBar
from game.present.turning_points import PastTurn, moments_of

if TYPE_CHECKING:
    from game.client.kit.app import App

PAD, GAP, KEY, LINE, SEEK = 14, 6, 38, 22, 26
SPEED, LEAST = 58, 92
"""Widths at 100%: the speed button, and at least each button to its right; some may be hidden."""


class Keys:
    """The seek bar and the buttons.

    They receive keys while the panel is active, and pointer input always.
    """

    def __init__(
        self, app: "App", seat: BattleContext, winding: Playback, eyes: tuple[str | None, ...]
    ) -> None:
        self._app, self._seat, self._winding, self._eyes = app, seat, winding, eyes
        say = app.words.say
        self.moments: tuple[PastTurn, ...] = ()
        """Turns of the battle, as far as this view knows them."""
        self.seek = SeekBar(winding.reel.count, self._sought, say("replay", "seek"))
        self.turn_back = KeyButton("turn_back", lambda: self.turn(-1), say("replay", "turn_back"))
        self.back = KeyButton("back", lambda: self.step(-1), say("replay", "step_back"))
        self.play = KeyButton("play", winding.toggle, say("replay", "play"))
        self.play.is_main = True
        self.forward = KeyButton("step", lambda: self.step(1), say("replay", "step"))
        self.turn_on = KeyButton("turn", lambda: self.turn(1), say("replay", "turn"))
        self.speed = Button("", self._faster, about=say("replay", "speed"))
        self.eyes = Button("", self._other_eyes, about=say("replay", "eyes_about"))
        self.more: tuple[Button, ...] = ()
        """Buttons for the actions of the replay menu."""
        self.ring = FocusRing(app)
        self._hold()
        self.is_held = False
        """Whether keys and gamepad act on the panel, instead of winding the replay."""
        self.rect = pygame.Rect(0, 0, 1, 1)
        self._places: list[int] = []
        self.look()

    def add(
        self,
        turns: Callable[[], object],
        take: Callable[[], object],
        menu: Callable[[], object],
    ) -> None:
        """Add the buttons for the actions of the replay menu."""
        say = self._app.words.say
        self.more = (
            Button(say("replay", "menu"), menu, hint=key_hint(self._app, "cancel")),
            Button(say("replay", "turns"), turns, hint=key_hint(self._app, "next_unit")),
            Button(say("replay", "take_short"), take, about=say("replay", "take")),
        )
        self._hold()

    def _hold(self) -> None:
        winding = self.turn_back, self.back, self.play, self.forward, self.turn_on
        self.ring.hold((self.seek, *winding, self.speed, self.eyes, *self.more))
        self.ring.focus(self.play)

    def look(self) -> None:
        """Update the turns and buttons for the current view."""
        reel, say = self._winding.reel, self._app.words.say
        self.moments = moments_of(reel, self._seat.view)
        self._places = [reel.place(one.n) for one in self.moments]
        rounds = [one.round for one in self.moments]
        begins = [n == 0 or rounds[n] != rounds[n - 1] for n in range(len(rounds))]
        self.seek.ticks = tuple(zip(self._places, begins, strict=True))
        view = self._seat.view
        who = say("replay", "all") if view is None else self._seat.title(view)
        self.eyes.words = say("replay", "eyes", who=who)
        self.eyes.reason = say("replay", "eyes_one") if len(self._eyes) < 2 else ""

    # Winding

    def _sought(self, place: int) -> None:
        self._winding.is_playing = False
        self._winding.go(place)

    def step(self, by: int) -> None:
        """Go one command forwards (1) or back (-1)."""
        if by > 0:
            self._winding.is_playing = False
            self._winding.forward()
        else:
            self._winding.back()

    def turn(self, by: int) -> None:
        """Go to the start of the next turn (1), or of the last turn begun before here (-1)."""
        at, reel = self._winding.reel.at, self._winding.reel
        if by > 0:
            goal = next((place for place in self._places if place > at), reel.count)
        else:
            goal = next((place for place in reversed(self._places) if place < at), 0)
        self._sought(goal)

    def _faster(self) -> None:
        n = SPEEDS.index(self._winding.speed)
        self._winding.speed = SPEEDS[(n + 1) % len(SPEEDS)]

    def _other_eyes(self) -> None:
        seat = self._seat
        seat.view = self._eyes[(self._eyes.index(seat.view) + 1) % len(self._eyes)]
        seat.hovered = None
        self._winding.is_playing = False
        self._winding.at_once()
        self.look()

    # Panel

    def lay(self, rect: pygame.Rect) -> None:
        """Lay out the panel."""
        app, px = self._app, self._app.look.px
        self.rect = pygame.Rect(rect)
        left, right = rect.x + px(PAD), rect.right - px(PAD)
        y = rect.y + px(8) + px(LINE)
        self.seek.place(pygame.Rect(left, y, right - left, px(SEEK)), app)
        y, high = self.seek.rect.bottom + px(6), px(KEY - 4)
        x = left
        for key in (self.turn_back, self.back, self.play, self.forward, self.turn_on):
            wide = px(KEY + (16 if key is self.play else 8))
            key.place(pygame.Rect(x, y, wide, high), app)
            x += wide + px(GAP)
        self.speed.place(pygame.Rect(x + px(8), y, px(SPEED), high), app)
        x = self.speed.rect.right + px(GAP)
        free, rest = right - x, (self.eyes, *self.more)
        shown = max(1, min(len(rest), free // px(LEAST)))
        for n, button in enumerate(rest):
            button.is_shown = n < shown
        wide = (free - (shown - 1) * px(GAP)) // shown
        for n, button in enumerate(rest[:shown]):
            button.place(pygame.Rect(x + n * (wide + px(GAP)), y, wide, high), app)

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the panel has to be redrawn."""
        winding, say = self._winding, self._app.words.say
        self.seek.at = winding.reel.at
        self.play.sign = "pause" if winding.is_playing else "play"
        key = "at_once" if winding.speed <= 0 else "times"
        self.speed.words = say("replay", key, speed=f"{winding.speed:g}")
        return self.ring.update(seconds)

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether it was used."""
        if isinstance(event, Act):
            if event.name in ("next", "previous") and not self.is_held:
                self.is_held = True
                return True
            if event.name in ("page_up", "page_down"):
                return False
            return self.ring.heard(event)
        return self.ring.heard(event)

    def let_go(self) -> bool:
        """Let keys wind the replay again; return whether they acted on the panel."""
        was, self.is_held = self.is_held, False
        return was

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        app, px = self._app, self._app.look.px
        panel(app, surface, self.rect, "wood")
        reel, say = self._winding.reel, app.words.say
        count = say("replay", "count", at=reel.at, count=reel.count)
        right = app.type.line(count, "sans", SMALL, PARCHMENT_EDGE)
        top = self.rect.y + px(8)
        at = self.rect.right - px(PAD + 4), top + px(LINE) // 2
        surface.blit(right, right.get_rect(midright=at))
        room = self.rect.width - 2 * px(PAD) - right.get_width() - px(24)
        line = app.type.fit_line(self.where(), room, "sans bold", BODY, CREAM)
        surface.blit(line, line.get_rect(midleft=(self.rect.x + px(PAD + 6), top + px(LINE) // 2)))
        focused, self.ring.focused = self.ring.focused, self.ring.focused if self.is_held else None
        self.ring.draw(surface)
        self.ring.focused = focused

    def where(self) -> str:
        """Return the current turn in words."""
        reel, say = self._winding.reel, self._app.words.say
        if reel.at >= reel.count and self._seat.sitting.is_over:
            return say("replay", "end")
        known = [m for m, p in zip(self.moments, self._places, strict=True) if p <= reel.at]
        return known[-1].text if known else say("replay", "before")
