"""ETI-03: computer players remember whether promises were kept."""

from typing import Any

import pytest
from msgspec.structs import replace

from game.ai.soldier import Soldier
from game.engine.battle import Battle
from game.rules.etiquette import hints, win_chance
from game.rules.etiquette.records import Declarations, Repute
from game.terms.agenda import Ask
from game.terms.commands import to_text
from tests.rules.etiquette.ballroom import scene, silence
from tests.scenario import Play


def declared(kept: int, broken: int, promise: str = "peace", **given: Any) -> str:
    """Return a soldier's declaration to a stronger foe that has promised something."""
    play = scene("ab....", **given).do("move red.a 1,0")
    play.battle.world.put(play.unit("blue.b"), Repute(kept, broken))
    play.do("silent red.a").do(f"promise blue.b {promise}")
    silence(play)
    return chosen(play)


def chosen(play: Play) -> str:
    battle: Battle = play.battle
    ask = battle.stop
    assert isinstance(ask, Ask)
    view = battle.view(ask.side)
    return to_text(Soldier(1, ask.side).choose(view, ask, battle.legal()))


WEAK: dict[str, Any] = {"a": {"life": 2}, "b": {"life": 8}}


@pytest.mark.rule("ETI-03")
def test_promise_of_a_reliable_player_is_believed() -> None:
    assert declared(3, 0, **WEAK) == "decline red.a"
    assert declared(0, 0, promise="gift", **WEAK) == "decline red.a"
    strong: dict[str, Any] = {"a": {"life": 9}, "b": {"life": 3}}
    assert declared(3, 0, **strong) == "engage red.a"


@pytest.mark.rule("ETI-03")
def test_promise_of_a_liar_is_believed_less() -> None:
    play = scene("ab....", **WEAK)
    world, blue = play.battle.world, play.unit("blue.b")
    believed = []
    for repute in (Repute(3, 0), Repute(), Repute(0, 1), Repute(0, 3)):
        world.put(blue, repute)
        believed.append(win_chance.credit(world, blue))
    assert believed == sorted(believed, reverse=True)
    assert believed[0] > 2 * believed[-1]


@pytest.mark.rule("ETI-03")
def test_declining_is_worth_more_the_more_the_promise_is_believed() -> None:
    """Compare foes by the share of promises they have kept."""
    gains = []
    for repute in (Repute(4, 0), Repute(0, 4)):
        play = scene("ab....", **WEAK).do("move red.a 1,0")
        play.battle.world.put(play.unit("blue.b"), repute)
        silence(play.do("silent red.a").do("promise blue.b peace"))
        world = play.battle.world
        stance = Declarations(play.unit("red.a"), play.unit("blue.b"), 1)
        declined = replace(stance, aggressor_fights=False, heard=("peace",))
        gain: Any = hints.GAINS[Declarations]
        found = gain(world, world.root, stance, declined)
        gains.append(dict(found)[play.unit("red.a")])
    assert gains[0] > 3 * gains[1] > 0


@pytest.mark.rule("ETI-03")
def test_broken_promise_has_a_cost() -> None:
    play = scene("ab....")
    world, red = play.battle.world, play.unit("red.a")
    gain: Any = hints.GAINS[Repute]
    cost = dict(gain(world, red, Repute(), Repute(0, 1)))[red]
    praise = dict(gain(world, red, Repute(), Repute(1, 0)))[red]
    assert cost < 0 < praise
