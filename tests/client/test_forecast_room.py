"""Forecasts of commands are read without scrolling: the log gives way, and letters get smaller.

The log always keeps its newest lines.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.theme import SMALL
from game.client.panels.forecast_panel import READABLE
from game.client.panels.parchment_page import Sheet
from tests.client.shots import battle, played_until, point, question, settle
from tests.client.test_layout import opened

SIZES = ((1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0))
LEVELS = ("toll_bar", "yard", "masked_ball", "under_bridge", "green_quay")
"""A level of each rulebook."""
LEAST_SHARE = {(1280, 720): 0.8, (1920, 1080): 0.98}
"""Share of a forecast that must be visible, by the window's size.

At 720p, letters can't get smaller, and the last modifiers of two pools may need scrolling.
"""


def attacks(scene: BattleScene) -> list[tuple[int, int]]:
    """Return the tiles of the foes that the unit asked can attack; choose the button for it."""
    plan, side = scene.seat.plan, question(scene).side
    for deed in plan.deeds:
        for cell, choices in plan.places(deed).items():
            token = scene.seat.picture.token(choices[0].unit)
            is_strong = deed.key[1] != "unarmed"
            if token is not None and token.side != side and is_strong and not choices[0].path:
                plan.choose(deed.key)
                scene.showing.buttons()
                return [cell]
    return []


@pytest.fixture(params=SIZES, ids=lambda size: "{}x{} {:.0%}".format(*size))
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[App]:
    made = opened(tmp_path, *request.param)
    yield made
    made.close()


@pytest.mark.parametrize("level", LEVELS)
def test_forecast_of_an_attack_is_read_without_scrolling(level: str, app: App) -> None:
    scene = played_until(app, level, "5", lambda scene: bool(attacks(scene)))
    seat, (cell,) = scene.seat, attacks(scene)
    seat.board.camera.show(cell)
    seat.board.camera.arrive()
    point(app, scene, cell)
    panel, log, layout = seat.forecast, seat.log, seat.layout
    assert panel.command is not None or panel.summary is not None
    assert panel._sheet is not None
    assert panel._page.rect.height >= panel._sheet.y * LEAST_SHARE[app.size]
    assert panel.rect.bottom < log.rect.top
    assert log.rect.bottom == layout.log.bottom
    assert len(log.shown()) > 0
    assert log.rect.height >= app.look.px(90)
    panel.show_text("Something else", "Words. " * 500)
    settle(app)
    assert panel.rect.bottom < log.rect.top
    assert log.rect.bottom == layout.log.bottom


def test_letters_get_smaller_only_in_forecasts_and_never_smaller_than_usual(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = played_until(app, "green_quay", "5", lambda scene: bool(attacks(scene)))
    sizes = set[int]()
    text = Sheet.text

    def measured(sheet: Sheet, *more: object, **others: object) -> None:
        sizes.add(app.look.px(SMALL))
        text(sheet, *more, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(Sheet, "text", measured)
    (cell,) = attacks(scene)
    point(app, scene, cell)
    assert min(sizes) >= SMALL
    scene.seat.plan.choose(None)
    sizes.clear()
    scene.seat.forecast.show_text("Title", "Words. " * 900)
    assert sizes == {app.look.px(SMALL)}
    assert app.look == app.type.look


def test_list_of_answers_is_enlarged_with_all_else(app: App) -> None:
    """Nine answers scroll before their letters lose what people have asked for."""
    seat = battle(app, "toll_house").seat
    panel = seat.forecast
    rows = [(f"Hero {n} talks to them", f"they attack first {n % 2}%") for n in range(9)]
    panel.show_choices("A question", rows)
    assert panel._sheet is not None
    letters = min(piece.rect.height for piece in panel._sheet.pieces if piece.rect.width > 40)
    least = app.type.height("sans bold", SMALL) * min(READABLE)
    assert letters >= least - 2
    shown: list[str] = []
    sheet = Sheet(app, panel._page.rect.width, is_tight=True)
    sheet.point = shown.append  # type: ignore[assignment]
    assert panel._write is not None
    panel._write(sheet)
    assert shown == [rows[n][0] for n in (*range(0, 9, 2), *range(1, 9, 2))]
