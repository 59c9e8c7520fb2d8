"""The luck receipt: every die that each side rolled, compared with the expected values.

It includes dice that some sides never saw, so it is empty until the battle is over.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from math import prod

import msgspec

from game.core import distributions
from game.core.dice import Dice, DicePart
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.terms.events import DiceRolled, Event

NARROW = Fraction(1, 1000)
"""Share below which a chance is given as "once in" a number."""


class LuckShare(msgspec.Struct, frozen=True):
    """A sum and its place in its distribution; `lower` and `same` are shares of all results."""

    actual: int
    mean: Fraction
    lower: Fraction
    same: Fraction

    @property
    def higher(self) -> Fraction:
        """The share of results above the actual sum."""
        return 1 - self.lower - self.same


class LuckRoll(msgspec.Struct, frozen=True):
    """One roll: its dice, faces and value, and the sentence in the log."""

    dice: Dice
    faces: tuple[int, ...]
    why: str
    text: str

    @property
    def standing(self) -> LuckShare:
        """The place of the roll's value in its distribution."""
        return standing_of((self,))


class LuckRow(msgspec.Struct, frozen=True):
    """All rolls of the same dice: the dice in words, the number of rolls, and their sum."""

    dice: str
    count: int
    standing: LuckShare
    faces: tuple[int, ...]
    """Every face, roll by roll."""


class Receipt(msgspec.Struct, frozen=True):
    """The luck of one side; `side` is "" for dice that no unit rolled.

    `pips` are all faces added up; `tally` counts how often each size of die rolled each face.
    """

    side: str
    title: str
    rolls: int
    pips: LuckShare
    rows: tuple[LuckRow, ...]
    tally: tuple[tuple[int, tuple[int, ...]], ...]
    highest: LuckRoll
    lowest: LuckRoll
    lines: tuple[str, ...]
    """The receipt in words."""


def receipts(battle: Battle) -> tuple[Receipt, ...]:
    """Return the receipt of each side that rolled, then that of dice that no unit rolled.

    Return none before the battle is over. Undone dice don't count.
    """
    if battle.outcome is None:
        return ()
    words = BattleSentences(battle.book, battle.world.scene.names)
    sides = [side.id for side in battle.world.scene.level.sides]
    found: dict[str, list[LuckRoll]] = {side: [] for side in (*sides, "")}
    for event in battle.log():
        if isinstance(event, DiceRolled) and event.dice:
            found[_side(event, sides)].append(_throw(event, words))
    return tuple(_receipt(side, throws, words) for side, throws in found.items() if throws)


def _side(event: Event, sides: Iterable[str]) -> str:
    """Return the side whose unit rolled, or "" for none."""
    side = (getattr(event, "unit", None) or "").split(".")[0]
    return side if side in sides else ""


def _throw(event: DiceRolled, words: BattleSentences) -> LuckRoll:
    return LuckRoll(Dice.of(event.roll), event.dice, event.why, words.event(event))


def _receipt(side: str, throws: list[LuckRoll], words: BattleSentences) -> Receipt:
    by_dice = sorted(throws, key=lambda throw: (str(throw.dice), throw.faces))
    rows = tuple(
        _row(_called(words.dice(name), words), list(same))
        for name, same in groupby(by_dice, key=lambda throw: str(throw.dice))
    )
    rows = tuple(sorted(rows, key=lambda row: -row.count))
    open_ones = [t for t in throws if t.dice.lowest < t.dice.highest] or throws
    highest = min(open_ones, key=lambda t: t.standing.higher + t.standing.same)
    lowest = min(open_ones, key=lambda t: t.standing.lower + t.standing.same)
    title = words.names.get(side, side) if side else words.texts.say("luck", "table", {})
    made = Receipt(
        side,
        title,
        len(throws),
        standing_of(_pips(throw) for throw in throws),
        rows,
        _tally(throws),
        highest,
        lowest,
        (),
    )
    return msgspec.structs.replace(made, lines=tuple(_lines(made, words)))


def _called(name: str, words: BattleSentences) -> str:
    """Return dice in words, also for pools that count their highest faces (`4d6s`)."""
    counted = name.removesuffix("s")
    return words.texts.say("luck", "counted", {}, dice=counted) if counted != name else name


