"""A sketch of Action: a second book for the tests, with sides, reactions and hiding."""

from pathlib import Path

from game.components.goods import Armed
from game.components.hiding import Hidden
from game.engine.book import API, Book
from game.systems import footing, harm, movement, rounds, unseen, upkeep
from game.systems.endings import Conceding, LastStanding
from game.terms.field_events import FIELD
from tests.books.sketch import records, views
from tests.books.sketch.asks import ASKS
from tests.books.sketch.attacks import Landing, Shoving
from tests.books.sketch.events import EVENTS
from tests.books.sketch.reactions import Interrupting, Offering, Reactions
from tests.books.sketch.schema import SCHEMA
from tests.books.sketch.setup import setup
from tests.books.sketch.turns import Fresh, Lapsing

BOOK = Book(
    id="sketch",
    api=API,
    title="Sketch of Action",
    schema=SCHEMA,
    records=(
        *records.RECORDS,
        *footing.RECORDS,
        *harm.RECORDS,
        *movement.RECORDS,
        *rounds.RECORDS,
        *unseen.RECORDS,
        *upkeep.RECORDS,
        Armed,
    ),
    setup=setup,
    systems=(
        # turns
        rounds.TurnOrder("ACT-05"),
        upkeep.Expiry(),
        upkeep.LastingDamage(),
        # a step: who is in the way unseen, who is left, the step and what entering sets off, who
        # waits for it
        movement.Walking(),
        unseen.Stumbling(),
        Reactions("leaves"),
        Interrupting(),
        movement.Stepping("ACT-06", unseen.witnesses),
        footing.Treading(),
        upkeep.Hazards(),
        Reactions("enters"),
        Interrupting(),
        footing.Settling(unseen.witnesses),
        Offering(),
        # turns again: after damage at their start
        Fresh(),
        rounds.TakingTurns(records.TurnAsk),
        Lapsing(),
        rounds.TurnEnding("ACT-06"),
        # attacks: the damage, then the shove
        Landing(),
        Shoving(),
        # life and death
        harm.Suffering(),
        harm.Harm(),
        harm.Healing(),
        harm.Dying("ACT-35"),
        harm.Burial(),
        LastStanding(),
        Conceding(),
    ),
    asks=ASKS,
    events=(*FIELD, *EVENTS),
    hide=views.hide,
    card=views.card,
    queue=rounds.turn_slots,
    describe={
        Hidden: views.describe_flag("hidden"),
        records.Disengaged: views.describe_flag("disengaged"),
        records.Readied: views.describe_flag("readied"),
        records.Spent: views.describe_spent,
    },
    texts=(Path(__file__).parent / "texts.toml",),
)
