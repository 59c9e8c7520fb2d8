"""Facts about Verdigris's gear, mounts, talents, injuries, terrain and commands."""

from collections.abc import Sequence

from game.rules.verdigris.attacks import critical
from game.rules.verdigris.commands import (
    Attack,
    AttackMount,
    Break,
    Called,
    Creep,
    DropWeapon,
    GetDown,
    GetUp,
    Grapple,
    Guard,
    ReadyShot,
    Release,
    Reload,
    Reverse,
    Revive,
    Strike,
    StrikeMount,
    Struggle,
    TakeWeapon,
    Trample,
    Unpack,
    UnpackWeapon,
)
from game.rules.verdigris.figures import Attribute, attribute_of, is_ranged, worn_with
from game.rules.verdigris.records import HELD_LEVEL, HOLDER_LEVEL
from game.rules.verdigris.schema import (
    UNARMED,
    Beast,
    Figure,
    Injury,
    Protection,
    Remedy,
    Settings,
    Talent,
    Weapon,
)
from game.systems.shared_facts import ENDS_TURN
from game.terms.battlefield_commands import Draw, Go, Pass, Stand
from game.terms.commands import Answer, Command, End, Move, Use
from game.terms.facts import (
    BookFacts,
    CommandFacts,
    Facts,
    FactsBasis,
    Slot,
    fact,
    fact_if,
    fact_of,
    line_of,
)
from game.terms.level import Terrain

Basis = FactsBasis[Settings, Figure]

ACTION, MOVE, BELT = (fact(Slot.COST, key) for key in ("action", "move", "belt"))
FREE, FREE_ATTACK = fact(Slot.COST, "free"), fact(Slot.COST, "free_attack")
ADJACENT = fact(Slot.REACH, "adjacent")
FOE = fact(Slot.TARGET, "foe")
UNTIL_NEXT_TURN = fact(Slot.DURATION, "until_next_turn")
LOSES_MOVE = fact(Slot.EFFECT, "loses_move")
FALLS = fact(Slot.EFFECT, "falls")
DROPS_WEAPON = fact(Slot.EFFECT, "drops_weapon")

AIMS = {"disarm": DROPS_WEAPON, "trip": FALLS, "pin": LOSES_MOVE}
"""Effects of called shots besides damage. Called shots at a weak spot deal more damage instead."""
CHANGES = ("strength", "agility", "mind", "attack", "dodge", "withstand")
"""The dice that injuries and items can change, each with a condition of the same name."""

# Weapons and armour


def _weapon(weapon: Weapon, basis: Basis) -> Facts:
    has = set(weapon.qualities)
    return line_of(
        fact_if("two_handed" in has, Slot.COST, "two_handed"),
        _attack_with(weapon, basis),
        _critical(weapon, basis) if "brutal" in has else (),
        fact_if("parrying" in has, Slot.EFFECT, "dodge_melee", value=1),
        fact_if("heavy" in has, Slot.EFFECT, "dodge", value=-1),
        fact_if("hooked" in has, Slot.EFFECT, "hooks", value=1),
        fact_if("precise" in has, Slot.EFFECT, "precise", value=1),
    )


def _attack_with(weapon: Weapon, basis: Basis) -> Facts:
    """Return the effect of an attack with the weapon, except for the sixes of a critical."""
    has, shoots = set(weapon.qualities), is_ranged(weapon)
    return line_of(
        _reach(weapon, basis),
        _weapon_dice(weapon, basis),
        fact(Slot.EFFECT, "attack_damage", value=weapon.damage),
        _on_bodies(weapon),
        fact_if("scatter" in has and shoots, Slot.EFFECT, "scatters"),
        fact_if("short" in has and not shoots, Slot.EFFECT, "short"),
        _reload(weapon),
    )


def _reach(weapon: Weapon, basis: Basis) -> Facts:
    """Return the weapon's reach, or its range with and without a loss of dice."""
    range, over = weapon.range, basis.settings.long_shot
    if not is_ranged(weapon):
        return ADJACENT
    if not over:
        return fact(Slot.REACH, "range", range=range)
    key = "range_steady" if "steady" in weapon.qualities else "range_long"
    return fact(Slot.REACH, key, range=range, over=over)


