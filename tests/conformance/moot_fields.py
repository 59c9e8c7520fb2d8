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
"""Whether no rule reads the field in a thing."""

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
"""The effects that only happen on use."""
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
    # All targets are allowed.
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
    # An item that is played only changes the dice of an attack.
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
        # Nothing lasting is applied.
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
        # Spells and abilities differ in the skill of attack rolls.
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
        # Only shots have a range and take loading.
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
"""For tables: fields that no rule reads in some things, and in which, changed or not."""

ONLY_WALKED = dict.fromkeys(
    ("see", "cover", "fly", "max_size", "dark", "becomes", "armour", "life", "wreck"),
    "The book knows no sight, no sizes and nothing to handle.",
)

UNREAD: Mapping[str, Mapping[str, str]] = {
    "contest.terrain": ONLY_WALKED,
    "etiquette.terrain": ONLY_WALKED,
    "etiquette.arms": {
        **{f"attack.{field}": "Only a defender wards and strikes back." for field in DEFENCE_ONLY},
        **{f"defence.{field}": "Only an attacker's dice do harm." for field in ATTACK_ONLY},
    },
    "tag.terrain": ONLY_WALKED,
    "action.items": {"guard": "Only powers have a guard."},
    "guard.terrain": dict.fromkeys(
        (
            *("cost", "see", "cover", "hazard", "fly"),
            *("max_size", "dark", "becomes", "armour", "life", "wreck"),
        ),
        "In Guard it makes no difference where in its rank a unit stands.",
    ),
    "guard.abilities": dict.fromkeys(
        ("on_hurt.heal", "on_hurt.kills", "on_hurt.attack", "on_hurt.bonus"),
        "Damage has effects that need no dice.",
    ),
    "verdigris.terrain": dict.fromkeys(
        ("cost", "fly", "max_size", "dark", "becomes", "armour", "life", "wreck"),
        "In Verdigris tiles cost nothing. It has no sizes, no darkness and nothing to handle.",
    ),
}
"""For tables: fields that no rule of the book reads in any thing, each with the reason."""

UNTOLD: Mapping[str, Mapping[str, str]] = {
    "contest": dict.fromkeys(
        ("order", "initiative"), "The order of turns is found before anybody commands."
    ),
    "etiquette": dict.fromkeys(
        ("order", "initiative"), "The order of turns is found before anybody commands."
    ),
    "action": {
        "ties": "The order of turns is found before anybody commands.",
        "group_initiative": "The order of turns is found before anybody commands.",
        "close": "It is a modifier of the forecast, at the shot that it spoils.",
        "concentration_least": "A keyword of the codex: lines of spells have no room for it.",
        "concentration_share": "A keyword of the codex: lines of spells have no room for it.",
        "zone_feet": "Ranges are in feet by zones, too; the codex says how far zones are apart.",
        "links": "They belong to a level, and the board shows them.",
    },
    "guard": {
        **dict.fromkeys(("front", "rear", "foes_front", "foes_rear"), "The map shows the ranks."),
        "aside": "Groups of a level, and what they do is a surprise.",
        "help": "A message of a level.",
    },
    "verdigris": {
        "surprise": "The order of turns is found before anybody commands.",
        "hiding": "The order of turns is found before anybody commands.",
        "initiative": "The order of turns is found before anybody commands.",
        "crowd": "It is a modifier of the forecast, at the shot that it spoils.",
        "belt": "It limits what a level may give a unit, and no command.",
        "pack": "It limits what a level may give a unit, and no command.",
        "shoot_out": "The card of a unit in a melee names the targets it may shoot at.",
    },
}
"""The settings that change no line, each with the reason."""

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
"""Examples of commands whose details mean more than the lines of the things among them."""
