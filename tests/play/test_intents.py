"""Foes' intents: what foes then do, if the side ends its turn at once."""

import time
from collections import Counter
from contextlib import closing

import pytest

from game.ai.soldier import Soldier
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.play.foresight.intent_process import IntentSearch, IntentSeat
from game.play.foresight.intents import Intent, foreseen
from game.rules.guard.commands import Fight
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command
from tests.ai.playing import begun, drawn, level, play, seated
from tests.play.foreseen import deeds, intents, intents_of_truth, is_due

PATIENCE = 60.0
"""Maximum number of seconds to wait for the process."""
SHOWN = 0.95
"""Share of the first foes whose deed must be among the choices shown."""
BATTLES = (
    # Level, commands between two looks, and commands in all.
    ("market", 5, 60),
    ("garden_party", 6, 60),
    ("kennel", 3, 40),
    ("bell_yard", 12, 60),
    ("toll_bar", 20, 100),
)


class Fighter(Soldier):
    """A soldier that fights on meeting monsters, where others would sneak past."""

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        fights = (command for command in legal if isinstance(command, Fight))
        return next(fights, None) or super().choose(view, ask, legal)


class Found(Counter[str]):
    """The number of positions of each kind, and of those in which the first foe did as shown."""


def compared(name: str, every: int, most: int, seed: int) -> Found:
    """Play a battle and compare the first foe's intent with its deed, every few commands."""
    battle, found = begun(level(name)), Found()
    sides = [side.id for side in battle.world.scene.level.sides]
    players = {side: Fighter(seed, side) for side in sides}

    def watch(battle: Battle, command: Command) -> None:
        if not is_due(battle):
            return
        found["asked"] += 1
        if found["asked"] % every:
            return
        assert isinstance(battle.stop, Ask)
        side = battle.stop.side
        others = seated(battle, "soldier", seed)
        did = next(deeds(battle, side, others, Stream(seed + found["asked"], "now")), None)
        if did is None:
            return
        told = intents(battle, side, "soldier")
        choices = [one.plan for one in told[0].choices] if told and told[0].unit == did.unit else []
        found["all"] += 1
        is_shown = any(did.is_like(plan) for plan in choices)
        found["shown"] += is_shown
        if told == intents_of_truth(battle, side, "soldier"):
            found["open"] += 1
            found["open shown"] += is_shown
            found["open likeliest"] += bool(choices) and did.is_like(choices[0])
            if not did.has_rolled:
                assert is_shown, (name, found["asked"], did, told)
                assert len(choices) == 1
                found["sure"] += 1

    play(battle, players, seed, most, watch)
    return found


def test_first_foe_does_what_was_shown() -> None:
    """It always does if no secret and no roll comes between, else nearly always."""
    found = Found()
    for name, every, most in BATTLES:
        here = compared(name, every, most, 1)
        assert here["all"], name
        found.update(here)
    assert found["sure"] > 10
    assert found["open shown"] >= SHOWN * found["open"], found


# Secrets and chance

YARD = """
[map]
grid = '''
#######
#a...b#
#######
'''
legend = { "#" = "wall", "." = "floor", a = { terrain = "floor", unit = "ann" }, \
b = { terrain = "floor", unit = "bo" } }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "brawler"
hand = []
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
hand = []
"""


def at_first_ask(hands: tuple[str, str] = ("[]", "[]")) -> Battle:
    """Return a duel at its first ask, with these hands of red and blue."""
    head, red, blue = YARD.split("hand = []")
    text = f"{head}hand = {hands[0]}{red}hand = {hands[1]}{blue}"
    battle = begun(drawn(text, "contest"))
    dice = Stream(4, "dice")
    while isinstance(battle.stop, Roll):
        battle.settle(dice.roll(battle.stop.dice))
    return battle


def of_foe(battle: Battle, player: str) -> tuple[Intent, ...]:
    assert battle.asked is not None
    return intents(battle, battle.asked, player)


def test_secrets_do_not_change_an_intent() -> None:
    poor, some = at_first_ask(), '["throwing_knife", "pepper"]'
    rich = at_first_ask(("[]", some) if poor.asked == "red" else (some, "[]"))
    assert poor.asked == rich.asked
    assert poor.world.hash() != rich.world.hash()
    assert of_foe(poor, "soldier") == of_foe(rich, "soldier")


def test_player_by_chance_has_several_choices_whose_shares_add_up() -> None:
    (intent,) = of_foe(at_first_ask(), "random")
    assert len(intent.choices) > 1
    assert sum(choice.share for choice in intent.choices) == pytest.approx(1)
    shares = [choice.share for choice in intent.choices]
    assert shares == sorted(shares, reverse=True)


def test_looking_ahead_leaves_the_battle_as_it_is() -> None:
    battle = at_first_ask()
    assert battle.asked is not None
    view = battle.view(battle.asked)
    before = battle.world.hash(), view.world.hash(), battle.legal()
    of_foe(battle, "soldier")
    assert (battle.world.hash(), view.world.hash(), battle.legal()) == before


# The process


def test_process_finds_the_same_intents() -> None:
    battle = begun(level("toll_bar"))
    dice = Stream(1, "dice")
    while isinstance(battle.stop, Roll):
        battle.settle(dice.roll(battle.stop.dice))
    side = battle.asked
    assert side is not None
    others = {one.id: "soldier" for one in battle.world.scene.level.sides if one.id != side}
    seat = IntentSeat(battle.world.scene.level, side, others)
    with closing(IntentSearch(seat)) as search:
        search.ask(battle.view(side))
        search.ask(battle.view(side))  # only the newest position counts
        end = time.monotonic() + PATIENCE
        while not search.is_done:
            assert time.monotonic() < end, "the process is stuck"
            search.wait(1)
            search.look()
        assert search.found == tuple(foreseen(battle.view(side), side, others))
        assert len(search.found) > 1
        search.drop()
        assert search.found == ()


def test_killed_process_is_replaced_for_the_next_position() -> None:
    battle = at_first_ask()
    side = battle.asked
    assert side is not None
    other = "blue" if side == "red" else "red"
    seat = IntentSeat(battle.world.scene.level, side, {other: "soldier"})
    with closing(IntentSearch(seat)) as search:
        search.ask(battle.view(side))
        assert search._there is not None
        search._there.process.kill()
        end = time.monotonic() + PATIENCE
        while not search.is_done:
            assert time.monotonic() < end, "the dead process isn't noticed"
            search.wait(1)
            search.look()
        search.ask(battle.view(side))
        while not search.is_done:
            assert time.monotonic() < end, "the process is stuck"
            search.wait(1)
            search.look()
        assert [one.unit.partition(".")[0] for one in search.found] == [other]
