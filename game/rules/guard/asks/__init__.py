"""Guard's asks, and the answers to each: contexts, proposals, checks and effects."""

from game.rules.guard.asks.meeting import HESITATION, MEETING
from game.rules.guard.asks.rounds import PICK, STANCE
from game.rules.guard.asks.turn import TURN

ASKS = (MEETING, HESITATION, STANCE, PICK, TURN)
