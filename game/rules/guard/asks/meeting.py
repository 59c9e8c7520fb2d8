"""The choices on meeting the monsters, and when they hesitate (GUA-01 … GUA-03)."""

from collections.abc import Iterable

from game.rules.guard import meeting, round_order
from game.rules.guard.asks.seen import Seen, seen_by
from game.rules.guard.commands import Fight, Leave, Sneak, Talk
from game.rules.guard.figures import members, settings
from game.rules.guard.records import HesitateAsk, MeetAsk
from game.systems.ask_checks import check_unit, check_yours
from game.terms.agenda import Ask
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import ids_of, unit_named


def _fight(world: World, ask: Ask, command: Fight) -> None:
    round_order.begin(world, members(world, False))


def _talks(seen: Seen) -> Iterable[Talk]:
    return (Talk(id) for id in ids_of(seen.view, seen.ranks.party))


def _check_talk(seen: Seen, command: Talk) -> Refusal | None:
    if not settings(seen.view).talk:
        return Refusal("no-talk", "GUA-02")
    return seen.standing(command.unit, True, "GUA-02")


def _talk(world: World, ask: Ask, command: Talk) -> None:
    world.push(meeting.parley(world, unit_named(world, command.unit)))


def _talk_facts(seen: Seen, command: Talk) -> TextFacts:
    roll = meeting.parley(seen.view, unit_named(seen.view, command.unit))
    return {"dice": roll.expr, "bonus": roll.bonus}


def _check_sneak(seen: Seen, command: Sneak) -> Refusal | None:
    if not settings(seen.view).sneak:
        return Refusal("no-way-round", "GUA-03")
    return check_yours(seen, command.unit)


def _sneak(world: World, ask: Ask, command: Sneak) -> None:
    world.push(meeting.creep(world))


def _leave(world: World, ask: Ask, command: Leave) -> None:
    meeting.leave(world)


_FIGHT = Option(Fight, lambda seen: (Fight(seen.id),), check_unit, _fight)

MEETING = AskRules(
    MeetAsk,
    seen_by,
    (
        _FIGHT,
        Option(Talk, _talks, _check_talk, _talk, facts=_talk_facts),
        Option(Sneak, lambda seen: (Sneak(seen.id),), _check_sneak, _sneak),
    ),
)

HESITATION = AskRules(
    HesitateAsk,
    seen_by,
    (_FIGHT, Option(Leave, lambda seen: (Leave(seen.id),), check_unit, _leave)),
)
