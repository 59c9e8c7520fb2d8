"""Foes' intents: what foes then do, if the side ends its turn at once."""

import time
from collections import Counter
from contextlib import closing

import msgspec
import pytest

from game.ai.soldier import Soldier
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.play.foresight.intent_process import IntentSearch, IntentSeat
from game.play.foresight.intents import (
    Intent,
    IntentChoice,
    Line,
    Plan,
    foreseen,
    spread,
)
from game.play.foresight.shown_intents import intent_lines
from game.rules.guard.commands import Fight
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command
from tests.ai.playing import begun, drawn, level, play, seated
from tests.play.foreseen import Deed, deeds, intents, intents_of_truth, is_due

PATIENCE = 600.0
"""Maximum number of seconds to wait for the process."""
SHOWN = 0.95
"""Share of the first foes whose deed must be among the choices shown."""
SHOWN_LATER, FAR = 0.9, 0.12
"""The same of later foes; and how far the share of right plans may be from what was shown."""
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
        told = intents(battle, side, "soldier", 1)
        choices = [one.plan for one in told[0].choices] if told and told[0].unit == did.unit else []
        found["all"] += 1
        is_shown = any(did.is_like(plan) for plan in choices)
        found["shown"] += is_shown
        if told == intents_of_truth(battle, side, "soldier", 1):
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


LATER = (("kennel", 9), ("market", 15))
"""Levels, and the number of asks between two looks at all foes."""
DICE = 6
"""Number of times that the dice are rolled in each of these positions."""


def test_shares_of_later_foes_are_what_they_do_with_other_dice() -> None:
    """The likeliest plan comes true as often as its share says, if no secret comes between."""
    shares, right, shown = list[float](), list[bool](), list[bool]()
    for name, every in LATER:
        for did, choices in later_deeds(name, every):
            shares.append(choices[0].share)
            right.append(did.is_like(choices[0].plan))
            shown.append(any(did.is_like(choice.plan) for choice in choices))
    assert sum(shown) >= SHOWN_LATER * len(shown)
    assert sum(right) / len(right) == pytest.approx(sum(shares) / len(shares), abs=FAR)


def later_deeds(name: str, every: int) -> list[tuple[Deed, tuple[IntentChoice, ...]]]:
    """Return deeds of later foes on which no secret bears, with other dice, and what was shown."""
    battle, found = begun(level(name)), list[tuple[Deed, tuple[IntentChoice, ...]]]()
    players = {side.id: Fighter(1, side.id) for side in battle.world.scene.level.sides}
    asked = 0

    def watch(battle: Battle, command: Command) -> None:
        nonlocal asked
        asked += is_due(battle)
        if not is_due(battle) or asked % every:
            return
        assert isinstance(battle.stop, Ask)
        side = battle.stop.side
        truth = intents_of_truth(battle, side, "soldier")
        told = {one.unit: one for one in intents(battle, side, "soldier") if one in truth[1:]}
        for n in range(DICE):
            dice = Stream(asked * DICE + n, "now")
            for did in deeds(battle, side, seated(battle, "soldier"), dice):
                if did.unit in told:
                    found.append((did, told[did.unit].choices))

    play(battle, players, 1, 45, watch)
    assert len(found) >= 2 * DICE, name
    return found


def test_few_lines_stand_for_all_by_their_weights() -> None:
    battle = at_first_ask()
    lines = [Line(battle, weight) for weight in (0.5, 0.02, 0.2, 0.03, 0.25)]
    kept = spread(lines, 4)
    assert [line.weight for line in kept] == pytest.approx([0.5, 0.25, 0.25])
    assert spread(lines, 5) == lines


# In words


def test_intent_says_what_chance_decides() -> None:
    sure, other = Plan((2, 1), ("red.ann",)), Plan((3, 1))
    titles = {"red.ann": "Ann"}
    one = Intent("blue.bo", (IntentChoice(sure, 1.0),))
    assert intent_lines(one, (3, 1), titles) == ("moves to (2, 1), targets Ann",)
    likely = msgspec.structs.replace(one, tried=16)
    first, how = intent_lines(likely, (3, 1), titles)
    assert first == "very likely: moves to (2, 1), targets Ann"
    assert "16 tries" in how
    two = Intent("blue.bo", (IntentChoice(sure, 0.71), IntentChoice(other, 0.29)), 16)
    first, second, how = intent_lines(two, (3, 1), titles)
    assert first.startswith("about 70%: ")
    assert second == "about 30%: stays where it is"


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
    return intents(battle, battle.asked, player, 1)


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
