"""Facts lines of Verdigris: their dice are those that the holder rolls."""

import re

import pytest

from game.components.conditions import Condition
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.rules.verdigris import figures, grapples, mounts, moves
from game.rules.verdigris.asks.attacks import AIMS
from game.rules.verdigris.book import BOOK
from game.rules.verdigris.commands import (
    Attack,
    AttackMount,
    Called,
    Creep,
    Grapple,
    Struggle,
    TakeWeapon,
    Trample,
    UnpackWeapon,
)
from game.systems import turn_upkeep
from game.terms.battlefield_commands import Draw
from game.terms.commands import Answer, Move
from tests.commands import command
from tests.rules.verdigris.scene import read_data, scene
from tests.rules.verdigris.test_ver_06_zones import pool_of
from tests.rules.verdigris.test_ver_33_gear import HERO, stressed
from tests.scenario import Play

LINES = FactsLines.of_book(BOOK)
KINDS = tuple(read_data("bestiary"))
MOUNTS = {kind: it["mount"] for kind, it in read_data("bestiary").items() if it.get("mount")}
TO_HIT = r"(\d+) dic?e to hit"
SITUATION = ("mounted", "numbers")
"""Dice of an attack from its unit's position."""


def _play(rows: str, kind: str, **keys: str) -> Play:
    """Return a battle with a unit of this kind, on its turn."""
    given = {"weapon": "", **read_data("bestiary")[kind], **keys}
    given.pop("price")
    return scene(rows, a=given)


def _lines(play: Play) -> FactsLines:
    return FactsLines.of_battle(play.battle, BattleSentences(BOOK, {})).of_unit("red.a")


def _dice(line: str, pattern: str) -> int:
    found = re.search(pattern, line)
    assert found, line
    return int(found[1])


@pytest.mark.parametrize("kind", KINDS)
def test_facts_lines_of_attacks_have_the_dice_that_are_rolled(kind: str) -> None:
    play = _play("ap", kind, mount="")
    lines = _lines(play)
    attacks = [c for c in play.battle.legal() if isinstance(c, Attack | Called | Grapple)]
    for one in attacks:
        pool = pool_of(play, play.text(one))
        own = sum(value for part, value in pool.items() if part not in SITUATION)
        assert _dice(lines.of_command(one), TO_HIT) == max(1, own)
    assert attacks


@pytest.mark.parametrize("kind", KINDS)
def test_facts_lines_of_moves_and_grapples_have_the_dice_that_are_rolled(kind: str) -> None:
    play = _play("a..p", kind)
    lines, world, unit = _lines(play), play.battle.world, play.unit("red.a")
    leaving, struggling = moves.trial_to_leave(world, unit), grapples.struggle(world, unit)
    assert _dice(lines.command(Move), r"then roll a six with (\d+) dic?e") == leaving.pool
    assert _dice(lines.command(Creep), r"then roll a six with (\d+) dic?e") == leaving.pool
    assert _dice(lines.command(Struggle), r"(\d+) dic?e: each six") == struggling.pool


@pytest.mark.parametrize("kind", MOUNTS)
def test_facts_lines_of_mounts_have_the_dice_that_are_rolled(kind: str) -> None:
    play = _play("a..p", kind)
    lines, world, unit = _lines(play), play.battle.world, play.unit("red.a")
    aim = mounts.mount_aim(world, unit, play.unit("blue.p"))
    attack = f"attacks: {aim.pool} dice, {aim.damage} damage"
    assert attack in lines.thing(MOUNTS[kind])
    assert attack in lines.command(Trample)
    if not figures.beast(world, unit).trained:
        held = mounts.riding_trial(world, unit, "hold", "VER-19")
        assert _dice(lines.thing(MOUNTS[kind]), r"control: (\d+) dic?e") == held.pool
        assert _dice(lines.command(Trample), r"(\d+) dic?e to urge it on") == held.pool


@pytest.mark.parametrize(
    ("weapon", "aim", "said"),
    [
        ("fowling_bow", "weak", "Bows + 3 dice · 1 damage + net sixes (at least 3)"),
        ("billhook", "weak", "Melee + 1 die · 2 damage + net sixes (at least 3)"),
        ("billhook", "trip", "Melee + 2 dice · 2 damage · falls prone or unseated"),
        ("hanger", "disarm", "Melee + 1 die · 2 damage · drops the weapon"),
        ("paring_knife", "pin", "Melee dice · 1 damage · loses the next move"),
    ],
)
def test_facts_line_of_a_called_shot_states_its_effect(weapon: str, aim: str, said: str) -> None:
    assert said in LINES.command(Called, (weapon, aim))


