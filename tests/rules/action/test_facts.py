"""Facts lines of Action: stats of holders, and gains of heroes."""

import pytest

from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.rules.action.book import BOOK
from game.rules.action.commands import ActionMove, Cross, Dash, Defend, Rally, Take
from game.rules.action.schema import Figure
from game.rules.action.units.growth_facts import growth_facts
from game.terms.battlefield_commands import Stand
from tests.conformance.field_changes import changes
from tests.rules.action.scene import scene
from tests.rules.action.states import lay
from tests.scenario import Play

DATA = book_data(BOOK, levels_root())
LINES = FactsLines.of_book(BOOK)


@pytest.mark.parametrize(
    ("kind", "thing", "line"),
    [
        ("warden", "sword", "5 ft · 3d6+4 to hit · 1d8+3 slashing damage"),
        ("warden", "scale", "Rating 13 · −10 ft speed below Strength 2"),
        ("warden", "buckler", "+1 rating"),
    ],
)
def test_facts_line_has_the_stats_of_its_holder(kind: str, thing: str, line: str) -> None:
    assert LINES.held_by(DATA.figures[kind]).thing(thing) == line


def test_facts_line_without_a_holder_names_the_modifiers() -> None:
    assert LINES.thing("sword") == "5 ft · +1 to hit · 1d8 slashing damage + Strength"
    assert LINES.thing("dagger").startswith("5 ft · thrown 20/40 ft · 1d4 piercing damage + ")


def test_facts_line_of_a_growth_changes_with_every_gain() -> None:
    ids = {table: tuple(things) for table, things in DATA.gear.items()}
    figures = [one for one in DATA.figures.values() if isinstance(one, Figure)]
    growths = [growth for figure in figures for growth in figure.growth]
    assert growths
    for growth in growths:
        before = LINES.text(growth_facts(growth))
        assert before
        for change in changes(growth, ids):
            assert LINES.text(growth_facts(change.thing)) != before, change.field


def test_facts_line_of_a_move_until_hit_says_where_it_ends() -> None:
    own = LINES.held_by(DATA.figures["warden"])
    plain, until = own.command(ActionMove), own.command(ActionMove, ("hit",))
    assert "passes allies, and foes 2 sizes larger or smaller" in plain
    assert "first hit" not in plain
    assert "stops at the first hit; only for paths that a foe can attack" in until
    assert "stops at the first hit" in own.command(Cross, ("hit",))


def test_facts_lines_use_one_name_for_each_thing() -> None:
    """Check free interactions, disadvantage and rests in all lines."""
    assert LINES.command(Take).startswith("Free interaction · ")
    assert "attacked with disadvantage" in LINES.command(Defend)
    assert LINES.command(Rally).endswith(" · 1 per long rest")


def test_facts_line_of_a_light_weapon_says_the_rule() -> None:
    second = "bonus action: attack again, without the ability's damage"
    assert second in LINES.thing("hatchet")


def _said(play: Play, kind: type[ActionMove | Dash | Stand]) -> str:
    lines = FactsLines.of_battle(play.battle, BattleSentences(BOOK, {}))
    return lines.of_unit("red.a").command(kind)


def test_facts_lines_have_the_speed_of_the_moment() -> None:
    """Check the lines of a unit before a condition, during it and after it."""
    play = scene("a.........p", a={"speed": 30})
    before = [_said(play, kind) for kind in (Dash, ActionMove, Stand)]
    assert before[0] == "Action · +30 ft of movement"
    assert "· 30 ft a turn" in before[1]
    assert before[2].startswith("15 ft")
    lay(play, "red.a", "slowed")
    assert _said(play, Dash) == "Action · +15 ft of movement"
    assert "· 15 ft a turn" in _said(play, ActionMove)
    assert _said(play, Stand).startswith("10 ft")
    lay(play, "red.a", "held")
    assert _said(play, Dash) == "Action · +0 ft of movement"


@pytest.mark.parametrize("condition", ["", "slowed"])
def test_dash_gives_what_its_facts_line_says(condition: str) -> None:
    play = scene("a.........p", a={"speed": 40, "armour": "plate", "fly": 0})
    if condition:
        lay(play, "red.a", condition)
    said = _said(play, Dash)
    amount = play.do("dash red.a").told("dashed", "amount")
    assert said == f"Action · +{amount[0]} ft of movement"
