"""The legal commands in a small position, counted by hand: the first counts of perft's `lane`."""

from typing import Any

from game.rules.verdigris.records import Stress
from tests.conformance.perft import perft
from tests.rules.verdigris.scene import scene

WEAK = {"strength": 1, "agility": 1, "mind": 1, "charisma": 1, "life": 2}


def test_lane_has_the_counts_found_by_hand() -> None:
    """Count from the position a.p over the zones n n s, with red first.

    Red, with stress, has 6 commands: move to (1, 0), guard (1, 0), drink the dram, drop the blade,
    move carefully to (1, 0), end. After these there are 42:

    - after the move 11: return by leaving the melee, carefully or not (2), attack, called shots at
      the weak spot, the hand, the legs, the coat (5), guard (0, 0), dram, drop, end;
    - after the careful move the same 11;
    - after guarding 5: move, dram, drop, careful move, end;
    - after the dram 5: move, guard, drop, careful move, end;
    - after dropping the blade 6: move, guard, dram, pick it up, careful move, end;
    - after the end blue's 4: move to (1, 0), guard it, drop, end. Its zone has no other tile.
    """
    units: dict[str, Any] = {
        "a": {**WEAK, "hero": True, "wounds": 1, "belt": ["dram"]},
        "p": {**WEAK, "weapon": "dirk"},
    }
    play = scene("a.p", settings={"zones": "nns"}, **units)
    battle = play.battle
    battle.world.put(play.unit("red.a"), Stress(1))
    assert perft(battle, 1) == 6
    assert perft(battle, 2) == 11 + 11 + 5 + 5 + 6 + 4
