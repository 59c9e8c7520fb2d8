"""Guard: a party in two ranks against groups of monsters."""

from pathlib import Path

from game.components.belongings import Hand
from game.components.turns import Rounds
from game.components.unit import Down
from game.components.uses import Uses
from game.engine.book import API, Book
from game.rules.guard import monsters, records, round_end, round_order, views
from game.rules.guard.asks import ASKS
from game.rules.guard.attacks import LandingSwings, Routing
from game.rules.guard.events import EVENTS
from game.rules.guard.hints import HINTS
from game.rules.guard.lints import LINTS
from game.rules.guard.meeting import MeetingMonsters
from game.rules.guard.schema import SCHEMA
from game.rules.guard.setup import setup
from game.rules.guard.spells_and_items import Affecting
from game.systems import damage, deployment, items, movement, rounds, triggers, turn_upkeep
from game.systems.endings import Conceding, LastStanding
from game.systems.parties import is_player, only_party
from game.terms.asks import TurnAsk
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
            *damage.RECORDS,
            *rounds.RECORDS,
            *turn_upkeep.RECORDS,
            *deployment.RECORDS,
            *triggers.RECORDS,
        ),
        *(Hand, items.Consumed, movement.Enter),
    ),
    setup=setup,
    # Systems that share an item act on it in the order in which they stand here.
    systems=(
        deployment.Deployment(),
        MeetingMonsters(),
        # the end of a round, and the order of the next
        triggers.RoundsEnding(),
        round_end.RoundLapsing(),
        round_order.Ordering(),
        rounds.TurnOrder("GUA-04", records.PickAsk),
        round_order.JoiningGroups(),
        # a turn: the one thing a character does, or a group's attacks
        monsters.Attacking(),
        rounds.TakingTurns(TurnAsk, is_player),
        rounds.TurnEnding("GUA-04"),
        # attacks, and what else is done
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
        # what the level makes happen by itself, and only then the stances of the new round
        triggers.WatchingEntrances(),
        triggers.Using(),
        triggers.WatchingTriggers(),
        round_order.TakingStances(),
        # of all that has happened, whose place in the rear it gave or took
        round_order.Exposing(),
    ),
    asks=ASKS,
    asked=only_party,
    events=(*SCRIPT, *EVENTS),
    hide=views.hide,
    queue=round_order.queue,
    card=views.card,
    present=views.level_keys,
    numbers=views.numbers,
    describe={
        Down: views.describe_down,
        Rounds: views.describe_order,
        records.CountsAsFront: views.describe_exposed,
        records.Stance: views.describe_stance,
        records.FocusLeft: views.describe_focus,
        Uses: views.describe_uses,
    },
    hints=HINTS,
    lints=LINTS,
    texts=(Path(__file__).parent / "texts.toml",),
    codex=(Path(__file__).parent / "codex.toml",),
    template=Path(__file__).parent / "new-level.toml",
)
