"""A battle for a window: it never waits, and reveals only what one side may know."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.content.levels import find_level
from game.play.opening import Options
from game.play.players import outside, played, watched
from game.present.question import Choice, Question
from game.present.window_battle import WindowBattle
from game.record.journal import left_behind
from game.rules.registry import find_books
from game.terms.commands import Concede
from tests.commands import command
from tests.playing_on import play_on

BOOKS = find_books().books
PATIENCE = 30.0
"""Maximum number of seconds for a computer player in its own process."""

Open = Callable[..., WindowBattle]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Open]:
    opened: list[WindowBattle] = []

    def make(level: str, players: str | None = None, seats: object = played) -> WindowBattle:
        options = Options(level=level, seed="5", players=players)
        assert callable(seats)
        opened.append(WindowBattle.open(options, BOOKS, tmp_path, lambda _: None, seats))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


def asked(sitting: WindowBattle) -> Question:
    """Return the next question to people."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        play_on(sitting)
        question = sitting.question()
        if question is not None:
            return question
        time.sleep(0.005)
    raise AssertionError("nobody is asked")


def of(question: Question, verb: str) -> Choice:
    return next(choice for choice in question.choices if choice.verb == verb)


def test_people_play_the_partys_side_and_soldiers_the_others(table: Open) -> None:
    sitting = table("toll_bar")
    assert sitting.people == ("red",)
    assert table("yard", seats=outside).people == ("red", "blue")
    assert table("yard", seats=watched).people == ()
    assert table("yard", "red=soldier,blue=human").people == ("blue",)


def test_cards_tell_the_behaviour_of_units_that_computers_play(table: Open) -> None:
    told = {}
    for seats in (played, outside, watched):
        card = table("long_bridge", seats=seats).card(None, "blue.captain")
        told[seats] = card.behaviour if card else ()
    sentences = ("Keeps its people together: they stay within 8 tiles.",)
    assert told == {played: sentences, outside: (), watched: sentences}


def test_choices_name_their_buttons(table: Open) -> None:
    question = asked(table("toll_bar"))
    walk = of(question, "move")
    assert walk.path
    assert walk.at == walk.path[-1]
    assert walk.cost.endswith(" ft")
    assert of(question, "end").unit is None
    assert question.decline is None
    shut = {one.verb: one for one in question.shut}
    assert shut["stand"].rule == "ACT-26"
    assert shut["stand"].why.endswith(".")


@pytest.mark.rule("ALL-08")
def test_useless_items_are_shown_with_the_reason(table: Open) -> None:
    question = asked(table("first_contest"))
    shut = {one.thing: one for one in question.shut if one.thing}
    assert shut["bandage"].why == "Clean bandage would have no effect on Ann. Needed: lost life."
    assert (shut["bandage"].verb, shut["bandage"].rule) == ("use", "ALL-08")
    assert "Clean bandage" in shut["bandage"].label
    assert "bandage" not in {choice.thing for choice in question.choices}


@pytest.mark.rule("ALL-08")
def test_item_aimed_at_tiles_is_useless_if_it_suits_no_tile(table: Open) -> None:
    question = asked(table("first_action"))
    shut = {one.thing: one for one in question.shut if one.thing}
    assert shut["keen_eye"].why.endswith("anywhere in range. Needed: a hidden foe.")


def test_answer_is_carried_out_and_can_be_undone(table: Open) -> None:
    sitting = table("toll_bar")
    question = asked(sitting)
    before = sitting.picture("red")
    walk = of(question, "move")
    assert sitting.answer(walk.command) is None
    told = sitting.told("red")
    assert told[-1].name == "moved"
    asked(sitting)
    moved = sitting.picture("red").token(question.unit)
    assert moved is not None
    assert moved.at == walk.at
    assert sitting.given == 1
    assert sitting.undo() is None
    assert sitting.picture("red") == before
    assert sitting.undo() is not None


def test_refusal_says_why_and_changes_nothing(table: Open) -> None:
    sitting = table("toll_bar")
    question = asked(sitting)
    before = sitting.picture("red")
    refusal = sitting.answer(command("action", f"move {question.unit} 0,0"))
    assert refusal is not None
    assert refusal.text == "(0, 0) can't be entered."
    assert sitting.picture("red") == before


def test_odds_and_threats_are_those_of_the_side(table: Open) -> None:
    sitting = table("toll_bar")
    question = asked(sitting)
    odds = sitting.odds(of(question, "dash").command)
    assert odds is not None
    assert sum(one.weight for one in odds.outcomes) == odds.of
    threats = sitting.threats("red")
    assert set(threats) <= {p.id for p in sitting.picture("red").tokens if p.side == "blue"}
    assert all(threats.values())
    everyone = [token.id for token in sitting.picture(None).tokens]
    assert {id: found for id in everyone if (found := sitting.threat("red", id))} == threats


