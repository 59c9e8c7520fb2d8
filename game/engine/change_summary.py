"""The meaning of changed records to a player, for odds and previews."""

from collections.abc import Callable, Mapping
from typing import Any

from game.components.belongings import Hand
from game.components.conditions import Conditions
from game.components.motion import Stride
from game.components.unit import Away, Dead, Name, Position, Vitals
from game.engine.book import Book
from game.terms.agenda import BattleEnd
from game.terms.records import Component, Entity, tag_of
from game.world import World

Place = tuple[Entity, type[Component]]
Describe = Callable[[Any, Any], dict[str, Any]]


def _vitals(old: Vitals | None, new: Vitals | None) -> dict[str, Any]:
    if old is None or new is None or old.life == new.life:
        return {}
    lost = old.life - new.life
    return {"damage": lost} if lost > 0 else {"healed": -lost}


def _position(old: Position | None, new: Position | None) -> dict[str, Any]:
    return {"at": list(new.at)} if new and new != old else {}


def _stride(old: Stride | None, new: Stride | None) -> dict[str, Any]:
    left = new.left if new else 0
    return {} if left == (old.left if old else 0) else {"movement": left}


def _hand(old: Hand | None, new: Hand | None) -> dict[str, Any]:
    before, after = list(old.items if old else ()), list(new.items if new else ())
    for item in tuple(after):
        if item in before:
            before.remove(item)
            after.remove(item)
    return ({"loses": before} if before else {}) | ({"gains": after} if after else {})


def _conditions(old: Conditions | None, new: Conditions | None) -> dict[str, Any]:
    before = [c.kind for c in old.all] if old else []
    after = [c.kind for c in new.all] if new else []
    gained = [kind for kind in after if after.count(kind) > before.count(kind)]
    lost = [kind for kind in before if before.count(kind) > after.count(kind)]
    return ({"conditions": gained} if gained else {}) | ({"cured": lost} if lost else {})


def _dead(old: Dead | None, new: Dead | None) -> dict[str, Any]:
    return {"dies": True} if new else {}


def _away(old: Away | None, new: Away | None) -> dict[str, Any]:
    return {"away": bool(new)} if bool(old) != bool(new) else {}


def _over(old: BattleEnd | None, new: BattleEnd | None) -> dict[str, Any]:
    return {"over": new.reason, "winner": new.winner} if new else {}


def _last_words(change: dict[str, Any]) -> dict[str, Any]:
    """Return a change without what a dead unit held and how it moved, which no longer matters."""
    if "dies" not in change:
        return change
    return {key: value for key, value in change.items() if key in ("damage", "dies")}


SHARED: Mapping[type[Component], Describe] = {
    Vitals: _vitals,
    Position: _position,
    Stride: _stride,
    Hand: _hand,
    Conditions: _conditions,
    Dead: _dead,
    Away: _away,
    BattleEnd: _over,
}


def _place(pair: tuple[Place, Component | None]) -> tuple[Entity, str]:
    return pair[0][0], tag_of(pair[0][1])


def _as_it_is(book: Book, world: World, entity: Entity, kind: type[Component]) -> dict[str, Any]:
    """Return a figure that is as it was, in the words in which a change to it is told."""
    describe = book.describe.get(kind) or SHARED.get(kind)
    return describe(None, world.find(entity, kind)) if describe else {}


def summarise(
    book: Book,
    world: World,
    before: Mapping[Place, Component | None],
    after: frozenset[tuple[Place, Component | None]],
) -> tuple[dict[str, Any], ...]:
    """Return the changes as one object a unit, in unit order; what belongs to no unit comes
    last.
    """
    found: dict[Entity, dict[str, Any]] = {}
    slots = {slot for slot, _ in after} if book.restated else ()
    for (entity, kind), new in after if len(after) < 2 else sorted(after, key=_place):
        describe = book.describe.get(kind) or SHARED.get(kind)
        change = describe(before[entity, kind], new) if describe else {}
        again = book.restated.get(kind) if new else None
        if again and (entity, again) not in slots:
            change = change | _as_it_is(book, world, entity, again)
        if change:
            found.setdefault(entity, {}).update(change)
    root = found.pop(world.root, None)
    units = []
    for entity, change in found.items():
        name = world.find(entity, Name)
        if name is not None:
            units.append({"unit": name.id, **_last_words(change)})
    return (*units, root) if root else tuple(units)
