"""The panels around the board: contents, motion, input."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.client.battle.bar_buttons import is_held_up
from game.client.board.standees import SideStand, Standees
from game.client.kit.app import App
from game.client.kit.inputs import Act, Pointer
from game.client.kit.settings import WindowSettings, write_settings
from game.client.kit.theme import SIDE_COLOURS
from game.client.navigation import WindowNavigation
from game.client.panels.command_buttons import CommandButton
from game.client.panels.dice_tray import DiceTray
from game.client.panels.die_faces import sides_of
from game.client.panels.forecast_page import Outcomes
from game.client.panels.forecast_panel import ForecastPanel
from game.client.panels.log_entries import HEADINGS
from game.client.panels.log_panel import FULL, LogPanel
from game.client.panels.odds_numbers import bars_of, needs_facts, summary
from game.client.panels.parchment_page import Sheet
from game.client.panels.turn_queue import QueuePanel
from game.client.panels.unit_bar import UNDO, UnitBar
from game.present.battle_sentences import BattleSentences, ShortStat
from game.present.forecast.numbers import decimal, percent
from game.present.picture import Card, CardLine, Lasting, Picture, TileCard, Token
from game.present.shown_events import ShownEvent
from game.record.map_rows import MapRows
from game.rules.registry import find_books
from game.terms.changes import AmountFact, ChangeFact, NameFact, OddsChange, TileFact
from game.terms.events import (
    Attacked,
    BattleOver,
    Damaged,
    DiceRolled,
    Died,
    Event,
    Hit,
    Moved,
    RoundStarted,
    TurnStarted,
)
from game.terms.odds import Modifier, Odds, OddsOutcome, OddsRoll
from game.terms.queue import QueueSlot
from tests.commands import command
from tests.odds_rows import odds_told, outcome

PRONE = Lasting("prone", "Prone", "On the ground: easy to hit from close by.", None)
HASTED = Lasting("hasted", "Hasted", "Faster than is good for anybody.", 2)
KINDS = {
    "red.joss": ("barber", "Joss"),
    "red.hanne": ("drayman", "Hanne"),
    "red.agnes": ("conjurer", "Agnes"),
    "red.tam": ("fowler", "Tam"),
    "blue.squibs": ("pedlar", "The squib pedlar"),
    "blue.north": ("toll_guard", "Guard at the north slit"),
    "blue.south": ("toll_guard", "Guard at the south slit"),
    "blue.bar": ("toll_pike", "Guard at the bar"),
    "blue.sergeant": ("toll_sergeant", "The toll sergeant"),
}


WORDS = BattleSentences(
    find_books().books["action"], {id: title for id, (_, title) in KINDS.items()}
)


def token(id: str, life: int = 13, most: int = 20, **changes: Any) -> Token:
    kind, title = KINDS[id]
    fields: dict[str, Any] = {
        "at": (2, 3),
        "span": 1,
        "is_down": False,
        "is_dead": False,
        "is_hidden": False,
        "conditions": (),
    }
    return Token(id, id.partition(".")[0], kind, title, life=life, most=most, **fields | changes)


def picture(*tokens: Token, round: int = 2) -> Picture:
    known = {one.id: one for one in tokens}
    all_ = tuple(known.get(id) or token(id, 4 + 3 * n % 17) for n, id in enumerate(KINDS))
    return Picture(round, "red.joss", all_, MapRows(1, 1, ["."], {}), (), (), ())


def slots(*rows: str, round: int = 2) -> tuple[QueueSlot, ...]:
    """Return slots from words such as `acting red.joss`.

    A number at the beginning gives the round.
    """
    found = []
    for row in rows:
        first, *rest = row.split()
        own, words = (int(first), rest) if first.isdigit() else (round, [first, *rest])
        under = words[2] if len(words) > 2 else None
        found.append(QueueSlot(tuple(words[1].split("+")), own, words[0], under))
    return tuple(found)


USUAL = slots(
    "acting red.joss",
    "possible red.tam",
    "certain blue.squibs",
    "certain blue.north+blue.south+blue.bar",
    "certain red.hanne",
    "open blue.sergeant",
    "certain red.agnes",
    "3 certain red.joss",
    "3 certain blue.squibs",
    "3 certain blue.north+blue.south+blue.bar",
    "3 certain red.hanne",
    "3 certain red.tam",
)
FIGHT = slots(
    "0 acting red.joss fight",
    "0 certain blue.squibs fight",
    "0 open red.tam fight",
    "waiting red.joss fight",
    "certain red.hanne",
    "3 certain red.joss",
)


def told(
    n: int, event: Event, text: str, outcome: str = "", modifiers: tuple[Modifier, ...] = ()
) -> ShownEvent:
    """Return an event with its sentence; if an outcome is given, it ends the sentence."""
    heading = text.removesuffix(f": {outcome}")
    return ShownEvent(n, event, text, heading, outcome, modifiers)


def walked(n: int, x: int, y: int) -> ShownEvent:
    event = Moved(unit="red.joss", origin=(0, 0), to=(x, y), cost=1, left=0, rule="ACT-06")
    return told(n, event, f"Joss moves to ({x}, {y})")


TO_HIT = Modifier("agility", 3, "ACT-12"), Modifier("half cover", -2, "ACT-32")
DAMAGE_ROLL = DiceRolled(why="damage", roll="1d8", value=7, dice=(7,), rule="ACT-14")
HIT_ROLL = DiceRolled(
    why="attack", roll="3d6", value=12, modifiers=TO_HIT, dice=(5, 4, 3), rule="ACT-12"
)
STAFF = Attacked(unit="red.joss", target="blue.sergeant", weapon="staff", rule="ACT-13")
HIT = Hit(unit="red.joss", target="blue.sergeant", total=13, needed=12, rule="ACT-12")
HURT = Damaged(unit="blue.sergeant", amount=7, left=6, cause="staff", rule="ACT-14")
ORDER = "Joss, The squib pedlar, Hanne, Agnes"
STORY = (
    told(1, RoundStarted(round=1, order=(), rule="ACT-05"), f"Round 1: {ORDER}", ORDER),
    told(2, TurnStarted(unit="red.joss", rule="ACT-05"), "Joss's turn"),
    walked(3, 4, 5),
    told(4, STAFF, "Joss attacks The toll sergeant with Walking staff"),
    told(5, HIT_ROLL, "Joss rolls 3d6 to hit: 12", modifiers=TO_HIT),
    told(6, HIT, "Joss hits The toll sergeant: 13 vs. 12"),
    told(7, DAMAGE_ROLL, "Joss rolls 1d8 for damage: 7"),
    told(8, HURT, "The toll sergeant takes 7 damage from Walking staff (6 life left)"),
    told(9, TurnStarted(unit="blue.squibs", rule="ACT-05"), "The squib pedlar's turn"),
    told(10, Died(unit="blue.squibs", at=None, rule="ACT-20"), "The squib pedlar is defeated"),
)

ATTACK = odds_told(
    command("action", "attack red.joss blue.sergeant staff"),
    [
        outcome(81),
        outcome(5, {"unit": "blue.sergeant", "damage": 3}),
        outcome(16, {"unit": "blue.sergeant", "damage": 4}),
        outcome(20, {"unit": "blue.sergeant", "damage": 5}),
        outcome(26, {"unit": "blue.sergeant", "damage": 6}),
        outcome(30, {"unit": "blue.sergeant", "damage": 7}),
        outcome(24, {"unit": "blue.sergeant", "damage": 8, "conditions": ["dazed"]}),
        outcome(14, {"unit": "blue.sergeant", "damage": 9, "dies": True}),
    ],
    [
        Modifier("agility", 4, "ACT-12"),
        Modifier("half cover, the barrel", -2, "ACT-32"),
        Modifier("long range", 0, "ACT-15"),
    ],
)
WALK = odds_told(
    command("action", "move red.joss 1,1 2,1"),
    [
        outcome(1, {"unit": "red.joss", "damage": 4}, {"unit": "blue.north", "reaction": False}),
        outcome(3, {"unit": "red.joss", "at": [2, 1], "movement": 5}),
    ],
    assume="never",
)
HIDE = odds_told(
    command("action", "hide red.joss"),
    [
        outcome(108, {"unit": "red.joss", "hidden": True, "unnoticed_by": 4}),
        outcome(108, {"unit": "red.joss", "unnoticed_by": 1}),
    ],
    [Modifier("agility", 2, "ACT-38")],
)
CARD = Card(
    "red.joss",
    "Joss",
    "Shaves, bleeds, sets bones and gives orders; people have learnt to sit still for all four",
    tuple(
        CardLine(name, value)
        for name, value in (
            ("Rating", "14"),
            ("Strength", "2"),
            ("Agility", "1"),
            ("Mind", "3"),
            ("Weapon", "Walking staff"),
            ("Speed", "30"),
            ("Movement left", "15"),
            ("Focus", "7"),
            ("Reaction", "yes"),
            ("Action", "yes"),
        )
    ),
    (PRONE, HASTED),
    (CardLine("Surgeon's roll", "", "Needle, thread and straps: keeps one who is dying alive"),),
)
BUTTONS = tuple(
    CommandButton(id, label, icon, key, is_open=is_open, is_selected=is_selected, why=why)
    for id, label, icon, key, is_open, is_selected, why in (
        ("move", "Move", "move", "1", True, False, ""),
        ("attack", "Walking staff", "melee", "2", True, True, ""),
        ("dash", "Dash", "dash", "3", True, False, ""),
        ("hide", "Hide", "hide", "4", False, False, "Two foes see you in plain sight."),
        ("use", "Surgeon's roll", "use", "5", True, False, ""),
        ("end", "End turn", "end", "E", True, False, ""),
    )
)
MANY = (
    *(
        CommandButton(f"b{n}", f"Power number {n}", "cast", str(n) if n < 10 else "", n % 4 or None)
        for n in range(1, 28)
    ),
    BUTTONS[-1],
)
SHORTS = (
    ShortStat("action", "Action", True),
    ShortStat("bonus", "Bonus", False),
    ShortStat("reaction", "Reaction", True),
    ShortStat("movement_left", "ft left", "15"),
)


@dataclass
class Demo:
    """All panels with sample data, laid out as on the battle screen."""

    app: App
    queue: QueuePanel
    tray: DiceTray
    log: LogPanel
    forecast: ForecastPanel
    bar: UnitBar

    @classmethod
    def filled(cls, app: App) -> "Demo":
        sides = {
            "red": SideStand(SIDE_COLOURS["red"], "wedge"),
            "blue": SideStand(SIDE_COLOURS["blue"], "round"),
        }
        figures = Standees(app.art, "action", sides)
        demo = cls(
            app,
            QueuePanel(app, figures),
            DiceTray(app),
            LogPanel(app),
            ForecastPanel(app, figures, WORDS),
            UnitBar(app, figures),
        )
        demo.lay()
        joss = token("red.joss", 14, conditions=(PRONE, HASTED))
        hanne = token("red.hanne", 7, is_readied=True)
        now = picture(token("blue.sergeant", 7), joss, hanne)
        demo.queue.show(USUAL, now, 2)
        demo.queue.settle()
        demo.tray.throw([(6, 5), (6, 4), (6, 3)], "Joss's blow at the toll sergeant", "12", "hit")
        demo.log.show(STORY)
        demo.forecast.show("Joss → The toll sergeant", ATTACK, now, "red.joss")
        demo.bar.show_unit(CARD, now.token("red.joss"), SHORTS, "barber · Walking staff")
        demo.bar.show(BUTTONS)
        demo.bar.show_undo(5, 2)
        return demo

    def lay(self) -> None:
        """Lay out the panels for a screen of this size."""
        px, (width, height) = self.app.look.px, self.app.size
        column = min(px(380), width * 3 // 10)
        left, right, gap = px(16), width - px(16) - column, px(12)
        top, bottom = px(10), height - px(12)
        main = right - px(14) - left
        self.queue.lay(pygame.Rect(left, top, main, px(92)))
        self.bar.lay(pygame.Rect(left, bottom - px(116), main, px(116)))
        tray = min(px(186), height // 4)
        rest = bottom - top - 2 * gap - tray
        self.forecast.lay(pygame.Rect(right, top, column, rest * 6 // 10))
        above = top + rest * 6 // 10 + gap
        self.log.lay(pygame.Rect(right, above, column, rest - rest * 6 // 10))
        self.tray.lay(pygame.Rect(right, bottom - tray, column, tray))

    @property
    def all(self) -> tuple[QueuePanel, DiceTray, LogPanel, ForecastPanel, UnitBar]:
        return self.queue, self.tray, self.log, self.forecast, self.bar

    def draw(self, surface: pygame.Surface) -> None:
        planks = self.app.art.image("table/planks", (512, 512))
        for x in range(0, surface.get_width(), planks.get_width()):
            for y in range(0, surface.get_height(), planks.get_height()):
                surface.blit(planks, (x, y))
        for panel in self.all:
            panel.draw(surface)

    def wait(self, seconds: float) -> None:
        """Let time pass in small steps."""
        for _ in range(round(seconds * 30)):
            for panel in self.all:
                panel.update(1 / 30)


def opened(folder: Path, size: tuple[int, int] = (1280, 720), **changes: Any) -> App:
    write_settings(folder, WindowSettings(width=size[0], height=size[1], **changes))
    made = App({}, folder, lambda _: None, WindowNavigation)
    pygame.event.clear()
    return made


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    app = opened(tmp_path)
    made = Demo.filled(app)
    made.wait(2)
    yield made
    app.close()


def move(at: tuple[int, int]) -> Pointer:
    return Pointer("move", at)


def press(at: tuple[int, int]) -> Pointer:
    return Pointer("down", at, 1)


def drawn(demo: Demo) -> bytes:
    surface = pygame.Surface(demo.app.size)
    demo.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


# All panels


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 2.0), ((960, 540), 1.0)]
)
def test_panels_are_drawn_completely_at_any_size(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    app = opened(tmp_path, size, scale=scale)
    demo = Demo.filled(app)
    demo.wait(2)
    drawn(demo)
    assert app.notices.all == []
    app.close()


@pytest.mark.parametrize(
    "rows", [(), ("acting red.joss",), ("acting red.joss", "certain red.hanne")]
)
def test_queue_can_be_too_small_for_any_card(demo: Demo, rows: tuple[str, ...]) -> None:
    demo.queue.lay(pygame.Rect(0, 0, 70, 80))
    demo.queue.show(slots(*rows), picture(), 2)
    demo.queue.settle()
    drawn(demo)
    assert len(demo.queue.cards()) == len(rows)


def test_panel_at_rest_is_not_redrawn(demo: Demo) -> None:
    assert not any(panel.is_moving for panel in demo.all)
    assert not any(panel.update(0.1) for panel in demo.all)
    assert drawn(demo) == drawn(demo)


@pytest.mark.parametrize("changes", [{"speed": 0.0}, {"calm": True}])
def test_everything_is_in_place_at_once_without_motion(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    app = opened(tmp_path, **changes)
    demo = Demo.filled(app)
    demo.queue.show(FIGHT, picture(), 2)
    demo.tray.throw([(6, 1)] * 4, "again", "4", "miss")
    assert not any(panel.is_moving for panel in demo.all)
    app.close()


# The queue


def cards(demo: Demo, unit: str) -> list[tuple[int, pygame.Rect]]:
    """Return the round and the place of each of a unit's cards."""
    found = demo.queue.cards()
    return [(round, rect) for round, id, rect in found if id == unit]


