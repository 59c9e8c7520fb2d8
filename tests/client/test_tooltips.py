"""Tooltips: what they say, how they are pinned, and how every device reads their keywords."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace as replace_struct

from game.client.battle.scene import BattleScene
from game.client.codex.codex_screen import CodexScene
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation
from game.client.panels.parchment_page import LinkSpot
from game.client.panels.tooltip import Tooltip
from game.client.panels.tooltip_places import place_of
from game.client.panels.tooltip_stack import DWELL, GUARD, HOLD, LINGER, STAY, TooltipStack
from game.client.panels.unit_bar import UnitBar
from game.present.codex.entries import Codex
from game.present.codex.glossary import Glossary
from game.rules.registry import BooksOnDemand, find_books
from tests.client.conftest import TICK, Hand
from tests.client.shots import battle

BOOKS = find_books().books
CODEX = Codex(BOOKS)
LEVELS = {
    "action": "toll_bar",
    "contest": "cellar",
    "etiquette": "masked_ball",
    "guard": "ossuary",
    "verdigris": "bell_yard",
}
PRONE = "action/conditions/prone"
BOLAS = "attack:bolas"
"""A button of the first unit at the toll bar, which is grey and mentions a condition."""
GONE = TICK / 2
"""Seconds added to a wait, so that it is over."""


def still_app(folder: Path, width: int = 1280, height: int = 720, scale: float = 1.0) -> App:
    """Open a still window."""
    still = WindowSettings(width=width, height=height, scale=scale, calm=True, curtain=False)
    write_settings(folder, replace_struct(still, speed=0.0, computer_speed=0.0))
    made = App(BooksOnDemand((), lambda *_: None), folder, lambda _: None, WindowNavigation)
    pygame.event.clear()
    return made


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """Yield a still window of 1280×720."""
    made = still_app(tmp_path)
    yield made
    made.close()


@pytest.fixture
def toll_bar(app: App) -> BattleScene:
    return battle(app, "toll_bar")


def wait(hand: Hand, seconds: float) -> None:
    """Let time pass until a wait of this length is over."""
    hand.tick(round((seconds + GONE) / TICK) + 1)


def page_open(app: App) -> str | None:
    """Return the rule or page that the codex shows, or None if the codex isn't open."""
    return app.scene.at if isinstance(app.scene, CodexScene) else None


def levels(scene: BattleScene) -> list[Tooltip]:
    return scene.seat.tips.levels


def titles(scene: BattleScene) -> list[str]:
    return [level.offer.tip.title for level in levels(scene)]


def pinned(scene: BattleScene) -> list[bool]:
    return [level.is_pinned for level in levels(scene)]


def rule_in_log(scene: BattleScene) -> LinkSpot:
    """Return the last rule in the log."""
    return [spot for spot in scene.seat.log.spots if "/" not in spot.address][-1]


def link(level: Tooltip, address: str | None = None) -> LinkSpot:
    """Return a keyword in a tooltip (None: the first)."""
    return next(spot for spot in level.page.spots if address in (None, spot.address))


def at_button(scene: BattleScene, hand: Hand, id: str = BOLAS) -> pygame.Rect:
    """Point at a button; return its rectangle."""
    bar = scene.seat.bar
    n = next(n for n, one in enumerate(bar._buttons.all) if one.id == id)
    rect = dict(bar.places())[n]
    hand.move(rect)
    return rect


def pinned_bolas(scene: BattleScene, hand: Hand) -> Tooltip:
    """Pin the tooltip of a button by resting on it, and move into the tooltip."""
    at_button(scene, hand)
    wait(hand, HOLD)
    level = levels(scene)[0]
    assert level.is_pinned
    hand.move((level.rect.x + 4, level.rect.bottom - 4))
    return level


# Mouse


@pytest.mark.parametrize("book", sorted(LEVELS))
def test_keyword_shows_its_page_while_pointed_at(app: App, hand: Hand, book: str) -> None:
    scene = battle(app, LEVELS[book])
    rule = rule_in_log(scene)
    hand.move(rule.rect)
    assert levels(scene) == []
    wait(hand, DWELL)
    entry = CODEX.entry(rule.address)
    assert entry is not None
    tip = levels(scene)[0].offer.tip
    assert (tip.title, tip.lines) == (entry.title, (entry.text,))
    hand.move((rule.rect.x - 40, rule.rect.y))
    hand.tick()
    assert levels(scene) == []


