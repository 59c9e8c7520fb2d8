"""Attacks: their modifiers and effects (VER-07 to VER-18, VER-26, VER-29)."""

from game.components.belongings import Armed, Loot
from game.components.conditions import Condition
from game.components.unit import Down, Position
from game.core import cover as covers
from game.core.cells import Cell
from game.core.footprints import steps_between as steps_between
from game.core.grid import TOTAL
from game.rules.verdigris import events, figures, melees, zones
from game.rules.verdigris.dice_pools import Aim, Bystander, MissedAttack, Struck, first_roll
from game.rules.verdigris.figures import Parts, figure, parts_of, settings, talent, weapon
from game.rules.verdigris.records import (
    HELD_LEVEL,
    HOLDER_LEVEL,
    DoorDue,
    Driven,
    Grappled,
    Impair,
    InjuryDue,
    LoadingLeft,
    Mounted,
    Outing,
    Strain,
    Stress,
    Unseated,
)
from game.rules.verdigris.schema import Settings, Weapon
from game.systems import turn_upkeep
from game.systems.damage import Blow, Hurt
from game.systems.movement import stop_walk
from game.systems.parties import is_player
from game.systems.script import triggers
from game.terms.agenda import AgendaItem
from game.terms.events import Hit, Missed
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of

EFFECTS = ("disarm", "trip", "pin")
"""Aims of called shots other than a weak spot."""
STATES = ("prone", "pinned")
"""Conditions that a unit can end without help."""


# Possible targets


def obstacle_code(world: World, unit: Entity, target: Entity, arms_id: str) -> Refusal | None:
    """Refuse an attack that the unit can't make on the target, with the weapon, from its tile."""
    arms = weapon(world, arms_id)
    mine, its = world.get(unit, Position).at, world.get(target, Position).at
    if not figures.is_ranged(arms):
        if world.grid.adjacent(mine, its):
            return None
        name, its_name = id_of(world, unit), id_of(world, target)
        return Refusal("not-beside", "VER-10", unit=name, target=its_name)
    if shoots_inside(world, unit) and target not in melees.melee_of(world, unit):
        return Refusal("in-melee", "VER-07", unit=id_of(world, unit))
    return unready(world, unit, arms_id) or unseen(
        world, mine, its, arms, settings(world).long_shot
    )


def shoots_inside(world: World, unit: Entity) -> bool:
    """Return whether a unit's melee keeps it from shooting at units outside (VER-07)."""
    return not settings(world).shoot_out and bool(melees.melee_of(world, unit))


def unready(world: World, unit: Entity, arms_id: str) -> Refusal | None:
    """Refuse to shoot with a weapon that can't be used now, whatever the target."""
    if to_load(world, unit, arms_id):
        return Refusal("unloaded", "VER-22", weapon=arms_id)
    if figures.rides(world, unit) and not talent(world, unit, "mounted_shots"):
        return Refusal("mounted", "VER-22", variant="shoot", unit=id_of(world, unit))
    return None


def unseen(world: World, mine: Cell, its: Cell, arms: Weapon, over: int) -> Refusal | None:
    """Refuse a shot that isn't possible from tile `mine` to tile `its`.

    `over` is the number of zones that a shot can go beyond the weapon's range.
    """
    far = zones.borders_between(world, mine, its)
    if far is None:
        return Refusal("too-far", "VER-07", variant="parted", at=its)
    if far > (most := arms.range + over):
        return Refusal("too-far", "VER-07", variant="shot", at=its, distance=far, range=most)
    if cover(world, mine, its) >= TOTAL:
        return Refusal("no-sight", "VER-07", variant="cover", at=its)
    return None


def cover(world: World, mine: Cell, its: Cell) -> int:
    """Return the cover that terrain gives between two tiles."""
    grid = world.grid
    return grid.once((mine, its), lambda: covers.cover(grid, mine, 1, its, 1))


