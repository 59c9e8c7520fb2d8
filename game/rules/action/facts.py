"""Facts about Action's weapons, armour, powers, items, conditions, terrain and commands."""

from game.core.dice import Dice
from game.rules.action.combat.saving_throws import difficulty_in
from game.rules.action.commands import (
    ActionMove,
    Attack,
    Cross,
    Dash,
    Defend,
    Disengage,
    Drop,
    First,
    Handle,
    Help,
    Hide,
    Load,
    Rally,
    React,
    Ready,
    Search,
    Smash,
    Take,
    Throw,
    UsePower,
    UsePowerAt,
)
from game.rules.action.field.effect_areas import is_own
from game.rules.action.schema import (
    DEFENDING,
    DYING,
    PRONE,
    Deed,
    Effect,
    Figure,
    Item,
    Kind,
    Power,
    Saving,
    Settings,
    Weapon,
    Wear,
)
from game.rules.action.units.figures import FEET, best_ability, speed_in
from game.rules.action.units.powers import skill_of
from game.systems.shared_facts import ENDS_TURN
from game.terms.battlefield_commands import Draw, Go, Pass, Stand
from game.terms.commands import End, Use
from game.terms.facts import (
    BY_THING,
    BookFacts,
    Facts,
    FactsBasis,
    Slot,
    fact,
    fact_if,
    fact_of,
    hand_facts,
    line_of,
)
from game.terms.level import Terrain

Basis = FactsBasis[Settings, Figure]

ACTION, REACTION = fact(Slot.COST, "action"), fact(Slot.COST, "reaction")
FREE_HAND = fact(Slot.COST, "free_hand")
TILE = fact(Slot.REACH, "feet", feet=FEET)

# Weapons and armour


def _weapon(weapon: Weapon, basis: Basis) -> Facts:
    return line_of(
        fact_if(weapon.hands == 2, Slot.COST, "two_hands"),
        fact_if(weapon.natural, Slot.COST, "natural"),
        _weapon_range(weapon),
        _weapon_hit(weapon, basis),
        _weapon_damage(weapon, basis),
        fact_of(Slot.EFFECT, "least", least=weapon.least),
        fact_of(Slot.EFFECT, "sneak", dice=weapon.sneak),
        fact_of(Slot.EFFECT, "charge", dice=weapon.charge, feet=basis.settings.charge),
        fact_if(weapon.ignores != "none", Slot.EFFECT, "ignores", grade=weapon.ignores),
        fact_of(Slot.EFFECT, "parry", value=weapon.parry),
        fact_if(weapon.light, Slot.EFFECT, "light"),
        _effect(weapon.effect),
        _save(weapon.save, weapon.effect, basis, "arms") if weapon.effect else (),
        fact_if(weapon.loading, Slot.USES, "loading"),
    )


def _weapon_range(weapon: Weapon) -> Facts:
    reach = fact(Slot.REACH, "feet", feet=weapon.reach) if weapon.kind != "ranged" else ()
    if weapon.kind == "melee":
        return reach
    how = "shot" if weapon.kind == "ranged" else "thrown"
    if weapon.long > weapon.range:
        return reach + fact(Slot.REACH, f"{how}_long", feet=weapon.range, long=weapon.long)
    return reach + fact(Slot.REACH, how, feet=weapon.range)


def _weapon_hit(weapon: Weapon, basis: Basis) -> Facts:
    """Return the attack roll; for a thrown weapon, both in melee and thrown."""
    stats = basis.holder
    if stats is None:
        return fact_of(Slot.EFFECT, "to_hit", value=weapon.hit)
    bonus = getattr(stats, best_ability(stats, weapon)) + weapon.hit
    near, far = bonus + stats.skills.fighting, bonus + stats.skills.shooting
    check = basis.settings.check
    dice = _with(check, far if weapon.kind == "ranged" else near)
    if weapon.kind == "thrown" and near != far:
        return fact(Slot.EFFECT, "to_hit_thrown", dice=dice, thrown=_with(check, far))
    return fact(Slot.EFFECT, "check_to_hit", dice=dice)


