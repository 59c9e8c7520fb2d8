"""The tactician counts on its side: all units that a foe could attack share its attacks."""

import pytest

from game.ai.side_situation import SideSituation
from game.ai.situation import Situation
from game.components.unit import Position
from game.engine.battle import Battle
from game.world.unit_names import unit_named
from tests.ai.playing import begun, drawn
from tests.ai.test_players import unit

OPEN = """
[map]
grid = '''
{rows}
'''
legend = {{ "." = "floor" }}
[[side]]
id = "red"
[[side]]
id = "blue"
""".format(rows="\n".join(["." * 40] * 5))
FOE = unit("bo", "blue", "bailiff", "[8, 2]")
ANN = unit("ann", "red", "bailiff", "[4, 2]")


def fears(text: str, situation: type[Situation]) -> float:
    """Return the damage that red's first unit fears on its tile."""
    battle: Battle = begun(drawn(OPEN + ANN + text))
    world = battle.world
    sense = situation(world, battle.book.hints, unit_named(world, "red.ann"))
    return sense.fears(sense.tiles((Position((4, 2)),)))[0]


def test_lone_unit_fears_as_much_as_a_soldier() -> None:
    assert fears(FOE, SideSituation) == fears(FOE, Situation) > 0


@pytest.mark.parametrize(
    ("ally", "share"),
    [
        ("[4, 3]", 1 / 2),
        ("[30, 3]", 1),  # out of the foe's reach
    ],
)
def test_attacks_are_shared_by_allies_in_reach(ally: str, share: float) -> None:
    text = FOE + unit("cy", "red", "bailiff", ally)
    assert fears(text, SideSituation) == pytest.approx(share * fears(text, Situation))


def test_allies_who_are_dying_share_nothing() -> None:
    fallen = unit("cy", "red", "warden", "[4, 3]", 'begins = "dying"')
    text = FOE + fallen + unit("el", "red", "warden", "[39, 0]")
    assert fears(text, SideSituation) == fears(text, Situation)


def test_foes_share_no_attacks_with_each_other() -> None:
    text = FOE + unit("di", "blue", "bailiff", "[8, 3]")
    assert fears(text, SideSituation) == fears(text, Situation) > fears(FOE, Situation)
