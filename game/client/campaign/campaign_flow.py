"""The order of a campaign's scenes: road, muster, battle, report."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.campaign.campaign import Campaign, CampaignError
from game.campaign.hardness import Hardness
from game.campaign.journey import Journey
from game.campaign.journey_file import BattleReport
from game.campaign.loading import load_campaign
from game.campaign.save_slots import SaveSlot, SlotInUse
from game.campaign.screen_values import HeroShown
from game.client.battle.scene import BattleScene
from game.client.board.side_looks import looks_of
from game.client.campaign.choice_screen import ChoiceScreen
from game.client.campaign.defeat_screen import DefeatScreen
from game.client.campaign.ending_screen import EndingScene
from game.client.campaign.journey_list import JourneyList
from game.client.campaign.muster_screen import MusterScreen
from game.client.campaign.report_screen import ReportScene
from game.client.campaign.road_screen import RoadScreen
from game.client.kit.scene import Scene
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.screens.analysis_screen import AnalysisScene
from game.client.screens.turn_list import TurnList
from game.play.opening import Options
from game.play.players import Seats, outside
from game.present.analysis.analysis_process import AnalysisSearch
from game.present.turning_points import TurningSearch, moments
from game.present.window_battle import WindowBattle
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App


class CampaignFlow:
    """A journey on the screen; its battles report to it when they end."""

    def __init__(self, app: "App", journey: Journey) -> None:
        self.app, self.journey = app, journey
        self._report: BattleReport | None = None
        self._before: dict[str, HeroShown] = {}
        self._level = ""
        self._is_new_luck = False

    def road(self) -> RoadScreen:
        """Return the screen of the current stop."""
        return RoadScreen(self.app, self.journey, self.to_battle, self.to_ending, self.to_choice)

    # To a battle

    def to_battle(self) -> None:
        """Resume the battle in progress, or open the muster for a new battle."""
        try:
            if self.journey.running is not None:
                self._play(*self.journey.going_on())
            else:
                self._is_new_luck = False
                self.app.push(MusterScreen(self.app, self.journey, self._start))
        except Failure as failure:
            self.app.notices.add(str(failure))

    def _start(self, heroes: Sequence[str]) -> None:
        """Start the battle with these heroes."""
        try:
            options, seats = self.journey.options(heroes, new_luck=self._is_new_luck)
        except Failure as failure:
            self.app.notices.add(str(failure))
            return
        if isinstance(self.app.scene, MusterScreen):
            self.app.pop()
        self._play(options, seats)

    def _play(self, options: Options, seats: Seats) -> None:
        scene = self._opened(options, seats)
        if scene is not None:
            self.app.push(scene)

    def taken_up(self, options: Options) -> BattleScene | None:
        """Return the scene of the battle, resumed from one of its turns, or None on failure.

        A victory that has been reported is withdrawn.
        """
        if self._report is not None and not self._taken_back():
            return None
        return self._opened(options, outside)

    def _opened(self, options: Options, seats: Seats) -> BattleScene | None:
        """Return the scene of a battle, or show a notice and return None if opening fails."""
        app = self.app
        try:
            battle = self.journey.battle
            sitting = WindowBattle.open(options, app.books, app.folder, app.notices.add, seats)
        except Failure as failure:
            app.notices.add(str(failure))
            return None
        self._report = None
        self._before = {hero.id: hero for hero in self.journey.roster}
        self._level = battle.title if battle else ""
        return BattleScene(app, sitting, trip=self)

    # After a battle

    def over(self, sitting: WindowBattle) -> None:
        """Apply a victory at once. Don't apply a defeat yet: it can be retried."""
        if self._is_won(sitting):
            self._apply(sitting)

    def _is_won(self, sitting: WindowBattle) -> bool:
        battle = self.journey.battle
        return battle is not None and sitting.winner == battle.side

    def _apply(self, sitting: WindowBattle) -> None:
        try:
            self._report = self.journey.report(sitting)
        except Failure as failure:
            self.app.notices.add(str(failure))

    def done(self, sitting: WindowBattle, turning: TurningSearch | None) -> None:
        """Show the report or the defeat screen, after the battle's scene is gone."""
        is_due = self._report is None and sitting.is_over
        if is_due and self._is_won(sitting):  # saving failed; the road offers the battle again
            self._apply(sitting)
            self._arrive()
        elif is_due:
            assert turning is not None, "a battle that wasn't won has been searched"
            self._defeat(sitting, turning)
        if self._report is not None:
            self._tell(self._report, sitting)

    def _arrive(self) -> None:
        """Update the road with the new state, if it is the current screen."""
        if isinstance(self.app.scene, RoadScreen):
            self.app.scene.arrive()

    def _tell(self, report: BattleReport, sitting: WindowBattle) -> None:
        """Show the report of a battle. From there, you can still retry a victory."""
        app, can = self.app, report.won and self.journey.can_take_back
        retry = partial(self._not_so, sitting) if can else None
        to = self.to_choice
        analyse = partial(self._analyse, sitting, can)
        it = report, self._level, self._before
        app.push(ReportScene(app, self.journey, *it, retry, to, analyse))

    def _analyse(self, sitting: WindowBattle, may_retry: bool) -> None:
        """Open the analysis of luck and choices over a report or a defeat, to retry from there."""
        app, below = self.app, self.app.scene

        def retry(n: int, _: int) -> None:
            path = self._at_turn(sitting, n, False)
            if path is None or (self._report is not None and not self._taken_back()):
                return
            while app.scene is not None and app.scene is not below:
                app.pop()
            app.pop()
            self._arrive()
            self._play(Options(str(path)), outside)

        colours = {side: look.colour for side, look in looks_of(sitting.sides()).items()}
        search = AnalysisSearch(sitting.saved(), sitting.extra)
        app.push(AnalysisScene(app, search, colours.get, retry if may_retry else None))

    def to_choice(self) -> None:
        """Open the choices that the journey waits for, or those that can be made again."""
        self.app.push(ChoiceScreen(self.app, self.journey, self._chosen))

    def _chosen(self) -> None:
        """Close the report, if the choices were opened from it, and show the road."""
        if isinstance(self.app.scene, ReportScene):
            self.app.pop()
        self._arrive()

    def _not_so(self, sitting: WindowBattle) -> None:
        """Ask for a turn from which to retry a victory, and for old or new dice."""
        app, say = self.app, self.app.words.say
        report = app.scene

        def chosen(n: int, is_new_luck: bool) -> None:
            path = self._at_turn(sitting, n, is_new_luck)
            if path is None or not self._taken_back():
                return
            if app.scene is report:
                app.pop()
            self._arrive()
            self._play(Options(str(path)), outside)

        press, head = say("turns", "try"), say("turns", "try_head")
        found = moments(sitting.so_far(), app.books)
        app.push(TurnList(app, head, press, found, chosen, sitting.count, asks_luck=True))

    def _taken_back(self) -> bool:
        try:
            self.journey.take_back()
        except Failure as failure:
            self.app.notices.add(str(failure))
            return False
        return True

    def _at_turn(self, sitting: WindowBattle, n: int, is_new_luck: bool) -> Path | None:
        """Return a file that resumes a battle from a turn, or show a notice and return None."""
        try:
            return sitting.taken_up(n, self.app.books, is_new_luck)
        except Failure as failure:
            self.app.notices.add(str(failure))
            return None

    def _defeat(self, sitting: WindowBattle, turning: TurningSearch) -> None:
        app, battle = self.app, self.journey.battle
        assert battle is not None, "a lost battle has no level"

        def retry(n: int, is_new_luck: bool) -> None:
            path = self._at_turn(sitting, n, is_new_luck)
            if path is not None:
                self._play(Options(str(path)), outside)

        def whole(is_new_luck: bool) -> None:
            self._is_new_luck = is_new_luck
            app.push(MusterScreen(app, self.journey, self._start))

        def lost() -> None:
            self._apply(sitting)
            self._arrive()
            if self._report is not None:
                self._tell(self._report, sitting)

        app.push(
            DefeatScreen(
                app,
                self._level,
                battle.side,
                turning.found,
                turning.moments(battle.side),
                retry,
                whole,
                lost if battle.can_lose else None,
                partial(self._analyse, sitting, True),
            )
        )

    def to_ending(self) -> None:
        """Show the last page of the campaign, which leads back to the title."""
        self.app.push(EndingScene(self.app, self.journey, self._home))

    def _home(self) -> None:
        """Return to the title, closing the list of journeys too if it is open."""
        self.app.pop()
        if isinstance(self.app.scene, JourneyList):
            self.app.pop()


