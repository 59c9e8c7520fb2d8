"""The choices in an encounter: talking, declaring and giving (ETI-03 … ETI-05)."""

from collections.abc import Iterable

from msgspec.structs import replace

from game.components.belongings import Hand
from game.rules.etiquette import events, promises
from game.rules.etiquette.asks.seen import foe_facts, seen_by
from game.rules.etiquette.commands import Give, Keep, Promise, Silent
from game.rules.etiquette.minions import owner_of
from game.rules.etiquette.records import (
    Declarations,
    DeclareAsk,
    Gifts,
    GiveAsk,
    Passing,
    SpeakingTurn,
    StartDuel,
    TalkAsk,
)
from game.rules.etiquette.schema import Settings
from game.rules.etiquette.walks import can_go_on
from game.systems import items
from game.systems.ask_checks import check_unit, check_yours
from game.systems.board_asks import BoardSeen
from game.terms.board_commands import Decline, Engage
from game.terms.board_events import Declined, Engaged
from game.terms.commands import MOST_WORDS
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import id_of, side_of

# Talking


def _promises(seen: BoardSeen) -> Iterable[Promise]:
    return (Promise(seen.id, kind) for kind in promises.KINDS)


def _check_promise(seen: BoardSeen, command: Promise) -> Refusal | None:
    refusal = check_yours(seen, command.unit)
    if refusal:
        return refusal
    if command.promise not in promises.KINDS:
        return Refusal("no-promise", "ETI-03", promise=command.promise, known=promises.KINDS)
    if (count := len(command.words)) > MOST_WORDS:
        return Refusal("too-many-words", "ETI-03", count=count, most=MOST_WORDS)
    if not command.words.isprintable():
        return Refusal("too-many-words", "ETI-03", variant="unprintable")
    assert isinstance(seen.ask, TalkAsk)
    if promises.has_promised(seen.view, seen.ask.unit, seen.ask.foe, command.promise):
        return Refusal("promised-already", "ETI-03")
    return None


def _promise(world: World, ask: TalkAsk, command: Promise) -> None:
    promises.promise(world, ask.unit, ask.foe, command.promise, command.words)
    _next(world, ask.talk, heard=True)


def _silent(world: World, ask: TalkAsk, command: Silent) -> None:
    name, target = command.unit, id_of(world, ask.foe)
    world.tell(events.SaidNothing(unit=name, target=target, rule="ETI-03"))
    _next(world, ask.talk, heard=False)


def _next(world: World, talk: SpeakingTurn, heard: bool) -> None:
    """Pass the turn to speak to the other unit. `heard` is reset in each round of talk."""
    before = talk.heard if talk.said % 2 else False
    world.push(replace(talk, said=talk.said + 1, heard=before or heard))


TALK = AskRules(
    TalkAsk,
    seen_by,
    (
        Option(Promise, _promises, _check_promise, _promise, facts=foe_facts),
        Option(Silent, lambda s: (Silent(s.id),), check_unit, _silent, facts=foe_facts),
    ),
)

# Declaring


def _declare(world: World, ask: DeclareAsk, fights: bool) -> None:
    """Record and judge a declaration."""
    kind, rule = Engaged if fights else Declined, "ETI-04" if ask.comes else "ETI-05"
    world.tell(kind(unit=id_of(world, ask.unit), rule=rule))
    promises.judge(world, ask.unit, ask.foe, fights)
    stance = world.get(world.root, Declarations)
    if not ask.comes:
        world.put(world.root, replace(stance, other_fights=fights))
    else:
        heard = promises.promised(world, ask.foe, ask.unit)
        world.put(world.root, replace(stance, aggressor_fights=fights, heard=heard))
        other = DeclareAsk(side_of(world, ask.foe), ask.foe, ask.unit, False, fights)
        world.push(other)


def _engage(world: World, ask: DeclareAsk, command: Engage) -> None:
    _declare(world, ask, fights=True)
    if not ask.comes:
        first = world.scene.settings(Settings).nonbelligerent_first
        keeps_first = ask.faces and first == "unless_engaged"
        _begin(world, ask, ask.foe if keeps_first else ask.unit)


