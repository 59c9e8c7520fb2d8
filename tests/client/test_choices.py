"""Choices and their possible effects, shown before a player plans anything."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from game.client.battle.bar_buttons import buttons_of
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.panels.dice_tray import DiceTray
from game.client.panels.forecast_panel import ForecastPanel
from game.client.panels.odds_numbers import summary, whole
from game.client.panels.parchment_page import Sheet
from game.client.screens.text_prompt import TextPrompt
from game.play.players import STDIO
from game.play.table import Table
from game.present.picture import TileCard
from game.present.window_battle import WindowBattle
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.etiquette.book import BOOK as ETIQUETTE
from game.rules.guard.book import BOOK as GUARD
from game.rules.verdigris.book import BOOK as VERDIGRIS
from game.terms.commands import End, from_text
from tests.client.conftest import Hand
from tests.client.shots import question, settle
from tests.commands import command
from tests.odds_rows import odds_told, outcome
from tests.rules.etiquette import ballroom
from tests.rules.guard import crawl
from tests.rules.verdigris.scene import level as melee

PEOPLE = {"red": STDIO, "blue": STDIO}
ALONE = {"red": STDIO, "blue": "novice"}
TO_FIGHT = ("move red.a 1,0", "silent red.a", "silent blue.b", "engage red.a", "decline blue.b")


class Told:
    """The text on the page at the right."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.title, self.rows, self.text = "", list[tuple[str, str]](), ""
        self.news: tuple[str, ...] = ()

        def choices(
            _: object,
            title: str,
            rows: list[tuple[str, str]],
            facts: str = "",
            about: str = "",
            news: Sequence[str] = (),
        ) -> None:
            self.title, self.rows, self.text = title, list(rows), about
            self.news = tuple(news)

        def text(
            _: object, title: str, text: str, rule: str | None = None, facts: str = ""
        ) -> None:
            self.title, self.text = title, text

        patch.setattr(ForecastPanel, "show_choices", choices)
        patch.setattr(ForecastPanel, "show_text", text)


def ball(
    app: App,
    folder: Path,
    rows: str,
    *texts: str,
    who: Any = PEOPLE,
    dice: tuple[int, ...] = (),
    units: dict[str, Any] | None = None,
) -> BattleScene:
    """Return a battle of Etiquette after these commands."""
    level = ballroom.level(rows, **(units or {}))
    table = Table.open(ETIQUETTE, level, Setup(DiceSource(1, scripted=dice), who))
    for text in texts:
        assert table.submit(from_text(text, table.battle.book.commands)) is None
    return seen(app, table, folder)


def seen(app: App, table: Table, folder: Path) -> BattleScene:
    app.change(speed=0.0, computer_speed=0.0, curtain=False, warn_end=False)
    scene = BattleScene(app, WindowBattle(table, folder, app.notices.add, ()))
    app.push(scene)
    settle(app)
    return scene


