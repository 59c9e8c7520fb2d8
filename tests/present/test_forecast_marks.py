"""The marks of a forecast are the changes in its odds: none is missing, and none is made up."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from game.engine.battle import Battle
from game.engine.chain_odds import TooManyOutcomes
from game.present.battle_sentences import BattleSentences
from game.present.forecast.mark_places import board_marks
from game.present.forecast.marks import ForecastMark, marks_of
from game.present.forecast.told_odds import told_odds
from game.terms.agenda import Ask
from game.terms.changes import (
    OVER,
    WINNER,
    AmountFact,
    ChangedTile,
    ChangeFact,
    FlagFact,
    NameFact,
    NamesFact,
    OddsChange,
    TileFact,
    TilesFact,
    WinFact,
    row_of,
)
from game.terms.commands import End, Move
from game.terms.odds import Odds, OddsOutcome
from tests.conformance.books import Case, cases, is_large
from tests.conformance.driver import any_of, stops
from tests.odds_rows import odds_told, outcome
from tests.unit.systems.scripted import says, scripted

BOOKS = ("action", "contest", "etiquette", "guard", "verdigris")
PREVIEWS = {False: 60, True: 200}
"""Number of previews in each book: in every run, and in the long one."""
GAMES = 24
"""Number of stops in a row of one battle."""

Single = tuple[str | None, str, str]
"""A change as the protocol writes it: its unit, its key, and one of its values."""


def previews(book: str, count: int, seed: int) -> Iterator[tuple[Battle, Odds]]:
    """Yield random commands in random battles of a book, with their odds."""
    rng, found = Random(f"{book} {seed}"), 0
    while found < count:
        case = rng.choice(small_cases(book))
        for battle in stops(case.start(), rng, GAMES, case.start):
            if not isinstance(battle.stop, Ask) or found == count:
                continue
            command = any_of(battle.legal(), rng)
            try:
                odds = battle.odds(command, rng.choice(("stop", "never", "always")), 4000)
            except TooManyOutcomes:
                continue
            found += 1
            yield battle.view(battle.stop.side), odds


@lru_cache
def small_cases(book: str) -> list[Case]:
    return [case for case in cases([book]) if not is_large(case)]


def singles(change: dict[str, Any]) -> set[Single]:
    """Return the changes in a row of the protocol, one for each value of a list.

    The end of the battle is one change: its winner together with its reason. So is a condition with
    its value.
    """
    found = set[Single]()
    change = dict(change)
    for key in [key for key in change if key.endswith("_values")]:
        of = key.removesuffix("_values")
        change[of] = [*zip(change[of], change.pop(key), strict=True)]
        change[of] = [(name, value) if value else name for name, value in change[of]]
    for key, value in change.items():
        if key == OVER:
            found.add((None, OVER, repr((value, change[WINNER]))))
        elif key not in ("unit", WINNER):
            is_list = isinstance(value, list) and key != "at"
            found |= {(change.get("unit"), key, repr(v)) for v in (value if is_list else [value])}
    return found


def shown(mark: ForecastMark, unit: str | None) -> set[Single]:
    """Return the changes that a mark stands for."""
    ends = (NameFact(WINNER, mark.id or None),) if mark.kind == "over" else ()
    facts = (
        NamesFact(fact.key, (fact.value or "",), (fact.amount,))
        if isinstance(fact, NameFact) and fact.amount and fact.key in ("conditions", "cured")
        else fact
        for fact in mark.facts
    )
    rows = (row_of(OddsChange(unit, (fact, *ends))) for fact in facts)
    return {one for row in rows for one in singles(row)}


def words(unit: str | None, fact: object) -> str:
    return f"{unit}: {fact}"


def check(odds: Odds) -> None:
    """Compare the marks of odds with the changes in all their outcomes."""
    told = [
        {single for change in one.changes for single in singles(row_of(change))}
        for one in odds.outcomes
    ]
    marks = marks_of(odds, words, ())
    parts = [shown(mark, mark.unit) for mark in marks]
    assert sum(map(len, parts)) == len({single for part in parts for single in part})
    assert {single for part in parts for single in part} == {s for one in told for s in one}
    for mark, part in zip(marks, parts, strict=True):
        weights = [o.weight for o, one in zip(odds.outcomes, told, strict=True) if one & part]
        assert mark.share == Fraction(sum(weights), odds.of), mark
        assert mark.text
        if mark.amounts:
            assert sum(share for _, share in mark.amounts) == mark.share


def check_ends(odds: Odds, told: Odds, sides: dict[str, str]) -> None:
    """Check which changes a win stands for, and that odds that people read lack no other change.

    A win stands for the objectives that the winner completes, those that the others fail, and the
    triggers of its outcome. Triggers of other outcomes are missing only if they can't be seen.
    """
    rest = [one for one in told.outcomes if not winners(one)]
    wins = [one for one in told.outcomes if winners(one)]
    raw = [one for one in odds.outcomes if winners(one)]
    assert sum(one.weight for one in wins) == sum(one.weight for one in raw)
    assert sum(one.weight for one in (*rest, *wins)) == odds.of
    expected = set[tuple[frozenset[Single], tuple[str, ...], tuple[str, ...]]]()
    for one in raw:
        (winner,) = winners(one)
        all = {single for change in one.changes for single in singles(row_of(change))}
        done, lost = ids(all, "objectives"), ids(all, "failed")
        completed = tuple(id for id in sides if id in done and sides[id] == winner)
        failed = tuple(id for id in sides if id in lost and sides[id] != winner)
        folded = {(None, "objectives", repr(id)) for id in completed}
        folded |= {(None, "failed", repr(id)) for id in failed}
        left = {one for one in all - folded if one[1] != "triggers"}
        expected.add((frozenset(left), completed, () if completed else failed))
    found = set[tuple[frozenset[Single], tuple[str, ...], tuple[str, ...]]]()
    for one in wins:
        all = {single for change in one.changes for single in singles(row_of(change))}
        (win,) = (f for change in one.changes for f in change.facts if isinstance(f, WinFact))
        found.add((frozenset(all), win.completed, win.failed))
    assert found == expected
    assert plain(rest) == plain([one for one in odds.outcomes if not winners(one)])


def plain(outcomes: Iterable[OddsOutcome]) -> set[Single]:
    """Return the changes of outcomes, except triggers."""
    changes = (change for one in outcomes for change in one.changes)
    found = (single for change in changes for single in singles(row_of(change)))
    return {single for single in found if single[1] != "triggers"}


def winners(one: OddsOutcome) -> list[str]:
    return [change.winner for change in one.changes if change.winner]


def ids(all: set[Single], key: str) -> set[str]:
    return {value[1:-1] for _, named, value in all if named == key}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("is_long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_marks_are_the_changes_in_the_odds(book: str, is_long: bool) -> None:
    for view, odds in previews(book, PREVIEWS[is_long], int(is_long)):
        check(odds)
        told = told_odds(odds, view.world.scene.level.script)
        check(told)
        check_ends(
            odds, told, {aim.id: aim.side for aim in view.world.scene.level.script.objectives}
        )


@pytest.mark.parametrize("book", BOOKS)
def test_marks_at_their_places_are_the_same_marks(book: str) -> None:
    for view, odds in previews(book, 20, 2):
        present = {view.id_of(unit) for unit in view.units()}
        placed = board_marks(view, odds, words)
        bare = marks_of(odds, words, present)
        assert [(m.facts, m.share) for m in placed] == [(m.facts, m.share) for m in bare]


def test_marks_name_kind_place_chance_and_amounts() -> None:
    walk = Move("red.ann", ((1, 0),))
    ground = TilesFact("ground", (ChangedTile((2, 0), "mud"), ChangedTile((3, 0), "mud")))
    first = (
        OddsChange("blue.bo", (AmountFact("damage", 2), TileFact("at", (4, 0)))),
        OddsChange("blue.cat", (TileFact("at", (5, 0)),)),
        OddsChange(None, (ground, NameFact("over", "objective"), NameFact("winner", "red"))),
    )
    second = (
        OddsChange("red.ann", (TileFact("at", (1, 0)), AmountFact("movement", 3))),
        OddsChange("blue.bo", (AmountFact("damage", 5), FlagFact("dies", True))),
        OddsChange("red.ann", (NamesFact("conditions", ("prone", "dazed")),)),
    )
    odds = odds_told(walk, [OddsOutcome(1, first), OddsOutcome(2, second), OddsOutcome(1, ())])
    found = marks_of(odds, said, {"red.ann", "blue.bo"})
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    assert {(m.kind, m.unit, m.at, m.id, m.share, m.text) for m in found} == {
        ("loss", "blue.bo", None, "", quarter + half, "damage"),
        ("ghost", "blue.bo", (4, 0), "", quarter, "pushed"),
        ("arrives", "blue.cat", (5, 0), "", quarter, "arrives"),
        ("ground", None, (2, 0), "mud", quarter, "ground"),
        ("ground", None, (3, 0), "mud", quarter, "ground"),
        ("over", None, None, "red", quarter, "winner"),
        ("ghost", "red.ann", (1, 0), "", half, "at"),
        ("state", "red.ann", None, "movement", half, "movement"),
        ("dies", "blue.bo", None, "", half, "dies"),
        ("condition", "red.ann", None, "prone", half, "conditions"),
        ("condition", "red.ann", None, "dazed", half, "conditions"),
    }
    (loss,) = (mark for mark in found if mark.kind == "loss")
    assert loss.amounts == ((2, quarter), (5, half))
    assert (loss.mean, loss.most) == (Fraction(3), 5)


def said(unit: str | None, fact: ChangeFact) -> str:
    return fact.key


def test_mark_of_movement_that_varies_names_the_least() -> None:
    def told(unit: str | None, fact: ChangeFact) -> str:
        return f"{fact.key} {fact.value}"

    left = [(3, 2), (1, 1), (1, 4)]
    rows = [outcome(n, {"unit": "red.ann", "movement": value}) for n, value in left]
    odds = odds_told(End("red.ann"), [OddsOutcome(7, ()), *rows])
    (mark,) = marks_of(odds, told, {"red.ann"})
    assert (mark.share, mark.text) == (Fraction(5, 12), "movement_least 1")
    assert mark.amounts[0][0] == 1
    (mark,) = marks_of(odds_told(End("red.ann"), rows[:1]), told, {"red.ann"})
    assert mark.text == "movement 2"


def test_objectives_and_triggers_are_marked_on_their_tiles() -> None:
    goal = {"id": "there", "side": "red", "reach": {"area": "mid"}, "optional": True}
    dies = {"id": "bo", "side": "red", "defeat": {"unit": "blue.b"}, "optional": True}
    play = scripted(
        "a....b",
        areas={"mid": [(1, 0), (2, 0)]},
        objectives=[goal, dies],
        triggers=[says({"enter": {"area": "mid"}}), says({"round": 1})],
    )
    view = play.battle.view("red")
    facts = (
        NamesFact("objectives", ("there", "bo")),
        NamesFact("triggers", ("1", "2")),
    )
    steps = OddsChange("red.a", (TileFact("at", (2, 0)),)), OddsChange(None, facts)
    odds = odds_told(Move("red.a", ((1, 0), (2, 0))), [OddsOutcome(1, steps)])
    found = {(m.kind, m.id): (m.at, m.unit) for m in board_marks(view, odds, said)}
    assert found["objective", "there"] == ((2, 0), None)
    assert found["objective", "bo"] == (None, "blue.b")
    assert found["trigger", "1"] == ((2, 0), None)
    assert found["trigger", "2"] == (None, None)


def test_win_by_an_objective_is_one_mark_which_names_it() -> None:
    there = {"id": "there", "side": "red", "title": "Reach the middle", "reach": {"area": "mid"}}
    keep = {"id": "keep", "side": "blue", "title": "Hold the middle"}
    held = {"hold": {"area": "mid", "rounds": 1}}
    play = scripted(
        "a....b",
        areas={"mid": [(1, 0)]},
        objectives=[there, keep | held],
        triggers=[{"when": [{"enter": {"area": "mid"}}], "do": [{"objective": "there"}]}],
    )
    view, script = play.battle.view("red"), play.battle.world.scene.level.script
    facts = (
        NamesFact("objectives", ("there",)),
        NamesFact("failed", ("keep",)),
        NamesFact("triggers", ("1",)),
        NameFact("over", "objective"),
        NameFact("winner", "red"),
    )
    steps = OddsChange("red.a", (TileFact("at", (1, 0)),)), OddsChange(None, facts)
    odds = told_odds(odds_told(Move("red.a", ((1, 0),)), [OddsOutcome(1, steps)]), script)
    sentences = BattleSentences(play.battle.book, {"red": "The reds"} | {"objective:there": "X"})
    marks = board_marks(view, odds, sentences.change)
    assert [(mark.kind, mark.text) for mark in marks if mark.kind != "ghost"] == [
        ("over", "victory for the reds: X")
    ]


def test_win_because_the_others_fail_names_what_they_fail() -> None:
    keg = {"id": "keg", "side": "blue", "protect": "blue.b"}
    own = {"id": "own", "side": "red", "protect": "red.a", "optional": True}
    play = scripted("a....b", objectives=[keg, own])
    facts = (
        NamesFact("failed", ("keg", "own")),
        NameFact("over", "objective"),
        NameFact("winner", "red"),
    )
    odds = odds_told(End("red.a"), [OddsOutcome(1, (OddsChange(None, facts),))])
    told = told_odds(odds, play.battle.world.scene.level.script)
    found = {fact for change in told.outcomes[0].changes for fact in change.facts}
    assert found == {
        NamesFact("failed", ("own",)),
        NameFact("over", "objective"),
        WinFact("winner", "red", failed=("keg",)),
    }


def test_draw_keeps_every_change() -> None:
    keg = {"id": "keg", "side": "blue", "protect": "blue.b"}
    facts = NamesFact("failed", ("keg",)), NameFact("over", "rounds"), NameFact("winner", None)
    odds = odds_told(End("red.a"), [OddsOutcome(1, (OddsChange(None, facts),))])
    script = scripted("a....b", objectives=[keg]).battle.world.scene.level.script
    assert told_odds(odds, script) == odds
