"""What the window says before a command is given: its cost now, its wall, and what it may do."""

from pathlib import Path

import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.panels.forecast_panel import ForecastPanel
from game.play.players import STDIO
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.verdigris.book import BOOK as VERDIGRIS
from game.rules.verdigris.records import Stress
from game.world.unit_names import unit_by_id
from tests.client.conftest import Hand
from tests.client.shots import settle
from tests.client.test_choices import TO_FIGHT, Told, ball
from tests.commands import command
from tests.rules.verdigris.scene import level

PEOPLE = {"red": STDIO, "blue": STDIO}


class Notes:
    """The sentences above the forecasts that are shown."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.shown: list[tuple[str, ...]] = []
        show = ForecastPanel.show

        def noted(panel: ForecastPanel, *told: object, **more: object) -> None:
            notes = told[7]
            assert isinstance(notes, tuple)
            self.shown.append(notes)
            show(panel, *told, **more)  # type: ignore[arg-type]

        patch.setattr(ForecastPanel, "show", noted)


def opened(app: App, folder: Path, rows: str, **units: dict[str, object]) -> BattleScene:
    """Return a battle of Verdigris in which red begins under stress, for people, hands face up."""
    made = level(rows, None, None, **units)
    table = Table.open(VERDIGRIS, made, Setup(DiceSource(1, scripted=(6,)), PEOPLE))
    world = table.battle.world
    unit = unit_by_id(world, "red.a")
    assert unit is not None
    world.put(unit, Stress(2))
    app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
    scene = BattleScene(app, WindowBattle(table, folder, app.notices.add, ()))
    app.push(scene)
    settle(app)
    scene.flow.turn_hand(is_up=True)
    settle(app)
    return scene


def button(scene: BattleScene, verb: str) -> int:
    """Return the index of a command's button."""
    return next(n for n, one in enumerate(scene.seat.bar._buttons.all) if one.id.startswith(verb))


def test_move_that_takes_the_action_says_so(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = Notes(monkeypatch)
    scene = opened(app, tmp_path, "a.......p")
    tile = scene.seat.board.camera.tile_rect
    hand.move(tile((2, 0)))
    hand.tick(5)
    assert not notes.shown[-1]
    hand.click(tile((2, 0)))
    settle(app)
    assert scene.seat.bar._buttons.all[button(scene, "move")].brief == "takes the action"
    hand.move(tile((4, 0)))
    hand.tick(5)
    assert notes.shown[-1] == ("Takes the action.",)


def test_sure_command_that_reveals_an_item_says_why_it_is_final(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = Notes(monkeypatch)
    hero = {"hero": True, "belt": ["dram"]}
    scene = opened(app, tmp_path, "a...p", a=hero)
    deed = next(deed for deed in scene.seat.plan.deeds if deed.verb == "use")
    assert scene.seat.sitting.is_revealing(deed.choices[0].command)
    places = dict(scene.seat.bar.places())
    hand.move(places[button(scene, "use")])
    hand.tick(5)
    assert notes.shown[-1] == ("The other sides see the item, so you can't undo this.",)
    hand.move(places[button(scene, "end")])
    hand.tick(5)
    assert not notes.shown[-1]


def test_defence_with_items_is_listed_by_its_buttons(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = {"b": {"hand": ["shawl", "mirror"]}}
    scene = ball(app, tmp_path, "ab....", *TO_FIGHT, units=items)
    told = Told(monkeypatch)
    scene.flow.give(command("etiquette", "attack red.a blue.b"))
    settle(app)
    listed = [words for words, _ in told.rows]
    assert "Defend: 1 die: Heavy shawl" in listed
    assert max(map(len, listed)) < 40