@pytest.mark.parametrize("book", sorted(LEVELS))
def test_keyword_in_a_tooltip_opens_its_page_and_escape_comes_back(
    app: App, hand: Hand, book: str
) -> None:
    scene = battle(app, LEVELS[book])
    hand.move(rule_in_log(scene).rect)
    wait(hand, DWELL)
    wait(hand, HOLD)
    assert pinned(scene) == [True]
    inner = link(levels(scene)[0])
    hand.move(inner.rect)
    wait(hand, DWELL)
    assert [level.offer.tip.page for level in levels(scene)][1:] == [inner.address]
    hand.down()
    hand.up()
    assert page_open(app) == inner.address
    hand.tick(3)
    hand.key("escape")
    assert scene is app.scene
    assert levels(scene)[0].is_pinned


def test_sheet_of_a_unit_has_tooltips(app: App, hand: Hand, toll_bar: BattleScene) -> None:
    seat = toll_bar.seat
    cards = {unit: rect for _, unit, rect in seat.queue.cards()}
    hand.click(cards["red.hanne"])
    while not seat.forecast.spots:
        hand.wheel(seat.forecast.rect, -1)
    spot = seat.forecast.spots[0]
    hand.move(spot.rect)
    wait(hand, DWELL)
    card = Glossary(BOOKS["action"]).card(spot.address)
    assert card is not None
    tip = levels(toll_bar)[0].offer.tip
    assert (tip.title, tip.kind, tip.lines[:1]) == (card.title, card.kind, (card.facts,))


def test_tooltip_without_keywords_is_never_pinned(hand: Hand, toll_bar: BattleScene) -> None:
    at_button(toll_bar, hand, "attack:longbow")
    wait(hand, 2 * HOLD)
    assert pinned(toll_bar) == [False]


def test_moving_pointer_pins_nothing(hand: Hand, toll_bar: BattleScene) -> None:
    rect = at_button(toll_bar, hand)
    for n in range(round(2 * HOLD / TICK)):
        hand.move((rect.centerx + (n % 2) * 12, rect.centery))
    assert pinned(toll_bar) == [False]


def test_pinned_tooltip_closes_after_the_pointer_has_left_it(
    hand: Hand, toll_bar: BattleScene
) -> None:
    level = pinned_bolas(toll_bar, hand)
    wait(hand, 2 * STAY)
    assert pinned(toll_bar) == [True]
    hand.move((level.rect.x, level.rect.y - 60))
    hand.tick()
    assert pinned(toll_bar) == [True], "the pointer had no time to come back"
    wait(hand, LINGER)
    assert levels(toll_bar) == []


def test_pinned_tooltips_close_one_after_another(hand: Hand, toll_bar: BattleScene) -> None:
    level = pinned_bolas(toll_bar, hand)
    hand.move(link(level).rect)
    wait(hand, DWELL)
    assert titles(toll_bar) == ["Bolas", "Prone"]
    hand.move((level.rect.x + 4, level.rect.bottom - 4))
    hand.tick()
    assert titles(toll_bar) == ["Bolas"]
    hand.key("escape")
    assert levels(toll_bar) == []
    hand.tick(5)
    assert levels(toll_bar) == [], "the closed tooltip is back before the pointer moved"


def test_keyword_walks_on_without_a_limit(app: App, hand: Hand) -> None:
    scene = battle(app, "cellar")
    hand.move(rule_in_log(scene).rect)
    wait(hand, DWELL)
    for depth in range(1, 7):
        wait(hand, HOLD)
        assert pinned(scene) == [True] * depth
        hand.move(link(levels(scene)[-1]).rect)
        wait(hand, DWELL)
    assert len(levels(scene)) == 7
    inside = app.window.get_rect()
    for level in levels(scene):
        assert inside.contains(level.rect)
    hand.move((5, 5))
    for _ in range(8):
        wait(hand, STAY)
    assert levels(scene) == []


# Keyboard and gamepad

KEYS = {
    "keyboard": {
        "pin": "p",
        "next": "tab",
        "previous": "left",
        "confirm": "return",
        "cancel": "escape",
        "help": "f1",
    },
    "pad": {
        "pin": "l1",
        "next": "right",
        "previous": "left",
        "confirm": "a",
        "cancel": "b",
        "help": "back",
    },
}


