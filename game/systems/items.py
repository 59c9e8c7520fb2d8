"""The effects of items. A book lists these systems in their order here."""

from collections.abc import Callable

from msgspec import UNSET

from game.components.belongings import Armed, Hand
from game.components.conditions import Author, Condition, Conditions
from game.components.motion import Path, Stride
from game.components.unit import Position, Vitals
from game.core.dice import Dice
from game.systems import turn_upkeep
from game.systems.damage import Blow, Hurt, Mended
from game.systems.movement import stop_walk
from game.terms import board_events as board
from game.terms import board_items
from game.terms.agenda import AgendaItem, Chain, Outcome, RollHead, SingleRoll
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.system import EffectSystem
from game.world.unit_names import id_of, side_of


class ItemEffect(AgendaItem, frozen=True, tag="Effect"):
    """The effects of an item that a unit has used, after the item left the unit's hand."""

    user: Entity
    target: Entity
    item: str
    rule: str


class Consumed(AgendaItem, frozen=True):
    """The use of an item whose effects the book applies itself, only for triggers to notice."""

    user: Entity
    item: str


class Scathe(Chain, frozen=True):
    """The damage rolls of an item: the target's damage first, then the user's.

    Both are dealt at the same moment.
    """

    user: Entity
    target: Entity
    item: str
    source: str
    damage: str
    recoil: str | None
    dealt: int | None = None
    owner: Author = UNSET
    """The trap's owner, if a different unit rolls."""

    @property
    def dice(self) -> Dice:
        return Dice.of(self.damage if self.dealt is None else self.recoil or 0)

    @property
    def head(self) -> RollHead:
        return RollHead("damage" if self.dealt is None else "recoil", self.source, self.user)

    def after(self, value: int) -> AgendaItem:
        value = max(0, value)
        if self.dealt is None and self.recoil:
            return Scathe(
                *(self.user, self.target, self.item, self.source),
                *(self.damage, self.recoil, value, self.owner),
            )
        dealt = value if self.dealt is None else self.dealt
        by = self.user if self.owner is UNSET else self.owner
        blows = [Blow(self.target, dealt, self.item, self.source, by)]
        if self.dealt is not None:
            blows.append(Blow(self.user, value, self.item, self.source, by))
        return Hurt(tuple(blows))


class Measure(SingleRoll, frozen=True):
    """The roll for the life that an item heals, or for the movement that it gives or takes."""

    unit: Entity

    def after(self, value: int) -> AgendaItem:
        amount = max(0, value)
        if self.purpose == "healing":
            return Mended(self.unit, amount, self.source)
        return Paced(self.unit, amount if self.purpose == "gain" else -amount, self.source)


class Paced(Outcome, frozen=True):
    """Movement that a unit gains, or loses if negative. It affects only units with a `Stride`."""

    unit: Entity
    amount: int
    rule: str | None


class Grope(SingleRoll, frozen=True):
    """The roll for the item that a thief gets. With only one item, no die is rolled."""

    thief: Entity
    victim: Entity
    sides: tuple[str, ...]

    @property
    def head(self) -> RollHead:
        return RollHead(self.purpose, self.source, self.by, seen_by=self.sides)

    def after(self, value: int) -> AgendaItem:
        return Filched(self.thief, self.victim, value - 1, self.source)


class Filched(Outcome, frozen=True):
    """The theft of the item at this index in the victim's hand."""

    thief: Entity
    victim: Entity
    index: int
    rule: str | None


def spec(world: World, item: str) -> board_items.Goods:
    """Return the data of an item from the level."""
    return world.scene.gear("items", item, board_items.Goods)


def hand_of(world: World, unit: Entity) -> tuple[str, ...]:
    """Return the items in the unit's hand, as far as this world knows them."""
    hand = world.find(unit, Hand)
    return hand.items if hand else ()


def take_from_hand(world: World, unit: Entity, item: str) -> None:
    """Remove one item with this id from the hand, if this world shows it there."""
    items = list(hand_of(world, unit))
    if item in items:
        items.remove(item)
        world.put(unit, Hand(tuple(items)))


def highest(dice: str | None) -> int:
    """Return the highest result of a dice expression, at least 0; 0 for None."""
    return max(0, Dice.of(dice).highest) if dice else 0


class ItemHarm(EffectSystem[ItemEffect]):
    """A system for an item's damage, the first of its effects."""

    def process(self, world: World, item: ItemEffect) -> None:
        what = spec(world, item.item)
        if not world.has(item.target, Position):
            return
        if what.damage or what.recoil:
            is_here, damage = world.has(item.user, Position), what.damage or "0"
            user, owner = (item.user, UNSET) if is_here else (item.target, item.user)
            recoil = what.recoil if is_here else None
            thing = user, item.target, item.item, item.rule
            world.push(Scathe(*thing, damage, recoil, owner=owner))

    def could_change(self, world: World, item: ItemEffect) -> bool:
        what = spec(world, item.item)
        return highest(what.damage) > 0 or highest(what.recoil) > 0


class ItemHealing(EffectSystem[ItemEffect]):
    """A system for the life that an item heals."""

    def process(self, world: World, item: ItemEffect) -> None:
        heal = spec(world, item.item).heal
        if heal and world.has(item.target, Position):
            world.push(Measure(heal, "healing", item.target, item.rule, item.target))

    def could_change(self, world: World, item: ItemEffect) -> bool:
        return could_heal(world, item.target, spec(world, item.item).heal)


def could_heal(world: World, unit: Entity, dice: str | None) -> bool:
    """Return whether healing could restore any of a unit's life."""
    vitals = world.find(unit, Vitals)
    return highest(dice) > 0 and (vitals is None or vitals.life < vitals.most)


