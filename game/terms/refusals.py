"""Refusals: the reason why a command isn't legal, as a code with parameters."""

from collections.abc import Mapping
from typing import NamedTuple

from game.core.dice import Dice
from game.terms.texts import Texts

Param = int | str | tuple[int, int] | tuple[str, ...] | Dice
"""A parameter of a refusal: a number, an id, a tile, several ids, or dice."""

TABLE = "refusal"
"""The catalogue table with the sentences of refusals."""

NO_TITLES: Mapping[str, str] = {}

ZONE = "zone"
"""The parameter that holds the letter of a zone."""


class _Fields(NamedTuple):
    """The fields of a refusal. A tuple, because it is made fast: most refusals are never shown."""

    code: str
    rule: str | None
    variant: str
    """The name of one of the code's several sentences; "" if it has only one."""
    is_moot: bool
    """Whether the command would have no effect at all. If so, it isn't listed with the commands
    that may be possible at another time.
    """
    params: Mapping[str, Param]


class Refusal(_Fields):
    """A stable code in kebab case, the rule behind it, and the parameters of its sentence.

    The sentence is the entry `<code>` or `<code>_<variant>` of the table `[refusal]`. It is filled
    in only when it is needed, because most refusals are never shown.
    """

    __slots__ = ()

    def __new__(
        cls,
        code: str,
        rule: str | None = None,
        /,
        *,
        variant: str = "",
        is_moot: bool = False,
        **params: Param,
    ) -> "Refusal":
        """Make a refusal. `params` have the names of the fields in its sentence."""
        return tuple.__new__(cls, (code, rule, variant, is_moot, params))

    @property
    def entry(self) -> str:
        """The key of the sentence in its table."""
        return f"{self.code}_{self.variant}" if self.variant else self.code

    def renamed(self, ids: Mapping[str, str]) -> "Refusal":
        """Return the refusal with each id that is a key of `ids` replaced by its value."""
        params = {field: _renamed(value, ids) for field, value in self.params.items()}
        return type(self)(
            self.code, self.rule, variant=self.variant, is_moot=self.is_moot, **params
        )

    def text(self, texts: Texts, titles: Mapping[str, str] = NO_TITLES) -> str:
        """Return the sentence, with titles for ids, or ids in quotes if they have no title.

        If the catalogue has no entry for it, make a sentence from the code.
        """
        if not texts.has(TABLE, self.entry):
            return f"{self.code.replace('-', ' ').capitalize()}."
        shown = {field: _shown(field, value, titles) for field, value in self.params.items()}
        return texts.say(TABLE, self.entry, NO_TITLES, **shown)


def _renamed(value: Param, ids: Mapping[str, str]) -> Param:
    return ids.get(value, value) if isinstance(value, str) else value


def _shown(field: str, value: Param, titles: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return _zone(value, titles) if field == ZONE else _titled(value, titles)
    if isinstance(value, tuple):
        return tuple(_titled(one, titles) if isinstance(one, str) else one for one in value)
    return value


def _zone(letter: str, titles: Mapping[str, str]) -> str:
    plain = f"zone {letter}"
    return titles.get(plain) or (plain if letter.isalnum() else f"zone {letter!r}")


def _titled(id: str, titles: Mapping[str, str]) -> str:
    return titles.get(id) or repr(id)
