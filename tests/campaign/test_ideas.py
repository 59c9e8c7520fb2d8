"""The ideas of the first three battles: a soldier that doesn't use one wins clearly less often.

In the cellar it is to go on, through the little door and past what is behind it; at the mule yard,
to ask for the fight, as whoever asks attacks first; at the goose fair, to let the gate down before
the cart is through.
"""

from collections.abc import Callable
from functools import partial

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
from game.terms.commands import Command, Move, verb
from tests.campaign.conftest import BOOKS
from tests.campaign.test_difficulty import parties, table_of

Bans = Callable[[Command], bool]

ROAD = next(c.path for c in all_campaigns() if c.id == "fifth_table")
BATTLES = 60
"""Number of battles of each soldier at a stop."""
CLEARLY = 0.2
"""Minimum lead of the soldier that uses the idea."""
LITTLE_DOOR = 13
"""Column of the door between the taproom and the cellar."""


def goes_in(command: Command) -> bool:
    return isinstance(command, Move) and command.path[-1][0] >= LITTLE_DOOR


def asks(command: Command) -> bool:
    return verb(command) == "engage"


def handles(command: Command) -> bool:
    return verb(command) == "handle"


IDEAS: dict[str, Bans] = {"cellar": goes_in, "mule": asks, "fair": handles}


class Ignorant(Soldier):
    """A soldier that doesn't know of some commands."""

    def __init__(self, seed: int, side: str, bans: Bans) -> None:
        super().__init__(seed, side)
        self._bans = bans

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Return the soldier's choice among the other commands."""
        others = tuple(command for command in legal if not self._bans(command))
        return super().choose(view, ask, others or legal)


def evening(seed: int) -> Table:
    """Return Hanne's battle at the mule yard."""
    campaign = load_campaign(ROAD, BOOKS)
    battle = campaign.stops["mule"].battle
    assert isinstance(battle, StopBattle)
    seated = sitters(campaign, battle, "contest", [Member("hanne")])
    level = load_level(
        campaign.level(battle), BOOKS, changes=changes_of(campaign, battle, "fair", seated)
    )
    names = {"red": "soldier", "blue": "soldier"}
    return Table.open(BOOKS["contest"], level, Setup(DiceSource(seed), names))


def won(stop: str, bans: Bans | None) -> float:
    """Return the share of battles at a stop that the party wins, without some commands."""
    members = dict(parties(load_campaign(ROAD, BOOKS)))[stop]
    begun = evening if stop == "mule" else partial(table_of, ROAD, stop, members, "fair")
    wins = 0
    for seed in range(BATTLES):
        table = begun(seed)
        if bans is not None:
            table.players["red"] = Ignorant(seed, "red", bans)
        while table.step():
            pass
        assert table.battle.outcome is not None
        wins += table.battle.outcome.winner == "red"
    return wins / BATTLES


@pytest.mark.long
@pytest.mark.parametrize("stop", IDEAS)
def test_who_knows_the_idea_wins_clearly_more_often(stop: str) -> None:
    knows, ignores = won(stop, None), won(stop, IDEAS[stop])
    assert knows >= ignores + CLEARLY, (knows, ignores)