def sight_fields(sitting: WindowBattle) -> int:
    """Return the number of places whose visible tiles are known, with total cover in view."""
    found = sitting.table.battle.view("red").world.grid._found
    return sum(1 for key in found if isinstance(key, tuple) and key[0] == "field" and key[-1])


def test_threats_are_the_same_when_found_in_advance(table: Open) -> None:
    sitting, other = table("toll_bar"), table("toll_bar")
    for each in (sitting, other):
        asked(each)
    steps = sum(1 for _ in sitting.finding_threats("red"))
    looked = sight_fields(sitting)
    assert steps > looked > 50
    assert sitting.threats("red") == other.threats("red")
    assert sight_fields(sitting) == looked == sight_fields(other)


def test_search_for_threats_ends_when_the_battle_continues(table: Open) -> None:
    sitting = table("toll_bar")
    assert sitting.answer(of(asked(sitting), "dash").command) is None
    question, finding = asked(sitting), sitting.finding_threats("red")
    next(finding)
    assert sitting.answer(of(question, "move").command) is None
    asked(sitting)
    assert not list(finding)


def test_hidden_units_are_not_in_the_picture(table: Open) -> None:
    """Use a level with an ambush, where only an all-seeing observer sees the foes."""
    sitting = table("hollow_way")
    asked(sitting)
    seen = {p.id for p in sitting.picture("red").tokens if p.at is not None}
    all_of_them = {p.id for p in sitting.picture(None).tokens if p.at is not None}
    assert seen < all_of_them
    told = "".join(one.text for one in sitting.told("red"))
    assert len(told) < len("".join(one.text for one in sitting.told(None)))


def test_cards_and_tiles_are_in_words(table: Open) -> None:
    sitting = table("toll_bar")
    question = asked(sitting)
    card = sitting.card("red", question.unit)
    assert card is not None
    assert card.about
    assert ("action", "Action", True) in card.shorts
    assert sitting.card("red", "red.nobody") is None
    width, height = sitting.overview().width, sitting.overview().height
    titles = {sitting.tile("red", (x, y)).title for x in range(width) for y in range(height)}
    assert "Grass" in titles


def test_computer_players_play_their_turns_without_waiting(table: Open) -> None:
    sitting = table("yard")
    question = asked(sitting)
    longest, told = 0.0, len(sitting.told(None))
    sitting.answer(of(question, "end").command)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and sitting.question() is None and not sitting.is_over:
        start = time.perf_counter()
        sitting.go_on()
        longest = max(longest, time.perf_counter() - start)
        time.sleep(0.002)
    assert len(sitting.told(None)) > told + 2
    assert longest < 0.5


def test_closed_battle_resumes_at_the_same_place(table: Open, tmp_path: Path) -> None:
    sitting = table("yard")
    question = asked(sitting)
    sitting.answer(of(question, "move").command)
    asked(sitting)
    picture = sitting.picture(None)
    sitting.close()
    left = left_behind(tmp_path / "running")
    assert len(left) == 1
    options = Options(level=str(left[0]))
    again = WindowBattle.open(options, BOOKS, tmp_path, lambda _: None, played)
    try:
        assert again.people == ("red",)
        asked(again)
        assert again.picture(None) == picture
    finally:
        again.close()


def test_winner_is_known_only_at_the_end(table: Open) -> None:
    sitting = table("yard", seats=outside)
    side = asked(sitting).side
    assert sitting.winner is None
    assert sitting.answer(Concede()) is None
    assert sitting.is_over
    assert sitting.winner == ({"red", "blue"} - {side}).pop()
    assert sitting.count == 1


def test_battle_from_a_save_can_begin_again_at_its_level(table: Open, tmp_path: Path) -> None:
    saved = tmp_path / "midway.jsonl"
    saved.write_bytes(table("yard", "red=novice,blue=human").saved())
    options = Options(level=str(saved), seed="7", rosters=("red=any",))
    again = table(str(saved)).afresh(options)
    assert (again.level, again.seed, again.rosters) == ("yard", None, ("red=any",))
    assert (again.players, again.dice) == ("red=novice,blue=stdio", None)


def test_battle_from_a_file_with_real_dice_can_begin_again_with_both(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(find_level("yard").read_text("utf-8"), encoding="utf-8")
    options = Options(level=str(path), dice="ask")
    sitting = WindowBattle.open(options, BOOKS, tmp_path, seats=outside)
    again = sitting.afresh(options)
    sitting.close()
    assert (again.level, again.dice, again.changes) == (str(path), "ask", None)


def test_battle_continues_after_a_report_of_a_scripted_face_that_fits_no_die(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    options = Options(level="yard", seed="5", dice="7,8")
    sitting = WindowBattle.open(options, BOOKS, tmp_path, said.append, played)
    try:
        assert asked(sitting).choices
    finally:
        sitting.close()
    (sentence,) = said
    assert sentence.startswith("Face 1 of the scripted dice is 7, but the die drawn there is a d")
    assert sentence.endswith("All other dice are rolled from the seed.")
