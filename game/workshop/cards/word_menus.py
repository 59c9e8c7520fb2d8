"""The lists that the words of a card open: what can stand in a word's place."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

import msgspec

from game.content.drafts.level_edits import called
from game.content.toml_files.positions import Keys
from game.content.toml_files.value_text import Value
from game.core.cells import Cell
from game.terms.level_script import AT_LEAST_ONE, AT_MOST_ONE
from game.terms.script.effects import ChoiceAnswer, Speaker
from game.workshop.cards import card_gestures
from game.workshop.cards.card_sentences import said
from game.workshop.cards.card_words import LESSONS, CardWord
from game.workshop.cards.level_names import LevelName, LevelNames
from game.workshop.cards.new_clauses import ClauseMaker
from game.workshop.cards.new_units import with_new_unit
from game.workshop.cards.word_types import GROUPS, LESSON_GROUPS, WordType, fields_of, word_type
from game.workshop.document.gesture import Gesture
from game.workshop.document.level_reading import LevelReading
from game.workshop.palette import Palette

_SHOWN = ("unit", "side", "kind")
"""Keys that a card has a word for, given or not."""
TYPED = ("text", "number", "share")
"""The kinds of words that are typed in place."""


class WordOption(NamedTuple):
    """One line of a word's list, and the gesture that it makes."""

    title: str
    make: Callable[[], Gesture]
    about: str = ""
    head: str = ""
    """The heading above it."""
    ref: str = ""
    """What it names, such as `area`; "" for other options."""
    id: str = ""
    cells: tuple[Cell, ...] = ()
    """The tiles that it has on the board."""
    is_current: bool = False
    problem: str = ""
    """Its findings in a few words, such as "2 warnings"; "" for none."""
    severity: str = ""
    """The severity of the worst of them; "" for none."""
    opens: Callable[[], "WordMenu"] | None = None
    """Function that returns the list that it opens instead of making a gesture, or None."""


class WordMenu(NamedTuple):
    """The list of a word."""

    options: tuple[WordOption, ...]
    new_name: Callable[[str], Gesture] | None = None
    """Function that returns the gesture for a new name that is typed, or None."""
    picks: frozenset[str] = frozenset()
    """What can be picked on the board: `area`, `unit`."""


