"""Shared screens: who sits down alone, and what everybody may see, in all rulebooks."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from game.components.belongings import Hand
from game.components.hiding import Hidden
from game.engine.battle import Battle
from game.engine.book import Book
from game.engine.known_components import known_components
from game.play.shared_screen import UNTOLD, is_forced, needs_handover
from game.terms.agenda import Ask, BattleEnd, DeployAsk
from game.terms.events import Event, LoggedEvent, TurnEnded
from game.terms.records import Component, Entity, encode
from game.world import World
from tests.conformance.books import Case, books, cases, is_large
from tests.conformance.driver import stops
from tests.conformance.test_secrets import disguised

MOMENTS, MOST_STOPS = 6, 120
"""Number of compared moments of each battle, and number of stops searched for them."""


def small(book: str) -> list[Case]:
    found = [it for it in cases([book]) if it.name.startswith("level-")]
    return sorted(found, key=is_large)[:3]


PLAYED = [case for book in books() if book != "tag" for case in small(book)]
each = pytest.mark.parametrize("case", PLAYED, ids=str)


def moments(case: Case) -> Iterator[tuple[Battle, str, str]]:
    """Yield battles, each with the side asked, and another that looks on."""
    rng = Random(f"shared {case}")
    for battle in stops(case.start(), rng, MOST_STOPS, case.start):
        if isinstance(battle.stop, BattleEnd) or not isinstance(battle.stop, Ask):
            continue
        for side in (side.id for side in battle.world.scene.level.sides):
            if side != battle.stop.side:
                yield battle, battle.stop.side, side


def pages(battle: Battle, side: str, other: str) -> list[bytes]:
    """Return what a shared screen can show while a side is asked, as bytes."""
    view = battle.view(side, other)
    found = [encode(view.world.dump()), encode(view.queue()), encode(view.legal())]
    found += [encode(view.book.card(view.world, unit)) for unit in view.units()]
    found += [encode(view.odds(command)) for command in view.legal()[:8]]
    found += [encode([command, refusal]) for command, refusal in view.refused()]
    return found


@each
def test_shared_screen_tells_nobody_a_secret(case: Case) -> None:
    """Compare two truths that look the same to whoever looks on."""
    rng, compared = Random(f"disguise {case}"), 0
    for battle, side, other in moments(case):
        there = disguised(battle, other, rng)
        if there is None or there.hash() == battle.hash() or there.asked != side:
            continue
        alone = needs_handover(battle, side, (other,))
        assert alone == needs_handover(there, side, (other,)), "the handover tells a secret"
        if not alone:
            assert pages(battle, side, other) == pages(there, side, other)
        compared += 1
        if compared >= MOMENTS:
            return


@each
def test_shared_screen_lacks_only_hands(case: Case) -> None:
    for n, (battle, side, other) in enumerate(moments(case)):
        if n >= 2 * MOMENTS:
            return
        if needs_handover(battle, side, (other,)):
            continue
        legal = battle.legal()
        assert set(battle.view(side, other).legal()) <= set(legal)
        own, shared = (
            dict(view.world.dump()) for view in (battle.view(side), battle.view(side, other))
        )
        for entity, records in own.items():
            missing = [one for one in records if one not in shared[entity]]
            assert all(isinstance(one, (*battle.book.in_hand, *UNTOLD)) for one in missing)


def test_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the whole truth, so that the pages must differ."""
    pairs = []
    for case in PLAYED:
        rng, found = Random(f"disguise {case}"), 0
        for battle, side, other in moments(case):
            there = disguised(battle, other, rng)
            if there is not None and there.hash() != battle.hash() and there.asked == side:
                pairs.append((battle.clone(), there.clone(), side, other))
                found += 1
            if found == 2:
                break
    assert len(pairs) >= 8
    hide = known_components

    def shown(
        book: Book,
        world: World,
        asked: str | None,
        sides: tuple[str, ...],
        entity: Entity,
        records: Iterable[Component],
    ) -> list[Component]:
        is_agenda = entity == world.root
        return hide(book, world, asked, sides, entity, records) if is_agenda else [*records]

    monkeypatch.setattr("game.engine.battle.known_components", shown)
    leaks = [pages(here, *who) != pages(there, *who) for here, there, *who in pairs]
    assert sum(leaks) >= 4


def asked(book: str) -> tuple[Battle, str, str]:
    """Return a battle of a rulebook, the side asked in a turn, and another side."""
    for case in small(book):
        for battle, side, other in moments(case):
            if not isinstance(battle.stop, DeployAsk):
                return battle, side, other
    raise AssertionError(f"nobody is asked in {book}")


def test_hands_need_no_handover_but_hidden_units_do() -> None:
    battle, side, other = asked("contest")
    unit = battle.stop.unit if isinstance(battle.stop, Ask) else battle.units()[0]
    battle.world.put(unit, Hand(("tacks",)))
    assert not needs_handover(battle, side, (other,))
    assert battle.view(side).world.has(unit, Hand)
    assert not battle.view(side, other).world.has(unit, Hand)
    battle, side, other = asked("action")
    mine = next(one for one in battle.units() if battle.side_of(one) == side)
    battle.world.put(mine, Hidden((other,)))
    assert needs_handover(battle, side, (other,))
    assert not needs_handover(battle, side, ())


def test_events_for_all_are_those_that_everybody_sees() -> None:
    event: Event = TurnEnded(unit="red.a")
    instead: Event = TurnEnded(unit="red.b")
    assert LoggedEvent(event).to_all(("red", "blue")) is event
    assert LoggedEvent(event, ("red",)).to_all(("red", "blue")) is None
    assert LoggedEvent(event, ("red",), instead).to_all(("blue", "red")) is instead
    assert LoggedEvent(event, ("red",)).to_all(("red",)) is event
    assert LoggedEvent(event, ("red",)).to_all(()) is event


def test_only_answer_is_given_unless_a_hand_could_hold_another() -> None:
    found = dict[tuple[str, bool], int]()
    for case in small("etiquette"):
        for battle, side, other in moments(case):
            if len(battle.legal()) != 1:
                assert not is_forced(battle, ())
                continue
            assert is_forced(battle, ())
            ask = battle.stop.called if isinstance(battle.stop, Ask) else ""
            key = ask, is_forced(battle, (other,))
            found[key] = found.get(key, 0) + 1
            assert battle.asked == side
    assert ("defend", False) in found or ("turn", False) in found
