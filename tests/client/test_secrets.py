"""Secrets in the window: a side's images and sounds never depend on hidden facts.

The pairs are those of the conformance suite: two truths that look the same to a side.
"""

import time
from collections.abc import Iterator
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
import pygame
import pytest

from game.client.battle import context, threat_search
from game.client.battle.scene import BattleScene
from game.client.board import ground_layer
from game.client.kit.app import App
from game.client.kit.inputs import Act, Pointer
from game.client.screens.handover_screen import HandoverScreen
from game.components.motion import Footing, Path
from game.engine.battle import Battle
from game.play.opening import Options
from game.present.looking_ahead.approaches import moves_of
from game.present.question import Question
from game.present.window_battle import WindowBattle
from game.terms.agenda import Ask, BattleEnd
from game.terms.commands import Command
from tests.client.conftest import Hand, wait_for_disk
from tests.client.test_handover import Table
from tests.conformance.books import Case, books, cases, is_large
from tests.conformance.driver import any_of, stops
from tests.conformance.test_secrets import disguised

FRAME = 1 / 30
PAIRS, MOST_STOPS = 2, 80
"""Number of pairs for each position, and number of stops searched for them."""
MOST_TILES, MOST_CHOICES, MOST_TOKENS = 4, 5, 4
MOST_FRAMES = 240
PATIENCE = 60.0


def all_of(question: Question | None) -> Any:
    """Return a question with all words of its choices."""
    words = [
        (one.text, one.cost, one.label, one.about, one.facts, one.pips)
        for one in (question.choices if question else ())
    ]
    return msgspec.json.encode(question, enc_hook=lambda _: None), words


