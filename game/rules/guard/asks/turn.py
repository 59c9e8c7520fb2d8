"""The choices for the single action of a character's turn (GUA-05)."""

from collections.abc import Callable, Iterable
from typing import Any

from game.components.belongings import Hand
from game.rules.guard import attacks, spells_and_items
from game.rules.guard.asks.seen import Seen, seen_by
from game.rules.guard.commands import Attack, Cast, Invoke, Shift
from game.rules.guard.events import AbilityUsed, SpellCast
from game.rules.guard.figures import RULES, arms, deed, figure, weapons
from game.rules.guard.level_ranks import FRONT, OTHER, REAR
from game.rules.guard.rank_changes import shift
from game.rules.guard.schema import Usable
from game.systems.ask_checks import END, check_yours
from game.systems.items import Consumed, take_from_hand
from game.systems.rounds import EndTurn
from game.systems.script import triggers
from game.terms.agenda import Ask
from game.terms.asks import TurnAsk
from game.terms.commands import Command, Use
from game.terms.events import ItemUsed
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.terms.work import Work
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import ids_of, unit_by_id, unit_named

# Attacks


def _attacks(seen: Seen) -> Iterable[Attack]:
    return (
        Attack(seen.id, target, weapon)
        for weapon in weapons(seen.view, seen.unit)
        for target in ids_of(seen.view, seen.ranks.foes)
    )


def _check_attack(seen: Seen, command: Attack) -> Refusal | None:
    if refusal := check_yours(seen, command.unit):
        return refusal
    had = weapons(seen.view, seen.unit)
    if command.weapon not in had:
        return Refusal("no-weapon", "GUA-05", unit=seen.id, weapon=command.weapon, had=had)
    kind = arms(seen.view, command.weapon).kind
    rule = attacks.RULE_OF[kind]
    if refusal := seen.standing(command.target, False, rule):
        return refusal
    return seen.ranks.unreached(seen.unit, unit_named(seen.view, command.target), kind)


def _attack(world: World, ask: Ask, command: Attack) -> None:
    target = unit_named(world, command.target)
    swing = attacks.swing(world, ask.unit, target, command.weapon)
    world.push(EndTurn(ask.unit))
    triggers.attack(world, ask.unit, target, command.weapon, swing.source)
    world.push(swing)


def _attack_facts(seen: Seen, command: Attack) -> TextFacts:
    unit, group = seen.unit, unit_named(seen.view, command.target)
    swing = attacks.swing(seen.view, unit, group, command.weapon)
    return {"dice": swing.expr, "bonus": swing.bonus, "defence": swing.needed}


# Spells, items and abilities


def _held(seen: Seen, table: str) -> tuple[str, ...]:
    """Return the ids of the character's items, spells or usable abilities, each once."""
    if table == "items":
        hand = seen.view.find(seen.unit, Hand)
        return tuple(dict.fromkeys(hand.items)) if hand else ()
    if table == "spells":
        return tuple(dict.fromkeys(figure(seen.view, seen.unit).spells))
    return spells_and_items.usable(seen.view, seen.unit)


def _proposed(seen: Seen, table: str) -> Iterable[tuple[str, str | None]]:
    """Yield each of the character's entries in a table, with each possible target."""
    for id in _held(seen, table):
        for target in _meant(seen, deed(seen.view, table, id)):
            yield id, target


def _meant(seen: Seen, what: Usable) -> tuple[str | None, ...]:
    if what.target == "ally":
        return ids_of(seen.view, seen.ranks.party)
    if what.target == "group":
        return ids_of(seen.view, seen.ranks.foes)
    return (FRONT, REAR) if what.target == "rank" else (None,)


def _check_deed(seen: Seen, unit: str, table: str, id: str, target: str | None) -> Refusal | None:
    if refusal := check_yours(seen, unit):
        return refusal
    if id not in _held(seen, table):
        return _lacking(seen.id, table, id)
    refusal = spells_and_items.unpaid(seen.view, seen.unit, table, id)
    return refusal or _check_target(seen, id, deed(seen.view, table, id), target, RULES[table])


def _lacking(unit: str, table: str, id: str) -> Refusal:
    """Return the refusal for an item, spell or ability that the unit doesn't have."""
    match table:
        case "items":
            return Refusal("not-had", RULES[table], variant="item", unit=unit, thing=id)
        case "spells":
            return Refusal("not-had", RULES[table], variant="spell", unit=unit, thing=id)
        case _:
            return Refusal("not-had", RULES[table], variant="ability", unit=unit, thing=id)