def _decline(world: World, ask: DeclareAsk, command: Decline) -> None:
    _declare(world, ask, fights=False)
    if ask.comes:
        return
    if ask.faces:
        _begin(world, ask, ask.foe)
    else:
        world.push(Passing(ask.foe, ask.unit), Gifts(ask.foe, ask.unit))


def _comes_of(seen: BoardSeen, command: Engage | Decline) -> TextFacts:
    """Return the other unit, and the result: which unit attacks first, or that the two part."""
    ask, fights = seen.ask, isinstance(command, Engage)
    assert isinstance(ask, DeclareAsk)
    keeps_first = seen.view.scene.settings(Settings).nonbelligerent_first == "unless_engaged"
    if ask.comes:
        first = "first" if keeps_first else "maybe"
        found = foe_facts(seen, command) | {"follows": first if fights else "maybe"}
        return found | _word_of(seen.view, ask.unit, ask.foe)
    if not fights and not ask.faces:
        walks = can_go_on(seen.view, ask.foe)
        return foe_facts(seen, command) | {"follows": "parting" if walks else "cornered"}
    is_second = not fights or (ask.faces and keeps_first)
    return foe_facts(seen, command) | {"follows": "second" if is_second else "first"}


def _word_of(view: World, unit: Entity, foe: Entity) -> TextFacts:
    """Return the foe's promise not to fight, and how often its player has kept or broken one."""
    given = set(promises.promised(view, foe, unit)) & promises.CALMING
    repute = promises.repute_of(view, owner_of(view, foe))
    word = min(given, default=None)  # "leave" includes "peace"
    return {"promise": word, "kept": repute.kept, "broken": repute.broken}


def _begin(world: World, ask: DeclareAsk, first: Entity) -> None:
    """Begin the fight. `ask` is the nonbelligerent's ask."""
    promises.void_gifts(world, ask.foe, ask.unit)
    world.push(StartDuel(ask.foe, ask.unit, first, "ETI-05" if first == ask.unit else "ETI-04"))


ENGAGE = AskRules(
    DeclareAsk,
    seen_by,
    (
        Option(Engage, lambda s: (Engage(s.id),), check_unit, _engage, facts=_comes_of),
        Option(Decline, lambda s: (Decline(s.id),), check_unit, _decline, facts=_comes_of),
    ),
    never=Decline,
)

# Giving


def _check_give(seen: BoardSeen, command: Give) -> Refusal | None:
    refusal = check_yours(seen, command.unit)
    if refusal or command.item in seen.hand:
        return refusal
    return Refusal("not-in-hand", "ETI-03", unit=seen.id, item=command.item)


def _give(world: World, ask: GiveAsk, command: Give) -> None:
    giver, taker = owner_of(world, ask.unit), owner_of(world, ask.foe)
    items.take_from_hand(world, giver, command.item)
    world.put(taker, Hand((*items.hand_of(world, taker), command.item)))
    name, target = command.unit, id_of(world, ask.foe)
    world.reveal()
    world.tell(
        events.ItemGiven(unit=name, target=target, item=command.item, rule="ETI-03"),
        (side_of(world, giver), side_of(world, taker)),
        events.GiftNoticed(unit=name, target=target, rule="ETI-03"),
    )
    promises.give(world, ask.unit, ask.foe, is_kept=True)


def _keep(world: World, ask: GiveAsk, command: Keep) -> None:
    promises.give(world, ask.unit, ask.foe, is_kept=False)


GIVE = AskRules(
    GiveAsk,
    seen_by,
    (
        Option(
            Give,
            lambda seen: (Give(seen.id, item) for item in seen.hand),
            _check_give,
            _give,
            facts=foe_facts,
        ),
        Option(Keep, lambda s: (Keep(s.id),), check_unit, _keep, facts=foe_facts),
    ),
    never=Keep,
)
