"""Dice expressions, which score faces, convert to text and have an exact distribution."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Literal

import msgspec

from game.core import distributions
from game.core.distributions import Dist

__all__ = ["Dice", "DiceError", "DicePart", "Dist", "Ranked"]

MOST_DICE = 100
MOST_SIDES = 1000
MOST_BONUS = 10_000
MOST_KEPT = 2000
"""Maximum of kept dice times sides, summed over all parts that drop dice, to save time."""

_SIGN = re.compile(r"\s*([+-])\s*")
_DICE = re.compile(r"([0-9]{0,9})d([0-9]{1,9})(?:(kh|kl)([0-9]{1,9})|(s))?")
_NUMBER = re.compile(r"[0-9]{1,9}")

Rule = Literal["sum", "kh", "kl", "s"]

NO_DICE = "not-dice"
"""The code for a text that isn't a dice expression."""


class DiceError(ValueError):
    """The error for dice or faces that can't be: a code, and the parameters of its sentence.

    `dice_text` in game/terms makes the sentence.
    """

    def __init__(self, code: str, dice: str, **params: int | str) -> None:
        """Make an error about the expression `dice`."""
        super().__init__(code, dice, params)
        self.code = code
        self.params: dict[str, int | str] = {"dice": dice, **params}

    def __str__(self) -> str:
        return f"{self.code} {self.params}"


class DicePart(msgspec.Struct, frozen=True, omit_defaults=True):
    """Equal dice under one rule: sum them all, sum the `keep` highest or lowest, or count them.

    Under the rule `s`, each die that shows its highest face scores 1. `keep` is 0 if the rule drops
    no dice.
    """

    count: int
    sides: int
    rule: Rule = "sum"
    keep: int = 0

    def __str__(self) -> str:
        ends = {"sum": "", "s": "s"}
        return f"{self.count}d{self.sides}{ends.get(self.rule, f'{self.rule}{self.keep}')}"

    @property
    def lowest(self) -> int:
        """The lowest possible score of this part."""
        return {"sum": self.count, "s": 0}.get(self.rule, self.keep)

    @property
    def highest(self) -> int:
        """The highest possible score of this part."""
        return self.count if self.rule == "s" else self.lowest * self.sides

    def score(self, faces: Sequence[int]) -> int:
        """Return the score of these faces, which must be valid for this part's dice."""
        match self.rule:
            case "sum":
                return sum(faces)
            case "kh":
                return sum(sorted(faces)[-self.keep :])
            case "kl":
                return sum(sorted(faces)[: self.keep])
            case "s":
                return sum(face == self.sides for face in faces)

    def counted(self, faces: Sequence[int]) -> list[bool]:
        """Return for each face whether it counts. Of equal faces, the first ones are kept."""
        if self.rule == "s":
            return [face == self.sides for face in faces]
        if self.rule == "sum":
            return [True] * len(faces)
        best = sorted(faces, reverse=self.rule == "kh")[: self.keep]
        found = []
        for face in faces:
            found.append(face in best)
            if face in best:
                best.remove(face)
        return found

    def onto(self, row: list[int]) -> list[int]:
        """Return the row of weights with this part added. Its first value rises by `lowest`."""
        match self.rule:
            case "sum":
                for _ in range(self.count):
                    row = distributions.with_die(row, self.sides)
                return row
            case "kh":
                return distributions.with_row(
                    row, distributions.highest(self.count, self.sides, self.keep)
                )
            case "kl":
                return distributions.with_row(
                    row, distributions.lowest(self.count, self.sides, self.keep)
                )
            case "s":
                return distributions.with_row(row, distributions.pool(self.count, self.sides))

    def flaw(self, text: str) -> "DiceError | None":
        """Return the first error in the numbers of the expression `text`, or None."""
        if self.count < 1:
            return DiceError("no-dice", text)
        if not 2 <= self.sides <= MOST_SIDES:
            return DiceError("sides", text, sides=self.sides, most=MOST_SIDES)
        if self.rule in ("kh", "kl"):
            if not 1 <= self.keep <= self.count:
                return DiceError("keeps", text, keep=self.keep, count=self.count)
        elif self.keep:
            return DiceError("keeps-which", text, keep=self.keep)
        return None


