"""Fields and settings that no facts line shows, each with the reason, and commands with details."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.rules.action.commands import ActionMove, Cross
from game.rules.etiquette.commands import Promise
from game.rules.guard.commands import TakeStance
from game.rules.guard.figures import LASTING
from game.rules.verdigris import commands as verdigris
from game.terms.commands import Answer, Command

Moot = Callable[[Any], bool]
"""Function that returns whether no rule reads the field of a thing."""

AREAS = ("line", "cone", "burst")


def _is_own_burst(deed: Any) -> bool:
    return bool(deed.shape == "burst" and deed.range == 0)


def _rolls_no_attack(deed: Any) -> bool:
    return deed.attack is None or deed.shape != "one"


def _strikes(weapon: Any) -> bool:
    return weapon.skill in ("brawling", "melee")


def _lays_nothing_on(thing: Any) -> bool:
    return thing.effect is None or thing.effect.condition is None


def _hurts_nobody(thing: Any) -> bool:
    return thing.effect is None or thing.effect.damage is None


def _lasts(effect: Any) -> bool:
    return effect is not None and any(getattr(effect, kind) for kind in LASTING)


def _is_for_monsters(thing: Any) -> bool:
    return thing.target in ("group", "rank", "foes")


def _is_passive(ability: Any) -> bool:
    return bool(ability.passive)


def _is_passive_or(moot: Moot) -> Moot:
    return lambda ability: _is_passive(ability) or moot(ability)


GUARD_USED = tuple(f"effect.{key}" for key in ("heal", "focus", "cure", "kills", "attack", "move"))
"""Effects that happen only on use."""
GUARD_DEEDS: dict[str, Moot] = {
    "reach": lambda it: not _is_for_monsters(it),
    "effect.bonus": lambda it: not it.effect.attack,
    "effect.rounds": lambda it: not _lasts(it.effect),
}
ACTION_EFFECTS: dict[str, Moot] = {
    "effect.type": _hurts_nobody,
    "effect.rounds": _lays_nothing_on,
}
ACTION_DEEDS: dict[str, Moot] = ACTION_EFFECTS | {
    "own.type": lambda deed: deed.own is None or deed.own.damage is None,
    "own.rounds": lambda deed: deed.own is None or deed.own.condition is None,
    "range": lambda deed: deed.shape in ("self", "line", "cone"),
    "size": lambda deed: deed.shape not in AREAS,
    "attack": lambda deed: deed.shape != "one",
    "ability": _rolls_no_attack,
    # No target is spared.
    "spares": lambda deed: deed.shape not in AREAS or deed.targets == "any",
    # A power that only moves its user has no target, and one that changes the ground needs none.
    "targets": lambda deed: (
        deed.shape in ("self", "place")
        or (
            deed.effect.terrain is not None
            and not deed.spares
            and not (_is_own_burst(deed) and deed.targets == "foe")
        )
    ),
    # After an attack roll, a save avoids everything but the damage.
    "save.half": lambda deed: deed.attack is not None or _hurts_nobody(deed),
}

PLAYED = ("attack", "defence")
ATTACK_ONLY, DEFENCE_ONLY = ("ties", "harm", "safe"), ("ward", "riposte", "sting")


def _changes_nothing(manner: Any, role: str) -> bool:
    knack = getattr(manner, role)
    if knack is None:
        return True
    unread = DEFENCE_ONLY if role == "attack" else ATTACK_ONLY
    fields = (name for name in knack.__struct_fields__ if name not in ("when", *unread))
    return not any(getattr(knack, name) for name in fields)


def _is_played(item: Any) -> bool:
    return item.target in PLAYED


ETIQUETTE_ITEMS: dict[str, Moot] = {
    "turns": lambda it: _is_played(it) or not it.lasting,
    # When played in an attack, an item only changes dice.
    **dict.fromkeys(
        ("damage", "recoil", "heal", "gain", "lose", "halt", "cure", "steal", "lasting"), _is_played
    ),
    **dict.fromkeys(
        [f"knack.{field}" for field in ("when", "dice", "high", "low", "floor", "cap")],
        lambda it: not _is_played(it),
    ),
    **dict.fromkeys([f"knack.{name}" for name in ATTACK_ONLY], lambda it: it.target != "attack"),
    **dict.fromkeys([f"knack.{name}" for name in DEFENCE_ONLY], lambda it: it.target != "defence"),
}

BOARD_GROUND: dict[str, Moot] = {
    "cost": lambda it: not it.walk,
    "hazard": lambda it: not it.walk,
}

MOOT: Mapping[str, Mapping[str, Moot]] = {
    "contest.items": {
        # The item has no lasting effect.
        "turns": lambda it: not (it.armour or it.edge or it.balance or it.lasting),
    },
    "contest.terrain": BOARD_GROUND,
    "etiquette.arms": {
        "attack.when": lambda it: _changes_nothing(it, "attack"),
        "defence.when": lambda it: _changes_nothing(it, "defence"),
    },
    "etiquette.items": ETIQUETTE_ITEMS,
    "etiquette.terrain": BOARD_GROUND,
    "tag.terrain": BOARD_GROUND,
    "action.arms": ACTION_EFFECTS
    | {
        "reach": lambda it: it.kind == "ranged",
        "range": lambda it: it.kind == "melee",
        "long": lambda it: it.kind == "melee" or it.long <= it.range,
        "save.ability": lambda it: it.effect is None,
        "save.difficulty": lambda it: it.effect is None,
        "save.half": _hurts_nobody,
    },
    "action.armour": {
        "agility": lambda it: it.kind == "shield",
        "strength": lambda it: not it.slows,
        "slows": lambda it: it.strength is None,
    },
    "action.powers": ACTION_DEEDS
    | {
        # Being a spell or an ability matters only for the skill of attack rolls.
        "kind": _rolls_no_attack,
        "rest": lambda it: not it.uses,
    },
    "action.items": ACTION_DEEDS,
    "action.conditions": {"type": lambda it: it.harm is None},
    "guard.spells": GUARD_DEEDS,
    "guard.items": GUARD_DEEDS,
    "guard.abilities": {
        # Passive abilities are never used.
        **dict.fromkeys(("cost", "uses", "target", *GUARD_USED), _is_passive),
        **{key: _is_passive_or(moot) for key, moot in GUARD_DEEDS.items()},
        "on_hurt.rounds": lambda it: not _lasts(it.on_hurt),
    },
    "verdigris.arms": {
        # Only ranged weapons have a range and need loading.
        "range": _strikes,
        "reload": _strikes,
        "qualities.steady": _strikes,
        "qualities.scatter": _strikes,
        "qualities.short": lambda it: not _strikes(it),
    },
    "verdigris.mounts": {"calm": lambda it: it.trained},
    "verdigris.injuries": {"turns": lambda it: it.bleed is None},
    "verdigris.items": {"turns": lambda it: not (it.attack or it.dodge or it.withstand)},
    "verdigris.terrain": {"hazard": lambda it: not it.walk},
    "action.terrain": {
        "cost": lambda it: not it.walk,
        "fly": lambda it: it.walk,
        "hazard": lambda it: not (it.walk or it.fly),
        "max_size": lambda it: not (it.walk or it.fly),
        "armour": lambda it: not (it.life and it.wreck),
        "life": lambda it: it.wreck is None,
        "wreck": lambda it: not it.life,
    },
}
"""Fields that no rule reads in some things of a table.

