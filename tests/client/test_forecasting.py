"""Forecasts interrupted by choices, in the dice pools of Verdigris."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.client.battle.bar_buttons import button_id, buttons_of
from game.client.battle.forecasting import Forecast
from game.client.battle.planning import ButtonChoices
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.panels.forecast_page import hit_of
from game.client.panels.odds_numbers import summary
from game.play.players import STDIO
from game.play.table import Table
from game.present.question import Choice, Question
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.verdigris.book import BOOK
from game.terms.commands import to_json
from tests.client.conftest import Hand
from tests.client.shots import settle
from tests.odds_rows import rows_of
from tests.rules.verdigris.scene import level

HERO = {"hero": True, "wounds": 1}
SIX = Fraction(1, 6)
TOLD = {
    "keep": "To hit: the 1 six on the table vs. 2 dice",
    "push": "To hit: 1 die and the 1 six on the table vs. 2 dice",
}
"""The roll to hit in the forecast of each answer to a push, after a 1 and a 6."""


class Sat:
    """A drawn battle at the window, red first, with scripted dice."""

    def __init__(self, app: App, hand: Hand, folder: Path) -> None:
        self.app, self.hand, self.folder = app, hand, folder
        app.change(speed=0.0, computer_speed=0.0, curtain=False)

    def down(self, rows: str, *dice: int, **units: dict[str, Any]) -> "Sat":
        setup = Setup(DiceSource(1, scripted=(6, *dice)), {"red": STDIO, "blue": STDIO})
        sitting = WindowBattle(
            Table.open(BOOK, level(rows, **units), setup), self.folder, self.app.notices.add, ()
        )
        self.scene = BattleScene(self.app, sitting)
        self.app.push(self.scene)
        settle(self.app)
        return self

    @property
    def question(self) -> Question:
        found = self.scene.seat.plan.question
        assert found is not None
        return found

    def deed(self, verb: str, thing: str | None = None) -> ButtonChoices:
        deeds = self.scene.seat.plan.deeds
        return next(d for d in deeds if d.verb == verb and thing in (None, d.key[1]))

    def choice(self, verb: str, **fields: Any) -> Choice:
        found = (c for c in self.deed(verb).choices if fields.items() <= to_json(c.command).items())
        return next(found)

    def give(self, verb: str, **fields: Any) -> None:
        self.scene.flow.give(self.choice(verb, **fields).command)
        settle(self.app)
        self.scene.flow.slip.clear()  # the result has been read
        settle(self.app)

    def foreseen(self, choice: Choice) -> Forecast | None:
        """Return the forecast of a choice, however many ticks it takes."""
        seat = self.scene.seat
        while True:
            seat.is_reckoning = False
            seat.allow_search()
            found = self.scene.showing.foresight.of(choice)
            if not seat.is_reckoning:
                return found

    def ways(self, choice: Choice) -> dict[str, Fraction]:
        """Return the chance that an attack does damage, by the assumed answers."""
        foreseen = self.foreseen(choice)
        assert foreseen is not None
        return {words: hurt(odds) for words, odds in foreseen.ways}

    def to(self, x: int, y: int) -> Choice:
        return next(c for c in self.deed("move").choices if c.path[-1] == (x, y))

    def button(self, id: str) -> tuple[int, int]:
        """Return the middle of a visible button."""
        bar = self.scene.seat.bar
        ids = [one.id for one in buttons_of(self.scene.seat.plan, self.app)]
        return next(rect.center for n, rect in bar.places() if ids[n] == id)

    @property
    def told(self) -> str:
        """Return the title of the odds page."""
        what = self.scene.seat.forecast._what
        return str(what[0]) if isinstance(what, tuple) else ""


@pytest.fixture
def sat(app: App, hand: Hand, tmp_path: Path) -> Sat:
    return Sat(app, hand, tmp_path)


def hurt(odds: Any) -> Fraction:
    weight = sum(one.weight for one in odds.outcomes if any(c.get("damage") for c in rows_of(one)))
    return Fraction(weight, odds.of)


def pool(count: int, six: Fraction) -> dict[int, Fraction]:
    """Return the chance of each number of sixes among `count` dice, by enumeration."""
    found: dict[int, Fraction] = {}
    for faces in product((True, False), repeat=count):
        share = Fraction(1)
        for face in faces:
            share *= six if face else 1 - six
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + share
    return found


def expected(six: Fraction) -> Fraction:
    """Return the chance that two dice do damage against two dodge dice, by enumeration.

    Two more dice subtract their sixes from the damage, which is 2 and the net sixes.
    """
    pools = pool(2, six).items(), pool(2, SIX).items(), pool(2, SIX).items()
    shares = [
        p * q * r
        for (hit, p), (dodged, q), (held, r) in product(*pools)
        if hit > dodged and 2 + hit - dodged > held
    ]
    return sum(shares, Fraction(0))


def test_pushable_attack_is_forecast_unpushed_and_pushed(sat: Sat) -> None:
    sat.down("ap", a=HERO)
    pushed = 1 - (1 - SIX) ** 2
    ways = sat.ways(sat.choice("attack"))
    assert ways == {"not pushed": expected(SIX), "pushed": expected(pushed)}


def test_attack_without_push_has_one_number(sat: Sat) -> None:
    sat.down("ap")
    foreseen = sat.foreseen(sat.choice("attack"))
    assert foreseen is not None
    assert foreseen.ways == ()
    assert hurt(foreseen.odds) == expected(SIX)


def test_pointing_at_a_foe_shows_the_chance_to_damage_it(sat: Sat) -> None:
    sat.down("ap", a=HERO)
    board = sat.scene.seat.board
    sat.hand.move(board.camera.tile_rect((1, 0)).center)
    summary = sat.scene.seat.forecast.summary
    assert summary is not None
    assert (sat.told, summary.chance) == ("ways", expected(SIX))


def test_both_answers_to_a_push_stay_until_something_else_is_pointed_at(sat: Sat) -> None:
    sat.down("ap", 1, 6, a=HERO)
    sat.give("attack")
    assert sat.question.ask == "push"
    assert [d.label for d in sat.scene.seat.plan.deeds] == ["Keep the roll", "Push"]
    assert sat.told == "ways"
    sat.hand.move(sat.button("answer:push"))
    assert sat.told == "odds"
    pushed = sat.scene.seat.forecast.summary
    sat.hand.move((5, 5))
    assert sat.told == "ways"
    left = sat.scene.seat.forecast.summary
    assert pushed is not None
    assert left is not None
    assert pushed.chance > left.chance > 0


def test_answers_to_a_push_show_the_chance_to_hit_with_the_dice_on_the_table(sat: Sat) -> None:
    sat.down("ap", 1, 6, a=HERO)
    sat.give("attack")
    dodge = pool(2, SIX)
    wanted = {"keep": dodge[0], "push": dodge[0] + SIX * dodge[1]}
    for answer, chance in wanted.items():
        foreseen = sat.foreseen(sat.deed("answer", answer).choices[0])
        assert foreseen is not None
        odds = foreseen.odds
        sat.hand.move(sat.button(f"answer:{answer}"))
        found = sat.scene.seat.forecast.summary
        assert found is not None
        assert hit_of(odds, found) == chance
        # One six leaves 3 damage, and two leave 4, before the two dice that withstand it.
        assert 1 < found.mean / chance < 4
        told = [roll.told for roll in odds.rolls if roll.why == "attack"]
        assert told == [TOLD[answer]]


def test_push_after_a_miss_and_a_kept_hit_show_their_own_chances(sat: Sat) -> None:
    sat.down("ap", 1, 2, a=HERO)
    sat.give("attack")
    keep, push = (sat.foreseen(sat.deed("answer", one).choices[0]) for one in ("keep", "push"))
    assert keep is not None
    assert push is not None
    assert [roll.chance for roll in keep.odds.rolls[:1]] == [(0, 36)]
    found = summary(push.odds, {"blue.p": 9}, "red.a")
    pools = product(pool(2, SIX).items(), pool(2, SIX).items())
    assert hit_of(push.odds, found) == sum(p * q for (hit, p), (dodged, q) in pools if hit > dodged)


def test_keyboard_focus_forecasts_as_the_pointer_does(sat: Sat) -> None:
    sat.down("ap", 1, 6, a=HERO)
    sat.give("attack")
    sat.hand.key("tab")
    assert sat.told == "odds"
    first = sat.scene.seat.forecast.summary
    sat.hand.key("right")
    second = sat.scene.seat.forecast.summary
    assert first is not None
    assert second is not None
    assert second.chance > first.chance


def test_foes_along_a_path_are_assumed_to_attack(sat: Sat) -> None:
    sat.down(
        """
        ##.##
        a...p
        ##q##
        """,
        p={"weapon": "bow"},
    )
    choice = sat.to(3, 1)
    foreseen = sat.foreseen(choice)
    assert foreseen is not None
    assert foreseen.assumed == ("every free attack is made",)
    assert hurt(foreseen.odds) == expected(SIX)
    sat.hand.move(sat.scene.seat.board.camera.tile_rect((3, 1)).center)
    summary = sat.scene.seat.forecast.summary
    assert summary is not None
    assert (summary.kind, summary.chance, summary.stops) == ("struck", expected(SIX), ())


def test_leaving_a_melee_is_forecast_with_a_push_and_without(sat: Sat) -> None:
    sat.down("pa..", a=HERO)
    foreseen = sat.foreseen(sat.to(3, 0))
    assert foreseen is not None
    assert foreseen.assumed == ("one foe makes a free attack",)
    arrives = {
        words: Fraction(
            sum(
                one.weight
                for one in odds.outcomes
                if any(c.get("at") == [3, 0] or c.get("at") == (3, 0) for c in rows_of(one))
            ),
            odds.of,
        )
        for words, odds in foreseen.ways
    }
    two = 1 - (1 - SIX) ** 2
    assert set(arrives) == {"not pushed", "pushed"}
    assert 0 < arrives["not pushed"] <= two < arrives["pushed"] < 1


def test_free_attacker_sees_the_effect_of_each_attack(sat: Sat) -> None:
    sat.down(
        """
        p....
        .a...
        q....
        """,
        p={"strength": 4},
    )
    sat.scene.flow.give(sat.to(3, 1).command)
    settle(sat.app)
    assert sat.question.ask == "leave"
    ways = dict(sat.scene.showing.foresight.each(sat.question.choices))
    assert list(ways) == ["Attack: P", "Attack: Q", "Don't attack"]
    strong, plain, none = (hurt(odds) for odds in ways.values())
    assert strong > plain > none == 0


# Next unit


def test_possible_next_units_are_marked_and_chosen_by_a_click(sat: Sat) -> None:
    sat.down("a.b.p")
    seat = sat.scene.seat
    assert sat.question.ask == "order"
    assert seat.board.marks.targets == {(0, 0), (2, 0)}
    sat.hand.click(seat.board.camera.tile_rect((2, 0)).center)
    settle(sat.app)
    assert (sat.question.ask, sat.question.unit) == ("turn", "red.b")
    assert seat.board.marks.targets == frozenset()


# Labels and threats


def test_weapon_with_a_button_is_not_named_on_others(sat: Sat) -> None:
    sat.down("ap", a={"weapon": "greataxe", "belt": ["war_drops"]})
    labels = {d.key: d.label for d in sat.scene.seat.plan.deeds}
    assert labels["attack", "greataxe"] == "Bell-founder's axe"
    assert labels["called", "greataxe weak"] == "Weak spot"
    assert labels["called", "greataxe trip"] == "Trip"
    assert labels["use", "war_drops"] == "War drops"
    trip = sat.deed("called", "greataxe trip").choices[0]
    assert "Bell-founder's axe" in trip.text
    assert sat.scene.showing._title(trip) == trip.text


def test_threats_are_shown_for_moves_and_not_over_a_forecast(sat: Sat) -> None:
    sat.down("a..p.", 1, 6, a=HERO | {"weapon": "bow"})
    board = sat.scene.seat.board
    sat.hand.move(board.camera.tile_rect((3, 0)).center)
    assert board.marks.aim is not None
    assert board.marks.threats == {}
    sat.give("attack")
    assert sat.question.ask == "push"
    sat.hand.move((5, 5))
    sat.hand.move(board.camera.tile_rect((3, 0)).center)
    assert board.marks.threats == {}
    sat.give("answer", answer="keep")
    sat.hand.move((5, 5))
    sat.hand.move(board.camera.tile_rect((3, 0)).center)
    assert board.marks.threats


def test_dice_that_do_not_count_fade(sat: Sat) -> None:
    sat.down("ap", 6, 1, a=HERO)
    sat.give("attack")
    assert [die.fade == 255 for die in sat.scene.seat.tray.dice] == [True, False]
    assert buttons_of(sat.scene.seat.plan, sat.app)[0].id == button_id(("answer", "keep"))
