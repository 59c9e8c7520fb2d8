"""Contest: a board-game duel for two to six figures, everyone against everyone."""

from pathlib import Path

from game.components.motion import Stride
from game.engine.book import API, Book
from game.rules.contest import records, views
from game.rules.contest.asks import ASKS
from game.rules.contest.encounters import Encounters, Meeting, ways_on
from game.rules.contest.fights import Fighting, LeavingFights
from game.rules.contest.flights import BreakingAway, Chases, end_flight, step_rule, waits
from game.rules.contest.hints import HINTS
from game.rules.contest.lints import LINTS
from game.rules.contest.schema import SCHEMA, sudden_death
from game.rules.contest.setup import setup
from game.systems import (
    allowances,
    deployment,
    flights,
    harm,
    items,
    loot,
    movement,
    rounds,
    script,
    traps,
    upkeep,
)
from game.systems.endings import Conceding, LastStanding
from game.terms.board_events import BOARD
from game.terms.readings import read_readings
from game.terms.script_events import SCRIPT

BOOK = Book(
    id="contest",
    api=API,
    readings=read_readings(Path(__file__).with_name("readings.toml")),
    renew=records.renew,
    title="Contest",
    schema=SCHEMA,
    records=(
        *records.RECORDS,
        *(
            *items.RECORDS,
            *traps.RECORDS,
            *loot.RECORDS,
            *allowances.RECORDS,
            *flights.RECORDS,
            *harm.RECORDS,
            *movement.RECORDS,
            *rounds.RECORDS,
            *upkeep.RECORDS,
            *deployment.RECORDS,
            *script.RECORDS,
        ),
    ),
    setup=setup,
    # Systems that share an item act on it in the order in which they stand here.
    systems=(
        # the start of a turn (ALL-03, CON-18)
        deployment.Deployment(),
        script.RoundsEnding(),
        rounds.TurnOrder("CON-18"),
        rounds.Joining(),
        upkeep.Expiry(),
        upkeep.LastingDamage(),
        traps.Wariness(),
        traps.Springing("CON-09"),
        upkeep.Hazards(),
        flights.Breath(),
        allowances.Allowances("CON-18"),
        # the turn and its end
        traps.Haunting(),
        rounds.TakingTurns(records.TurnAsk),
        allowances.SuddenDeath("CON-19", sudden_death),
        rounds.TurnEnding("CON-18"),
        # walking; on entering a tile: its trap, its hazard, its loot, then who stands there
        movement.Walking(),
        movement.Stepping(step_rule),
        # items
        items.ItemHarm(),
        items.ItemHealing(),
        items.ItemMovement(),
        items.ItemHalt(),
        items.ItemConditions(),
        items.ItemTheft(),
        # life and death; whoever falls drops the hand, leaves the fight and then the board
        harm.Dying("CON-16"),
        harm.Suffering(),
        harm.Harm(),
        harm.Healing(),
        loot.DroppingHands("CON-16"),
        LeavingFights(),
        harm.Burial(),
        loot.TakingLoot("CON-16"),
        LastStanding(),
        # encounters, fights, flights, chases
        script.WatchingEntrances(),
        Meeting(),
        Encounters(),
        Fighting(),
        BreakingAway(),
        flights.Fleers(lambda world, unit: bool(ways_on(world, unit)), end_flight, waits),
        Chases(),
        Conceding(),
        # what the level makes happen by itself, after all else
        script.Using(),
        script.Watching(),
    ),
    asks=ASKS,
    events=(*BOARD, *SCRIPT),
    hide=views.hide,
    queue=views.queue,
    card=views.card,
    present=views.present,
    describe={records.Pursued: views.describe_pursuit},
    restated={flights.Fleeing: Stride},
    hints=HINTS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
)