def _weapon_damage(weapon: Weapon, basis: Basis) -> Facts:
    stats = basis.holder
    if stats is None:
        values = {"dice": weapon.damage, "ability": weapon.ability, "type": weapon.type}
        return fact(Slot.EFFECT, "damage_by_ability", **values)
    dice = _with(weapon.damage, getattr(stats, best_ability(stats, weapon)))
    return fact(Slot.EFFECT, "typed_damage", dice=dice, type=weapon.type)


def _wear(wear: Wear, basis: Basis) -> Facts:
    slows = {"feet": wear.slows, "strength": wear.strength or 0}
    return line_of(
        fact(Slot.EFFECT, "shield", value=wear.rating)
        if wear.kind == "shield"
        else _armour_rating(wear, basis.holder),
        fact_if(wear.slows > 0 and wear.strength is not None, Slot.EFFECT, "slows", **slows),
        fact_if(wear.noisy, Slot.EFFECT, "noisy"),
        fact_of(Slot.EFFECT, "resist", type=wear.resist),
        fact_of(Slot.EFFECT, "bears", feet=wear.bears),
    )


def _armour_rating(wear: Wear, holder: Figure | None) -> Facts:
    most = wear.agility
    if holder is not None:
        agility = holder.agility if most is None else min(holder.agility, most)
        return fact(Slot.EFFECT, "rating_is", value=wear.rating + agility)
    if most is None:
        return fact(Slot.EFFECT, "rating_agility", value=wear.rating)
    key = "rating_agility_most" if most else "rating_is"
    return fact(Slot.EFFECT, key, value=wear.rating, **({"most": most} if most else {}))


# Powers and items


def _power(power: Power, basis: Basis) -> Facts:
    return line_of(
        fact_of(Slot.COST, "focus_cost", focus=power.cost),
        _deed(power, basis, "powers"),
        fact_if(power.concentration, Slot.DURATION, "concentration"),
        fact_of(Slot.USES, f"uses_{power.rest}", uses=power.uses),
    )


def _item(item: Item, basis: Basis) -> Facts:
    return line_of(_deed(item, basis, "items"), fact(Slot.USES, "used_up"))


def _deed(deed: Deed, basis: Basis, source: str) -> Facts:
    return line_of(
        fact(Slot.COST, "bonus_action" if deed.time == "bonus" else deed.time),
        _area(deed),
        _targets(deed),
        _deed_hit(deed, basis),
        fact_of(Slot.EFFECT, "guard", value=deed.guard),
        _effect(deed.effect),
        fact_of(Slot.EFFECT, "own", facts=_effect(deed.own)),
        _save(deed.save, deed.effect, basis, source, is_after_hit=deed.attack is not None),
    )


def _area(deed: Deed) -> Facts:
    match deed.shape:
        case "self":
            return ()
        case "one":
            return fact(Slot.REACH, "feet", feet=deed.range)
        case "place":
            return fact(Slot.REACH, "place", feet=deed.range)
        case "burst" if deed.range:
            return fact(Slot.REACH, "burst", size=deed.size, feet=deed.range)
        case "burst":
            return fact(Slot.REACH, "burst_around", size=deed.size)
    return fact(Slot.REACH, deed.shape, size=deed.size)


def _targets(deed: Deed) -> Facts:
    """Return the possible targets, and whether an area also affects others."""
    match deed.shape:
        case "place":
            return ()
        case "self":
            return fact(Slot.TARGET, "self")
        case "one":
            return fact(Slot.TARGET, f"one_{deed.targets}")
    if deed.spares:
        return fact(Slot.TARGET, f"only_{deed.targets}")
    if is_own(deed) and deed.targets == "foe":
        return fact(Slot.TARGET, "all_others")
    # Changing the ground has an effect even without a target.
    return fact(Slot.TARGET, "all_any" if deed.effect.terrain else f"all_{deed.targets}")