class Watched:
    """A battle at a window, seen by one side, with all its images and sounds."""

    def __init__(self, app: App, sitting: WindowBattle, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app, self.sitting = app, sitting
        self.heard: list[Any] = []
        monkeypatch.setattr(app.sounds, "ui", lambda name: self.heard.append(name))
        monkeypatch.setattr(
            app.sounds, "event", lambda name, fields: self.heard.append((name, str(fields)))
        )

    def open(self, battle: Battle, side: str, is_open: bool = False) -> BattleScene:
        """Return the scene of a battle, with a side's players at the window.

        They are there alone, unless the window `is_open` to everybody.
        """
        self.heard.clear()
        self.app.change(curtain=is_open)
        self.app.notices.hush()
        self.app.notices.all.clear()
        self.sitting.table.battle, self.sitting.table.record.drawn = battle, 0
        while self.app.scene is not None:
            self.app._scenes.pop()
        scene = BattleScene(self.app, self.sitting)
        self.app.push(scene)
        while isinstance(self.app.scene, HandoverScreen):
            self.app._scenes.pop()
        scene.flow.sit(side)
        scene.resized(self.app.size)
        scene.flow.slip.clear()
        return scene

    def frame(self, scene: BattleScene) -> str:
        """Return a hash of the current image."""
        scene._still.is_stale = True
        scene.draw(self.app.window)
        self.app.notices.draw(self.app.type, self.app.window)
        return blake2b(pygame.image.tobytes(self.app.window, "RGB"), digest_size=8).hexdigest()

    def looked(self, scene: BattleScene, rng: Random) -> Iterator[tuple[str, Any]]:
        """Yield everything that players can look at without a command, each with its name."""
        seat = scene.seat
        yield "first", self.frame(scene)
        yield "question", all_of(seat.plan.question)
        yield "undo", seat.sitting.undoable_by(seat.view)
        yield "log", [one.text for one in seat.sitting.told(seat.view)]
        camera, width, height = seat.board.camera, seat.overview.width, seat.overview.height
        tiles = sorted((x, y) for x in range(width) for y in range(height))
        tiles = rng.sample(tiles, min(MOST_TILES, len(tiles)))
        tiles += [token.at for token in seat.picture.tokens if token.at is not None][:MOST_TOKENS]
        for cell in tiles:
            camera.show(cell)
            camera.arrive()
            scene.heard(Pointer("move", camera.tile_rect(cell).center))
            yield f"hover {cell}", self.frame(scene)
            yield f"words {cell}", scene.hands.in_words(cell)
        question = seat.plan.question
        for token in seat.picture.tokens:
            ways = seat.approaches(token.id, None, is_urgent=True) or ()
            yield f"approaches {token.id}", [(one.text, seat.odds(one)) for one in ways]
            if question is not None:
                yield f"unusable {token.id}", seat.ahead.unusable_on(question, token.id)
        for move in moves_of(question)[:MOST_CHOICES] if question is not None else ():
            assert question is not None
            search = seat.ahead.from_tile(question, move)
            search.go_on()
            yield f"from {move.at}", search.rows
        for choice in question.choices[:MOST_CHOICES] if question else ():
            yield f"odds {choice.text}", msgspec.json.encode(seat.sitting.odds(choice.command))
        for act in ("threats", "log", "help", "describe"):
            scene.heard(Act(act))
            yield act, self.frame(scene)
        yield "heard", list(self.heard)
        yield "told", list(self.app.notices.all)

    def played(self, scene: BattleScene, command: Command) -> tuple[list[str], list[Any]]:
        """Return the images and sounds of a command, until another side's people sit down."""
        side = scene.seat.view
        scene.flow.give(command)
        wait_for_disk(self.app)
        frames: list[str] = []
        end = time.monotonic() + PATIENCE
        while len(frames) < MOST_FRAMES and time.monotonic() < end:
            scene.update(FRAME)
            wait_for_disk(self.app)
            if self.app.scene is not scene or scene.seat.view != side:
                break
            frames.append(self.frame(scene))
            if not scene.flow.timeline.is_busy and not scene.seat.board.is_alive:
                break
        return frames, list(self.heard)


@pytest.fixture
def window(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    """Return an app that draws the same frames however busy the machine is."""
    for module in (context, threat_search, ground_layer):
        monkeypatch.setattr(module, "SLICE", PATIENCE)
    app.change(speed=4.0, computer_speed=4.0, warn_end=False)
    return app


def sitting_of(app: App, case: Case) -> WindowBattle:
    """Return a window battle that can show battles at this position."""
    name = case.name.removeprefix("level-")
    return WindowBattle.open(Options(level=name, seed="5"), app.books, app.folder)


def small(book: str) -> list[Case]:
    found = [it for it in cases([book]) if it.name.startswith("level-") and not is_large(it)]
    return found[:2] or [it for it in cases([book]) if it.name.startswith("level-")][:1]


PLAYED = [case for book in books() if book != "tag" for case in small(book)]
each = pytest.mark.parametrize("case", PLAYED, ids=str)


def pairs(case: Case, kept: tuple[Any, ...] = ()) -> Iterator[tuple[str, Battle, Battle]]:
    """Yield moments: a side, the battle, and another battle that looks the same to the side."""
    rng, found = Random(f"window {case}"), 0
    for battle in stops(case.start(), rng, MOST_STOPS, case.start):
        if (
            isinstance(battle.stop, BattleEnd)
            or not isinstance(battle.stop, Ask)
            or rng.random() < 0.5
        ):
            continue
        for side in (side.id for side in battle.world.scene.level.sides):
            other = disguised(battle, side, rng, kept)
            if other is not None and other.hash() != battle.hash():
                found += 1
                yield side, battle.clone(), other
        if found >= (1 if is_large(case) else PAIRS):
            return


@each
def test_hidden_facts_change_no_image(
    case: Case, window: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = sitting_of(window, case)
    watched = Watched(window, sitting, monkeypatch)
    for n, (side, here, there) in enumerate(pairs(case)):
        one = dict(watched.looked(watched.open(here, side), Random(n)))
        other = dict(watched.looked(watched.open(there, side), Random(n)))
        assert [name for name in one if one[name] != other.get(name)] == []
        assert one.keys() == other.keys()
    sitting.close()


@each
def test_hidden_facts_change_no_image_or_sound_of_a_command(
    case: Case, window: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare image by image, so that durations count too, unless a secret is revealed."""
    sitting = sitting_of(window, case)
    watched = Watched(window, sitting, monkeypatch)
    rng = Random(f"played {case}")
    for side, here, there in pairs(case, (Path, Footing)):
        if here.asked != side:
            continue
        command = any_of(here.legal(), rng)
        one = watched.played(watched.open(here, side), command)
        other = watched.played(watched.open(there, side), command)
        if here.world.revealed or there.world.revealed or here.stop != there.stop:
            continue
        assert one == other
    sitting.close()


@each
def test_facts_hidden_from_others_change_no_image_of_an_open_window(
    case: Case, window: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare what a side's people see while those who don't know its secrets look on."""
    sitting = sitting_of(window, case)
    watched = Watched(window, sitting, monkeypatch)
    for n, (other, here, there) in enumerate(pairs(case)):
        side = here.asked
        if side in (None, other) or there.asked != side or side is None:
            continue
        scene = watched.open(here, side, is_open=True)
        if not scene.seat.is_open:
            continue
        one = dict(watched.looked(scene, Random(n)))
        again = dict(watched.looked(watched.open(there, side, is_open=True), Random(n)))
        assert [name for name in one if one[name] != again.get(name)] == []
    sitting.close()


@each
def test_handover_screen_reveals_nothing(
    case: Case, window: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare the handover screens over two different battles."""
    sitting = sitting_of(window, case)
    watched = Watched(window, sitting, monkeypatch)
    for side, here, there in pairs(case):
        found = []
        for battle in (here, there):
            scene = watched.open(battle, side)
            window.change(curtain=True)
            scene.passing.to(side, lambda: None)
            assert isinstance(window.scene, HandoverScreen)
            window.draw()
            found.append(pygame.image.tobytes(window.window, "RGB"))
        assert found[0] == found[1]
    sitting.close()


def test_nothing_remains_of_the_last_view(
    window: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point, read and pan first: the next players must find the same view as without that."""
    monkeypatch.setattr(WindowBattle, "needs_handover", lambda *_: True)
    window.change(speed=0.0, computer_speed=0.0)
    found = []
    for is_restless in (False, True):
        table = Table(window, hand)
        scene = table.open("cellar")
        table.sit(scene)
        if is_restless:
            for cell in sorted(scene.seat.plan.places())[:3]:
                hand.move(scene.seat.board.camera.tile_rect(cell).center)
            hand.key("t", "l", "i", "=", "=", "n", "tab", "right", "f1", "escape")
            hand.drag(scene.seat.board.camera.rect.center, (40, 200))
            hand.wheel(scene.seat.log.rect, 2)
        hand.move((2, 2))
        hand.key("e")
        table.until(lambda: isinstance(window.scene, HandoverScreen))
        frames = [pygame.image.tobytes(window.window, "RGB")]
        table.sit(scene)
        hand.tick(3)
        frames.append(pygame.image.tobytes(window.window, "RGB"))
        found.append(frames)
        window._scenes.clear()
        scene.closed()
    assert found[0] == found[1]


def test_pairs_exist() -> None:
    assert sum(1 for case in PLAYED for _ in pairs(case)) >= 8


def test_leak_would_be_noticed(window: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the whole truth, so that the images must differ."""
    leaks = set()
    for case in PLAYED:
        sitting = sitting_of(window, case)
        watched = Watched(window, sitting, monkeypatch)
        found = list(pairs(case))
        with monkeypatch.context() as blind:
            blind.setattr(Battle, "view", lambda battle, *_: battle)
            for n, (side, here, there) in enumerate(found):
                one = dict(watched.looked(watched.open(here, side), Random(n)))
                other = dict(watched.looked(watched.open(there, side), Random(n)))
                leaks |= {name.split()[0] for name in one if one[name] != other.get(name)}
        sitting.close()
    assert {"first", "hover"} <= leaks
