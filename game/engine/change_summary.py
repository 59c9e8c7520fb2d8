"""The meaning of changed records to a player, for odds and previews."""

from collections.abc import Callable, Iterable, Mapping

from game.components.belongings import Armed, Gear, Hand, Loot
from game.components.conditions import Conditions
from game.components.motion import Stride
from game.components.unit import Away, Dead, Name, Position, Vitals
from game.engine.book import Book
from game.terms.agenda import BattleEnd
from game.terms.changes import (
    AT,
    AWAY,
    DAMAGE,
    DIES,
    GAINS,
    HEALED,
    LOSES,
    MOVEMENT,
    OVER,
    WINNER,
    AmountFact,
    ChangeFact,
    ChangeFacts,
    FallFact,
    NameFact,
    NamesFact,
    OddsChange,
    TileFact,
    TilesFact,
    flag_changed,
    flag_if,
    names_if,
)
from game.terms.parts import Describe
from game.terms.records import Component, Entity, tag_of
from game.world import World

Place = tuple[Entity, type[Component]]


def _vitals(old: Vitals | None, new: Vitals | None) -> ChangeFacts:
    if old is None or new is None or old.life == new.life:
        return ()
    lost = old.life - new.life
    return (AmountFact(DAMAGE, lost) if lost > 0 else AmountFact(HEALED, -lost),)


def _position(old: Position | None, new: Position | None) -> ChangeFacts:
    return (TileFact(AT, new.at),) if new and new != old else ()


def _stride(old: Stride | None, new: Stride | None) -> ChangeFacts:
    left = new.left if new else 0
    return () if left == (old.left if old else 0) else (AmountFact(MOVEMENT, left),)


def _hand(old: Hand | None, new: Hand | None) -> ChangeFacts:
    before, after = list(old.items if old else ()), list(new.items if new else ())
    for item in tuple(after):
        if item in before:
            before.remove(item)
            after.remove(item)
    return *names_if(before, LOSES), *names_if(after, GAINS)


def _carried(
    entity: Entity,
    before: Mapping[Place, Component | None],
    after: frozenset[tuple[Place, Component | None]],
) -> ChangeFacts:
    """Return the things that a unit has more or fewer of on its belt, in its pack and in hand."""
    now = dict(after)
    return _hand(*(Hand(_things(found, entity)) for found in (before, now)))


def _things(found: Mapping[Place, Component | None], entity: Entity) -> tuple[str, ...]:
    gear, armed = found.get((entity, Gear)), found.get((entity, Armed))
    carried = (*gear.belt, *gear.pack) if isinstance(gear, Gear) else ()
    held = (armed.weapon,) if isinstance(armed, Armed) and armed.weapon else ()
    return (*carried, *held)


def _conditions(old: Conditions | None, new: Conditions | None) -> ChangeFacts:
    before = [c.kind for c in old.all] if old else []
    after = [c.kind for c in new.all] if new else []
    # Compare the number of conditions of each kind. Players needn't read that a condition has
    # fewer turns left, but a second condition of its kind matters.
    gained = [kind for kind in after if after.count(kind) > before.count(kind)]
    lost = [kind for kind in before if before.count(kind) > after.count(kind)]
    more, less = _values(new), _values(old)
    return (
        *_with_values(gained, "conditions", more, less),
        *_with_values(lost, "cured", less, more),
    )


def _values(held: Conditions | None) -> Mapping[str, int]:
    """Return the sum of the values of each kind of condition."""
    found: dict[str, int] = {}
    for one in held.all if held else ():
        found[one.kind] = found.get(one.kind, 0) + one.value
    return found


def _with_values(
    kinds: Iterable[str], key: str, here: Mapping[str, int], there: Mapping[str, int]
) -> ChangeFacts:
    """Return a fact with conditions and the values that they add, or nothing without any."""
    found = tuple(kinds)
    amounts = tuple(here.get(kind, 0) - there.get(kind, 0) for kind in found)
    return (NamesFact(key, found, amounts if any(amounts) else ()),) if found else ()


def _dead(old: Dead | None, new: Dead | None) -> ChangeFacts:
    return flag_if(new is not None, DIES)


def _away(old: Away | None, new: Away | None) -> ChangeFacts:
    return flag_changed(old, new, AWAY)


def _over(old: BattleEnd | None, new: BattleEnd | None) -> ChangeFacts:
    return (NameFact(OVER, new.reason), NameFact(WINNER, new.winner)) if new else ()


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


def _describe(book: Book, kind: type[Component]) -> Callable[..., ChangeFacts] | None:
    """Return the function that describes changes to components of a type."""
    return book.describe.get(kind) or SHARED.get(kind)


def _place(pair: tuple[Place, Component | None]) -> tuple[Entity, str]:
    return pair[0][0], tag_of(pair[0][1])


def _as_it_is(book: Book, world: World, entity: Entity, kind: type[Component]) -> ChangeFacts:
    """Return the facts about an unchanged component, as if it were new."""
    describe = _describe(book, kind)
    return describe(None, world.find(entity, kind)) if describe else ()


def summarise(
    book: Book,
    world: World,
    before: Mapping[Place, Component | None],
    after: frozenset[tuple[Place, Component | None]],
) -> tuple[OddsChange, ...]:
    """Return one change per unit, in unit order, then the changes to the battle itself.

    Items on the ground belong to the battle.
    """
    found: dict[Entity, dict[str, ChangeFact]] = {}
    slots = {slot for slot, _ in after} if book.restated else ()
    # Sort the changes, because players read them in order, and a set has no fixed order.
    for (entity, kind), new in after if len(after) < 2 else sorted(after, key=_place):
        describe = _describe(book, kind)
        facts = describe(before[entity, kind], new) if describe else ()
        if kind is Gear:
            facts = _carried(entity, before, after)
        again = book.restated.get(kind) if new else None
        if again and (entity, again) not in slots:
            facts = (*facts, *_as_it_is(book, world, entity, again))
        if kind is Loot:
            _lay(found.setdefault(world.root, {}), facts)
        elif facts:
            found.setdefault(entity, {}).update((fact.key, fact) for fact in facts)
    root = found.pop(world.root, None)
    units = []
    for entity, by_key in found.items():
        name = world.find(entity, Name)
        if name is not None:
            _lose_life(by_key, world.find(entity, Vitals))
            units.append(OddsChange(name.id, _last_words(by_key)))
    return (*units, OddsChange(None, tuple(root.values()))) if root else tuple(units)


def _lose_life(found: dict[str, ChangeFact], before: Vitals | None) -> None:
    """Let a unit that falls take all its life as damage, whatever it gets back afterwards."""
    if before is not None and any(isinstance(fact, FallFact) for fact in found.values()):
        found.pop(HEALED, None)
        found[DAMAGE] = AmountFact(DAMAGE, before.life)


def _lay(found: dict[str, ChangeFact], facts: ChangeFacts) -> None:
    """Add changes to the items on one more tile to those found so far."""
    for fact in facts:
        before = found.get(fact.key)
        if isinstance(before, TilesFact) and isinstance(fact, TilesFact):
            found[fact.key] = TilesFact(fact.key, (*before.value, *fact.value))
        else:
            found[fact.key] = fact


def _last_words(found: Mapping[str, ChangeFact]) -> ChangeFacts:
    """Return the facts of a unit. If it dies, return only its damage and death."""
    is_dead = DIES in found
    return tuple(fact for key, fact in found.items() if not is_dead or key in (DAMAGE, DIES))
