"""Commands on units after a move: found by trying, and equal to what the real move makes legal."""

from pathlib import Path
from random import Random

import pytest

from game.play.opening import Options
from game.play.players import outside
from game.present.looking_ahead.battle_ahead import BattleAhead
from game.present.question import Choice, Question
from game.present.window_battle import WindowBattle
from game.rules.registry import find_books
from game.workshop.bench.action_rows import text_of

BOOKS = find_books().books
FIELD = "..........\n...##.....\n..........\n.........."
WARDEN, BAILIFF = "red warden 1 1", "blue bailiff 6 1"


def opened(level: str, folder: Path, seed: str = "5") -> WindowBattle:
    options = Options(level=level, seed=seed)
    return WindowBattle.open(options, BOOKS, folder, seats=outside, is_kept=False)


def drawn(folder: Path, units: dict[str, str], ground: str = FIELD) -> WindowBattle:
    path = folder / "field.toml"
    path.write_text(text_of((ground, units)), encoding="utf-8")
    return opened(str(path), folder)


def asked(sitting: WindowBattle) -> Question | None:
    """Return the next question, or None if the battle is over."""
    while sitting.go_on() or sitting.is_held:
        sitting.wait()
    return sitting.question()


def turn_of(sitting: WindowBattle, unit: str) -> Question:
    """Return the question about a unit's turn; end the turns of others, and decline the rest."""
    for _ in range(40):
        question = asked(sitting)
        assert question is not None
        if (question.unit, question.ask) == (unit, "turn"):
            return question
        last = next(one for one in question.choices if one.verb in ("end", "go", "pass", "first"))
        assert sitting.answer(last.command) is None
    raise AssertionError(f"{unit} is never asked")


def found(sitting: WindowBattle, question: Question, unit: str) -> tuple[Choice, ...]:
    search = BattleAhead(sitting).approaches(question, unit)
    search.go_on()
    assert search.found is not None
    return search.found


def test_attack_out_of_reach_is_found_after_the_shortest_move(tmp_path: Path) -> None:
    sitting = drawn(tmp_path, {"ann": WARDEN, "bo": BAILIFF})
    question = turn_of(sitting, "red.ann")
    first, *_ = ways = found(sitting, question, "blue.bo")
    assert {one.key for one in ways} == {first.key}
    assert first.verb == "attack"
    assert first.after is not None
    costs = [one.after.cost for one in ways if one.after]
    assert first.after.cost == min(costs, key=lambda said: int(said.split()[0]))
    assert first.pips == (*first.after.pips, *first.words.pips(first.command))


def test_moves_past_foes_come_last(tmp_path: Path) -> None:
    """Let the shortest paths to one foe leave the reach of another."""
    units = {"ann": WARDEN, "bo": "blue bailiff 5 2", "carl": "blue bailiff 1 0"}
    sitting = drawn(tmp_path, units)
    question = turn_of(sitting, "red.ann")
    ways = found(sitting, question, "blue.bo")
    risks = [len(sitting.dangers(one.after.command)) for one in ways if one.after]
    assert risks == sorted(risks)


@pytest.mark.parametrize("level", ["toll_bar", "grey_pack", "bell_yard", "green_quay"])
def test_command_after_a_move_has_the_odds_of_its_forecast(level: str, tmp_path: Path) -> None:
    """Play at random; let foes decline, as is hoped for."""
    sitting, rng, tried = opened(level, tmp_path), Random(7), 0
    for _ in range(45):
        question = asked(sitting)
        if question is None:
            break
        choice = None
        if question.ask == "turn":
            foes = [t.id for t in sitting.picture(question.side).tokens if t.side != question.side]
            ways = [one for foe in foes[:4] for one in found(sitting, question, foe) if one.after]
            choice = rng.choice(ways) if ways else None
        if choice is None or choice.after is None:
            assert sitting.answer(rng.choice(question.choices).command) is None
            continue
        move, command, side = choice.after.command, choice.command, question.side
        ahead = BattleAhead(sitting)
        hoped, odds = ahead.hoped_for(move), ahead.odds(move, command)
        if hoped is None:
            continue
        assert sitting.answer(move) is None
        question = asked(sitting)
        while question is not None and question.side != side and question.decline is not None:
            assert sitting.answer(question.decline) is None
            question = asked(sitting)
        if ahead.fingerprint(side) == hoped:
            tried += 1
            assert (sitting.why_not(command) is None) == (odds is not None)
            assert odds is None or sitting.odds(command) == odds
    assert tried > 2


def test_search_in_parts_finds_the_same(tmp_path: Path) -> None:
    sitting = drawn(tmp_path, {"ann": WARDEN, "bo": BAILIFF})
    question = turn_of(sitting, "red.ann")
    search, parts = BattleAhead(sitting).approaches(question, "blue.bo"), 0
    while search.found is None:
        search.go_on(3)
        parts += 1
    assert parts > 3
    at_once = found(sitting, question, "blue.bo")
    assert [(one.command, one.after) for one in search.found] == [
        (one.command, one.after) for one in at_once
    ]


def test_search_leaves_the_battle_as_it_was(tmp_path: Path) -> None:
    sitting = drawn(tmp_path, {"ann": WARDEN, "bo": BAILIFF})
    question = turn_of(sitting, "red.ann")
    before, log = sitting.table.battle.hash(), len(sitting.table.battle.told())
    choice = found(sitting, question, "blue.bo")[0]
    assert choice.after is not None
    assert BattleAhead(sitting).odds(choice.after.command, choice.command) is not None
    assert sitting.table.battle.hash() == before
    assert len(sitting.table.battle.told()) == log


def test_foe_beyond_all_moves_has_no_approach(tmp_path: Path) -> None:
    wide = "\n".join(["." * 24] * 3)
    sitting = drawn(tmp_path, {"ann": WARDEN, "bo": "blue bailiff 22 1"}, wide)
    assert found(sitting, turn_of(sitting, "red.ann"), "blue.bo") == ()


@pytest.mark.parametrize("level", ["yard", "masked_ball", "under_bridge"])
def test_book_without_attacks_after_a_move_has_no_approach(level: str, tmp_path: Path) -> None:
    sitting, rng = opened(level, tmp_path), Random(3)
    for _ in range(40):
        question = asked(sitting)
        if question is None:
            break
        for token in sitting.picture(question.side).tokens:
            ways = found(sitting, question, token.id) if question.ask == "turn" else ()
            assert all(one.after is None for one in ways)
        assert sitting.answer(rng.choice(question.choices).command) is None
