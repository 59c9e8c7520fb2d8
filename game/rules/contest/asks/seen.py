"""The context of every Contest ask, and checks that several asks share."""

from game.components.unit import Position
from game.core.cells import Cell
from game.rules.contest import fights
from game.rules.contest.commands import Chase
from game.rules.contest.records import ChaseAsk, EngageAsk
from game.systems import hazards
from game.systems.board_asks import BoardSeen, hand_seen, path_facts
from game.systems.breaking_away import Fleeing
from game.systems.movement import Walker, stride_left
from game.terms.agenda import Ask
from game.terms.commands import Command
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.unit_names import id_of


def seen_by(view: World, ask: Ask) -> BoardSeen:
    """Return the context of an ask."""
    unit = ask.unit
    return BoardSeen(view, ask, id_of(view, unit), _walker(view, unit), hand_seen(view, unit))


def _walker(view: World, unit: Entity) -> Walker:
    """Return the paths open to a unit.

    Paths end at other units, and a fleeing unit never goes back.
    """
    fleeing = view.find(unit, Fleeing)
    others = frozenset(p.at for other, p in view.all(Position) if other != unit)
    shunned = frozenset({fleeing.origin}) if fleeing else frozenset()
    start, left = view.get(unit, Position).at, stride_left(view, unit)
    known = hazards.perils(view)
    return Walker(view.grid, start, left, shunned, final=others, why_closed=_shunned, perils=known)


def _shunned(at: Cell, rule: str | None) -> Refusal:
    return Refusal("no-step", rule, variant="back", at=at)


def targets(seen: BoardSeen) -> tuple[str, ...]:
    """Return the ids of the unit's foes in the fight."""
    return tuple(id_of(seen.view, unit) for unit in fights.opponents(seen.view, seen.ask.unit))


def check_target(seen: BoardSeen, target: str | None, rule: str) -> Refusal | None:
    """Refuse a target that isn't a foe in the fight."""
    known = targets(seen)
    if target in known:
        return None
    if target is None:
        return Refusal("no-opponent", rule, variant="missing", known=known)
    return Refusal("no-opponent", rule, target=target, known=known)


def foe_facts(seen: BoardSeen, command: Command) -> TextFacts:
    """Return the foe; for a chase, also the destination of the path."""
    assert isinstance(seen.ask, EngageAsk | ChaseAsk)
    facts: TextFacts = {"foe": id_of(seen.view, seen.ask.foe)}
    return facts | path_facts(seen, command) if isinstance(command, Chase) else facts
