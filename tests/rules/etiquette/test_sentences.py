"""Texts for players: the first attacker in declarations; manners and promises on cards."""

import pytest

from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.present.picture import Card, card_of
from game.rules.etiquette.book import BOOK
from game.terms.agenda import Ask
from tests.rules.etiquette.ballroom import fight, met, scene, silence
from tests.scenario import Play


def words_of(play: Play) -> BattleSentences:
    return BattleSentences(BOOK, play.battle.world.scene.names)


def said(play: Play) -> tuple[str, list[str]]:
    """Return the question, and its possible answers."""
    battle, words, ask = play.battle, words_of(play), play.battle.stop
    assert isinstance(ask, Ask)
    question = words.ask(ask, lambda entity: battle.id_of(entity))
    lines = FactsLines.of_battle(battle, words)
    answers = [lines.sentence(battle, one) for one in battle.legal()]
    return question, answers


def card(play: Play, unit: str, side: str = "red") -> Card:
    found = card_of(play.battle.view(side), words_of(play), unit)
    assert found is not None
    return found


def test_aggressor_reads_which_unit_would_attack_first() -> None:
    assert said(met()) == (
        "Does A fight B?",
        [
            "Fight B and attack first, unless B fights too",
            "Don't fight; if B fights anyway, B attacks first",
        ],
    )
    keeps = met(settings={"nonbelligerent_first": "unless_engaged"})
    assert said(keeps)[1][0] == "Fight B and attack first"


def test_promise_to_leave_names_the_foe_everywhere() -> None:
    play = scene("ab....").do("move red.a 1,0")
    leave = "Promise B not to fight B or B's robots until the end of your next turn"
    assert leave in said(play)[1]
    play.do("promise red.a leave")
    words = words_of(play)
    told = [words.event(event) for event in play.battle.log()]
    assert told[-1] == "A promises B not to fight B or B's robots"


def test_aggressor_reads_that_the_other_promised_to_leave() -> None:
    play = scene("ab....").do("move red.a 1,0").do("silent red.a").do("promise blue.b leave")
    said_last = said(silence(play))[1][-1]
    assert said_last.startswith("Don't fight: B promised not to fight you or your robots (")


def test_aggressor_reads_the_others_promise_and_record() -> None:
    play = scene("ab....").do("move red.a 1,0").do("silent red.a").do("promise blue.b peace")
    said_last = said(silence(play))[1][-1]
    assert said_last == (
        "Don't fight: B promised not to fight now (promises kept: 0, broken: 0); "
        "if B fights anyway, B attacks first"
    )


@pytest.mark.parametrize(
    ("rule", "engage"),
    [("always", "Fight A and attack first"), ("unless_engaged", "Fight A; A attacks first")],
)
def test_nonbelligerent_reads_which_unit_would_attack_first(rule: str, engage: str) -> None:
    play = met(settings={"nonbelligerent_first": rule}).do("engage red.a")
    assert said(play) == (
        "A declares a fight. Does B fight too?",
        [engage, "Don't fight; A fights anyway and attacks first"],
    )


def test_text_says_that_the_aggressor_moves_on_when_neither_must_fight() -> None:
    play = met().do("decline red.a")
    assert said(play) == (
        "A chooses not to fight. Does B fight?",
        ["Fight A and attack first", "Don't fight; A moves on"],
    )


def test_text_says_that_both_fight_when_the_aggressor_cannot_move_on() -> None:
    play = met("ab..", a={"movement": "1"}).do("decline red.a")
    last = said(play)[1][-1]
    assert last == "Don't fight; A can't move on and fights anyway"
    play.do("decline blue.b")
    assert play.told("cornered", "unit") == ("red.a",)


def test_card_describes_a_manner() -> None:
    play = fight(arms={"fan": {"title": "Fan", "about": "It fans"}}, b={"weapon": "fan"})
    ((head, (thing,)),) = card(play, "blue.b").kit
    assert (head, thing.label, thing.about) == ("Manner", "Fan", "It fans")
    assert "Manner" not in [line.label for line in card(play, "blue.b").lines]


def test_card_shows_the_role_in_a_fight() -> None:
    play = fight()
    assert ("Aggressor against", "B") in [
        (one.label, one.value) for one in card(play, "red.a").lines
    ]
    lines = [(one.label, one.value) for one in card(play, "blue.b").lines]
    assert ("On its tile before (nonbelligerent)", "A") in lines
    play.do("disengage red.a", 3, 1).do("flee red.a 2,0")
    for unit in ("red.a", "blue.b"):
        assert not [one for one in card(play, unit).lines if one.label.endswith("against")]


def test_card_shows_promises_and_how_they_were_kept() -> None:
    play = scene("ab..").do("move red.a 1,0").do("promise red.a peace").do("promise blue.b gift")
    assert ("Promised peace", "B") in [(one.label, one.value) for one in card(play, "red.a").lines]
    assert ("Promised a gift", "A") in [
        (one.label, one.value) for one in card(play, "blue.b").lines
    ]
    silence(play).do("engage red.a")
    lines = [(one.label, one.value) for one in card(play, "red.a").lines]
    assert ("Promises broken", "1") in lines
    assert not any(label.startswith("Promised") for label, _ in lines)