def to_load(world: World, unit: Entity, arms_id: str) -> int:
    """Return the number of actions still needed to load a weapon."""
    unloaded = world.find(unit, LoadingLeft)
    return dict(unloaded.weapons).get(arms_id, 0) if unloaded else 0


# Profiles


def _situation(world: World, unit: Entity, target: Entity, arms: Weapon, called: str) -> Parts:
    """Return the situation's modifiers to an attack."""
    ranged = figures.is_ranged(arms)
    shot = _shot_parts(world, unit, target, arms) if ranged else ()
    fighting = not ranged and called != "grapple"
    saddle = figures.rides(world, unit) and not ranged and "short" not in arms.qualities
    return (
        *shot,
        *(melees.numbers(world, unit) if fighting else ()),
        *parts_of(("mounted", int(saddle), "VER-21")),
        *turn_upkeep.modifiers_of(world, unit, "attack"),
    )


def _shot_parts(world: World, unit: Entity, target: Entity, arms: Weapon) -> Parts:
    mine, its = world.get(unit, Position).at, world.get(target, Position).at
    over = max(0, (zones.borders_between(world, mine, its) or 0) - arms.range)
    own = settings(world)
    hidden = (0, own.half_cover, own.three_quarters_cover, 0)[cover(world, mine, its)]
    crowd = max(0, len(melees.melee_of(world, target)) - own.crowd)
    steady, scatter = "steady" in arms.qualities, "scatter" in arms.qualities
    return parts_of(
        ("long_shot", 0 if steady else -over, "VER-07"),
        ("cover", 0 if scatter else -hidden, "VER-07"),
        ("crowd", -crowd, "VER-14"),
    )


def _pool_parts(world: World, unit: Entity, target: Entity, arms_id: str, called: str) -> Parts:
    """Return all dice of an attack except the stress dice."""
    arms = weapon(world, arms_id)
    skill = "brawling" if called == "grapple" else arms.skill
    rule = "VER-13" if figures.is_ranged(arms) else "VER-08"
    name = figures.attribute_of(skill)
    bonus = parts_of((arms_id, arms.bonus if called != "grapple" else 0, rule))
    situation = _situation(world, unit, target, arms, called)
    if called in ("", "grapple"):
        grip = talent(world, unit, "grip") if called else 0
        tested = figures.skilled(world, unit, name, skill, rule)
        return (*tested, *bonus, *parts_of(("grip", grip, "VER-27")), *situation)
    dice = getattr(figure(world, unit).skills, skill)
    rule = "VER-17" if called == "weak" else "VER-18"
    return (
        *parts_of((skill, dice, rule)),
        *bonus,
        *_called_parts(world, unit, target, arms, called, rule),
        *figures.handicaps(world, unit),
        *situation,
    )


def _called_parts(
    world: World, unit: Entity, target: Entity, arms: Weapon, called: str, rule: str
) -> Parts:
    """Return the modifiers that apply only to called shots."""
    is_weak = called == "weak"
    closed = is_weak and any(wear.closed for _, wear in figures.worn(world, target))
    return parts_of(
        ("precise", int(is_weak and "precise" in arms.qualities), rule),
        ("hooked", int(not is_weak and "hooked" in arms.qualities), rule),
        ("called", talent(world, unit, "called"), rule),
        ("closed", -int(closed), rule),
    )


