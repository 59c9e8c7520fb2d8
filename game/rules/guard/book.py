"""How Guard is played: its systems in order, its asks, and what else battles need."""

from pathlib import Path

from game.engine.book import Book
from game.rules.guard import (
    LEVEL_RULES,
    aftermath,
    events,
    monsters,
    rank_changes,
    records,
    round_end,
    round_order,
    views,
)
from game.rules.guard.asks import ASKS
from game.rules.guard.attacks import LandingSwings, Routing
from game.rules.guard.facts import FACTS
from game.rules.guard.hints import HINTS
from game.rules.guard.meeting import MeetingMonsters
from game.rules.guard.relations import RELATIONS
from game.rules.guard.setup import setup
from game.rules.guard.spells_and_items import Affecting
from game.systems import damage, deployment, rounds, turn_upkeep
from game.systems.endings import Conceding, LastStanding
from game.systems.parties import is_player, only_party
from game.systems.script import triggers
from game.terms.asks import TurnAsk
from game.terms.readings import read_readings

BOOK = Book(
    level_rules=LEVEL_RULES,
    readings=read_readings(Path(__file__).with_name("readings.toml")),
    parts=(
        *(records.PART, events.PART, views.PART),
        *(damage.PART, rounds.PART, turn_upkeep.PART, deployment.PART, triggers.PART),
    ),
    setup=setup,
    # Systems that share an item process it in this order.
    systems=(
        deployment.Deployment(),
        MeetingMonsters(),
        # the end of a round, and the order of the next
        triggers.RoundsEnding(),
        round_end.RoundLapsing(),
        round_order.Ordering(),
        rounds.TurnOrder("GUA-04", records.PickAsk),
        round_order.JoiningGroups(),
        # a turn: a character's one action, or a group's attacks
        monsters.Attacking(),
        rounds.TakingTurns(TurnAsk, is_player),
        rounds.TurnEnding("GUA-04"),
        # attacks and other effects
        LandingSwings(),
        monsters.Warding(),
        Affecting(),
        # life and death
        damage.TellingDeaths("GUA-20"),
        damage.Suffering(),
        damage.Harm(),
        Routing(),
        damage.Healing(),
        damage.Burial(),
        LastStanding(),
        Conceding(),
        # the level's script, and only then the stances of the new round
        triggers.WatchingEntrances(rank_changes.SCRIPT_RULES),
        triggers.Using(),
        triggers.RecordingDeeds(),
        triggers.WatchingTriggers(rank_changes.SCRIPT_RULES),
        round_order.TakingStances(),
        # after all changes: the places in the rear
        round_order.Exposing(),
    ),
    asks=ASKS,
    asked=only_party,
    hide=views.hide,
    in_hand=views.IN_HAND,
    queue=round_order.queue,
    card=views.card,
    present=aftermath.level_keys,
    aftermath=aftermath.aftermath,
    deadly=False,
    rested=aftermath.rested,
    standing=aftermath.hero_standing,
    innate=aftermath.innate,
    numbers=views.numbers,
    hints=HINTS,
    facts=FACTS,
    relations=RELATIONS,
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
    blank=Path(__file__).parent / "empty-level.toml",
)