def ordered(demo: Demo) -> list[tuple[int, str]]:
    found = sorted(demo.queue.cards(), key=lambda card: card[2].x)
    return [(round, id) for round, id, _ in found]


def test_acting_card_is_the_largest_and_hangs_lower(demo: Demo) -> None:
    (_, acting), *_ = cards(demo, "red.joss")
    others = [rect for _, id, rect in demo.queue.cards() if id != "red.joss"]
    assert all(acting.height > rect.height for rect in others)
    assert all(acting.bottom > rect.bottom for rect in others)
    assert all(acting.x < rect.x for rect in others)


def test_cards_slide_and_never_jump(demo: Demo) -> None:
    before = cards(demo, "blue.squibs")[0][1]
    demo.queue.show(slots("acting blue.squibs", "certain red.hanne"), picture(), 2)
    assert cards(demo, "blue.squibs")[0][1] == before
    seen = [before]
    while demo.queue.update(1 / 60) and demo.queue.is_moving:
        seen.append(cards(demo, "blue.squibs")[0][1])
    steps = [b.centerx - a.centerx for a, b in pairwise(seen)]
    assert len(seen) > 10
    assert all(-16 <= step <= 0 for step in steps)
    assert seen[-1].height > before.height


def test_card_of_the_next_round_stays_in_place_when_that_round_begins(demo: Demo) -> None:
    later = next(rect for round, rect in cards(demo, "red.joss") if round == 3)
    demo.queue.show(slots("3 acting red.joss", "3 certain red.hanne"), picture(round=3), 3)
    assert [(3, later)] == cards(demo, "red.joss")