# From the title


def journeys(app: "App", road: Path | None = None) -> Scene:
    """Return the list of journeys and campaigns; select the campaign in the file `road`."""
    if road is not None:
        try:
            load_campaign(road, app.books)
        except CampaignError as fault:
            raise Failure(str(fault)) from fault

    def go_on(slot: SaveSlot) -> None:
        on_with(app, slot)

    def begin(campaign: Campaign, wanted: Hardness) -> None:
        try:
            journey = Journey.begin(campaign, wanted, app.folder, app.books)
        except Failure as failure:
            app.notices.add(str(failure))
            return
        app.push(CampaignFlow(app, journey).road())

    return JourneyList(app, go_on, begin, road)


def on_with(app: "App", slot: SaveSlot, is_at_battle: bool = False) -> None:
    """Resume a journey; with `is_at_battle`, also its battle in progress, if it has one.

    If that fails, show why. If another window has the journey open, offer a copy.
    """
    try:
        journey = Journey.load(slot.path, app.books)
    except SlotInUse as fault:
        _hindered(app, str(fault), slot)
        return
    except Failure as failure:
        _hindered(app, str(failure))
        return
    _noted(app, journey)
    trip = CampaignFlow(app, journey)
    app.push(trip.road())
    if is_at_battle and journey.running is not None:
        trip.to_battle()


def _noted(app: "App", journey: Journey) -> None:
    """Show the note left by loading a journey, if there is one."""
    if journey.note:
        app.notices.add(journey.note)


def _hindered(app: "App", trouble: str, copied: SaveSlot | None = None) -> None:
    """Show why a journey can't be resumed; offer a copy of the slot `copied`, if given."""
    say = app.words.say

    def copy(slot: SaveSlot) -> None:
        try:
            journey = Journey.load(slot.path, app.books, as_copy=True)
        except Failure as failure:
            app.notices.add(str(failure))
            return
        _noted(app, journey)
        app.push(CampaignFlow(app, journey).road())

    offered = [DialogButton(say("journeys", "copy"), partial(copy, copied))] if copied else []
    answers = (*offered, DialogButton(say("journeys", "not_now")))
    app.push(Dialog(app, say("journeys", "held"), trouble, answers))