def _on_bodies(weapon: Weapon) -> Facts:
    """Return the facts of qualities that have no effect on a mount."""
    return line_of(
        fact_if("piercing" in weapon.qualities, Slot.EFFECT, "pierces", value=-1),
        fact_if("driving" in weapon.qualities, Slot.EFFECT, "drives"),
    )


def _reload(weapon: Weapon) -> Facts:
    is_loaded = is_ranged(weapon) and weapon.reload > 0
    return fact_if(is_loaded, Slot.USES, "reload", actions=weapon.reload)


def _critical(weapon: Weapon, basis: Basis) -> Facts:
    return fact(Slot.EFFECT, "critical", sixes=critical(basis.settings, weapon))


def _weapon_dice(weapon: Weapon, basis: Basis) -> Facts:
    stats, name = basis.holder, attribute_of(weapon.skill)
    added = {"attribute": name, "skill": weapon.skill, "bonus": weapon.bonus}
    if stats is None:
        return fact(Slot.EFFECT, "attack_by", **added)
    own = _attribute(stats, name, weapon, basis) + getattr(stats.skills, weapon.skill)
    return fact(Slot.EFFECT, "attack_dice", dice=_pool(basis, own + weapon.bonus))


def _wear(wear: Protection, basis: Basis) -> Facts:
    return line_of(
        fact_if(wear.shield, Slot.COST, "shield"),
        fact_of(Slot.EFFECT, "withstand", value=wear.gear),
        fact_if(wear.shield, Slot.EFFECT, "dodge_shots_of_shield", value=1),
        fact_of(Slot.EFFECT, "dodge_melee", value=wear.melee),
        fact_of(Slot.EFFECT, "agility", value=wear.agility),
        fact_of(Slot.EFFECT, "stealth", value=wear.stealth),
        fact_if(wear.closed, Slot.EFFECT, "closed", value=-1),
        fact_if(wear.firm, Slot.EFFECT, "firm"),
    )


# Mounts, talents, injuries and items


def _mount(beast: Beast, basis: Basis) -> Facts:
    return line_of(
        fact(Slot.EFFECT, "mount_life", life=beast.life),
        fact(Slot.EFFECT, "mount_dodge", dice=beast.quality),
        fact(Slot.EFFECT, "mount_withstand", dice=beast.bonus),
        _mount_attack(beast, basis),
        fact(Slot.EFFECT, "trained") if beast.trained else _mount_test(beast, basis, "hold"),
    )


def _mount_attack(beast: Beast, basis: Basis) -> Facts:
    dice = _pool(basis, beast.quality + beast.bonus)
    return fact(Slot.EFFECT, "mount_attack", dice=dice, value=beast.damage)


def _mount_test(beast: Beast, basis: Basis, purpose: str) -> Facts:
    """Return the test with which a rider controls an untrained mount."""
    stats = basis.holder
    if stats is None:
        return fact(Slot.EFFECT, f"{purpose}_mount_by", value=beast.calm)
    own = stats.charisma + stats.skills.riding + _talents(basis, "riding")
    return fact(Slot.EFFECT, f"{purpose}_mount", dice=_pool(basis, own + beast.calm))


def _talent(talent: Talent, basis: Basis) -> Facts:
    return line_of(
        fact_if(talent.mounted_shots, Slot.EFFECT, "mounted_shots"),
        fact_of(Slot.EFFECT, "escape", value=talent.escape),
        fact_of(Slot.EFFECT, "called", value=talent.called),
        fact_of(Slot.EFFECT, "withstand", value=talent.withstand),
        fact_of(Slot.EFFECT, "dodge_shots", value=talent.dodge),
        fact_if(talent.numbers != 0, Slot.EFFECT, "numbers", value=1 + talent.numbers),
        fact_of(Slot.EFFECT, "grip", value=talent.grip),
        fact_of(Slot.EFFECT, "riding", value=talent.riding),
    )


