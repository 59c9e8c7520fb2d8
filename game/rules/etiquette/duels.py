"""Fights between two units: their turns, attacks and end (ETI-06 … ETI-10)."""

from msgspec.structs import replace

from game.components.belongings import Armed
from game.components.turns import Acting
from game.components.unit import Vitals
from game.rules.etiquette import events
from game.rules.etiquette.encounters import both_here
from game.rules.etiquette.minions import is_robot
from game.rules.etiquette.records import (
    AttackerAsk,
    Clash,
    Clashed,
    Duel,
    DuelTerms,
    DuelTurn,
    StartDuel,
)
from game.rules.etiquette.schema import Item as Thing
from game.rules.etiquette.schema import Knack, Manner, Settings
from game.rules.etiquette.walks import duel_of
from game.systems.damage import Blow, Fall, Hurt
from game.systems.items import Consumed
from game.terms.agenda import AgendaItem
from game.terms.board_events import FightEnded, FightStarted, Matched
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World
from game.world.system import EffectSystem, System
from game.world.unit_names import id_of, side_of, tile_of


class Duelling(System[StartDuel | DuelTurn]):
    """A system that starts fights and gives fighters their turns."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case StartDuel(aggressor, other, first, rule):
                at = tile_of(world, other)
                if at is not None and both_here(world, aggressor, other):
                    order = (aggressor, other) if first == aggressor else (other, aggressor)
                    names = tuple(id_of(world, unit) for unit in order)
                    world.tell(FightStarted(at=at, fighters=names, rule=rule))
                    world.push(DuelTurn(world.spawn(Duel(at, order, other))))
            case DuelTurn(entity, is_paid):
                self._turn(world, entity, is_paid)

    def _turn(self, world: World, entity: Entity, is_paid: bool) -> None:
        duel = world.find(entity, Duel)
        if duel is None:
            return
        # Push the turn again as paid: the damage may end the fight, and must be dealt only once.
        if duel.turn >= world.scene.settings(Settings).patience and not is_paid:
            tired = tuple(Blow(unit, 1, "tedium", "ETI-06") for unit in duel.order)
            world.push(DuelTurn(entity, True), Hurt(tired))
            return
        duel = replace(duel, turn=duel.turn + 1)
        world.put(entity, duel)
        unit = duel.attacker
        world.push(DuelTurn(entity), AttackerAsk(side_of(world, unit), unit, entity))


def leave(world: World, unit: Entity) -> None:
    """End the fight that a unit is in."""
    found = duel_of(world, unit)
    if found is not None:
        at = world.get(found, Duel).at
        world.drop(found, Duel)
        world.tell(FightEnded(at=at, rule="ETI-06"))


class LeavingDuels(System[Fall]):
    """A system that removes dead units from fights."""

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            leave(world, unit)


# Attacks


def clash(
    world: World,
    attacker: Entity,
    defender: Entity,
    count: int,
    played: tuple[str | None, str | None] = (None, None),
) -> Clash:
    """Return an attack against `count` dice, with the items that both played (ETI-07, ETI-08)."""
    mine = _knacks(world, attacker, defender, "attack", played[0])
    its = _knacks(world, defender, attacker, "defence", played[1])
    rules = world.scene.settings(Settings)
    dice = (rules.attack, rules.one if count == 1 else rules.two)
    weapon = world.get(attacker, Armed).weapon
    return Clash(
        *(attacker, defender, weapon),
        _terms(world, attacker, dice[0], mine),
        _terms(world, defender, dice[1], its),
        "ETI-07",
        (
            *_parts(mine, "attack", is_robot(world, attacker)),
            *_parts(its, "defence", is_robot(world, defender)),
        ),
    )


Source = tuple[str, Knack, str]
"""A manner or an item, its knack in the attack, and the rule that applies."""


def _knacks(
    world: World, unit: Entity, foe: Entity, role: str, played: str | None
) -> tuple[Source, ...]:
    """Return a unit's knacks in an attack: from its manner, and from the item that it played."""
    weapon, found = world.get(unit, Armed).weapon, []
    manner = world.scene.gear("arms", weapon, Manner)
    knack = manner.attack if role == "attack" else manner.defence
    if knack is not None and applies(world, unit, foe, knack.when):
        found.append((weapon, knack, "ETI-07"))
    thing = world.scene.gear("items", played, Thing) if played else None
    if played and thing and thing.knack and applies(world, unit, foe, thing.knack.when):
        found.append((played, thing.knack, "ETI-08"))
    return tuple(found)