def test_card_of_a_group_splits_when_a_member_acts(demo: Demo) -> None:
    group = {id: cards(demo, id)[0][1] for id in ("blue.north", "blue.south", "blue.bar")}
    spread = max(r.centerx for r in group.values()) - min(r.centerx for r in group.values())
    assert 0 < spread < group["blue.north"].width
    rows = ("acting blue.north", "certain blue.south+blue.bar", "certain red.hanne")
    demo.queue.show(slots(*rows), picture(), 2)
    demo.wait(2)
    north, south = cards(demo, "blue.north")[0][1], cards(demo, "blue.south")[0][1]
    assert north.right < south.left


def test_queue_goes_on_as_soon_as_a_turn_begins(demo: Demo) -> None:
    rows = ("acting red.joss", "certain blue.north+blue.south", "certain red.hanne")
    demo.queue.show(slots(*rows, "3 certain red.joss", "3 certain blue.bar"), picture(), 2)
    demo.queue.begin_turn("blue.south")
    demo.wait(2)
    order = ordered(demo)
    now = [(2, "blue.south"), (2, "blue.north"), (2, "red.hanne")]
    assert order == [*now, (3, "red.joss"), (3, "blue.bar")]
    largest = max(demo.queue.cards(), key=lambda card: card[2].height)
    assert largest[1] == "blue.south"
    demo.queue.begin_turn("blue.south")
    demo.queue.begin_turn("blue.squibs")
    assert ordered(demo) == order
    demo.queue.begin_turn("blue.bar")
    demo.wait(2)
    assert ordered(demo) == [
        (3, "blue.bar"),
        (3, "red.joss"),
    ]


