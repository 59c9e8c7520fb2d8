"""The choices of a stance, and of the character to act next (GUA-04, GUA-17)."""

from collections.abc import Iterable

from game.rules.guard.asks.seen import Seen, seen_by
from game.rules.guard.commands import Pick, TakeStance
from game.rules.guard.events import StanceTaken
from game.rules.guard.figures import settings
from game.rules.guard.records import PickAsk, Stance, StanceAsk
from game.systems import rounds
from game.systems.ask_checks import check_yours
from game.terms.agenda import Ask
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import ids_of, unit_named

STANCES = ("aggressive", "neutral", "defensive")


def _check_stand(seen: Seen, command: TakeStance) -> Refusal | None:
    if refusal := check_yours(seen, command.unit):
        return refusal
    if command.stance in STANCES:
        return None
    return Refusal("no-stance", "GUA-17", stance=command.stance, known=STANCES)


def _stand(world: World, ask: Ask, command: TakeStance) -> None:
    world.put(ask.unit, Stance(command.stance))
    world.tell(StanceTaken(unit=command.unit, stance=command.stance, rule="GUA-17"))


def _stand_facts(seen: Seen, command: TakeStance) -> TextFacts:
    numbers = settings(seen.view)
    sign = {"aggressive": 1, "defensive": -1}.get(command.stance, 0)
    return {"attack": sign * numbers.stance_attack, "defence": -sign * numbers.stance_defence}


def _due(seen: Seen) -> tuple[str, ...]:
    return ids_of(seen.view, rounds.due_of_group(seen.view, seen.unit))


def _picks(seen: Seen) -> Iterable[Pick]:
    return (Pick(id) for id in _due(seen))


def _check_pick(seen: Seen, command: Pick) -> Refusal | None:
    due = _due(seen)
    if command.unit in due:
        return None
    return Refusal("not-due", "GUA-04", unit=command.unit, due=due)


def _pick(world: World, ask: Ask, command: Pick) -> None:
    rounds.give_turn(world, unit_named(world, command.unit))


STANCE = AskRules(
    StanceAsk,
    seen_by,
    (
        Option(
            TakeStance,
            lambda seen: (TakeStance(seen.id, s) for s in STANCES),
            _check_stand,
            _stand,
            facts=_stand_facts,
        ),
    ),
)

PICK = AskRules(PickAsk, seen_by, (Option(Pick, _picks, _check_pick, _pick),))
