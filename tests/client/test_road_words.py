"""The texts of the road: everything players need to know before a choice."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.campaign.journey import Journey
from game.campaign.journey_file import BattleReport, Grown
from game.campaign.screen_values import HeroShown
from game.client.campaign.hero_screen import HeroSheet
from game.client.campaign.muster_screen import MusterScreen
from game.client.campaign.report_screen import ReportScene
from game.client.codex.codex_screen import CodexScene
from game.client.kit.app import App
from game.client.kit.typography import THIN, printed
from game.client.panels.tooltip_stack import DWELL
from game.client.screens.pause_menu import PauseMenu
from tests.client.conftest import TICK, Hand
from tests.client.test_campaign import begun, on_road, road

__all__ = ["road"]

AIM = """
[[trigger]]
when = [{ round = 40 }]
do = [{ objective = "gate" }]

[[objective]]
id = "gate"
side = "red"
title = "Get somebody to the gate"
"""
FACTS = "Action · 5 ft · self or ally · heals 2d4+2 · used up"
DRAUGHT = f"{FACTS}\nMostly elderberry, and the rest is nobody's business."


@pytest.mark.parametrize(
    ("words", "set_"),
    [
        ('"Now," says Bess.', f"“{THIN}Now,”{THIN} says Bess."),
        ("Hare's foot", "Hare’s foot"),
        ('(he said "No")', f"(he said “{THIN}No”)"),
        ("geese'", "geese’"),
        ("plain", "plain"),
    ],
)
def test_quotes_are_curled_in_serif_letters_only(words: str, set_: str, app: App) -> None:
    assert printed(words, "serif bold") == set_
    assert printed(words, "sans") == words
    assert app.type.width(words, "serif") == app.type.line(words, "serif").get_width()


def test_item_is_described_before_it_is_given(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road)
    trip.journey._step(replace(trip.journey._state, stores=("red_draught",)))
    scene = on_road(app, hand, trip)
    assert scene.stores[0].tip == f"{DRAUGHT}\nClick to give it to a hero."
    hand.click(scene.stores[0])
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    assert menu._about == DRAUGHT
    assert [button.under for button in menu.buttons[:2]] == [
        "Red draught",
        "Surgeon's roll, Bitterroot",
    ]
    low = menu.buttons[-1].rect.bottom
    assert menu.buttons[0].rect.top > menu._board.top + menu._told().get_height()
    assert low < menu._board.bottom


def test_hero_sheet_has_ranks_gear_and_powers(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road)
    on_road(app, hand, trip)
    app.push(HeroSheet(app, trip.journey, "joss"))
    hand.tick()
    sheet = app.scene
    assert isinstance(sheet, HeroSheet)
    told = "\n".join(passage.words for passage in sheet.passages)
    assert "Rank 1, Sit up straight: +2 life · +1 focus · learns House blessing." in told
    assert "Next, Army years: " in told
    assert "Walking staff: Two-handed · 5 ft · 3d6" in told
    assert "Ring shirt: Rating 1" in told
    assert "Mend: 2 focus · action · 5 ft · self or ally · heals 2d6+2 · removes Bleeding" in told


def test_words_on_a_hero_sheet_have_tooltips_and_pages(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road)
    on_road(app, hand, trip)
    app.push(HeroSheet(app, trip.journey, "joss"))
    hand.tick()
    sheet = app.scene
    assert isinstance(sheet, HeroSheet)
    spot = sheet.text.page.spots[0]
    hand.move(spot.rect)
    hand.tick(round(2 * DWELL / TICK))
    assert [one.offer.tip.page for one in sheet.tips.levels] == [spot.address]
    assert not sheet.tips.levels[0].rect.colliderect(spot.rect)
    hand.click(spot.rect)
    assert isinstance(app.scene, CodexScene)
    assert app.scene.at == spot.address
    hand.tick(2)
    hand.key("escape")
    assert app._scenes[-1] is sheet
    hand.key("p")
    hand.tick(2)
    assert sheet.tips.levels[0].offer.tip.page == spot.address
    hand.key("escape", "escape")
    assert sheet not in app._scenes


def test_muster_shows_objectives_and_leaves_badly_wounded_heroes_out(
    app: App, hand: Hand, road: Path
) -> None:
    level = road / "yard_fight.toml"
    level.write_text(level.read_text(encoding="utf-8") + AIM, encoding="utf-8")
    trip = begun(app, road, 0)
    first, second = trip.journey._state.roster
    hurt = replace(first, keys={"hurt": 2}), replace(second, keys={**second.keys, "hurt": 15})
    more = replace(first, id="odo"), replace(first, id="tam")
    trip.journey._step(replace(trip.journey._state, roster=(hurt[1], hurt[0], *more)))
    on_road(app, hand, trip)
    hand.key("return")
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    assert muster.picked == ["hanne", "odo"], "a slightly wounded hero was left out"
    told = [passage.words for passage in muster.text.passages]
    assert "The party: Get somebody to the gate." in told
    assert "1 item is still in the stores, where it is of no use." in told


def test_report_describes_ranks_and_items(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road)
    before = {hero.id: hero for hero in trip.journey.roster}
    grown = replace(trip.journey._state.roster[0], keys={"rank": 2})
    roster = (grown, *trip.journey._state.roster[1:])
    trip.journey._step(replace(trip.journey._state, roster=roster))
    report = BattleReport(
        True, grown=(Grown("hanne", 2, "Toll in kind"),), found=("hares_foot",) * 2
    )
    told = {it.title: it.words for it in _scene(app, trip.journey, report, before).tales.tales}
    assert told["Hanne"].startswith("Rank 2: Toll in kind. For those with no change. New: ")
    assert "Mace" in told["Hanne"].partition("New: ")[2]
    assert told["Found"].count("Hare's foot: Bonus action · self · +20 ft of movement") == 1


def test_battle_without_survivors_says_that_it_does_not_count(
    app: App, hand: Hand, road: Path
) -> None:
    trip = begun(app, road)
    (tale,) = _scene(app, trip.journey, BattleReport(False, again=True), {}).tales.tales
    assert tale.title == "Start over"


def _scene(
    app: App, journey: Journey, report: BattleReport, before: dict[str, HeroShown]
) -> ReportScene:
    scene = ReportScene(app, journey, report, "Level", before)
    app.push(scene)
    return scene
