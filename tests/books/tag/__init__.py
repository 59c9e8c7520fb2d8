"""Tag: a very small rulebook for the tests, with moving, touching and a secret den."""

from pathlib import Path

from game.engine.book import API, Book
from game.systems import damage, movement, rounds
from game.systems.endings import Conceding, LastStanding
from tests.books.tag import events, records, views
from tests.books.tag.asks import ASKS
from tests.books.tag.facts import FACTS
from tests.books.tag.schema import SCHEMA
from tests.books.tag.setup import setup
from tests.books.tag.systems import Catching, Fresh, Standing

BOOK = Book(
    id="tag",
    api=API,
    title="Tag",
    schema=SCHEMA,
    parts=(records.PART, events.PART, views.PART, movement.PART, rounds.PART, damage.PART),
    setup=setup,
    systems=(
        rounds.TurnOrder("TAG-01"),
        rounds.Joining(),
        Fresh(),
        rounds.TakingTurns(records.TurnAsk),
        rounds.TurnEnding("TAG-01"),
        movement.Walking(),
        movement.Stepping("TAG-02"),
        Standing(),
        Catching(),
        damage.Suffering(),
        damage.Harm(),
        damage.Healing(),
        damage.TellingDeaths("TAG-05"),
        damage.Burial(),
        LastStanding(),
        Conceding(),
    ),
    asks=ASKS,
    hide=views.hide,
    card=views.card,
    facts=FACTS,
    queue=rounds.turn_slots,
    texts=(Path(__file__).parent / "texts.toml",),
)
