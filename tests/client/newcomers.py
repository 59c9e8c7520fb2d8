"""Newcomers who play a level in the window, each in a different way, and note every message."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pygame

from game.ai.computer_players import COMPUTERS
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.screens.battle_summary import BattleSummary
from game.engine.battle import Battle
from game.play.computer_answers import computer_answer
from game.play.opening import Options
from game.play.players import played
from game.play.thinker_process import Chair
from game.present.question import Choice, Question
from game.terms.commands import Command, verb
from game.terms.level_script import UNDO, Lesson
from game.terms.script.conditions import LessonWhen
from tests.client.conftest import Hand
from tests.client.test_scenes import press

MOST_STEPS = 1500
"""Maximum number of steps in a battle; none of them needs nearly as many."""
MOST_UNDONE = 3
"""Maximum number of commands that a newcomer undoes in a turn."""
MOST_COMMANDS = 5
"""Number of commands after which a newcomer ends a turn."""
EAGER = ("attack", "strike", "react", "engage", "fight", "two")
"""Verbs that newcomers prefer."""
PASSIVE = ("end", "pass", "decline", "stay", "silent", "keep")
"""Verbs of commands that only let the battle continue."""
DEEDS = {"threats": "t", "describe": "i", "log": "l", "page": "f1"}
"""Deeds at the window, with their keys."""


class NearbyThinker:
    """A computer player in the window's own process, which answers at once."""

    is_started = True

    def __init__(self, chair: Chair, drawn: int = 0, mind: object = None) -> None:
        self.drawn, self._chair = drawn, chair
        self._player = COMPUTERS[chair.player](chair.seed, chair.side, drawn)
        self._view: Battle | None = None

    @property
    def is_asked(self) -> bool:
        return self._view is not None

    def start(self) -> None:
        """Do nothing: there is no process."""

    def ask(self, view: Battle, number: int) -> None:
        self._view = view

    def answer(self) -> Command | None:
        view, self._view = self._view, None
        if view is None:
            return None
        made = computer_answer(self._player, view, self._chair.side, view.legal())
        self.drawn = self._player.drawn
        return made.command

    def cancel(self) -> None:
        self._view = None

    close = cancel


class Style(NamedTuple):
    """How a newcomer plays."""

    by: str
    undoes: bool = False
    idles: bool = False
    explores: bool = False
    mashes: bool = False
    leaves_open: bool = False
    """Whether the newcomer goes on playing under a lesson, as far as that is possible."""


ORDERLY = (Style("mouse"), Style("keys"), Style("pad"), Style("keys"), Style("mouse"))
ODD = (
    Style("keys", undoes=True),
    Style("mouse", idles=True),
    Style("keys", explores=True),
    Style("pad", mashes=True),
    Style("keys", undoes=True, explores=True, mashes=True, leaves_open=True),
)
NEWCOMERS = (*ORDERLY, *ODD)


