"""Luck and choices at the window: after a battle, in a replay, and what leads on from there."""

import time
from pathlib import Path

import msgspec
import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.replay.scene import ReplayScene
from game.client.screens.analysis_screen import AnalysisScene
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.luck_receipt import LuckScene
from game.content.levels import find_level, load_level
from game.play.opening import Options
from game.play.players import played
from game.play.table import Table
from game.present.analysis.analysis_process import AnalysisSearch
from game.present.analysis.analysis_search import Analysed, analysed
from game.present.analysis.report import SideAccount, ToldChoice
from game.record.dice_source import DiceSource
from game.record.reader import read_save
from game.record.recording import Setup
from game.terms.commands import Concede
from tests.client.conftest import Hand

PATIENCE = 600.0
"""Maximum number of seconds to wait for the process."""


def recorded(app: App, folder: Path, seed: int = 4) -> Path:
    """Return the record of a whole battle, in which a person played red."""
    level = load_level(find_level("yard"), app.books)
    players = {side.id: "soldier" for side in level.sides}
    table = Table.open(app.books["contest"], level, Setup(DiceSource(seed), players))
    while table.step():
        pass
    table.seat({"red": "stdio", "blue": "soldier"})
    path = folder / "battle.jsonl"
    path.write_bytes(table.saved())
    return path


def found(hand: Hand, scene: AnalysisScene) -> None:
    """Let time pass until the accounts are shown."""
    end = time.monotonic() + PATIENCE
    while not scene.search.is_done:
        assert time.monotonic() < end, "it takes too long"
        scene.search.wait(0.1)
        hand.tick()
    hand.tick()


@pytest.mark.parametrize("content", [b"", b"no battle\n"])
def test_record_that_cannot_be_read_is_told(app: App, hand: Hand, content: bytes) -> None:
    scene = AnalysisScene(app, AnalysisSearch(content), lambda _: None)
    app.push(scene)
    found(hand, scene)
    assert scene.account is None
    assert app.words.say("analysis", "failed") in [one.words for one in scene.text.passages]
    hand.tick()


def test_accounts_are_shown_as_they_are_computed_here(app: App, hand: Hand, tmp_path: Path) -> None:
    path = recorded(app, tmp_path)
    asked: list[tuple[int, int]] = []
    scene = AnalysisScene(
        app, AnalysisSearch(path.read_bytes()), lambda _: None, lambda *it: asked.append(it)
    )
    app.push(scene)
    assert not scene.is_idle
    hand.tick()
    found(hand, scene)
    assert scene.is_idle
    here = analysed(read_save(path), app.books)
    assert scene.search.found == here
    (account,) = here.accounts
    assert scene.account == account
    words = " ".join(one.words for one in scene.text.passages)
    for choice in (account.best, account.dearest):
        assert choice is None or choice.text in words
    assert scene.retry.is_shown == (account.dearest is not None)
    if account.dearest is not None:
        hand.click(scene.retry)
        assert asked == [(account.dearest.n, account.dearest.round)]
    hand.key("escape")
    assert app.scene is not scene


def test_accounts_are_shown_before_other_commands_are_tried(app: App) -> None:
    search = AnalysisSearch(b"")
    search.close()
    search.is_done = False
    scene = AnalysisScene(app, search, lambda _: None, lambda *_: None)

    def said() -> str:
        return " ".join(one.words for one in scene.text.passages)

    assert "0%" in said()
    search.found = Analysed((), done=0.3)
    scene._told()
    assert "30%" in said()
    account = SideAccount("red", "Red", 50, -10, 20, -60, 0, (0.5, 0.0), (1, 1), None, None)
    search.found = Analysed((account,), done=0.4, is_estimate=True)
    scene._told()
    assert app.words.say("analysis", "estimate", share=40) in said()
    search.found = Analysed((account,), done=0.6)
    scene._told()
    assert app.words.say("analysis", "estimate", share=60) not in said()
    assert scene.account == account
    assert app.words.say("analysis", "comparing", share=60) in said()
    assert not scene.retry.is_shown
    choice = ToldChoice(3, 2, 1, "End turn", -8, "Move to (2, 1)", 6)
    better = msgspec.structs.replace(account, dearest=choice)
    search.found, search.is_done = Analysed((better,)), True
    scene._told()
    assert "Move to (2, 1)" in said()
    assert scene.retry.is_shown


def test_replay_leads_to_a_choice(app: App, hand: Hand, tmp_path: Path) -> None:
    app.change(speed=0.0, computer_speed=0.0, calm=True)
    path = recorded(app, tmp_path)
    replay = app.navigation.replay(path)
    assert isinstance(replay, ReplayScene)
    app.push(replay)
    hand.tick(3)
    replay.deeds.analysis()
    scene = app.scene
    assert isinstance(scene, AnalysisScene)
    found(hand, scene)
    assert scene.account is not None
    assert scene._on_retry is not None
    scene._on_retry(replay.reel.number(3), 1)
    assert app.scene is replay
    assert replay.reel.at == 3


def test_battle_is_tried_again_from_a_choice(app: App, hand: Hand) -> None:
    app.change(speed=0.0, computer_speed=0.0, calm=True, warn_end=False)
    scene = battle_of(app, Options(level="yard", seed="5"), played)
    assert isinstance(scene, BattleScene)
    app.push(scene)
    until = time.monotonic() + PATIENCE
    while not isinstance(app.scene, BattleSummary):
        assert time.monotonic() < until, "it takes too long"
        if scene.flow.slip.words:
            hand.key("return")
        if scene.seat.plan.question is not None:
            scene.flow.give(Concede())
        hand.tick()
    summary = app.scene
    hand.click(summary.luck)
    luck = app.scene
    assert isinstance(luck, LuckScene)
    hand.click(luck.analysis)
    analysis = app.scene
    assert isinstance(analysis, AnalysisScene)
    found(hand, analysis)
    account = analysis.account
    assert account is not None
    assert account.result == 0, "conceded"
    assert account.start + account.luck + account.skill == account.result
    assert analysis._on_retry is not None
    analysis._on_retry(0, 1)
    again = app.scene
    assert isinstance(again, BattleScene)
    assert again is not scene
    assert again.seat.sitting.given == 0