def test_sliding_cards_dont_run_over_the_number_of_the_next_round(demo: Demo) -> None:
    names = "red.hanne", "blue.north", "blue.south", "blue.bar", "blue.sergeant"
    later = [f"3 certain {name}" for name in names]
    demo.queue.show(
        slots("acting red.joss", *(f"certain {n}" for n in names), *later), picture(), 2
    )
    demo.queue.settle()
    demo.queue.show(slots("acting red.hanne", "certain blue.bar", *later), picture(), 2)
    (line,) = demo.queue._lines.values()
    start = line.x
    for _ in range(60):
        demo.wait(1 / 30)
        places = {(round, unit): rect for round, unit, rect in demo.queue.cards()}
        last, first = places[2, "blue.bar"], places[3, "red.hanne"]
        assert last.right <= line.x + 1
        assert line.x <= first.left
    assert line.x < start


def test_card_of_a_dead_unit_turns_over_and_drops(demo: Demo) -> None:
    before = drawn(demo)
    dead = picture(token("red.agnes", 0, is_dead=True))
    demo.queue.show(tuple(s for s in USUAL if "red.agnes" not in s.units), dead, 2)
    assert demo.queue.is_moving
    demo.wait(0.25)
    assert drawn(demo) != before
    demo.wait(1)
    assert not demo.queue.is_moving
    assert not cards(demo, "red.agnes")


def test_hovering_and_pressing_a_card_returns_its_unit(demo: Demo) -> None:
    at = cards(demo, "red.hanne")[0][1].center
    before = drawn(demo)
    assert demo.queue.heard(move(at)) is None
    assert demo.queue.hovered == "red.hanne"
    assert demo.queue.update(0)
    assert drawn(demo) != before
    assert demo.queue.heard(press(at)) == "red.hanne"
    demo.queue.heard(move((2, 600)))
    assert demo.queue.hovered is None


def test_cards_of_an_encounter_are_under_a_bracket(demo: Demo) -> None:
    plain = tuple(QueueSlot(s.units, s.round, s.state, None) for s in FIGHT)
    demo.queue.show(plain, picture(), 2)
    demo.wait(2)
    without = drawn(demo)
    demo.queue.show(FIGHT, picture(), 2)
    demo.wait(2)
    assert drawn(demo) != without
    assert len(cards(demo, "red.joss")) == 3


def test_many_cards_overlap_and_then_scroll(demo: Demo) -> None:
    rows = [f"{n} certain {id}" for n in range(2, 9) for id in KINDS]
    demo.queue.show(slots("acting red.joss", *rows), picture(), 2)
    demo.wait(2)
    first = cards(demo, "blue.sergeant")[0][1]
    demo.queue.heard(Pointer("wheel", demo.queue.rect.center, amount=-3))
    demo.wait(2)
    moved = cards(demo, "blue.sergeant")[0][1]
    assert moved.x < first.x
    demo.queue.heard(Pointer("wheel", demo.queue.rect.center, amount=99))
    demo.wait(2)
    assert cards(demo, "blue.sergeant")[0][1] == first


# The tray


def test_dice_stop_on_the_drawn_faces(demo: Demo) -> None:
    demo.tray.throw([(6, 2), (20, 17), (2, 1)], "Hanne's blow", "20", "hit")
    first = drawn(demo)
    assert demo.tray.is_moving
    demo.wait(0.3)
    assert drawn(demo) != first
    demo.wait(2)
    assert not demo.tray.is_moving
    moved = drawn(demo)
    demo.tray.settle()
    assert drawn(demo) == moved


def test_older_dice_move_aside(demo: Demo) -> None:
    for n in range(5):
        demo.tray.throw([(6, 1 + n)] * 4, "again", str(n), "plain")
        demo.wait(2)
    with_old = drawn(demo)
    demo.tray.clear()
    assert drawn(demo) != with_old


@pytest.mark.parametrize("count", [0, 1, 7, 16, 40])
def test_tray_has_room_for_any_number_of_dice(demo: Demo, count: int) -> None:
    demo.tray.throw([(8, 3)] * count, "a very long reason for this many dice " * 4, "123", "miss")
    demo.wait(6)
    drawn(demo)
    assert not demo.tray.is_moving


def test_sides_of_dice_follow_from_the_roll() -> None:
    assert sides_of("3d6", (1, 2, 6)) == (6, 6, 6)
    assert sides_of("1d4+1d8", (4, 8)) == (4, 8)
    assert sides_of("", (2, 19)) == (6, 20)


# The log


def shown(demo: Demo) -> list[int]:
    return [index for index, _ in demo.log.shown()]


def long_log(demo: Demo, count: int = 3000) -> None:
    demo.log.show([walked(n, n, 2) for n in range(count)])