def _injury(injury: Injury, basis: Basis) -> Facts:
    """Return an injury's immediate effects, and then its permanent ones."""
    high, bleeds = 0 if injury.high == injury.low else injury.high, {"dice": injury.bleed}
    lasting = _changes(injury) + fact_if(injury.hobbled, Slot.EFFECT, "hobbles")
    return line_of(
        fact(Slot.COST, "injury_roll", low=injury.low, high=high),
        DROPS_WEAPON if injury.drop else (),
        FALLS if injury.prone else (),
        LOSES_MOVE if injury.pinned else (),
        fact_of(Slot.EFFECT, "stress", value=injury.stress),
        fact_of(Slot.EFFECT, "bleeds_for", turns=injury.turns, **bleeds)
        or fact_of(Slot.EFFECT, "bleeds", **bleeds),
        lasting,
        fact(Slot.DURATION, "for_good") if lasting else (),
    )


def _changes(thing: Injury | Remedy) -> Facts:
    return line_of(*(fact_of(Slot.EFFECT, kind, value=getattr(thing, kind, 0)) for kind in CHANGES))


def _item(item: Remedy, basis: Basis) -> Facts:
    dice = _changes(item)
    lasting = fact_of(Slot.DURATION, "turns", turns=item.turns)
    return line_of(
        fact_if(item.target == "foe", Slot.REACH, "seen_in_zone"),
        fact(Slot.TARGET, item.target),
        fact_of(Slot.EFFECT, "sure_damage", dice=item.damage),
        fact_of(Slot.EFFECT, "heal_or_revive", dice=item.heal),
        fact_of(Slot.EFFECT, "calm", value=-item.calm),
        fact_if(item.cure, Slot.EFFECT, "stops_bleeding"),
        fact_if(item.free, Slot.EFFECT, "ends_grapple"),
        fact_if(item.load, Slot.EFFECT, "loads"),
        fact_if(item.prone, Slot.EFFECT, "falls_on_foot"),
        LOSES_MOVE if item.pinned else (),
        fact_of(Slot.EFFECT, "feeds", life=item.feed),
        dice,
        (lasting or fact(Slot.DURATION, "rest_of_battle")) if dice else (),
        fact(Slot.USES, "used_up"),
    )


# Terrain


def _ground(terrain: Terrain, basis: Basis) -> Facts:
    settings, cover = basis.settings, terrain.cover
    lost = settings.half_cover if cover == "half" else settings.three_quarters_cover
    return line_of(
        fact(Slot.COST, "free_to_enter" if terrain.walk else "impassable"),
        fact_of(Slot.EFFECT, "hazard", dice=terrain.hazard if terrain.walk else None),
        fact_if(cover == "total", Slot.EFFECT, "total_cover"),
        fact_if(cover not in ("none", "total"), Slot.EFFECT, "cover", grade=cover, value=-lost),
        fact_if(not terrain.see, Slot.EFFECT, "opaque"),
    )


# Commands: attacks


def _attack(details: Sequence[str], basis: Basis) -> Facts:
    weapon = _arms(details[0], basis)
    return line_of(ACTION, _attack_with(weapon, basis), _critical(weapon, basis))


def _attack_mount(details: Sequence[str], basis: Basis) -> Facts:
    spared = _on_bodies(_arms(details[0], basis))
    return tuple(one for one in _attack(details, basis) if one not in spared)


def _called(details: Sequence[str], basis: Basis) -> Facts:
    """Return the effects of a called shot, whose dice leave out the attribute (VER-17, VER-18)."""
    weapon, aim = _arms(details[0], basis), details[1]
    stats, is_weak = basis.holder, aim == "weak"
    bonus = weapon.bonus + (("precise" if is_weak else "hooked") in weapon.qualities)
    pool = fact(Slot.EFFECT, "called_by", skill=weapon.skill, bonus=bonus)
    if stats is not None:
        own = getattr(stats.skills, weapon.skill) + _talents(basis, "called")
        pool = fact(Slot.EFFECT, "attack_dice", dice=_pool(basis, own + bonus))
    damage = fact(Slot.EFFECT, "damage", dice=str(weapon.damage))
    if is_weak:
        least = weapon.damage + weapon.bonus
        damage = fact(Slot.EFFECT, "weak_damage", value=weapon.damage, least=least)
    return line_of(
        *(ACTION, _reach(weapon, basis), pool, damage),
        *(_on_bodies(weapon), AIMS.get(aim, ()), _critical(weapon, basis), _reload(weapon)),
    )


