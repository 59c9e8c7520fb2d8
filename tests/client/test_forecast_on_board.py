"""The forecast on the board: every kind of mark is drawn, covers no head, and leaves no trace."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import get_args

import msgspec
import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.board.board_view import BoardView
from game.client.board.forecast_drawing import life_image
from game.client.board.forecast_signs import MOST, PlateSign, gathered, sign_of
from game.client.board.overlays import BoardMarks
from game.client.board.plate_places import PlateSpot, places_for
from game.client.kit.app import App
from game.client.panels.odds_numbers import besides
from game.present.forecast.marks import ForecastMark, MarkKind
from game.terms.changes import OddsChange, TileFact
from game.terms.commands import End
from game.terms.odds import OddsOutcome
from tests.client.conftest import Hand
from tests.client.shots import battle
from tests.client.test_board import board_of, pictured, token
from tests.odds_rows import odds_told

HALF = Fraction(1, 2)
AMOUNTS = {"loss", "heal", "struck"}
ON_TILES = {
    "ghost": "",
    "arrives": "",
    "ground": "pond",
    "struck": "",
    "laid": "spikes",
    "sprung": "spikes",
    "drops": "salve",
    "taken": "salve",
    "objective": "bar",
}
"""Kinds of marks on a tile, each with an id."""
IDS = {"condition": "prone", "cured": "prone", "state": "focus", "over": "red", "failed": "bar"}
EDGES = {"over", "trigger", "failed"}
"""Kinds of marks without a place, in these tests."""


def mark_of(kind: MarkKind, share: Fraction = HALF) -> ForecastMark:
    """Return a mark of a kind, at unit red.ann or on the tile (5, 5)."""
    unit = {"arrives": "blue.cat"}.get(kind, None if kind in EDGES else "red.ann")
    at = (5, 5) if kind in ON_TILES else None
    id = ON_TILES.get(kind) or IDS.get(kind, "")
    amounts = ((3, share),) if kind in AMOUNTS else ()
    return ForecastMark(kind, share, (), "what happens", unit, at, id, amounts)


@pytest.fixture
def board() -> Iterator[BoardView]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((640, 500))
    made = board_of()
    made.show(pictured(token("red.ann", (2, 2)), token("blue.bo", (6, 3)), token("blue.cat", None)))
    made.settle()
    yield made
    pygame.display.quit()


def drawn(board: BoardView, *marks: ForecastMark) -> bytes:
    surface = pygame.Surface((640, 500))
    board.marks = BoardMarks(forecast=marks)
    board.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("kind", get_args(MarkKind))
def test_each_kind_of_mark_is_drawn_and_leaves_no_trace(board: BoardView, kind: MarkKind) -> None:
    bare = drawn(board)
    likely, sure = drawn(board, mark_of(kind)), drawn(board, mark_of(kind, Fraction(1)))
    assert bare not in (likely, sure)
    assert likely != sure
    assert drawn(board) == bare


def test_kinds_of_marks_at_one_unit_look_different(board: BoardView) -> None:
    found = [drawn(board, mark_of(kind)) for kind in get_args(MarkKind) if kind not in EDGES]
    assert len(set(found)) == len(found)


STATES = (
    *("movement", "reaction_not", "focus", "hidden", "hidden_not", "readied", "concentrating"),
    *("disengaged", "unnoticed_by", "stable", "failures", "may_be_chased", "promises:gift"),
    *("keeps_word", "breaks_word", "stance:defensive", "used:haul", "monsters_first", "exposed"),
    *("stress", "wounds", "at_deaths_door", "weapon:dirk", "mount:gone", "mount_damage"),
    *("mount_held", "entangled", "entangled_not"),
)
"""Ids of the states that the odds of the five books can name."""


@pytest.mark.parametrize("id", STATES)
def test_every_state_has_an_icon_of_its_own(board: BoardView, id: str) -> None:
    found = sign_of(board.art, msgspec.structs.replace(mark_of("state"), id=id))
    assert found.icon != "star"
    assert board.art.has(f"icons/{found.icon}")
    assert found.is_crossed == id.endswith("_not")


def test_icons_of_all_kinds_exist(board: BoardView) -> None:
    for kind in get_args(MarkKind):
        assert board.art.has(f"icons/{sign_of(board.art, mark_of(kind)).icon}"), kind


def test_life_bar_shows_expected_and_largest_loss(board: BoardView) -> None:
    unit = token("red.ann")
    shown = [
        pygame.image.tobytes(life_image(board.art, unit, amounts, (60, 12)), "RGBA")
        for amounts in ({}, {"loss": (2.0, 2)}, {"loss": (2.0, 5)}, {"heal": (1.0, 2)})
    ]
    assert len(set(shown)) == len(shown)


def test_plates_cover_no_head_and_no_other_plate_in_a_crowd() -> None:
    rng, within = Random(3), pygame.Rect(0, 0, 900, 700)
    cells = rng.sample([(x, y) for x in range(2, 12) for y in range(2, 9)], 24)
    feet = [(x * 64 + 32, y * 64 + 62) for x, y in cells]
    heads = [pygame.Rect(x - 16, y - 84, 32, 47) for x, y in feet]
    spots = [PlateSpot((58, 20), foot, 64) for foot in feet[:8]]
    found = places_for(spots, heads, within)
    assert all(rect.collidelist(heads) < 0 for rect in found)
    assert all(a is b or not a.colliderect(b) for a in found for b in found)
    assert all(within.contains(rect) for rect in found)


def test_unlikely_changes_share_a_sign() -> None:
    names = "prone", "dazed", "bleeding", "pinned", "hobbled", "blinded", "slowed", "grappled"
    every = [PlateSign(name) for name in names]
    even = dict.fromkeys(every, HALF)
    assert gathered(every[:MOST], even) == every[:MOST]
    crowded = gathered(every, even)
    assert crowded == [*every[: MOST - 1], PlateSign("more", f"+{len(every) - MOST + 1}")]
    rare = even | dict.fromkeys(every[1:4], Fraction(1, 2000))
    assert gathered(every[:4], rare) == [every[0], PlateSign("more", "+3")]
    assert gathered(every[:2], rare) == every[:2]
    down = every[5]
    lower = dict.fromkeys(every, Fraction(1, 50)) | {down: Fraction(1, 6), every[0]: HALF}
    assert gathered(every, lower, {down}) == [down, every[0], PlateSign("more", "+6")]


@pytest.mark.parametrize("at", [(0, 0), (8, 0), (8, 6), (0, 6), (4, 6)])
def test_plates_stay_on_the_tiles_of_the_board(board: BoardView, at: tuple[int, int]) -> None:
    board.show(pictured(token("red.ann", at), token("blue.bo", (4, 3))))
    board.settle()
    bare = pygame.Surface((640, 500))
    board.marks = BoardMarks()
    board.draw(bare)
    shown = pygame.Surface((640, 500))
    states = [msgspec.structs.replace(mark_of("state"), id=id) for id in STATES[:9]]
    board.marks = BoardMarks(forecast=tuple(states))
    board.draw(shown)
    pixels = pygame.PixelArray(bare).compare(pygame.PixelArray(shown)).make_surface()
    changed = pygame.mask.from_threshold(pixels, (0, 0, 0), (1, 1, 1, 255))
    found = changed.get_bounding_rects()
    assert found
    assert board.camera.board_rect.contains(found[0].unionall(found[1:]))


# Pointing


@pytest.fixture
def yard(app: App) -> BattleScene:
    app.change(speed=0.0, computer_speed=0.0, curtain=False)
    return battle(app, "yard")


def seen(scene: BattleScene) -> bytes:
    """Return the pixels of the board."""
    rect = scene.seat.board.camera.rect
    scene.app.draw()
    return pygame.image.tobytes(scene.app.window.subsurface(rect), "RGB")


def kinds(scene: BattleScene) -> set[str]:
    return {mark.kind for mark in scene.seat.board.marks.forecast}


def test_marks_come_and_go_with_the_pointer(hand: Hand, yard: BattleScene) -> None:
    board = yard.seat.board
    hand.move((2, 2))
    bare = seen(yard)
    end = next(choice.at for deed in yard.seat.plan.deeds for choice in deed.choices if choice.path)
    assert end is not None
    hand.move(board.camera.tile_rect(end).center)
    hand.tick(5)
    assert "ghost" in kinds(yard)
    assert seen(yard) != bare
    hand.move((2, 2))
    assert not board.marks.forecast
    assert seen(yard) == bare


def test_marks_come_and_go_with_a_button(hand: Hand, yard: BattleScene) -> None:
    hand.move((2, 2))
    bare = seen(yard)
    bar = yard.seat.bar
    ids = [one.id for one in bar._buttons.all]
    use = next(n for n, id in enumerate(ids) if id.startswith("use"))
    hand.move(dict(bar.places())[use].center)
    hand.tick(5)
    assert "loses" in kinds(yard)
    hand.move((2, 2))
    assert not yard.seat.board.marks.forecast
    assert seen(yard) == bare


@pytest.mark.parametrize("device", ["key", "pad"])
def test_marks_follow_the_cursor_of_keyboard_and_gamepad(
    hand: Hand, yard: BattleScene, device: str
) -> None:
    press = hand.key if device == "key" else hand.pad
    found = set[str]()
    for way in ("right", "right", "down", "left", "left", "up"):
        press(way)
        hand.tick(3)
        found |= kinds(yard)
    assert "ghost" in found


def test_end_of_turn_has_marks_only_for_its_changes(hand: Hand, yard: BattleScene) -> None:
    bar = yard.seat.bar
    n = [one.id for one in bar._buttons.all].index("end")
    hand.move(dict(bar.places())[n].center)
    hand.tick(5)
    odds = yard.seat.odds(yard.seat.plan.deeds[-1].choices[0])
    assert odds is not None
    facts = {fact for one in odds.outcomes for change in one.changes for fact in change.facts}
    shown = {fact for mark in yard.seat.board.marks.forecast for fact in mark.facts}
    assert shown == facts


def test_panel_says_that_a_unit_off_the_board_arrives() -> None:
    change = OddsChange("blue.cat", (TileFact("at", (5, 5)),))
    odds = odds_told(End("red.ann"), [OddsOutcome(1, (change,))])
    (row,) = besides(odds, {"red.ann": (2, 2)})
    assert row.fact == TileFact("arrives", (5, 5))
