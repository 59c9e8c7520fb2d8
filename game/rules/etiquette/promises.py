"""Promises: made before declaring, judged by actions, remembered by everyone (ETI-03)."""

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from game.components.turns import Rounds
from game.components.unit import Dead
from game.rules.etiquette import events
from game.rules.etiquette.commands import PromiseKind
from game.rules.etiquette.minions import has_turn, owner_of
from game.rules.etiquette.records import Pledge, Pledges, Repute
from game.systems.rounds import EndTurn, remaining
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of

RULE = "ETI-03"
KINDS: tuple[PromiseKind, ...] = get_args(PromiseKind)
CALMING = frozenset[str](("peace", "leave"))
"""Promises not to fight."""

Told = type[events.PromiseKept] | type[events.PromiseBroken] | type[events.PromiseVoided]


def pledges_of(world: World, figure: Entity) -> tuple[Pledge, ...]:
    """Return the player's open promises, neither kept nor broken."""
    found = world.find(figure, Pledges)
    return found.all if found else ()


def repute_of(world: World, figure: Entity) -> Repute:
    """Return the player's record of kept and broken promises."""
    return world.find(figure, Repute) or Repute()


def has_promised(world: World, unit: Entity, foe: Entity, kind: str) -> bool:
    """Return whether the unit's player has already made the foe's player this promise."""
    return kind in promised(world, unit, foe)


def promised(world: World, unit: Entity, foe: Entity) -> tuple[str, ...]:
    """Return the kinds of open promises from the unit's player to the foe's."""
    to = owner_of(world, foe)
    return tuple(p.kind for p in pledges_of(world, owner_of(world, unit)) if p.to == to)


def promise(world: World, unit: Entity, foe: Entity, kind: str, words: str) -> None:
    """Make a promise. The kind `leave` lasts to the end of its maker's next turn."""
    turns = (2 if has_turn(world, unit) else 1) if kind == "leave" else None
    owner = owner_of(world, unit)
    pledge = Pledge(kind, owner_of(world, foe), unit, foe, turns)
    world.put(owner, Pledges((*pledges_of(world, owner), pledge)))
    name, target = id_of(world, unit), id_of(world, foe)
    world.tell(events.Promised(unit=name, target=target, promise=kind, words=words, rule=RULE))


def judge(world: World, unit: Entity, foe: Entity, fights: bool) -> None:
    """Judge the promises that the unit's player made to the foe's player, after a declaration."""
    owner, to = owner_of(world, unit), owner_of(world, foe)
    for pledge in pledges_of(world, owner):
        if pledge.to == to and (pledge.kind == "peace" or (pledge.kind == "leave" and fights)):
            _settle(world, owner, pledge, is_kept=not fights)


def give(world: World, unit: Entity, foe: Entity, is_kept: bool) -> None:
    """Record the promise of a gift as kept or broken."""
    owner, to = owner_of(world, unit), owner_of(world, foe)
    for pledge in pledges_of(world, owner):
        if pledge.to == to and pledge.kind == "gift":
            _settle(world, owner, pledge, is_kept)


def void_gifts(world: World, one: Entity, other: Entity) -> None:
    """Void promised gifts between two players: after a fight, neither owes any."""
    for unit, foe in ((one, other), (other, one)):
        owner, to = owner_of(world, unit), owner_of(world, foe)
        for pledge in pledges_of(world, owner):
            if pledge.to == to and pledge.kind == "gift":
                _drop(world, owner, pledge, events.PromiseVoided)


def _settle(world: World, owner: Entity, pledge: Pledge, is_kept: bool) -> None:
    _drop(world, owner, pledge, events.PromiseKept if is_kept else events.PromiseBroken)
    repute = repute_of(world, owner)
    world.put(owner, Repute(repute.kept + is_kept, repute.broken + (not is_kept)))


def _drop(world: World, owner: Entity, pledge: Pledge, told: Told) -> None:
    _keep(world, owner, lambda other: other is not pledge)
    name, target = id_of(world, pledge.said_by), id_of(world, pledge.said_to)
    world.tell(told(unit=name, target=target, promise=pledge.kind, rule=RULE))


def _keep(world: World, owner: Entity, which: Callable[[Pledge], bool]) -> None:
    left = tuple(pledge for pledge in pledges_of(world, owner) if which(pledge))
    if left:
        world.put(owner, Pledges(left))
    else:
        world.drop(owner, Pledges)


class Faith(System[EndTurn]):
    """A system that settles lasting promises at the end of a player's turn, after its robots."""

    def process(self, world: World, item: EndTurn) -> None:
        owner, side = owner_of(world, item.unit), side_of(world, item.unit)
        due = remaining(world, world.get(world.root, Rounds))
        if world.has(owner, Dead) or any(side_of(world, unit) == side for unit in due):
            return
        for pledge in pledges_of(world, owner):
            if pledge.turns is not None:
                self._age(world, owner, pledge)

    def _age(self, world: World, owner: Entity, pledge: Pledge) -> None:
        assert pledge.turns is not None
        if pledge.turns > 1:
            aged = replace(pledge, turns=pledge.turns - 1)
            held = pledges_of(world, owner)
            world.put(owner, Pledges(tuple(aged if one is pledge else one for one in held)))
        elif world.has(pledge.to, Dead):
            _drop(world, owner, pledge, events.PromiseVoided)
        else:
            _settle(world, owner, pledge, is_kept=True)
