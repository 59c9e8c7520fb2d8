"""The tactician: a soldier who counts on its side."""

from game.ai.side_situation import SideSituation
from game.ai.soldier import Soldier


class Tactician(Soldier):
    """A player whose units come forward together, because foes can't attack all of them."""

    situation = SideSituation
