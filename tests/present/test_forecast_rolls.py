"""The rolls and conditions of forecasts in words: who rolls what, and each number."""

from pathlib import Path

import pytest

from game.engine.legality import commands_of
from game.play.opening import Options
from game.play.players import outside
from game.present.battle_sentences import BattleSentences
from game.present.window_battle import WindowBattle
from game.rules.registry import find_books
from game.terms.changes import singles_of
from game.terms.commands import from_text
from game.terms.odds import Modifier, Odds, OddsRoll
from tests.playing_on import play_on
from tests.rules.action.powers import casting, power
from tests.rules.contest.duel import duel
from tests.rules.etiquette import ballroom
from tests.rules.guard.crawl import fight, meet
from tests.rules.verdigris.scene import scene
from tests.scenario import Play

BOOKS = find_books().books


def words_of(play: Play) -> BattleSentences:
    return BattleSentences(play.book, play.battle.world.scene.names)


def odds_of(play: Play, text: str) -> Odds:
    return play.battle.odds(from_text(text, commands_of(play.book)))


def rolls_of(play: Play, text: str) -> list[str]:
    """Return the rolls of a command's odds in words, with the names of all units."""
    odds, words = odds_of(play, text), words_of(play)
    assert all(roll.who is not None for roll in odds.rolls)
    who = [play.battle.id_of(roll.who) for roll in odds.rolls if roll.who is not None]
    return [words.foreseen(one, id, False) for one, id in zip(odds.rolls, who, strict=True)]


def changes_of(play: Play, text: str) -> list[str]:
    """Return the changes of a certain command in words."""
    (outcome,) = odds_of(play, text).outcomes
    words = words_of(play)
    return [
        words.change(change.unit, one)
        for change in outcome.changes
        for fact in change.facts
        for one in singles_of(fact)
    ]


def test_saves_name_their_rollers_dice_and_chances() -> None:
    blast = power(shape="burst", size=5, range=60, save={"ability": "agility", "difficulty": 12},
                  effect={"damage": "1d6"})  # fmt: skip
    play = casting("a.pq", powers={"blast": blast}, p={"agility": 2})
    told = rolls_of(play, "cast_at red.a blast 3,0")
    assert told[0].startswith("Damage, ")
    assert told[0].endswith(": 1d6")
    assert [one.partition(": ")[2] for one in told[1:]] == [
        "3d6 +2, at least 12 (62.5%)",
        "3d6, at least 12 (37.5%)",
    ]
    assert all(one.startswith("Save, ") for one in told[1:])


def test_own_roll_names_nobody() -> None:
    words = words_of(casting("a.p"))
    hit = OddsRoll("attack", "3d6", (Modifier("agility", 3),), 13)
    assert words.foreseen(hit, "red.a", True) == "To hit: 3d6 +3, at least 13"
    pool = OddsRoll("attack", "8d6s", needed=1, against="2d6s")
    assert words.foreseen(pool, "red.a", True) == "To hit: 8 dice vs. 2 dice"


def test_test_to_leave_a_melee_is_in_the_forecast_of_the_answer() -> None:
    play = scene("pa...").do("move red.a 2,0 3,0")
    (told,) = rolls_of(play, "pass blue.p")
    assert told.endswith("rolls to leave the melee: 2 dice, at least 1 six (30.6%)")


def test_sneaking_names_every_roll_and_the_number_to_reach() -> None:
    play = meet(".|ab|p|.", p={"notice": 2}, a={"quick": "d4"}, b={"quick": "d6"})
    told = [one.partition(" rolls ")[2] for one in rolls_of(play, "sneak red.a")]
    assert told == ["to sneak: d4, at least 3 (50%)", "to sneak: d6, at least 3 (66.7%)"]


def test_conditions_have_their_numbers() -> None:
    play = fight("c|ab|p|.", a={"items": ["oil"]}, p={"number": 2}).do("pick red.a")
    changes = changes_of(play, "use red.a oil")
    assert any("+1 on attack rolls" in one for one in changes), changes


def test_attacks_on_several_groups_name_each(tmp_path: Path) -> None:
    options = Options(level="kennel", seed="2")
    sitting = WindowBattle.open(options, BOOKS, tmp_path, lambda _: None, outside)
    try:
        for _ in range(80):
            play_on(sitting)
            question = sitting.question()
            assert question is not None
            found = [one for one in question.choices if one.thing == "sheet_of_sparks front"]
            if found:
                odds = sitting.odds(found[0].command)
                assert odds is not None
                attacks = [roll.told for roll in odds.rolls if roll.why == "attack"]
                assert len(attacks) > 1
                assert all(told.startswith("To hit (") and told.endswith("%)") for told in attacks)
                return
            ends = [
                one for one in question.choices if one.verb in ("fight", "stand", "pick", "end")
            ]
            picked = [one for one in ends if one.who == "party.wat"]
            assert sitting.answer((picked or ends)[0].command) is None
    finally:
        sitting.close()
    raise AssertionError("nobody could cast the spell")


def then_of(play: Play, text: str) -> str:
    """Return the only ask that follows a command in words that name the unit it asks."""
    (asker,) = odds_of(play, text).askers
    return words_of(play).then_by(asker.ask, play.battle.id_of(asker.unit))


def test_ask_that_follows_names_the_unit_it_asks() -> None:
    meeting = ballroom.scene("ab..")
    assert then_of(meeting, "move red.a 1,0") == "then: A may promise something"
    silent = meeting.do("move red.a 1,0")
    assert silent.asked == ("talk", "red.a")
    assert then_of(silent, "silent red.a") == "then: B may promise something"
    mover = duel("ab.").do("move red.a 1,0")
    assert then_of(mover, "engage red.a").endswith("attacks")
    assert then_of(mover, "decline red.a") == "then: B chooses to fight or not"


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_asks_with_a_unit_have_words_without_one_too(book: str) -> None:
    texts = BOOKS[book].catalogue
    assert texts.keys("then_by")
    assert set(texts.keys("then_by")) <= set(texts.keys("then"))