def _deed_hit(deed: Deed, basis: Basis) -> Facts:
    if deed.attack is None or deed.shape != "one":
        return ()
    skill, stats = skill_of(deed), basis.holder
    if stats is None:
        return fact(Slot.EFFECT, "attack", ability=deed.ability, skill=skill, mode=deed.attack)
    bonus = getattr(stats, deed.ability) + getattr(stats.skills, skill)
    dice = _with(basis.settings.check, bonus)
    return fact(Slot.EFFECT, "attack_with", dice=dice, mode=deed.attack)


def _effect(effect: Effect | None) -> Facts:
    """Return the effects, in the order in which they happen."""
    if effect is None:
        return ()
    return line_of(
        fact_of(Slot.EFFECT, "typed_damage", dice=effect.damage, type=effect.type),
        fact_of(Slot.EFFECT, "heal", dice=effect.heal),
        fact_if(effect.stabilise, Slot.EFFECT, "stabilise"),
        fact_of(Slot.EFFECT, "cure", condition=effect.cure),
        _laid_on(effect),
        fact_of(Slot.EFFECT, "push", feet=max(0, effect.push)),
        fact_of(Slot.EFFECT, "pull", feet=max(0, -effect.push)),
        fact_if(effect.prone, Slot.EFFECT, "lays_on", condition=PRONE),
        fact_of(Slot.EFFECT, "focus_gain", focus=effect.focus),
        fact_of(Slot.EFFECT, "movement_gain", feet=effect.move),
        fact_of(Slot.EFFECT, "more_attacks", attacks=effect.attacks),
        fact_if(effect.disengage, Slot.EFFECT, "disengage"),
        fact_if(effect.hide, Slot.EFFECT, "hides"),
        fact_if(effect.find, Slot.EFFECT, "finds"),
        fact_if(effect.teleport, Slot.EFFECT, "teleports"),
        fact_of(Slot.EFFECT, "new_ground", terrain=effect.terrain),
    )


def _laid_on(effect: Effect) -> Facts:
    """Return the condition and its rounds: no other part of the effect lasts."""
    kind, rounds = effect.condition, effect.rounds
    if kind is None:
        return ()
    if not rounds:
        return fact(Slot.EFFECT, "lays_on_until_removed", condition=kind)
    return fact(Slot.EFFECT, "lays_on_for", condition=kind, rounds=rounds)


def _save(
    saving: Saving | None,
    effect: Effect,
    basis: Basis,
    source: str,
    is_after_hit: bool = False,
) -> Facts:
    """Return the save that targets make, and its effect.

    `is_after_hit` means that an attack roll deals the damage, which no save halves.
    """
    if saving is None:
        return ()
    is_halved = saving.half and effect.damage and not is_after_hit
    key, stats = "save_halves" if is_halved else "save_avoids", basis.holder
    if saving.difficulty is None and source == "powers" and stats is None:
        key = f"{key}_by_magic"
    needed = difficulty_in(basis.settings, stats, source, saving)
    return fact(Slot.SAVE, key, ability=saving.ability, needed=needed)


# Conditions


def _condition(kind: Kind, basis: Basis) -> Facts:
    harm = {"dice": kind.harm, "type": kind.type}
    return line_of(
        fact_if(kind.incapacitated, Slot.EFFECT, "incapacitated"),
        fact_if(kind.dazed, Slot.EFFECT, "dazed"),
        fact_if(kind.stuck, Slot.EFFECT, "stuck"),
        fact_if(kind.prone, Slot.EFFECT, "crawls"),
        fact_if(kind.halts, Slot.EFFECT, "halts"),
        fact_if(kind.blind, Slot.EFFECT, "blind"),
        fact_if(kind.invisible, Slot.EFFECT, "invisible"),
        fact_if(kind.bright, Slot.EFFECT, "bright"),
        fact_of(Slot.EFFECT, "speed", value=kind.speed),
        fact_of(Slot.EFFECT, "own_attacks", leaning=kind.attack),
        fact_of(Slot.EFFECT, "attacks_against", leaning=kind.against),
        _by_distance(kind, basis.settings.near),
        fact_of(Slot.EFFECT, "to_hit", value=kind.hit),
        fact_of(Slot.EFFECT, "weapon_damage", value=kind.damage),
        fact_of(Slot.EFFECT, "rating", value=kind.rating),
        fact_of(Slot.EFFECT, "saves", value=kind.save),
        fact_of(Slot.EFFECT, "agility_saves", leaning=kind.agility_saves),
        fact_of(Slot.EFFECT, "harm", **harm),
        fact_of(Slot.EFFECT, "resist", type=kind.resist),
        fact_if(kind.fragile, Slot.DURATION, "fragile"),
    )