class WordMenus:
    """Maker of the lists for the words of one trigger or lesson, by its path."""

    def __init__(self, reading: LevelReading, palette: Palette, base: Keys) -> None:
        self._reading, self._base = reading, base
        self._types = LESSON_GROUPS if base[0] == LESSONS else GROUPS
        self._names = LevelNames(reading, palette)
        self._maker = ClauseMaker(self._names)

    def is_typed(self, word: CardWord) -> bool:
        """Return whether a word is typed in place, without a list."""
        kind = word_type(word.keys) if word.kind == "value" else None
        if kind is None or keys_are_speaker(word.keys):
            return False
        return kind.kind in TYPED or (kind.kind == "naming" and len(word.keys) > 4)

    def menu(self, word: CardWord) -> WordMenu:
        """Return the list of a word."""
        match word.kind:
            case "often":
                return WordMenu(tuple(self._often()))
            case "group":
                return WordMenu(tuple(self._groups(str(word.keys[0]))))
            case "add" if len(word.keys) == 1:
                return WordMenu(tuple(self._new_clauses(str(word.keys[0]))))
            case "add":
                return self._new_entries(word.keys)
            case "clause":
                own = (*self._own(word.keys), *self._more(word.keys), *self._others(word.keys))
                return WordMenu(own)
            case "value":
                return self._values(word.keys)
        return WordMenu(())

    # Words of the whole trigger

    def _often(self) -> Iterator[WordOption]:
        once = self._reading.toml.get((*self._base, "once"))
        for is_once, key in ((True, "once"), (False, "each")):
            make = partial(card_gestures.set_often, self._reading, self._base, is_once)
            is_current = (once is not False) == is_once
            yield WordOption(
                said("card", key), make, said("often_about", key), is_current=is_current
            )

    def _groups(self, own: str) -> Iterator[WordOption]:
        for name, key in (("when", "all"), ("any", "any")):
            if own == "until":
                return
            make = partial(card_gestures.set_group, self._reading, self._base, own, name)
            about = said("group_about", key)
            yield WordOption(said("card", key), make, about, is_current=own == name)

    def _new_clauses(self, group: str) -> Iterator[WordOption]:
        table = "effect" if group == "do" else "event"
        for key in fields_of(self._types[group]):
            make = partial(self._added, group, key)
            yield WordOption(said(table, key), make, said(f"{table}_about", key), id=key)

    def _added(self, group: str, key: str) -> Gesture:
        clause = self._maker.clause(group, key)
        return card_gestures.add_clause(self._reading, self._base, group, clause)

    # A condition or effect

    def _own(self, keys: Keys) -> Iterator[WordOption]:
        """Yield what can be done to a condition or effect as a whole."""
        group, place = str(keys[0]), keys[1]
        entries = self._reading.toml.get((*self._base, group))
        count = len(entries) if isinstance(entries, list) else 0
        reading, base = self._reading, self._base
        head = said("head", "effect" if group == "do" else "condition")
        made: dict[str, Callable[[], Gesture]] = {}
        if place != 0:
            made["up"] = partial(card_gestures.move_clause, reading, base, keys, -1)
        if isinstance(place, int) and place + 1 < count:
            made["down"] = partial(card_gestures.move_clause, reading, base, keys, 1)
        made["copy"] = partial(card_gestures.copy_clause, reading, base, keys)
        made["remove"] = partial(card_gestures.remove_clause, reading, base, keys)
        for to in card_gestures.CONDITIONS if group != "do" else ():
            if to != group and to in self._types:
                made[f"to_{to}"] = partial(card_gestures.send_clause, reading, base, keys, to)
        for key, make in made.items():
            yield WordOption(said("clause", key), make, head=head, id=key)

    def _more(self, keys: Keys) -> Iterator[WordOption]:
        """Yield the values that a condition or effect can have in addition."""
        entry = self._reading.toml.get((*self._base, *keys))
        for key, table in entry.items() if isinstance(entry, dict) else ():
            kind = word_type((*keys, key))
            if kind is None or kind.struct is None or not isinstance(table, dict):
                continue
            exclude = AT_MOST_ONE.get(kind.struct, ())
            for name, field in fields_of(kind.struct).items():
                is_shown = name in exclude and name in _SHOWN
                if field.is_needed or name in table or is_shown or name == "title":
                    continue
                others = exclude if name in exclude else ()
                make = partial(self._put, (*keys, key, name), field, others)
                yield WordOption(said("field", name), make, head=said("head", "more"), id=name)

    def _put(self, path: Keys, kind: WordType, others: Iterable[str]) -> Gesture:
        value = self._maker.value(kind, path)
        if not kind.ref and kind.kind == "naming":
            value = self._names.first("answer", (*self._base, *path))
        return card_gestures.put_word(self._reading, self._base, path, value, others)

    def _others(self, keys: Keys) -> Iterator[WordOption]:
        """Yield the other conditions or effects that this one can become."""
        group = str(keys[0])
        old = self._reading.toml.get((*self._base, *keys))
        table = "effect" if group == "do" else "event"
        for key in fields_of(self._types[group]):
            make = partial(self._changed, keys, key, old)
            is_current = isinstance(old, dict) and key in old
            yield WordOption(
                said(table, key),
                make,
                said(f"{table}_about", key),
                said("head", "become"),
                id=key,
                is_current=is_current,
            )

    def _changed(self, keys: Keys, key: str, old: object) -> Gesture:
        clause = self._maker.clause(str(keys[0]), key, old)
        return card_gestures.set_word(self._reading, self._base, keys, clause)

    # Values

    def _values(self, keys: Keys) -> WordMenu:
        kind = word_type(keys)
        struct = None if len(keys) < 4 else _struct_at(keys)
        if kind is None:
            return WordMenu(())
        if keys_are_speaker(keys):
            return WordMenu(tuple(self._speakers(keys)), picks=frozenset({"unit"}))
        if struct is not None and keys[-1] in ("unit", "side") and not kind.is_needed:
            options = tuple(self._whos(keys))
            return WordMenu(options, picks=frozenset({"unit"}))
        options = tuple(self._named(keys, kind))
        new = partial(self._set, keys) if kind.kind in ("name", "naming") else None
        is_free = kind.ref in ("flag", "counter", "choice")
        picks = frozenset({kind.ref} & {"area", "unit"})
        return WordMenu(options, new if is_free else None, picks)

    def _set(self, keys: Keys, value: Value) -> Gesture:
        return card_gestures.set_word(self._reading, self._base, keys, value)

    def _named(self, keys: Keys, kind: WordType) -> Iterator[WordOption]:
        """Yield the values of a word, and last its removal if it isn't needed."""
        path = (*self._base, *keys)
        old = self._reading.toml.get(path)
        if kind.kind == "choice":
            for value in kind.options:
                words = said("value", str(value).lower())
                make = partial(self._set, keys, value)
                yield WordOption(words, make, is_current=value == old)
        else:
            ref = kind.ref or "answer"
            yield from self._new_units(keys)
            for name in self._names_for(ref, path if ref == "answer" else keys, keys):
                make = partial(self._set, keys, name.id)
                yield _option(name, ref, make, is_current=name.id == old)
        gone = self._removal(keys, kind)
        if gone is not None:
            yield WordOption(said("clause", "without"), gone, id="without")

    def _names_for(self, ref: str, path: Keys, keys: Keys) -> tuple[LevelName, ...]:
        """Return the names for a word; of units that arrive, those without a place come first."""
        names = self._names.of(ref, path)
        return tuple(sorted(names, key=lambda one: bool(one.cells))) if _arrives(keys) else names

    def _new_units(self, keys: Keys) -> Iterator[WordOption]:
        """Yield, for each side, the option that lists the kinds of which a new unit can arrive."""
        for side in self._names.of("side") if _arrives(keys) else ():
            yield WordOption(
                said("clause", "new_unit", side=side.title or called(side.id)),
                lambda: Gesture("", ()),
                said("clause", "new_unit_about"),
                said("ref", "unit"),
                id=f"new_unit_{side.id}",
                opens=partial(self._kinds, keys, side.id),
            )

    def _kinds(self, keys: Keys, side: str) -> WordMenu:
        """Return the list of the kinds of a new unit of a side that arrives."""
        make = partial(with_new_unit, self._reading, self._base, keys, side)
        kinds = self._names.of("kind")
        return WordMenu(tuple(_option(one, "kind", partial(make, one.id)) for one in kinds))

    def _removal(self, keys: Keys, kind: WordType) -> Callable[[], Gesture] | None:
        """Return the gesture that removes a value, or None if it is needed."""
        if isinstance(keys[-1], int):
            inside = word_type(keys[:-1])
            entries = self._reading.toml.get((*self._base, *keys[:-1]))
            least = int(inside.least or 0) if inside else 0
            if isinstance(entries, list) and len(entries) > max(1, least):
                return partial(card_gestures.remove_clause, self._reading, self._base, keys)
            return None
        if kind.is_needed or len(keys) < 4:
            return None
        table = self._reading.toml.get((*self._base, *keys[:-1]))
        some = AT_LEAST_ONE.get(_struct_at(keys), ())
        held = [name for name in some if isinstance(table, dict) and name in table]
        if held == [keys[-1]]:
            return None
        return partial(
            card_gestures.drop_words, self._reading, self._base, keys[:-1], [str(keys[-1])]
        )

    def _whos(self, keys: Keys) -> Iterator[WordOption]:
        """Yield the units and sides that a condition can be about, and any unit."""
        table = self._reading.toml.get((*self._base, *keys[:-1]))
        old = table if isinstance(table, dict) else {}
        reading, base, inside = self._reading, self._base, keys[:-1]
        drop = partial(card_gestures.drop_words, reading, base, inside, ("unit", "side"))
        fields = fields_of(_struct_at(keys))
        if "unit" in fields:
            is_current = not ("unit" in old or "side" in old)
            yield WordOption(said("value", "anyone"), drop, id="anyone", is_current=is_current)
        for ref in ("side", "unit"):
            if ref not in fields:
                continue
            for name in self._names.of(ref):
                make = partial(
                    card_gestures.put_word, reading, base, (*inside, ref), name.id, ("unit", "side")
                )
                yield _option(name, ref, make, is_current=old.get(ref) == name.id)
        if "unit" not in fields:
            yield WordOption(said("value", "all_sides"), drop, id="without")

    def _speakers(self, keys: Keys) -> Iterator[WordOption]:
        """Yield the units and kinds that can speak, and nobody in particular."""
        inside = keys[:-1]
        table = self._reading.toml.get((*self._base, *inside))
        old = table if isinstance(table, dict) else {}
        reading, base, some = self._reading, self._base, ("unit", "kind", "title")
        drop = partial(card_gestures.drop_words, reading, base, inside, some)
        yield WordOption(
            said("value", "nobody"), drop, id="nobody", is_current=not set(old) & {*some}
        )
        for ref in ("unit", "kind"):
            for name in self._names.of(ref):
                make = partial(card_gestures.put_word, reading, base, (*inside, ref), name.id, some)
                yield _option(name, ref, make, is_current=old.get(ref) == name.id)

    def _new_entries(self, keys: Keys) -> WordMenu:
        """Return the names that can be added to a list, or the answer that can."""
        kind = word_type(keys)
        path = (*self._base, *keys)
        found = self._reading.toml.get(path)
        old = list(found) if isinstance(found, list) else []
        if kind is None or kind.item is None:
            return WordMenu(())
        if kind.item.struct is ChoiceAnswer:
            ids = {str(one.get("id")) for one in old if isinstance(one, dict)}
            id = next(id for n in range(1, 100) if (id := f"answer_{n}") not in ids)
            make = partial(self._set, keys, [*old, self._maker.answer(id)])
            options = [WordOption(said("clause", "answer"), make, id="answer")]
            for place, one in enumerate(old):
                gone = self._removal((*keys, place), kind.item)
                if gone is not None and isinstance(one, dict):
                    words = said("clause", "remove_answer", answer=str(one.get("text", "")))
                    options.append(WordOption(words, gone, id=f"remove_{place}"))
            return WordMenu(tuple(options))
        options = [*self._new_units(keys)]
        options += [
            _option(name, kind.item.ref, partial(self._set, keys, [*old, name.id]))
            for name in self._names_for(kind.item.ref, (), keys)
            if name.id not in old
        ]
        return WordMenu(tuple(options), picks=frozenset({kind.item.ref} & {"area", "unit"}))

    def typed(self, word: CardWord, text: str) -> Gesture | str:
        """Return the gesture that gives a word what was typed, or why that is impossible."""
        kind = word_type(word.keys)
        assert kind is not None
        if not text.strip():
            gone = self._removal(word.keys, kind)
            return gone() if gone is not None else said("typed", "empty")
        value = value_of(kind, text)
        if isinstance(value, str) and kind.kind in ("number", "share"):
            return value
        return self._set(word.keys, value)

    def new_trigger(self) -> Gesture:
        """Return the gesture that adds a trigger: in round 2, a message."""
        condition = self._maker.clause("when", "round")
        return card_gestures.add_trigger(
            self._reading, condition, self._maker.clause("do", "message")
        )


