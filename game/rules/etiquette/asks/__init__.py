"""Etiquette's asks, and the answers to each: contexts, proposals, checks and effects."""

from game.rules.etiquette.asks.combat import COMBAT, DEFEND
from game.rules.etiquette.asks.encounter import ENGAGE, GIVE, TALK
from game.rules.etiquette.asks.flight import FLEE
from game.rules.etiquette.asks.turn import ONWARD, SEND, TURN

ASKS = (TURN, SEND, TALK, ENGAGE, GIVE, ONWARD, COMBAT, DEFEND, FLEE)