def _by_distance(kind: Kind, feet: int) -> Facts:
    """Return the effect on attacks from up to `feet` away, and on those from farther away."""
    if kind.near and kind.far:
        return fact(Slot.EFFECT, "attacks_near_and_far", near=kind.near, far=kind.far, feet=feet)
    return line_of(
        fact_of(Slot.EFFECT, "attacks_near", leaning=kind.near, feet=feet),
        fact_of(Slot.EFFECT, "attacks_far", leaning=kind.far, feet=feet),
    )


def _dying(basis: Basis) -> Facts:
    settings = basis.settings
    check = fact(
        *(Slot.EFFECT, "dying_check"), dice=settings.dying_check, needed=settings.dying_needed
    )
    return line_of(
        fact(Slot.EFFECT, "incapacitated"),
        check,
        fact(Slot.EFFECT, "dying_saved", successes=settings.dying_successes),
        fact(Slot.EFFECT, "dying_lost", failures=settings.dying_failures),
    )


# Terrain


def _ground(terrain: Terrain, basis: Basis) -> Facts:
    settings, is_entered = basis.settings, terrain.walk or terrain.fly
    cost = fact(Slot.COST, "feet_to_enter", feet=max(1, terrain.cost) * FEET)
    barred = fact(Slot.COST, "flyers_only" if terrain.fly else "impassable")
    ratings = {"half": settings.half_cover, "none": 0}
    cover = ratings.get(terrain.cover, settings.three_quarters_cover)
    return line_of(
        cost if terrain.walk else barred,
        fact_if(
            is_entered and terrain.max_size != "huge", Slot.COST, "room", size=terrain.max_size
        ),
        fact_of(Slot.EFFECT, "hazard", dice=terrain.hazard if is_entered else None),
        fact_if(terrain.cover == "total", Slot.EFFECT, "total_cover"),
        fact_if(
            cover > 0 and terrain.cover != "total",
            Slot.EFFECT,
            "cover",
            grade=terrain.cover,
            value=cover,
        ),
        fact_if(not terrain.see, Slot.EFFECT, "opaque"),
        fact_if(terrain.dark, Slot.EFFECT, "dark", feet=settings.dark_sight_feet),
        hand_facts(terrain),
    )


# Commands


def _speed(basis: Basis) -> int | None:
    """Return the holder's speed in its armour, or None without a holder."""
    stats = basis.holder
    if stats is None:
        return None
    worn = (basis.thing("armour", id, Wear) for id in (stats.armour, stats.shield) if id)
    return speed_in(stats, worn)


CROSSING = fact(Slot.COST, "crossing")
UNTIL_HIT = fact(Slot.EFFECT, "until_hit")


def _move(basis: Basis) -> Facts:
    return line_of(_movement(basis), fact(Slot.EFFECT, "passes", sizes=basis.settings.pass_sizes))


def _movement(basis: Basis) -> Facts:
    settings, speed = basis.settings, _speed(basis)
    zones = {"feet": settings.zone_speed, "walks": settings.zone_walks}
    return line_of(
        fact(Slot.COST, "feet_a_tile", feet=FEET),
        fact_of(Slot.REACH, "speed_a_turn", feet=speed),
        fact_if(settings.zones, Slot.REACH, "by_zones", **zones),
    )


