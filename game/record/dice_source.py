"""Where the faces of a battle's dice come from: the seed, a script, or the people."""

from typing import NamedTuple

from game.core.dice import MOST_SIDES, Dice
from game.core.random_streams import face

STREAM = "battle"
APART = "apart"
"""The streams of the seed: of the dice all sides see, and of those that some do not."""

MOST_SEED = 2**63 - 1


class BadDice(ValueError):
    """A scripted face cannot be shown by the die it is for. Says so in a sentence."""


class DiceSource(NamedTuple):
    """How the dice are drawn. Die number *i* of a battle depends on nothing but this and *i*.

    With `asked` every face comes from outside; else the first ones are the `scripted` ones and the
    rest come from the seed.
    """

    seed: int
    asked: bool = False
    scripted: tuple[int, ...] = ()

    def faces(self, dice: Dice, drawn: int) -> tuple[int, ...] | None:
        """Return the faces of these dice after `drawn` earlier ones; None if people must be
        asked.

        BadDice if a scripted face does not fit.
        """
        if self.asked:
            return None
        return tuple(self._face(i, most) for i, most in enumerate(dice.sides, drawn))

    def apart(self, dice: Dice, moment: str) -> tuple[int, ...]:
        """Return the faces of dice that not all sides see, at a moment that comes only once.

        They count nothing up: whether they fell at all cannot be told from the dice after them.
        """
        stream = f"{APART} {moment}"
        return tuple(face(self.seed, stream, i, most) for i, most in enumerate(dice.sides))

    def _face(self, index: int, sides: int) -> int:
        if index >= len(self.scripted):
            return face(self.seed, STREAM, index, sides)
        scripted = self.scripted[index]
        if scripted > sides:
            raise BadDice(
                f"Face {index + 1} of the scripted dice is {scripted}, but the die drawn there is "
                f"a d{sides}."
            )
        return scripted


def parse_dice(text: str | None, seed: int) -> DiceSource:
    """Return a source from `ask`, `6,1,4` or nothing; raise ValueError with a sentence if it is
    neither.
    """
    if text is None:
        return DiceSource(seed)
    if text.strip() == "ask":
        return DiceSource(seed, asked=True)
    return DiceSource(seed, scripted=tuple(_scripted(word.strip()) for word in text.split(",")))


def _scripted(word: str) -> int:
    known = word.isascii() and word.isdigit() and len(word) < 6
    if not known or not 1 <= int(word) <= MOST_SIDES:
        raise ValueError(
            f"Scripted dice are faces from 1 to {MOST_SIDES} as in 6,1,4, or `ask`, not {word!r}."
        )
    return int(word)


def parse_seed(text: str) -> int:
    """Return a seed; raise ValueError with a sentence if it is not one."""
    known = text.isascii() and text.isdigit() and len(text) < 20
    if not known or int(text) > MOST_SEED:
        raise ValueError(f"A seed is a whole number from 0 to {MOST_SEED}, not {text!r}.")
    return int(text)