def presser(hand: Hand, device: str) -> Callable[[str], None]:
    """Return a function that does an action on a device."""

    def press(action: str) -> None:
        (hand.key if device == "keyboard" else hand.pad)(KEYS[device][action])
        hand.tick(2)

    return press


@pytest.mark.parametrize("device", sorted(KEYS))
def test_keys_walk_through_the_tooltip_of_the_focused_button(
    app: App, hand: Hand, toll_bar: BattleScene, device: str
) -> None:
    seat, press = toll_bar.seat, presser(hand, device)
    press("next") if device == "keyboard" else hand.pad("r1")
    ids = [one.id for one in seat.bar._buttons.all]
    while ids[seat.button] != BOLAS:
        hand.key("right") if device == "keyboard" else hand.pad("right")
    hand.tick(2)
    assert (titles(toll_bar), pinned(toll_bar)) == (["Bolas"], [False])
    press("pin")
    assert titles(toll_bar) == ["Bolas", "Prone"]
    assert pinned(toll_bar) == [True, False]
    press("confirm")
    assert pinned(toll_bar) == [True, True]
    press("help")
    assert page_open(app) == PRONE
    hand.tick(3)
    press("cancel")
    assert toll_bar is app.scene
    assert pinned(toll_bar) == [True, True]
    press("cancel")
    assert pinned(toll_bar) == [True, False]
    press("cancel")
    assert pinned(toll_bar) == [False]
    assert (seat.focus, ids[seat.button]) == ("bar", BOLAS)
    assert toll_bar is app.scene


@pytest.mark.parametrize("device", sorted(KEYS))
@pytest.mark.parametrize("book", sorted(LEVELS))
def test_keys_walk_through_the_keywords_of_the_panels(
    app: App, hand: Hand, book: str, device: str
) -> None:
    scene, press = battle(app, LEVELS[book]), presser(hand, device)
    spots = [*scene.seat.forecast.spots, *scene.seat.log.spots]
    known = [spot.address for spot in spots if scene.seat.glossary.card(spot.address)]
    walked = []
    press("pin")
    for _ in known:
        walked.append(levels(scene)[0].offer.tip.page)
        press("next")
    assert walked == known
    press("previous")
    assert levels(scene)[0].offer.tip.page == known[-2:][0]
    press("confirm")
    assert pinned(scene)[:1] == [True]
    press("cancel")
    press("cancel")
    assert levels(scene) == []
    assert scene is app.scene


def test_other_keys_close_the_tooltips_and_do_what_they_do(
    hand: Hand, toll_bar: BattleScene
) -> None:
    hand.key("p")
    hand.tick(2)
    assert levels(toll_bar)
    is_full = toll_bar.seat.log.is_full
    hand.key("l")
    assert levels(toll_bar) == []
    assert toll_bar.seat.log.is_full is not is_full


def test_key_to_pin_can_be_rebound(app: App, hand: Hand, toll_bar: BattleScene) -> None:
    app.change(bindings={"pin": ("z",)})
    hand.key("p")
    hand.tick(2)
    assert levels(toll_bar) == []
    hand.key("z")
    hand.tick(2)
    assert levels(toll_bar)


def test_screen_without_keywords_says_so(app: App, hand: Hand, toll_bar: BattleScene) -> None:
    toll_bar.seat.log.show(())
    toll_bar.seat.forecast.clear()
    app.draw()
    toll_bar.seat.log._hot.clear()
    hand.key("p")
    assert "No keywords here." in app.notices.all


# The board below


def test_click_on_a_tooltip_is_no_command(app: App, hand: Hand, toll_bar: BattleScene) -> None:
    seat = toll_bar.seat
    level = pinned_bolas(toll_bar, hand)
    cells = [cell for cell in seat.plan.places() if covers(toll_bar, level, cell)]
    for cell in cells:
        hand.click(seat.board.camera.tile_rect(cell).center, times=2)
    given = seat.sitting.given
    plain = level.rect.x + 5, level.rect.y + 5
    hand.click(plain, times=2)
    hand.wheel(plain, 1)
    assert (seat.sitting.given, seat.plan.planned, seat.hovered) == (given, None, None)
    assert given == 0
    assert pinned(toll_bar) == [True]


