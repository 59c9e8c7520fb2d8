"""Verdigris: dice pools, zones, melees, mounts and grapples; sides take turns in alternation."""

from pathlib import Path

from game.components.goods import Armed, Loot
from game.components.motion import Stride
from game.components.turns import Acting, Offers, Rounds
from game.components.unit import Down
from game.engine.book import API, Book
from game.rules.verdigris import (
    closing,
    driving,
    figures,
    grapples,
    mounts,
    order,
    records,
    remedies,
    striking,
    turns,
    views,
    walking,
    wounds,
)
from game.rules.verdigris.asks import ASKS
from game.rules.verdigris.events import EVENTS
from game.rules.verdigris.hints import HINTS
from game.rules.verdigris.lints import LINTS
from game.rules.verdigris.schema import SCHEMA
from game.rules.verdigris.setup import setup
from game.systems import deployment, footing, harm, movement, rounds, script, shoving, upkeep
from game.systems.endings import Conceding, LastStanding
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
        *remedies.RECORDS,
        *(
            *deployment.RECORDS,
            *footing.RECORDS,
            *harm.RECORDS,
            *movement.RECORDS,
            *script.RECORDS,
            *shoving.RECORDS,
            *upkeep.RECORDS,
        ),
        *(rounds.NextTurn, rounds.NextRound, rounds.BeginTurn, rounds.TakeTurn, rounds.EndTurn),
        *(rounds.Join, Rounds, Acting, Offers),
    ),
    setup=setup,
    # Systems that share an item act on it in the order in which they stand here.
    systems=(
        # before the first turn, and the order of turns
        deployment.Deployment(),
        script.RoundsEnding(),
        order.Mustering(),
        order.Alternating(),
        rounds.Joining(),
        # the start of a turn (ALL-03)
        upkeep.Expiry(),
        upkeep.LastingDamage(),
        upkeep.Hazards(),
        turns.Fresh(),
        wounds.Holding(),
        mounts.Flinching(),
        # the turn and its end
        rounds.TakingTurns(records.TurnAsk, figures.is_able),
        turns.Ending(),
        mounts.Straying(),
        rounds.TurnEnding("VER-01"),
        # walking: leaving a melee, a step and what entering sets off, who strikes at who passes
        walking.Leaving(),
        movement.Walking(walking.gait),
        movement.Stepping("VER-06", gait=walking.gait),
        footing.Treading(),
        grapples.Parting(),
        script.WatchingEntrances(),
        walking.Watching(),
        walking.Offering(),
        footing.Settling(),
        walking.Returning(),
        # attacks and other tests
        striking.Landing(),
        striking.Impairing(),
        grapples.Struggling(),
        driving.Driving(),
        shoving.Shoving(driving.RULE),
        mounts.Trample(),
        mounts.Unseating(),
        turns.Helping(),
        remedies.Remedying(),
        # life and death
        wounds.Straining(),
        harm.Suffering(),
        harm.Harm(wounds.goes_down),
        wounds.Wounding(),
        wounds.Injuring(),
        harm.Healing(),
        harm.Dying("VER-30"),
        grapples.LettingGo(),
        remedies.Dropping(),
        harm.Burial(),
        LastStanding(wounds.has_lost),
        Conceding(),
        closing.Closing(),
        # what the level makes happen by itself, after all else
        script.Handling(),
        script.Using(),
        script.Watching(),
    ),
    asks=ASKS,
    events=(*SCRIPT, *EVENTS),
    hide=views.hide,
    queue=order.queue,
    card=views.card,
    present=views.present,
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
