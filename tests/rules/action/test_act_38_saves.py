"""ACT-38: saving throws, and their modifiers (ACT-25, ACT-32)."""

from typing import Any

import pytest

from tests.rules.action.powers import BLAST, casting, power
from tests.scenario import Play


def bolt(ability: str = "agility", **more: Any) -> dict[str, Any]:
    """Return a spell with a save at difficulty 12."""
    saved = {"ability": ability, "difficulty": 12}
    return power(range=60, save=saved, effect={"condition": "marked"}, **more)


def saving(rows: str, ability: str = "agility", /, *dice: int, **given: Any) -> Play:
    """Return a battle in which blue's p has saved against the spell with these dice."""
    play = casting(rows, powers={"bolt": bolt(ability)}, **given)
    return play.do("cast red.a bolt blue.p", *dice)


@pytest.mark.rule("ACT-38")
@pytest.mark.parametrize(
    ("ability", "skill"), [("strength", "brawn"), ("agility", "reflexes"), ("mind", "resolve")]
)
def test_ability_and_skill_are_added(ability: str, skill: str) -> None:
    own = {ability: 1, "skills": {skill: 2}}
    play = saving("a.p", ability, 3, 3, 3, a={"agility": 5}, p=own)
    assert play.told("save_made", "total", "needed", "rule") == (12, 12, "ACT-38")


@pytest.mark.rule("ACT-38")
def test_total_below_the_difficulty_fails() -> None:
    play = saving("a.p", "mind", 3, 4, 4)
    assert play.told("save_failed", "total", "needed", "dice") == (11, 12, (3, 4, 4))
    assert play.last("condition_gained")["unit"] == "blue.p"


@pytest.mark.rule("ACT-36")
def test_difficulty_of_a_spell_is_ten_plus_mind_and_magic() -> None:
    spell = power(range=60, save={"ability": "mind"}, effect={"prone": True})
    caster = {"mind": 2, "skills": {"magic": 1}}
    play = casting("a.p", powers={"spell": spell}, a=caster).do("cast red.a spell blue.p", 4, 4, 4)
    assert play.told("save_failed", "total", "needed") == (12, 13)


@pytest.mark.rule("ACT-38")
def test_save_halves_damage_rounded_down_and_avoids_the_rest() -> None:
    sting = power(
        range=60,
        save={"ability": "mind", "difficulty": 10, "half": True},
        effect={"damage": "1d8", "condition": "slowed", "push": 5},
    )
    play = casting("a.p.", powers={"sting": sting}).do("cast red.a sting blue.p", 4, 4, 4, 7)
    assert (play.life("blue.p"), play.at("blue.p")) == (7, (2, 0))
    assert play.events("condition_gained") == []


@pytest.mark.rule("ACT-38")
def test_conditions_modify_saves_and_give_advantage_on_agility() -> None:
    both = {"hexed": {}, "bolt": bolt(), "glue": power(range=60, effect={"condition": "held"})}
    both["hexed"] = power(range=60, time="bonus", effect={"condition": "hexed"})
    play = casting("a.p", powers=both).do("cast red.a hexed blue.p")
    play.do("cast red.a bolt blue.p", 4, 4, 4)
    assert play.last("save_failed")["total"] == 10
    play = casting("a.p", powers=both).do("cast red.a glue blue.p").do("end red.a").do("end blue.p")
    play.do("cast red.a bolt blue.p", 6, 6, 1, 4)
    assert play.told("save_failed", "total") == (11,)


@pytest.mark.rule("ACT-38")
def test_only_agility_has_advantage() -> None:
    both = {
        "bolt": bolt("mind"),
        "glue": power(range=60, time="bonus", effect={"condition": "held"}),
    }
    play = casting("a.p", powers=both).do("cast red.a glue blue.p")
    assert play.do("cast red.a bolt blue.p", 4, 4, 4).last("save_made")["total"] == 12


@pytest.mark.rule("ACT-11")
def test_defending_gives_advantage_on_agility_saves() -> None:
    play = casting("a.p", powers={"bolt": bolt()}).do("end red.a").do("defend blue.p")
    play.do("end blue.p").do("cast red.a bolt blue.p", 1, 4, 4, 4)
    assert play.last("save_made")["total"] == 12


@pytest.mark.rule("ACT-25")
def test_squeezing_gives_disadvantage_on_agility_saves() -> None:
    play = saving("a.p", "agility", 6, 4, 4, 3, p={"on": "%"})
    assert play.last("save_failed")["total"] == 11


@pytest.mark.rule("ACT-32")
def test_cover_helps_agility_saves_and_no_others() -> None:
    assert saving("a.op", "agility", 3, 3, 4).last("save_made")["total"] == 12
    assert saving("a.op", "mind", 3, 3, 4).last("save_failed")["total"] == 10


@pytest.mark.rule("ACT-33")
def test_cover_from_a_burst_counts_from_its_centre() -> None:
    boom = power(
        **BLAST | {"size": 10},
        save={"ability": "agility", "difficulty": 12},
        effect={"condition": "marked"},
    )
    play = casting("a.op..", powers={"boom": boom}).do("cast_at red.a boom 5,0", 3, 3, 4)
    assert play.last("save_failed")["total"] == 10


@pytest.mark.rule("ACT-38")
def test_save_avoids_a_weapons_effect_after_the_damage() -> None:
    play = casting("ap.", a={"weapons": ["maul"]})
    play.do("attack red.a blue.p maul", 4, 4, 4, 3, 5, 4, 4)
    assert [why for why, _ in play.rolls[-3:]] == ["attack", "damage", "save"]
    assert (play.life("blue.p"), play.at("blue.p")) == (7, (1, 0))
    play = casting("ap.", a={"weapons": ["maul"]})
    assert play.do("attack red.a blue.p maul", 4, 4, 4, 3, 4, 4, 4).at("blue.p") == (2, 0)


@pytest.mark.rule("ALL-02")
def test_dead_units_make_no_saves() -> None:
    play = casting("ap.", a={"weapons": ["maul"], "strength": 9})
    play.do("attack red.a blue.p maul", 4, 4, 4, 3)
    assert play.rolls[-1][0] == "damage"


@pytest.mark.rule("ACT-38")
def test_save_halves_the_poison_of_a_sting() -> None:
    play = casting("ap", a={"weapons": ["sting"]})
    play.do("attack red.a blue.p sting", 4, 4, 4, 1, 4, 4, 4, 3)
    assert play.life("blue.p") == 8
    assert play.events("condition_gained") == []
