"""The source of a battle's dice: the seed, a script, or people."""

from typing import NamedTuple

from game.core.dice import MOST_SIDES, Dice
from game.core.random_streams import face
from game.record.record_sentences import said

STREAM = "battle"
APART = "apart"
"""The seed's streams: one for dice that all sides see, one for dice that some don't see."""

MOST_SEED = 2**63 - 1


class BadDice(ValueError):
    """The error for a scripted face that its die doesn't have. The message is a sentence."""


class DiceSource(NamedTuple):
    """The source of a battle's faces.

    Die number `i` of a battle depends only on the source and on `i`. With `asked`, every face comes
    from outside. Otherwise the first dice have the `scripted` faces, and the seed gives the rest.
    """

    seed: int
    asked: bool = False
    scripted: tuple[int, ...] = ()

    def faces(self, dice: Dice, drawn: int) -> tuple[int, ...] | None:
        """Return the faces of `dice`, or None if people must roll. `drawn` dice came before.

        Raise BadDice if a scripted face doesn't fit its die.
        """
        if self.asked:
            return None
        return tuple(self._face(i, most) for i, most in enumerate(dice.sides, drawn))

    def apart(self, dice: Dice, moment: str) -> tuple[int, ...]:
        """Return the faces of dice that some sides don't see.

        `moment` must be unique in the battle.

        These dice don't count towards the common order, so later dice don't reveal whether they
        were rolled.
        """
        stream = f"{APART} {moment}"
        return tuple(face(self.seed, stream, i, most) for i, most in enumerate(dice.sides))

    def _face(self, index: int, sides: int) -> int:
        if index >= len(self.scripted):
            return face(self.seed, STREAM, index, sides)
        scripted = self.scripted[index]
        if scripted > sides:
            number = index + 1
            raise BadDice(said("dice", "scripted_face", number=number, face=scripted, sides=sides))
        return scripted


def parse_dice(text: str | None, seed: int) -> DiceSource:
    """Return the source for None, `ask` or faces such as `6,1,4`.

    Raise ValueError for other texts.
    """
    if text is None:
        return DiceSource(seed)
    if text.strip() == "ask":
        return DiceSource(seed, asked=True)
    return DiceSource(seed, scripted=tuple(_scripted(word.strip()) for word in text.split(",")))


def _scripted(word: str) -> int:
    known = word.isascii() and word.isdigit() and len(word) < 6
    if not known or not 1 <= int(word) <= MOST_SIDES:
        raise ValueError(said("dice", "not_list", word=word, most=MOST_SIDES))
    return int(word)


def parse_seed(text: str) -> int:
    """Return the seed in `text`; raise ValueError if there is none."""
    known = text.isascii() and text.isdigit() and len(text) < 20
    if not known or int(text) > MOST_SEED:
        raise ValueError(said("dice", "not_seed", text=text, most=MOST_SEED))
    return int(text)
