"""Replays in the window: list, viewer, playing on, retries."""

import time
from pathlib import Path

import pytest

from game.client.battle.consent import Verdict
from game.client.battle.scene import BattleScene
from game.client.codex.codex_screen import CodexScene
from game.client.kit.app import App
from game.client.kit.scene import Scene
from game.client.kit.widgets.dialog import Dialog
from game.client.navigation import battle_of
from game.client.replay.play_on import PlayOn
from game.client.replay.replay_list import ReplayList
from game.client.replay.scene import ReplayScene
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.pause_menu import PauseMenu
from game.client.screens.text_prompt import TextPrompt
from game.client.screens.turn_list import NEW, TurnList
from game.client.screens.turn_search import TurnSearch
from game.client.title.title_screen import Title
from game.content.levels import find_level, load_level
from game.play.opening import Options
from game.play.players import RANDOM, STDIO, outside, played
from game.play.rewind import RewindableBattle
from game.play.table import Table
from game.record.data_folders import REPLAYS, RUNNING
from game.record.dice_source import DiceSource
from game.record.lines import Luck
from game.record.reader import read_save
from game.record.recording import Setup
from game.rules.registry import find_books
from game.terms.commands import Concede
from tests.client.conftest import Hand

BOOKS = find_books().books
PATIENCE = 600.0


def table(level: str, most: int, player: str = RANDOM) -> Table:
    found = load_level(find_level(level), BOOKS)
    setup = Setup(DiceSource(4), {side.id: player for side in found.sides})
    made = Table.open(BOOKS[found.rulebook], found, setup)
    for _ in range(most):
        if not made.step():
            break
    return made


def shelve(folder: Path, name: str, level: str = "yard", most: int = 4000) -> Path:
    """Put a replay into the list of a data folder, and return its path."""
    path = folder / REPLAYS / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(table(level, most).saved())
    return path


@pytest.fixture
def seated(app: App) -> App:
    """Return a window in which battles can begin, without motion."""
    app.change(speed=0.0, computer_speed=0.0)
    return app


@pytest.fixture
def viewer(seated: App, hand: Hand) -> ReplayScene:
    """Return a viewer of a battle in the yard, at rest."""
    path = shelve(seated.folder, "yard")
    return open_viewer(seated, hand, path)


def open_viewer(app: App, hand: Hand, path: Path) -> ReplayScene:
    scene = app.navigation.replay(path)
    assert isinstance(scene, ReplayScene)
    scene.winding.speed = 0.0
    app.push(scene)
    hand.tick(2)
    return scene


def lines(scene: ReplayScene) -> int:
    """Return the number of the newest event in the log."""
    return scene.winding._told


def now(app: App) -> Scene | None:
    """Return the topmost scene."""
    return app.scene


def is_on_top(app: App, scene: Scene) -> bool:
    return app.scene is scene


# List


def test_title_leads_to_the_list_and_back(app: App, hand: Hand) -> None:
    shelve(app.folder, "one")
    app.push(Title(app))
    hand.tick(3)
    title = app.scene
    assert isinstance(title, Title)
    hand.click(next(button for button in title.menu if button.words == "Replays"))
    shelf = app.scene
    assert isinstance(shelf, ReplayList)
    assert [row.title for row in shelf.list.rows] == ["Two in the yard"]
    assert shelf.list.rows[0].under.startswith("Contest · ")
    assert " won · " in shelf.list.rows[0].under
    hand.key("escape")
    assert is_on_top(app, title)


def test_broken_file_is_reported_and_not_opened(app: App, hand: Hand) -> None:
    path = shelve(app.folder, "bad")
    path.write_text("{oops\n")
    app.push(ReplayList(app))
    shelf = app.scene
    assert isinstance(shelf, ReplayList)
    assert shelf.list.rows[0].is_bad
    assert "Line 1 isn't the header of a save" in shelf.list.rows[0].under
    hand.key("return")
    assert is_on_top(app, shelf)
    assert "Line 1 isn't the header" in app.notices.all[-1]