class Playing(EffectSystem[Consumed]):
    """A system for items played in an attack, whose effect is already in the dice (ETI-08)."""

    def process(self, world: World, item: Consumed) -> None:
        """Do nothing: the effect is already in the dice."""

    def could_change(self, world: World, item: Consumed) -> bool:
        found, what = duel_of(world, item.user), world.scene.gear("items", item.item, Thing)
        if found is None:
            return False
        foe = world.get(found, Duel).other(item.user)
        plain = _knacks(world, item.user, foe, what.target, None)
        played = _knacks(world, item.user, foe, what.target, item.item)
        rules = world.scene.settings(Settings)
        dice = (rules.attack,) if what.target == "attack" else (rules.one, rules.two)
        # Compare the terms with and without the item, for each number of dice that may be rolled.
        # An item that makes no difference to any of them changes nothing.
        return any(
            _terms(world, item.user, one, plain) != _terms(world, item.user, one, played)
            for one in dice
        )


def applies(world: World, unit: Entity, foe: Entity, when: str) -> bool:
    """Return whether a knack with this `when` applies to the unit now, against this foe."""
    match when:
        case "first":
            found = duel_of(world, unit)
            return found is None or world.get(found, Duel).turn <= 2
        case "hurt":
            vitals = world.get(unit, Vitals)
            return 2 * vitals.life <= vitals.most
        case "own_turn":
            acting = world.find(world.root, Acting)
            return acting is not None and side_of(world, acting.unit) == side_of(world, unit)
        case "robots" | "figures":
            return is_robot(world, foe) == (when == "robots")
    return True


def _terms(world: World, unit: Entity, dice: str, sources: tuple[Source, ...]) -> DuelTerms:
    knacks = [knack for _, knack, _ in sources]
    return DuelTerms(
        dice=world.scene.settings(Settings).robot if is_robot(world, unit) else _more(dice, knacks),
        high=sum(k.high for k in knacks),
        low=sum(k.low for k in knacks),
        floor=max((k.floor for k in knacks), default=0),
        cap=min((k.cap for k in knacks if k.cap), default=0),
        ties=any(k.ties for k in knacks),
        harm=sum(k.harm for k in knacks),
        ward=sum(k.ward for k in knacks),
        safe=any(k.safe for k in knacks),
        riposte=any(k.riposte for k in knacks),
        sting=sum(k.sting for k in knacks),
    )


def _more(dice: str, knacks: list[Knack]) -> str:
    """Return the dice with the extra dice from knacks, at least one die in all."""
    count, sides = dice.split("d")
    return f"{max(1, int(count) + sum(k.dice for k in knacks))}d{sides}"


def _parts(sources: tuple[Source, ...], role: str, rolls_as_robot: bool) -> tuple[Modifier, ...]:
    """Return what the knacks change, for forecasts: one part for each die and for the damage.

    A part's text is the key of what it is added to, and the id of its manner or item. A knack that
    adds nothing is only a reason. Robots roll the same number of dice whatever their knacks.
    """
    found = list[Modifier]()
    for id, knack, rule in sources:
        dice = 0 if rolls_as_robot else knack.dice
        own = {"highest": knack.high, "lowest": knack.low, "dice": dice}
        changes = {f"{role}_{what}": value for what, value in own.items()}
        if role == "attack":
            changes["to_damage"] = knack.harm
        else:
            changes |= {"to_damage": -knack.ward, "to_counter": knack.sting}
        parts = [Modifier(f"{key} {id}", value, rule) for key, value in changes.items() if value]
        found += parts or [Modifier(id, 0, rule)]
    return tuple(found)


def _matched(world: World, item: Clashed, attacker: str, defender: str) -> Matched:
    own, other = item.told(world.faces)
    return Matched(
        unit=attacker,
        target=defender,
        own=own,
        other=other,
        beaten=item.beaten,
        rule="ETI-09",
        dice=world.faces,
    )


def _harm_parts(item: Clashed) -> tuple[Modifier, ...]:
    """Return what changes the damage of an attack, after its pairs; nothing if nothing does."""
    added = ("harm", item.attack.harm), ("ward", -item.defence.ward)
    found = tuple(Modifier(text, value, "ETI-09") for text, value in added if value)
    return (Modifier("pairs", item.beaten, "ETI-09"), *found) if found else ()


class Fencing(System[Clashed]):
    """A system that logs the result of an attack's dice, and deals the damage."""

    def process(self, world: World, item: Clashed) -> None:
        attacker, defender = id_of(world, item.attacker), id_of(world, item.defender)
        # The faces are split between the two only for the log; odds don't need that.
        if not world.quiet:
            world.tell(_matched(world, item, attacker, defender))
        blows = []
        # A ward that takes all damage away is logged, too: the dice alone say the opposite.
        if item.harm or item.beaten:
            parts = () if world.quiet else _harm_parts(item)
            rest = item.weapon, "ETI-09", item.attacker, parts
            blows.append(Blow(item.defender, item.harm, *rest))
        if item.counter:
            world.tell(events.Countered(unit=defender, target=attacker, rule="ETI-10"))
            sting = item.defence.sting
            parts = (Modifier("sting", sting, "ETI-10"),) if sting else ()
            rest = "counter", "ETI-10", item.defender, parts
            blows.append(Blow(item.attacker, item.counter, *rest))
        if blows:
            world.push(Hurt(tuple(blows)))
