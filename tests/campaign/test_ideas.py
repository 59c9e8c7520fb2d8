"""The idea of the first evening: whoever asks for the fight attacks first.

A soldier that never asks for a fight loses clearly more often at the mule yard.
"""

from functools import cache

import pytest

from game.ai.soldier import Soldier
from game.campaign.campaign_list import all_campaigns
from game.campaign.campaign_tables import StopBattle
from game.campaign.hero_state import sitters
from game.campaign.journey_file import Member
from game.campaign.loading import load_campaign
from game.campaign.stop_battles import changes_of
from game.content.levels import load_level
from game.engine.battle import Battle
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.terms.agenda import Ask
from game.terms.commands import Command, verb
from tests.campaign.conftest import BOOKS

BATTLES = 60
"""Number of battles of each soldier."""
CLEARLY = 0.2
"""Minimum lead of the soldier that uses the idea."""


class Shy(Soldier):
    """A soldier that never asks for a fight."""

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Return the soldier's choice among the other commands."""
        others = tuple(command for command in legal if verb(command) != "engage")
        return super().choose(view, ask, others or legal)


@cache
def won(player: type[Soldier]) -> float:
    """Return the share of battles that Hanne wins at the mule yard, played by this player."""
    campaign = load_campaign(next(c.path for c in all_campaigns() if c.id == "fifth_table"), BOOKS)
    battle = campaign.stops["mule"].battle
    assert isinstance(battle, StopBattle)
    seated = sitters(campaign, battle, "contest", [Member("hanne")])
    level = load_level(
        campaign.level(battle), BOOKS, changes=changes_of(campaign, battle, "fair", seated)
    )
    wins = 0
    for seed in range(BATTLES):
        names = {"red": "soldier", "blue": "soldier"}
        table = Table.open(BOOKS["contest"], level, Setup(DiceSource(seed), names))
        table.players["red"] = player(seed, "red")
        while table.step():
            pass
        assert table.battle.outcome is not None
        wins += table.battle.outcome.winner == "red"
    return wins / BATTLES


@pytest.mark.long
def test_who_asks_for_the_fight_wins_the_mule_clearly_more_often() -> None:
    assert won(Soldier) >= won(Shy) + CLEARLY, (won(Soldier), won(Shy))