The function must return True for the thing before and after the change.
"""

ONLY_WALKED = dict.fromkeys(
    ("see", "cover", "fly", "max_size", "dark", "becomes", "armour", "life", "wreck"),
    "The rulebook has no sight, no sizes and nothing to open or break.",
)

UNREAD: Mapping[str, Mapping[str, str]] = {
    "contest.terrain": ONLY_WALKED,
    "etiquette.terrain": ONLY_WALKED,
    "etiquette.arms": {
        **{f"attack.{field}": "Only a defender wards and counters." for field in DEFENCE_ONLY},
        **{f"defence.{field}": "Only an attacker's dice do damage." for field in ATTACK_ONLY},
    },
    "tag.terrain": ONLY_WALKED,
    "action.items": {"guard": "Only powers have a guard."},
    "guard.terrain": dict.fromkeys(
        (
            *("cost", "see", "cover", "hazard", "fly"),
            *("max_size", "dark", "becomes", "armour", "life", "wreck"),
        ),
        "In Guard, a unit's place within its rank makes no difference.",
    ),
    "guard.abilities": dict.fromkeys(
        ("on_hurt.heal", "on_hurt.kills", "on_hurt.attack", "on_hurt.bonus"),
        "Effects of damage need no dice.",
    ),
    "verdigris.terrain": dict.fromkeys(
        ("cost", "fly", "max_size", "dark", "becomes", "armour", "life", "wreck"),
        "Verdigris has no movement costs, no sizes, no darkness and nothing to open or break.",
    ),
}
"""Fields that no rule of the rulebook reads in any thing of a table, each with the reason."""

UNTOLD: Mapping[str, Mapping[str, str]] = {
    "contest": dict.fromkeys(
        ("order", "initiative"), "The order of turns is fixed before the first command."
    ),
    "etiquette": dict.fromkeys(
        ("order", "initiative"), "The order of turns is fixed before the first command."
    ),
    "action": {
        "ties": "The order of turns is fixed before the first command.",
        "group_initiative": "The order of turns is fixed before the first command.",
        "close": "The forecast of each affected shot shows it as a modifier.",
        "concentration_least": "The codex explains it, because lines of spells have no room.",
        "concentration_share": "The codex explains it, because lines of spells have no room.",
        "zone_feet": "Ranges are in feet with zones, too; the codex gives their distance.",
        "links": "Links belong to a level, and the board shows them.",
    },
    "guard": {
        **dict.fromkeys(("front", "rear", "foes_front", "foes_rear"), "The map shows the ranks."),
        "aside": "It lists groups of a level, whose behaviour is a surprise.",
        "help": "It is a message of a level.",
    },
    "verdigris": {
        "surprise": "The order of turns is fixed before the first command.",
        "hiding": "The order of turns is fixed before the first command.",
        "initiative": "The order of turns is fixed before the first command.",
        "crowd": "The forecast of each affected shot shows it as a modifier.",
        "belt": "It limits a unit's items in a level, and no command.",
        "pack": "It limits a unit's items in a level, and no command.",
        "shoot_out": "The card of a unit in a melee lists the allowed targets.",
    },
}
"""Settings that change no line, each with the reason."""

DETAILS: Mapping[str, Sequence[tuple[type[Command], tuple[str, ...]]]] = {
    "action": ((ActionMove, ("hit",)), (Cross, ("hit",))),
    "etiquette": tuple((Promise, (kind,)) for kind in ("peace", "leave", "gift")),
    "guard": tuple((TakeStance, (stance,)) for stance in ("aggressive", "neutral", "defensive")),
    "verdigris": (
        (Answer, ("push",)),
        (verdigris.Attack, ("greataxe",)),
        (verdigris.Attack, ("arbalest",)),
        (verdigris.AttackMount, ("hanger",)),
        (verdigris.Called, ("fowling_bow", "weak")),
        (verdigris.Called, ("billhook", "trip")),
    ),
}
"""Examples of commands whose details change more than the lines of their things do."""
