"""The application: a window, a stack of scenes, and the loop that feeds them."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
from msgspec.structs import replace

from game.client.kit.images import Art
from game.client.kit.inputs import Act, Input, Pointer, Released
from game.client.kit.navigation import Navigation
from game.client.kit.notices import Notices
from game.client.kit.pygame_events import Hearing
from game.client.kit.rehearsal import Rehearsal
from game.client.kit.scene import DOZE, Scene
from game.client.kit.settings import SAFE, WindowSettings, read_settings, write_settings
from game.client.kit.sounds import Sounds
from game.client.kit.theme import NIGHT, Look
from game.client.kit.tick_time import TickTime
from game.client.kit.typography import Type
from game.client.kit.window_texts import WindowTexts
from game.play.signals import DelayedSignals
from game.record.data_folders import assets_dir
from game.record.failure import Failure
from game.record.safe_files import reason

if TYPE_CHECKING:
    from game.play.books import Books

FRAMES = 60
"""Maximum number of frames per second."""
NAP = 0.01
"""Seconds between two checks for input."""
SMALLEST = 200, 100
LEAST_LAYOUT = 960, 540
"""Smallest layout, at 100%; a smaller window shows that layout shrunk."""
ICON = "title/logo", (64, 64)
"""Image and size of the window's icon."""


