"""How Etiquette is played: its systems in order, its asks, and what else battles need."""

from pathlib import Path

from game.engine.book import Book
from game.rules.etiquette import LEVEL_RULES, events, records, views
from game.rules.etiquette.asks import ASKS
from game.rules.etiquette.duels import Duelling, Fencing, LeavingDuels, Playing
from game.rules.etiquette.encounters import DuelEncounters, Partings, StoppingAtOthers
from game.rules.etiquette.facts import FACTS
from game.rules.etiquette.fleeing import BreakingFromDuel, is_over
from game.rules.etiquette.hints import HINTS
from game.rules.etiquette.minions import JoiningRetinues, Retinue, is_figure, owner_of, trains
from game.rules.etiquette.promises import Faith
from game.rules.etiquette.relations import RELATIONS
from game.rules.etiquette.schema import Settings
from game.rules.etiquette.setup import setup
from game.rules.etiquette.walks import SCRIPT_RULES, can_go_on, step_rule
from game.systems import (
    board_views,
    breaking_away,
    damage,
    deployment,
    forced_stops,
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
    parts=(
        *(records.PART, events.PART, views.PART),
        board_events.PART,
        *(items.PART, traps.PART, loot.PART, movement_dice.PART, breaking_away.PART),
        *(damage.PART, movement.PART, forced_stops.PART, rounds.PART),
        *(turn_upkeep.PART, deployment.PART, triggers.PART),
    ),
    setup=setup,
    # Systems that share an item process it in this order.
    systems=(
        # start of a turn (ALL-03, ETI-17)
        deployment.Deployment(),
        triggers.RoundsEnding(),
        rounds.TurnOrder("ETI-17", records.SendAsk, trains=trains),
        JoiningRetinues(),
        turn_upkeep.Expiry(),
        turn_upkeep.LastingDamage(),
        traps.Wariness(),
        traps.Springing("ETI-11"),
        turn_upkeep.Hazards(),
        breaking_away.Breath(),
        movement_dice.Allowances("ETI-17"),
        # the turn and its end
        traps.Haunting(is_figure),
        rounds.TakingTurns(TurnAsk),
        movement_dice.SuddenDeath("ETI-17", Settings, is_figure),
        rounds.TurnEnding("ETI-17"),
        Faith(),
        # movement; on entering a tile: its trap, its hazard, its loot, then other units
        movement.Walking(),
        movement.Stepping(step_rule),
        forced_stops.Treading(),
        forced_stops.Settling(),
        # items
        items.ItemHarm(),
        items.ItemHealing(),
        items.ItemMovement(),
        items.ItemHalt(),
        items.ItemConditions(),
        items.ItemTheft(owner_of),
        # life and death; a dead unit drops its hand, and leaves the fight and then the board
        damage.TellingDeaths("ETI-16"),
        Retinue(),
        damage.Suffering(),
        damage.Harm(),
        damage.Healing(),
        loot.DroppingHands("ETI-16"),
        LeavingDuels(),
        damage.Burial(),
        loot.TakingLoot("ETI-16", is_figure),
        LastStanding(),
        # encounters, fights, flights
        triggers.WatchingEntrances(SCRIPT_RULES),
        StoppingAtOthers(),
        DuelEncounters(),
        Partings(),
        Duelling(),
        Playing(),
        Fencing(),
        BreakingFromDuel(),
        breaking_away.Fleers(can_go_on, is_over),
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