def test_deletion_asks_first(app: App, hand: Hand) -> None:
    path = shelve(app.folder, "one")
    app.push(ReplayList(app))
    shelf = app.scene
    assert isinstance(shelf, ReplayList)
    hand.click(shelf.delete)
    assert isinstance(now(app), Dialog)
    hand.key("escape")
    assert path.exists(), "cancelling has deleted the replay"
    hand.click(shelf.delete)
    asked = now(app)
    assert isinstance(asked, Dialog)
    hand.click(asked.buttons[0])
    assert is_on_top(app, shelf)
    assert not path.exists()
    assert not shelf.list.rows
    assert shelf.watch.reason


def test_replay_is_shared_as_one_file(app: App, hand: Hand, tmp_path: Path) -> None:
    path = shelve(app.folder, "one")
    goal = tmp_path / "given"
    goal.mkdir()
    app.push(ReplayList(app))
    shelf = app.scene
    assert isinstance(shelf, ReplayList)
    hand.click(shelf.share)
    asking = app.scene
    assert isinstance(asking, TextPrompt)
    hand.key("return")
    assert is_on_top(app, asking)
    assert asking.trouble == "Type a folder or a file name."
    asking.field.text = str(goal)
    hand.key("return")
    assert is_on_top(app, shelf)
    assert (goal / path.name).read_bytes() == path.read_bytes()
    app.push(asking)
    asking.field.text = str(goal)
    hand.click(asking.give)
    assert "already exists" in asking.trouble


def test_file_is_opened_by_its_path(seated: App, hand: Hand, tmp_path: Path) -> None:
    path = shelve(tmp_path / "elsewhere", "given")
    seated.push(ReplayList(seated))
    shelf = seated.scene
    assert isinstance(shelf, ReplayList)
    hand.click(shelf.open)
    asking = seated.scene
    assert isinstance(asking, TextPrompt)
    hand.type("nowhere")
    hand.key("return")
    assert "'nowhere' can't be read" in asking.trouble
    asking.field.text = str(path)
    hand.key("return")
    assert isinstance(seated.scene, ReplayScene)


# Viewer


def test_arrows_step_and_jump_and_the_board_follows(viewer: ReplayScene, hand: Hand) -> None:
    reel = viewer.reel
    start = viewer.seat.picture
    hand.key("right", "right")
    assert reel.at == 2
    assert viewer.seat.picture == viewer.seat.sitting.picture(None)
    hand.key("left", "left")
    assert reel.at == 0
    assert viewer.seat.picture == start
    hand.key("down")
    assert reel.at == reel.place(viewer.keys.moments[1].n)
    hand.key("up")
    assert reel.at == 0


def test_log_ends_at_the_current_position(viewer: ReplayScene, hand: Hand) -> None:
    everything = [len(viewer.seat.log)]
    for _ in range(viewer.reel.count):
        hand.key("right")
        everything.append(len(viewer.seat.log))
    assert everything[-1] > everything[0]
    for place in range(viewer.reel.count, -1, -1):
        assert lines(viewer) == viewer.reel.stand(place).told
        assert len(viewer.seat.log) == everything[place]
        hand.key("left")
    viewer.keys._sought(viewer.reel.count)
    assert len(viewer.seat.log) == everything[-1]


def test_playback_stops_at_the_end(viewer: ReplayScene, hand: Hand) -> None:
    hand.key("return")
    assert viewer.winding.is_playing
    for _ in range(500):
        hand.tick(seconds=0.1)
        if not viewer.winding.is_playing:
            break
    assert viewer.reel.at == viewer.reel.count
    assert viewer.keys.where() == "The end"
    hand.key("return")
    assert viewer.winding.is_playing
    assert viewer.reel.at < viewer.reel.count, "playback did not start from the beginning"
    hand.key("return")
    assert not viewer.winding.is_playing