class Dice(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """A dice expression such as `2d6+1d4-1`, `4d6kl3`, `8d6s` or `4`: parts plus a bonus.

    Physical dice are drawn in the order in which the parts are written.
    """

    parts: tuple[DicePart, ...] = ()
    bonus: int = 0

    def __post_init__(self) -> None:
        _check(self.parts, self.bonus, _write(self.parts, self.bonus))

    @classmethod
    def parse(cls, text: str) -> "Dice":
        """Parse an expression. Spaces around signs and capital letters are allowed.

        Numbers are summed into one bonus at the end. Raise DiceError if it is not a valid
        expression.
        """
        return _parse(text)

    @classmethod
    def of(cls, source: "str | int | Dice") -> "Dice":
        """Return the dice for an expression or a fixed number; return dice unchanged."""
        if isinstance(source, Dice):
            return source
        return cls(bonus=source) if isinstance(source, int) else _parse(source)

    def __str__(self) -> str:
        return _write(self.parts, self.bonus)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of each physical die, in drawing order."""
        return _sides(self)

    @property
    def lowest(self) -> int:
        """The lowest possible value."""
        return sum(part.lowest for part in self.parts) + self.bonus

    @property
    def highest(self) -> int:
        """The highest possible value."""
        return sum(part.highest for part in self.parts) + self.bonus

    def value(self, faces: Sequence[int]) -> int:
        """Return the value of these faces, in drawing order.

        Raise ValueError if they are impossible.
        """
        sides = self.sides
        if len(faces) != len(sides):
            raise DiceError("faces", str(self), needed=len(sides), given=len(faces))
        for face, most in zip(faces, sides, strict=True):
            if not 1 <= face <= most:
                raise DiceError("face", str(self), sides=most, face=face)
        total, at = self.bonus, 0
        for part in self.parts:
            total += part.score(faces[at : at + part.count])
            at += part.count
        return total

    def dist(self) -> Dist:
        """Return the exact distribution of `value`. A few thousand distributions are cached."""
        return _dist(self)


class Ranked(Dice, frozen=True, cache_hash=True, omit_defaults=True):
    """Equal dice that are ranked by face, highest first, instead of summed.

    The value stores the ranked faces as the digits of one number; `faces_of` decodes them.
    """

    @classmethod
    def like(cls, dice: "str | Dice") -> "Ranked":
        """Return ranked dice for an expression such as `2d6`.

        Raise ValueError for anything else.
        """
        plain = Dice.of(dice)
        if len(plain.parts) != 1 or plain.parts[0].rule != "sum" or plain.bonus:
            raise DiceError("unequal", str(plain))
        return cls(plain.parts)

    @property
    def lowest(self) -> int:
        return self._joined([1] * len(self.sides))

    @property
    def highest(self) -> int:
        return self._joined(list(self.sides))

    def value(self, faces: Sequence[int]) -> int:
        Dice.value(self, faces)
        return self._joined(faces)

    def faces_of(self, value: int) -> tuple[int, ...]:
        """Return the faces that a value stands for, highest first."""
        base, found = self.sides[0] + 1, []
        while value:
            value, face = divmod(value, base)
            found.append(face)
        return tuple(reversed(found))

    def dist(self) -> Dist:
        return _ranked_dist(self)

    def _joined(self, faces: Sequence[int]) -> int:
        total = 0
        for face in sorted(faces, reverse=True):
            total = total * (self.sides[0] + 1) + face
        return total


@lru_cache(maxsize=256)
def _ranked_dist(dice: Ranked) -> Dist:
    """Return each set of faces once, weighted by the number of orders in which it can be rolled."""
    count, sides = len(dice.sides), dice.sides[0]
    rows = []
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        orders = factorial(count) // prod(factorial(faces.count(f)) for f in set(faces))
        rows.append((dice.value(faces), orders))
    return Dist(tuple(sorted(rows)), sides**count)


@lru_cache(maxsize=4096)
def _sides(dice: Dice) -> tuple[int, ...]:
    return tuple(part.sides for part in dice.parts for _ in range(part.count))


@lru_cache(maxsize=4096)
def _dist(dice: Dice) -> Dist:
    row = [1]
    for part in sorted(dice.parts, key=lambda part: part.rule == "sum"):
        row = part.onto(row)
    return distributions.from_row(dice.lowest, row, prod(dice.sides))


@lru_cache(maxsize=1024)
def _parse(text: str) -> Dice:
    terms = _SIGN.split(text.strip().lower())
    terms = terms[1:] if not terms[0] else ["+", *terms]
    if not terms:
        raise DiceError(NO_DICE, text)
    parts, bonus = [], 0
    for sign, term in zip(terms[::2], terms[1::2], strict=True):
        if _NUMBER.fullmatch(term):
            bonus += int(sign + term)
        else:
            parts.append(_part(text, sign, term))
    _check(tuple(parts), bonus, text)
    return Dice(tuple(parts), bonus)


def _part(text: str, sign: str, term: str) -> DicePart:
    found = _DICE.fullmatch(term)
    if found is None:
        raise DiceError(NO_DICE, text, term=term)
    if sign == "-":
        raise DiceError("subtracts", text)
    count, sides, end, keep, sixes = found.groups()
    rule: Rule = "kh" if end == "kh" else "kl" if end == "kl" else "s" if sixes else "sum"
    return DicePart(int(count or 1), int(sides), rule, int(keep or 0))


def _write(parts: tuple[DicePart, ...], bonus: int) -> str:
    text = "+".join(map(str, parts))
    if not text:
        return str(bonus)
    return f"{text}{bonus:+d}" if bonus else text


def _check(parts: tuple[DicePart, ...], bonus: int, text: str) -> None:
    flaws = (flaw for part in parts if (flaw := part.flaw(text)))
    if flaw := next(flaws, None) or _excess(parts, bonus, text):
        raise flaw


def _excess(parts: tuple[DicePart, ...], bonus: int, text: str) -> DiceError | None:
    """Return the limit that the whole expression exceeds, or None."""
    count = sum(part.count for part in parts)
    if count > MOST_DICE:
        return DiceError("too-many", text, count=count, most=MOST_DICE)
    if abs(bonus) > MOST_BONUS:
        return DiceError("bonus", text, bonus=bonus, most=MOST_BONUS)
    kept = sum(part.keep * part.sides for part in parts)
    if kept > MOST_KEPT:
        return DiceError("kept", text, kept=kept, most=MOST_KEPT)
    return None
