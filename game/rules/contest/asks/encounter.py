"""The choice in an encounter: engage or decline (CON-03 … CON-05)."""

from game.rules.contest.asks.seen import foe_facts, seen_by
from game.rules.contest.records import BothDeclined, EngageAsk, StartFight
from game.systems.ask_checks import check_unit
from game.terms.board_commands import Decline, Engage
from game.terms.board_events import Declined, Engaged
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import side_of


def _engage(world: World, ask: EngageAsk, command: Engage) -> None:
    world.tell(Engaged(unit=command.unit, rule="CON-03" if ask.comes else "CON-04"))
    aggressor, defender = (ask.unit, ask.foe) if ask.comes else (ask.foe, ask.unit)
    world.push(StartFight(aggressor, defender, ask.unit, "CON-06"))


def _decline(world: World, ask: EngageAsk, command: Decline) -> None:
    world.tell(Declined(unit=command.unit, rule="CON-03" if ask.comes else "CON-04"))
    if ask.comes:
        world.push(EngageAsk(side_of(world, ask.foe), ask.foe, ask.unit, comes=False))
    else:
        world.push(BothDeclined(ask.foe, ask.unit))


ENGAGE = AskRules(
    EngageAsk,
    seen_by,
    (
        Option(Engage, lambda s: (Engage(s.id),), check_unit, _engage, facts=foe_facts),
        Option(Decline, lambda s: (Decline(s.id),), check_unit, _decline, facts=foe_facts),
    ),
    never=Decline,
)
