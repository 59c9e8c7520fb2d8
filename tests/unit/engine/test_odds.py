"""Odds, compared with the results of play over all rolls."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import odds as engine_odds
from game.engine.chain_odds import TooManyOutcomes, check_assume
from game.engine.legality import Desk
from game.terms.commands import Concede, OfferDraw, from_text
from game.terms.odds import Assume, Odds
from tests.odds_rows import rows_of
from tests.rules.action.scene import scene
from tests.scenario import Play
from tests.unit.engine.search import by_faces, read, searched

ASSUMPTIONS: tuple[Assume, ...] = (
    "stop",
    "never",
    "always",
    {"react": "always"},
    {"react": "always", "guard": "always"},
    {"react": "never", "guard": "always"},
    {"guard": "never"},
)
FENCER: dict[str, Any] = {"weapons": ["foil"]}
KNIFE: dict[str, Any] = {"weapons": ["knife"], "skills": {"fighting": 1}}


def odds_of(play: Play, text: str, assume: Assume = "stop") -> Odds:
    command = from_text(text, play.book.commands)
    before = play.battle.hash()
    found = play.battle.odds(command, assume)
    assert play.battle.hash() == before
    assert sum(chance.weight for chance in found.outcomes) == found.of
    return found


def agrees(play: Play, text: str, assume: Assume) -> None:
    command = from_text(text, play.book.commands)
    assert read(odds_of(play, text, assume)) == searched(play.battle, command, assume)


def test_odds_of_an_attack_equal_those_over_every_face() -> None:
    play = scene(
        "....\n.ap.\n....", "ap", a={"skills": {"fighting": 1}, "weapons": ["dirk"]}, p={"life": 2}
    )
    attack = from_text("attack red.a blue.p dirk", play.book.commands)
    assert read(odds_of(play, "attack red.a blue.p dirk")) == searched(
        play.battle, attack, "stop", by_faces
    )


@settings(max_examples=15, deadline=None)
@given(
    bonus=st.integers(-4, 6),
    armour=st.integers(3, 20),
    life=st.integers(1, 8),
    weapon=st.sampled_from(["blade", "knife", "great_blade", "foil", "pike", "cudgel"]),
    parries=st.booleans(),
    assume=st.sampled_from(["stop", "never", "always"]),
)
def test_odds_of_a_plain_attack_equal_those_of_its_dice(
    bonus: int, armour: int, life: int, weapon: str, parries: bool, assume: str
) -> None:
    foe = {"rating": armour, "life": life, **(FENCER if parries else {})}
    play = scene(
        "....q\n.ap..\n.....", "apq", a={"skills": {"fighting": bonus}, "weapons": [weapon]}, p=foe
    )
    agrees(play, f"attack red.a blue.p {weapon}", assume)


@pytest.mark.parametrize("assume", ASSUMPTIONS, ids=str)
@pytest.mark.parametrize("parries", [False, True])
def test_odds_of_a_path_past_attackers_equal_those_of_its_dice(
    assume: Assume, parries: bool
) -> None:
    rows = ".......\n.pa.q..\n.......\n......."
    mover = {"life": 3, **(FENCER if parries else {})}
    play = scene(rows, "apq", a=mover, p=KNIFE, q=KNIFE)
    agrees(play, "move red.a 3,2 4,3", assume)


@pytest.mark.parametrize("assume", ["stop", "never", "always"])
def test_two_attackers_at_one_step_attack_or_decline_alike(assume: str) -> None:
    rows = ".....\n.p...\n.qa..\n....."
    agrees(scene(rows, "apq", a={"life": 4}, p=KNIFE, q=KNIFE), "move red.a 3,2", assume)


@pytest.mark.parametrize("assume", ["stop", "never", "always"])
def test_push_saves_the_mover_from_the_second_attacker(assume: str) -> None:
    rows = ".....\n.p...\n.qa..\n....."
    shover = {"weapons": ["ram"]}
    agrees(scene(rows, "aqp", p=KNIFE, q=shover), "move red.a 3,2", assume)


@pytest.mark.parametrize("assume", ["stop", "never", "always"])
def test_path_over_hazards_can_end_in_the_middle(assume: str) -> None:
    play = scene("..p..\na^^..\n.....\nb....", "abp", a={"life": 5})
    agrees(play, "move red.a 1,1 2,1 3,1 4,1", assume)


def test_odds_end_before_the_next_turn() -> None:
    play = scene("a^^.b\n....p", "apb", p={"on": "^"})
    assert [(c.weight, c.then) for c in odds_of(play, "end red.a").outcomes] == [(1, None)]


def test_weights_of_a_plain_attack_are_exact() -> None:
    found = odds_of(scene(".ap.\n...q", "apq"), "attack red.a blue.p blade")
    chances = {
        repr(rows_of(chance)): Fraction(chance.weight, found.of) for chance in found.outcomes
    }
    assert chances["()"] == Fraction(81, 216)
    for damage in range(1, 7):
        told = repr(({"unit": "blue.p", "damage": damage},))
        assert chances[told] == Fraction(135, 216 * 6)


def test_modifiers_come_with_their_rules() -> None:
    skill = ("fighting", 2, "ACT-12")
    play = scene(".ap.\n...q", "apq", a={"skills": {"fighting": 2}})
    found = odds_of(play, "attack red.a blue.p blade")
    assert [(m.text, m.value, m.rule) for m in found.modifiers] == [skill]
    play.do("drop red.a")
    found = odds_of(play, "attack red.a blue.p blade")
    assert [(m.text, m.value, m.rule) for m in found.modifiers] == [skill, ("prone", 0, "ACT-26")]


def test_rolls_of_an_attack_are_distinguished() -> None:
    play = scene(".ap.\n...q", "apq", a={"skills": {"fighting": 2}, "strength": 3})
    hit, damage = odds_of(play, "attack red.a blue.p blade").rolls
    assert (hit.why, hit.dice) == ("attack", "3d6")
    assert hit.needed == 10
    assert [(m.text, m.value, m.rule) for m in hit.modifiers] == [
        ("strength", 3, "ACT-12"),
        ("fighting", 2, "ACT-12"),
    ]
    assert (damage.why, damage.dice, damage.needed) == ("damage", "1d6", None)
    assert [(m.text, m.value, m.rule) for m in damage.modifiers] == [("strength", 3, "ACT-13")]


def test_modifiers_of_possible_attackers_count_only_if_assumed() -> None:
    play = scene(".pa..\n.....", "ap", p=KNIFE)
    assert odds_of(play, "move red.a 3,0", "never").modifiers == ()
    assert [m.value for m in odds_of(play, "move red.a 3,0", "always").modifiers] == [1]


def test_assumption_is_part_of_the_answer() -> None:
    play = scene(".pa..\n.....", "ap")
    for assume in ASSUMPTIONS:
        assert odds_of(play, "move red.a 3,0", assume).assume == assume


def test_open_decision_is_named() -> None:
    play = scene(".pa..\n.....", "ap", a={"weapons": ["foil"]})
    stopped = odds_of(play, "move red.a 3,0")
    assert [(c.weight, c.then) for c in stopped.outcomes] == [(1, "react")]
    struck = odds_of(play, "move red.a 3,0", {"react": "always"})
    assert {c.then: c.weight for c in struck.outcomes} == {"guard": 135, None: 81}
    assert struck.of == 216


def test_odds_do_not_list_the_commands_at_their_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Use a large map, on which listing them would take longer than all the rest."""
    play = scene(".pa..\n.....", "ap", a={"weapons": ["foil"]})
    looked: list[str] = []

    def legal(desk: Desk) -> tuple[()]:
        looked.append(desk.ask.called)
        return ()

    monkeypatch.setattr(Desk, "legal", legal)
    assert odds_of(play, "move red.a 3,0").outcomes[0].then == "react"
    assert looked == []
    odds_of(play, "move red.a 3,0", "never")
    assert looked == ["react"]


