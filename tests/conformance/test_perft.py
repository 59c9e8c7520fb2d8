"""The number of continuations of each position is unchanged, and for some counted by hand."""

from typing import Any

import pytest

from game.engine.battle import Battle
from game.rules.action import BOOK as ACTION
from tests.conformance.books import Case, cases
from tests.conformance.perft import begun, perft, small_cases, split, stored, tally
from tests.rules.action import scene

STORED = stored()
CASES = small_cases()

CORRIDOR = next(case for case in cases(["contest"]) if case.name == "corridor")


def differences(case: Case, depth: int, found: dict[str, int], wanted: dict[str, int]) -> str:
    """Return the split by first step, if it differs from the stored one."""
    lines = [
        f"  {step}: {found.get(step, 'gone')}, and was {wanted.get(step, 'not there')}"
        for step in dict.fromkeys((*wanted, *found))
        if found.get(step) != wanted.get(step)
    ]
    return "\n".join([f"{case} to depth {depth} by first step:", *lines])


def check_deepest(case: Case) -> None:
    entry = STORED[str(case)]
    depth = len(entry["counts"])
    parts = split(begun(case), depth)
    assert sum(entry["split"].values()) == entry["counts"][-1]
    assert parts == entry["split"], differences(case, depth, parts, entry["split"])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_counts_are_unchanged(case: Case) -> None:
    """Check all depths but the last, which takes most of the time.

    If they differ, that tells more.
    """
    assert str(case) in STORED, "count it with `python -m tests.conformance.perft --write`"
    counts = STORED[str(case)]["counts"]
    found = tally(begun(case), len(counts) - 1)
    if found != counts[:-1]:
        check_deepest(case)
    assert found == counts[:-1]


def last(case: Case) -> int:
    """Return the highest count of a position."""
    return max(STORED[str(case)]["counts"]) if str(case) in STORED else 0


def deepest() -> list[Any]:
    """Return every position; all but the fastest of each book are for the long suite."""
    books = {case.book for case in CASES}
    soonest = [min((c for c in CASES if c.book == book), key=last) for book in books]
    return [
        pytest.param(case, marks=() if case in soonest else pytest.mark.long, id=str(case))
        for case in CASES
    ]


@pytest.mark.parametrize("case", deepest())
def test_deepest_counts_are_unchanged(case: Case) -> None:
    check_deepest(case)


def test_every_count_belongs_to_a_position() -> None:
    assert set(STORED) == {str(case) for case in CASES}


# By hand: three tiles in a row. Red's A stands on (0, 0), blue's B on (2, 0). A moves 2 a turn and
# B 1, both are plain numbers, so no roll is due before a turn. Neither has items. Both have swords
# (1d6). A is first. A walk stops on a tile with a unit on it. A figure that shares no tile may
# walk or end its turn.

# Depth 1: A walks one tile, or two onto B's, or ends its turn.
HAND_1 = {"move red.a 1,0": 1, "move red.a 1,0 2,0": 1, "end red.a": 1}

# Depth 2, by the first choice:
#   move 1,0       A has 1 left: back to (0, 0), on to B, or end                          3
#   move 1,0 2,0   an encounter; A is asked first: engage or decline                       2
#   end            B's turn: move 1,0 or end                                               2
HAND_2 = {"move red.a 1,0": 3, "move red.a 1,0 2,0": 2, "end red.a": 2}

# Depth 3:
#   move 1,0       move 0,0: nothing left, only end                                        1
#                  move 2,0: an encounter: engage, decline                                 2
#                  end: B's turn, A on (1, 0): move 1,0 or end                             2
#   move 1,0 2,0   engage: A's turn in the fight: attack, disengage                        2
#                  decline: B is asked: engage, decline                                    2
#   end            B moves 1,0: nothing left, only end                                     1
#                  B ends: the second round, A as at first                                 3
HAND_3 = {"move red.a 1,0": 5, "move red.a 1,0 2,0": 4, "end red.a": 4}

# Depth 4:
#   move 1,0       move 0,0, end: B's turn: move 1,0 or end                                2
#                  move 2,0, engage: A's turn in the fight: attack, disengage              2
#                            decline: B is asked: engage, decline                          2
#                  end, B moves 1,0: an encounter, B is asked first: engage, decline       2
#                       B ends: the second round, A on (1, 0): 0,0 or 2,0 or end           3
#   move 1,0 2,0   engage, attack: 1d6 for damage                                          6
#                          disengage: A's 1d6                                              6
#                  decline, B engages: B's turn in the fight: attack, disengage            2
#                           B declines: A has nothing left to pass with, so they fight,
#                                       A first: attack, disengage                        2
#   end            B moves 1,0, ends: the second round; A may walk to 1,0, where B stands,
#                                     or end                                               2
#                  B ends, then A: as depth 2 from the start                               7
HAND_4 = {"move red.a 1,0": 11, "move red.a 1,0 2,0": 16, "end red.a": 9}