def _stand(basis: Basis) -> Facts:
    share, speed = basis.settings.stand_share, _speed(basis)
    if speed is None:
        return fact(Slot.COST, "share_of_speed", share=share)
    return fact(Slot.COST, "movement_feet", feet=-(-speed // (share * FEET)) * FEET)


def _dash(basis: Basis) -> Facts:
    speed = _speed(basis)
    gain = () if speed is None else fact(Slot.EFFECT, "movement_gain", feet=speed)
    return line_of(ACTION, gain or fact(Slot.EFFECT, "speed_again"))


def _attack(basis: Basis) -> Facts:
    attacks = basis.holder.attacks if basis.holder else 1
    return fact(Slot.COST, "attacks_an_action", attacks=attacks) if attacks > 1 else ACTION


def _smash(basis: Basis) -> Facts:
    return line_of(_attack(basis), fact(Slot.TARGET, "thing_or_hidden"))


def _help(basis: Basis) -> Facts:
    return line_of(
        ACTION,
        TILE,
        fact(Slot.TARGET, "one_foe"),
        fact(Slot.EFFECT, "helped", roll=basis.settings.advantage),
    )


def _defend(basis: Basis) -> Facts:
    return line_of(
        ACTION,
        fact(Slot.TARGET, "self"),
        fact(Slot.EFFECT, "attacked_with", roll=basis.settings.disadvantage),
        fact(Slot.EFFECT, "lays_on", condition=DEFENDING),
        fact(Slot.DURATION, "until_next_turn"),
    )


def _hide(basis: Basis) -> Facts:
    settings, stats = basis.settings, basis.holder
    key, dice = "hide_check", settings.check
    if stats is not None:
        key, dice = "hide_check_with", _with(dice, stats.agility + stats.skills.stealth)
    return line_of(ACTION, fact(Slot.EFFECT, key, dice=dice, passive=settings.passive))


def _search(basis: Basis) -> Facts:
    key, dice, stats = "search_check", basis.settings.check, basis.holder
    if stats is not None:
        key, dice = "search_check_with", _with(dice, stats.mind + stats.skills.awareness)
    return line_of(ACTION, fact(Slot.EFFECT, key, dice=dice))


def _rally(basis: Basis) -> Facts:
    share, stats = basis.settings.rally_share, basis.holder
    life = fact(Slot.EFFECT, "heals_life", life=stats.life // share) if stats else ()
    return line_of(
        ACTION,
        life or fact(Slot.EFFECT, "heals_share", share=share),
        fact(Slot.EFFECT, "uses_back"),
        fact(Slot.USES, "uses_long", uses=1),
    )


def _with(dice: str, bonus: int) -> str:
    return str(Dice.of(f"{dice}{bonus:+}"))


FACTS = BookFacts(
    gear={
        "arms": _weapon,
        "armour": _wear,
        "powers": _power,
        "items": _item,
        "conditions": _condition,
    },
    ground=_ground,
    commands={
        ActionMove: _move,
        Stand: _stand,
        Drop: line_of(fact(Slot.COST, "free"), fact(Slot.EFFECT, "lays_on", condition=PRONE)),
        Dash: _dash,
        Disengage: line_of(ACTION, fact(Slot.EFFECT, "disengage")),
        Attack: _attack,
        Smash: _smash,
        Ready: line_of(ACTION, fact(Slot.EFFECT, "ready")),
        Help: _help,
        Defend: _defend,
        UsePower: BY_THING,
        UsePowerAt: BY_THING,
        Use: BY_THING,
        Throw: BY_THING,
        Hide: _hide,
        Search: _search,
        Draw: line_of(FREE_HAND, fact(Slot.EFFECT, "draws")),
        Load: FREE_HAND,
        Handle: line_of(FREE_HAND, TILE, fact(Slot.EFFECT, "handle")),
        Take: line_of(FREE_HAND, TILE, fact(Slot.EFFECT, "take")),
        Cross: CROSSING,
        Rally: _rally,
        End: ENDS_TURN,
        Go: fact(Slot.EFFECT, "acts_next"),
        First: fact(Slot.EFFECT, "comes_first"),
        React: REACTION,
        Pass: fact(Slot.EFFECT, "keeps_reaction"),
    },
    details={
        ActionMove: lambda _, basis: line_of(_movement(basis), UNTIL_HIT),
        Cross: lambda _, __: line_of(CROSSING, UNTIL_HIT),
    },
    conditions={DYING: _dying},
)
