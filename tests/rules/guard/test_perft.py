"""One position of Guard counted by hand."""

from tests.conformance.books import cases
from tests.conformance.perft import children, perft, split

DOORWAY = next(case for case in cases(["guard"]) if case.name == "doorway")

# By hand: A stands in front, alone, with 2 life, a d4 for everything and a stick that adds nothing.
# P is two monsters of defence 2 and attack value 2, damage 1. There is no talking to them and no
# way around, and as one in front makes no place in the rear, A cannot change rank.

# Depth 1: attack them.
# Depth 2: three stances.
# Depth 3: for each, strike or wait.
HAND = [1, 3, 6]

# Depth 4: the four values of the die to hit, or of the die against the first monster:
#   3 stances x (4 + 4)                                                                    24

# Depth 5, after a blow; the total must exceed 2, and hits once for each 2 in it:
#   aggressive  1 -> 2 misses, 2 -> 3 kills one: then a die against an attack, 4 each     8
#               3 -> 4 and 4 -> 5 kill both, and the battle is over                        0
#   neutral     1, 2 miss, 3 kills one: 4 each                                            12
#               4 kills both                                                               0
#   defensive   1, 2, 3 miss, 4 -> 3 kills one: 4 each                                    16
# and after waiting: whatever A rolled against the first, it lives, and rolls against the second:
#   3 stances x 4 x 4                                                                     48
HAND += [24, 8 + 12 + 16 + 48]


def test_the_counts_are_those_counted_by_hand() -> None:
    battle = DOORWAY.start()
    assert [perft(battle, depth) for depth in range(1, 6)] == HAND


def test_the_split_is_that_counted_by_hand() -> None:
    fight = children(DOORWAY.start())["fight red.a"]
    assert split(fight, 4) == {
        "stand red.a aggressive": 8 + 16,
        "stand red.a neutral": 12 + 16,
        "stand red.a defensive": 16 + 16,
    }