def covers(scene: BattleScene, level: Tooltip, cell: tuple[int, int]) -> bool:
    """Return whether a tooltip covers the middle of a tile."""
    return level.rect.collidepoint(scene.seat.board.camera.tile_rect(cell).center)


def test_click_outside_goes_to_the_board(hand: Hand, toll_bar: BattleScene) -> None:
    seat = toll_bar.seat
    level = pinned_bolas(toll_bar, hand)
    cell = next(cell for cell in seat.plan.places() if not covers(toll_bar, level, cell))
    hand.click(seat.board.camera.tile_rect(cell).center)
    assert seat.sitting.given == 1 or seat.plan.planned is not None
    assert levels(toll_bar) == []


def test_release_belongs_to_where_the_button_was_pressed(hand: Hand, toll_bar: BattleScene) -> None:
    seat = toll_bar.seat
    level = pinned_bolas(toll_bar, hand)
    hand.down()
    cell = next(cell for cell in seat.plan.places() if not covers(toll_bar, level, cell))
    hand.move(seat.board.camera.tile_rect(cell).center)
    hand.up()
    assert (seat.sitting.given, seat.plan.planned) == (0, None)


# The battle goes on


def test_pinned_tooltip_stays_the_same_when_the_battle_is_redrawn(
    app: App, hand: Hand, toll_bar: BattleScene
) -> None:
    level = pinned_bolas(toll_bar, hand)
    hand.move(link(level).rect)
    wait(hand, DWELL)
    before = [(one, one.rect.copy(), one.is_pinned) for one in levels(toll_bar)]
    sheets = [one.page.sheet for one in levels(toll_bar)]
    toll_bar.showing.panels()
    toll_bar.showing.marks()
    toll_bar.seat.look()
    toll_bar.flow.refresh()
    hand.tick(5)
    app.draw()
    assert [(one, one.rect, one.is_pinned) for one in levels(toll_bar)] == before
    assert [one.page.sheet for one in levels(toll_bar)] == sheets


def test_pinned_tooltip_goes_with_its_command(hand: Hand, toll_bar: BattleScene) -> None:
    seat = toll_bar.seat
    level = pinned_bolas(toll_bar, hand)
    at = level.rect.x + 4, level.rect.y + 4
    hand.move(at)
    seat.bar.show(tuple(one for one in seat.bar._buttons.all if one.id != BOLAS))
    hand.tick()
    assert levels(toll_bar) == []
    hand.down()
    hand.up()
    assert (seat.sitting.given, seat.plan.planned) == (0, None), "the click was for the tooltip"
    wait(hand, GUARD)
    assert not seat.tips._guard


def test_same_command_of_another_unit_is_another_command(hand: Hand, toll_bar: BattleScene) -> None:
    seat = toll_bar.seat
    pinned_bolas(toll_bar, hand)
    other = next(one for one in seat.picture.tokens if one.id == "red.hanne")
    seat.bar.show_unit(None, other, ())
    hand.tick()
    assert levels(toll_bar) == []


def test_changed_text_is_shown_in_place(hand: Hand, toll_bar: BattleScene) -> None:
    seat = toll_bar.seat
    level = pinned_bolas(toll_bar, hand)
    buttons = tuple(
        replace(one, why="A new reason.") if one.id == BOLAS else one
        for one in seat.bar._buttons.all
    )
    seat.bar.show(buttons)
    hand.tick()
    assert levels(toll_bar) == [level]
    assert level.offer.tip.lines[0] == "A new reason."
    assert level.is_pinned


def test_next_side_sees_no_tooltip_of_the_last(hand: Hand, toll_bar: BattleScene) -> None:
    pinned_bolas(toll_bar, hand)
    toll_bar.seat.sit("blue")
    assert levels(toll_bar) == []


# Places

WINDOWS = (
    pytest.param(1280, 720, 1.0, id="720p"),
    pytest.param(1920, 1080, 1.0, id="1080p"),
    pytest.param(1920, 1080, 2.0, id="1080p at 200%"),
)


@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
@pytest.mark.parametrize("book", sorted(LEVELS))
def test_no_tooltip_leaves_the_window_or_covers_what_it_is_about(
    tmp_path: Path, book: str, width: int, height: int, scale: float
) -> None:
    app = still_app(tmp_path, width=width, height=height, scale=scale)
    try:
        scene = battle(app, LEVELS[book])
        inside = pygame.Rect((0, 0), app.size)
        assert check_all(scene.seat.tips, inside) > 3
    finally:
        app.close()


