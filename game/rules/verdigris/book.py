"""How Verdigris is played: its systems in order, its asks, and what else battles need."""

from pathlib import Path

from game.engine.book import Book
from game.rules.verdigris import (
    LEVEL_RULES,
    attacks,
    battle_end,
    belt_and_pack,
    dice_pools,
    driving_blows,
    events,
    figures,
    grapples,
    mounts,
    moves,
    records,
    turn_order,
    turns,
    views,
    wounds,
)
from game.rules.verdigris.asks import ASKS
from game.rules.verdigris.facts import FACTS
from game.rules.verdigris.hints import HINTS
from game.rules.verdigris.relations import RELATIONS
from game.rules.verdigris.setup import setup
from game.systems import damage, deployment, forced_stops, movement, rounds, shoving, turn_upkeep
from game.systems.endings import Conceding, LastStanding
from game.systems.script import triggers
from game.terms.asks import TurnAsk
from game.terms.readings import read_readings

BOOK = Book(
    level_rules=LEVEL_RULES,
    readings=read_readings(Path(__file__).with_name("readings.toml")),
    parts=(
        *(records.PART, events.PART, views.PART, dice_pools.PART, belt_and_pack.PART),
        *(damage.PART, movement.PART, forced_stops.PART, shoving.PART),
        *(turn_upkeep.PART, deployment.PART, triggers.PART),
        rounds.TURNS,
    ),
    setup=setup,
    # Systems that share an item process it in this order.
    systems=(
        # before the first turn, and the order of turns
        deployment.Deployment(),
        triggers.RoundsEnding(),
        turn_order.Mustering(),
        turn_order.Alternating(),
        rounds.Joining(),
        # start of a turn (ALL-03)
        turn_upkeep.Expiry(),
        turn_upkeep.LastingDamage(),
        turn_upkeep.Hazards(),
        turns.Fresh(),
        wounds.Holding(),
        mounts.Flinching(),
        # the turn and its end
        rounds.TakingTurns(TurnAsk, figures.is_able),
        turns.Ending(),
        mounts.Straying(),
        rounds.TurnEnding("VER-01"),
        # movement: leaving a melee, a step and the effects of a tile, free attacks on the mover
        moves.LeavingMelee(),
        movement.Walking(moves.gait),
        movement.Stepping("VER-06", gait=moves.gait),
        forced_stops.Treading(),
        grapples.PartingGrapples(),
        triggers.WatchingEntrances(),
        moves.WatchingSteps(),
        moves.OfferingFreeAttacks(),
        forced_stops.Settling(),
        moves.Returning(),
        # attacks and other tests
        attacks.Landing(),
        attacks.Impairing(),
        grapples.Struggling(),
        driving_blows.Driving(),
        shoving.Shoving(driving_blows.RULE),
        mounts.MountAttacking(),
        mounts.Unseating(),
        turns.Reviving(),
        belt_and_pack.Remedying(),
        # life and death
        wounds.Straining(),
        damage.Suffering(),
        damage.Harm(wounds.goes_down),
        wounds.Wounding(),
        wounds.Injuring(),
        damage.Healing(),
        damage.TellingDeaths("VER-30"),
        grapples.LettingGo(),
        belt_and_pack.Dropping(),
        damage.Burial(),
        LastStanding(wounds.has_lost),
        Conceding(),
        battle_end.Closing(),
        # the level's script, after everything else
        triggers.Handling(),
        triggers.Using(),
        triggers.RecordingDeeds(),
        triggers.WatchingTriggers(),
    ),
    asks=ASKS,
    hide=views.hide,
    in_hand=views.IN_HAND,
    queue=turn_order.queue,
    card=views.card,
    present=views.level_keys,
    stats_now=views.stats_now,
    carrier=views.carrier,
    readied=views.readied,
    watched=views.watched,
    cover=views.cover,
    answer_facts=views.answer_facts,
    hints=HINTS,
    facts=FACTS,
    relations=RELATIONS,
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
    blank=Path(__file__).parent / "empty-level.toml",
)
