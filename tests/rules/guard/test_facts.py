"""Facts lines of Guard: the dice of holders, and the effects of a level's settings."""

from typing import Any

import pytest

from game.core.dice import Dice
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.rules.guard.attacks import deed_swing, swing
from game.rules.guard.book import BOOK
from game.rules.guard.commands import Leave, Shift, Sneak, TakeStance, Talk
from game.rules.guard.figures import arms, deed, figure, weapons
from game.rules.guard.meeting import parley
from game.rules.guard.spells_and_items import usable
from game.terms.agenda import SingleRoll
from tests.rules.guard.crawl import data, fight, meet
from tests.scenario import Play

LINES = FactsLines.of_book(BOOK)
CHARACTERS = {kind: it for kind, it in data("bestiary").items() if it.get("calling")}


def _lines(play: Play) -> FactsLines:
    return FactsLines.of_battle(play.battle, BattleSentences(BOOK, {})).of_unit("red.a")


def _keys(kind: str) -> dict[str, Any]:
    return {key: value for key, value in CHARACTERS[kind].items() if key != "price"}


def _dice(roll: SingleRoll, bonus: int) -> str:
    return str(Dice.of(f"{roll.expr}{bonus:+}")).replace("-", "−")


@pytest.mark.parametrize("kind", CHARACTERS)
def test_facts_lines_of_attacks_have_the_dice_that_are_rolled(kind: str) -> None:
    strong = {"abilities": ["strong"]}
    play = fight(".|a|p|.", a=_keys(kind) | strong)
    lines, world = _lines(play), play.battle.world
    unit, group = play.unit("red.a"), play.unit("blue.p")
    for id in weapons(world, unit):
        roll = swing(world, unit, group, id)
        assert f"{_dice(roll, roll.bonus)} to beat defence" in lines.thing(id)
        assert (arms(world, id).kind == "melee") == ("Melee, front to front" in lines.thing(id))
    used = [("spells", id) for id in figure(world, unit).spells]
    for table, id in (*used, *(("abilities", id) for id in usable(world, unit))):
        if deed(world, table, id).effect.attack:
            roll = deed_swing(world, unit, group, table, id)
            assert f"{_dice(roll, roll.bonus)} to beat defence" in lines.thing(id)


@pytest.mark.parametrize("attitude", [-2, 0, 3])
def test_facts_line_of_talking_has_the_dice_of_the_speaker(attitude: int) -> None:
    play = meet(".|a|p|.", {"attitude": attitude}, a=_keys("chaplain") | {"speech": 2})
    roll = parley(play.battle.world, play.unit("red.a"))
    line = _lines(play).command(Talk)
    assert line.startswith(f"{roll.expr}, +{roll.bonus - attitude} speech")
    assert (f"{attitude:+} monsters' attitude".replace("-", "−") in line) == (attitude != 0)


@pytest.mark.parametrize(
    ("speech", "attitude", "moods"),
    [
        (0, -4, "≤5 they attack first · 6–8 hesitate"),
        (1, -4, "≤5 they attack first · 6–8 hesitate · 9–11 let you pass · passing wins"),
        (0, -9, "≤5 they attack first"),
        (1, 4, "6–8 hesitate · 9–11 let you pass · ≥12 help · passing wins"),
        (0, 12, "≥12 help · passing wins"),
    ],
)
def test_facts_line_of_talking_leaves_out_results_that_no_roll_reaches(
    speech: int, attitude: int, moods: str
) -> None:
    stats = _keys("warden") | {"speech": speech}
    line = _lines(meet(".|a|p|.", {"attitude": attitude}, a=stats)).command(Talk)
    told = f"{speech:+} speech, " if speech else ""
    assert line == f"2d6, {told}{attitude:+} monsters' attitude · {moods}".replace("-", "−")


def test_facts_line_of_talking_without_a_speaker_has_every_mood() -> None:
    said = "≤5 they attack first · 6–8 hesitate · 9–11 let you pass · ≥12 help"
    assert f"2d6, + speech · {said}" in LINES.command(Talk)
    narrow = meet(".|a|p|.", {"hesitates_to": 5})
    assert "hesitate" not in _lines(narrow).command(Talk)


def test_facts_lines_say_if_a_level_forbids_something() -> None:
    lines = _lines(meet(".|a|p|.", {"talk": False, "sneak": False}))
    assert lines.command(Talk) == "These monsters don't talk"
    assert lines.command(Sneak) == "There is no way past"


def test_facts_lines_say_how_meetings_end() -> None:
    lines = _lines(meet(".|a|p|.", {"passing": "drawn", "leaving": "lost"}))
    assert lines.command(Sneak).endswith(" · passing draws")
    assert lines.command(Talk).endswith(" · passing draws")
    assert lines.command(Leave) == "You lose"


def test_facts_line_of_changing_rank_states_the_places() -> None:
    assert LINES.command(Shift).endswith(" · rear guard: 1 place for 2 in the front guard")
    lines = _lines(meet(".|a|p|.", {"rear_each": 3, "rear_more": -1, "front_most": 4}))
    said = "rear guard: 1 place for 3 in the front guard, −1 · front guard: at most 4"
    assert lines.command(Shift).endswith(said)


def test_facts_lines_of_stances_say_both_modifiers() -> None:
    lines = _lines(meet(".|a|p|.", {"stance_attack": 2}))
    aggressive = "+2 on attack rolls · −1 on defence rolls · this round"
    assert lines.command(TakeStance, ("aggressive",)) == aggressive
    assert lines.command(TakeStance, ("neutral",)) == "No modifiers · this round"


@pytest.mark.parametrize(
    ("thing", "line"),
    [
        ("gust", "on a hit: to the rear guard this round"),
        ("undertow", "a group · to the front guard this round"),
        ("looms", "Always on · counts for 2 in the front guard"),
        ("holds_fast", "Always on · anyone it damages: can't change rank, 2 rounds"),
        ("clinging_roots", "2 monsters can't attack · this round"),
        ("reeve", "Drill, Point out"),
    ],
)
def test_facts_line_describes_the_effects_of_a_thing(thing: str, line: str) -> None:
    assert line in LINES.thing(thing)
