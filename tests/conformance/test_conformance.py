"""Invariants of every registered rulebook, at every stop of random play from every position."""

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from game.core.cells import Cell
from game.engine.battle import Battle
from game.engine.book import Book
from game.terms.agenda import (
    Ask,
    BattleEnd,
    Decision,
    DeployAsk,
    DrawAsk,
    Roll,
)
from game.terms.commands import (
    Answer,
    Command,
    Concede,
    OfferDraw,
    Place,
    from_text,
    to_text,
)
from game.terms.events import LoggedEvent
from game.world.deployment import deployable
from game.world.unit_names import tile_of
from tests.conformance.books import Case, books, every_case, is_large, registry
from tests.conformance.driver import (
    REASONS,
    Wild,
    any_command,
    any_faces,
    any_listed_alone,
    go_on,
    play,
    same_but_for_the_way,
    stops,
    types_of,
)

each_case = every_case()
every_book = pytest.mark.parametrize("book", books().values(), ids=list(books()))

STOPS = 60


def walked(case: Case, most: int = STOPS, seed: int = 1) -> Iterator[Battle]:
    """Yield battles of a position at the stops of random play."""
    return stops(case.start(), Random(f"{case} {seed}"), most, case.start)


# The whole rulebook


def test_no_rulebook_is_broken() -> None:
    assert registry().broken == {}
    assert "contest" in books()


@every_book
def test_rulebook_has_all_required_parts(book: Book) -> None:
    assert book.id
    assert book.title
    assert book.systems
    assert book.round_limit > 0


# Stops


@each_case
def test_ask_goes_to_a_living_unit_of_its_side(case: Case) -> None:
    for battle in walked(case):
        if isinstance(battle.stop, Ask):
            assert battle.asked == battle.side_of(battle.stop.unit)
            assert battle.view(battle.stop.side).stop == battle.stop


# Legal lists


@each_case
def test_legal_is_ordered_without_duplicates_and_never_empty(case: Case) -> None:
    for battle in walked(case):
        legal = battle.legal()
        assert len(set(legal)) == len(legal)
        if not isinstance(battle.stop, Ask):
            assert legal == ()
            continue
        assert legal
        _check_order(battle, battle.stop, legal)


def _check_order(battle: Battle, ask: Ask, legal: tuple[Command, ...]) -> None:
    """Check that options come in the rulebook's order, and the ends of paths in reading order."""
    if not isinstance(ask, Decision | DeployAsk | DrawAsk):
        options = [option.command for option in battle.book.rules_for(type(ask)).options]
        places = [options.index(type(command)) for command in legal]
        assert places == sorted(places)
    for kind in dict.fromkeys(type(command) for command in legal):
        paths = [getattr(c, "path", ()) for c in legal if type(c) is kind]
        ends = [(path[-1][1], path[-1][0]) for path in paths if path]
        if len(kind.__struct_fields__) == 2:
            assert ends == sorted(ends)


@each_case
def test_legal_depends_on_the_state_alone(case: Case) -> None:
    for battle in walked(case):
        legal = battle.legal()
        assert battle.legal() == legal
        assert battle.clone().legal() == legal
        if isinstance(battle.stop, Ask):
            assert battle.view(battle.stop.side).legal() == legal
            assert battle.view(battle.stop.side).clone().legal() == legal


@each_case
def test_every_legal_command_is_accepted(case: Case) -> None:
    for battle in walked(case, 30):
        before = battle.hash()
        for command in battle.legal():
            assert battle.why_not(command) is None
            assert battle.submit(command) is None
            assert battle.undo(agreed=True) is None
            assert battle.hash() == before


@each_case
def test_commands_parse_back_from_text(case: Case) -> None:
    for battle in walked(case, 30):
        for command in battle.legal():
            assert from_text(to_text(command), types_of(battle)) == command


# Legal if and only if accepted


