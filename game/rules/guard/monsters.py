"""The monsters' turn: their targets and attacks (GUA-14, GUA-15)."""

from game.components.unit import Position, Vitals
from game.rules.guard.attacks import count_standing, stance_parts
from game.rules.guard.events import Balked
from game.rules.guard.figures import arms, die, figure, has, known, parts, total, weapons
from game.rules.guard.ranks import ranks
from game.rules.guard.records import ITS_DAMAGE, Grudge, Kills, Onslaught, Ward, Warded
from game.rules.guard.spells_and_items import affect
from game.systems.damage import Blow, Hurt
from game.systems.parties import is_player
from game.systems.rounds import TakeTurn
from game.systems.script import triggers
from game.terms.agenda import AgendaItem
from game.terms.events import Hit, Missed
from game.terms.odds import Modifier, summed
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of


def preferred(world: World, group: Entity) -> tuple[Entity, ...]:
    """Return the characters in a group's order of preference.

    Characters that taunt come first, then those that slew the most of the group last round. Ties go
    to the most monsters slain in total, then to the least life, then to party order.
    """
    grudge = world.find(group, Grudge) or Grudge()
    last = dict(grudge.last)

    def key(unit: Entity) -> tuple[bool, int, int, int, Entity]:
        kills = world.find(unit, Kills) or Kills(0)
        life = world.get(unit, Vitals).life
        return not has(world, unit, "taunt"), -last.get(unit, 0), -kills.count, life, unit

    return tuple(sorted(ranks(world).party, key=key))


def attackers(world: World, group: Entity) -> int:
    """Return the number of monsters in a group that attack."""
    return max(0, count_standing(world, group) - max(0, total(world, group, "stalled")))


def ward(world: World, group: Entity, unit: Entity) -> Ward:
    """Return one monster's attack on a character (GUA-15)."""
    foe = figure(world, group)
    added = (*guard_parts(world, unit), *stance_parts(world, unit, "defence"))
    fierce = (*_pack(world, group), *parts(world, group, "fierce"))
    harm = parts(world, group, "harm")
    its = tuple(
        Modifier(name, part.value, part.rule)
        for name, some in (("its_attack", fierce), (ITS_DAMAGE, harm))
        for part in some
    )
    throw = die(world, unit, foe.against), "dodge", unit, "GUA-15"
    needed, more = foe.attack + summed(fierce), summed(harm)
    return Ward(*throw, group, summed(added), needed, foe.damage, more, added, its)


def guard_parts(world: World, unit: Entity) -> tuple[Modifier, ...]:
    """Return a character's modifiers to defence rolls: armour, weapons, abilities, conditions."""
    armour = figure(world, unit).armour
    carried = ((id, arms(world, id).guard) for id in weapons(world, unit))
    return (
        *((Modifier("armour", armour, "GUA-15"),) if armour else ()),
        *(Modifier(id, guard, "GUA-15") for id, guard in carried if guard),
        *parts(world, unit, "guard"),
    )


def _pack(world: World, group: Entity) -> tuple[Modifier, ...]:
    """Return the attack modifiers of a group with more than half of its monsters left."""
    vitals = world.get(group, Vitals)
    if vitals.life * 2 <= vitals.most:
        return ()
    return tuple(Modifier(id, w.pack, "GUA-12") for id, w in known(world, group) if w.pack)


class Attacking(System[TakeTurn | Onslaught]):
    """A system that makes a group's attacks on its turn, monster by monster.

    It comes before the systems that end the turn.
    """

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case TakeTurn(unit) if world.has(unit, Position) and not is_player(world, unit):
                self._begin(world, unit)
            case Onslaught():
                self._next(world, item)

    def _begin(self, world: World, group: Entity) -> None:
        able = attackers(world, group)
        idle = count_standing(world, group) - able
        if idle:
            told = Balked(unit=id_of(world, group), count=idle, cause="stalled", rule="GUA-12")
            world.tell(told)
        world.push(Onslaught(group, preferred(world, group), 0, able))

    def _next(self, world: World, item: Onslaught) -> None:
        group, order, left = (
            item.group,
            item.order,
            min(item.left, count_standing(world, item.group)),
        )
        if not left:
            return
        focus = figure(world, group).targets == "focus"
        found = self._due(world, group, order, 0 if focus else item.due)
        if found is None:
            told = Balked(unit=id_of(world, group), count=left, cause="reach", rule="GUA-14")
            world.tell(told)
            return
        unit = order[found]
        world.push(Onslaught(group, order, (found + 1) % len(order), left - 1))
        triggers.attack(world, group, unit, "", "GUA-14")
        world.push(ward(world, group, unit))

    def _due(self, world: World, group: Entity, order: tuple[Entity, ...], due: int) -> int | None:
        """Return the index in `order` of the first character in reach, from `due` on, or None."""
        now = ranks(world)
        places = [(due + step) % len(order) for step in range(len(order))]
        return next(
            (p for p in places if order[p] in now.party and now.attacks(group, order[p])), None
        )


class Warding(System[Warded]):
    """A system that applies the results of monsters' attacks."""

    def process(self, world: World, item: Warded) -> None:
        event = Missed if item.damage is None else Hit
        world.tell(
            event(
                unit=id_of(world, item.group),
                target=id_of(world, item.unit),
                total=item.total,
                needed=item.needed,
                rule="GUA-15",
                dice=world.faces,
            )
        )
        if item.damage is None:
            return
        if item.damage:
            for id, what in known(world, item.group):
                if what.on_hurt:
                    affect(world, item.unit, what.on_hurt, id, "GUA-12")
        cause = id_of(world, item.group)
        world.push(Hurt((Blow(item.unit, item.damage, cause, "GUA-15", item.group),)))
