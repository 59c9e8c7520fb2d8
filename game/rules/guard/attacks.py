"""Attacks by characters: the roll, the hits and the monsters slain (GUA-06, GUA-07, GUA-09)."""

from msgspec.structs import replace

from game.components.unit import Position, Vitals
from game.rules.guard import figures
from game.rules.guard.events import Routed
from game.rules.guard.figures import arms, die, figure, known, parts, settings
from game.rules.guard.ranks import ranks
from game.rules.guard.records import (
    Affect,
    Cleaving,
    Culled,
    Grudge,
    Kills,
    Stance,
    Swing,
    SwingResult,
)
from game.systems.damage import Blow, Fall, Hurt, Suffer
from game.terms.agenda import AgendaItem
from game.terms.events import Hit, Missed
from game.terms.odds import Modifier, summed
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of

DICE = {"melee": "vigor", "ranged": "quick"}
RULE_OF = {"melee": "GUA-06", "ranged": "GUA-09"}


def stance_parts(world: World, unit: Entity, of: str) -> tuple[Modifier, ...]:
    """Return the unit's modifiers from its stance to `of`: attack rolls or defence rolls."""
    stance, numbers = world.find(unit, Stance), settings(world)
    if stance is None or stance.kind == "neutral":
        return ()
    amount = numbers.stance_attack if of == "attack" else numbers.stance_defence
    helps = (stance.kind == "aggressive") == (of == "attack")
    return (Modifier(stance.kind, amount if helps else -amount, "GUA-17"),) if amount else ()


def needed(world: World, group: Entity) -> tuple[int, tuple[Modifier, ...]]:
    """Return the group's defence, at least 1, and its modifiers."""
    changes = parts(world, group, "defence")
    plain = figure(world, group).defence
    found = tuple(Modifier("its_defence", part.value, part.rule) for part in changes)
    return max(1, plain + sum(part.value for part in changes)), found


def swing(world: World, unit: Entity, group: Entity, weapon: str) -> Swing:
    """Return the unit's attack roll on a group with a weapon."""
    kind, bonus = arms(world, weapon).kind, arms(world, weapon).bonus
    rule = RULE_OF[kind]
    own = (Modifier(weapon, bonus, rule),) if bonus else ()
    added = (*own, *stance_parts(world, unit, "attack"), *parts(world, unit, "strength"))
    least, its = needed(world, group)
    throw = die(world, unit, DICE[kind]), "attack", unit, rule
    return Swing(*throw, group, weapon, summed(added), least, kind, added, its)


def deed_swing(world: World, unit: Entity, group: Entity, table: str, id: str) -> Swing:
    """Return the attack roll of a spell, an item or an ability."""
    what = figures.deed(world, table, id)
    effect, rule = what.effect, figures.RULES[table]
    own = (Modifier(id, effect.bonus, rule),) if effect.bonus else ()
    added = (*own, *stance_parts(world, unit, "attack"), *parts(world, unit, "strength"))
    least, its = needed(world, group)
    throw = die(world, unit, effect.attack), "attack", unit, rule
    way = what.reach
    return Swing(*throw, group, id, summed(added), least, way, added, its, (table, id))


def count_standing(world: World, group: Entity) -> int:
    """Return the number of monsters left in a group."""
    return world.get(group, Vitals).life if world.has(group, Position) else 0


class LandingSwings(System[SwingResult | Culled | Cleaving]):
    """A system that applies attack rolls: each hit slays one monster of the group (GUA-07)."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case SwingResult():
                self._struck(world, item)
            case Culled(unit, target, count, through, rule):
                kill(world, unit, target, count, through, rule)
            case Cleaving():
                self._cleave(world, item)

    def _struck(self, world: World, item: SwingResult) -> None:
        rule = figures.RULES[item.deed[0]] if item.deed else RULE_OF[item.way]
        event = Hit if item.hits else Missed
        world.tell(
            event(
                unit=id_of(world, item.unit),
                target=id_of(world, item.target),
                total=item.total,
                needed=item.needed,
                rule=rule,
                dice=world.faces,
            )
        )
        if not item.hits:
            return
        # The last item pushed is settled first: the kills, then the harm they do to the attacker,
        # then leftover hits, and then the other effects.
        if item.deed:
            world.push(Affect(item.unit, item.target, *item.deed))
        # Counted now, before the kills below.
        over = item.hits - count_standing(world, item.target)
        if item.way == "melee" and over > 0 and _cleaves(world, item.unit):
            world.push(Cleaving(item.unit, item.target, over, item.cause))
        if item.way == "melee":
            _spite(world, item.unit, item.target)
        kill(world, item.unit, item.target, item.hits, item.cause, "GUA-07")

    def _cleave(self, world: World, item: Cleaving) -> None:
        """Carry leftover hits over to the next group within reach."""
        # The kills may have cost the unit its life (`_spite`).
        if not world.has(item.unit, Position):
            return
        now = ranks(world)
        for group in now.foes:
            if group != item.group and now.reaches(item.unit, group, "melee"):
                kill(world, item.unit, group, item.hits, item.cause, "GUA-12")
                return


def _cleaves(world: World, unit: Entity) -> bool:
    return any(what.cleave for _, what in known(world, unit))


def _spite(world: World, unit: Entity, group: Entity) -> None:
    """Deal the unit the damage that the group's monsters do to whoever slays them."""
    for id, what in known(world, group):
        if what.spite:
            world.push(Suffer(unit, what.spite, id, "GUA-12", by=group))


def kill(world: World, unit: Entity, group: Entity, count: int, cause: str, rule: str) -> None:
    """Let a character slay up to `count` monsters of a group, and record the kills (GUA-14)."""
    dead = min(count, count_standing(world, group))
    if dead <= 0:
        return
    grudge, kills = world.get(group, Grudge), world.find(unit, Kills) or Kills(0)
    now = dict(grudge.now) | {unit: dict(grudge.now).get(unit, 0) + dead}
    # Sorted, so that the order of the first kills doesn't change the state.
    world.put(group, replace(grudge, now=tuple(sorted(now.items()))))
    world.put(unit, Kills(kills.count + dead))
    world.push(Hurt((Blow(group, dead, cause, rule, unit),)))


class Routing(System[Hurt]):
    """A system that makes a group flee when few enough of its monsters are left.

    It comes after `damage.Harm`.
    """

    def process(self, world: World, item: Hurt) -> None:
        for unit in dict.fromkeys(blow.unit for blow in item.blows):
            left = count_standing(world, unit)
            breaks = max((what.breaks for _, what in known(world, unit)), default=0)
            if 0 < left <= breaks:
                world.tell(Routed(unit=id_of(world, unit), left=left, rule="GUA-12"))
                world.push(Fall((unit,)))
