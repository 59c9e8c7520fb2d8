"""The number of continuations of each position is unchanged; some were counted by hand."""

from typing import Any

import pytest

from game.engine.battle import Battle
from game.rules.action.book import BOOK as ACTION
from tests.conformance.books import Case, cases
from tests.conformance.perft import begun, perft, small_cases, split, stored, tally
from tests.rules.action import scene

STORED = stored()
CASES = small_cases()

CORRIDOR = next(case for case in cases(["contest"]) if case.name == "corridor")


def differences(case: Case, depth: int, found: dict[str, int], wanted: dict[str, int]) -> str:
    """Return the parts of the split by first step that differ from the stored split."""
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

    If they differ, check the last too, because its split says where.
    """
    assert str(case) in STORED, "count it by `python -m tests.conformance.perft --write`"
    counts = STORED[str(case)]["counts"]
    found = tally(begun(case), len(counts) - 1)
    if found != counts[:-1]:
        check_deepest(case)
    assert found == counts[:-1]


def last(case: Case) -> int:
    """Return the highest count of a position."""
    return max(STORED[str(case)]["counts"]) if str(case) in STORED else 0


def deepest() -> list[Any]:
    """Return every position.

    All but the fastest position of each rulebook are in the long suite.
    """
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


# Counted by hand, Contest: three tiles in a row. Red's A is on (0, 0), blue's B on (2, 0). A moves
# 2 tiles a turn and B 1. Both are plain numbers, so no roll comes before a turn. Both units have
# swords (1d6) and no items. A acts first. A move stops on an occupied tile. A unit alone on its
# tile can move or end its turn.

# Depth 1: A moves one tile, or two onto B's tile, or ends its turn.
HAND_1 = {"move red.a 1,0": 1, "move red.a 1,0 2,0": 1, "end red.a": 1}

# Depth 2, by the first choice:
#   move 1,0       A has 1 left: back to (0, 0), on to B, or end                           3
#   move 1,0 2,0   an encounter; A is asked first: engage or decline                       2
#   end            B's turn: move 1,0 or end                                               2
HAND_2 = {"move red.a 1,0": 3, "move red.a 1,0 2,0": 2, "end red.a": 2}

# Depth 3:
#   move 1,0       move 0,0: no movement left, only end                                    1
#                  move 2,0: an encounter: engage, decline                                 2
#                  end: B's turn, A on (1, 0): move 1,0 or end                             2
#   move 1,0 2,0   engage: A's turn in the fight: attack, disengage                        2
#                  decline: B is asked: engage, decline                                    2
#   end            B moves 1,0: no movement left, only end                                 1
#                  B ends: the second round, A as at the start                             3
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
#                           B declines: A has no movement left to pass, so they fight,
#                                       A first: attack, disengage                        2
#   end            B moves 1,0, ends: the second round; A moves to 1,0, where B is, or ends  2
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


# Counted by hand, Action: two units with a wall between them. Checks are 1, which isn't a roll.
# Red's A has more agility and acts first. Nobody can move, attack or help.


def cells() -> Battle:
    plain = {"check": "1", "advantage": "1", "disadvantage": "1"}
    return Battle.start(ACTION, scene.level("a#p", plain, a={"agility": 1}))


ACTIONS = ("dash", "disengage", "defend", "rally")

# Depth 1: A drops prone, takes one of six actions (these four, ready, hide), or ends its turn.
CELLS_1 = {
    **{"drop red.a": 1, "ready red.a blade": 1, "hide red.a": 1, "end red.a": 1},
    **{f"{action} red.a": 1 for action in ACTIONS},
}

# Depth 2, by the first choice:
#   drop      A stands up, takes one of the six, or ends                                   8
#   an action A drops or ends                                                              2
#   end       P's turn, as A's at the start                                                8
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
#             end after hide: P can also search                                            9
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


# Counted by hand, Etiquette: two tiles, red's A on the left, blue's B on the right. Each moves 1
# tile a turn, and nobody can promise anything in this position. The unit that enters the other's
# tile has no movement left, so they fight even if neither wants to.

# Depth 1: A moves onto B's tile, or ends its turn.
THRESHOLD_1 = {"move red.a 1,0": 1, "end red.a": 1}

# Depth 2: A engages or declines; B moves or ends.
THRESHOLD_2 = {"move red.a 1,0": 2, "end red.a": 2}

# Depth 3, by the first choice:
#   move      whatever A declares, B always declares too: engage, decline             2 + 2
#   end       B moves: B engages or declines; B ends: the second round, as depth 1    2 + 2
THRESHOLD_3 = {"move red.a 1,0": 4, "end red.a": 4}

# Depth 4:
#   move      all four pairs of declarations lead to a fight, in which one unit has
#             the attacking role: attack, disengage                                4 times 2
#   end       B moves: A declares, whatever B has declared                             2 + 2
#             B ends: as depth 2 from the start                                            4
THRESHOLD_4 = {"move red.a 1,0": 8, "end red.a": 8}

# Depth 5:
#   move      attack: the defender rolls one die or two; disengage: 1d6      4 times (2 + 6)
#   end       B moves: four fights, as above                                       4 times 2
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
