"""The choices of attacker and defender in a fight (ETI-07 … ETI-12)."""

from collections.abc import Iterable

from game.components.belongings import Armed
from game.rules.etiquette import duels, events, fleeing
from game.rules.etiquette.asks.seen import check_target, foe_of, seen_by
from game.rules.etiquette.commands import Attack, One, Two
from game.rules.etiquette.minions import is_robot, owner_of
from game.rules.etiquette.records import AttackerAsk, DefendAsk
from game.rules.etiquette.schema import Settings
from game.systems import items
from game.systems.ask_checks import check_unit, check_yours
from game.systems.board_asks import BoardSeen, check_breaking_away, item_work, own_items
from game.systems.breaking_away import count_try
from game.systems.script import triggers
from game.terms.board_commands import TryDisengage
from game.terms.commands import Use
from game.terms.events import ItemUsed
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.terms.work import Work
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import id_of, side_of, unit_named

# Attacker


def _attacks(seen: BoardSeen) -> Iterable[Attack]:
    foe = foe_of(seen)
    return (Attack(seen.id, foe, item) for item in (None, *own_items(seen, "attack")))


def _check_attack(seen: BoardSeen, command: Attack) -> Refusal | None:
    refusal = check_yours(seen, command.unit) or check_target(seen, command.target, "ETI-07")
    if refusal or command.item is None:
        return refusal
    return seen.held(command.item, "attack", "ETI-08")


def _attack_facts(seen: BoardSeen, command: Attack) -> TextFacts:
    weapon = seen.view.get(seen.ask.unit, Armed).weapon
    strike = duels.clash(seen.view, seen.ask.unit, unit_named(seen.view, command.target), 1)
    return {"weapon": weapon, "roll": strike.attack.dice}


def _attack(world: World, ask: AttackerAsk, command: Attack) -> None:
    foe = unit_named(world, command.target)
    _play(world, ask.unit, command.item, command.target)
    weapon = world.get(ask.unit, Armed).weapon
    triggers.attack(world, ask.unit, foe, weapon, "ETI-07")
    world.push(DefendAsk(side_of(world, foe), foe, ask.duel, ask.unit, command.item))


def _play(world: World, unit: Entity, item: str | None, target: str | None) -> None:
    """Play an item from the hand of the unit's owner; those of a defence have no target."""
    if item is not None:
        items.take_from_hand(world, owner_of(world, unit), item)
        name = id_of(world, unit)
        world.tell(ItemUsed(unit=name, item=item, target=target, rule="ETI-08"))
        world.push(items.Consumed(unit, item))


def _played(seen: BoardSeen, command: Attack | One | Two) -> Work | None:
    """Return the effects of an item played in an attack, or None if no item is played.

    Without an item there is nothing to check: the attack is never useless.
    """
    if command.item is None:
        return None
    played = items.Consumed(seen.ask.unit, command.item)
    return Work(command.item, (played,), (unit_named(seen.view, foe_of(seen)),))


def _uses(seen: BoardSeen) -> Iterable[Use]:
    foe = foe_of(seen)
    return (Use(seen.id, item, foe) for item in own_items(seen, "opponent"))


def _check_use(seen: BoardSeen, command: Use) -> Refusal | None:
    return (
        check_yours(seen, command.unit)
        or seen.held(command.item, "opponent", "ETI-11")
        or check_target(seen, command.target, "ETI-11")
    )


def _use(world: World, ask: AttackerAsk, command: Use) -> None:
    items.take_from_hand(world, owner_of(world, ask.unit), command.item)
    told = ItemUsed(unit=command.unit, item=command.item, target=command.target, rule="ETI-11")
    world.tell(told)
    foe = unit_named(world, command.target or "")
    world.push(items.ItemEffect(ask.unit, foe, command.item, "ETI-11"))


def _check_disengage(seen: BoardSeen, command: TryDisengage) -> Refusal | None:
    return check_breaking_away(seen, command, seen.view.scene.settings(Settings).breath, "ETI-12")


def _disengage(world: World, ask: AttackerAsk, command: TryDisengage) -> None:
    count_try(world)
    world.push(fleeing.breakaway(world, ask.unit, ask.duel))


COMBAT = AskRules(
    AttackerAsk,
    seen_by,
    (
        Option(Attack, _attacks, _check_attack, _attack, facts=_attack_facts, work=_played),
        Option(Use, _uses, _check_use, _use, work=item_work("ETI-11")),
        Option(TryDisengage, lambda s: (TryDisengage(s.id),), _check_disengage, _disengage),
    ),
)

# Defender


def _ones(seen: BoardSeen) -> Iterable[One]:
    return (One(seen.id, item) for item in (None, *own_items(seen, "defence")))


def _twos(seen: BoardSeen) -> Iterable[Two]:
    return (Two(seen.id, item) for item in (None, *own_items(seen, "defence")))


def _check_one(seen: BoardSeen, command: One | Two) -> Refusal | None:
    refusal = check_unit(seen, command)
    if refusal or command.item is None:
        return refusal
    return seen.held(command.item, "defence", "ETI-08")


def _check_two(seen: BoardSeen, command: Two) -> Refusal | None:
    refusal = _check_one(seen, command)
    if refusal is None and is_robot(seen.view, seen.ask.unit):
        return Refusal("robot-die", "ETI-07", unit=seen.id)
    return refusal


def _facts(seen: BoardSeen, command: One | Two) -> TextFacts:
    ask = seen.ask
    assert isinstance(ask, DefendAsk)
    count = 1 if isinstance(command, One) else 2
    found = duels.clash(seen.view, ask.foe, ask.unit, count, (ask.item, command.item))
    return {"foe": id_of(seen.view, ask.foe), "roll": found.defence.dice}


def _one(world: World, ask: DefendAsk, command: One) -> None:
    _defend(world, ask, 1, command.item)


def _two(world: World, ask: DefendAsk, command: Two) -> None:
    _defend(world, ask, 2, command.item)


def _defend(world: World, ask: DefendAsk, count: int, item: str | None) -> None:
    """Push the attack roll. A played item's other effects are resolved first."""
    strike = duels.clash(world, ask.foe, ask.unit, count, (ask.item, item))
    world.push(strike)
    _play(world, ask.unit, item, None)
    world.tell(events.Defended(unit=id_of(world, ask.unit), count=count, rule="ETI-07"))


DEFEND = AskRules(
    DefendAsk,
    seen_by,
    (
        Option(One, _ones, _check_one, _one, facts=_facts, work=_played),
        Option(Two, _twos, _check_two, _two, facts=_facts, work=_played),
    ),
    never=One,
)