def test_answer_is_listed_with_its_possible_effects(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count by hand: 125 of 216 results beat one die; 715 of 1296 beat two, and 581 counter."""
    scene = ball(app, tmp_path, "ab....", *TO_FIGHT)
    told = Told(monkeypatch)
    scene.flow.give(command("etiquette", "attack red.a blue.b"))
    settle(app)
    assert [brief for _, brief in told.rows] == [
        "B: damage 57.9% · A: damage 0%",
        "B: damage 55.2% · A: damage 44.8%",
    ]


def test_declined_free_attack_lets_play_go_on(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(monkeypatch)
    dice = DiceSource(1, scripted=(6,))
    table = Table.open(VERDIGRIS, melee("pa..."), Setup(dice, PEOPLE))
    scene = seen(app, table, tmp_path)
    scene.flow.give(command("verdigris", "move red.a 2,0 3,0"))
    settle(app)
    assert told.rows[-1] == ("Don't attack", "play goes on")


def test_effects_of_luck_and_broken_promises_are_listed(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count two dice: up to 5 the foes attack, up to 8 they hesitate, then they pass or help."""
    told = Told(monkeypatch)
    table = Table.open(GUARD, crawl.level(".|ab|p|.", {}), Setup(DiceSource(1), PEOPLE))
    seen(app, table, tmp_path)
    assert dict(told.rows)["A talks to them (2d6)"] == (
        "then: they hesitate 44.4% · they attack first 27.8% · victory for Red 27.8%"
    )
    app.pop()
    ball(app, tmp_path, "ab....", "move red.a 1,0", "promise red.a peace", *["silent blue.b"])
    assert told.rows[-1] == ("Promise B nothing", "")
    app.pop()
    words = "promise red.a peace", "silent blue.b", "silent red.a", "silent blue.b"
    ball(app, tmp_path, "ab....", "move red.a 1,0", *words)
    assert [brief for _, brief in told.rows] == ["A breaks a promise", "A keeps a promise"]


def test_defender_first_reads_the_chance_to_take_damage() -> None:
    """Let the attacker risk more damage than the defender."""
    outcomes = [
        outcome(1, {"unit": "blue.b", "damage": 1}),
        outcome(2, {"unit": "red.a", "damage": 3}),
    ]
    odds = odds_told(command("etiquette", "two blue.b"), [*outcomes, outcome(1)])
    assert summary(odds, {}).main == "red.a"
    found = summary(odds, {"red.a": 3}, None, is_own=True)
    assert (found.main, found.chance) == ("blue.b", Fraction(1, 4))
    (other,) = found.others
    assert (other.unit, other.share, other.fells) == ("red.a", Fraction(1, 2), Fraction(1, 2))
    assert [one.unit for one in whole(found)] == ["blue.b", "red.a"]


def test_every_unit_hit_by_a_spell_is_listed() -> None:
    hurt = [outcome(1, {"unit": unit, "damage": 1}) for unit in ("blue.p", "blue.q", "blue.r")]
    odds = odds_told(command("guard", "cast red.a spark"), hurt)
    found = summary(odds, {})
    assert {one.unit for one in whole(found)} == {"blue.p", "blue.q", "blue.r"}
    assert {one.share for one in whole(found)} == {Fraction(1, 3)}


def test_flight_is_forecast_by_its_distance(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count two d6: one is higher in 15 of 36 cases, by 1 in 5, by 2 in 4, and so on.

    Movement left over doesn't count.
    """
    scene = ball(app, tmp_path, "ab.......", *TO_FIGHT)
    question = scene.seat.plan.question
    assert question is not None
    choice = next(c for c in question.choices if c.verb == "disengage")
    odds = scene.seat.odds(choice)
    token = scene.seat.actor
    assert odds is not None
    assert token is not None
    assert token.movement == 3
    found = summary(odds, {}, "red.a", stride=token.movement)
    assert (found.kind, found.chance) == ("stride", Fraction(15, 36))
    shares = {bar.words: bar.share * 36 for bar in found.bars}
    assert shares == {"0": 21, "1": 5, "2": 4, "3": 3, "4": 2, "5": 1}


def test_tiles_to_flee_to_are_lit_at_once(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = ball(app, tmp_path, "ab.......", *TO_FIGHT, dice=(6, 4))
    scene.flow.give(command("etiquette", "disengage red.a"))
    settle(app)
    plan = scene.seat.plan
    assert plan.question is not None
    assert plan.question.ask == "flee"
    assert plan.chosen is None
    assert set(plan.places()) == {(0, 0), (2, 0), (3, 0)}
    assert scene.seat.board.marks.reach == frozenset(plan.places())
    rect = scene.seat.board.camera.tile_rect((3, 0))
    hand.click(rect, times=2)
    settle(app)
    assert scene.seat.picture.tokens[0].at == (3, 0)


def test_path_to_an_encounter_is_neither_dangerous_nor_safe(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points, point = list[str](), Sheet.point

    def told(sheet: Sheet, words: str) -> None:
        points.append(words)
        point(sheet, words)

    monkeypatch.setattr(Sheet, "point", told)
    scene, safe = ball(app, tmp_path, "a.b...."), app.words.say("forecast", "safe")
    hand.move(scene.seat.board.camera.tile_rect((1, 0)))
    settle(app)
    assert safe in points
    assert not scene.seat.board.marks.encounters
    points.clear()
    hand.move(scene.seat.board.camera.tile_rect((2, 0)))
    settle(app)
    assert safe not in points
    assert scene.seat.board.marks.path[-1:] == ((2, 0),)
    assert scene.seat.board.marks.encounters == ((2, 0),)
    assert scene.seat.board.marks.dangers == ()


def test_unit_that_is_too_far_away_is_not_called_a_wall(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = ball(app, tmp_path, "a....b...")
    told = Told(monkeypatch)
    hand.click(scene.seat.board.camera.tile_rect((5, 0)))
    assert told.text == "Too far: 5 movement, and 4 left."
    hand.click(scene.seat.board.camera.tile_rect((8, 0)))
    assert told.text == app.words.say("battle", "too_far")


def test_free_text_is_only_asked_for_among_people(app: App, hand: Hand, tmp_path: Path) -> None:
    """Play against the computer, which can't read free text."""
    scene = ball(app, tmp_path, "ab....", "move red.a 1,0", who=ALONE)
    count = scene.seat.sitting.table.record.count
    hand.key("1", "1")
    assert not isinstance(app.scene, TextPrompt)
    assert scene.seat.sitting.table.record.count > count


def test_area_effect_is_listed_for_each_unit(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    units: dict[str, Any] = {"p": {"defence": 3}, "q": {"defence": 6}}
    play = crawl.fight(".|ab|pq|.", **units)
    table = Table.open(GUARD, crawl.level(".|ab|pq|.", **units), Setup(DiceSource(1), PEOPLE))
    for step in play.battle.history:
        assert table.submit(step.command) is None
    scene = seen(app, table, tmp_path)
    scene.flow.give(command("guard", "pick red.a"))
    settle(app)
    told = Told(monkeypatch)
    scene.seat.focus, scene.seat.cursor, scene.seat.hovered = "board", None, None
    scene.hands.press("attack:stick")
    assert (told.title, told.text) == ("Stick", "stick")
    assert told.rows == [("P", "damage 50%"), ("Q", "nothing changes")]


def test_button_of_the_planned_choice_is_lit(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = ball(app, tmp_path, "ab....", "move red.a 1,0", "silent red.a", "silent blue.b")
    hand.key("2")
    lit = [button.id for button in buttons_of(scene.seat.plan, app) if button.is_selected]
    assert lit == ["decline"]
    hand.key("1")
    lit = [button.id for button in buttons_of(scene.seat.plan, app) if button.is_selected]
    assert lit == ["engage"]


def test_next_unit_is_chosen_by_its_portrait(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = ball(app, tmp_path, "apq...b", "end red.a")
    assert scene.seat.plan.question is not None
    faces = [button.face for button in buttons_of(scene.seat.plan, app)]
    assert faces == [("figure", "red"), ("figure", "red")]


def test_certain_move_is_forecast_by_its_distance(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(monkeypatch)
    ball(app, tmp_path, "apq...b", "end red.a", units={"q": {"movement": "2d4"}})
    assert told.rows == [
        ("P moves next", ""),
        ("Q moves next", "movement: 5 on average"),
    ]


def test_own_traps_are_on_the_board(app: App, hand: Hand, tmp_path: Path) -> None:
    scene = ball(app, tmp_path, "a....b", "lay red.a pins", units={"a": {"hand": ["pins"]}})
    assert scene.seat.board.laid == ((0, 0),)
    scene.flow.give(End("red.a"))
    settle(app)
    assert scene.seat.view == "blue"
    assert not scene.seat.board.laid


@pytest.mark.parametrize(
    ("own", "other", "beaten", "pale"),
    [
        ((5, 3), (5, 1), 1, [True, False, False, True]),
        ((4, 1), (4, 1), 0, [True, True, False, False]),
        ((4, 1), (4, 1), 2, [False, False, True, True]),
        ((6, 2), (3,), 1, [False, False, True]),
    ],
)
def test_matched_dice_lie_in_two_rows_with_beaten_ones_pale(
    app: App, own: tuple[int, ...], other: tuple[int, ...], beaten: int, pale: list[bool]
) -> None:
    tray = DiceTray(app)
    tray.throw([(6, face) for face in own], "attack", "")
    tray.throw([(6, face) for face in other], "defence", "")
    tray.match(own, other, beaten, "Own against other", "beaten")
    assert [die.face for die in tray.dice] == [*own, *other]
    assert [die.fade < 255 for die in tray.dice] == pale
    upper = {die.place[1] for die in tray.dice[: len(own)]}
    lower = {die.place[1] for die in tray.dice[len(own) :]}
    assert max(upper) < min(lower)


def test_fight_in_the_window_ends_with_its_dice_matched(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    scene = ball(app, tmp_path, "ab....", *TO_FIGHT, dice=(2, 6, 3, 5))
    scene.flow.give(command("etiquette", "attack red.a blue.b"))
    settle(app)
    scene.flow.give(command("etiquette", "two blue.b"))
    settle(app)
    assert [die.face for die in scene.seat.tray.dice] == [6, 2, 5, 3]


def test_attack_on_a_robot_has_one_number_because_robots_always_roll_one_die(
    app: App, hand: Hand, tmp_path: Path
) -> None:
    moves = "end red.a", "move red.p 1,0 2,0", "silent red.p", "silent blue.b", "decline red.p"
    scene = ball(app, tmp_path, "p.b..a", *moves, "engage blue.b")
    choice = next(one for one in question(scene).choices if one.verb == "attack")
    found = scene.showing.foresight.of(choice)
    assert found is not None
    assert not found.ways
    assert found.assumed == ()
    assert len(found.odds.outcomes) > 1
    assert found.odds.assume == "stop"


def test_tile_is_described_although_somebody_has_to_choose(
    app: App, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, tiles = Told(monkeypatch), list[TileCard]()
    monkeypatch.setattr(ForecastPanel, "show_tile", lambda _, tile, *__: tiles.append(tile))
    table = Table.open(VERDIGRIS, melee("a.b..c.d"), Setup(DiceSource(1), PEOPLE))
    scene = seen(app, table, tmp_path)
    question = scene.seat.plan.question
    assert question is not None
    assert scene.seat.plan.current is None
    assert told.title == question.text
    hand.move(scene.seat.board.camera.tile_rect((1, 0)))
    settle(app)
    assert tiles[-1].at == (1, 0)
    told.title = ""
    hand.move(scene.seat.forecast.rect)
    scene.seat.cursor = None
    scene.showing.marks()
    assert told.title == question.text
