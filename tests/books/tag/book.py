"""How Tag is played: its systems in order, its asks, and what else battles need."""

from game.engine.book import Book
from game.systems import damage, movement, rounds
from game.systems.endings import Conceding, LastStanding
from tests.books.tag import LEVEL_RULES, events, records, views
from tests.books.tag.asks import ASKS
from tests.books.tag.facts import FACTS
from tests.books.tag.setup import setup
from tests.books.tag.systems import Catching, Fresh, Standing

BOOK = Book(
    level_rules=LEVEL_RULES,
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
)
