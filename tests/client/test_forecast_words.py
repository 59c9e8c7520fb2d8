"""The words and numbers of forecasts in the panel, as they are written on its page."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.client.board.standees import SideStand, Standees
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.kit.theme import SIDE_COLOURS
from game.client.kit.typography import Type
from game.client.navigation import WindowNavigation
from game.client.panels.forecast_from_tile import TileRow, write_from_tile
from game.client.panels.forecast_line import compared, joined
from game.client.panels.forecast_panel import ForecastPanel
from game.client.panels.odds_numbers import summary
from game.client.panels.parchment_page import Sheet
from game.present.forecast.numbers import decimal
from game.rules.registry import BooksOnDemand
from game.terms.changes import AmountFact, FallFact, OddsChange
from game.terms.odds import Modifier, Odds, OddsHarm, OddsOutcome, OddsRoll
from game.terms.records import Entity
from tests.client.test_panels import ATTACK, WORDS, picture, token
from tests.commands import command
from tests.odds_rows import odds_told, outcome

Lines = Callable[[], list[str]]
PUSH = command("verdigris", "answer red.joss push")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """Yield a window at 1280×720."""
    write_settings(tmp_path, WindowSettings(width=1280, height=720))
    made = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
    yield made
    made.close()


@pytest.fixture
def panel(app: App) -> ForecastPanel:
    stands = {"red": SideStand(SIDE_COLOURS["red"], "round")}
    made = ForecastPanel(app, Standees(app.art, "action", stands), WORDS)
    made.lay(pygame.Rect(890, 15, 375, 310), 495)
    return made


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    """Return a function that returns the lines drawn since its last call."""
    found, line = list[str](), Type.line

    def told(type: Type, words: str, *rest: Any) -> pygame.Surface:
        found.append(words)
        return line(type, words, *rest)

    def taken() -> list[str]:
        told = [*found]
        found.clear()
        return told

    monkeypatch.setattr(Type, "line", told)
    return taken


def test_attack_without_damage_says_so(panel: ForecastPanel, lines: Lines) -> None:
    certain = odds_told(ATTACK.command, [outcome(1, {"unit": "red.joss", "loses": ["salve"]})])
    sure = replace(certain, rolls=(OddsRoll("attack", "2d6", told="Attack: 2d6"),))
    now, none = picture(token("red.joss", 14)), "no damage, whatever the dice"
    panel.show("Joss", certain, now, "red.joss")
    assert "Certain" in lines()
    panel.show("Joss", sure, now, "red.joss")
    said = lines()
    assert [words for words in said if words in ("0%", none, "Certain")] == ["0%", none]
    ways = [("parry", sure), ("wait", ATTACK)]
    panel.show_ways("Joss", ways, now, "red.joss")
    assert [words for words in lines() if words in ("0%", "62.5%")] == ["0%", "62.5%"]


def test_answer_that_prevents_damage_shows_none(panel: ForecastPanel, lines: Lines) -> None:
    parried = odds_told(PUSH, [outcome(1, {"unit": "red.joss", "reaction": False})])
    hit = odds_told(PUSH, [outcome(1, {"unit": "red.joss", "damage": 4})])
    panel.show_ways("React?", [("parry", parried), ("take", hit)], picture(), "red.joss")
    assert [words for words in lines() if words in ("0%", "100%")] == ["0%", "100%"]
    panel.show_ways("React?", [("parry", parried), ("wait", parried)], picture(), "red.joss")
    assert "0%" not in lines()
    assert WORDS.change("red.joss", AmountFact("unnoticed_by", 0)) == "Joss is no longer hidden"


def test_answer_names_the_tile_of_its_move(panel: ForecastPanel, lines: Lines) -> None:
    kept = odds_told(PUSH, [outcome(1)])
    rolled = odds_told(PUSH, [outcome(1), outcome(1, {"unit": "red.joss", "at": [4, 2]})])
    panel.show_ways("Push?", [("keep", kept), ("push", rolled)], picture(), "red.joss")
    said = lines()
    assert "Nothing changes" in said
    assert "Joss moves to (4, 2): 50%" in said


def test_answer_about_an_own_attack_leads_with_its_target() -> None:
    outcomes = [
        outcome(1, {"unit": "red.joss", "damage": 1, "stress": 2}),
        outcome(1, {"unit": "blue.north", "damage": 2}),
    ]
    odds = odds_told(PUSH, outcomes)
    for rolls, main in (
        ((OddsRoll("attack", "2d6s", is_own=True),), "blue.north"),
        ((OddsRoll("attack", "2d6s"), OddsRoll("attack", "2d6s", is_own=True)), "red.joss"),
    ):
        found = summary(replace(odds, rolls=rolls), {}, "red.joss", is_own=True)
        assert found.main == main
        assert found.is_on_actor == (main == "red.joss")


def test_chance_to_hit_is_not_that_of_the_own_stress(panel: ForecastPanel, lines: Lines) -> None:
    odds = odds_told(PUSH, [outcome(1), outcome(1, {"unit": "red.joss", "damage": 1})])
    own = OddsRoll("attack", "2d6s", needed=1, chance=(1, 4), is_own=True)
    for roll, number in ((own, "50%"), (replace(own, is_own=False), "25%")):
        panel.show("Push", replace(odds, rolls=(roll,)), picture(), "red.joss", is_own=True)
        assert next(words for words in lines() if words.endswith("%")) == number


def test_healing_says_when_full_life_cuts_it(panel: ForecastPanel, lines: Lines) -> None:
    cure = command("action", "use red.joss salve red.tam")
    sure = odds_told(cure, [outcome(1, {"unit": "red.tam", "healed": 4})])
    rolled = [outcome(1, {"unit": "red.tam", "healed": amount}) for amount in (2, 3, 4)]
    for life, most, told in ((16, 20, True), (15, 20, False)):
        now = picture(token("red.tam", life, most))
        panel.show("Salve", sure, now, "red.joss")
        assert ("to full life" in lines()) == told
        panel.show("Salve", odds_told(cure, rolled), now, "red.joss")
        assert ("to full life: 33.3%" in lines()) == told


def test_lost_movement_is_said_next_to_other_effects(panel: ForecastPanel, lines: Lines) -> None:
    gained = {"unit": "red.joss", "conditions": ["braced"], "movement": 0}
    panel.show("Plant", odds_told(PUSH, [outcome(1, gained)]), picture(), "red.joss")
    assert any("0 ft of movement left" in words for words in lines())
    panel.show("End", odds_told(command("action", "end red.joss"), [outcome(1, gained)]), picture())
    assert not any("movement" in words for words in lines())


def test_means_below_a_tenth_are_not_zero() -> None:
    told = [decimal(Fraction(n, 100)) for n in (0, 1, 4, 5, 94, 100)]
    assert told == ["0", "<0.1", "<0.1", "0.1", "0.9", "1"]


def long_odds(count: int) -> Odds:
    parts = tuple(Modifier(f"part {n}", n, f"ACT-{n:02}") for n in range(1, count + 1))
    rolls = (
        OddsRoll("attack", "3d6", parts, told="To hit: 3d6"),
        OddsRoll("dodge", "2d6s", told="Dodge: 2 dice"),
        OddsRoll("damage", "1d6", told="Damage: 1d6"),
    )
    return replace(ATTACK, modifiers=parts, rolls=rolls)


@pytest.mark.parametrize(("count", "is_tight"), [(2, False), (14, True)])
def test_modifiers_are_running_text_where_rows_do_not_fit(
    panel: ForecastPanel, lines: Lines, count: int, is_tight: bool
) -> None:
    panel.show("Joss", long_odds(count), picture(token("blue.sergeant", 7)), "red.joss")
    said = lines()
    assert ("Dodge: 2 dice · Damage: 1d6" in said) == is_tight
    assert (f"+{count} part {count}" in said) == is_tight
    assert panel.rect.height <= 495 + 30
    assert panel._sheet is not None
    assert panel._sheet.y <= panel._page.rect.height
    links = {piece.link for piece in panel._sheet.pieces}
    assert {f"ACT-{n:02}" for n in range(1, count + 1)} <= links


def test_rolls_of_one_answer_name_it(panel: ForecastPanel, lines: Lines) -> None:
    own, damage = Modifier("strength", 2, "VER-08"), OddsRoll("damage", "1", told="Damage: 1")
    again = OddsRoll("attack", "3d6s", (own,), told="To hit: 3 dice")
    kept = OddsRoll("attack", "0", told="To hit: the 1 six on the table")
    ways = [
        ("Keep the roll", replace(ATTACK, rolls=(kept, damage), modifiers=())),
        ("push", replace(ATTACK, rolls=(again, damage), modifiers=(own,))),
    ]
    panel.show_ways("Push?", ways, picture(token("blue.sergeant", 7)), "red.joss")
    said = lines()
    heads = ["Keep the roll · To hit: the 1 six on the table", "Push · To hit: 3 dice", "Damage: 1"]
    assert [words for words in said if words in heads] == heads
    assert "Modifiers" not in said


def test_row_of_a_foe_names_both_covers(app: App, lines: Lines) -> None:
    row = TileRow("Foe", "Bow", Fraction(1, 2), cover="half", harm=2.5, own_cover=2)
    write_from_tile(Sheet(app, 900), app, [row])
    assert "Bow · half cover · about 2.5 damage to you · ¾ cover for you" in lines()


def test_fall_is_told_first_and_a_sure_cost_without_a_chance(
    panel: ForecastPanel, lines: Lines
) -> None:
    """Check a wound that a stress die costs, and the focus paid for a win too."""
    damage = {"unit": "blue.sergeant", "damage": 4, "dies": True}
    cost, won = {"unit": "red.joss", "focus": 7}, {"over": "elimination", "winner": "red"}
    stressed = OddsChange(
        "red.joss",
        (AmountFact("damage", 2), AmountFact("focus", 7), FallFact("wounds", 0)),
    )
    odds = replace(
        odds_told(ATTACK.command, [outcome(3, damage, cost, won), outcome(2, cost)]),
        of=6,
        harms=(OddsHarm(Entity(1), "stress", "stress", "red.joss"),),
    )
    odds = replace(odds, outcomes=(*odds.outcomes, OddsOutcome(1, (stressed,))))
    now = picture(token("blue.sergeant", 4), token("red.joss", 2))
    found = summary(odds, {"red.joss": 2, "blue.sergeant": 4}, "red.joss")
    assert [other.fells for other in found.others] == [0]
    panel.show("Joss", odds, now, "red.joss")
    said = lines()
    told = said[said.index("Also") + 1 :]
    assert [words for words in told if "wounds" in words or "damage" in words] == [
        "Joss: wounds 0",
        "Joss: damage from stress (0.3 on average)",
    ]
    assert any("7 focus left" in words for words in told)
    assert "100%" not in told


def test_reaction_that_turns_a_sure_hit_says_so() -> None:
    """Check the answers to a hit whose damage is on the table, and to one that is still open."""
    staff = {"Joss has used the reaction": ""}
    hit = {"Joss: damage": "100%", "defeated": "100%"}
    turned, taken = compared([staff, hit])
    assert joined(turned) == "Joss: damage 0% · defeated 0% · Joss has used the reaction"
    assert taken == hit
    assert compared([staff, {"Joss: damage": "40%"}])[0] == staff