def _grapple(basis: Basis) -> Facts:
    stats = basis.holder
    pool = fact(Slot.EFFECT, "attack_by", attribute="strength", skill="brawling", bonus=0)
    if stats is not None:
        own = stats.strength + stats.skills.brawling + _talents(basis, "grip")
        pool = fact(Slot.EFFECT, "attack_dice", dice=_pool(basis, own))
    return line_of(
        ACTION,
        fact(Slot.COST, "empty_hands"),
        ADJACENT,
        FOE,
        pool,
        fact(Slot.EFFECT, "entangles", foe=HELD_LEVEL, own=HOLDER_LEVEL),
        fact(Slot.EFFECT, "unseats"),
    )


def _struggle(basis: Basis) -> Facts:
    return line_of(ACTION, _test(basis, "loosens", "strength", "grip"))


def _trample(basis: Basis) -> Facts:
    stats = basis.holder
    where = line_of(fact(Slot.COST, "after_action"), ADJACENT, FOE)
    if stats is None or not stats.mount:
        return line_of(where, fact(Slot.EFFECT, "mount_attacks"))
    beast = basis.thing("mounts", stats.mount, Beast)
    urging = () if beast.trained else _mount_test(beast, basis, "urge")
    return line_of(where, urging, _mount_attack(beast, basis))


# Commands: moves and tests


def _move(basis: Basis) -> Facts:
    return line_of(
        MOVE,
        fact(Slot.REACH, "next_zone"),
        fact(Slot.EFFECT, "provokes"),
        _leaving(basis),
    )


def _creep(basis: Basis) -> Facts:
    return line_of(
        MOVE,
        fact(Slot.REACH, "own_zone"),
        fact(Slot.EFFECT, "passes"),
        _leaving(basis),
    )


def _leaving(basis: Basis) -> Facts:
    stats = basis.holder
    if stats is None:
        return fact(Slot.SAVE, "leave_by", attribute="agility")
    arms = _arms(stats.weapon or UNARMED, basis)
    own = _attribute(stats, "agility", arms, basis) + _talents(basis, "escape")
    return fact(Slot.SAVE, "leave", dice=_pool(basis, own))


def _revive(basis: Basis) -> Facts:
    return line_of(
        ACTION,
        ADJACENT,
        fact(Slot.TARGET, "ally_at_door"),
        _test(basis, "revives", "mind"),
    )


def _test(basis: Basis, key: str, name: Attribute, talent: str = "") -> Facts:
    """Return the effect of a test of an attribute, with its dice."""
    stats = basis.holder
    if stats is None:
        return fact(Slot.EFFECT, f"{key}_by", attribute=name)
    own = getattr(stats, name) + (_talents(basis, talent) if talent else 0)
    return fact(Slot.EFFECT, key, dice=_pool(basis, own))


def _answer(details: Sequence[str], basis: Basis) -> Facts:
    if details[0] != "push":
        return ()
    return line_of(
        fact(Slot.COST, "stress", value=1),
        fact(Slot.EFFECT, "rerolls"),
        fact(Slot.USES, "most_stress", most=basis.settings.most_stress),
    )


# Conditions


def _entangled(basis: Basis) -> Facts:
    return line_of(_in_grapple(basis), fact(Slot.DURATION, "until_loose"))


def _holding(basis: Basis) -> Facts:
    return line_of(_in_grapple(basis), fact(Slot.DURATION, "until_released"))


def _in_grapple(basis: Basis) -> Facts:
    least = basis.settings.least_pool
    return fact(Slot.EFFECT, "cannot_move") + fact(Slot.EFFECT, "entangled", least=least)


# The holder's stats


def _arms(id: str, basis: Basis) -> Weapon:
    return basis.thing("arms", id, Weapon)


