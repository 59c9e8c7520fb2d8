"""ACT-15, ACT-16: ranged attacks."""

from typing import Any

import pytest

from tests.rules.action.scene import scene
from tests.rules.action.states import knock_out, lay
from tests.rules.action.test_act_12_attacks import reasons, roll_of

BOW: dict[str, Any] = {"weapons": ["bow"]}
SHOT = "attack red.a blue.p bow"


@pytest.mark.rule("ACT-15")
def test_targets_beyond_the_range_are_refused() -> None:
    play = scene("a" + 20 * "." + "p", a=BOW)
    refusal = play.refused(SHOT)
    assert (refusal.code, refusal.rule) == ("out-of-range", "ACT-15")
    assert refusal.params == {"thing": "bow", "target": "blue.p", "distance": 105, "range": 100}
    why = "Too far: 'blue.p' is 105 ft away, and the range of 'bow' is 100 ft."
    assert play.why(SHOT) == why
    assert scene("a" + 19 * "." + "p", a=BOW).legal("attack") == [SHOT]


@pytest.mark.rule("ACT-15")
def test_long_range_has_disadvantage() -> None:
    assert roll_of(scene("a.......p", a=BOW), weapon="bow") == "3d6"
    play = scene("a........p", a=BOW)
    assert roll_of(play, weapon="bow") == "4d6kl3"
    assert ("long range", "ACT-15") in reasons(play, SHOT)


@pytest.mark.rule("ACT-15")
def test_weapon_with_one_range_has_no_long_range() -> None:
    crossbow = {"weapons": ["crossbow"]}
    near, far = "a" + 11 * "." + "p", "a" + 12 * "." + "p"
    assert roll_of(scene(near, a=crossbow), weapon="crossbow") == "3d6"
    assert scene(far, a=crossbow).refused("attack red.a blue.p crossbow").code == "out-of-range"


@pytest.mark.rule("ACT-15")
def test_thrown_weapon_is_used_in_melee_up_close_and_thrown_farther_away() -> None:
    knife = {"weapons": ["knife"]}
    assert roll_of(scene("a....p", a=knife), weapon="knife") == "4d6kl3"
    assert roll_of(scene("a...p", a=knife), weapon="knife") == "3d6"
    assert roll_of(scene("ap", a=knife), weapon="knife") == "3d6"


@pytest.mark.rule("ACT-15")
def test_range_is_measured_between_the_nearest_tiles() -> None:
    play = scene("a........p\n..........", a=BOW | {"size": "large"})
    assert roll_of(play, weapon="bow") == "3d6"


@pytest.mark.rule("ACT-15")
def test_loading_weapon_shoots_once_until_it_is_loaded() -> None:
    play = scene("a..p", a={"weapons": ["crossbow"], "attacks": 2})
    play.do("attack red.a blue.p crossbow", 1, 1, 1)
    refusal = play.refused("attack red.a blue.p crossbow")
    assert (refusal.code, refusal.rule) == ("unloaded", "ACT-10")
    play.do("end red.a").do("end blue.p")
    assert play.refused("attack red.a blue.p crossbow").code == "unloaded"


@pytest.mark.rule("ACT-16")
def test_adjacent_foe_hinders_shots_at_any_target() -> None:
    for rows in ("ap..", "aq.p", "a..p\n.q.."):
        play = scene(rows, a=BOW)
        assert roll_of(play, weapon="bow") == "4d6kl3"
        assert ("foe close by", "ACT-16") in reasons(play, SHOT)
    assert roll_of(scene("a..p\n..q.", a=BOW), weapon="bow") == "3d6"


@pytest.mark.rule("ACT-16")
def test_adjacent_foe_hinders_thrown_weapons_but_not_melee() -> None:
    assert roll_of(scene("a..p\nq...", a={"weapons": ["knife"]}), weapon="knife") == "4d6kl3"
    assert roll_of(scene("ap\nq.", a={"weapons": ["knife"]}), weapon="knife") == "3d6"


@pytest.mark.rule("ACT-16")
@pytest.mark.parametrize("kind", ["stunned", "asleep", "blinded"])
def test_blind_or_incapacitated_foe_does_not_hinder(kind: str) -> None:
    play = scene("a..p\nq...", a=BOW)
    lay(play, "blue.q", kind)
    assert ("foe close by", "ACT-16") not in reasons(play, SHOT)


@pytest.mark.rule("ACT-16")
def test_foe_that_does_not_see_the_shooter_does_not_hinder() -> None:
    play = scene("a..p\nq...", a=BOW)
    lay(play, "red.a", "invisible")
    assert ("foe close by", "ACT-16") not in reasons(play, SHOT)


@pytest.mark.rule("ACT-16")
def test_dying_units_and_allies_do_not_hinder() -> None:
    play = scene("a..p\nq...", a=BOW, p={"hero": True}, q={"hero": True})
    knock_out(play, "blue.q")
    assert roll_of(play, weapon="bow") == "3d6"
    assert roll_of(scene("a..p\nb...", a=BOW), weapon="bow") == "3d6"


@pytest.mark.rule("ACT-16")
def test_foe_behind_a_wall_does_not_hinder() -> None:
    assert roll_of(scene("q#..\n#a.p\n....", a=BOW), weapon="bow") == "3d6"
