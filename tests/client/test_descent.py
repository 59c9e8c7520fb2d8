"""The campaign in Guard in the window, from the title to an ending, with each input device."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.campaign.choice_screen import ChoiceScreen
from game.client.campaign.ending_screen import EndingScene
from game.client.campaign.hero_screen import HeroSheet
from game.client.campaign.journey_list import JourneyList
from game.client.campaign.muster_screen import MusterScreen
from game.client.campaign.report_screen import ReportScene
from game.client.campaign.road_screen import RoadScreen
from game.client.kit.app import App
from game.client.kit.scene import Scene
from game.client.kit.settings import WindowSettings, write_settings
from game.client.kit.widgets.dialog import Dialog
from game.client.navigation import WindowNavigation
from game.client.screens.battle_summary import BattleSummary
from game.client.title.title_screen import Title
from game.present.question import Choice, Question
from game.rules.registry import BooksOnDemand
from tests.client.conftest import LOOKED, Hand
from tests.client.evening import Evening

CAMPAIGN = "A crown a head"
LUCKY = 1
"""Seed of all battles, with which talking and sneaking past succeed."""
WINDOWS = pytest.mark.parametrize(
    ("by", "size", "scale"),
    [("mouse", (1280, 720), 1.0), ("keys", (1920, 1080), 1.0), ("pad", (1920, 1080), 2.0)],
)

S = TypeVar("S", bound=Scene)


class Descent(Evening):
    """A journey by mouse, keyboard or gamepad, with battles that are talked or sneaked past."""

    def __init__(self, app: App, hand: Hand, by: str) -> None:
        super().__init__(app, hand, by)
        self.seen: list[Scene] = []
        """Scenes shown so far."""

    def on(self, kind: type[S]) -> S:
        """Return the scene on top, which is of this type."""
        self.hand.tick(3)
        scene = self.app.scene
        assert isinstance(scene, kind), f"{type(scene).__name__}: {self.app.notices.all}"
        self.seen.append(scene)
        return scene

    def begin(self) -> RoadScreen:
        """Go from the title to the first stop, at the easiest difficulty."""
        title = Title(self.app)
        self.app.push(title)
        self.hand.tick(LOOKED)
        self._to(title, title.menu[0])
        journeys = self.on(JourneyList)
        n = next(n for n, row in enumerate(journeys.list.rows) if row.title == CAMPAIGN)
        if self.by == "mouse":
            self.hand.click(journeys.list.row_rect(n))
        else:
            while journeys.list.cursor != n:
                self._press("down" if journeys.list.cursor < n else "up")
        self._to(journeys, journeys.ways[0])
        return self.on(RoadScreen)

    def take(self, n: int) -> None:
        """Press the button of a path, or of the battle."""
        road = self.on(RoadScreen)
        self._to(road, road.ways[n])

    def fight(self, choosing: Callable[[BattleScene, Question], Choice]) -> ReportScene:
        """Go from the road through the muster and the battle to its report."""
        self.take(0)
        muster = self.on(MusterScreen)
        self._to(muster, muster.start)
        self.on(BattleScene)
        self._play(choosing)
        summary = self.on(BattleSummary)
        self._to(summary, summary.title)
        return self.on(ReportScene)

    def close(self, report: ReportScene, choice: int) -> int:
        """Go from the report to the choices after the battle, and make them.

        Choose the card `choice` of the battle's, and the first of each hero that gained a grade.
        Return the number of these heroes.
        """
        self._to(report, report.on)
        sheet, heroes = self.on(ChoiceScreen), 0
        while (shown := sheet._journey.choice) is not None:
            assert len(sheet.cards) == len(shown.options) >= 2
            self._to(sheet, sheet.cards[0 if shown.hero else choice])
            heroes += bool(shown.hero)
            sheet = self.on(ChoiceScreen)
        self._to(sheet, sheet.on)
        return heroes


def past(scene: BattleScene, question: Question) -> Choice:
    """Return the command to sneak past sleepers, or else the one to let Maud talk."""
    verbs = [one for one in question.choices if one.verb == "sneak"]
    talks = [one for one in question.choices if one.verb == "talk" and "Maud" in one.text]
    is_asleep = scene.seat.sitting.table.battle.world.scene.level.id == "kennel"
    return verbs[0] if is_asleep else talks[0]


@pytest.fixture
def app(tmp_path: Path, size: tuple[int, int], scale: float) -> Iterator[App]:
    """Yield a window of a size, with its interface at a scale."""
    settings = WindowSettings(width=size[0], height=size[1], scale=scale)
    write_settings(tmp_path, settings)
    made = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
    pygame.event.clear()
    yield made
    made.close()


@WINDOWS
def test_descent_is_played_from_the_title_to_an_ending(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch, by: str, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("game.campaign.progress.random_seed", lambda: LUCKY)
    assert app.size == size
    trip = Descent(app, hand, by)
    road = trip.begin()
    assert [hero.title for hero in road.journey.roster] == [card.hero.title for card in road.cards]
    trip._to(road, road.cards[4])
    sheet = trip.on(HeroSheet)
    told = "\n".join(one.words for one in sheet.passages)
    assert "Next, Evensong: +2 focus" in told
    assert "Mild voice: Always on" in told
    assert "Steady hands: " in told
    assert "Mind d8" in told
    trip._to(sheet, sheet.back)
    trip.take(0)
    report = trip.fight(past)
    grown = {tale.title: tale.words for tale in report.tales.tales}
    assert grown["Ned"].startswith("Grade 1: Asked to move.")
    assert "New: +3 life" in grown["Ned"]
    assert "New: +2 focus" in grown["Maud"]
    graded = [one for one in report.tales.tales if one.words.startswith("Grade 1: ")]
    assert trip.close(report, 2) == len(graded) > 1, "each chooses a trait at a grade"
    trip.take(0)
    camp = trip.on(RoadScreen)
    assert camp.journey.stop.kind == "camp"
    trip._to(camp, camp.ways[0])
    rested = trip.on(Dialog)
    trip._to(rested, rested.buttons[0])
    trip.take(0)
    trip.close(trip.fight(past), 1)
    trip.take(0)
    trip.close(trip.fight(past), 0)
    trip.take(1)
    ending = trip.on(EndingScene)
    assert ending.page._title == "Half an hour"
    assert camp.journey.stores.count("pepper_bag") == 2, "found in the chest, and chosen"
    trip._to(ending, ending.tale)
    assert "Bess wears a goat's ribbon on Sundays." in " ".join(ending.page._paragraphs)
