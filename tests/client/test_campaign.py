"""A campaign in the window: journeys, and actions on the road, with every input device."""

from datetime import datetime
from itertools import combinations
from pathlib import Path
from shutil import copytree

import pygame
import pytest
from msgspec.structs import replace

from game.campaign.campaign_list import ListedCampaign, campaign_path
from game.campaign.chronicle import Heading
from game.campaign.hardness import Hardness
from game.campaign.journey import Journey
from game.campaign.journey_file import read_state, write_state
from game.campaign.loading import load_campaign
from game.campaign.save_slots import slots
from game.client.battle.scene import BattleScene
from game.client.campaign import journey_list as listing
from game.client.campaign.campaign_flow import CampaignFlow, journeys
from game.client.campaign.dates import said_when
from game.client.campaign.hardness_screen import HardnessScreen
from game.client.campaign.hero_cards import SLIM
from game.client.campaign.hero_screen import HeroSheet
from game.client.campaign.journey_list import JourneyList
from game.client.campaign.muster_screen import MusterScreen
from game.client.campaign.road_screen import RoadScreen
from game.client.campaign.story_page import RUBRIC, WIDEST, StoryPage
from game.client.campaign.travel_map import MapStop, TravelMap
from game.client.kit.app import LEAST_LAYOUT, App
from game.client.kit.scene import Scene
from game.client.kit.widgets.dialog import Dialog
from game.client.screens.pause_menu import PauseMenu
from game.client.title.title_screen import Title
from game.record.failure import Failure
from tests.client.conftest import LOOKED, Hand
from tests.client.readers import Reader
from tests.client.test_scenes import KEYED, SIZES, press

ROAD = Path(__file__).parents[1] / "campaign" / "road"
STORY = "It rains on the yard, and on all who wait there. " * 12


