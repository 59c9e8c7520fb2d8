"""Text in windows of all shapes: none is cut off, and no word is broken."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.kit.typography import Type
from game.client.navigation import WindowNavigation
from game.client.packs.share_sheet import ShareSheet
from game.client.screens.analysis_screen import AnalysisScene
from game.present.analysis.analysis_process import AnalysisSearch
from game.present.analysis.analysis_search import Analysed
from game.present.analysis.report import SideAccount, ToldChoice
from game.record.data_folders import levels_dir
from game.rules.registry import BooksOnDemand
from game.terms.commands import Concede
from tests.client.readers import UNSEEN
from tests.client.shots import SCREENS, battle, read, settle

SIZES = (
    pytest.param(800, 1200, 1.0, id="tall"),
    pytest.param(1920, 1080, 2.0, id="large", marks=pytest.mark.long),
    pytest.param(1280, 720, 1.0, id="plain", marks=pytest.mark.long),
    pytest.param(960, 540, 1.0, id="small", marks=pytest.mark.long),
)
LEVELS = "masked_ball", "ossuary", "bell_yard"
"""Levels of the rulebooks that the main screens don't show."""


def _battle(level: str) -> Callable[[App], None]:
    """Return a function that opens a battle at this level."""

    def opened(app: App) -> None:
        battle(app, level)

    return opened


def _summary(app: App) -> None:
    scene = battle(app, "under_the_mill")
    scene.flow.give(Concede())
    read(app, scene)


def _analysis(app: App) -> None:
    """Open the account of a battle whose shares have as many digits as they can have."""
    search = AnalysisSearch(b"")
    search.close()
    choice = ToldChoice(3, 2, 1, "Move to (11, 10)", 28, "End turn", 6)
    account = SideAccount(
        side="red",
        title="Red",
        start=100,
        luck=-100,
        own=100,
        others=-100,
        result=0,
        curve=(1.0, 0.0),
        rounds=(1, 2),
        best=choice,
        dearest=choice,
        margin=11,
    )
    search.found = Analysed((account,), games=24)
    app.push(AnalysisScene(app, search, lambda _: None, lambda *_: None))


MORE: dict[str, Callable[[App], None]] = {
    "duels": lambda app: app.push(app.navigation.choose(is_duel=True)),
    "replays": lambda app: app.push(app.navigation.replays()),
    "packs": lambda app: app.push(app.navigation.packs()),
    "share": lambda app: app.push(ShareSheet(app, levels_dir() / "duels" / "yard.toml")),
    "journeys": lambda app: app.push(app.navigation.journeys()),
    "rules": lambda app: app.push(app.navigation.codex("ACT-17")),
    "guide": lambda app: app.push(app.navigation.codex("guide/forecast")),
    "rules of Verdigris": lambda app: app.push(app.navigation.codex("VER-12")),
    "long summary": _summary,
    "analysis": _analysis,
    **{level: _battle(level) for level in LEVELS},
}
EVERY = {**SCREENS, **MORE}


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Yield a list that gets each text that is drawn incompletely, or with a broken word."""
    found: list[str] = []
    fitted, wrapped = Type.fitted, Type.wrapped

    def noted_fit(type: Type, words: str, width: int, *more: Any) -> str:
        shown = fitted(type, words, width, *more)
        if shown != words and width >= UNSEEN:
            found.append(words)
        return shown

    def noted_wrap(type: Type, words: str, width: int, *more: Any) -> list[str]:
        lines = wrapped(type, words, width, *more)
        if width >= UNSEEN and " ".join(lines).split() != words.split():
            found.append(words)
        return lines

    monkeypatch.setattr(Type, "fitted", noted_fit)
    monkeypatch.setattr(Type, "wrapped", noted_wrap)
    return found


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
@pytest.mark.parametrize("name", EVERY)
def test_no_text_is_cut_off(
    tmp_path: Path, cut: list[str], name: str, width: int, height: int, scale: float
) -> None:
    settings = WindowSettings(
        width=width, height=height, scale=scale, speed=0.0, calm=True, curtain=False, mute=True
    )
    write_settings(tmp_path, settings)
    app = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
    EVERY[name](app)
    settle(app)
    app.draw()
    app.close()
    assert cut == []
