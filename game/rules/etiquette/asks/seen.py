"""The context of every Etiquette ask, and checks that several asks share."""

from game.rules.etiquette.minions import is_robot, owner_of
from game.rules.etiquette.records import DeclareAsk, Duel, GiveAsk, TalkAsk
from game.rules.etiquette.walks import duel_of, walker
from game.systems.board_asks import BoardSeen, hand_seen
from game.terms.agenda import Ask
from game.terms.asks import TurnAsk
from game.terms.commands import Command
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.unit_names import id_of


def seen_by(view: World, ask: Ask) -> BoardSeen:
    """Return the context of an ask.

    A robot uses its owner's hand, but not on its own moves (ETI-08).
    """
    unit = ask.unit
    empty = isinstance(ask, TurnAsk) and is_robot(view, unit)
    hand = () if empty else hand_seen(view, owner_of(view, unit))
    return BoardSeen(view, ask, id_of(view, unit), walker(view, unit), hand)


def foe_of(seen: BoardSeen) -> str:
    """Return the id of the foe in the fight, or of the other unit in an encounter."""
    ask, view = seen.ask, seen.view
    if isinstance(ask, DeclareAsk | GiveAsk | TalkAsk):
        return id_of(view, ask.foe)
    found = duel_of(view, ask.unit)
    assert found is not None
    return id_of(view, view.get(found, Duel).other(ask.unit))


def foe_facts(seen: BoardSeen, command: Command) -> TextFacts:
    """Return the foe in the fight, or the other unit in an encounter."""
    return {"foe": foe_of(seen)}


def check_target(seen: BoardSeen, target: str | None, rule: str) -> Refusal | None:
    """Refuse a target that isn't the foe in the fight."""
    known = foe_of(seen)
    if target == known:
        return None
    if target is None:
        return Refusal("no-opponent", rule, variant="missing", known=known)
    return Refusal("no-opponent", rule, target=target, known=known)
