"""No battle can go on forever: even stubborn players with stubborn dice come to an end."""

from random import Random
from typing import Any

import msgspec
import pytest

from game.components.unit import Position
from game.engine.battle import Battle
from game.rules.contest import BOOK
from game.rules.contest.schema import Weapon
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, OfferDraw, verb
from game.world.unit_names import tile_of
from tests.conformance.books import Case, cases
from tests.conformance.driver import REASONS, Chooser, Thrower, any_command, any_faces, play
from tests.rules.contest import duel

# Players


def prefer(*words: str) -> Chooser:
    """Return a chooser that takes the last command of the first legal verb, or else any command."""

    def choose(battle: Battle, rng: Random) -> Command:
        legal = battle.legal()
        for word in words:
            named = [command for command in legal if verb(command) == word]
            if named:
                return named[-1]
        return any_command(battle, rng)

    return choose


def onto_others(battle: Battle, rng: Random) -> Command:
    """Disengage whenever possible, and move and flee onto other units."""
    legal, world = battle.legal(), battle.world
    onto = [c for c in legal if (path := getattr(c, "path", ())) and world.at(Position, path[-1])]
    away = [c for c in legal if verb(c) in ("disengage", "chase")]
    quiet = [c for c in legal if verb(c) in ("decline", "end", "pass")]
    return rng.choice(onto or away or quiet or list(legal))


def to_and_fro(battle: Battle, rng: Random) -> Command:
    """Move one tile and return, as long as possible."""
    legal, ask = battle.legal(), battle.stop
    assert isinstance(ask, Ask)
    steps = [c for c in legal if len(getattr(c, "path", ())) == 1]
    at = tile_of(battle.world, ask.unit) or (0, 0)
    steps.sort(key=lambda c: (sum(at) % 2 == 0, getattr(c, "path", ())))
    return steps[0] if steps else prefer("decline", "pass", "stay", "end")(battle, rng)


def draws_no_one_wants(battle: Battle, rng: Random) -> Command:
    """Offer draws whenever possible, and decline every offer."""
    if battle.why_not(OfferDraw()) is None:
        return OfferDraw()
    legal = battle.legal()
    noes = [c for c in legal if getattr(c, "answer", None) == "no"]
    return noes[0] if noes else any_command(battle, rng)


def first(battle: Battle, rng: Random) -> Command:
    return battle.legal()[0]


def last(battle: Battle, rng: Random) -> Command:
    return battle.legal()[-1]


CHOOSERS: dict[str, Chooser] = {
    "disengage": prefer("disengage", "flee", "chase", "engage", "move"),
    "disengage and stay": prefer("disengage", "stay", "engage", "move"),
    "decline": prefer("decline", "pass", "disengage", "move"),
    "chase": prefer("chase", "engage", "disengage", "flee", "move"),
    "fight": prefer("engage", "attack", "react", "chase", "move"),
    "hide": prefer("hide", "move", "ready", "pass", "end"),
    "ready": prefer("ready", "react", "move", "disengage"),
    "end": prefer("end", "pass", "decline", "disengage"),
    "onto others": onto_others,
    "back and forth": to_and_fro,
    "draws": draws_no_one_wants,
    "first": first,
    "last": last,
}

# Dice


def all_ones(roll: Roll, rng: Random) -> tuple[int, ...]:
    return (1,) * len(roll.dice.sides)


def all_highest(roll: Roll, rng: Random) -> tuple[int, ...]:
    return roll.dice.sides


def all_ties(roll: Roll, rng: Random) -> tuple[int, ...]:
    return tuple(max(1, sides // 2) for sides in roll.dice.sides)


def for_the_runner(roll: Roll, rng: Random) -> tuple[int, ...]:
    """Return dice with which disengaging succeeds by as much as possible, and damage is low."""
    return all_highest(roll, rng) if roll.why in ("disengage", "movement") else all_ones(roll, rng)


def just_for_the_runner(roll: Roll, rng: Random) -> tuple[int, ...]:
    """Return dice with which disengaging succeeds by one, and damage is low."""
    if roll.why == "disengage":
        return tuple(min(2, sides) for sides in roll.dice.sides)
    return all_ones(roll, rng)


def for_the_holder(roll: Roll, rng: Random) -> tuple[int, ...]:
    """Return dice with which disengaging always fails."""
    return all_highest(roll, rng) if roll.why in ("hold", "movement") else all_ones(roll, rng)


THROWERS: tuple[Thrower, ...] = (
    all_ones,
    all_highest,
    all_ties,
    for_the_runner,
    just_for_the_runner,
    for_the_holder,
    any_faces,
)

every_chooser = pytest.mark.parametrize("choose", CHOOSERS.values(), ids=list(CHOOSERS))
SMALL = [case for case in cases() if not case.name.startswith("level-")]


def check_end(battle: Battle, choose: Chooser, throw: Thrower) -> None:
    over = play(battle, Random(1), choose, throw)
    assert over.reason in REASONS
    assert over.rounds <= battle.world.scene.level.rounds


@pytest.mark.parametrize(
    ("case", "choose", "throw"),
    [
        # Each case has dice that its neighbours lack; all combinations are in the long suite.
        pytest.param(case, choose, THROWERS[(row + column) % 4], id=f"{case}-{name}")
        for row, case in enumerate(SMALL)
        for column, (name, choose) in enumerate(CHOOSERS.items())
    ],
)
def test_stubborn_battles_end(case: Case, choose: Chooser, throw: Thrower) -> None:
    check_end(case.start(), choose, throw)


@pytest.mark.long
@every_chooser
@pytest.mark.parametrize("case", cases(), ids=str)
def test_stubborn_battles_end_with_any_dice(case: Case, choose: Chooser) -> None:
    for throw in THROWERS:
        check_end(case.start(), choose, throw)


# Contest without damage, and with unlimited attempts to disengage

HARMLESS = {"sudden_death": 10_000, "rounds": 6}
FEATHER: dict[str, Any] = {"weapon": "feather", "life": 300, "armour": 10, "movement": "6"}

MAPS: dict[str, str] = {
    "closet": "ab",
    "corridor": "a..b",
    "ring": "a..\n.#.\n..b",
    "three": "a.b\n...\n.c.",
    "crowd": "ab\ncd",
}


def harmless(rows: str) -> Battle:
    figures = {letter: dict(FEATHER) for letter in rows if letter.isalpha()}
    level = duel.level(rows, dict(HARMLESS), **figures)
    feather = msgspec.structs.replace(level.thing("arms", "feather", Weapon), damage="0")
    gear = {**level.gear, "arms": {**level.gear["arms"], "feather": feather}}
    return Battle.start(BOOK, msgspec.structs.replace(level, gear=gear))


@every_chooser
@pytest.mark.parametrize("rows", MAPS.values(), ids=list(MAPS))
def test_harmless_battles_end(rows: str, choose: Chooser) -> None:
    for throw in THROWERS:
        check_end(harmless(rows), choose, throw)
