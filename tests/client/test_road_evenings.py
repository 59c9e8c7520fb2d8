"""An evening at another table in the window: the muster, the hero on the board, the report."""

from pathlib import Path

import pytest

from game.client.battle.scene import BattleScene
from game.client.campaign.campaign_flow import CampaignFlow
from game.client.campaign.defeat_screen import DefeatScreen
from game.client.campaign.muster_screen import MusterScreen
from game.client.campaign.report_screen import ReportScene
from game.client.campaign.road_screen import RoadScreen
from game.client.kit.app import App
from game.present import thinkers
from tests.campaign.test_evenings import INN, SEATED
from tests.client.conftest import Hand
from tests.client.near import Near
from tests.client.test_campaign import on_road, road, straight_on
from tests.client.test_campaign_battles import concede, wait

__all__ = ["road"]


@pytest.fixture
def trip(app: App, road: Path, monkeypatch: pytest.MonkeyPatch) -> CampaignFlow:
    """Return a journey at an evening of Contest."""
    app.change(speed=0.0, computer_speed=0.0)
    monkeypatch.setattr(thinkers, "Thinker", Near)
    path = road / "campaign.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(INN, SEATED), encoding="utf-8")
    return straight_on(app, road, 1)


def test_muster_tells_what_heroes_play_and_what_is_at_stake(
    app: App, hand: Hand, trip: CampaignFlow
) -> None:
    on_road(app, hand, trip)
    hand.key("return")
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    assert [card.hero.title for card in muster.cards][:2] == ["Hanne", "Joss"]
    told = "\n".join(passage.words for passage in muster._passages())
    assert "Hanne: Duelist · Joss: Cutpurse" in told
    assert "If you lose: you lose Surgeon's roll, Bitterroot, −3 life for each hero" in told
    assert "If you win: you find Lucky coin." in told
    assert "Ann" not in told
    hand.click(muster.cards[1])
    assert muster.picked == ["joss"], "more heroes than seats are chosen"


def test_hero_sits_down_with_name_and_portrait_and_pays(
    app: App, hand: Hand, trip: CampaignFlow
) -> None:
    on_road(app, hand, trip)
    hand.key("return", "return")
    scene = app.scene
    assert isinstance(scene, BattleScene), app.notices.all
    wait(app, hand)
    tokens = {token.id: token for token in scene.seat.picture.tokens}
    ann = tokens["red.ann"]
    assert (ann.title, ann.kind, ann.face) == ("Hanne", "duelist", "action/warden")
    pictures = scene.seat.board.standees
    assert pictures.image_name(ann.face) == "pieces/action/warden"
    before = next(hero.life for hero in trip.journey.roster if hero.id == "hanne")
    concede(app, hand)
    hand.key("return")
    defeat = app.scene
    assert isinstance(defeat, DefeatScreen)
    hand.click(defeat.lose)
    report = app.scene
    assert isinstance(report, ReportScene)
    told = {tale.title: tale.words for tale in report.tales.tales}
    assert told["On the road"].startswith("A chair is broken.\nLost: Surgeon's roll")
    assert told["Hanne"].startswith("Wounded: ")
    hand.key("return")
    assert isinstance(app.scene, RoadScreen)
    assert next(it.life for it in trip.journey.roster if it.id == "hanne") == before - 3