def _row(name: str, throws: list[LuckRoll]) -> LuckRow:
    faces = tuple(face for throw in throws for face in throw.faces)
    return LuckRow(name, len(throws), standing_of(throws), faces)


def _pips(throw: LuckRoll) -> LuckRoll:
    """Return the same roll as the plain sum of its faces."""
    parts = tuple(DicePart(part.count, part.sides) for part in throw.dice.parts)
    return msgspec.structs.replace(throw, dice=Dice(parts))


def _tally(throws: Iterable[LuckRoll]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return how often each face was rolled, for each size of die, smallest first."""
    found: dict[int, list[int]] = {}
    for throw in throws:
        for sides, face in zip(throw.dice.sides, throw.faces, strict=True):
            found.setdefault(sides, [0] * sides)[face - 1] += 1
    return tuple((sides, tuple(counts)) for sides, counts in sorted(found.items()))


def standing_of(throws: Iterable[LuckRoll]) -> LuckShare:
    """Return the sum of some rolls and its place in the exact distribution."""
    actual, bottom, total, row = 0, 0, 1, [1]
    for throw in throws:
        for part in throw.dice.parts:
            row = part.onto(row)
        actual += throw.dice.value(throw.faces)
        bottom += throw.dice.lowest
        total *= prod(throw.dice.sides)
    mean = Fraction(distributions.from_row(bottom, row, total).summed(), total)
    place = actual - bottom
    return LuckShare(actual, mean, Fraction(sum(row[:place]), total), Fraction(row[place], total))


# Text


def _lines(made: Receipt, words: BattleSentences) -> Iterator[str]:
    """Yield a receipt in sentences: all dice, the highest and lowest roll, each kind of roll."""

    def say(key: str, **fields: object) -> str:
        """Return the catalogue entry `key` with these fields."""
        return words.texts.say("luck", key, {}, **fields)

    pips, count = made.pips, sum(sum(counts) for _, counts in made.tally)
    yield say("whole", dice=count, **_standing(pips), share=_where(pips, words))
    for key, throw in (("highest", made.highest), ("lowest", made.lowest)):
        faces = ", ".join(map(str, throw.faces))
        yield say(key, text=throw.text, faces=faces, share=_tail(key, throw.standing, words))
    for row in made.rows:
        where, key = _where(row.standing, words), "row" if row.count > 1 else "row_once"
        said = say(key, dice=row.dice, count=row.count, **_standing(row.standing), share=where)
        yield said[:1].upper() + said[1:]
    for sides, counts in made.tally:
        fell = (f"{face} × {n}" for face, n in enumerate(counts, 1) if n)
        yield say("faces", die=f"d{sides}", faces=", ".join(fell))


def _standing(standing: LuckShare) -> dict[str, object]:
    return {"mean": number(standing.mean), "actual": standing.actual}


def number(value: Fraction) -> str:
    """Return a mean as text, with at most one decimal."""
    rounded = round(float(value), 1)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.1f}"


def share(value: Fraction, words: BattleSentences) -> str:
    """Return a share in words as a percentage, or as "once in" a number if it is very small."""
    if 0 < value < NARROW:
        return words.texts.say("luck", "once_in", {}, count=f"{round(1 / value):,}")
    told = f"{float(value):.1%}" if value < Fraction(1, 10) else f"{float(value):.0%}"
    return words.texts.say("luck", "of_the_time", {}, share=told)


def _where(standing: LuckShare, words: BattleSentences) -> str:
    """Return in words how often a sum is this far above or below the mean, or further."""
    if standing.actual == standing.mean:
        return words.texts.say("luck", "even", {})
    return _tail("highest" if standing.actual > standing.mean else "lowest", standing, words)


def _tail(way: str, standing: LuckShare, words: BattleSentences) -> str:
    beyond = standing.higher if way == "highest" else standing.lower
    key = "as_high" if way == "highest" else "as_low"
    return words.texts.say("luck", key, {}, share=share(beyond + standing.same, words))


def told_luck(battle: Battle) -> Iterator[str]:
    """Yield the receipts as lines of text; yield nothing until the battle is over."""
    words = BattleSentences(battle.book, battle.world.scene.names)
    for n, made in enumerate(receipts(battle)):
        if not n:
            head = words.texts.say("luck", "head", {})
            yield from ("", head, "-" * len(head))
        yield from ("", made.title, *(f"  {line}" for line in made.lines))
