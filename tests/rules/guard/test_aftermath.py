"""Wounds, focus and items that outlast a battle, long rests, and the gains of grades."""

from typing import Any

import msgspec
import pytest

from game.components.unit import Vitals
from game.play.aftermath import fared, rested
from game.play.players import STDIO
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.guard import lints
from game.rules.guard.book import BOOK
from game.rules.guard.figures import figure
from game.rules.guard.records import FocusLeft
from game.rules.guard.schema import Class, Figure, Grade
from game.terms.commands import End, Use
from tests.rules.guard.crawl import data, fight, level, turn
from tests.rules.guard.test_lints import said
from tests.scenario import Play

STRONGER = {"title": "Stronger", "about": "x", "life": 5, "vigor": "d10", "abilities": ["strong"]}
WISER = {"title": "Wiser", "about": "x", "focus": 2, "spells": ["spark"], "weapons": ["axe"]}
GROWTH = [STRONGER, WISER]


def submit_least(table: Table) -> None:
    """Submit the use of an oil, or else the end of a turn, or else the first legal command."""
    legal = table.battle.legal()
    oils = [one for one in legal if isinstance(one, Use) and one.item == "oil"]
    ends = [one for one in legal if isinstance(one, End)]
    assert table.submit((*oils, *ends, legal[0])[0]) is None


def after(play: Play, unit: str = "red.a") -> dict[str, Any]:
    """Return the keys of a character that outlast the battle."""
    return BOOK.aftermath(play.battle.world, play.unit(unit))


def test_unharmed_character_loses_nothing() -> None:
    assert after(fight(".|a|p|.", a={"items": ["salve"]})) == {
        "items": ["salve"],
        "hurt": 0,
        "spent": 0,
    }


def test_lost_life_and_focus_last() -> None:
    play = fight(".|a|p|.", a={"life": 12, "focus": 5})
    world, unit = play.battle.world, play.unit("red.a")
    world.put(unit, Vitals(4, 12))
    world.put(unit, FocusLeft(2))
    kept = after(play)
    assert (kept["hurt"], kept["spent"]) == (8, 3)
    again = fight(".|a|p|.", a={"life": 12, "focus": 5, **kept})
    world, unit = again.battle.world, again.unit("red.a")
    assert world.get(unit, Vitals) == Vitals(4, 12)
    assert world.get(unit, FocusLeft) == FocusLeft(2)


@pytest.mark.rule("GUA-20")
def test_defeated_character_is_carried_along_with_one_life() -> None:
    ogre = {"number": 1, "damage": "9", "attack": 9}
    made = level(".|ab|p|.", a={"life": 9, "items": ["salve", "oil"], "focus": 3}, p=ogre)
    table = Table.open(BOOK, made, Setup(DiceSource(1), dict.fromkeys(("red", "blue"), STDIO)))
    while table.battle.round < 2:
        if not table.step():
            submit_least(table)
    first, second = fared(table, "red")
    assert (first.is_dead, first.is_down, second.is_down) == (False, True, False)
    assert first.keys == {"items": ["salve"], "hurt": 8, "spent": 0}


def test_used_items_are_gone_after_the_battle() -> None:
    play = fight(".|ab|p|.", a={"items": ["salve", "oil"], "hurt": 5})
    assert after(turn(play, "use red.a oil"))["items"] == ["salve"]


def test_long_rest_restores_life_and_focus_only() -> None:
    kept = {"items": ["salve"], "hurt": 4, "spent": 2, "grade": 1}
    assert BOOK.rested(kept) == {"items": ["salve"], "grade": 1}
    assert rested(BOOK, {"hurt": 3}, kept) == {"items": ["salve"], "grade": 1, "hurt": 0}


