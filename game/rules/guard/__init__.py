"""Guard: a party in two ranks against groups of monsters."""

from pathlib import Path

from game.components.goods import Hand
from game.components.turns import Rounds
from game.components.unit import Down
from game.engine.book import API, Book
from game.rules.guard import lapses, monsters, order, records, views
from game.rules.guard.asks import ASKS
from game.rules.guard.attacks import Landing, Routing
from game.rules.guard.deeds import Affecting
from game.rules.guard.events import EVENTS
from game.rules.guard.hints import HINTS
from game.rules.guard.lints import LINTS
from game.rules.guard.meeting import Meeting
from game.rules.guard.schema import SCHEMA
from game.rules.guard.setup import setup
from game.systems import deployment, harm, items, movement, rounds, script, upkeep
from game.systems.endings import Conceding, LastStanding
from game.systems.parties import is_player, only_party
from game.terms.readings import read_readings
from game.terms.script_events import SCRIPT

BOOK = Book(
    id="guard",
    api=API,
    readings=read_readings(Path(__file__).with_name("readings.toml")),
    title="Guard",
    schema=SCHEMA,
    records=(
        *records.RECORDS,
        *(
            *harm.RECORDS,
            *rounds.RECORDS,
            *upkeep.RECORDS,
            *deployment.RECORDS,
            *script.RECORDS,
        ),
        *(Hand, items.Consumed, movement.Enter),
    ),
    setup=setup,
    # Systems that share an item act on it in the order in which they stand here.
    systems=(
        deployment.Deployment(),
        Meeting(),
        # the end of a round, and the order of the next
        script.RoundsEnding(),
        lapses.Lapsing(),
        order.Ordering(),
        rounds.TurnOrder("GUA-04", records.PickAsk),
        order.Mustering(),
        # a turn: the one thing a character does, or a group's attacks
        monsters.Attacking(),
        rounds.TakingTurns(records.TurnAsk, is_player),
        rounds.TurnEnding("GUA-04"),
        # attacks, and what else is done
        Landing(),
        monsters.Warding(),
        Affecting(),
        # life and death
        harm.Dying("GUA-20"),
        harm.Suffering(),
        harm.Harm(),
        Routing(),
        harm.Healing(),
        harm.Burial(),
        LastStanding(),
        Conceding(),
        # what the level makes happen by itself, and only then the stances of the new round
        script.WatchingEntrances(),
        script.Using(),
        script.Watching(),
        order.TakingStances(),
        # of all that has happened, whose place in the rear it gave or took
        order.Exposing(),
    ),
    asks=ASKS,
    asked=only_party,
    events=(*SCRIPT, *EVENTS),
    hide=views.hide,
    queue=order.queue,
    card=views.card,
    present=views.present,
    numbers=views.numbers,
    describe={
        Down: views.describe_down,
        Rounds: views.describe_order,
        records.Exposed: views.describe_exposed,
        records.Stance: views.describe_stance,
        records.Focus: views.describe_focus,
        records.Uses: views.describe_uses,
    },
    hints=HINTS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
)