def test_steps_are_animated_and_can_be_sped_up(viewer: ReplayScene, hand: Hand) -> None:
    viewer.winding.speed = 1.0
    viewer.app.change(speed=1.0)
    hand.key("right")
    assert viewer.winding.timeline.is_busy
    assert not viewer.is_idle
    hand.key("right")
    assert viewer.reel.at == 2, "the next step didn't end the previous one"
    hand.key("k")
    assert not viewer.winding.timeline.is_busy


def test_every_button_of_the_panel_works_by_mouse(viewer: ReplayScene, hand: Hand) -> None:
    keys, reel = viewer.keys, viewer.reel
    hand.click(keys.forward)
    assert reel.at == 1
    hand.click(keys.back)
    assert reel.at == 0
    hand.click(keys.turn_on)
    assert reel.at == reel.place(keys.moments[1].n)
    hand.click(keys.turn_back)
    assert reel.at == 0
    hand.click((keys.seek.x_of(reel.count), keys.seek.rect.centery))
    assert reel.at == reel.count
    hand.drag(
        (keys.seek.x_of(reel.count), keys.seek.rect.centery),
        (keys.seek.x_of(3), keys.seek.rect.centery),
    )
    assert reel.at == 3
    before = viewer.winding.speed
    hand.click(keys.speed)
    assert viewer.winding.speed != before
    hand.click(keys.play)
    assert viewer.winding.is_playing


def test_focus_moves_to_the_panel_by_tab_and_back_by_escape(
    viewer: ReplayScene, hand: Hand
) -> None:
    hand.key("tab")
    assert viewer.keys.is_held
    hand.key("right")
    assert viewer.reel.at == 0, "the key moved the replay instead of the focus"
    assert viewer.keys.ring.focused is viewer.keys.forward
    hand.key("return")
    assert viewer.reel.at == 1
    hand.key("escape")
    assert not viewer.keys.is_held
    hand.key("left")
    assert viewer.reel.at == 0


def test_viewer_can_be_used_by_gamepad(viewer: ReplayScene, hand: Hand) -> None:
    hand.pad("right")
    assert viewer.reel.at == 1
    hand.pad("left")
    assert viewer.reel.at == 0
    hand.pad("a")
    assert viewer.winding.is_playing
    hand.pad("a")
    hand.pad("b")
    assert isinstance(viewer.app.scene, PauseMenu)
    hand.pad("b")
    hand.pad("r1", "right", "a")
    assert viewer.keys.is_held


def test_rules_open_from_a_replay(viewer: ReplayScene, hand: Hand) -> None:
    app = viewer.app
    hand.key("f1")
    assert isinstance(app.scene, CodexScene)
    hand.key("escape")
    assert is_on_top(app, viewer)
    viewer.keys.step(1)
    hand.tick(3)
    app.draw()
    tag = next(one for one in viewer.seat.log._hot if one.what == "rule")
    hand.click(tag.rect)
    assert isinstance(app.scene, CodexScene)
    assert app.scene.entry is not None
    assert app.scene.entry.id == tag.rule


def test_other_view_shows_only_facts_known_to_that_side(seated: App, hand: Hand) -> None:
    """Use Contest, whose secret hands and traps give the sides different logs."""
    scene = open_viewer(seated, hand, shelve(seated.folder, "market", "market"))
    scene.keys._sought(scene.reel.count)
    sides = [side.id for side in scene.seat.sitting.sides()]
    assert scene.seat.view is None
    for side in sides:
        hand.click(scene.keys.eyes)
        assert scene.seat.view == side
        assert lines(scene) == len(scene.reel.battle.log(side))
        scene.keys._sought(3)
        assert lines(scene) == len(scene.reel.battle.log(side))
        scene.keys._sought(scene.reel.count)
    hand.click(scene.keys.eyes)
    assert scene.seat.view is None


