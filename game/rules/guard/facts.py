"""Facts about Guard's weapons, spells, items, abilities, classes, terrain and commands."""

from collections.abc import Sequence

from game.core.dice import Dice
from game.rules.guard.attacks import DICE
from game.rules.guard.commands import (
    Attack,
    Cast,
    Fight,
    Invoke,
    Leave,
    Pick,
    Shift,
    Sneak,
    TakeStance,
    Talk,
)
from game.rules.guard.figures import FLAGS, NUMBERS
from game.rules.guard.records import MOODS
from game.rules.guard.schema import (
    FOES,
    Ability,
    Arms,
    Class,
    DeedEffect,
    Figure,
    Settings,
    Usable,
)
from game.systems.shared_facts import ENDS_TURN
from game.terms.commands import End, Use
from game.terms.facts import (
    BookFacts,
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

ACTION = fact(Slot.COST, "action")
WHOLE_TURN = line_of(ACTION, ENDS_TURN)
"""The cost of an action, and that it ends the turn (GUA-05)."""
THIS_ROUND = fact(Slot.DURATION, "this_round")


# Weapons, spells, items, abilities and classes


def _weapon(weapon: Arms, basis: Basis) -> Facts:
    return line_of(
        fact(Slot.REACH, weapon.kind),
        _attack_roll(DICE[weapon.kind], weapon.bonus, basis),
        fact_of(Slot.EFFECT, "guard", value=weapon.guard),
    )


def _attack_roll(attribute: str, bonus: int, basis: Basis) -> Facts:
    """Return the facts of an attack roll, with the holder's passive modifiers (GUA-06)."""
    stats = basis.holder
    if stats is None:
        return fact(Slot.EFFECT, "attack_by", attribute=attribute, bonus=bonus)
    dice = _with(getattr(stats, attribute), bonus + _always(basis, "strength"))
    return fact(Slot.EFFECT, "attack", dice=dice)


def _spell(spell: Usable, basis: Basis) -> Facts:
    return _usable(spell, basis)


def _item(item: Usable, basis: Basis) -> Facts:
    return line_of(_usable(item, basis), fact(Slot.USES, "used_up"))


def _usable(what: Usable, basis: Basis) -> Facts:
    """Return the cost, targets, effects and uses of a spell, an item or an ability."""
    effect = what.effect
    return line_of(
        fact_of(Slot.COST, "focus_cost", focus=what.cost),
        fact(Slot.REACH, what.reach) if what.target in FOES else (),
        fact(Slot.TARGET, what.target),
        _deed(what, basis),
        _duration(effect),
        fact_of(Slot.USES, "uses_a_battle", uses=what.uses),
    )


def _deed(what: Usable, basis: Basis) -> Facts:
    """Return the facts of an effect. With an attack roll, its other parts apply only on a hit."""
    effect = what.effect
    rest = line_of(
        fact_of(Slot.EFFECT, "heal", dice=effect.heal),
        fact_of(Slot.EFFECT, "slays", dice=effect.kills),
        _without_dice(effect, "moves_for_now" if what.target in FOES else "moves"),
    )
    if not effect.attack:
        return rest
    roll = _attack_roll(effect.attack, effect.bonus, basis)
    return line_of(roll, fact_of(Slot.EFFECT, "on_hit", facts=rest))


def _without_dice(effect: DeedEffect, moves: str = "moves") -> Facts:
    """Return the effects that need no dice. A group moves only until the round ends."""
    return line_of(
        fact_if(effect.cure, Slot.EFFECT, "cures"),
        fact_of(Slot.EFFECT, "focus_gain", focus=effect.focus),
        _lasting(effect),
        fact_of(Slot.EFFECT, moves, target=effect.move),
    )


def _lasting(effect: DeedEffect) -> Facts:
    """Return the lasting effects, or the permanent ones of a passive ability."""
    amounts = {kind: getattr(effect, kind) for kind in NUMBERS}
    # `heads` is the count beyond one; the facts line gives the total.
    amounts["heads"] += 1 if effect.heads else 0
    return line_of(
        *(fact_of(Slot.EFFECT, kind, value=value) for kind, value in amounts.items()),
        *(fact_if(getattr(effect, kind), Slot.EFFECT, kind) for kind in FLAGS),
    )


def _duration(effect: DeedEffect) -> Facts:
    if not _lasting(effect):
        return ()
    return THIS_ROUND if effect.rounds == 1 else fact(Slot.DURATION, "rounds", rounds=effect.rounds)


def _ability(ability: Ability, basis: Basis) -> Facts:
    hurt = ability.on_hurt or DeedEffect()
    always = fact(Slot.COST, "always_on") + _lasting(ability.effect)
    return line_of(
        always if ability.passive else line_of(_usable(ability, basis)),
        fact_if(ability.cleave, Slot.EFFECT, "cleaves"),
        fact_if(ability.screened, Slot.EFFECT, "screened"),
        fact_of(Slot.EFFECT, "pack", value=ability.pack),
        fact_of(Slot.EFFECT, "regrows", value=ability.regrow),
        fact_of(Slot.EFFECT, "breaks", value=ability.breaks),
        fact_of(Slot.EFFECT, "spite", dice=ability.spite),
        fact_of(Slot.EFFECT, "on_hurt", facts=_without_dice(hurt) + _duration(hurt)),
    )


def _class(calling: Class, basis: Basis) -> Facts:
    return fact(Slot.EFFECT, "abilities", abilities=calling.abilities)


# Terrain


def _ground(terrain: Terrain, basis: Basis) -> Facts:
    return fact(Slot.EFFECT, "room" if terrain.walk else "impassable")


# Commands


def _talk(basis: Basis) -> Facts:
    settings, stats = basis.settings, basis.holder
    if not settings.talk:
        return fact(Slot.EFFECT, "no_talk")
    own = stats.speech + _always(basis, "speech") if stats else None
    by = {} if own is None else {"speech": own}
    key = "talk_by" if own is None else "talk"
    moods = _moods(settings, own)
    passes = not moods.keys().isdisjoint(("pass", "help"))
    return line_of(
        fact(Slot.EFFECT, key, dice=settings.reaction, **by, attitude=settings.attitude),
        *moods.values(),
        fact_if(passes, Slot.EFFECT, f"passing_{settings.passing}"),
    )


def _moods(settings: Settings, speech: int | None) -> dict[str, Facts]:
    """Return the moods that talking can lead to, with their totals; all moods without `speech`."""
    tops = settings.attacks_to, settings.hesitates_to, settings.passes_to
    low, high = tops[0], tops[-1] + 1
    if speech is not None:
        dice = Dice.of(settings.reaction)
        low, high = (end + settings.attitude + speech for end in (dice.lowest, dice.highest))
    found: dict[str, Facts] = {}
    floors, ceilings = (low, *(top + 1 for top in tops)), (*tops, high)
    for mood, least, most in zip(MOODS, floors, ceilings, strict=True):
        if least <= most and least <= high and most >= low:
            found[mood] = fact(Slot.EFFECT, f"mood_{mood}", least=least, most=most)
    return found


def _sneak(basis: Basis) -> Facts:
    settings = basis.settings
    if not settings.sneak:
        return fact(Slot.EFFECT, "no_sneak")
    return line_of(
        fact(Slot.EFFECT, "sneak"),
        fact(Slot.EFFECT, "noticed"),
        fact(Slot.EFFECT, f"passing_{settings.passing}"),
    )


def _leave(basis: Basis) -> Facts:
    return fact(Slot.EFFECT, f"leaving_{basis.settings.leaving}")


def _stance(details: Sequence[str], basis: Basis) -> Facts:
    settings = basis.settings
    sign = {"aggressive": 1, "defensive": -1}.get(details[0], 0)
    changes = line_of(
        fact_of(Slot.EFFECT, "strength", value=sign * settings.stance_attack),
        fact_of(Slot.EFFECT, "guard", value=-sign * settings.stance_defence),
    )
    return line_of(changes or fact(Slot.EFFECT, "no_change"), THIS_ROUND)


def _shift(basis: Basis) -> Facts:
    settings = basis.settings
    return line_of(
        ACTION,
        fact(Slot.EFFECT, "shifts"),
        ENDS_TURN,
        fact(Slot.EFFECT, "rear_each", each=settings.rear_each, value=settings.rear_more),
        fact_of(Slot.EFFECT, "front_most", most=settings.front_most),
    )


# The holder's stats


def _always(basis: Basis, kind: str) -> int:
    """Return the sum of the holder's passive modifiers to a value."""
    stats = basis.holder
    if stats is None:
        return 0
    calling = basis.thing("classes", stats.calling, Class) if stats.calling else None
    ids = dict.fromkeys((*(calling.abilities if calling else ()), *stats.abilities))
    known = (basis.thing("abilities", id, Ability) for id in ids)
    found: list[int] = [getattr(one.effect, kind) for one in known if one.passive]
    return sum(found)


def _with(dice: str, bonus: int) -> str:
    return str(Dice.of(f"{dice}{bonus:+}"))


def _held_heads(basis: Basis) -> Facts:
    return fact(Slot.EFFECT, "held_heads", count=basis.settings.count)


FACTS = BookFacts(
    gear={
        "arms": _weapon,
        "spells": _spell,
        "items": _item,
        "abilities": _ability,
        "classes": _class,
    },
    ground=_ground,
    commands={
        Fight: fact(Slot.EFFECT, "begins_fight"),
        Talk: _talk,
        Sneak: _sneak,
        Leave: _leave,
        TakeStance: THIS_ROUND,
        Pick: fact(Slot.EFFECT, "acts_next"),
        Attack: WHOLE_TURN,
        Cast: WHOLE_TURN,
        Invoke: WHOLE_TURN,
        Use: WHOLE_TURN,
        Shift: _shift,
        End: ENDS_TURN,
    },
    details={TakeStance: _stance},
    conditions={
        **{kind: fact(Slot.EFFECT, f"held_{kind}") for kind in NUMBERS},
        **{kind: fact(Slot.EFFECT, kind) for kind in FLAGS},
        "heads": _held_heads,
    },
    everyday=(*NUMBERS, "hidden"),
)
