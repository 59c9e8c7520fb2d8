"""A unit's options from a tile: equal to its options once it is there."""

import re
from pathlib import Path
from random import Random

import pytest

from game.present.looking_ahead.approaches import moves_of
from game.present.looking_ahead.battle_ahead import BattleAhead
from game.present.looking_ahead.tile_outlook import FoeFromTile, mean_damage
from game.present.question import Choice, Question
from game.present.window_battle import WindowBattle
from game.terms.odds import OddsOutcome
from tests.present.test_approaches import BAILIFF, WARDEN, asked, drawn, opened, turn_of

MOST_ANSWERS, MOST_MOVES = 40, 4
NEAR = {"ann": "red fowler 1 1", "bo": BAILIFF}


def rows_of(
    sitting: WindowBattle, question: Question, move: Choice, steps: int | None = None
) -> tuple[FoeFromTile, ...]:
    search = BattleAhead(sitting).from_tile(question, move)
    while not search.is_done:
        search.go_on(steps)
    return search.rows


def move_to(question: Question, cell: tuple[int, int]) -> Choice:
    return next(one for one in moves_of(question) if one.at == cell)


def test_attack_from_a_tile_is_the_best_one_there(tmp_path: Path) -> None:
    sitting = drawn(tmp_path, NEAR)
    question = turn_of(sitting, "red.ann")
    move = move_to(question, (2, 2))
    (row,) = rows_of(sitting, question, move)
    assert row.odds is not None
    assert sitting.answer(move.command) is None
    question = turn_of(sitting, "red.ann")
    found = [
        sitting.odds(one.command, "never") for one in question.choices if one.unit == "blue.bo"
    ]
    assert row.odds in found
    most = max(mean_damage(one, "blue.bo") for one in found if one is not None)
    assert mean_damage(row.odds, "blue.bo") == most > 0


@pytest.mark.parametrize("level", ["toll_bar", "grey_pack", "bell_yard", "yard", "masked_ball"])
def test_rows_hold_after_the_real_move(level: str, tmp_path: Path) -> None:
    sitting, rng, tried = opened(level, tmp_path), Random(2), 0
    for _ in range(30):
        question = asked(sitting)
        if question is None:
            break
        moves = moves_of(question) if question.ask == "turn" else []
        move = rng.choice(moves) if moves else None
        if move is None:
            assert sitting.answer(rng.choice(question.choices).command) is None
            continue
        ahead, side = BattleAhead(sitting), question.side
        rows, hoped = rows_of(sitting, question, move, 2), ahead.hoped_for(move.command)
        known = {token.id for token in sitting.picture(side).tokens if token.at}
        assert {row.unit for row in rows} <= known
        threats = {row.unit: sitting.threat(side, row.unit) for row in rows}
        assert move.at is not None
        assert all(row.harm == threats[row.unit].get(move.at, 0) for row in rows)
        assert sitting.answer(move.command) is None
        asked(sitting)
        if hoped is None or ahead.fingerprint(side) != hoped:
            continue
        tried += 1
        for row in rows:
            found = sitting.odds(row.odds.command, "never") if row.odds else None
            assert found == row.odds
    assert tried > 2


def test_chance_counts_what_comes_after_a_declined_choice(tmp_path: Path) -> None:
    """At the green quay, every attack asks first whether to push its roll."""
    sitting = opened("green_quay", tmp_path)
    for _ in range(MOST_ANSWERS):
        question = asked(sitting)
        assert question is not None
        moves = moves_of(question) if question.ask == "turn" else []
        for move in moves[:MOST_MOVES]:
            rows = [row for row in rows_of(sitting, question, move) if row.odds is not None]
            means = [mean_damage(row.odds, row.unit) for row in rows if row.odds is not None]
            if max(means, default=0) > 0:
                assert all(one.then in (None, "turn") for row in rows for one in outcomes(row))
                assert max(means) > 0.1
                return
        assert sitting.answer(question.choices[-1].command) is None
    raise AssertionError("nobody can attack after a move")


def outcomes(row: FoeFromTile) -> tuple[OddsOutcome, ...]:
    return tuple(row.odds.outcomes) if row.odds is not None else ()