def wild_commands(battle: Battle, rng: Random, count: int) -> list[Command]:
    others = ("gold.zed", "red.a", "blue.bo", "excalibur")
    wild = Wild(battle, others, rng)
    return [wild.command() for _ in range(count)]


@each_case
@pytest.mark.parametrize("most", [50, pytest.param(300, marks=pytest.mark.long)])
def test_command_is_accepted_if_and_only_if_it_is_legal(case: Case, most: int) -> None:
    rng = Random(f"wild {case}")
    for battle in walked(case, most):
        legal = {same_but_for_the_way(command) for command in battle.legal()}
        before, told, start = battle.hash(), list(battle.told()), _asked_at(battle)
        held = _held_by_the_placed(battle)
        for command in wild_commands(battle, rng, 14):
            refusal = battle.why_not(command)
            again = battle.submit(command)
            assert again == refusal
            if again is None:
                is_listed = same_but_for_the_way(command) in legal
                is_other = isinstance(command, Concede | OfferDraw) or _leads_back(command, start)
                is_other = is_other or (isinstance(command, Place) and command.to in held)
                assert is_listed or is_other, command
                assert battle.undo(agreed=True) is None
            assert battle.hash() == before
            assert battle.told() == told


def _asked_at(battle: Battle) -> Cell | None:
    """Return the tile of the unit that is asked."""
    ask = battle.stop
    return tile_of(battle.world, ask.unit) if isinstance(ask, Ask) else None


def _held_by_the_placed(battle: Battle) -> set[Cell | None]:
    """Return the tiles of units being placed.

    Two of these units can swap places, which isn't listed.
    """
    if not isinstance(battle.stop, DeployAsk):
        return set()
    return {tile_of(battle.world, unit) for unit in deployable(battle.world, battle.stop.side)}


def _leads_back(command: Command, start: Cell | None) -> bool:
    """Return whether a move ends where it began, which is legal but not listed."""
    return getattr(command, "path", ())[-1:] == (start,)


@each_case
def test_refusals_are_sentences_with_a_code(case: Case) -> None:
    rng = Random(f"refused {case}")
    for battle in walked(case):
        for command in wild_commands(battle, rng, 8):
            refusal = battle.why_not(command)
            if refusal is None:
                continue
            assert refusal.code == refusal.code.lower()
            assert all(part.isalnum() for part in refusal.code.split("-")), refusal.code
            said = refusal.text(battle.book.catalogue)
            assert is_sentence(said), said


def is_sentence(text: str) -> bool:
    """Return whether a text is one sentence, or two joined by a semicolon, with a full stop."""
    starts_well = text[:1].isupper() or text[:1] in "'\"("
    unquoted = "".join(part for i, part in enumerate(text.split("'")) if i % 2 == 0)
    return starts_well and text.endswith(".") and ". " not in unquoted and "\n" not in text


@each_case
def test_commands_are_refused_when_no_one_is_asked(case: Case) -> None:
    for battle in walked(case):
        if isinstance(battle.stop, Roll | BattleEnd):
            code = "dice-due" if isinstance(battle.stop, Roll) else "over"
            for command in (Concede(), OfferDraw(), Answer("red.a", "yes")):
                refusal = battle.submit(command)
                assert refusal is not None
                assert refusal.code == code


@each_case
def test_roll_accepts_only_faces_that_its_dice_can_show(case: Case) -> None:
    for battle in walked(case):
        if isinstance(battle.stop, Roll):
            before, sides = battle.hash(), battle.stop.dice.sides
            wrong = ((), (0,) * len(sides), tuple(s + 1 for s in sides), (*sides, 1))
            for faces in wrong:
                with pytest.raises(ValueError, match=r"face|show"):
                    battle.settle(faces)
            assert battle.hash() == before


# Undo