class App:
    """Everything that scenes share: window, settings, images, fonts, sounds, texts."""

    def __init__(
        self,
        books: "Books",
        folder: Path,
        tell: Callable[[str], object],
        navigate: "Callable[[App], Navigation]",
        is_safe: bool = False,
        load: Callable[[str], Iterable[object]] = lambda _: (),
    ) -> None:
        """Open the window.

        `navigate` makes the navigation when it is first needed. `load` imports the modules that
        "rulebooks" or "scenes" need in short steps, so that they don't hold up the title.

        In safe mode settings are neither read nor written, and there is no sound or motion.
        """
        self.books, self.folder, self.is_safe = books, folder, is_safe
        self.notices = Notices()
        self.settings = SAFE if is_safe else read_settings(folder, self.notices.add)
        self._tell, self._navigate, self.load = tell, navigate, load
        self._signals = DelayedSignals()
        self._scenes: list[Scene] = []
        self._seen: Scene | None = None
        """The scene that was last drawn; it may receive input."""
        self._pressed: Scene | None = None
        """Scene in which a mouse button was last pressed."""
        self._is_dirty = True
        self._is_postponed = False
        """Whether what is due is drawn in the next tick."""
        self.is_running = True
        self.look = _look(self.settings)
        self.words = WindowTexts.read()
        self.window = self._opened()
        self.art = Art(assets_dir(), self.notices.add)
        self.type = Type(self.look)
        self.sounds = Sounds(
            assets_dir() / "sounds", self.settings, self.notices.add, is_silent=is_safe
        )
        self.hearing = Hearing(self)
        self.is_padded = False
        """Whether the last action came from a gamepad, so that hints name its buttons."""
        self._canvas: pygame.Surface | None = None
        self.time = TickTime()
        self._rehearsal = Rehearsal(self.time)
        self.keeps_battles = True
        """Whether battles are saved as they are played; False for screenshots."""

    @cached_property
    def navigation(self) -> Navigation:
        """Maker of all other scenes.

        Making it imports everything that battles need, so the title is drawn first.
        """
        return self._navigate(self)

    # Window

    def _opened(self) -> pygame.Surface:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(self.words.say("title", "name"))
        pygame.key.set_repeat(350, 60)
        _show_icon()
        flags = pygame.RESIZABLE | (pygame.FULLSCREEN if self.settings.full_screen else 0)
        size = (0, 0) if self.settings.full_screen else (self.settings.width, self.settings.height)
        return pygame.display.set_mode(size, flags)

    @property
    def size(self) -> tuple[int, int]:
        """The size for which scenes are laid out, in pixels."""
        width, height = self.window.get_size()
        least = self.look.px(LEAST_LAYOUT[0]), self.look.px(LEAST_LAYOUT[1])
        if width >= least[0] and height >= least[1]:
            return width, height
        shrunk = min(width / least[0], height / least[1])
        return max(least[0], round(width / shrunk)), max(least[1], round(height / shrunk))

    def real_scale(self, scale: float) -> float:
        """Return the scale at which this window would show everything, for a scale in the settings.

        It is smaller if the window has no room for the smallest layout at that scale.
        """
        width, height = self.window.get_size()
        return min(scale, width / LEAST_LAYOUT[0], height / LEAST_LAYOUT[1])

    def on_canvas(self, at: tuple[int, int]) -> tuple[int, int]:
        """Convert a point of the window to a point of the scene's layout."""
        (width, height), size = self.window.get_size(), self.size
        return at[0] * size[0] // max(1, width), at[1] * size[1] // max(1, height)

    def toggle_full_screen(self) -> None:
        """Switch between full screen and window."""
        self.change(full_screen=not self.settings.full_screen)
        with suppress(pygame.error):
            self.window = self._opened()
        self.resized()

    def resized(self) -> None:
        """Lay out all scenes again, because the window or the scale has changed."""
        self.window = pygame.display.get_surface() or self.window
        self._canvas = None
        self._rehearsal.restart()
        for scene in self._scenes:
            scene.resized(self.size)
        self._is_dirty = True

    def change(self, **changes: object) -> None:
        """Change settings, save them, and apply them."""
        self.settings = replace(self.settings, **changes)
        old, self.look = self.look, _look(self.settings)
        self.sounds.settings = self.settings
        self.type.look = self.look
        if old.scale != self.look.scale:
            self.type.clear()
            self.art.clear()
            self.resized()
            self.rehearse(*self._scenes)
            self.postpone()  # laying out everything takes as long as drawing it
        trouble = None if self.is_safe else self._keep(changes)
        if trouble:
            self.notices.add(trouble)
        self._is_dirty = True

    def _keep(self, changes: dict[str, object]) -> str | None:
        """Save changed settings; return None, or why saving failed.

        Merge them into the file, because another window may have changed other settings.
        """
        kept = read_settings(self.folder, lambda _: None)
        return write_settings(self.folder, replace(kept, **changes))

    # Scenes

    @property
    def scene(self) -> Scene | None:
        """The topmost scene."""
        return self._scenes[-1] if self._scenes else None

    def push(self, scene: Scene) -> None:
        """Put a scene on top of the stack."""
        self._scenes.append(scene)
        scene.resized(self.size)
        scene.opened()
        self._is_dirty = True

    def pop(self) -> None:
        """Remove the topmost scene; after the last scene, the window closes."""
        self._drop()
        if self._scenes:
            self._scenes[-1].resized(self.size)
            self._scenes[-1].opened()
        else:
            self.is_running = False
        self._is_dirty = True

    def replace(self, scene: Scene) -> None:
        """Replace the topmost scene."""
        self._drop()
        self.push(scene)

    def _drop(self) -> None:
        """Take the topmost scene from the stack."""
        if self._scenes:
            self._rehearsal.drop(self._scenes[-1])
            self._scenes.pop().closed()

    def rehearse(self, *scenes: Scene) -> None:
        """Draw scenes in parts before their next frames, because these take long at once."""
        self._rehearsal.add(scenes)

    def quit(self) -> None:
        """End the loop, so that the window closes and every scene is released."""
        self.is_running = False

    def below(self, scene: Scene) -> Scene | None:
        """Return the scene below another in the stack, or None."""
        place = self._scenes.index(scene) if scene in self._scenes else 0
        return self._scenes[place - 1] if place > 0 else None

    # Loop

    def run(self, frames: int | None = None, at_end: Callable[[], None] = lambda: None) -> None:
        """Run until the window is closed or `frames` have been drawn, then call `at_end`."""
        clock, drawn = pygame.time.Clock(), 0
        self._keep_size()
        try:
            with self._signals.installed():
                while self.is_running and self._scenes and (frames is None or drawn < frames):
                    self._signals.check()
                    seconds = min(0.1, clock.tick(FRAMES if drawn else 0) / 1000)
                    if self.tick(seconds) or frames is not None:
                        self.draw()
                        drawn += 1
                    elif self._is_idle():
                        self._doze(clock)
                at_end()
        finally:
            self.close()

    def tick(self, seconds: float) -> bool:
        """Handle input and let time pass; return whether a frame is due."""
        self.time.begin()
        # Input waits for the frame that is rehearsed, because it may be meant for what that shows.
        for event in () if self._rehearsal.is_begun else pygame.event.get():
            self._hear(event)
        for heard in self.hearing.held(seconds):
            self._give(heard)
        # Nothing moves before it is shown.
        self._pass(0.0 if self._rehearsal.is_begun else seconds)
        is_postponed, self._is_postponed = self._is_postponed, False
        return self._is_dirty and not is_postponed and self._is_rehearsed()

    def _is_rehearsed(self) -> bool:
        """Go on with the rehearsal of the topmost scene; return whether its frame is due."""
        scene = self.scene
        return scene is None or self._rehearsal.is_over(scene, self._drawn_on(), self.art)

    def postpone(self) -> None:
        """Draw the next frame in the next tick, because this one has taken long; once at a time."""
        self._is_postponed = self.time.is_limited

    def _pass(self, seconds: float) -> None:
        """Let time pass for the scene, the notices and the images."""
        scene = self.scene
        if scene is not None and self._tried(lambda: scene.update(seconds)):
            self._is_dirty = True
        if self.notices.update(seconds):
            self._is_dirty = True
        if self.art.update():
            self._is_dirty = True

    def _is_idle(self) -> bool:
        is_waiting = self.hearing.is_held or self.art.is_behind or self._is_dirty
        return self.scene is not None and self.scene.is_idle and not is_waiting

    def _doze(self, clock: pygame.time.Clock) -> None:
        """Sleep for a while or until input; `event.wait` would check every millisecond."""
        longest = self.scene.doze if self.scene is not None else DOZE
        for _ in range(round(longest / NAP)):
            self._signals.check()
            if pygame.event.peek():
                break
            pygame.time.wait(round(NAP * 1000))
        self.time.begin()
        self._pass(min(2 * longest, clock.tick() / 1000))

    def _hear(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED):
            self._keep_size()
            self.resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWFOCUSGAINED):
            self._is_dirty = True
        elif event.type == pygame.DROPFILE:
            self._tried(lambda: self._take_file(event.file))
        for heard in self.hearing.of(event):
            self._give(heard)

    def _take_file(self, file: str) -> bool:
        """Take a pack, level or folder that was dropped on the window."""
        self.push(self.navigation.dropped(Path(file)))
        return True

    def _give(self, heard: Input) -> None:
        if not self._is_meant(heard):
            return
        if isinstance(heard, Act) and heard.name == "full_screen":
            self.toggle_full_screen()
            return
        if isinstance(heard, Act) and heard.is_pad != self.is_padded:
            self.is_padded = heard.is_pad
            self._is_dirty = True
        scene = self.scene
        if scene is not None and self._tried(lambda: scene.heard(heard)):
            self._is_dirty = True
        elif isinstance(heard, Act) and heard.name == "help":
            self.look_up(None)

    def _is_meant(self, heard: Input) -> bool:
        """Return whether the topmost scene may receive an input.

        A scene that hasn't been drawn receives nothing: a key held while it opens, or the second of
        two clicks, was meant for the previous scene.
        """
        is_seen = self.scene is self._seen
        if not isinstance(heard, Pointer):
            return is_seen or isinstance(heard, Released)
        if heard.kind == "down":
            self._pressed = self.scene if is_seen else None
        if heard.kind == "up":
            return self._pressed is self.scene
        return is_seen or heard.kind == "move"

    def _tried(self, what: Callable[[], bool]) -> bool:
        """Run an action of a scene; turn errors into notices, so that the window stays open."""
        try:
            return what()
        except Failure as failure:
            self.notices.add(str(failure))
        except OSError as fault:
            self.notices.add(self.words.say("app", "outside", why=reason(fault)))
        return True

    def look_up(self, rule: str | None) -> None:
        """Open the codex at a rule or page (None: at its first rule)."""
        scene = self.navigation.codex(rule)
        self.sounds.ui("page")
        self.push(scene)

    def _keep_size(self) -> None:
        width, height = self.window.get_size()
        if not self.settings.full_screen and (width, height) != (
            self.settings.width,
            self.settings.height,
        ):
            fits = width >= SMALLEST[0] and height >= SMALLEST[1]
            if fits:
                self.change(width=width, height=height)

    def draw(self) -> None:
        """Draw the topmost scene into the window."""
        scene = self.scene
        if scene is None:
            return
        canvas = self._drawn_on()
        self._rehearsal.drop(scene)
        with self.art.frame():
            scene.draw(canvas)
        self.notices.draw(self.type, canvas, scene.notice_room)
        if canvas is not self.window:
            self.window.fill(NIGHT)
            pygame.transform.smoothscale(canvas, self.window.get_size(), self.window)
        pygame.display.flip()
        self._is_dirty = False
        if scene is not self._seen:
            for event in pygame.event.get():  # ignore input from before anything was visible
                self._hear(event)
            self._seen = scene

    def _drawn_on(self) -> pygame.Surface:
        if self.size == self.window.get_size():
            return self.window
        if self._canvas is None or self._canvas.get_size() != self.size:
            self._canvas = pygame.Surface(self.size)
        return self._canvas

    def close(self) -> None:
        """Release all scenes and the window."""
        while self._scenes:
            self._scenes.pop().closed()
        self.sounds.close()
        self.art.close()
        pygame.display.quit()


def _show_icon() -> None:
    """Give the window its icon, which works only before the window opens."""
    name, size = ICON
    with suppress(OSError, pygame.error):  # any icon will do
        pygame.display.set_icon(pygame.image.load_sized_svg(assets_dir() / f"{name}.svg", size))


def _look(settings: WindowSettings) -> Look:
    return Look(settings.scale, settings.speed, settings.calm)