def aim(
    world: World,
    unit: Entity,
    target: Entity,
    arms_id: str,
    called: str = "",
    at_mount: bool = False,
    free: str = "",
) -> Aim:
    """Return an attack with all its numbers."""
    arms, own = weapon(world, arms_id), settings(world)
    skill = "brawling" if called == "grapple" else arms.skill
    parts = _pool_parts(world, unit, target, arms_id, called)
    down = world.has(target, Down)
    if at_mount:
        kind = figures.beast(world, target)
        dodge, withstand = kind.quality, kind.bonus
    else:
        dodge = 0 if down else figures.pool(world, figures.dodge(world, target, skill))
        withstand = _withstands(world, target, arms)
    return Aim(
        unit=unit,
        side=side_of(world, unit),
        pool=figures.pool(world, parts),
        stress=figures.stress(world, unit),
        may_push=figures.may_push(world, unit),
        purpose="grapple" if called == "grapple" else "attack",
        source="VER-27" if called == "grapple" else "VER-08",
        parts=parts,
        target=target,
        weapon=arms_id,
        damage=arms.damage,
        bonus=arms.bonus,
        dodge=dodge,
        withstand=withstand,
        crit=critical(own, arms),
        ranged=figures.is_ranged(arms),
        called=called,
        free=free,
        at_mount=at_mount,
        injures=not at_mount and figures.is_hero(world, target) and not is_player(world, unit),
        down=down,
        others=_bystanders(world, unit, target, arms),
    )


def critical(own: Settings, arms: Weapon) -> int:
    """Return the number of sixes with which the weapon scores a critical (VER-26)."""
    return own.critical - ("brutal" in arms.qualities)


def _withstands(world: World, unit: Entity, arms: Weapon) -> int:
    return figures.pool(world, figures.withstand(world, unit, arms.qualities))


def _bystanders(world: World, unit: Entity, target: Entity, arms: Weapon) -> tuple[Bystander, ...]:
    """Return the units that a shot at the target may hit instead."""
    if not figures.is_ranged(arms):
        return ()
    others = sorted(melees.melee_of(world, target) - {unit, target})
    return tuple(Bystander(u, _withstands(world, u, arms)) for u in others)


def declare(
    world: World,
    unit: Entity,
    target: Entity,
    arms_id: str,
    called: str = "",
    at_mount: bool = False,
    free: str = "",
) -> None:
    """Push an attack, and log it."""
    attack = aim(world, unit, target, arms_id, called, at_mount, free)
    name, foe = id_of(world, unit), id_of(world, target)
    rule = "VER-25" if free else attack.source
    triggers.attack(world, unit, target, arms_id, rule)
    if called and called != "grapple":
        rule = "VER-17" if called == "weak" else "VER-18"
        world.tell(events.Aimed(unit=name, target=foe, aim=called, rule=rule))
    if at_mount:
        world.tell(events.MountAimed(unit=name, target=foe, rule="VER-23"))
    unload(world, unit, arms_id)
    mounted = world.find(target, Mounted)
    if mounted and mounted.ridden:
        world.put(target, Mounted(mounted.kind, mounted.life, True, mounted.held, True))
    world.push(first_roll(attack))


def unload(world: World, unit: Entity, arms_id: str) -> None:
    """Unload a weapon after a shot, if it must be loaded again."""
    reload = weapon(world, arms_id).reload
    if reload:
        unloaded = world.find(unit, LoadingLeft)
        kept = tuple(w for w in (unloaded.weapons if unloaded else ()) if w[0] != arms_id)
        world.put(unit, LoadingLeft((*kept, (arms_id, reload))))


# Effects


def strain(world: World, unit: Entity, ones: int, pushed: bool) -> None:
    """Add the stress of a push at once. The damage of stress dice follows after the action."""
    if pushed:
        level = figures.stress(world, unit) + 1
        world.put(unit, Stress(level, True))
        world.tell(events.Pushed(unit=id_of(world, unit), stress=level, rule="VER-34"))
    if ones:
        world.push(Strain(unit, ones))