def test_cover_and_harm_are_listed(tmp_path: Path) -> None:
    """Let a crate give the foe half cover."""
    ground = "........\n...o....\n........"
    sitting = drawn(tmp_path, {"ann": "red warden 0 1", "bo": "blue bailiff 4 1"}, ground)
    question = turn_of(sitting, "red.ann")
    (row,) = rows_of(sitting, question, move_to(question, (3, 0)))
    assert row.label
    assert row.harm > 0
    wide = "\n".join(["." * 30] * 3)
    sitting = drawn(tmp_path, {"ann": WARDEN, "bo": "blue bailiff 28 1"}, wide)
    question = turn_of(sitting, "red.ann")
    assert rows_of(sitting, question, move_to(question, (2, 1))) == ()


def test_cover_of_a_foe_is_that_from_the_tile(tmp_path: Path) -> None:
    ground = "........\n...o....\n........\n........"
    units = {"ann": "red poacher 0 1", "bo": "blue bailiff 4 1"}
    sitting = drawn(tmp_path, units, ground)
    question = turn_of(sitting, "red.ann")
    covered = rows_of(sitting, question, move_to(question, (1, 1)))
    free = rows_of(sitting, question, move_to(question, (4, 3)))
    assert [row.cover for row in covered] == ["half"]
    assert [row.cover for row in free] == [""]


def test_own_cover_is_that_from_a_foe_with_a_range(tmp_path: Path) -> None:
    ground = "........\n...o....\n........\n........"
    for foe, cover in (("poacher", 1), ("bailiff", 0)):
        units = {"ann": "red warden 0 1", "bo": f"blue {foe} 4 1"}
        sitting = drawn(tmp_path, units, ground)
        question = turn_of(sitting, "red.ann")
        rows = (rows_of(sitting, question, move_to(question, at)) for at in ((1, 1), (4, 3)))
        assert [row.own_cover for (row,) in rows] == [cover, 0]


def test_reasons_are_those_of_the_book(tmp_path: Path) -> None:
    wide = "\n".join(["." * 30] * 3)
    sitting = drawn(tmp_path, {"ann": WARDEN, "bo": "blue bailiff 28 1"}, wide)
    question = turn_of(sitting, "red.ann")
    found = BattleAhead(sitting).unusable_on(question, "blue.bo")
    assert found
    assert "135 ft" in found[0].text
    labels = [label for one in found for label in one.labels]
    assert len(labels) == len(set(labels))
    for shut in question.shut:
        if shut.label == found[0].labels[0]:
            alone = BattleAhead(sitting).unusable_on(question, "blue.bo", shut.key)
            assert alone == (type(found[0])((shut.label,), found[0].text, found[0].rule),)


def test_foe_that_can_be_attacked_has_no_reasons(tmp_path: Path) -> None:
    sitting = drawn(tmp_path, {"ann": WARDEN, "bo": "blue bailiff 2 1"})
    question = turn_of(sitting, "red.ann")
    assert BattleAhead(sitting).unusable_on(question, "blue.bo") == ()


def test_reason_is_that_no_attack_is_left(tmp_path: Path) -> None:
    sitting = drawn(tmp_path, {"ann": WARDEN, "bo": "blue bailiff 2 1"})
    question = turn_of(sitting, "red.ann")
    attack = next(one for one in question.choices if one.unit == "blue.bo")
    assert sitting.answer(attack.command) is None
    question = turn_of(sitting, "red.ann")
    found = BattleAhead(sitting).unusable_on(question, "blue.bo")
    assert any("no attack left" in one.text for one in found)


@pytest.mark.parametrize("level", ["yard", "opera_box", "masked_ball"])
def test_foe_out_of_reach_says_what_the_way_costs_and_what_is_left(
    tmp_path: Path, level: str
) -> None:
    sitting, rng, told = opened(level, tmp_path), Random(level), 0
    for _ in range(MOST_ANSWERS):
        question = asked(sitting)
        if question is None:
            break
        tokens = sitting.picture(question.side).tokens
        mover = next(one for one in tokens if one.id == question.unit)
        ends = {one.at for one in question.choices if one.path}
        for foe in tokens if ends else ():
            if foe.side == question.side or foe.at is None:
                continue
            words = BattleAhead(sitting).beyond_reach(question, foe.at)
            numbers = re.fullmatch(r"Too far: (\d+) movement, and (\d+) left\.", words)
            assert bool(numbers) == (foe.at not in ends), (words, foe.at)
            if numbers:
                assert int(numbers[1]) > int(numbers[2]) == mover.movement
                told += 1
        assert sitting.answer(rng.choice(question.choices).command) is None
    assert told
