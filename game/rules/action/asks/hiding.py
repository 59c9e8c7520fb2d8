"""Hiding, and searching for hidden foes (ACT-11)."""

from collections.abc import Iterable

from game.components.hiding import Hidden
from game.rules.action.asks.seen import Seen
from game.rules.action.commands import Hide, Search
from game.rules.action.field import searching, stealth
from game.rules.action.records import Stealth
from game.rules.action.units import turn_economy
from game.terms.agenda import Ask
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import Option


def _hides(seen: Seen) -> Iterable[Hide]:
    """Propose to hide, if the unit has an action and isn't in plain sight."""
    if not (seen.used.action or any(map(seen.is_exposed_to, seen.foes))):
        yield Hide(seen.id)


def _check_hide(seen: Seen, command: Hide) -> Refusal | None:
    return seen.with_action(command.unit) or stealth.refusal(seen.view, seen.unit)


def _hide(world: World, ask: Ask, command: Hide) -> None:
    turn_economy.use(world, ask.unit, action=True)
    stealth.hide(world, ask.unit)


def _searches(seen: Seen) -> Iterable[Search]:
    """Propose to search, if the unit has an action."""
    if not seen.used.action:
        yield Search(seen.id)


def _check_search(seen: Seen, command: Search) -> Refusal | None:
    if refusal := seen.with_action(command.unit):
        return refusal
    hiders = {*seen.view.ids(Hidden), *seen.view.ids(Stealth)}
    if not any(searching.is_sought(seen.view, unit, seen.ask.side) for unit in hiders):
        return Refusal("nobody-hidden", searching.RULE)
    return None


def _search(world: World, ask: Ask, command: Search) -> None:
    turn_economy.use(world, ask.unit, action=True)
    searching.search(world, ask.unit)


OPTIONS = (
    Option(Hide, _hides, _check_hide, _hide),
    Option(Search, _searches, _check_search, _search),
)