def test_grades_change_a_character_in_battle() -> None:
    plain, one, both = (
        fight(".|a|p|.", a={"life": 10, "focus": 1, "growth": GROWTH, "grade": grade})
        for grade in (0, 1, 2)
    )
    lives = [play.battle.world.get(play.unit("red.a"), Vitals).most for play in (plain, one, both)]
    assert lives == [10, 15, 15]
    stats = figure(both.battle.world, both.unit("red.a"))
    assert (stats.vigor, stats.focus, stats.spells) == ("d10", 3, ("spark",))
    assert both.battle.world.get(both.unit("red.a"), FocusLeft) == FocusLeft(3)
    assert "axe" in stats.weapons
    assert any("attack red.a blue.p axe" in text for text in both.legal())
    assert not any("axe" in text for text in one.legal())


def test_traits_change_a_character_whatever_its_grade() -> None:
    frail = Grade(title="Frail", about="x", life=-20, focus=-9, armour=-1, spells=("spark",))
    play = fight(".|a|p|.", a={"life": 10, "focus": 1, "traits": (frail,)})
    stats = figure(play.battle.world, play.unit("red.a"))
    assert (stats.life, stats.focus, stats.armour, stats.spells) == (1, 0, -1, ("spark",))
    now = BOOK.standing(Figure(title="A", calling="plain", life=10, traits=(frail,)))
    assert [(it.title, [fact.key for fact in it.facts]) for it in now.traits] == [
        ("Frail", ["gains_life", "gains_focus", "gains_armour", "gains_spells"]),
    ]
    assert said(lints.keys_of_its_own(level(".|a|p|.", p={"traits": (frail,)}))) == [
        "The group 'p' has 'traits', which only characters use.",
    ]


def test_standing_shows_the_state_between_battles() -> None:
    growth = (Grade(title="Harder", about="x", life=5), Grade(title="Hardest", about="x", armour=1))
    stats = Figure(
        title="A",
        calling="plain",
        life=10,
        grade=1,
        growth=growth,
        hurt=4,
        weapons=("axe",),
        spells=("spark",),
        items=("salve",),
    )
    now = BOOK.standing(stats)
    assert (now.life, now.most, now.rank) == (11, 15, 1)
    assert [gain.title for gain in now.growths] == ["Harder", "Hardest"]
    assert (now.gear, now.items, now.powers) == (("axe",), ("salve",), ("spark",))


def test_abilities_of_a_class_are_shown_once() -> None:
    stats = Figure(title="A", calling="drover", life=1, abilities=("drive",))
    gear = msgspec.convert({"classes": data("classes")}, dict[str, dict[str, Class]])
    assert BOOK.innate(stats, gear) == ("wide_swing",)
    assert BOOK.innate(Figure(title="Group", number=2), gear) == ()


def test_facts_of_a_gain_name_all_of_it() -> None:
    growth = (Grade(title="A", about="x", life=2, vigor="d10", speech=1, abilities=("drill",)),)
    gain = BOOK.standing(Figure(title="A", calling="plain", life=1, growth=growth)).growths[0]
    keys = [fact.key for fact in gain.facts]
    assert keys == ["gains_life", "gains_speech", "gains_vigor", "gains_abilities"]


def test_impossible_states_are_found() -> None:
    made = level(
        ".|abc|p|.",
        a={"life": 6, "hurt": 6},
        b={"focus": 1, "spent": 2},
        c={"grade": 3, "growth": GROWTH},
    )
    assert said(lints.losses_before(made)) == [
        "The unit 'a' has lost 6 life at the start, but has 6.",
        "The unit 'b' has spent 2 focus at the start, but has 1 at most.",
    ]
    assert said(lints.grades(made)) == [
        "The unit 'c' has grade 3, but 'figure' has 2 growths.",
    ]
    grown = level(".|a|p|.", a={"life": 6, "hurt": 6, "grade": 1, "growth": GROWTH})
    assert said(lints.losses_before(grown)) == []


def test_group_with_wounds_is_reported() -> None:
    found = said(lints.keys_of_its_own(level(".|a|p|.", p={"hurt": 1})))
    assert found == ["The group 'p' has 'hurt', which only characters use."]