@pytest.fixture
def road(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the small campaign, as if it came with the game."""
    folder = Path(copytree(ROAD, tmp_path / "shipped" / "road"))
    listed = [ListedCampaign("road", "The short road", folder / "campaign.toml")]
    monkeypatch.setattr(listing, "all_campaigns", lambda: listed)
    return folder


def begun(app: App, road: Path, *ways: int, difficulty: str = "hard") -> CampaignFlow:
    """Return the flow of a journey after taking these paths."""
    campaign = load_campaign(road, app.books)
    journey = Journey.begin(campaign, difficulty, app.folder, app.books)
    for way in ways:
        journey.take(way)
    return CampaignFlow(app, journey)


def straight_on(app: App, road: Path, *ways: int) -> CampaignFlow:
    """Return the flow of a journey that has reached the camp by a path without battles."""
    path, last = road / "campaign.toml", 'needs = { lost = "yard", passed = "gaol" }'
    more = f'{last}\n[[stop.way]]\ntext = "Straight on"\nto = "camp"'
    path.write_text(path.read_text().replace(last, more))
    return begun(app, road, 3, *ways)


def on_road(app: App, hand: Hand, trip: CampaignFlow) -> RoadScreen:
    scene = trip.road()
    app.push(scene)
    hand.tick()
    return scene


def on_top(app: App, scene: Scene) -> bool:
    return app.scene is scene


# Journeys


@KEYED
def test_journey_is_begun_and_resumed(app: App, hand: Hand, road: Path, by: str) -> None:
    app.push(journeys(app))
    hand.tick()
    press(hand, by, "return", "return")
    first = app.scene
    assert isinstance(first, RoadScreen)
    assert (first.journey.stop.id, first.journey.difficulty) == ("gate", "hard")
    press(hand, by, "return")
    assert first.journey.stop.id == "yard"
    press(hand, by, "escape", "down", "down", "down", "down", "return")
    assert isinstance(app.scene, JourneyList), "the road is still open"
    (slot,) = slots(app.folder)
    assert (slot.stop, slot.difficulty) == ("yard", "hard")
    press(hand, by, "return")
    again = app.scene
    assert isinstance(again, RoadScreen)
    assert again.journey.stop.id == "yard"


def test_difficulties_are_described_and_clicked(app: App, hand: Hand, road: Path) -> None:
    scene = journeys(app)
    app.push(scene)
    assert isinstance(scene, JourneyList)
    told = [(way.words, way.under) for way in scene.ways]
    assert told[:2] == [("Gentle", "Fewer of them, and slow ones."), ("Hard", "More of them.")]
    hand.click(scene.ways[0])
    assert isinstance(app.scene, RoadScreen)
    assert app.scene.journey.difficulty == "gentle"


def test_own_campaign_is_chosen_and_its_journeys_are_named(
    app: App, hand: Hand, road: Path, tmp_path: Path
) -> None:
    own = Path(copytree(ROAD, tmp_path / "own")) / "campaign.toml"
    own.write_text(own.read_text().replace("The short road", "My own road"))
    scene = journeys(app, own)
    app.push(scene)
    assert isinstance(scene, JourneyList)
    assert [row.title for row in scene.list.rows[1:]] == ["The short road", "Mine", "My own road"]
    assert scene.picked is not None
    assert scene.picked.title == "My own road"
    hand.click(scene.ways[0])
    assert isinstance(app.scene, RoadScreen)
    app.scene.journey.close()
    later = journeys(app)
    app.push(later)
    assert isinstance(later, JourneyList)
    (slot,) = slots(app.folder)
    assert slot.road == str(own)
    row = later.list.rows[1]
    assert (row.title, row.under) == ("My own road", "The gate · Gentle, road Plain")
    own.write_text(own.read_text().replace('start = "gate"', 'start = "goat"'))
    with pytest.raises(Failure, match="there is no stop 'goat'"):
        journeys(app, own)


def test_journey_is_deleted_only_after_confirmation(app: App, hand: Hand, road: Path) -> None:
    begun(app, road).journey.close()
    scene = journeys(app)
    app.push(scene)
    assert isinstance(scene, JourneyList)
    hand.click(scene.delete)
    hand.key("escape")
    assert len(slots(app.folder)) == 1
    hand.click(scene.delete)
    assert isinstance(app.scene, Dialog)
    hand.click(app.scene.buttons[0])
    assert slots(app.folder) == []
    assert not scene.delete.is_shown, "the deleted journey is still shown"


def test_broken_slot_says_why_and_leads_nowhere(app: App, hand: Hand, road: Path) -> None:
    begun(app, road).journey.close()
    slots(app.folder)[0].path.write_text('{"format": 99}', encoding="utf-8")
    scene = journeys(app)
    app.push(scene)
    assert isinstance(scene, JourneyList)
    row = scene.list.current
    assert row is not None
    assert row.is_bad
    assert "a newer version" in row.under
    assert scene.ways == []
    hand.key("return")
    assert on_top(app, scene)
    assert scene.delete.is_shown


def test_damaged_journey_resumes_from_the_state_before(app: App, hand: Hand, road: Path) -> None:
    trip = begun(app, road, 0)
    trip.journey.close()
    trip.journey.path.write_bytes(b"{")
    scene = journeys(app)
    app.push(scene)
    assert isinstance(scene, JourneyList)
    (row,) = slots(app.folder)
    assert "isn't a journey" in row.note
    hand.key("return")
    assert isinstance(app.scene, RoadScreen)
    assert app.scene.journey.stop.id == "gate"
    assert ["isn't a journey" in note for note in app.notices.all] == [True]


def test_journey_that_does_not_fit_says_why_and_offers_no_copy(
    app: App, hand: Hand, road: Path
) -> None:
    trip = begun(app, road, 0)
    trip.journey.close()
    path = trip.journey.path
    state = read_state(path)
    write_state(path, replace(state, stores=("rde_draught",)))
    app.push(journeys(app))
    hand.key("return")
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    assert [button.words for button in dialog.buttons] == ["Not now"]
    hand.key("return")
    assert isinstance(app.scene, JourneyList)


def test_slot_open_in_another_window_is_resumed_as_a_copy(app: App, hand: Hand, road: Path) -> None:
    other = begun(app, road, 0)
    app.push(journeys(app))
    hand.key("return")
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    hand.click(dialog.buttons[0])
    copy = app.scene
    assert isinstance(copy, RoadScreen)
    assert copy.journey.path != other.journey.path
    assert copy.journey.stop.id == "yard"
    assert len(slots(app.folder)) == 2


def test_invalid_campaign_says_why(app: App, hand: Hand, road: Path) -> None:
    path = road / "campaign.toml"
    path.write_text(path.read_text().replace('start = "gate"', 'start = "moon"'))
    scene = journeys(app)
    app.push(scene)
    assert isinstance(scene, JourneyList)
    row = scene.list.current
    assert row is not None
    assert row.is_bad
    assert "moon" in row.under
    hand.key("return")
    assert app.scene is scene


# Continue


def test_continue_opens_the_stop_of_the_newest_journey(app: App, hand: Hand, road: Path) -> None:
    begun(app, road, 0).journey.close()
    title = Title(app)
    app.push(title)
    hand.tick(LOOKED)
    assert (title.menu[0].words, title.menu[0].under) == ("Continue", "The short road")
    hand.key("return")
    assert isinstance(app.scene, RoadScreen)
    assert app.scene.journey.stop.id == "yard"


def test_continue_opens_an_interrupted_battle(app: App, hand: Hand, road: Path) -> None:
    app.change(speed=0.0, computer_speed=0.0)
    trip = begun(app, road, 0)
    title = Title(app)
    app.push(title)
    on_road(app, hand, trip)
    hand.key("return")
    assert isinstance(app.scene, MusterScreen)
    hand.key("return")
    assert isinstance(app.scene, BattleScene)
    app.pop()
    left = app.scene
    assert isinstance(left, RoadScreen)
    assert [way.words for way in left.ways] == ["Resume battle"]
    app.pop()
    hand.tick(LOOKED)
    assert title.menu[0].under.startswith("In the yard")
    hand.click(title.menu[0])
    assert isinstance(app.scene, BattleScene)
    below = app.below(app.scene)
    assert isinstance(below, RoadScreen), "the battle doesn't lead back to the road"
    assert below.journey.stop.id == "yard"


# The road


def test_story_is_set_in_readable_lines(app: App, hand: Hand, road: Path) -> None:
    paragraphs = (STORY.strip(), "Then it stops.")
    page = StoryPage("Chapter", "Title", paragraphs)
    app.change(width=1920, height=1080)
    wide = app.look.px(WIDEST)
    lines = list(page._lines(app, wide, 20))
    assert all(line.x + app.type.width(line.words, "serif", 18) <= wide for line in lines)
    words = "".join(line.words for line in lines).replace(" ", "")
    assert STORY[0] + words == "".join(paragraphs).replace(" ", ""), (
        "the lines differ from the story, apart from its initial"
    )


def test_headings_of_a_page_stand_apart_and_are_written_larger(app: App) -> None:
    page = StoryPage(
        "", "Title", (Heading("I. A day"), "It rains.", Heading("II. Night"), "Still.")
    )
    plain = StoryPage("", "Title", ("I. A day.", "It rains."))
    first, rain, second, still = page._lines(app, app.look.px(WIDEST), 20)
    assert [line.is_heading for line in (first, rain, second, still)] == [True, False] * 2
    assert {line.x for line in (first, rain, second, still)} == {0}
    assert second.y - rain.y > 20 == still.y - second.y, "there is room above a heading only"
    assert [bool(reds(app, it)) for it in (page, plain)] == [True, False]


def reds(app: App, page: StoryPage) -> int:
    """Return the number of pixels of a page that have the colour of headings."""
    page.place(pygame.Rect(0, 0, 600, 400), app)
    assert page._made is not None
    return pygame.mask.from_threshold(page._made, RUBRIC, (8, 8, 8, 255)).count()


def test_long_page_turns_by_wheel_and_keys(app: App, hand: Hand, road: Path) -> None:
    path = road / "campaign.toml"
    path.write_text(path.read_text().replace("It rains.", STORY * 3))
    scene = on_road(app, hand, begun(app, road))
    assert scene.page.is_long
    hand.key("page down")
    turned = scene.page.offset
    assert turned > 0
    hand.wheel(scene.page, -1)
    further = scene.page.offset
    assert further > turned
    scene.ring.focus(scene.cards[1])
    hand.key("return", "escape")
    assert scene.ring.focused is scene.cards[1], "the focus has moved"
    assert scene.page.offset == further


def test_closed_paths_say_why_and_stay_closed(app: App, hand: Hand, road: Path) -> None:
    scene = on_road(app, hand, begun(app, road))
    assert [way.is_enabled for way in scene.ways] == [True, False, False]
    assert scene.ways[1].under == "Tam Rook, fowler must be with you."
    hand.click(scene.ways[1])
    assert scene.journey.stop.id == "gate"
    hand.click(scene.ways[0])
    assert scene.journey.stop.id == "yard"
    (slot,) = slots(app.folder)
    assert slot.stop == "yard", "the step was not saved at once"


@KEYED
def test_items_are_given_and_put_back(app: App, hand: Hand, road: Path, by: str) -> None:
    scene = on_road(app, hand, begun(app, road))
    scene.ring.focus(scene.stores[0])
    press(hand, by, "return")
    assert isinstance(app.scene, PauseMenu)
    press(hand, by, "return")
    assert on_top(app, scene)
    assert "surgeons_roll" in scene.journey.roster[0].items
    assert scene.stores == []
    scene.ring.focus(scene.cards[0])
    press(hand, by, "return")
    sheet = app.scene
    assert isinstance(sheet, HeroSheet)
    assert [token.words for token in sheet.things] == ["Red draught", "Surgeon's roll"]
    sheet.ring.focus(sheet.things[1])
    press(hand, by, "return", "escape")
    assert on_top(app, scene)
    assert scene.journey.stores == ("surgeons_roll",)
    assert [token.words for token in scene.stores] == ["Surgeon's roll"]


def test_camp_heals_once_and_names_the_healed(app: App, hand: Hand, road: Path) -> None:
    trip = straight_on(app, road)
    state = trip.journey._state
    hanne = replace(state.roster[0], keys={"hurt": 7})
    trip.journey._step(replace(state, roster=(hanne, *state.roster[1:])))
    scene = on_road(app, hand, trip)
    assert scene.cards[0].hero.life == 13
    hand.click(scene.ways[0])
    told = app.scene
    assert isinstance(told, Dialog)
    assert told._text.passages[0].words == "Hanne: 13 → 20 life"
    hand.key("return")
    assert scene.ways[0].words == "On", "the camp is still offered"
    assert scene.cards[0].hero.life == 20


def test_escape_pauses_and_settings_return_to_the_road(app: App, hand: Hand, road: Path) -> None:
    scene = on_road(app, hand, begun(app, road))
    hand.key("escape")
    assert isinstance(app.scene, PauseMenu)
    hand.key("escape")
    assert on_top(app, scene)
    hand.key("f1")
    assert not on_top(app, scene), "the rules have not opened"
    hand.key("escape")
    assert on_top(app, scene)


def test_road_can_be_used_by_mouse_alone(app: App, hand: Hand, road: Path) -> None:
    scene = on_road(app, hand, begun(app, road))
    for _ in range(2):
        hand.click(scene.menu)
        assert isinstance(app.scene, PauseMenu)
        hand.click((20, 20), button=3)
        assert on_top(app, scene), "the right button does not cancel"
        hand.click((20, 20), button=3)
        assert isinstance(app.scene, PauseMenu), "the right button does not open the menu"
        hand.click(app.scene.buttons[0])


def test_difficulty_is_changed_in_the_menu(app: App, hand: Hand, road: Path) -> None:
    scene = on_road(app, hand, begun(app, road))
    hand.click(scene.menu)
    assert isinstance(app.scene, PauseMenu)
    hard = app.scene.buttons[1]
    assert hard.words == "Difficulty: Hard, road Plain"
    hand.click(hard)
    asked = app.scene
    assert isinstance(asked, HardnessScreen)
    assert asked.chosen == scene.journey.hardness
    battles, _, _, wounds, _ = asked.rows
    hand.click(battles)
    hand.click(wounds)
    assert scene.journey.difficulty == "hard", "it changed before it was confirmed"
    hand.click(asked.done)
    assert on_top(app, scene)
    assert scene.journey.hardness == Hardness("gentle", "plain", ("fewer_wounds",))
    now = "Gentle, road Plain, with Fewer wounds"
    assert app.notices.all[-1] == f"Difficulty from now on: {now}."


def test_difficulty_stays_after_cancel(app: App, hand: Hand, road: Path) -> None:
    scene = on_road(app, hand, begun(app, road))
    before = scene.journey.hardness
    hand.key("escape", "down", "return", "right", "down", "right", "escape")
    assert on_top(app, scene)
    assert scene.journey.hardness == before


@KEYED
def test_new_journey_is_begun_with_each_part_of_its_difficulty(
    app: App, hand: Hand, road: Path, by: str
) -> None:
    scene = journeys(app)
    app.push(scene)
    assert isinstance(scene, JourneyList)
    hand.tick()
    press(hand, by, "return", "down", "return")
    asked = app.scene
    assert isinstance(asked, HardnessScreen)
    press(hand, by, "left", "down", "left", "down", "return", *["down"] * 3, "return")
    assert isinstance(app.scene, RoadScreen)
    assert app.scene.journey.hardness == Hardness("gentle", "soft", ("reroll",))


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1920, 1080), 2.0)]
)
def test_whole_page_of_the_difficulty_is_on_the_screen(
    app: App, hand: Hand, size: tuple[int, int], scale: float
) -> None:
    app.change(width=size[0], height=size[1], scale=scale)
    app.resized()
    campaign = load_campaign(campaign_path("fifth_table"), app.books)
    hard = Hardness("fair", "gentle", ("reroll", "fewer_wounds"))
    shown = HardnessScreen(app, campaign, hard, "Apply", lambda _: None)
    app.push(shown)
    hand.tick()
    window = pygame.Rect((0, 0), app.size)
    widgets = (*shown.rows, shown.text, shown.done, shown.back)
    assert all(window.contains(one.rect) for one in widgets)
    overlaps = [(a, b) for a, b in combinations(widgets, 2) if a.rect.colliderect(b.rect)]
    assert overlaps == []
    told = " ".join(one.words for one in shown.text.passages)
    for words in ("keep 50% of the wounds", "a rest heals 100%", "Red draught", "1 time", "50%"):
        assert words in told


# The muster


def at_bridge(app: App, road: Path) -> CampaignFlow:
    """Return the flow before a battle for three of the five heroes."""
    return straight_on(app, road, 0)


def test_heroes_are_chosen_up_to_the_limit(app: App, hand: Hand, road: Path) -> None:
    on_road(app, hand, at_bridge(app, road))
    hand.key("return")
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    assert muster.picked == ["hanne", "joss", "tam"]
    hand.click(muster.cards[4])
    assert muster.picked == ["joss", "tam", "fenn"], "the hero chosen first was not dropped"
    for card in muster.cards:
        if card.is_ticked:
            hand.click(card)
    assert muster.picked == []
    hand.click(muster.start)
    assert on_top(app, muster), "a battle began without heroes"
    hand.click(muster.cards[3])
    hand.click(muster.cards[1])
    hand.click(muster.start)
    battle = app.scene
    assert isinstance(battle, BattleScene)
    units = [token.id for token in battle.seat.sitting.picture(None).tokens]
    assert {unit for unit in units if unit.startswith("red.")} == {"red.joss", "red.odo"}


def test_map_before_a_battle_makes_way_for_a_long_text(app: App, hand: Hand, road: Path) -> None:
    on_road(app, hand, begun(app, road, 0))
    hand.key("return")
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    line = muster.text.passages[0]
    muster.text.passages = (line,)
    muster.layout((1280, 720))
    before, shown = muster._map.height, muster.text.rect.height
    muster.text.passages = (line._replace(words="One more thing stands in the way. " * 40),)
    muster.layout((1280, 720))
    assert 0 < muster._map.height < before
    assert muster.text.rect.height > shown


def test_muster_shows_the_changes_of_the_difficulty(app: App, hand: Hand, road: Path) -> None:
    on_road(app, hand, begun(app, road, 0))
    hand.key("return")
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    said = [passage.words for passage in muster.text.passages]
    assert "At “Hard”" in said
    assert "Added: The third guard." in said
    assert "If you lose, the campaign continues." in " ".join(said)
    hand.key("escape")
    assert isinstance(app.scene, RoadScreen)


def test_muster_offers_the_tutorial_of_another_rulebook(app: App, hand: Hand, road: Path) -> None:
    on_road(app, hand, straight_on(app, road, 1))
    hand.key("return")
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    assert muster.lesson.words == "Learn Contest first"
    hand.click(muster.lesson)
    lesson = app.scene
    assert isinstance(lesson, BattleScene)
    assert lesson.seat.overview.level == "first_contest"
    app.pop()
    assert on_top(app, muster), "the tutorial does not lead back to the muster"
    assert muster._journey.running is None
    on_road(app, hand, at_bridge(app, road))
    hand.key("return")
    assert isinstance(app.scene, MusterScreen)
    assert not app.scene.lesson.is_shown, "the tutorial of the roster's own rulebook is offered"


# Layout


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_widgets_fit_and_do_not_overlap_at_every_size(
    app: App, hand: Hand, road: Path, size: tuple[int, int], scale: float
) -> None:
    app.change(width=size[0], height=size[1], scale=scale)
    app.window = app._opened()
    app.resized()
    trip = at_bridge(app, road)
    scene = on_road(app, hand, trip)
    seen = app.window.get_rect().copy()
    seen.size = app.size
    for here in (*scene.ways, *scene.cards, *scene.stores, scene.page):
        assert seen.contains(here.rect), here
    cards = [card.rect for card in scene.cards]
    assert all(a is b or not a.colliderect(b) for a in cards for b in cards)
    assert not any(card.colliderect(token.rect) for card in cards for token in scene.stores)
    trip.to_battle()
    hand.tick()
    muster = app.scene
    assert isinstance(muster, MusterScreen)
    for widget in (*muster.cards, muster.start, muster.back, muster.text):
        assert seen.contains(widget.rect), widget


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_place_names_on_the_map_never_overlap(
    app: App, size: tuple[int, int], scale: float
) -> None:
    app.change(scale=scale)
    wide, high = (
        max(one, app.look.px(least)) for one, least in zip(size, LEAST_LAYOUT, strict=True)
    )
    stops = load_campaign(campaign_path("fifth_table"), app.books).stops.values()
    titles = [stop.title for stop in stops]
    for last in range(1, len(titles), 3):
        marks = [MapStop(title, "story") for title in titles[:last]]
        ribbon = TravelMap("The fifth table", marks, is_end=False)
        ribbon.place(pygame.Rect((7, 9), (wide * 3 // 10, high // 2)), app)
        names = [label.rect for label in ribbon._labels.values()]
        assert len(ribbon._marks) - 1 in ribbon._labels, "the current stop has no name"
        assert all(a is b or not a.colliderect(b) for a in names for b in names)
        bounds = pygame.Rect((0, 0), ribbon.rect.size)
        assert all(bounds.contains(name) for name in names)


def test_times_in_the_past_are_in_words(app: App) -> None:
    now = datetime(2026, 3, 2, 20, 0)
    said = [
        said_when(app, written, now)
        for written in (
            "2026-03-02 18:05:09",
            "2026-03-01 23:59:00",
            "2026-01-31 00:00:00",
            "2025-12-24 12:00:00",
            "some day",
        )
    ]
    assert said == [
        "today, 18:05",
        "yesterday, 23:59",
        "31 January",
        "24 December 2025",
        "some day",
    ]


def test_slim_card_of_a_hero_has_the_numbers_of_its_life(
    app: App, hand: Hand, road: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = on_road(app, hand, begun(app, road))
    card, reader = scene.cards[0], Reader(monkeypatch, "")
    for wide in (150, 260):
        card.place(pygame.Rect(0, 0, app.look.px(wide), app.look.px(SLIM) - 2), app)
        reader.texts.clear()
        reader._lines.clear()
        card.draw(app.window, app, False, False)
        said = app.words.say("road", "life", life=card.hero.life, most=card.hero.most)
        assert said in reader.texts