def _check_target(
    seen: Seen, id: str, what: Usable, target: str | None, rule: str
) -> Refusal | None:
    """Refuse a target that isn't allowed or can't be reached."""
    if what.target in ("self", "party", "foes") and target is not None:
        return Refusal("no-choice", rule, thing=id)
    if what.target in ("self", "party"):
        return None
    if what.target == "ally":
        return seen.standing(target or "", True, rule)
    return _check_foes(seen, id, what, target, rule)


def _check_foes(seen: Seen, id: str, what: Usable, target: str | None, rule: str) -> Refusal | None:
    """Refuse monsters that aren't there or can't be reached."""
    if what.target == "group":
        refusal = seen.standing(target or "", False, rule)
        if refusal or target is None:
            return refusal
        return seen.ranks.unreached(seen.unit, unit_named(seen.view, target), what.reach)
    if what.target == "rank" and target not in (FRONT, REAR):
        return Refusal("no-rank", rule, thing=id)
    if not spells_and_items.caught(seen.ranks, seen.unit, what, target):
        return Refusal("nobody-there", rule, thing=id)
    return None


def _work(seen: Seen, table: str, id: str, target: str | None) -> Work:
    """Return the effects on the targets within reach."""
    view, unit, what = seen.view, seen.unit, deed(seen.view, table, id)
    who = unit_by_id(view, target) if target is not None else None
    units = spells_and_items.caught(seen.ranks, unit, what, target if who is None else who)
    used = (Consumed(unit, id),) if table == "items" else ()
    return Work(id, (*used, *spells_and_items.doings(view, unit, table, id, units)), units)


def _carry_out(world: World, ask: Ask, table: str, id: str, target: str | None) -> None:
    spells_and_items.pay(world, ask.unit, table, id)
    world.push(EndTurn(ask.unit))
    who = unit_by_id(world, target) if target is not None else None
    spells_and_items.use(world, ask.unit, table, id, target if who is None else who)


def _use(world: World, ask: Ask, command: Use) -> None:
    take_from_hand(world, ask.unit, command.item)
    told = ItemUsed(unit=command.unit, item=command.item, target=command.target, rule="GUA-10")
    world.tell(told)
    _carry_out(world, ask, "items", command.item, command.target)
    world.push(Consumed(ask.unit, command.item))


def _cast(world: World, ask: Ask, command: Cast) -> None:
    told = SpellCast(unit=command.unit, spell=command.spell, target=command.target, rule="GUA-11")
    world.tell(told)
    _carry_out(world, ask, "spells", command.spell, command.target)


def _invoke(world: World, ask: Ask, command: Invoke) -> None:
    told = AbilityUsed(
        unit=command.unit, ability=command.ability, target=command.target, rule="GUA-12"
    )
    world.tell(told)
    _carry_out(world, ask, "abilities", command.ability, command.target)


def _deed_option(
    kind: type[Any], table: str, field: str, effect: Callable[[World, Ask, Any], None]
) -> Option[Ask, Seen, Any]:
    """Return the option to use a spell, an item or an ability.

    `field` is the name of the command's field for the id.
    """

    def propose(seen: Seen) -> Iterable[Command]:
        return (kind(seen.id, id, target) for id, target in _proposed(seen, table))

    def check(seen: Seen, command: Any) -> Refusal | None:
        id: str = getattr(command, field)
        return _check_deed(seen, command.unit, table, id, command.target)

    def work(seen: Seen, command: Any) -> Work:
        return _work(seen, table, getattr(command, field), command.target)

    return Option(kind, propose, check, effect, work=work)


# Changing rank, and doing nothing


def _check_shift(seen: Seen, command: Shift) -> Refusal | None:
    refusal = check_yours(seen, command.unit)
    return refusal or seen.ranks.no_room(seen.unit, OTHER[seen.ranks.rank(seen.unit)])


def _shift(world: World, ask: Ask, command: Shift) -> None:
    world.push(EndTurn(ask.unit))
    seen = seen_by(world, ask)
    shift(world, ask.unit, OTHER[seen.ranks.rank(ask.unit)], "GUA-13")


def _shift_facts(seen: Seen, command: Shift) -> TextFacts:
    return {"rank": OTHER[seen.ranks.rank(seen.unit)]}


TURN = AskRules(
    TurnAsk,
    seen_by,
    (
        Option(Attack, _attacks, _check_attack, _attack, facts=_attack_facts),
        _deed_option(Cast, "spells", "spell", _cast),
        _deed_option(Invoke, "abilities", "ability", _invoke),
        _deed_option(Use, "items", "item", _use),
        Option(Shift, lambda seen: (Shift(seen.id),), _check_shift, _shift, facts=_shift_facts),
        END,
    ),
)
