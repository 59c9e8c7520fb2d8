"""The luck receipt is exact and complete, and exists only after the battle."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from game.core.dice import Dice
from game.present.luck_receipt import LuckRoll, Receipt, receipts, standing_of, told_luck
from game.terms.agenda import BattleEnd
from game.terms.events import DiceRolled
from tests.conformance.books import Case, books, cases
from tests.conformance.driver import play, stops


def first(book: str) -> Case:
    """Return a shipped level of a rulebook, or another position if it has no level."""
    found = cases([book])
    return next((case for case in found if case.name.startswith("level-")), found[0])


def thrown(dice: str, *faces: int) -> LuckRoll:
    return LuckRoll(Dice.parse(dice), faces, "damage", "")


@pytest.mark.parametrize(
    "rolled",
    [
        (("2d6", (3, 4)),),
        (("1d6+2", (6,)), ("1d4", (1,))),
        (("4d6kh3", (1, 2, 6, 6)), ("1d8", (5,))),
        (("3d6s", (6, 1, 6)), ("2d6s", (1, 1))),
        (("4d6kl3", (6, 6, 6, 6)),),
    ],
)
def test_standing_equals_a_count_of_all_results(
    rolled: tuple[tuple[str, tuple[int, ...]], ...],
) -> None:
    """Count every combination of faces of all rolls."""
    throws = [thrown(dice, *faces) for dice, faces in rolled]
    ways = [
        [t.dice.value(f) for f in product(*(range(1, s + 1) for s in t.dice.sides))] for t in throws
    ]
    sums = Counter(sum(values) for values in product(*ways))
    total = sum(sums.values())
    found = standing_of(throws)
    assert found.actual == sum(t.dice.value(t.faces) for t in throws)
    assert found.mean == Fraction(sum(value * n for value, n in sums.items()), total)
    assert found.lower == Fraction(sum(n for v, n in sums.items() if v < found.actual), total)
    assert found.same == Fraction(sums[found.actual], total)
    assert found.higher == Fraction(sum(n for v, n in sums.items() if v > found.actual), total)


@pytest.mark.parametrize("book", books())
def test_every_die_of_a_battle_is_on_one_receipt(book: str) -> None:
    battle = first(book).start()
    play(battle, Random(f"luck {book}"))
    rolled = [event for event in battle.log() if isinstance(event, DiceRolled) and event.dice]
    found = receipts(battle)
    faces = Counter(face for event in rolled for face in event.dice)
    listed = Counter(face for made in found for row in made.rows for face in row.faces)
    counted: Counter[int] = Counter()
    for made in found:
        for _, counts in made.tally:
            counted.update({face: n for face, n in enumerate(counts, 1) if n})
    assert listed == counted == faces
    assert sum(made.rolls for made in found) == len(rolled)
    for made in found:
        assert {tell.side for tell in found if tell.title == made.title} == {made.side}
        assert made.pips.lower + made.pips.same + made.pips.higher == 1
        assert any(made.title in line for line in told_luck(battle))


@pytest.mark.parametrize("book", books())
def test_receipt_is_missing_before_the_end(book: str) -> None:
    case = first(book)
    for battle in stops(case.start(), Random(f"before {book}"), 40, case.start):
        if not isinstance(battle.stop, BattleEnd):
            assert receipts(battle) == ()
            assert list(told_luck(battle)) == []


def of(side: str, found: tuple[Receipt, ...]) -> Receipt:
    return next(made for made in found if made.side == side)


def test_highest_and_lowest_roll_are_the_rarest() -> None:
    battle = first("action").start()
    play(battle, Random(4))
    rolled = [e for e in battle.log() if isinstance(e, DiceRolled) and e.dice and e.unit]
    for made in receipts(battle):
        if not made.side:
            continue
        own = [e for e in rolled if e.unit and e.unit.startswith(f"{made.side}.")]
        ups = [standing_of((LuckRoll(Dice.of(e.roll), e.dice, "", ""),)) for e in own]
        assert made.highest.standing.lower == max(one.lower for one in ups)
        assert made.lowest.standing.higher == max(one.higher for one in ups)
        assert any("Highest roll" in line for line in made.lines)
        assert of(made.side, receipts(battle)) == made