class ItemMovement(EffectSystem[ItemEffect | Paced]):
    """A system for movement that an item gives or takes.

    It rolls even for units without movement (ALL-02).
    """

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, ItemEffect):
            self._begin(world, item)
        elif isinstance(item, Paced):
            _pace(world, item.unit, item.amount, item.rule)

    def _begin(self, world: World, item: ItemEffect) -> None:
        what, unit = spec(world, item.item), item.target
        if not world.has(unit, Position):
            return
        if what.lose:
            world.push(Measure(what.lose, "lose", unit, item.rule, unit))
        if what.gain:
            world.push(Measure(what.gain, "gain", unit, item.rule, unit))

    def could_change(self, world: World, item: AgendaItem) -> bool:
        if not isinstance(item, ItemEffect):
            return True
        what, stride = spec(world, item.item), world.find(item.target, Stride)
        if stride is None:
            return False
        return highest(what.gain) > 0 or (highest(what.lose) > 0 and stride.left > 0)


class ItemHalt(EffectSystem[ItemEffect]):
    """A system for items that end all movement, applied after gains and losses of movement."""

    def process(self, world: World, item: ItemEffect) -> None:
        stride = world.find(item.target, Stride)
        if stride and spec(world, item.item).halt:
            _pace(world, item.target, -stride.left, item.rule)
            stop_walk(world, item.target)

    def could_change(self, world: World, item: ItemEffect) -> bool:
        stride = world.find(item.target, Stride)
        moves = stride is not None and (stride.left > 0 or world.has(item.target, Path))
        return moves and spec(world, item.item).halt


def _pace(world: World, unit: Entity, amount: int, rule: str | None) -> None:
    stride = world.find(unit, Stride)
    if stride is None:
        return
    left = max(0, stride.left + amount)
    world.put(unit, Stride(left))
    name = id_of(world, unit)
    if amount > 0:
        gained = board.MovementGained(
            unit=name, amount=amount, left=left, rule=rule, dice=world.faces
        )
        world.tell(gained)
    elif lost := stride.left - left:
        world.tell(
            board.MovementLost(unit=name, amount=lost, left=left, rule=rule, dice=world.faces)
        )


CHANGES = ("armour", "edge", "balance")
"""Values that an item can modify for some turns. Several modifiers add up."""


class ItemConditions(EffectSystem[ItemEffect]):
    """A system for the conditions that an item removes and causes, applied after movement."""

    def process(self, world: World, item: ItemEffect) -> None:
        what, unit = spec(world, item.item), item.target
        if not world.has(unit, Position):
            return
        held = world.find(unit, Conditions)
        if what.cure and held and held.all:
            turn_upkeep.lose(world, unit, held.all, item.rule)
        turns = what.turns or None
        for kind in CHANGES:
            value = getattr(what, kind, 0)
            if value:
                condition = Condition(kind, value, turns, None, item.rule, item.item)
                turn_upkeep.gain(world, unit, condition)
        if what.lasting:
            lasting = Condition(
                *("lasting", 0, turns, what.lasting, item.rule, item.item), author=item.user
            )
            turn_upkeep.gain(world, unit, lasting)

    def could_change(self, world: World, item: ItemEffect) -> bool:
        what = spec(world, item.item)
        lays = bool(what.lasting) or any(getattr(what, kind, 0) for kind in CHANGES)
        return lays or (what.cure and bool(turn_upkeep.conditions_of(world, item.target).all))


def itself(world: World, unit: Entity) -> Entity:
    """Return the unit itself: every unit has its own hand."""
    return unit


class ItemTheft(EffectSystem[ItemEffect | Filched]):
    """A system for theft by items, the last of their effects.

    `holder` returns the owner of a unit's hand.
    """

    def __init__(self, holder: Callable[[World, Entity], Entity] = itself) -> None:
        self._holder = holder

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, ItemEffect):
            self._begin(world, item)
        elif isinstance(item, Filched):
            self._take(world, item)

    def could_change(self, world: World, item: AgendaItem) -> bool:
        if not isinstance(item, ItemEffect):
            return True
        hand = world.find(self._holder(world, item.target), Hand)
        is_known_empty = hand is not None and not hand.items
        return spec(world, item.item).steal and not is_known_empty

    def _begin(self, world: World, item: ItemEffect) -> None:
        both = world.has(item.user, Position) and world.has(item.target, Position)
        if not (spec(world, item.item).steal and both):
            return
        holder = self._holder(world, item.target)
        count = len(hand_of(world, holder))
        if count:
            sides = side_of(world, item.user), side_of(world, item.target)
            expr = f"1d{count}" if count > 1 else "1"
            by = self._holder(world, item.user)
            world.push(Grope(expr, "theft", item.user, item.rule, by, holder, sides))
        elif world.has(holder, Hand):
            thief, victim = id_of(world, item.user), id_of(world, item.target)
            world.reveal()
            world.tell(board.NothingToSteal(unit=thief, target=victim, rule=item.rule))

    def _take(self, world: World, item: Filched) -> None:
        what = hand_of(world, item.victim)[item.index]
        take_from_hand(world, item.victim, what)
        world.put(item.thief, Hand((*hand_of(world, item.thief), what)))
        thief, victim = id_of(world, item.thief), id_of(world, item.victim)
        world.reveal()
        world.tell(
            board.ItemStolen(unit=thief, target=victim, item=what, rule=item.rule),
            (side_of(world, item.thief), side_of(world, item.victim)),
            board.TheftNoticed(unit=thief, target=victim, rule=item.rule),
        )


PART = part_of(globals(), Armed, Hand, without=(Consumed,))