def test_facts_line_of_an_attack_leaves_out_qualities_for_defence() -> None:
    assert "−1 die to dodge" in LINES.thing("arbalest")
    assert "to dodge" not in LINES.command(Attack, ("arbalest",))
    assert "critical at 4 sixes" in LINES.command(Attack, ("arbalest",))
    assert "critical at 3 sixes" in LINES.command(Attack, ("caliver",))


def test_facts_line_of_an_attack_on_a_mount_leaves_out_effects_on_bodies() -> None:
    assert "armour −1 die" in LINES.command(Attack, ("estoc",))
    assert "armour" not in LINES.command(AttackMount, ("estoc",))
    assert "drives" in LINES.command(Attack, ("cudgel",))
    assert "drives" in LINES.command(Called, ("cudgel", "pin"))
    assert "drives" not in LINES.command(AttackMount, ("cudgel",))


def test_facts_line_of_a_push_says_its_price() -> None:
    line = "+1 stress · rerolls all dice without a six · not at 5 stress"
    assert LINES.command(Answer, ("push",)) == line
    assert LINES.command(Answer, ("keep",)) == ""


def test_facts_line_leaves_out_range_beyond_the_rules_of_the_level() -> None:
    assert LINES.thing("latchet").startswith("1 zone (+2: −1 die each) · ")
    assert LINES.thing("wall_bow").startswith("Two-handed · 2 zones (+2: no loss) · ")
    near = scene("ap", settings={"long_shot": 0})
    assert _lines(near).thing("latchet").startswith("1 zone · ")
    assert _lines(near).thing("hand_mortar").startswith("Your zone · ")


@pytest.mark.parametrize("holder", KINDS)
def test_facts_lines_of_commands_with_weapons_are_short(holder: str) -> None:
    lines, weapons = _lines(_play("a..p", holder)), tuple(read_data("arms"))
    kinds = (Attack, AttackMount, Draw, UnpackWeapon, TakeWeapon)
    said = [lines.command(kind, (id,)) for kind in kinds for id in weapons]
    said += [lines.command(Called, (id, aim)) for aim in AIMS for id in weapons]
    assert [line for line in said if len(line) > 144] == []


def test_kept_roll_names_the_life_that_its_stress_costs() -> None:
    play = stressed(scene("ap", a=HERO), 2).do("attack red.a blue.p blade", 1, 1, 6, 1)
    lines = FactsLines.of_battle(play.battle, BattleSentences(BOOK, play.battle.world.scene.names))
    keep, push = (lines.sentence(play.battle, Answer("red.a", one)) for one in ("keep", "push"))
    assert keep.endswith("; 1 stress die shows 1, which costs 1 life")
    assert "stress die" not in push
    calm = scene("ap", a=HERO).do("attack red.a blue.p blade", 1, 1)
    assert lines.sentence(calm.battle, Answer("red.a", "keep")) == keep.split(";")[0]


def test_facts_lines_have_the_attributes_and_the_weapon_of_the_moment() -> None:
    """Check the dice of attacks and of leaving a melee against those that are rolled."""
    play = scene("ap", a=HERO | {"strength": 4, "agility": 4})
    before = _dice(_lines(play).command(Attack, ("blade",)), TO_HIT)
    for kind in ("strength", "agility"):
        turn_upkeep.gain(play.battle.world, play.unit("red.a"), Condition(kind, -1, rule="VER-31"))
    lines, leaving = _lines(play), moves.trial_to_leave(play.battle.world, play.unit("red.a"))
    odds = play.battle.odds(command("verdigris", "attack red.a blue.p blade"), "stop")
    own = sum(one.value for one in odds.rolls[0].modifiers if one.text not in SITUATION)
    assert _dice(lines.command(Attack, ("blade",)), TO_HIT) == own == before - 1
    assert _dice(lines.command(Move), r"then roll a six with (\d+) dic?e") == leaving.pool == 3
