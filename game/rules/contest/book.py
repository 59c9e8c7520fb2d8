"""How Contest is played: its systems in order, its asks, and what else battles need."""

from pathlib import Path

from game.engine.book import Book
from game.rules.contest import LEVEL_RULES, records, views
from game.rules.contest.asks import ASKS
from game.rules.contest.encounters import FightEncounters, StoppingAtFigures, ways_on
from game.rules.contest.facts import FACTS
from game.rules.contest.fights import SCRIPT_RULES, Fighting, LeavingFights
from game.rules.contest.fleeing import BreakingFromFight, Chases, end_flight, step_rule, waits
from game.rules.contest.hints import HINTS
from game.rules.contest.relations import RELATIONS
from game.rules.contest.schema import Settings
from game.rules.contest.setup import setup
from game.systems import (
    board_views,
    breaking_away,
    damage,
    deployment,
    items,
    loot,
    movement,
    movement_dice,
    rounds,
    traps,
    turn_upkeep,
)
from game.systems.endings import Conceding, LastStanding
from game.systems.script import triggers
from game.terms import board_events
from game.terms.asks import TurnAsk
from game.terms.readings import read_readings

BOOK = Book(
    level_rules=LEVEL_RULES,
    readings=read_readings(Path(__file__).with_name("readings.toml")),
    renew=records.renew,
    parts=(
        *(records.PART, views.PART),
        board_events.PART,
        *(items.PART, traps.PART, loot.PART, movement_dice.PART, breaking_away.PART),
        *(damage.PART, movement.PART, rounds.PART),
        *(turn_upkeep.PART, deployment.PART, triggers.PART),
    ),
    setup=setup,
    # Systems that share an item process it in this order.
    systems=(
        # start of a turn (ALL-03, CON-18)
        deployment.Deployment(),
        triggers.RoundsEnding(),
        rounds.TurnOrder("CON-18"),
        rounds.Joining(),
        turn_upkeep.Expiry(),
        turn_upkeep.LastingDamage(),
        traps.Wariness(),
        traps.Springing("CON-09"),
        turn_upkeep.Hazards(),
        breaking_away.Breath(),
        movement_dice.Allowances("CON-18"),
        # the turn and its end
        traps.Haunting(),
        rounds.TakingTurns(TurnAsk),
        movement_dice.SuddenDeath("CON-19", Settings),
        rounds.TurnEnding("CON-18"),
        # movement; on entering a tile: its trap, its hazard, its loot, then other units
        movement.Walking(),
        movement.Stepping(step_rule),
        # items
        items.ItemHarm(),
        items.ItemHealing(),
        items.ItemMovement(),
        items.ItemHalt(),
        items.ItemConditions(),
        items.ItemTheft(),
        # life and death; a dead unit drops its hand, and leaves the fight and then the board
        damage.TellingDeaths("CON-16"),
        damage.Suffering(),
        damage.Harm(),
        damage.Healing(),
        loot.DroppingHands("CON-16"),
        LeavingFights(),
        damage.Burial(),
        loot.TakingLoot("CON-16"),
        LastStanding(),
        # encounters, fights, flights, chases
        triggers.WatchingEntrances(SCRIPT_RULES),
        StoppingAtFigures(),
        FightEncounters(),
        Fighting(),
        BreakingFromFight(),
        breaking_away.Fleers(lambda world, unit: bool(ways_on(world, unit)), end_flight, waits),
        Chases(),
        Conceding(),
        # the level's script, after everything else
        triggers.Using(),
        triggers.RecordingDeeds(),
        triggers.WatchingTriggers(SCRIPT_RULES),
    ),
    asks=ASKS,
    hide=board_views.hide,
    in_hand=board_views.IN_HAND,
    queue=views.queue,
    card=views.card,
    present=board_views.level_keys,
    facts=FACTS,
    relations=RELATIONS,
    hints=HINTS,
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
    blank=Path(__file__).parent / "empty-level.toml",
)