@pytest.mark.parametrize(
    ("depth", "count", "parts"),
    [(1, 3, HAND_1), (2, 7, HAND_2), (3, 13, HAND_3), (4, 36, HAND_4)],
)
def test_counts_of_contest_equal_those_by_hand(
    depth: int, count: int, parts: dict[str, int]
) -> None:
    assert split(CORRIDOR.start(), depth) == parts
    assert perft(CORRIDOR.start(), depth) == count


# By hand, Action: two walled off from each other. Checks are 1, which isn't a roll; red's A is the
# more agile and comes first. Nobody can walk, attack or help.


def cells() -> Battle:
    plain = {"check": "1", "advantage": "1", "disadvantage": "1"}
    return Battle.start(ACTION, scene.level("a#p", plain, a={"agility": 1}))


ACTIONS = ("dash", "disengage", "defend", "rally")

# Depth 1: A drops, does one of six actions (the four, ready, hide), or ends its turn.
CELLS_1 = {
    **{"drop red.a": 1, "ready red.a blade": 1, "hide red.a": 1, "end red.a": 1},
    **{f"{action} red.a": 1 for action in ACTIONS},
}

# Depth 2, by the first choice:
#   drop      A stands up, does one of the six, or ends                                    8
#   an action A drops or ends                                                              2
#   end       P's turn, as A's at first                                                    8
CELLS_2 = {
    **{"drop red.a": 8, "ready red.a blade": 2, "hide red.a": 2, "end red.a": 8},
    **{f"{action} red.a": 2 for action in ACTIONS},
}

# Depth 3:
#   drop      stand: 15 ft are left: drop again, one of the six, end                       8
#             one of the six: stand or end                                            6 x 2
#             end: P's turn                                                                8
#   an action drop: stand or end                                                           2
#             end: P's turn                                                                8
#             end after hide: P may search besides                                         9
#   end       as depth 2 from the start, with P                                           28
CELLS_3 = {
    **{"drop red.a": 28, "ready red.a blade": 10, "hide red.a": 11, "end red.a": 28},
    **{f"{action} red.a": 10 for action in ACTIONS},
}


@pytest.mark.parametrize(
    ("depth", "count", "parts"), [(1, 8, CELLS_1), (2, 28, CELLS_2), (3, 117, CELLS_3)]
)
def test_counts_of_action_equal_those_by_hand(
    depth: int, count: int, parts: dict[str, int]
) -> None:
    assert split(cells(), depth) == parts
    assert perft(cells(), depth) == count


# By hand, Etiquette: two tiles, red's A on the left, blue's B on the right, each moves 1 a turn.
# Nobody may promise anything in this position. Whoever comes upon the other has nothing left, so
# that they fight even if neither wants to.

# Depth 1: A walks onto B's tile, or ends its turn.
THRESHOLD_1 = {"move red.a 1,0": 1, "end red.a": 1}

# Depth 2: A engages or declines; B walks or ends.
THRESHOLD_2 = {"move red.a 1,0": 2, "end red.a": 2}

# Depth 3, by the first choice:
#   move      whatever A has declared, B always declares too: engage, decline          2 + 2
#   end       B walks: B engages or declines; B ends: the second round, as depth 1     2 + 2
THRESHOLD_3 = {"move red.a 1,0": 4, "end red.a": 4}

# Depth 4:
#   move      all four pairs of declarations lead to a fight, in which somebody has
#             the attacking role: attack, disengage                                4 times 2
#   end       B walks: A declares whatever B has declared                              2 + 2
#             B ends: as depth 2 from the start                                            4
THRESHOLD_4 = {"move red.a 1,0": 8, "end red.a": 8}

# Depth 5:
#   move      attack: the other meets it with one die or two; disengage: 1d6   4 times 2 + 6
#   end       B walks: four fights, as above                                       4 times 2
#             B ends: as depth 3 from the start                                            8
THRESHOLD_5 = {"move red.a 1,0": 32, "end red.a": 16}


@pytest.mark.parametrize(
    ("depth", "parts"),
    list(enumerate((THRESHOLD_1, THRESHOLD_2, THRESHOLD_3, THRESHOLD_4, THRESHOLD_5), start=1)),
)
def test_counts_of_etiquette_equal_those_by_hand(depth: int, parts: dict[str, int]) -> None:
    case = next(case for case in CASES if str(case) == "etiquette-threshold")
    assert split(case.start(), depth) == parts
    assert perft(case.start(), depth) == sum(parts.values())
