"""Damage events name the unit responsible, for the table after the battle."""

from typing import Any

import pytest

from game.client.battle.telling.result_rows import rows_of
from game.client.board.standees import SideStand
from game.components.hiding import Hidden
from game.components.unit import Position
from game.present.battle_sentences import BattleSentences
from game.present.picture import picture_of
from game.present.shown_events import shown
from game.systems import hidden_units
from game.systems.damage import Blow, Harm, Hurt
from tests.rules.action import scene as action
from tests.rules.contest.duel import duel
from tests.rules.etiquette import ballroom
from tests.rules.guard import crawl
from tests.rules.verdigris import scene as verdigris
from tests.scenario import Play


def authors(play: Play, side: str | None = None) -> list[str | None]:
    """Return the author of each damage event, as a side sees it."""
    return [event.get("by") for event in play.events("damaged", side)]


def dealt(play: Play) -> dict[str, str]:
    """Return the damage dealt in the table after the battle, by title."""
    words = BattleSentences(play.book, play.battle.world.scene.names)
    told = [shown(words, n, event) for n, event in enumerate(play.battle.log(), 1)]
    picture = picture_of(play.battle, words)
    sides = {token.side: SideStand((0, 0, 0), "circle") for token in picture.tokens}
    _, *rows = rows_of(told, picture, sides, ("", "", "", ""))
    return {row.cells[0]: row.cells[1] for row in rows}


@pytest.mark.rule("CON-09")
def test_damage_of_a_trap_is_dealt_by_the_unit_that_set_it() -> None:
    play = duel("a....b", a={"hand": ["spikes"]}, b={"movement": "9"}).do("lay red.a spikes")
    play.do("move red.a 1,0 2,0 3,0 4,0").do("end red.a")
    play.do("move blue.b 4,0").do("decline blue.b").do("decline red.a")
    play.do("move blue.b 3,0 2,0 1,0 0,0", 4)
    assert authors(play) == ["red.a"]
    assert dealt(play) == {"A": "4", "B": "0"}


@pytest.mark.rule("CON-09")
def test_damage_of_a_trap_is_dealt_by_its_owner_even_when_dead() -> None:
    units: dict[str, Any] = {"a": {"hand": ["spikes"], "life": 1}, "c": {"life": 9}}
    play = duel("a.b..c", **units).do("lay red.a spikes").do("move red.a 1,0").do("end red.a")
    play.do("move blue.b 1,0").do("engage blue.b").do("attack blue.b red.a", 3)
    play.do("move blue.b 0,0", 2)
    assert authors(play) == ["blue.b", "red.a"]
    assert dealt(play) == {"A": "2", "B": "1", "C": "0"}


@pytest.mark.rule("CON-09")
def test_lasting_damage_is_dealt_by_the_user_of_the_item() -> None:
    nettle = {"nettle": {"target": "opponent", "lasting": "1d4", "turns": 2}}
    play = duel("ab...", items=nettle, a={"hand": ["nettle"]}).do("move red.a 1,0")
    play.do("engage red.a").do("use red.a nettle blue.b").do("disengage blue.b", 6, 1)
    play.do("flee blue.b 2,0").do("stay red.a").do("end red.a", 3, *())
    assert authors(play) == ["red.a"]
    assert dealt(play) == {"A": "3", "B": "0"}


@pytest.mark.rule("ALL-03")
def test_damage_of_a_hazard_is_dealt_by_no_one_even_after_an_attack() -> None:
    play = duel("ab^..").do("move red.a 1,0").do("engage red.a").do("attack red.a blue.b", 2)
    play.do("disengage blue.b", 6, 1).do("flee blue.b 2,0", 3)
    assert authors(play) == ["red.a", None]
    assert dealt(play) == {"A": "2", "B": "0"}


@pytest.mark.rule("ETI-10")
def test_damage_of_a_counter_attack_is_dealt_by_the_defender() -> None:
    play = ballroom.fight().do("attack red.a blue.b").do("two blue.b", 1, 1, 6, 6)
    assert authors(play) == ["blue.b"]


@pytest.mark.rule("VER-33")
def test_damage_of_a_thrown_thing_is_dealt_by_the_thrower() -> None:
    play = verdigris.scene("ap", first="red", a={"belt": ["bomb"]}).do("use red.a bomb blue.p", 3)
    assert authors(play) == ["red.a"]


@pytest.mark.rule("GUA-12")
def test_damage_of_spite_is_dealt_by_the_group() -> None:
    play = crawl.fight(".|a|p|.", p={"abilities": ["thorns"]})
    play.do("attack red.a blue.p stick", 4, 6, 6, 6)
    assert authors(play)[:2] == ["red.a", "blue.p"]


def test_only_sides_that_see_the_author_learn_of_it() -> None:
    play = action.scene("a..p")
    world = play.battle.world
    attacker, victim = play.unit("red.a"), play.unit("blue.p")
    assert world.has(attacker, Position)
    world.put(attacker, Hidden(("blue",)))
    blow = Blow(victim, 1, "fire", None, attacker)
    Harm(seen_by=hidden_units.witnesses).process(world, Hurt((blow,)))
    assert (authors(play, "red"), authors(play, "blue")) == (["red.a"], [None])