class Newcomer:
    """A newcomer at a level. `faults` are sentences about messages out of place."""

    def __init__(self, app: App, hand: Hand, level: str, n: int) -> None:
        self.app, self.hand, self.style = app, hand, NEWCOMERS[n]
        self.rng = Random(f"{level} {n}")
        self.did: set[str] = set()
        """Deeds of this newcomer, noted apart from the window."""
        self.shown: list[str] = []
        """Messages and lessons in the order in which they appeared."""
        self.faults: list[str] = []
        self._dismissed: set[str] = set()
        """Messages that this newcomer has dismissed; others may come again after an undo."""
        self._now = ""
        self._turn: tuple[int, str | None] = (0, None)
        self._commands = self._undone = 0
        app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
        scene = battle_of(app, Options(level=level, seed=str(n)), played)
        assert isinstance(scene, BattleScene), app.notices.all
        self.scene = scene
        app.push(scene)

    def play(self) -> BattleSummary:
        """Play the battle to its end."""
        for _ in range(MOST_STEPS):
            self._wait()
            if isinstance(self.app.scene, BattleSummary):
                return self.app.scene
            question = self.scene.seat.plan.question
            if self.scene.flow.slip.words and not self._may_leave_open(question):
                self._read()
            elif question is not None:
                self._answer(question)
        raise AssertionError("the battle does not end")

    # Messages

    def _wait(self) -> None:
        """Let time pass, and look at what is on the screen."""
        self.hand.tick(2)
        slip = self.scene.flow.slip
        if slip.words and slip.words != self._now:
            self._appeared(slip.words, slip.lesson)
        self._now = slip.words
        if slip.lesson is not None and (done := self._done(slip.lesson)):
            self.faults.append(f"{slip.words!r} stays after {done}")

    def _appeared(self, words: str, lesson: Lesson | None) -> None:
        if words in (self.shown if lesson is not None else self._dismissed):
            self.faults.append(f"{words!r} is shown again")
        self.shown.append(words)
        actor, camera = self.scene.seat.actor, self.scene.seat.board.camera
        if actor is not None and actor.at is not None:
            tile = camera.tile_rect(actor.at)
            if camera.rect.contains(tile) and self.scene.flow.slip.rect.colliderect(tile):
                self.faults.append(f"{words!r} covers {actor.id}")
        if lesson is None:
            return
        if done := self._done(lesson):
            self.faults.append(f"{words!r} comes after {done}")
        if late := [when for when in lesson.when if not self._holds(when)]:
            self.faults.append(f"{words!r} comes before {late}")

    def _done(self, lesson: Lesson) -> list[str]:
        """Return the deeds that a lesson waits for, and that are done."""
        return [when.did for when in lesson.until if when.did in self.did and when.did]

    def _holds(self, when: LessonWhen) -> bool:
        """Return whether a condition on deeds or commands is true, found without the window."""
        question = self.scene.seat.plan.question
        if when.did is not None:
            return when.did in self.did
        if when.can == UNDO:
            given, walled = self.scene.seat.sitting.undoable_by(self.scene.seat.view)
            return given > walled
        if when.can is not None:
            return question is not None and when.can in {one.verb for one in question.choices}
        return self.scene.seat.sitting.stands(when)

    def _may_leave_open(self, question: Question | None) -> bool:
        is_lesson = self.scene.flow.slip.lesson is not None
        return self.style.leaves_open and is_lesson and question is not None

    def _read(self) -> None:
        """Dismiss the message, with one press or with many."""
        keys = ["return"]
        if self.style.mashes:
            keys = self.rng.choices(("return", "escape", "e", "k"), k=self.rng.randint(1, 5))
        for key in keys:
            if not self.scene.flow.slip.words:
                return
            self._dismissed.add(self.scene.flow.slip.words)
            if self.style.by == "mouse":
                self.hand.click(self.scene.flow.slip.rect)
            elif self.style.by == "pad":
                press(self.hand, "pad", "return")
            else:
                self.hand.key(key)
        self._wait()

    # Commands

    def _answer(self, question: Question) -> None:
        if self.style.explores and self.rng.random() < 0.5:
            self._explore()
        self._point(question)
        choice = self._chosen(question)
        before = self.scene.seat.sitting.given
        costly = bool(self.scene.seat.plan.unspent())
        self.scene.flow.give(choice.command)
        if choice.verb == "end" and costly:
            self.did.add("end_early")
        self.did.add(verb(choice.command))
        self._commands += 1
        if self.style.undoes and self._undone < MOST_UNDONE:
            self._wait()
            self._undo(before)

    def _chosen(self, question: Question) -> Choice:
        """Return a sensible choice, or the end of the turn for those who do nothing."""
        turn = self.scene.seat.picture.round, question.unit
        if turn != self._turn:
            self._turn, self._commands, self._undone = turn, 0, 0
        passive = [one for one in question.choices if one.verb in PASSIVE]
        if passive and (self.style.idles or self._commands >= MOST_COMMANDS):
            return passive[0]
        eager = [one for one in question.choices if one.verb in EAGER]
        if eager and self.rng.random() < 0.8:
            return self.rng.choice(eager)
        walks = [one for one in question.choices if one.verb == "move" and one.at is not None]
        if walks and self.rng.random() < 0.8:
            return min(walks, key=self._far)
        return self.rng.choice(question.choices)

    def _far(self, choice: Choice) -> int:
        """Return the steps from the end of a path to the nearest foe."""
        view, at = self.scene.seat.view, choice.at
        foes = [t.at for t in self.scene.seat.picture.tokens if t.side != view and t.at]
        assert at is not None
        return min((abs(at[0] - x) + abs(at[1] - y) for x, y in foes), default=0)

    def _undo(self, before: int) -> None:
        """Undo the last command at once by its key, if there is one and it can be undone."""
        sitting = self.scene.seat.sitting
        given, walled = sitting.undoable_by(self.scene.seat.view)
        if given > walled and sitting.given > before and self.scene.seat.is_asked:
            self.hand.key("backspace")
            if sitting.given == before:
                self.did.add(UNDO)
                self._undone += 1

    def _explore(self) -> None:
        deed = self.rng.choice((*DEEDS, "objectives"))
        if deed == "objectives":
            self.scene._objectives()
        else:
            self.hand.key(DEEDS[deed])
        self.did.add(deed)
        if self.app.scene is not self.scene:
            self.app.pop()
        self._wait()

    def _point(self, question: Question) -> None:
        """Point at a foe, as newcomers with a mouse do now and then."""
        tokens: Iterator[Any] = iter(self.scene.seat.picture.tokens)
        foes = [t.at for t in tokens if t.side != self.scene.seat.view and t.at is not None]
        if self.style.by == "mouse" and foes and self.rng.random() < 0.3:
            tile = self.scene.seat.board.camera.tile_rect(self.rng.choice(foes))
            if self.scene.seat.board.camera.rect.contains(tile):
                self.hand.move(pygame.Rect(tile))
                self.did.add("point")
