"""The small book of the tests is played in the window by the same code as all others."""

import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.client.app import App
from game.client.battle.scene import BattleScene
from game.client.scenes.summary import Summary
from game.client.settings import Settings, write_settings
from game.rules.registry import Shelf
from game.session.dice import DiceSource
from game.session.players import STDIO
from game.session.record import Setup
from game.session.sitting import Sitting
from game.session.table import Table
from tests.books.tag import BOOK
from tests.books.tag import scene as tag
from tests.client.conftest import Hand

PATIENCE = 20.0


@pytest.fixture
def sixth(tmp_path: Path) -> Iterator[App]:
    write_settings(tmp_path, Settings(width=960, height=540, speed=0.0, computer_speed=0.0))
    made = App(Shelf(("tests.books.tag",), lambda *_: None), tmp_path, lambda _: None)
    pygame.event.clear()
    yield made
    made.close()


def test_the_sixth_book_is_played_by_the_same_code(sixth: App, tmp_path: Path) -> None:
    hand = Hand(sixth)
    level = tag.level("a...p\n.....", {"rounds": 6})
    setup = Setup(DiceSource(1), {"red": STDIO, "blue": "soldier"})
    table = Table.open(BOOK, level, setup)
    sitting = Sitting(table, tmp_path, sixth.notices.add, ("tests.books.tag",))
    scene = BattleScene(sixth, sitting)
    sixth.push(scene)
    end, given = time.monotonic() + PATIENCE, 0
    while not isinstance(sixth.scene, Summary) and time.monotonic() < end:
        hand.tick()
        deeds = scene.seat.plan.deeds
        if sixth.scene is not scene or not deeds or scene.flow.timeline.is_busy:
            continue
        deed = next((one for one in deeds if one.verb == "end"), deeds[0])
        choice = deed.choices[-1 if given % 3 else 0]
        scene.hands.take(choice)
        if scene.seat.plan.planned is not None:
            hand.key("return")
        given += 1
    assert given > 3
    assert isinstance(sixth.scene, Summary)