def _attribute(stats: Figure, name: Attribute, arms: Weapon, basis: Basis) -> int:
    """Return an attribute, minus the armour's penalty to Agility if the weapon uses it."""
    own: int = getattr(stats, name)
    if name != "agility":
        return own
    worn = (basis.thing("armour", id, Protection) for id in worn_with(stats, arms))
    return own + sum(wear.agility for wear in worn)


def _talents(basis: Basis, what: str) -> int:
    """Return the sum of one value over the holder's talents."""
    known = basis.holder.talents if basis.holder else ()
    found: list[int] = [getattr(basis.thing("talents", id, Talent), what) for id in known]
    return sum(found)


def _pool(basis: Basis, dice: int) -> int:
    return max(basis.settings.least_pool, dice)


_COMMANDS: dict[type[Command], CommandFacts] = {
    Go: fact(Slot.EFFECT, "acts_next"),
    Move: _move,
    Creep: _creep,
    Stand: line_of(MOVE, fact(Slot.EFFECT, "stands")),
    GetUp: line_of(MOVE, fact(Slot.EFFECT, "mounts", value=1)),
    GetDown: line_of(MOVE, fact(Slot.EFFECT, "dismounts")),
    Attack: ACTION,
    Called: line_of(ACTION, fact(Slot.EFFECT, "without_attribute")),
    AttackMount: line_of(ACTION, fact(Slot.TARGET, "mount_of_foe")),
    Grapple: _grapple,
    Release: line_of(FREE, fact(Slot.EFFECT, "ends_grapple")),
    Struggle: _struggle,
    Trample: _trample,
    Guard: line_of(
        ACTION,
        fact(Slot.REACH, "next_tile"),
        fact(Slot.EFFECT, "guards"),
        UNTIL_NEXT_TURN,
    ),
    ReadyShot: line_of(
        ACTION,
        fact(Slot.REACH, "tile_in_range"),
        fact(Slot.EFFECT, "readies"),
        UNTIL_NEXT_TURN,
    ),
    Revive: _revive,
    Use: BELT,
    Unpack: ACTION,
    Draw: BELT,
    UnpackWeapon: ACTION,
    TakeWeapon: BELT,
    Reload: line_of(ACTION, fact(Slot.EFFECT, "loads_once")),
    DropWeapon: line_of(FREE, DROPS_WEAPON),
    End: ENDS_TURN,
    Strike: line_of(FREE_ATTACK, fact(Slot.TARGET, "mover"), fact(Slot.EFFECT, "strikes")),
    StrikeMount: line_of(
        FREE_ATTACK, fact(Slot.TARGET, "mount_of_mover"), fact(Slot.EFFECT, "strikes")
    ),
    Pass: fact(Slot.EFFECT, "keeps_free_attack"),
    Break: fact(Slot.EFFECT, "ends_grapple"),
    Reverse: fact(Slot.EFFECT, "reverses", foe=HELD_LEVEL),
}

FACTS = BookFacts(
    gear={
        "arms": _weapon,
        "armour": _wear,
        "mounts": _mount,
        "talents": _talent,
        "injuries": _injury,
        "items": _item,
    },
    ground=_ground,
    commands=_COMMANDS,
    details={
        Answer: _answer,
        Attack: _attack,
        AttackMount: _attack_mount,
        Called: _called,
    },
    conditions={
        "prone": line_of(
            fact(Slot.EFFECT, "cannot_move"),
            fact(Slot.EFFECT, "prone", value=-1),
            fact(Slot.DURATION, "until_stood_up"),
        ),
        "pinned": LOSES_MOVE,
        "hobbled": line_of(fact(Slot.EFFECT, "hobbles"), fact(Slot.DURATION, "for_good")),
        "bleeding": fact(Slot.EFFECT, "held_bleeding"),
        "entangled": _entangled,
        "holding": _holding,
        "strength": fact(Slot.EFFECT, "held_strength"),
        "agility": fact(Slot.EFFECT, "held_agility"),
        "mind": fact(Slot.EFFECT, "held_mind"),
        "attack": fact(Slot.EFFECT, "held_attack"),
        "dodge": fact(Slot.EFFECT, "held_dodge"),
        "withstand": fact(Slot.EFFECT, "held_withstand"),
    },
    everyday=CHANGES,
)
