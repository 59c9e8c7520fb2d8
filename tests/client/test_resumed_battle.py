"""A resumed battle in the window: log and undo return while the board is already shown."""

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.play.opening import Options
from game.play.players import outside
from game.present.window_battle import WindowBattle
from tests.client.conftest import Hand
from tests.present.test_resumed_past import checked_at_once, kept

TICKS = 2000


def test_log_and_undo_return_step_by_step(app: App, hand: Hand) -> None:
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    path = kept(app.folder, "under_the_mill")
    table = checked_at_once(path, app.folder, [])
    whole = BattleScene(app, WindowBattle(table, app.folder, is_kept=False))
    scene = battle_of(app, Options(level=str(path)), outside)
    assert isinstance(scene, BattleScene)
    sitting = scene.seat.sitting
    assert sitting.is_checking
    assert not scene.is_idle
    assert len(scene.seat.log) < len(whole.seat.log)
    assert scene.seat.picture == whole.seat.picture
    app.push(scene)
    for _ in range(TICKS):
        if not sitting.is_checking:
            break
        hand.tick()
    hand.tick()
    assert len(scene.seat.log) == len(whole.seat.log)
    view = scene.seat.view
    assert sitting.undoable_by(view) == whole.seat.sitting.undoable_by(view)
    assert sitting.told(view) == whole.seat.sitting.told(view)
    assert scene.is_idle


def test_command_given_at_once_is_shown_once(app: App, hand: Hand) -> None:
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    scene = battle_of(app, Options(level=str(kept(app.folder, "under_the_mill"))), outside)
    assert isinstance(scene, BattleScene)
    app.push(scene)
    sitting = scene.seat.sitting
    question = sitting.question()
    assert question is not None
    scene.flow.give(question.choices[0].command)
    while sitting.is_checking:
        hand.tick()
    hand.tick(5)
    told, shown = sitting.told(scene.seat.view), len(scene.seat.log)
    assert sum(one.name == "battle_started" for one in told) == 1
    scene.flow.lines(told)
    assert len(scene.seat.log) == shown
