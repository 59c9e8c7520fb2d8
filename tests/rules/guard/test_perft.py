"""A position of Guard, counted by hand."""

from tests.conformance.books import cases
from tests.conformance.perft import children, perft, split

DOORWAY = next(case for case in cases(["guard"]) if case.name == "doorway")

# Counted by hand: A is alone in front, with 2 life, a d4 for everything and a stick that adds
# nothing. P is two monsters of defence 2 and attack value 2, damage 1. A can't talk to them or
# sneak past. One character in front makes no place in the rear, so A can't change rank.

# Depth 1: attack the monsters.
# Depth 2: three stances.
# Depth 3: for each, attack or wait.
HAND = [1, 3, 6]

# Depth 4: the four values of the die to hit, or of the defence die against the first monster:
#   3 stances x (4 + 4)                                                                    24

# Depth 5, after an attack: the total must exceed 2, and hits once for each 2 in it:
#   aggressive  1 -> 2 misses, 2 -> 3 kills one; then a defence die, 4 values each         8
#               3 -> 4 and 4 -> 5 kill both, and the battle is over                        0
#   neutral     1, 2 miss, 3 kills one: 4 each                                            12
#               4 kills both                                                               0
#   defensive   1, 2, 3 miss, 4 -> 3 kills one: 4 each                                    16
# After waiting: A survives the first monster's attack and rolls against the second's:
#   3 stances x 4 x 4                                                                     48
HAND += [24, 8 + 12 + 16 + 48]


def test_counts_equal_those_by_hand() -> None:
    battle = DOORWAY.start()
    assert [perft(battle, depth) for depth in range(1, 6)] == HAND


def test_split_equals_that_by_hand() -> None:
    fight = children(DOORWAY.start())["fight red.a"]
    assert split(fight, 4) == {
        "stand red.a aggressive": 8 + 16,
        "stand red.a neutral": 12 + 16,
        "stand red.a defensive": 16 + 16,
    }
