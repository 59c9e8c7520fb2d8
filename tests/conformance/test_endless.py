"""No battle can go on forever: even stubborn players with stubborn dice come to an end."""

from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest

from game.components.unit import Position
from game.engine.battle import Battle
from game.engine.book import Book
from game.rules.contest.book import BOOK
from game.rules.contest.schema import Weapon
from game.terms.agenda import Ask, Roll
from game.terms.commands import Command, OfferDraw, verb
from game.world.unit_names import tile_of
from tests.conformance.books import Case, books, cases, is_large
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


PREFERENCES = {
    "disengage": ("disengage", "flee", "chase", "engage", "move"),
    "disengage and stay": ("disengage", "stay", "engage", "move"),
    "decline": ("decline", "pass", "disengage", "move"),
    "chase": ("chase", "engage", "disengage", "flee", "move"),
    "fight": ("engage", "attack", "react", "chase", "move"),
    "hide": ("hide", "move", "ready", "pass", "end"),
    "ready": ("ready", "react", "move", "disengage"),
    "end": ("end", "pass", "decline", "disengage"),
}
CHOOSERS: dict[str, Chooser] = {
    **{name: prefer(*words) for name, words in PREFERENCES.items()},
    "onto others": onto_others,
    "back and forth": to_and_fro,
    "draws": draws_no_one_wants,
    "first": first,
    "last": last,
}


def different(book: Book) -> dict[str, Chooser]:
    """Return the choosers without those that play this rulebook as another one does.

    Two choosers play the same battles if they prefer the same ones of the rulebook's verbs.
    """
    verbs = {verb(kind) for kind in book.commands}
    known: dict[tuple[str, ...], str] = {}
    for name, words in PREFERENCES.items():
        known.setdefault(tuple(word for word in words if word in verbs), name)
    same = PREFERENCES.keys() - known.values()
    return {name: choose for name, choose in CHOOSERS.items() if name not in same}


# Dice


def all_ones(roll: Roll, rng: Random) -> tuple[int, ...]:
    return (1,) * len(roll.dice.sides)


def all_highest(roll: Roll, rng: Random) -> tuple[int, ...]:
    return roll.dice.sides


def all_ties(roll: Roll, rng: Random) -> tuple[int, ...]:
    return tuple(max(1, sides // 2) for sides in roll.dice.sides)


def low_for_leaving(roll: Roll, rng: Random) -> tuple[int, ...]:
    return tuple(min(2, sides) for sides in roll.dice.sides)


@dataclass(frozen=True)
class MostlyOnes:
    """Dice that are all ones, except for rolls of some reasons."""

    reasons: frozenset[str]
    throw: Thrower

    def __call__(self, roll: Roll, rng: Random) -> tuple[int, ...]:
        return (self.throw if roll.why in self.reasons else all_ones)(roll, rng)


for_the_runner = MostlyOnes(frozenset({"disengage", "movement"}), all_highest)
"""Dice with which disengaging succeeds by as much as possible, and damage is low."""
just_for_the_runner = MostlyOnes(frozenset({"disengage"}), low_for_leaving)
"""Dice with which disengaging succeeds by one, and damage is low."""
for_the_holder = MostlyOnes(frozenset({"hold", "movement"}), all_highest)
"""Dice with which disengaging always fails."""

PLAIN: tuple[Thrower, ...] = all_highest, all_ties, any_faces
MOSTLY_ONES = for_the_runner, just_for_the_runner, for_the_holder
THROWERS: tuple[Thrower, ...] = all_ones, *PLAIN, *MOSTLY_ONES
SOME_DICE: tuple[Thrower, ...] = all_ones, all_highest, all_ties, for_the_runner

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
        pytest.param(case, choose, SOME_DICE[(row + column) % 4], id=f"{case}-{name}")
        for row, case in enumerate(SMALL)
        for column, (name, choose) in enumerate(CHOOSERS.items())
    ],
)
def test_stubborn_battles_end(case: Case, choose: Chooser, throw: Thrower) -> None:
    check_end(case.start(), choose, throw)


@pytest.mark.long
@pytest.mark.parametrize(
    ("case", "choose"),
    [
        pytest.param(case, choose, id=f"{case}-{name}")
        for case in cases()
        if not is_large(case)
        for name, choose in different(books()[case.book]).items()
    ],
)
def test_stubborn_battles_end_with_any_dice(case: Case, choose: Chooser) -> None:
    """Leave out dice that would give the battle of all ones again."""
    rolled: set[str] = set()

    def noted_ones(roll: Roll, rng: Random) -> tuple[int, ...]:
        rolled.add(roll.why)
        return all_ones(roll, rng)

    check_end(case.start(), choose, noted_ones)
    others: list[Thrower] = [dice for dice in MOSTLY_ONES if dice.reasons & rolled]
    for throw in (*PLAIN, *others):
        check_end(case.start(), choose, throw)


@pytest.mark.long
@pytest.mark.parametrize(
    ("case", "choose", "throw"),
    [
        # Each large position has dice that its neighbours lack.
        pytest.param(case, choose, dice[(row + column) % len(dice)], id=f"{case}-{name}")
        for dice in [(all_ones, *PLAIN)]
        for row, case in enumerate(case for case in cases() if is_large(case))
        for column, (name, choose) in enumerate(different(books()[case.book]).items())
    ],
)
def test_stubborn_battles_of_large_levels_end(case: Case, choose: Chooser, throw: Thrower) -> None:
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
