"""Choices on the road in the window: made, changed and resumed, by mouse, keys and gamepad."""

from pathlib import Path
from shutil import copytree

import pytest

from game.campaign.journey import Journey
from game.campaign.journey_file import ChosenOption
from game.client.campaign.campaign_flow import CampaignFlow
from game.client.campaign.choice_screen import ChoiceScreen
from game.client.campaign.ending_screen import EndingScene
from game.client.campaign.hero_screen import HeroSheet
from game.client.campaign.muster_screen import MusterScreen
from game.client.campaign.report_screen import ReportScene
from game.client.campaign.road_screen import RoadScreen
from game.client.campaign.story_page import StoryPage
from game.client.kit.app import App
from game.client.kit.widgets.scroll import Passage
from game.client.screens.pause_menu import PauseMenu
from game.components.script_progress import Progress
from tests.campaign.conftest import FORKS, at_table, conceded
from tests.campaign.test_checks import edit
from tests.client.conftest import Hand
from tests.client.test_campaign import begun, on_road

WAYS = pytest.mark.parametrize("by", ["mouse", "keys", "pad"])


@pytest.fixture
def forks(tmp_path: Path) -> Path:
    return Path(copytree(FORKS, tmp_path / "levels" / "forks"))


def reported(app: App, hand: Hand, forks: Path) -> CampaignFlow:
    """Return the flow of a journey at the report of a victory by Hanne and Joss."""
    trip = begun(app, forks, 0, difficulty="gentle")
    battle = conceded(at_table(trip.journey, "hanne", "joss"), "blue")
    report = trip.journey.report(battle)
    on_road(app, hand, trip)
    app.push(ReportScene(app, trip.journey, report, "In the yard", {}, None, trip.to_choice))
    hand.tick()
    return trip


def sheet(app: App) -> ChoiceScreen:
    assert isinstance(app.scene, ChoiceScreen)
    return app.scene


def pressed(app: App, hand: Hand, by: str, number: int) -> None:
    """Press the card with a number from 0, with the first card in focus."""
    if by == "mouse":
        hand.click(sheet(app).cards[number])
        return
    for _ in range(number):
        hand.key("down") if by == "keys" else hand.pad("down")
    hand.key("return") if by == "keys" else hand.pad("a")


def chosen(journey: Journey) -> list[tuple[str, str]]:
    return [(it.option, it.hero) for it in journey.record if isinstance(it, ChosenOption)]


@WAYS
def test_report_leads_to_the_choices_and_those_to_the_road(
    app: App, hand: Hand, forks: Path, by: str
) -> None:
    trip = reported(app, hand, forks)
    report = app.scene
    assert isinstance(report, ReportScene)
    assert report.on.words == "Choose"
    hand.click(report.on) if by == "mouse" else hand.key("return")
    assert [card.words for card in sheet(app).cards] == ["Broad shoulders", "A spare mace"]
    pressed(app, hand, by, 1)
    assert [card.words for card in sheet(app).cards] == [
        *("A bed each", "The guard's boots", "A word with the guard"),
    ]
    pressed(app, hand, by, 1)
    menu = app.scene
    assert isinstance(menu, PauseMenu)
    assert [button.words for button in menu.buttons] == ["Hanne", "Joss", "Back"]
    hand.key("down")
    hand.key("return")
    assert [line.title for line in sheet(app).made.tales] == ["A spare mace", "The guard's boots"]
    assert chosen(trip.journey) == [("spare", "hanne"), ("boots", "joss")]
    hand.key("return")
    road = app.scene
    assert isinstance(road, RoadScreen)
    assert [way.words for way in road.ways] == ["Make camp", "On", "To the inn", "Choose again"]


@WAYS
def test_choice_can_be_changed_on_the_sheet_and_on_the_road(
    app: App, hand: Hand, forks: Path, by: str
) -> None:
    trip = reported(app, hand, forks)
    hand.key("return")
    pressed(app, hand, by, 0)
    hand.click(sheet(app).again)
    assert not trip.journey.roster[0].traits
    pressed(app, hand, by, 1)
    pressed(app, hand, by, 0)
    hand.click(sheet(app).on)
    road = app.scene
    assert isinstance(road, RoadScreen)
    hand.click(road.ways[-1])
    assert sheet(app).cards[0].words == "A bed each"
    pressed(app, hand, by, 2)
    hand.click(sheet(app).on)
    assert chosen(trip.journey) == [("spare", "hanne"), ("bribe", "")]
    road = app.scene
    assert isinstance(road, RoadScreen)
    hand.click(road.ways[1])
    assert trip.journey.stop.id == "bridge"
    assert all(way.words != "Choose again" for way in road.ways)