class Landing(System[MissedAttack | Struck]):
    """A system that logs the result of an attack and applies its effects in order."""

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, MissedAttack | Struck)
        aim = item.aim
        # Pushed before the attack's effects, and so settled after them: stress dice do their damage
        # when the action is over (VER-34).
        strain(world, aim.unit, item.ones, item.pushed)
        if not world.quiet:
            _tell(world, item)
        if isinstance(item, Struck):
            world.push(*reversed(self._hit(world, item)))

    def _hit(self, world: World, item: Struck) -> list[AgendaItem]:
        aim, victim, due = item.aim, item.victim, list[AgendaItem]()
        if aim.free == "guard" and victim == aim.target:
            _stop(world, victim)
        if aim.at_mount:
            return _hurt_mount(world, victim, item.dealt)
        if aim.called == "grapple":
            return _grapple(world, aim.unit, victim)
        if aim.down:
            due.append(DoorDue(victim))
        else:
            rule = "VER-15" if victim != aim.target else "VER-29"
            parts = () if world.quiet else _damage_parts(world, item)
            due.append(Hurt((Blow(victim, item.dealt, aim.weapon, rule, aim.unit, parts),)))
        if item.injury:
            due.append(InjuryDue(victim, "VER-26"))
        if aim.called in EFFECTS and victim == aim.target:
            due.append(Impair(victim, aim.called))
        if item.dealt and aim.free != "leave" and "driving" in weapon(world, aim.weapon).qualities:
            due.append(Driven(victim, aim.unit))
        return due


def _stop(world: World, unit: Entity) -> None:
    """End the unit's move after a guard's hit."""
    outing, position = world.find(unit, Outing), world.find(unit, Position)
    stop_walk(world, unit)
    if outing and position:
        world.put(unit, Outing(outing.careful, outing.left, True))
        told = events.WalkStopped(unit=id_of(world, unit), at=position.at, rule="VER-25")
        world.tell(told)


def _hurt_mount(world: World, unit: Entity, dealt: int) -> list[AgendaItem]:
    """Damage the mount. If it is slain, its rider falls (VER-35)."""
    mounted = world.find(unit, Mounted)
    if mounted is None:
        return []
    left = max(0, mounted.life - dealt)
    lost, name = mounted.life - left, id_of(world, unit)
    world.put(unit, Mounted(mounted.kind, left, mounted.ridden, mounted.held, mounted.attacked))
    hurt = events.MountHurt(unit=name, amount=lost, left=left, rule="VER-29", dice=world.faces)
    world.tell(hurt)
    if left:
        return []
    world.tell(events.MountSlain(unit=name, rule="VER-35"))
    return [Unseated(unit)]


def _grapple(world: World, unit: Entity, foe: Entity) -> list[AgendaItem]:
    """Let the unit hold the foe. A foe that rides is pulled off its mount."""
    world.put(unit, Grappled(foe, HOLDER_LEVEL, True))
    world.put(foe, Grappled(unit, HELD_LEVEL, False))
    stop_walk(world, foe)
    told = events.Entangled(unit=id_of(world, unit), target=id_of(world, foe), rule="VER-27")
    world.tell(told)
    return [Unseated(foe)] if figures.rides(world, foe) else []


def _tell(world: World, item: MissedAttack | Struck) -> None:
    """Log both sides' sixes, counted from the faces: merged outcomes don't store them."""
    aim, faces = item.aim, world.faces
    is_hit = isinstance(item, Struck) and item.victim == aim.target
    own, dodged = sixes(aim, faces, item)
    name, foe = id_of(world, aim.unit), id_of(world, aim.target)
    if is_hit:
        hit = Hit(unit=name, target=foe, total=own, needed=dodged, rule=aim.source, dice=faces)
        world.tell(hit)
        if own >= aim.crit and aim.called != "grapple":
            told = events.Criticalled(unit=name, target=foe, sixes=own, rule="VER-26")
            world.tell(told)
        return
    world.tell(Missed(unit=name, target=foe, total=own, needed=dodged, rule=aim.source, dice=faces))
    if isinstance(item, Struck):
        victim = id_of(world, item.victim)
        world.tell(events.Strayed(unit=name, target=foe, victim=victim, rule="VER-15"))


