"""New conditions and effects, with values that fit the level."""

from collections.abc import Mapping
from itertools import count

import msgspec

from game.content.toml_files.positions import Keys
from game.content.toml_files.value_text import Value
from game.terms.level_script import AT_LEAST_ONE, AT_MOST_ONE
from game.terms.script.effects import ChoiceAnswer
from game.workshop.cards.card_sentences import said
from game.workshop.cards.level_names import LevelNames
from game.workshop.cards.word_types import WordType, fields_of, word_type

NUMBERS: Mapping[tuple[str, str], Value] = {
    ("round", ""): 2,
    ("round_end", ""): 2,
    ("wounded", "at_most"): 0.5,
    ("health", "at_most"): 3,
    ("count", "at_most"): 1,
    ("counter", "at_least"): 1,
    ("behaviour", "flee"): 0.5,
    ("behaviour", "chase"): 2,
    ("behaviour", "lead"): 3,
}
"""The values that new conditions and effects begin with, by their key and field."""
LIMITS: Mapping[str, str] = {"count": "at_most", "counter": "at_least"}
"""The limit that a new condition begins with."""
GUESSED = ("side", "terrain", "choice", "flag", "counter")
"""What new conditions and effects name the first of; areas, units and so on are left to choose."""
ANSWERS = ("yes", "no")
MANNER = "hold"
"""The behaviour that a new change of behaviour begins with."""


class ClauseMaker:
    """Maker of conditions and effects for the triggers of a level."""

    def __init__(self, names: LevelNames) -> None:
        self._names = names

    def clause(self, group: str, key: str, old: object = None) -> dict[str, Value]:
        """Return a new condition or effect of a kind. Values of an old one stay if they fit."""
        kind = word_type((group, 0, key))
        assert kind is not None
        kept = _values_of(old)
        path: Keys = (group, 0, key)
        if kind.struct is None:
            return {key: kept.get(kind.ref) or self.value(kind, path)}
        return {key: self._table(key, kind.struct, path, kept)}

    def _table(
        self, key: str, struct: type[msgspec.Struct], path: Keys, kept: Mapping[str, Value]
    ) -> dict[str, Value]:
        fields, made = fields_of(struct), dict[str, Value]()
        limit = LIMITS.get(key)
        for name, kind in fields.items():
            is_limit = limit is not None and name in AT_LEAST_ONE.get(struct, ())
            old = kept.get(name)
            fits = old is not None and kind.kind in ("name", "text")
            if fits and (kind.is_needed or name in ("unit", "side")):
                made[name] = old
            elif kind.is_needed or (is_limit and name == limit):
                made[name] = self.value(kind, (*path, name))
        for name in AT_MOST_ONE.get(struct, ())[1:]:
            if AT_MOST_ONE[struct][0] in made:
                made.pop(name, None)
        if key == "behaviour":
            made[MANNER] = True
        if key == "join":
            made["side"] = next((one.id for one in reversed(self._names.of("side"))), "")
        return made

    def value(self, kind: WordType, path: Keys) -> Value:
        """Return a value to begin with, at a path of a trigger."""
        key, field = str(path[2]), str(path[-1]) if len(path) > 3 else ""
        match kind.kind:
            case "name" if kind.ref == "area" and path[0] == "do":
                return self._names.free_area()
            case "name":
                return self._names.first(kind.ref, path) if kind.ref in GUESSED else ""
            case "naming":
                known = "" if kind.ref == "choice" else self._names.first(kind.ref)
                return known or self.new_name(kind.ref)
            case "text":
                return said("begin", field or key)
            case "number" | "share":
                return NUMBERS.get((key, field), 1)
            case "list" if kind.item is not None and kind.item.struct is ChoiceAnswer:
                return [self.answer(id) for id in ANSWERS]
            case "list" if kind.item is not None:
                some = self._names.of(kind.item.ref, path) if key == "reinforcement" else ()
                names = [one.id for one in some if not one.cells]
                least = max(1, int(kind.least or 0))
                return [*names, "", ""][:least]
            case "choice":
                return kind.options[-1] if kind.options else True
        return {}

    def answer(self, id: str) -> dict[str, Value]:
        """Return an answer with an id, and words that begin like it."""
        words = said("begin", id) if id in ANSWERS else said("begin", "answer")
        return {"id": id, "text": words}

    def new_name(self, ref: str) -> str:
        """Return a name for a flag, counter or choice that isn't taken."""
        taken = {one.id for one in self._names.of(ref)}
        return next(id for n in count(1) if (id := _numbered(ref, n)) not in taken)


def _numbered(word: str, number: int) -> str:
    return word if number == 1 else f"{word}_{number}"


def _values_of(old: object) -> dict[str, Value]:
    """Return the values of an old condition or effect by their field, or by what they name."""
    if not isinstance(old, dict):
        return {}
    found: dict[str, Value] = {}
    for value in old.values():
        if isinstance(value, dict):
            found.update(value)
    return found