def test_only_views_of_human_players_are_offered_before_the_end(
    seated: App, hand: Hand, tmp_path: Path
) -> None:
    """Watch an unfinished battle, which must not reveal the other sides' secrets."""
    level = load_level(find_level("yard"), BOOKS)
    setup = Setup(DiceSource(4), {"red": STDIO, "blue": RANDOM})
    made = Table.open(BOOKS["contest"], level, setup)
    while made.step():
        pass
    path = tmp_path / "half.jsonl"
    path.write_bytes(made.saved())
    scene = open_viewer(seated, hand, path)
    assert scene.seat.view == "red"
    hand.click(scene.keys.eyes)
    assert scene.seat.view == "red"
    assert scene.keys.eyes.reason


def test_turn_is_chosen_from_the_list(viewer: ReplayScene, hand: Hand) -> None:
    hand.key("n")
    turns = viewer.app.scene
    assert isinstance(turns, TurnList)
    assert not turns.luck.is_shown
    hand.key("down", "return")
    assert is_on_top(viewer.app, viewer)
    assert viewer.reel.at == viewer.reel.place(viewer.keys.moments[1].n)


def test_record_with_an_error_is_shown_up_to_the_error(seated: App, hand: Hand) -> None:
    path = shelve(seated.folder, "yard")
    saved = read_save(path)
    bad = next(line for _, line in saved.lines if getattr(line, "n", 0) == 6)
    old = getattr(bad, "hash", "").encode()
    path.write_bytes(path.read_bytes().replace(old, b"0" * len(old)))
    scene = open_viewer(seated, hand, path)
    assert scene.reel.count == 5
    assert "Only a part of this replay can be shown" in seated.notices.all[-1]


# Playing on


def until_asked(app: App, hand: Hand) -> BattleScene:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        hand.tick()
        scene = app.scene
        if isinstance(scene, BattleScene) and scene.seat.plan.question is not None:
            return scene
        time.sleep(0.002)
    raise AssertionError("nobody is asked")


def test_battle_can_be_played_on_from_any_command_as_any_side(
    viewer: ReplayScene, hand: Hand
) -> None:
    app = viewer.app
    hand.key("right", "right")
    state = viewer.reel.battle.hash()
    hand.key("escape")
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    hand.click(next(button for button in menu.buttons if button.words == "Play from here"))
    taking = app.scene
    assert isinstance(taking, PlayOn)
    for seat in taking.seats.values():
        seat.set("human")
    hand.click(taking.play)
    for _ in range(50):
        hand.tick()
        if isinstance(app.scene, BattleScene) and app.scene._is_begun:
            break
        hand.key("return")
    scene = until_asked(app, hand)
    assert scene.seat.sitting.table.record.count == 2
    assert scene.seat.sitting.table.battle.hash() == state
    assert set(scene.seat.sitting.people) == {"red", "blue"}
    assert scene.seat.sitting.table.dice.seed == 4
    app.pop()
    assert is_on_top(app, viewer), "the replay has changed"


def test_new_dice_can_be_chosen_and_are_recorded(viewer: ReplayScene, hand: Hand) -> None:
    app = viewer.app
    hand.key("right", "right")
    viewer.deeds.take()
    taking = app.scene
    assert isinstance(taking, PlayOn)
    taking.seats["red"].set("human")
    taking.luck.set(NEW)
    hand.click(taking.play)
    scene = app.scene
    assert isinstance(scene, BattleScene)
    assert scene.seat.sitting.table.dice.seed != 4
    running = scene.seat.sitting.keeper.running
    assert running is not None
    assert [line.n for _, line in read_save(running).lines if isinstance(line, Luck)] == [2]


def test_finished_battle_cannot_be_played_on(viewer: ReplayScene, hand: Hand) -> None:
    viewer.keys._sought(viewer.reel.count)
    viewer.deeds.menu()
    menu = viewer.app.scene
    assert isinstance(menu, PauseMenu)
    assert any("earlier moment first" in button.reason for button in menu.buttons)


# Retries