def test_only_visible_lines_are_laid_out(demo: Demo) -> None:
    long_log(demo, 20_000)
    drawn(demo)
    assert demo.log.laid_out < 60
    assert shown(demo)[-1] == 19_999


def test_log_stays_at_its_end_unless_it_was_scrolled_up(demo: Demo) -> None:
    long_log(demo, 200)
    demo.log.add(told(200, Died(unit="red.joss", at=None), "Joss is defeated"))
    assert demo.log.is_at_end
    demo.log.heard(Pointer("wheel", demo.log.rect.center, amount=3))
    assert not demo.log.is_at_end
    before = shown(demo)
    demo.log.add(told(201, BattleOver(winner=None, reason="agreed", rounds=1), "Nobody wins"))
    assert shown(demo) == before
    demo.log.heard(Pointer("wheel", demo.log.rect.center, amount=-9))
    assert demo.log.is_at_end


def test_pages_of_the_log_end_at_its_first_line(demo: Demo) -> None:
    long_log(demo, 100)
    for _ in range(40):
        demo.log.heard(Act("page_up"))
    assert shown(demo)[0] == 0
    top = demo.log.shown()[0][1]
    demo.log.heard(Act("page_up"))
    assert demo.log.shown()[0] == (0, top)
    for _ in range(40):
        demo.log.heard(Act("page_down"))
    assert demo.log.is_at_end


def test_lines_of_the_log_can_be_removed(demo: Demo) -> None:
    demo.log.truncate(4)
    assert len(demo.log) == 4
    assert demo.log.is_at_end
    demo.log.truncate(0)
    assert len(demo.log) == 0
    drawn(demo)