def test_cards_say_all_that_an_option_gives(app: App, hand: Hand, forks: Path) -> None:
    reported(app, hand, forks)
    hand.key("return")
    broad, spare = (card.facts for card in sheet(app).cards)
    assert broad == "Hanne: +3 life · −5 ft speed."
    assert spare.startswith("Hanne: Carries Mace.\nMace: 5 ft · ")
    hand.key("return")
    bed, boots, bribe = (card.facts for card in sheet(app).cards)
    assert bed == "A long rest now, for everybody."
    assert boots == "One hero: +5 ft speed."
    assert bribe == "At “The bridge”, missing: Second.\nOpens a path: “With the cousin”."


def test_card_says_that_the_last_page_tells_of_an_option(app: App, hand: Hand, forks: Path) -> None:
    edit(forks, "rest = true", 'told = "The bolster is still spoken of."')
    reported(app, hand, forks)
    hand.key("return", "return")
    assert sheet(app).cards[0].facts == "A line of its own on the journey's last page."


def test_road_waits_for_the_choices_of_a_journey_that_was_closed(
    app: App, hand: Hand, forks: Path
) -> None:
    trip = reported(app, hand, forks)
    hand.key("escape")
    road = app.scene
    assert isinstance(road, RoadScreen)
    assert [way.words for way in road.ways] == ["Choose"]
    assert road.ways[0].under == "Hanne: one of 2"
    hand.key("return")
    hand.key("return")
    hand.key("escape")
    trip.journey.close()
    again = CampaignFlow(app, Journey.load(trip.journey.path, app.books))
    app.pop()
    road = on_road(app, hand, again)
    assert road.ways[0].under == "The yard: one of 3"
    hand.key("return")
    hand.key("return")
    hand.key("return")
    assert isinstance(app.scene, RoadScreen)
    assert chosen(again.journey) == [("broad", "hanne"), ("bed", "")]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (960, 540)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_cards_have_room_for_their_facts(
    app: App, hand: Hand, forks: Path, width: int, height: int, scale: float
) -> None:
    app.change(width=width, height=height, scale=scale)
    reported(app, hand, forks)
    hand.key("return")
    for _ in range(2):
        for card in sheet(app).cards:
            assert card.rect.height >= card.high(app, card.rect.width, is_terse=card.is_terse)
            assert sheet(app)._sheet.contains(card.rect)
            again = sheet(app).again
            assert not (again.is_shown and card.rect.colliderect(again.rect))
        hand.key("return")


def test_traits_are_on_the_sheet_of_the_hero(app: App, hand: Hand, forks: Path) -> None:
    trip = reported(app, hand, forks)
    hand.key("return", "return", "return", "return")
    scene = HeroSheet(app, trip.journey, "hanne")
    told = [passage.words for passage in scene.passages if isinstance(passage, Passage)]
    assert "Trait, Broad shoulders: +3 life · −5 ft speed." in told


def test_report_tells_the_optional_objective(app: App, hand: Hand, forks: Path) -> None:
    trip = begun(app, forks, 0, difficulty="gentle")
    journey = trip.journey
    journey.report(conceded(at_table(journey, "joss"), "blue"))
    journey.choose("bed")
    journey.take(0)
    battle = conceded(at_table(journey, "joss"), "blue")
    world = battle.battle.world
    world.put(world.root, Progress(reached=("unseen",)))
    report = journey.report(battle)
    on_road(app, hand, trip)
    scene = ReportScene(app, journey, report, "In the yard", {})
    told = [(line.title, line.words) for line in scene.tales.tales]
    assert told[0] == ("Not asked for, and done", "Nobody had seen you at the bridge.")
    assert told[1][0] == "Found"
    assert told[1][1].startswith("Threshold chalk: ")


def test_muster_names_the_reward_of_an_optional_objective(
    app: App, hand: Hand, forks: Path
) -> None:
    trip = begun(app, forks, 0, difficulty="gentle")
    journey = trip.journey
    journey.report(conceded(at_table(journey, "joss"), "blue"))
    journey.choose("bed")
    journey.take(0)
    on_road(app, hand, trip)
    hand.key("return")
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    told = [passage.words for passage in muster.text.passages]
    assert "Reward for “Let the first guard live for two rounds”: Threshold chalk." in told


@WAYS
def test_ending_turns_to_the_journey_as_it_was(app: App, hand: Hand, forks: Path, by: str) -> None:
    trip = reported(app, hand, forks)
    journey = trip.journey
    journey.choose("broad")
    journey.choose("bribe")
    journey.take(0)
    journey.report(conceded(at_table(journey, "joss"), "blue"))
    journey.take(2)
    trip.to_ending()
    hand.tick()
    ending = app.scene
    assert isinstance(ending, EndingScene)
    words = told_on(ending.page)
    if by == "mouse":
        hand.click(ending.tale)
    else:
        ending.ring.focus(ending.tale)
        hand.key("return") if by == "keys" else hand.pad("a")
    page = told_on(ending.page)
    assert page != words
    assert "“Broad shoulders”" in page
    assert "“A word with the guard”" in page
    hand.click(ending.tale)
    assert told_on(ending.page) == words


def told_on(page: StoryPage) -> str:
    """Return the text of a page."""
    return "\n".join(page._paragraphs)