@pytest.fixture
def duel(seated: App, hand: Hand) -> BattleScene:
    """Return a duel in the yard that was conceded after some commands."""
    seated.change(curtain=False)
    scene = battle_of(seated, Options(level="yard", seed="5", players="red=human"), outside)
    assert isinstance(scene, BattleScene)
    seated.push(scene)
    return until_asked(seated, hand)


def give(app: App, hand: Hand, count: int) -> BattleScene:
    """Give the last legal answer `count` times, and return the battle."""
    scene = until_asked(app, hand)
    for _ in range(count):
        question = scene.seat.plan.question
        assert question is not None
        scene.flow.give(question.choices[-1].command)
        scene = until_asked(app, hand)
    return scene


def agree(app: App, hand: Hand) -> None:
    """Ask the other side, and give its consent."""
    assert isinstance(now(app), Dialog)
    hand.key("return")
    assert isinstance(now(app), Verdict)
    hand.key("return")


def test_turns_to_retry_from_are_searched_in_parts(
    duel: BattleScene, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = duel.app
    scene = give(app, hand, 6)
    monkeypatch.setattr("game.client.kit.tick_time.WORK", -1.0)  # one part in each tick
    app.time.is_limited = True
    hand.key("escape")
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    words = scene.seat.say("try")
    hand.click(next(one for one in menu.buttons if one.words == words))
    assert isinstance(app.scene, TurnSearch)
    hand.key("escape")
    assert app._scenes[-1] == menu, "the search can be given up"
    hand.click(next(one for one in menu.buttons if one.words == words))
    ticks = 0
    while isinstance(app.scene, TurnSearch):
        app.draw()
        hand.tick()
        ticks += 1
    assert ticks > scene.seat.sitting.given, "each command is a part of its own"
    assert isinstance(app.scene, TurnList)


def test_summary_leads_to_a_retry_from_a_turn(duel: BattleScene, hand: Hand) -> None:
    app = duel.app
    scene = give(app, hand, 3)
    states = RewindableBattle(scene.seat.sitting.so_far(), BOOKS)
    scene.flow.give(Concede())
    for _ in range(200):
        hand.tick()
        if isinstance(app.scene, BattleSummary):
            break
        time.sleep(0.002)
    summary = app.scene
    assert isinstance(summary, BattleSummary)
    hand.click(summary.retry)
    turns = app.scene
    assert isinstance(turns, TurnList)
    assert turns.luck.is_shown
    assert turns.luck.value == "same"
    hand.click(turns.back)
    hand.click(summary.retry)
    turns = now(app)
    assert isinstance(turns, TurnList), "the list of turns has closed"
    first = next(n for n, row in enumerate(turns.list.rows) if row.value == 1)
    turns.list.pick(first)
    hand.click(turns.go)
    agree(app, hand)
    taken = until_asked(app, hand)
    assert taken is not scene
    states.go(states.place(1))
    assert taken.seat.sitting.table.battle.hash() == states.battle.hash()
    assert taken.seat.sitting.table.dice.seed == 5
    assert len(list((app.folder / REPLAYS).glob("*.jsonl"))) == 1, (
        "the conceded battle is not in the list"
    )
    assert len(list((app.folder / RUNNING).glob("*.jsonl"))) == 1


def test_abandoned_battle_joins_the_list_after_a_retry(duel: BattleScene, hand: Hand) -> None:
    app = duel.app
    give(app, hand, 3)
    hand.key("escape")
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    hand.click(next(button for button in menu.buttons if button.words == "Retry from a turn"))
    turns = app.scene
    assert isinstance(turns, TurnList)
    turns.luck.set(NEW)
    hand.key("return")
    agree(app, hand)
    taken = until_asked(app, hand)
    assert taken is not duel
    assert taken.seat.sitting.table.dice.seed != 5
    app.push(ReplayList(app))
    shelf = app.scene
    assert isinstance(shelf, ReplayList)
    assert [row.under for row in shelf.list.rows] == ["Contest · unfinished · 1 round"] or (
        "unfinished" in shelf.list.rows[0].under
    )


@pytest.mark.rule("ALL-09")
def test_running_duel_is_not_played_on_without_consent(duel: BattleScene, hand: Hand) -> None:
    """Watch the record of a running duel; playing on from there needs the other side's consent."""
    app = duel.app
    give(app, hand, 3)
    (running,) = (app.folder / RUNNING).glob("*.jsonl")
    viewer = app.navigation.replay(running)
    assert isinstance(viewer, ReplayScene)
    app.push(viewer)
    hand.key("right")
    viewer.deeds.take()
    taking = now(app)
    assert isinstance(taking, PlayOn)
    hand.click(taking.play)
    assert isinstance(now(app), Dialog)
    hand.key("return")
    assert isinstance(now(app), Verdict)
    hand.key("escape")
    assert is_on_top(app, viewer)
    assert "declines" in app.notices.all[-1]
    assert list((app.folder / RUNNING).glob("*.jsonl")) == [running]


def test_position_is_saved_as_a_level(viewer: ReplayScene, hand: Hand, tmp_path: Path) -> None:
    app = viewer.app
    hand.key("right", "right", "escape")
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    hand.click(next(button for button in menu.buttons if button.words == "Save as a level"))
    asking = app.scene
    assert isinstance(asking, TextPrompt)
    asking.field.text = str(tmp_path / "mine.toml")
    hand.key("return")
    told = app.scene
    assert isinstance(told, Dialog)
    hand.key("return")
    assert is_on_top(app, viewer)
    assert load_level(tmp_path / "mine.toml", BOOKS).title == "Two in the yard, round 1"


def test_loser_reads_at_which_turn_the_battle_was_decided(seated: App, hand: Hand) -> None:
    scene = battle_of(seated, Options(level="yard", seed="5"), played)
    assert isinstance(scene, BattleScene)
    sitting = scene.seat.sitting
    seated.push(scene)
    end = time.monotonic() + PATIENCE
    while not isinstance(seated.scene, BattleSummary) and time.monotonic() < end:
        hand.tick()
        question = scene.seat.plan.question
        if question is not None:
            scene.flow.give(question.decline or question.choices[-1].command)
    summary = seated.scene
    assert isinstance(summary, BattleSummary)
    outcome = sitting.table.battle.outcome
    assert outcome is not None
    assert outcome.winner == "blue", "a side won that only declined and ended turns"
    assert any(words.startswith("Round ") for words in summary.lines)


def test_list_can_be_used_by_gamepad(seated: App, hand: Hand) -> None:
    shelve(seated.folder, "one")
    shelve(seated.folder, "two", "market")
    seated.push(ReplayList(seated))
    shelf = seated.scene
    assert isinstance(shelf, ReplayList)
    hand.pad("down")
    assert shelf.chosen is not None
    name = shelf.chosen.path
    hand.pad("a")
    viewer = now(seated)
    assert isinstance(viewer, ReplayScene)
    assert viewer.path == name
    hand.pad("b", "l1", "a")
    assert is_on_top(seated, shelf), "the last entry of the menu does not leave"


# Changed rules


def test_battle_of_old_rules_resumes_at_its_newest_checkpoint(seated: App, hand: Hand) -> None:
    earlier = Path(__file__).parents[1] / "saves" / "earlier" / "contest-0.1.0-roles.jsonl"
    path = seated.folder / REPLAYS / earlier.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(earlier.read_bytes())
    scene = open_viewer(seated, hand, path)
    assert "the rules have changed since this battle was recorded" in seated.notices.all[-1]
    assert 0 < scene.reel.count < 70
    hand.key("escape")
    menu = now(seated)
    assert isinstance(menu, PauseMenu)
    words = seated.words.say("replay", "rest")
    hand.click(next(button for button in menu.buttons if button.words == words))
    taken = now(seated)
    assert isinstance(taken, BattleScene)
    assert taken.seat.sitting.table.record.count >= 70