def test_unknown_assumption_is_refused() -> None:
    wrongs: tuple[Any, ...] = ("sometimes", {"react": "maybe"}, None, ["stop"], {1: "stop"})
    for wrong in wrongs:
        with pytest.raises(ValueError, match="isn't an assumption"):
            check_assume(wrong)


def test_equal_states_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use eight attackers with 12 or 5 results each: five million paths without merging."""
    rows = [list("........") for _ in range(5)]
    places = [(3, 1), (3, 2), (3, 3), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4)]
    for letter, (x, y) in zip("pqrstuvw", places, strict=True):
        rows[y][x] = letter
    rows[2][4] = "a"
    kinds: dict[str, Any] = {letter: {"weapons": ["pike"]} for letter in "stuvw"}
    kinds |= {letter: {"weapons": ["great_blade"]} for letter in "pqr"}
    drawing = "\n".join("".join(row) for row in rows)
    play = scene(drawing, "apqrstuvw", None, a={"life": 100}, **kinds)
    monkeypatch.setattr(engine_odds, "MOST_MOMENTS", 100)
    with pytest.raises(TooManyOutcomes):
        odds_of(play, "move red.a 5,2", "always")
    monkeypatch.setattr(engine_odds, "MOST_MOMENTS", 6_000)
    found = odds_of(play, "move red.a 5,2", "always")
    assert len(found.outcomes) == 3 * 12 + 5 * 8 + 1
    assert play.do("move red.a 5,2").asked == ("react", "blue.p")


def test_too_many_outcomes_leave_the_battle_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    play = scene(".pa..\n.....", "ap")
    monkeypatch.setattr(engine_odds, "MOST_MOMENTS", 2)
    before, log = play.battle.hash(), play.events()
    view = play.battle.view("red").hash()
    with pytest.raises(TooManyOutcomes):
        play.battle.odds(from_text("move red.a 3,0", play.book.commands), "always")
    assert (play.battle.hash(), play.events()) == (before, log)
    assert play.battle.view("red").hash() == view
    play.do("move red.a 3,0").do("pass blue.p")
    assert play.last("moved")["to"] == (3, 0)


def test_odds_of_a_reaction_equal_those_of_its_attack() -> None:
    play = scene(".pa..\n.....", "ap", p=KNIFE).do("move red.a 3,0")
    found = odds_of(play, "react blue.p knife")
    weights = {repr(rows_of(chance)): chance.weight for chance in found.outcomes}
    used = {"unit": "blue.p", "reaction": False}
    assert weights == {
        repr((used,)): 224,
        **{repr(({"unit": "red.a", "damage": lost}, used)): 160 for lost in (1, 2, 3, 4)},
    }
    assert [rows_of(c) for c in odds_of(play, "pass blue.p").outcomes] == [()]


def test_odds_of_a_concession_and_of_a_draw_offer_are_certain() -> None:
    play = scene("a.p\n...", "ap")
    changes = [rows_of(c) for c in play.battle.odds(Concede()).outcomes]
    assert changes == [({"over": "concede", "winner": "blue"},)]
    for assume in ("stop", "never", "always"):
        offered = play.battle.odds(OfferDraw(), assume).outcomes
        assert [(rows_of(c), c.then) for c in offered] == [((), "draw")]
