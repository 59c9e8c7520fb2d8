"""Contest's asks, and the answers to each: contexts, proposals, checks and effects."""

from game.rules.contest.asks.combat import COMBAT
from game.rules.contest.asks.encounter import ENGAGE
from game.rules.contest.asks.flight import CHASE, FLEE
from game.rules.contest.asks.turn import ONWARD, TURN

ASKS = (TURN, ENGAGE, ONWARD, COMBAT, FLEE, CHASE)