def _damage_parts(world: World, item: Struck) -> tuple[Modifier, ...]:
    """Return the addends of an attack's damage: the weapon, net sixes, sixes to withstand."""
    aim, dealt = item.aim, item.aim.damage
    added = [Modifier(aim.weapon, aim.damage, "VER-29")]
    if item.victim == aim.target:
        own, dodged = sixes(aim, world.faces, item)
        is_doubled = own >= aim.crit and not aim.injures
        dealt = aim.dealt(own - dodged, is_doubled)
        twice = aim.damage if is_doubled else 0
        rest = dealt - aim.damage - twice
        added += [Modifier("critical", twice, "VER-26")] if twice else []
        added += [Modifier("net_sixes", rest, "VER-29")] if rest else []
    held = item.dealt - dealt
    return (*added, *([Modifier("withstood", held, "VER-09")] if held else []))


def sixes(aim: Aim, faces: tuple[int, ...], item: MissedAttack | Struck) -> tuple[int, int]:
    """Return the sixes of attacker and target in the faces of a finished attack."""
    # Faces are in the order rolled: test, push, dodge, stray die, withstand. The number of pushed
    # dice isn't known here, but the number of all later dice is, so those are cut off at the end.
    behind = 0
    if isinstance(item, Struck) and not aim.down and aim.called != "grapple":
        strayed = item.victim != aim.target
        pools = {other.unit: other.withstand for other in aim.others}
        behind = pools[item.victim] if strayed else aim.withstand
        behind += strayed and len(aim.others) > 1
    rolled = faces[: len(faces) - behind]
    split = len(rolled) - aim.dodge
    return rolled[:split].count(6), rolled[split:].count(6)


class Impairing(System[Impair]):
    """A system that disarms, trips or pins the target of a called shot (VER-18)."""

    def process(self, world: World, item: Impair) -> None:
        unit, rule = item.unit, "VER-18"
        if not figures.is_able(world, unit):
            return
        if item.effect == "disarm":
            drop_weapon(world, unit, rule)
        elif item.effect == "pin":
            lay(world, unit, "pinned", rule)
        elif figures.rides(world, unit):
            world.push(Unseated(unit))
        else:
            fall_prone(world, unit, rule)


def lay(world: World, unit: Entity, kind: str, rule: str) -> None:
    """Give a unit a condition that it doesn't have yet."""
    if not figures.has(world, unit, kind):
        turn_upkeep.gain(world, unit, Condition(kind, rule=rule))


def lift(world: World, unit: Entity, kind: str, rule: str) -> None:
    """Remove a condition from the unit, if the unit has it."""
    held = tuple(c for c in turn_upkeep.conditions_of(world, unit).all if c.kind == kind)
    if held:
        turn_upkeep.lose(world, unit, held, rule)


def fall_prone(world: World, unit: Entity, rule: str) -> None:
    """Make the unit fall prone. Its move is over."""
    stop_walk(world, unit)
    lay(world, unit, "prone", rule)


def drop_weapon(world: World, unit: Entity, rule: str) -> None:
    """Drop the weapon in hand on the unit's tile, visible to all."""
    armed, position = world.find(unit, Armed), world.find(unit, Position)
    if armed is None or not armed.weapon or position is None:
        return
    world.put(unit, Armed(""))
    lie(world, position.at, armed.weapon)
    name = id_of(world, unit)
    world.tell(events.Disarmed(unit=name, weapon=armed.weapon, at=position.at, rule=rule))


def lie(world: World, at: Cell, thing: str) -> None:
    """Put a dropped weapon on a tile."""
    there = world.at(Loot, at)
    if there:
        world.put(there[0], Loot(at, (*world.get(there[0], Loot).items, thing)))
    else:
        world.spawn(Loot(at, (thing,)))


def distance(a: Cell, b: Cell) -> int:
    """Return the distance between two tiles, in tiles."""
    return steps_between(a, 1, b, 1)
