"""ACT-34: damage types of powers, areas and lasting damage."""

from typing import Any

import pytest

from tests.rules.action.powers import BLAST, casting, power


@pytest.mark.rule("ACT-34")
@pytest.mark.parametrize(
    ("figure", "life"),
    [
        ({}, 13),
        ({"resist": ["fire"]}, 17),
        ({"vulnerable": ["fire"]}, 6),
        ({"resist": ["fire"], "vulnerable": ["fire"]}, 13),
        ({"resist": ["cold"]}, 13),
    ],
)
def test_resistance_halves_and_vulnerability_doubles(figure: dict[str, Any], life: int) -> None:
    fire = {"damage": "7", "type": "fire"}
    for given, said in (
        ({"range": 60}, "cast red.a burn blue.p"),
        (BLAST, "cast_at red.a burn 2,0"),
    ):
        play = casting(
            "a.p", powers={"burn": power(**given, effect=fire)}, p={"life": 20, **figure}
        )
        assert play.do(said).life("blue.p") == life


@pytest.mark.rule("ACT-34")
def test_resistance_counts_for_attack_rolls_of_powers() -> None:
    play = casting("a.p", powers={"ember_dart": {}}, p={"resist": ["fire"]})
    assert play.do("cast red.a ember_dart blue.p", 5, 5, 5, 7).life("blue.p") == 6


@pytest.mark.rule("ACT-34")
def test_save_halves_before_resistance_does() -> None:
    burn = power(
        range=60,
        save={"ability": "mind", "difficulty": 3, "half": True},
        effect={"damage": "7", "type": "fire"},
    )
    play = casting("a.p", powers={"burn": burn}, p={"resist": ["fire"]})
    assert play.do("cast red.a burn blue.p", 1, 1, 1).life("blue.p") == 9


@pytest.mark.rule("ACT-34")
@pytest.mark.parametrize(("figure", "life"), [({}, 6), ({"resist": ["fire"]}, 8)])
def test_lasting_damage_has_the_type_of_its_condition(figure: dict[str, Any], life: int) -> None:
    light = power(range=60, effect={"condition": "burning", "rounds": 2})
    play = casting("a.p", powers={"light": light}, p=figure).do("cast red.a light blue.p")
    play.do("end red.a", 4)
    assert play.life("blue.p") == life


@pytest.mark.rule("ACT-34")
def test_gear_and_conditions_resist_too() -> None:
    burn = power(range=60, effect={"damage": "7", "type": "fire"})
    play = casting("a.p", powers={"burn": burn}, p={"armour": "apron"})
    assert play.do("cast red.a burn blue.p").life("blue.p") == 7
    soak = power(range=60, time="bonus", effect={"condition": "soaked"})
    play = casting("a.p", powers={"burn": burn, "soak": soak}).do("cast red.a soak blue.p")
    assert play.do("cast red.a burn blue.p").life("blue.p") == 7


@pytest.mark.rule("ACT-34")
def test_any_damage_ends_fragile_conditions() -> None:
    both = {
        "sleep": power(range=60, time="bonus", effect={"condition": "asleep"}),
        "prick": power(range=60, effect={"damage": "1"}),
    }
    play = casting("a.p", powers=both).do("cast red.a sleep blue.p").do("cast red.a prick blue.p")
    assert play.told("condition_lost", "unit", "condition") == ("blue.p", "asleep")