def test_forecast_says_what_is_rolled_to_hit_and_for_damage(
    demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads, head = list[str](), Sheet.head

    def told(sheet: Sheet, words: str) -> None:
        heads.append(words)
        head(sheet, words)

    monkeypatch.setattr(Sheet, "head", told)
    aim = Modifier("agility", 3, "ACT-12"), Modifier("shooting", 1, "ACT-12")
    hit = OddsRoll("attack", "3d6", aim, 13, told="To hit: 3d6 +4, at least 13")
    weakened = (Modifier("weakened", -2, "ACT-26"),)
    damage = OddsRoll("damage", "1d8", weakened, told="Damage: 1d8 −2")
    plain = OddsRoll("attack", "3d6", told="To hit: 3d6")
    now = picture(token("blue.sergeant", 7), token("red.joss", 14))

    def heads_of(*rolls: OddsRoll, others: tuple[Modifier, ...] = ()) -> list[str]:
        heads.clear()
        parts = tuple(part for roll in rolls for part in roll.modifiers)
        odds = replace(ATTACK, rolls=rolls, modifiers=(*parts, *others))
        demo.forecast.show("Joss", odds, now, "red.joss")
        demo.forecast.draw(pygame.Surface(demo.app.size))
        return [words for words in heads if words != "Also"]

    assert heads_of(hit, damage) == ["To hit: 3d6 +4, at least 13", "Damage: 1d8 −2"]
    assert heads_of(plain) == ["To hit: 3d6"]
    assert heads_of(plain, others=aim) == ["To hit: 3d6", "Modifiers"]
    assert heads_of(hit, damage, OddsRoll("attack", "3d6", (), 9)) == ["Modifiers"]


def test_facts_are_told_where_the_odds_leave_out_what_a_command_is_for(
    demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    points, point = list[str](), Sheet.point

    def told(sheet: Sheet, words: str, *rest: Any) -> None:
        points.append(words)
        point(sheet, words, *rest)

    monkeypatch.setattr(Sheet, "point", told)
    now = picture(token("red.joss", 14))
    search = odds_told(ATTACK.command, [outcome(1)])
    theft = odds_told(ATTACK.command, [outcome(1, {"unit": "red.joss", "loses": ["ring"]})])
    dance = [outcome(1, {"unit": "red.joss", "loses": ["card"], "movement": n}) for n in (3, 4)]
    assert all(needs_facts(odds) for odds in (search, theft, odds_told(ATTACK.command, dance)))
    promise = odds_told(ATTACK.command, [outcome(1, {"unit": "red.joss", "promises": True})])
    assert needs_facts(promise)
    assert not needs_facts(ATTACK)
    demo.forecast.show("Joss", search, now, "red.joss")
    assert points == ["Nothing changes"]
    points.clear()
    demo.forecast.show("Joss", search, now, "red.joss", points=["finds any hidden foe there"])
    assert points == ["finds any hidden foe there"]
    sizes = list[str]()
    monkeypatch.setattr(Sheet, "text", lambda _, words, *__, **___: sizes.append(words))
    for n, odds in enumerate((search, theft)):
        demo.forecast.show(f"Joss {n}", odds, now, "red.joss", points=["steals an item"])
    assert "Certain" not in sizes
    demo.forecast.show("Joss", theft, now, "red.joss")
    assert "Certain" in sizes


def test_forecast_that_stops_at_a_choice_names_no_reactions(
    demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = list[str]()
    text = Sheet.text

    def told(sheet: Sheet, words: str, *rest: Any, **more: Any) -> None:
        texts.append(words)
        text(sheet, words, *rest, **more)

    monkeypatch.setattr(Sheet, "text", told)
    stop = odds_told(ATTACK.command, [outcome(1, then="engage"), outcome(1)])
    never = replace(stop, assume="never")
    ends = []
    for odds in (stop, never):
        demo.forecast.show("Joss", odds, picture(token("red.joss", 14)), "red.joss")
        demo.forecast.draw(pygame.Surface(demo.app.size))
        ends.append([words for words in texts if words][-1])
    assert ends == ["Until the next choice", "Assuming: nobody reacts"]


def test_line_of_the_log_opens_into_dice_modifiers_and_sum(demo: Demo) -> None:
    demo.log.lay(pygame.Rect(880, 10, 380, 600))
    drawn(demo)
    where = dict(demo.log.shown())
    at = demo.log.rect.x + 60, where[4] + 8
    closed = where[5] - where[4]
    demo.log.heard(press(at))
    where = dict(demo.log.shown())
    assert where[5] - where[4] > closed + 40
    assert demo.log.expanded(4) == ("5 4 3", "+3 agility", "−2 half cover", "12 + 3 − 2 = 13")
    drawn(demo)
    demo.log.heard(press((at[0], where[4] + 8)))
    assert dict(demo.log.shown())[5] - dict(demo.log.shown())[4] == closed


def test_line_with_the_focus_opens_by_keys(demo: Demo) -> None:
    demo.log.is_focused = True
    for _ in range(4):
        demo.log.heard(Act("up"))
    before = drawn(demo)
    demo.log.heard(Act("confirm"))
    assert drawn(demo) != before
    assert demo.log.heard(Act("help")) == "ACT-14"


def test_rule_of_a_line_can_be_pressed(demo: Demo) -> None:
    demo.log.lay(pygame.Rect(880, 10, 380, 600))
    drawn(demo)
    found = {
        demo.log.heard(press((x, y)))
        for x in range(demo.log.rect.right - 80, demo.log.rect.right - 30, 8)
        for y in range(60, 400, 8)
    }
    assert {"ACT-06", "ACT-13"} <= found


def test_log_can_have_the_full_height(demo: Demo) -> None:
    drawn(demo)
    rect = demo.log.rect
    assert demo.log.heard(press((rect.right - 26, rect.y + 20))) == FULL
    assert demo.log.is_full


def test_headings_are_events_that_every_rulebook_has() -> None:
    assert set(HEADINGS) == {"battle_started", "round_started", "turn_started", "over"}


# Numbers


def test_attack_sums_up_to_the_chance_of_its_damage() -> None:
    found = summary(ATTACK, {"blue.sergeant": 7})
    assert (found.kind, found.main) == ("hurt", "blue.sergeant")
    assert found.chance == Fraction(135, 216)
    assert percent(found.chance) == "62.5"
    assert found.fells == Fraction(68, 216)
    assert sum(bar.share for bar in found.bars) == 1
    assert [bar.words for bar in found.bars if bar.is_fatal] == ["7", "8", "9"]
    assert [(one.fact.key, one.fact.value) for one in found.besides] == [("conditions", "dazed")]


HURT_BY_FALL = AmountFact("damage", 1)


def test_attack_on_a_mount_leads_with_the_mount() -> None:
    odds = odds_told(
        command("verdigris", "attack_mount red.a blue.b sword"),
        [
            outcome(3),
            outcome(2, {"unit": "blue.b", "mount_damage": 2}),
            OddsOutcome(1, (OddsChange("blue.b", (NameFact("mount", "gone", 5), HURT_BY_FALL)),)),
        ],
    )
    found = summary(odds, {"blue.b": 6})
    assert (found.kind, found.chance) == ("mount", Fraction(1, 2))
    assert found.mean == Fraction(2 * 2 + 5, 6)
    assert [one.fact.key for one in found.besides] == ["mount"]
    assert [(one.unit, one.share) for one in found.others] == [("blue.b", Fraction(1, 6))]


def test_answer_about_an_attack_on_a_mount_leads_with_the_mount() -> None:
    fall = OddsOutcome(1, (OddsChange("blue.b", (NameFact("mount", "gone", 5), HURT_BY_FALL)),))
    hit = outcome(3, {"unit": "blue.b", "mount_damage": 2})
    keep = summary(odds_told(command("verdigris", "answer red.a keep"), [hit, outcome(1)]), {})
    assert (keep.kind, keep.chance) == ("mount", Fraction(3, 4))
    push = summary(odds_told(command("verdigris", "answer red.a push"), [hit, fall]), {"blue.b": 6})
    assert (push.kind, push.chance) == ("mount", Fraction(1))
    struck = outcome(2, {"unit": "blue.b", "damage": 4})
    both = summary(
        odds_told(command("verdigris", "answer red.a push"), [struck, fall]), {"blue.b": 6}
    )
    assert (both.kind, both.chance) == ("hurt", Fraction(1)), (
        "the rider is hurt more often than the mount"
    )


def test_roll_whose_name_says_its_dice_has_no_row_of_modifiers(
    demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[str] = []
    monkeypatch.setattr(Sheet, "row", lambda _, words, *__: rows.append(words))
    own, dodge = Modifier("strength", 3, "VER-07"), Modifier("dice to dodge", -3, "VER-08")
    rolls = [
        OddsRoll("attack", "3 dice", (own,), told="To hit: 3 dice"),
        OddsRoll("dodge", "3 dice", (dodge,), is_named=True, told="Dodge, B: 3 dice"),
    ]
    Outcomes(demo.app, WORDS).modifiers(Sheet(demo.app, 300), (own, dodge), rolls)
    assert rows == ["Strength"]


def test_path_sums_up_to_the_chance_of_taking_damage() -> None:
    found = summary(WALK, {"red.joss": 4})
    assert (found.kind, found.main) == ("struck", "red.joss")
    assert found.chance == found.fells == Fraction(1, 4)
    safe = odds_told(WALK.command, [outcome(1, {"unit": "red.joss", "at": [2, 1]})])
    assert summary(safe, {}).kind == "struck"
    assert summary(safe, {}).chance == 0
    assert (found.arrives, summary(safe, {}).arrives) == (Fraction(3, 4), Fraction(1))
    asked = odds_told(WALK.command, [outcome(1, then="leave")])
    assert summary(asked, {}).arrives == 1
    assert is_held_up(asked)
    assert not is_held_up(safe)


GO = command("action", "end red.joss")
SHOVE = command("action", "cast red.joss shove")


def pushed(*outcomes: OddsOutcome) -> Odds:
    return odds_told(SHOVE, outcomes)


def pushes_of(odds: Odds) -> list[tuple[str, Any, Fraction]]:
    found = summary(odds, {}, stands={"blue.north": (2, 3)})
    return [(one.fact.key, one.fact.value, one.share) for one in found.besides]


def test_push_is_listed_by_its_tile_or_its_distance() -> None:
    near = outcome(1, {"unit": "blue.north", "at": [3, 3], "damage": 1})
    far = outcome(2, {"unit": "blue.north", "at": [5, 3], "damage": 2})
    miss = outcome(1)
    assert pushes_of(pushed(near, miss)) == [("pushed", (3, 3), Fraction(1, 2))]
    assert pushes_of(pushed(near, far, miss)) == [
        ("pushed_far", 3, Fraction(1, 2)),
        ("pushed_far", 1, Fraction(1, 4)),
    ]


def test_end_of_the_battle_is_told_once() -> None:
    won = outcome(
        1,
        {"unit": "blue.north", "damage": 4, "dies": True, "conditions": ["dazed"]},
        {"unit": "red.joss", "gains": ["key"]},
        {"over": "objective", "winner": "red", "objectives": ["gate"]},
    )
    failed = outcome(1, {"objectives": ["gate"]})
    found = summary(pushed(won, failed), {"blue.north": 4})
    assert [(one.unit, one.fact.key, one.share) for one in found.besides] == [
        (None, "objectives", Fraction(1, 2)),
        (None, "winner", Fraction(1, 2)),
        ("red.joss", "gains", Fraction(1, 2)),
    ]


def test_unit_defeated_with_life_left_is_listed() -> None:
    two = outcome(1, {"unit": "blue.north", "damage": 2, "dies": True})
    three = outcome(1, {"unit": "blue.north", "damage": 3, "dies": True})
    odds = pushed(outcome(1), two, three)
    found = summary(odds, {"blue.north": 3})
    assert found.fells == Fraction(2, 3)
    assert [(one.unit, one.fact.key, one.share) for one in found.besides] == [
        ("blue.north", "routed", Fraction(1, 3))
    ]
    assert summary(odds, {}).besides == ()


def test_moving_or_deployed_unit_does_not_count_as_pushed() -> None:
    own = outcome(1, {"unit": "red.joss", "at": [3, 3]})
    walks = outcome(1, {"unit": "blue.north", "at": [3, 3], "movement": 2})
    assert pushes_of(pushed(own)) == pushes_of(pushed(walks)) == []
    place = command("action", "place red.joss 2,3")
    swapped = outcome(1, {"unit": "red.hanne", "at": [3, 3]})
    assert summary(odds_told(place, [swapped]), {}).besides == ()


def test_page_says_where_a_unit_is_pushed(app: App) -> None:
    assert WORDS.change("blue.north", TileFact("pushed", (7, 2))) == (
        "Guard at the north slit is pushed to (7, 2)"
    )
    assert (
        WORDS.change("blue.north", AmountFact("pushed_far", 1))
        == "Guard at the north slit is pushed 1 tile"
    )
    told: list[ChangeFact] = []

    class Listening(BattleSentences):
        """Catalogue that records every fact it puts into words."""

        def change(self, unit: str | None, fact: ChangeFact) -> str:
            told.append(fact)
            return super().change(unit, fact)

    words = Listening(find_books().books["action"], WORDS.names)

    sides = {side: SideStand(SIDE_COLOURS[side], "round") for side in ("red", "blue")}
    page = ForecastPanel(app, Standees(app.art, "action", sides), words)
    page.lay(pygame.Rect(0, 0, 400, 400))
    page.show("Shove", pushed(outcome(1, {"unit": "blue.north", "at": [7, 2]})), picture())
    assert told == [TileFact("pushed", (7, 2))]


def test_healing_sums_up_to_its_mean() -> None:
    outcomes = [outcome(1, {"unit": "red.agnes", "healed": n}) for n in (1, 2, 3, 4)]
    found = summary(odds_told(SHOVE, outcomes), {})
    assert (found.kind, found.main, found.chance) == ("heal", "red.agnes", Fraction(5, 2))


def test_damage_to_things_without_a_name_is_shown() -> None:
    hit = outcome(1, {"things": [{"at": [3, 4], "damage": 5}]})
    odds = odds_told(command("action", "smash red.joss 3,4 staff"), [hit, outcome(3)])
    found = summary(odds, {})
    assert (found.kind, found.main, found.chance) == ("hurt", None, Fraction(1, 4))


def test_other_odds_are_listed_with_the_asks_that_follow() -> None:
    odds = odds_told(GO, [outcome(1, then="flee"), outcome(2)])
    found = summary(odds, {})
    assert found.kind == "list"
    assert found.stops == (("flee", Fraction(1, 3)),)


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "100"),
        (Fraction(1, 2), "50"),
        (Fraction(1, 3), "33.3"),
        (Fraction(2, 3), "66.7"),
        (Fraction(1, 100_000), "<0.1"),
        (Fraction(1, 2000), "0.1"),
        (Fraction(99_999, 100_000), ">99.9"),
        (Fraction(1, 8), "12.5"),
    ],
)
def test_chances_have_one_decimal(share: Fraction, said: str) -> None:
    assert percent(share) == said


def test_means_have_one_decimal() -> None:
    assert [decimal(Fraction(n, 4)) for n in (1, 2, 4, 7)] == ["0.3", "0.5", "1", "1.8"]


@pytest.mark.parametrize("left", [None, 1, 9, 30, 99])
def test_chart_has_few_bars_and_separates_fatal_amounts(left: int | None) -> None:
    spread = {n: Fraction(1, 40) for n in range(40)}
    bars = bars_of(spread, left, 11)
    assert len(bars) <= 11
    assert sum(bar.share for bar in bars) == 1
    fatal = sum(bar.share for bar in bars if bar.is_fatal)
    assert fatal == Fraction(len([n for n in spread if left and n >= left]), 40)


# Odds page


def test_page_shows_odds_cards_tiles_and_text(demo: Demo) -> None:
    now = picture(token("red.joss", 14, conditions=(PRONE, HASTED)))
    joss = now.token("red.joss")
    assert joss is not None
    pages = [drawn(demo)]
    demo.forecast.show("Hide", HIDE, now)
    pages.append(drawn(demo))
    demo.forecast.show("Walk", WALK, now)
    pages.append(drawn(demo))
    demo.forecast.show("Walk", WALK, now, goal=TileCard((3, 4), "Mud", ("Costs 2 to enter",)))
    pages.append(drawn(demo))
    demo.forecast.show_points("Objectives", ["The last side standing wins."])
    pages.append(drawn(demo))
    demo.forecast.show_points("Objectives", ["The last side standing wins."], ["T: threats"])
    pages.append(drawn(demo))
    demo.forecast.show_card(CARD, joss)
    pages.append(drawn(demo))
    demo.forecast.show_tile(TileCard((3, 4), "Barrel", ("Gives half cover",)))
    pages.append(drawn(demo))
    demo.forecast.show_text("Hide", "Everybody is looking.", "ACT-11")
    pages.append(drawn(demo))
    demo.forecast.clear()
    pages.append(drawn(demo))
    assert len(set(pages)) == len(pages)


def test_same_page_is_not_written_twice(demo: Demo) -> None:
    demo.forecast.show_text("Hide", "Everybody is looking.")
    demo.forecast.update(0)
    demo.forecast.show_text("Hide", "Everybody is looking.")
    assert not demo.forecast.update(0)


def test_long_page_scrolls_and_its_rules_can_be_pressed(demo: Demo) -> None:
    rect = demo.forecast.rect
    demo.forecast.show_text("Why", "Because of this and that. " * 60, "ACT-11")
    before = drawn(demo)
    for _ in range(60):
        demo.forecast.heard(Pointer("wheel", rect.center, amount=-1))
    assert demo.forecast.update(0)
    assert drawn(demo) != before
    found = {
        demo.forecast.heard(press((x, y)))
        for x in range(rect.right - 70, rect.right - 20, 6)
        for y in range(rect.top, rect.bottom, 6)
    }
    assert found == {None, "ACT-11"}


# Unit bar


def test_every_button_is_pressed_available_or_not(demo: Demo) -> None:
    where = dict(demo.bar.places())
    assert demo.bar.heard(press(where[0].center)) == "move"
    assert demo.bar.heard(press(where[3].center)) == "hide", "its reason can't be told"
    assert demo.bar.heard(press(where[5].center)) == "end"
    demo.bar.heard(move(where[3].center))
    assert demo.bar.update(0)
    offer = demo.bar.offered()
    assert offer is not None
    assert offer.tip.lines == ("Two foes see you in plain sight.",)


def test_end_turn_is_at_the_right_end_on_every_page(demo: Demo) -> None:
    demo.bar.show((MANY[-1], *MANY[:-1]))
    for _ in range(4):
        where = dict(demo.bar.places())
        assert where[0].right == max(rect.right for rect in where.values())
        demo.bar.turn(1)


def test_buttons_are_on_pages_that_keys_wheel_and_focus_turn(demo: Demo) -> None:
    demo.bar.show(MANY)
    drawn(demo)
    first = demo.bar.seen
    demo.bar.heard(Act("page_down"))
    second = demo.bar.seen
    assert set(first) & set(second) == {27}
    demo.bar.heard(Pointer("wheel", dict(demo.bar.places())[second[0]].center, amount=1))
    assert demo.bar.seen == first
    seen = set()
    for n in range(28):
        demo.bar.focus(n)
        assert n in demo.bar.seen
        seen |= set(demo.bar.seen)
        rect = dict(demo.bar.places())[n]
        assert demo.bar.heard(press(rect.center)) == MANY[n].id
        assert demo.bar.rect.contains(rect)
    assert seen == set(range(28))


def test_buttons_do_not_overlap(demo: Demo) -> None:
    for buttons in (BUTTONS, MANY, MANY[:9], BUTTONS[:1], BUTTONS[-1:], ()):
        demo.bar.show(buttons)
        rects = [rect for _, rect in demo.bar.places()]
        assert all(rect.collidelist(rects[n + 1 :]) < 0 for n, rect in enumerate(rects))
        drawn(demo)


def test_life_bar_shrinks_gradually(demo: Demo) -> None:
    demo.bar.show_unit(CARD, token("red.joss", 3), SHORTS)
    assert demo.bar.is_moving
    demo.wait(2)
    assert not demo.bar.is_moving


def test_undo_button_leads_back_to_the_wall(demo: Demo) -> None:
    at = demo.bar.undo.center
    assert demo.bar.heard(press(at)) == UNDO
    demo.bar.show_undo(5, 5)
    assert demo.bar.heard(press(at)) is None
    for count, wall in ((0, 0), (300, 3), (300, 299), (4, 4)):
        demo.bar.show_undo(count, wall)
        drawn(demo)


def test_long_stats_get_the_whole_width(demo: Demo) -> None:
    sheet = Sheet(demo.app, demo.app.look.px(300))
    rows = [("Strength", "5"), ("Weapon", "The bell-founder's long axe"), ("Agility", "3")]
    sheet.pair(rows)
    five, strength, three, agility, axe, weapon = (piece.rect for piece in sheet.pieces)
    assert five.y == strength.y == three.y == agility.y < axe.y == weapon.y == five.bottom
    assert strength.right < five.x < five.right < agility.x
    assert weapon.right < axe.x < axe.right <= sheet.width


def test_long_heading_of_a_roll_is_wrapped(demo: Demo) -> None:
    sheet = Sheet(demo.app, 240)
    sheet.head("To hit, the sergeant who reads it out: the best 3 of 4d6 +3, at least 14")
    assert all(piece.rect.right <= sheet.width for piece in sheet.pieces)
    assert len({piece.rect.y for piece in sheet.pieces}) > 1
