"""The tests' small rulebook, played in the window by the same code as all others."""

import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation
from game.client.screens.battle_summary import BattleSummary
from game.play.players import STDIO
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.registry import BooksOnDemand
from tests.books.tag import scene as tag
from tests.books.tag.book import BOOK
from tests.client.conftest import Hand

PATIENCE = 20.0


@pytest.fixture
def sixth(tmp_path: Path) -> Iterator[App]:
    write_settings(tmp_path, WindowSettings(width=960, height=540, speed=0.0, computer_speed=0.0))
    made = App(
        BooksOnDemand(("tests.books.tag",), lambda *_: None),
        tmp_path,
        lambda _: None,
        WindowNavigation,
    )
    pygame.event.clear()
    yield made
    made.close()


def test_sixth_rulebook_is_played_by_the_same_code(sixth: App, tmp_path: Path) -> None:
    hand = Hand(sixth)
    level = tag.level("a...p\n.....", {"rounds": 6})
    setup = Setup(DiceSource(1), {"red": STDIO, "blue": "soldier"})
    table = Table.open(BOOK, level, setup)
    sitting = WindowBattle(table, tmp_path, sixth.notices.add, ("tests.books.tag",))
    scene = BattleScene(sixth, sitting)
    sixth.push(scene)
    end, given = time.monotonic() + PATIENCE, 0
    while not isinstance(sixth.scene, BattleSummary) and time.monotonic() < end:
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
    assert isinstance(sixth.scene, BattleSummary)
