"""The choices on a turn in a fight: attack, use an item, or disengage (CON-07 … CON-10)."""

from collections.abc import Iterable

from game.rules.contest import fights, fleeing
from game.rules.contest.asks.seen import check_target, seen_by, targets
from game.rules.contest.commands import Attack
from game.rules.contest.records import CombatAsk
from game.rules.contest.schema import Settings
from game.systems import items
from game.systems.ask_checks import check_yours
from game.systems.board_asks import BoardSeen, check_breaking_away, item_work
from game.systems.breaking_away import count_try
from game.systems.script import triggers
from game.terms.board_commands import TryDisengage
from game.terms.commands import Use
from game.terms.events import ItemUsed
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import unit_named


def _strike_facts(seen: BoardSeen, command: Attack) -> TextFacts:
    strike = fights.strike(seen.view, seen.ask.unit, unit_named(seen.view, command.target))
    return {"weapon": strike.weapon, "damage": strike.expr}


def _fight_cost(seen: BoardSeen, command: Attack | Use) -> int | None:
    foe = unit_named(seen.view, command.target or "")
    return fights.price(seen.view, seen.ask.unit, foe) or None


def _attacks(seen: BoardSeen) -> Iterable[Attack]:
    return (Attack(seen.id, target) for target in targets(seen))


def _check_attack(seen: BoardSeen, command: Attack) -> Refusal | None:
    return check_yours(seen, command.unit) or check_target(seen, command.target, "CON-07")


def _attack(world: World, ask: CombatAsk, command: Attack) -> None:
    foe = unit_named(world, command.target)
    fights.pay(world, ask.unit, foe, "CON-08")
    strike = fights.strike(world, ask.unit, foe)
    fights.count_blow(world, ask.unit)
    triggers.attack(world, ask.unit, foe, strike.weapon, "CON-07")
    world.push(strike)


def _uses_on_opponents(seen: BoardSeen) -> Iterable[Use]:
    return (
        Use(seen.id, item, target)
        for item in seen.hand
        if items.spec(seen.view, item).target == "opponent"
        for target in targets(seen)
    )


def _check_use_on(seen: BoardSeen, command: Use) -> Refusal | None:
    return (
        check_yours(seen, command.unit)
        or seen.held(command.item, "opponent", "CON-09")
        or check_target(seen, command.target, "CON-09")
    )


def _use_on(world: World, ask: CombatAsk, command: Use) -> None:
    foe = unit_named(world, command.target or "")
    fights.pay(world, ask.unit, foe, "CON-09")
    items.take_from_hand(world, ask.unit, command.item)
    world.tell(ItemUsed(unit=command.unit, item=command.item, target=command.target, rule="CON-09"))
    world.push(items.ItemEffect(ask.unit, foe, command.item, "CON-09"))


def _check_disengage(seen: BoardSeen, command: TryDisengage) -> Refusal | None:
    return check_breaking_away(seen, command, seen.view.scene.settings(Settings).breath, "CON-10")


def _disengage(world: World, ask: CombatAsk, command: TryDisengage) -> None:
    count_try(world)
    world.push(fleeing.breakaway(world, ask.unit, ask.fight))


COMBAT = AskRules(
    CombatAsk,
    seen_by,
    (
        Option(Attack, _attacks, _check_attack, _attack, _fight_cost, _strike_facts),
        Option(
            *(Use, _uses_on_opponents, _check_use_on, _use_on, _fight_cost),
            work=item_work("CON-09"),
        ),
        Option(TryDisengage, lambda s: (TryDisengage(s.id),), _check_disengage, _disengage),
    ),
)
