"""The choice to rally (ACT-19)."""

from game.rules.action.asks.seen import Seen
from game.rules.action.combat import dying
from game.rules.action.commands import Rally
from game.rules.action.records import HasRallied
from game.rules.action.units import turn_economy
from game.terms.agenda import Ask
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import Option


def _check_rally(seen: Seen, command: Rally) -> Refusal | None:
    if seen.view.has(seen.unit, HasRallied):
        return Refusal("rallied", "ACT-19", unit=seen.id)
    return seen.with_action(command.unit)


def _rally(world: World, ask: Ask, command: Rally) -> None:
    turn_economy.use(world, ask.unit, action=True)
    dying.rally(world, ask.unit)


RALLY = Option(Rally, lambda seen: (Rally(seen.id),), _check_rally, _rally)
