"""A window in which keys roam a campaign's road, run as a program for tests that kill it.

Run it with `python -m`, FOLDER and SEED. It resumes whatever is in FOLDER, and prints every state
and command.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from game.ai.computer_players import COMPUTERS
from game.campaign.journey import Journey
from game.client.battle.scene import BattleScene
from game.client.campaign.choice_screen import ChoiceScreen
from game.client.campaign.defeat_screen import DefeatScreen
from game.client.campaign.ending_screen import EndingScene
from game.client.campaign.journey_list import JourneyList
from game.client.campaign.muster_screen import MusterScreen
from game.client.campaign.report_screen import ReportScene
from game.client.campaign.road_screen import RoadScreen
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import Dialog
from game.client.navigation import WindowNavigation
from game.client.screens.battle_summary import BattleSummary
from game.client.screens.pause_menu import PauseMenu
from game.client.screens.text_prompt import TextPrompt
from game.client.screens.turn_list import TurnList
from game.client.title.title_screen import Title
from game.engine.battle import Battle
from game.play.computer_answers import computer_answer
from game.rules.registry import find_books
from game.terms.commands import Concede
from tests.client.conftest import LOOKED, Hand
from tests.client.near import Near

LONGEST = 50_000
"""Maximum number of actions."""
KEYS = ("n", "return", "tab", "1", "2", "e", "page up", "l")
"""Keys to press in a battle, in addition to those that play it."""
PLAYER = "novice"


class Reporter(Near):
    """A computer player that reports each command before it thinks about the next.

    Between two frames several may answer, one after the other.
    """

    report: Callable[[], None] = staticmethod(lambda: None)

    def ask(self, view: Battle, number: int) -> None:
        Reporter.report()
        super().ask(view, number)


class Roamer:
    """A person at a window, trying everything possible."""

    def __init__(self, app: App, rng: Random) -> None:
        self.app, self.hand, self.rng = app, Hand(app), rng
        self._told = ""
        Reporter.report = self._tell
        self._deeds: dict[type, Callable[[], None]] = {
            Title: self._at_title,
            JourneyList: self._at_journeys,
            RoadScreen: self._on_road,
            MusterScreen: self._at_muster,
            BattleScene: self._in_battle,
            DefeatScreen: self._in_defeat,
            ReportScene: self._at_report,
            ChoiceScreen: self._at_choice,
            TurnList: lambda: self._keys("page up", "return"),
            PauseMenu: self._at_menu,
            Dialog: lambda: self._keys("return"),
            TextPrompt: lambda: self._keys("return"),
            BattleSummary: lambda: self._keys("return"),
        }

    def roam(self) -> None:
        """Roam until a road ends."""
        for _ in range(LONGEST):
            scene = self.app.scene
            assert scene is not None, "the window closed by itself"
            if isinstance(scene, EndingScene):
                print('{"over": true}', flush=True)
                return
            self._deeds.get(type(scene), lambda: self._keys("escape"))()
            self._tell()
        raise AssertionError(f"never ended: {self.app.scene}, {self.app.notices.all}")

    def _tell(self) -> None:
        """Print the state if it is new.

        Everything printed is already on disk.
        """
        journey = self._journey()
        if journey is None:
            return
        told = {"slot": str(journey.path), "state": json.loads(journey.path.read_bytes())}
        battle = self._battle()
        if battle is not None:
            record = battle.seat.sitting.table.record
            told["battle"] = [record.header.journey, record.count]
        line = json.dumps(told)
        if line != self._told:
            self._told = line
            print(line, flush=True)

    def _journey(self) -> Journey | None:
        return next((it.journey for it in self.app._scenes if isinstance(it, RoadScreen)), None)

    def _battle(self) -> BattleScene | None:
        return next((it for it in self.app._scenes if isinstance(it, BattleScene)), None)

    def _retrying(self) -> None:
        """Note that the battle may be at an earlier turn from now on."""
        print('{"retrying": true}', flush=True)

    # Actions by scene

    def _keys(self, *names: str) -> None:
        self.hand.key(*names)

    def _press(self, button: Button) -> None:
        scene: Any = self.app.scene  # Each of these has a focus ring.
        scene.ring.focus(button)
        self._keys("return")

    def _at_title(self) -> None:
        self.hand.tick(LOOKED)
        title = self.app.scene
        assert isinstance(title, Title)
        words = [button.words for button in title.menu]
        wanted = "Continue" if "Continue" in words and self.rng.random() < 0.7 else "Campaign"
        self._press(title.menu[words.index(wanted)])

    def _at_journeys(self) -> None:
        scene = self.app.scene
        assert isinstance(scene, JourneyList)
        if scene.ways:
            self._press(self.rng.choice(scene.ways))
        else:
            self._keys("down")

    def _on_road(self) -> None:
        scene, random = self.app.scene, self.rng.random()
        assert isinstance(scene, RoadScreen)
        if random < 0.2 and scene.stores and scene.stores[0].is_shown:
            self._press(self.rng.choice(scene.stores))
        elif random < 0.25:
            self._press(scene.menu)
        elif random < 0.3:
            self._press(self.rng.choice(scene.cards))
        else:
            self._press(self.rng.choice([way for way in scene.ways if way.is_enabled]))

    def _at_menu(self) -> None:
        menu = self.app.scene
        assert isinstance(menu, PauseMenu)
        able = [button for button in menu.buttons if button.is_enabled]
        words = self.app.words.say("road", "leave"), self.app.words.say("battle", "leave")
        stays = [button for button in able if button.words not in words]
        self._press(self.rng.choice(stays if self.rng.random() < 0.8 else able))

    def _at_muster(self) -> None:
        muster = self.app.scene
        assert isinstance(muster, MusterScreen)
        if muster.cards and self.rng.random() < 0.3:
            self._press(self.rng.choice(muster.cards))
        elif muster.start.is_enabled:
            self._press(muster.start)

    def _in_battle(self) -> None:
        scene = self.app.scene
        assert isinstance(scene, BattleScene)
        question = scene.seat.plan.question
        if scene.flow.slip.words:
            self._keys("return")
        elif question is None:
            self.hand.tick()
        elif self.rng.random() < 0.02:
            scene.flow.give(Concede())
        elif self.rng.random() < 0.3:
            self._keys(self.rng.choice(KEYS))
        else:
            fight, side = scene.seat.sitting.table.battle, question.side
            player = COMPUTERS[PLAYER](self.rng.randrange(9**9), side, 0)
            view = fight.view(side)
            scene.flow.give(computer_answer(player, view, side, view.legal()).command)

    def _in_defeat(self) -> None:
        scene = self.app.scene
        assert isinstance(scene, DefeatScreen)
        row = scene.moments.current
        able = [scene.whole, scene.later]
        if row is not None and not row.is_head:
            able.append(scene.retry)
        if scene.lose.is_enabled:
            able += [scene.lose, scene.lose]
        self._retrying()
        self._press(self.rng.choice(able))

    def _at_report(self) -> None:
        report = self.app.scene
        assert isinstance(report, ReportScene)
        if report.retry.is_shown and self.rng.random() < 0.3:
            self._retrying()
            self._press(report.retry)
        else:
            self._press(report.on)

    def _at_choice(self) -> None:
        sheet = self.app.scene
        assert isinstance(sheet, ChoiceScreen)
        if sheet.again.is_shown and self.rng.random() < 0.2:
            self._press(sheet.again)
        else:
            self._press(self.rng.choice(sheet.cards) if sheet.cards else sheet.on)


def opened(folder: Path) -> App:
    """Return a window at the title."""
    patch("game.present.thinkers.Thinker", Reporter).start()
    settings = WindowSettings(width=960, height=540, speed=0.0, computer_speed=0.0, curtain=False)
    write_settings(folder, settings)
    app = App(find_books().books, folder, lambda _: None, WindowNavigation)
    app.push(Title(app))
    return app


def main(folder: str, seed: str) -> None:
    """Roam, and print every state and command."""
    Roamer(opened(Path(folder)), Random(seed)).roam()


if __name__ == "__main__":
    main(*sys.argv[1:])
