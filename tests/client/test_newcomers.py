"""Ten newcomers at each first game and at the campaign's first battle: no message out of place."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation
from game.present import thinkers
from game.rules.registry import BooksOnDemand
from tests.client.conftest import Hand
from tests.client.newcomers import NEWCOMERS, NearbyThinker, Newcomer

BOOKS = ("action", "contest", "etiquette", "guard", "verdigris")
LEVELS = (*(f"first_{book}" for book in BOOKS), "levels/campaign/fifth_table/barrel_slide.toml")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """Yield a window of the size that most people start with."""
    write_settings(tmp_path, WindowSettings(width=1280, height=720))
    made = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
    pygame.event.clear()
    yield made
    made.close()


SOME = (4, 9)
"""Newcomers whose battles don't take long: one who plays in order, and one who does not."""


@pytest.mark.parametrize(
    "n",
    [n if n in SOME else pytest.param(n, marks=pytest.mark.long) for n in range(len(NEWCOMERS))],
)
@pytest.mark.parametrize("level", LEVELS)
def test_newcomer_meets_no_line_out_of_place(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch, level: str, n: int
) -> None:
    monkeypatch.setattr(thinkers, "Thinker", NearbyThinker)
    one = Newcomer(app, hand, level, n)
    one.play()
    assert one.faults == []
    assert one.shown
