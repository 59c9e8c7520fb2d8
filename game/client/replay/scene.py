"""The replay viewer: a past battle on the battle screen, played forwards and backwards."""

from collections.abc import Iterator
from pathlib import Path

import pygame

from game.client.battle.context import BattleContext
from game.client.battle.layout import layout_for
from game.client.battle.presenter import Presenter
from game.client.battle.static_layer import StaticLayer
from game.client.kit.app import App
from game.client.kit.inputs import Act, Input, Pointer, Released
from game.client.kit.scene import DOZE
from game.client.replay.playback import Playback
from game.client.replay.replay_input import ReplayInput
from game.client.replay.replay_menu import ReplayMenu
from game.client.replay.transport_panel import Keys
from game.play.players import STDIO
from game.play.rewind import RewindableBattle
from game.present.window_battle import WindowBattle
from game.record.reader import ReadRecording

WAYS = {"left": -1, "right": 1}
TURNS = {"up": -1, "down": 1}


class ReplayScene:
    """The screen of a replay; `path` is the file of its record."""

    is_typing = False
    is_writing = False

    def __init__(self, app: App, saved: ReadRecording, path: Path) -> None:
        self.app, self.path = app, path
        self.reel = RewindableBattle(saved, app.books)
        sitting = WindowBattle.of(self.reel, app.folder, app.notices.add)
        self.seat = BattleContext(app, sitting, is_replay=True)
        self.eyes: tuple[str | None, ...] = self._eyes(saved, sitting)
        self.seat.view = self.eyes[0]
        self.showing = Presenter(self.seat)
        self.winding = Playback(self.seat, self.showing, self.reel)
        self.keys = Keys(app, self.seat, self.winding, self.eyes)
        self.seat.has_bar = self.seat.log.has_menu = False
        self.watching = ReplayInput(self.seat, self.showing)
        self.deeds = ReplayMenu(app, saved, path, self.seat, self.showing, self.winding, self.keys)
        self.keys.add(self.deeds.turns, self.deeds.take, self.deeds.menu)
        self._still = StaticLayer()
        if self.reel.trouble is not None:
            app.notices.add(app.words.say("replay", "trouble", why=str(self.reel.trouble)))
        for note in saved.notes:
            app.notices.add(note)

    def _eyes(self, saved: ReadRecording, sitting: WindowBattle) -> tuple[str | None, ...]:
        """Return the possible views (None: all-seeing); if the battle isn't over, only people's."""
        self.reel.go(self.reel.count)
        is_over = sitting.is_over
        self.reel.go(0)
        sides = tuple(side.id for side in sitting.sides())
        if is_over:
            return (None, *sides)
        people = tuple(side for side in sides if saved.header.players.get(side) == STDIO)
        return people or (None, *sides)

    # Scene

    def opened(self) -> None:
        """React to coming to the top of the stack."""
        self._still.is_stale = True
        self.app.sounds.ambience("battle_air")
        self.winding.is_hasty = False
        self.watching.let_go()
        self.seat.to_actor()

    def closed(self) -> None:
        """Release the battle; a replay saves nothing."""
        self.seat.sitting.close()

    def resized(self, size: tuple[int, int]) -> None:
        """Lay out the board and panels for a new window size."""
        self._still.is_stale = True
        seat, parts = self.seat, layout_for(size, self.app.look, self.seat.log.is_full)
        seat.lay(parts)
        self.keys.lay(parts.bar)

    @property
    def notice_room(self) -> pygame.Rect:
        """The board's rectangle: notices cover no panel."""
        return self.seat.board.camera.rect

    @property
    def doze(self) -> float:
        """The time that the window may sleep: the usual one."""
        return DOZE

    @property
    def is_idle(self) -> bool:
        """Return whether nothing moves."""
        is_behind = self.seat.tips.is_moving or self._still.is_behind
        return self.winding.is_idle and not is_behind

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the scene has to be redrawn."""
        changed = self.winding.update(seconds)
        if self.winding.has_told:
            self._still.is_stale = True
        changed = self.keys.update(seconds) or self._still.is_behind or changed
        return self.seat.tips.update(seconds) or changed

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, the board, and everything around the board."""
        self._still.draw(surface, self.app.art, self.seat)
        self.seat.board.draw_standing(surface)
        self.keys.draw(surface)
        self.seat.tips.draw(surface)

    def rehearsal(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw the panels, the ground, everything on it, and the keys."""
        yield from self._still.prepared(surface.get_size(), self.app.art, self.seat)
        for draw in (self.seat.board.draw_flat, self.seat.board.draw_standing, self.keys.draw):
            draw(surface)
            yield

    # Input

    def heard(self, event: Input) -> bool:
        """Handle an input; return whether the scene has to be redrawn."""
        if self.seat.tips.heard(event):
            return True
        self._still.is_stale = True
        if isinstance(event, Released):
            if event.name == "faster":
                self.winding.is_hasty = False
            return False
        if isinstance(event, Act):
            return self._acted(event)
        if isinstance(event, Pointer) and self.keys.heard(event):
            return True
        was_tall = self.seat.log.is_full
        changed = self.watching.heard(event)
        if self.seat.log.is_full != was_tall:
            self.resized(self.app.size)
        if self.watching.is_dragging:
            self._still.is_stale = False
        return changed

    def _acted(self, event: Act) -> bool:
        is_theirs = event.name in ("next", "previous") or self.keys.is_held
        if is_theirs and event.name != "cancel" and self.keys.heard(event):
            return True
        if event.name in WAYS:
            self.keys.step(WAYS[event.name])
        elif event.name in TURNS:
            self.keys.turn(TURNS[event.name])
        elif event.name == "faster":
            self.winding.is_hasty = True
        elif event.name == "log":
            self.seat.log.is_full = not self.seat.log.is_full
            self.resized(self.app.size)
        elif event.name == "confirm":
            self.winding.toggle()
        elif event.name == "undo":
            self.keys.step(-1)
        elif event.name == "skip":
            self.winding.finish()
        elif event.name == "next_unit":
            self.deeds.turns()
        elif event.name == "cancel":
            if not self.keys.let_go():
                self.deeds.menu()
        else:
            return self.watching.heard(event)
        return True