def value_of(kind: WordType, text: str) -> Value:
    """Return the value that a typed text means; for a wrong number, a sentence that says so."""
    if kind.kind not in ("number", "share"):
        return text
    wrong = said("typed", kind.kind, least=_shown(kind.least), most=_shown(kind.most))
    try:
        value = int(text) if kind.kind == "number" else float(text.replace(",", "."))
    except ValueError:
        return wrong
    least = kind.least if kind.least is not None else value
    most = kind.most if kind.most is not None else value
    return value if least <= value <= most else wrong


def _shown(limit: float | None) -> str:
    return "" if limit is None else f"{limit:g}"


def _option(
    name: LevelName, ref: str, make: Callable[[], Gesture], is_current: bool = False
) -> WordOption:
    """Return the option of a name; its heading is what it names."""
    title = name.title or name.id
    about = " · ".join(part for part in (name.id if name.title else "", name.about) if part)
    head = said("ref", ref)
    return WordOption(title, make, about, head, ref, name.id, name.cells, is_current)


def _arrives(keys: Keys) -> bool:
    """Return whether a path leads to the units that arrive, or to one of them."""
    return keys[2:4] == ("reinforcement", "units")


def keys_are_speaker(keys: Keys) -> bool:
    """Return whether a path leads to the speaker of a message or choice."""
    struct = _struct_at(keys) if len(keys) == 4 else None
    is_one = struct is not None and issubclass(struct, Speaker)
    return is_one and keys[-1] in ("unit", "kind", "title")


def _struct_at(keys: Keys) -> type[msgspec.Struct]:
    found = word_type(keys[:-1])
    assert found is not None
    return found.struct or msgspec.Struct