@each_case
def test_undo_after_every_command_restores_hash_and_log(case: Case) -> None:
    rng = Random(f"undo {case}")
    for battle in walked(case):
        if not isinstance(battle.stop, Ask):
            continue
        before = _moment(battle)
        command, thrown = any_command(battle, rng), []
        battle.apply(command)
        for _ in range(rng.randint(0, 6)):
            if isinstance(battle.stop, Roll):
                thrown.append(any_faces(battle.stop, rng))
                battle.settle(thrown[-1])
        after = _moment(battle)
        if thrown:
            refusal = battle.undo()
            assert refusal is not None
            assert refusal.code == "behind-the-wall"
            assert _moment(battle) == after
        assert battle.undo(agreed=True) is None
        assert _moment(battle) == before
        battle.apply(command)
        for faces in thrown:
            battle.settle(faces)
        assert _moment(battle) == after
        assert battle.undo(agreed=True) is None


Moment = tuple[str, object, list[LoggedEvent], tuple[Command, ...]]


def _moment(battle: Battle) -> Moment:
    return battle.hash(), battle.stop, list(battle.told()), battle.legal()


@each_case
def test_whole_battle_can_be_undone(case: Case) -> None:
    battle, rng = case.start(), Random(f"back {case}")
    moments: list[Moment] = []
    for _ in range(400):
        if isinstance(battle.stop, BattleEnd):
            break
        if isinstance(battle.stop, Ask):
            moments.append(_moment(battle))
        go_on(battle, rng)
    while moments:
        assert battle.undo(agreed=True) is None
        assert _moment(battle) == moments.pop()
    refusal = battle.undo(agreed=True)
    assert refusal is not None
    assert refusal.code == "nothing-to-undo"


# Copies


@each_case
@pytest.mark.parametrize("battles", [1, pytest.param(5, marks=pytest.mark.long)])
def test_restored_battle_continues_in_lockstep(case: Case, battles: int) -> None:
    rng = Random(f"save {case}")
    for _ in range(battles):
        battle = case.start()
        level, twin = battle.world.scene.level, battle
        for _ in range(90):
            twin = Battle.restored(battle.book, level, twin.snapshot())
            assert twin.hash() == battle.hash()
            assert twin.stop == battle.stop
            assert twin.legal() == battle.legal()
            assert twin.snapshot() == battle.snapshot()
            stop = battle.stop
            if isinstance(stop, BattleEnd):
                break
            if isinstance(stop, Roll):
                faces = any_faces(stop, rng)
                battle.settle(faces)
                twin.settle(faces)
            else:
                command = any_command(battle, rng)
                battle.apply(command)
                twin.apply(command)


JUNK: tuple[Any, ...] = (None, -1, 0, 2, 7, 10**6, 1.5, "x", "", [], [[]], [1, 2, 3], {}, True)


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every part of a decoded JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        yield (*way, key)
        if isinstance(part, dict | list):
            yield from ways(part, (*way, key))


def damaged(snapshot: bytes, rng: Random) -> bytes:
    """Return the snapshot with one part removed or replaced."""
    raw = json.loads(snapshot)
    *way, last = rng.choice(list(ways(raw)))
    part = raw
    for key in way:
        part = part[key]
    if rng.random() < 0.3:
        del part[last]
    else:
        part[last] = rng.choice(JUNK)
    return json.dumps(raw).encode()


@each_case
@pytest.mark.parametrize("most", [10, pytest.param(100, marks=pytest.mark.long)])
def test_damaged_snapshot_is_refused_or_can_be_used(case: Case, most: int) -> None:
    rng = Random(f"damage {case}")
    for battle in walked(case, most):
        level, snapshot = battle.world.scene.level, battle.snapshot()
        for _ in range(10):
            with suppress(ValueError):
                other = Battle.restored(battle.book, level, damaged(snapshot, rng))
                assert other.hash()
                assert other.legal() or not isinstance(other.stop, Ask)