def check_all(tips: TooltipStack, inside: pygame.Rect) -> int:
    """Check every tooltip of the screen, three levels deep; return how many there were."""
    bar, texts = tips.offers.panels[0], tips.offers.texts
    assert isinstance(bar, UnitBar)
    offers = [bar.offer(f"{bar.owner}:{button.id}") for button in bar._buttons.all]
    offers += [tips.offers.word(spot, text.rect, True) for text in texts for spot in text.spots]
    count = 0
    for offer in offers:
        if offer is None:
            continue
        tips._show(0, offer)
        count += 1 + deeper(tips, inside, 1)
    return count


def deeper(tips: TooltipStack, inside: pygame.Rect, depth: int) -> int:
    """Check the last tooltip, and those of the first keywords in it."""
    level, count = tips.levels[-1], 0
    assert inside.contains(level.rect), level.offer.of
    assert not level.rect.colliderect(level.offer.anchor), level.offer.of
    assert level.rect.contains(level.page.rect)
    for spot in level.page.spots[:3] if depth < 3 else ():
        offer = tips.offers.word(spot, level.rect, True)
        if offer is not None:
            tips._show(depth, offer)
            count += 1 + deeper(tips, inside, depth + 1)
    tips._trim(depth)
    return count


def test_places_are_inside_and_free_for_any_rectangles() -> None:
    rng = random.Random(4)
    bounds = pygame.Rect(0, 0, 960, 540)
    for _ in range(2000):
        anchor = pygame.Rect(rng.randrange(900), rng.randrange(500), rng.randrange(1, 60), 20)
        around = anchor.inflate(rng.randrange(400), rng.randrange(300)).clip(bounds)
        size = rng.randrange(80, 460), rng.randrange(40, 500)
        taken = [pygame.Rect(rng.randrange(800), rng.randrange(400), 200, 100)]
        rect = place_of(size, anchor, around, taken, bounds, 8, rng.random() < 0.5)
        assert bounds.contains(rect)
        assert not rect.colliderect(anchor)
        assert rect.width == size[0]


def test_keyword_tooltip_is_beside_its_text_if_there_is_room() -> None:
    bounds, text = pygame.Rect(0, 0, 1280, 720), pygame.Rect(400, 400, 420, 120)
    anchor = pygame.Rect(450, 420, 40, 18)
    assert place_of((400, 90), anchor, text, [text], bounds, 8).topleft == (828, 412)
    text.x = 800
    anchor.x = 850
    rect = place_of((400, 90), anchor, text, [text], bounds, 8)
    assert rect.right == 792


def test_tooltip_of_a_button_covers_no_head_if_it_can_be_moved_aside() -> None:
    bounds, button = pygame.Rect(0, 0, 960, 540), pygame.Rect(500, 450, 90, 44)
    middle = place_of((400, 90), button, pygame.Rect(0, 0, 0, 0), [], bounds, 8, True)
    assert middle.midbottom == (545, 442)
    for x, side in ((360, "left"), (700, "right")):
        head = pygame.Rect(x, 400, 30, 30)
        aside = place_of(
            (400, 90), button, pygame.Rect(0, 0, 0, 0), [], bounds, 8, True, (), [head]
        )
        assert not aside.colliderect(head)
        assert getattr(aside, side) == getattr(button, side)


def test_tooltip_of_the_end_of_the_turn_covers_no_line_of_the_log(app: App, hand: Hand) -> None:
    scene = battle(app, "yard")
    at_button(scene, hand, "end")
    wait(hand, 2)
    (level,) = levels(scene)
    assert not level.rect.colliderect(scene.seat.log.rect)


def test_place_of_an_earlier_keyword_is_kept_free_if_possible() -> None:
    bounds, text = pygame.Rect(0, 0, 960, 540), pygame.Rect(250, 250, 440, 100)
    anchor, button = pygame.Rect(300, 320, 40, 18), pygame.Rect(300, 358, 100, 100)
    below = place_of((400, 90), anchor, text, [text], bounds, 8)
    assert below.colliderect(button)
    assert not place_of((400, 90), anchor, text, [text], bounds, 8, False, [button]).colliderect(
        button
    )
