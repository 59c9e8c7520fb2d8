"""Verdigris: dice pools, zones, melees, mounts and grapples; sides take turns in alternation."""

from pathlib import Path

from game.components.belongings import Armed, Loot
from game.components.motion import Stride
from game.components.turns import Acting, Offers, Rounds
from game.components.unit import Down
from game.engine.book import API, Book
from game.rules.verdigris import (
    attacks,
    battle_end,
    belt_and_pack,
    driving_blows,
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
from game.rules.verdigris.events import EVENTS
from game.rules.verdigris.hints import HINTS
from game.rules.verdigris.lints import LINTS
from game.rules.verdigris.schema import SCHEMA
from game.rules.verdigris.setup import setup
from game.systems import (
    damage,
    deployment,
    forced_stops,
    movement,
    rounds,
    shoving,
    triggers,
    turn_upkeep,
)
from game.systems.endings import Conceding, LastStanding
from game.terms.asks import TurnAsk
from game.terms.readings import read_readings
from game.terms.script_events import SCRIPT

BOOK = Book(
    id="verdigris",
    api=API,
    readings=read_readings(Path(__file__).with_name("readings.toml")),
    title="Verdigris",
    schema=SCHEMA,
    records=(
        *records.RECORDS,
        *belt_and_pack.RECORDS,
        *(
            *deployment.RECORDS,
            *forced_stops.RECORDS,
            *damage.RECORDS,
            *movement.RECORDS,
            *triggers.RECORDS,
            *shoving.RECORDS,
            *turn_upkeep.RECORDS,
        ),
        *(rounds.NextTurn, rounds.NextRound, rounds.BeginTurn, rounds.TakeTurn, rounds.EndTurn),
        *(rounds.Join, Rounds, Acting, Offers),
    ),
    setup=setup,
    # Systems that share an item act on it in the order in which they stand here.
    systems=(
        # before the first turn, and the order of turns
        deployment.Deployment(),
        triggers.RoundsEnding(),
        turn_order.Mustering(),
        turn_order.Alternating(),
        rounds.Joining(),
        # the start of a turn (ALL-03)
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
        # walking: leaving a melee, a step and what entering sets off, who strikes at who passes
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
        # what the level makes happen by itself, after all else
        triggers.Handling(),
        triggers.Using(),
        triggers.WatchingTriggers(),
    ),
    asks=ASKS,
    events=(*SCRIPT, *EVENTS),
    hide=views.hide,
    queue=turn_order.queue,
    card=views.card,
    present=views.level_keys,
    carrier=views.carrier,
    readied=views.readied,
    describe={
        Stride: views.describe_stride,
        Down: views.describe_down,
        Armed: views.describe_armed,
        Loot: views.describe_unused,
        records.Wounds: views.describe_wounds,
        records.Stress: views.describe_stress,
        records.Mounted: views.describe_mounted,
        records.Grappled: views.describe_grappled,
    },
    hints=HINTS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
)