@each_case
@pytest.mark.parametrize("most", [4, pytest.param(20, marks=pytest.mark.long)])
def test_clone_is_independent(case: Case, most: int) -> None:
    for index, battle in enumerate(walked(case, most)):
        before = _moment(battle)
        clone = battle.clone()
        assert clone.hash() == before[0]
        play(clone, Random(index), any_listed_alone)
        assert _moment(battle) == before
        ended = clone.hash(), clone.stop
        if not isinstance(battle.stop, BattleEnd):
            go_on(battle.clone(), Random(index))
            assert _moment(battle) == before
            assert (clone.hash(), clone.stop) == ended


@each_case
def test_same_dice_and_commands_give_the_same_battle(case: Case) -> None:
    first, second = case.start(), case.start()
    assert play(first, Random(7)) == play(second, Random(7))
    assert first.told() == second.told()
    assert first.hash() == second.hash()


@each_case
def test_views_change_nothing(case: Case) -> None:
    for battle in walked(case):
        before = _moment(battle)
        for side in battle.world.scene.level.sides:
            view = battle.view(side.id)
            view.queue()
            for unit in view.units():
                view.book.card(view.world, unit)
            assert view.view(side.id) is view
        assert _moment(battle) == before


@each_case
def test_updated_view_equals_a_new_one(case: Case) -> None:
    """Read each side's view after only some stops, and after undone commands."""
    for n, battle in enumerate(walked(case)):
        sides = battle.world.scene.level.sides
        if n % 4 == 3 and isinstance(battle.stop, Ask):
            battle.apply(battle.legal()[-1])
            battle.view(sides[0].id)
            battle.undo(agreed=True)
        for number, side in enumerate(sides):
            if (n + number) % 3:
                assert _seen(battle.view(side.id)) == _seen(battle.clone().view(side.id))


def _seen(view: Battle) -> tuple[Any, ...]:
    legal = view.legal() if view.asked == view.own else ()
    return view.hash(), view.stop, legal, view.queue(), view.world.drawn


@each_case
def test_queue_names_units_on_the_board(case: Case) -> None:
    for battle in walked(case):
        ids = {battle.id_of(unit) for unit in battle.units()}
        for slot in battle.queue():
            assert set(slot.units) <= ids
            assert slot.state in {"certain", "open", "possible", "acting", "waiting"}


# Endings


@each_case
def test_battles_end_within_the_rounds_for_a_known_reason(case: Case) -> None:
    for seed in range(2 if is_large(case) else 6):
        battle = case.start()
        over = play(battle, Random(seed))
        level = battle.world.scene.level
        assert over.reason in REASONS
        assert over.rounds <= level.rounds
        assert over.winner in (None, *(side.id for side in level.sides))
        assert battle.outcome == over
        assert battle.legal() == ()
        assert battle.world.frames() == ()


@each_case
def test_any_ask_accepts_a_concession(case: Case) -> None:
    for battle in walked(case, 16):
        if isinstance(battle.stop, Ask):
            side, clone = battle.stop.side, battle.clone()
            assert clone.submit(Concede()) is None
            assert play(clone, Random(3)).winner != side


@each_case
def test_draw_can_be_agreed_in_a_duel(case: Case) -> None:
    for battle in walked(case, 40):
        stop = battle.stop
        if not isinstance(stop, Ask) or battle.why_not(OfferDraw()):
            continue
        clone = battle.clone()
        assert clone.submit(OfferDraw()) is None
        ask = clone.stop
        assert isinstance(ask, DrawAsk)
        assert ask.side != stop.side
        declined = clone.clone()
        assert declined.submit(Answer(declined.id_of(ask.unit), "no")) is None
        assert declined.stop == stop
        refusal = declined.submit(OfferDraw())
        assert refusal is not None
        assert refusal.code == "draw-offered"
        assert clone.submit(Answer(clone.id_of(ask.unit), "yes")) is None
        assert clone.outcome is not None
        assert (clone.outcome.winner, clone.outcome.reason) == (None, "agreed")


@each_case
def test_no_step_takes_many_items(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.engine.agenda_machine.RUNAWAY", 500)
    for seed in range(2):
        play(case.start(), Random(f"steps {seed}"))
