"""Rosters in the window, by the pointer alone, by keys alone, by a gamepad."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from game.client.codex.codex_screen import CodexScene
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation
from game.client.setup.level_choice import LevelChoice
from game.client.setup.roster_basket import RosterBasket
from game.client.setup.roster_choice import RosterScene
from game.client.setup.seat_choice import SeatChoice
from game.client.setup.side_preview import hooded
from game.content.shipped_folders import levels_root
from game.play.level_list import level_list
from game.play.opening import Options
from game.play.seating import Seating
from game.rules.registry import BooksOnDemand
from game.terms.rosters import Offer, Offered
from tests.client.conftest import Hand, asked_of
from tests.client.test_scenes import SIZES, on_top, press
from tests.client.test_seat_choice import choosing, level_of, opened
from tests.play.test_rosters import ROOT, SQUARE

KINDS = {"knight": Offered("Knight", 5), "squire": Offered("Squire", 3), "page": Offered("Page", 1)}


@pytest.fixture
def asked(app: App) -> list[Options]:
    """Return the list of requested battles."""
    return asked_of(app)


def picking(app: App, hand: Hand, level: str = "masked_ball") -> RosterScene:
    """Return the roster screen of a level, opened from the list of levels."""
    scene = choosing(app, hand, level)
    hand.click(scene.rosters)
    assert isinstance(app.scene, RosterScene)
    return app.scene


def row_of(scene: RosterScene, kind: str) -> int:
    return next(n for n, row in enumerate(scene.wares.rows) if row.value == kind)


def step(hand: Hand, by: str, scene: RosterScene, kind: str, way: str) -> None:
    """Add a unit of a kind (`right`) or remove one (`left`), with any input device."""
    n = row_of(scene, kind)
    if by == "pointer":
        scene.wares.show(n)
        hand.tick()
        hand.click(scene.wares.step_rects(n)[way == "right"])
        return
    scene.ring.focus(scene.wares)
    for _ in scene.wares.rows:
        if scene.wares.cursor != n:
            press(hand, by, "down" if scene.wares.cursor < n else "up")
    assert scene.wares.cursor == n
    press(hand, by, way)


BY = pytest.mark.parametrize("by", ["pointer", "keys", "pad"])


def chosen(app: App) -> LevelChoice:
    assert isinstance(app.scene, LevelChoice)
    return app.scene


# Input devices


@BY
def test_chosen_units_are_in_the_battle(
    app: App, hand: Hand, asked: list[Options], by: str
) -> None:
    scene = picking(app, hand)
    assert scene.basket.picked.is_usual
    assert scene.basket.left == 2
    step(hand, by, scene, "soup_waiter", "left")
    step(hand, by, scene, "ballerina", "left")
    step(hand, by, scene, "dowager", "right")
    assert scene.basket.left == 1, "the new unit has not replaced the old one"
    step(hand, by, scene, "soup_waiter", "right")
    assert sorted(scene.basket.kinds) == ["dowager", "soup_waiter"]
    assert scene.basket.left == 0
    if by == "pointer":
        hand.click(scene.done)
    else:
        scene.ring.focus(scene.done)
        press(hand, by, "return")
    choose = chosen(app)
    assert choose.level is not None
    assert choose.level.seats[0].kinds == ("dowager", "soup_waiter")
    assert choose.level.seats[1].kinds == ("dancing_master", "soup_waiter", "ballerina")
    hand.click(choose.play)
    for battle in opened(app, asked[0]):
        level = battle.seat.sitting.table.battle.world.scene.level
        mine = [(unit.id, unit.kind, unit.title) for unit in level.units if unit.side == "red"]
        assert mine == [
            ("red.leonie", "dowager", "Dowager"),
            ("red.tureen", "soup_waiter", "Tureen"),
        ]


@BY
def test_each_side_has_its_page(app: App, hand: Hand, by: str) -> None:
    scene = picking(app, hand)
    if by == "pointer":
        hand.click(scene.tabs.tab_rect(1))
    else:
        scene.ring.focus(scene.tabs)
        press(hand, by, "right")
    assert scene.side == "blue"
    step(hand, by, scene, "hedge_trimmer", "right")
    assert scene.basket.count("hedge_trimmer") == 0, "a unit was added that costs too many points"
    step(hand, by, scene, "ballerina", "left")
    step(hand, by, scene, "hedge_trimmer", "right")
    assert scene.basket.left == 0
    assert scene.baskets["red"].picked.is_usual
    assert set(scene.seating.rosters) == {"blue"}


@BY
def test_random_roster_is_drawn_now_or_when_the_battle_begins(
    app: App, hand: Hand, asked: list[Options], by: str
) -> None:
    scene = picking(app, hand)
    for widget in (scene.draw_now, scene.lot):
        if by == "pointer":
            hand.click(widget)
        else:
            scene.ring.focus(widget)
            press(hand, by, "return")
        assert not scene.done.reason
    assert scene.seating.lots == ("red",)
    step(hand, by, scene, "soup_waiter", "left")
    before = list(scene.basket.kinds)
    step(hand, by, scene, "soup_waiter", "right")
    assert scene.basket.kinds == before, "the roster was drawn at once"
    hand.click(scene.done)
    choose = chosen(app)
    assert choose.seats[0].under == "Random"
    assert choose.level is not None
    seats = hooded(choose.level, choose._chosen_of(choose.level).seating.lots).seats
    assert set(seats[0].kinds) == {"unknown"}, "the random units are shown"
    assert seats[1] == choose.level.seats[1]
    hand.click(choose.seed)
    hand.type("7")
    hand.click(choose.play)
    assert asked[0].rosters == ("red=any",)
    units = []
    for _ in range(2):
        for battle in opened(app, asked[0]):
            level = battle.seat.sitting.table.battle.world.scene.level
            units.append([unit.kind for unit in level.units if unit.side == "red"])
    assert units[0] == units[1], "the same seed draws different units"


# Texts


def test_impossible_choice_is_explained_on_the_tray(app: App, hand: Hand) -> None:
    scene = picking(app, hand)
    step(hand, "keys", scene, "colonel", "right")
    assert scene.tray.note == "Too expensive: Retired colonel costs 8."
    assert not scene.done.reason
    step(hand, "keys", scene, "debutante", "right")
    assert scene.tray.note == "Debutante is already chosen."
    step(hand, "keys", scene, "debutante", "left")
    lacking = "The House of Merle needs one unit from the first list."
    assert [scene.tray.note, scene.done.reason] == [lacking, lacking]
    hand.key("escape")
    assert on_top(app, scene), "an incomplete choice was accepted"
    hand.click(scene.reset)
    assert not scene.done.reason
    assert scene.basket.picked.is_usual


def test_chosen_unit_is_visible_at_once(app: App, hand: Hand) -> None:
    scene = picking(app, hand, "clockmaker")
    row = scene.wares.row_rect(row_of(scene, "inventor"))
    assert scene.wares.rect.contains(row.clip(scene.wares.room))
    assert row.height == row.clip(scene.wares.rect).height


def test_page_of_a_kind_lists_everything_it_has(app: App, hand: Hand) -> None:
    scene = picking(app, hand, "cellar")
    scene.wares.pick(row_of(scene, "poacher"))
    card = scene.card("poacher")
    assert (card.title, card.price, card.life) == ("Poacher", 6, 9)
    assert {line.label: line.value for line in card.figures}["Movement"] == "1d6+1"
    assert "Movement left" not in {line.label for line in card.figures}
    assert [thing.label for thing in card.things][-2:] == ["Bear trap ×2", "Tripwire"]
    words = " ".join(passage.words for passage in scene.page.text.passages)
    assert all(thing.facts and thing.facts in words for thing in card.things)
    assert scene._under("poacher") == "Life 9 · Dagger · Movement 1d6+1"
    assert "butcher" not in {row.value for row in scene.wares.rows}, (
        "a kind is offered that always costs too much"
    )


def test_only_levels_with_rosters_offer_them(app: App, hand: Hand) -> None:
    scene = choosing(app, hand, "yard")
    assert not scene.rosters.is_shown
    words = "All sides can choose units."
    assert words not in {passage.words for passage in scene.text.passages}
    app.pop()
    scene = choosing(app, hand, "masked_ball")
    assert scene.rosters.is_shown
    assert words in {passage.words for passage in scene.text.passages}


# Seats


def test_seats_lead_to_a_sides_roster_and_keep_it(
    app: App, hand: Hand, asked: list[Options]
) -> None:
    scene = choosing(app, hand, "masked_ball")
    hand.click(scene.people)
    seats = app.scene
    assert isinstance(seats, SeatChoice)
    hand.click(seats.names["blue"])
    hand.type("Bo")
    hand.click(seats.figures["blue"])
    roster = app.scene
    assert isinstance(roster, RosterScene)
    assert roster.side == "blue"
    step(hand, "keys", roster, "soup_waiter", "left")
    hand.click(roster.done)
    assert on_top(app, seats)
    assert seats.names["blue"].text == "Bo"
    assert getattr(seats.figures["blue"], "words", "") == "2 · 5 of 8 points"
    hand.click(seats.done)
    choose = chosen(app)
    assert choose.level is not None
    assert choose.level.seats[1].kinds == ("dancing_master", "ballerina")
    hand.click(choose.rosters)
    again = app.scene
    assert isinstance(again, RosterScene)
    assert again.baskets["blue"].kinds == ["dancing_master", "ballerina"]
    hand.click(again.done)
    hand.click(choose.people)
    assert isinstance(app.scene, SeatChoice)
    hand.click(app.scene.reset)
    assert getattr(app.scene.figures["blue"], "words", "") == "3 · 6 of 8 points"


def test_battle_is_played_again_with_the_same_units(
    app: App, hand: Hand, asked: list[Options], tmp_path: Path
) -> None:
    scene = picking(app, hand)
    step(hand, "keys", scene, "ballerina", "left")
    hand.click(scene.done)
    hand.click(chosen(app).play)
    saved = tmp_path / "battle.jsonl"
    for battle in opened(app, asked[0]):
        saved.write_bytes(battle.seat.sitting.table.saved())
        assert battle._again is not None
        battle._again()
    for battle in opened(app, Options(str(saved))):
        assert battle._again is not None
        battle._again()
    for options in asked[1:]:
        for battle in opened(app, options):
            level = battle.seat.sitting.table.battle.world.scene.level
            mine = [unit.kind for unit in level.units if unit.side == "red"]
            assert mine == ["debutante", "soup_waiter"]


# Sizes, and other rulebooks


def test_rosters_fit_any_window(app: App, hand: Hand) -> None:
    scene = picking(app, hand, "clockmaker")
    for size in SIZES:
        scene.resized(size)
        hand.tick()
    for scale in (1.5, 2.0):
        app.change(scale=scale)
        hand.tick(2)


@pytest.mark.parametrize(
    "level", [it.id for it in level_list(BooksOnDemand((), lambda *_: None)) if it.offers]
)
def test_every_level_with_rosters_can_be_chosen_for(app: App, hand: Hand, level: str) -> None:
    scene = RosterScene(app, level_of(app, level), Seating(), lambda _: None)
    app.push(scene)
    for side in range(len(scene.baskets)):
        scene.tabs.open(side)
        for n in range(len(scene.wares.rows)):
            scene.wares.pick(n)
            hand.tick()
        hand.click(scene.draw_now)
        assert not scene.done.reason


@pytest.fixture
def sixth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """Yield a window with the tests' small rulebook, and one of its levels among the game's."""
    root = tmp_path / "levels"
    copytree(levels_root(), root)
    copytree(ROOT / "tag", root / "tag")
    (root / "duels" / "square.toml").write_text(SQUARE, encoding="utf-8")
    for module in ("content.levels", "present.kind_cards", "play.level_list", "play.seating"):
        monkeypatch.setattr(f"game.{module}.levels_root", lambda: root)
    write_settings(tmp_path, WindowSettings(width=960, height=540))
    made = App(
        BooksOnDemand(("tests.books.tag",), lambda *_: None),
        tmp_path,
        lambda _: None,
        WindowNavigation,
    )
    yield made
    made.close()


def test_sixth_rulebook_has_rosters_by_the_same_code(sixth: App) -> None:
    hand = Hand(sixth)
    found = asked_of(sixth)
    scene = picking(sixth, hand, "square")
    for _ in range(2):
        step(hand, "keys", scene, "runner", "right")
    assert scene.basket.left == 0
    hand.click(scene.done)
    hand.click(chosen(sixth).play)
    for battle in opened(sixth, found[0]):
        level = battle.seat.sitting.table.battle.world.scene.level
        mine = sorted(unit.kind for unit in level.units if unit.side == "red")
        assert mine == ["runner", "runner", "runner", "sprinter"]


# Basket


def basket(*kinds: str, **more: Any) -> RosterBasket:
    said: dict[str, Any] = {"points": 9, "most": 3, **more}
    places = ("red.a", "red.b", "red.c")
    return RosterBasket(Offer("red", places, ("squire", "page"), KINDS, **said), kinds)


@pytest.mark.parametrize(
    ("held", "kind", "why"),
    [
        (basket("squire"), "knight", ""),
        (basket("squire", "squire"), "knight", "dear"),
        (basket("page", "page", "page"), "page", "full"),
        (basket("page", once=True), "page", "once"),
        (basket("page", points=None), "knight", ""),
        (basket("squire", most=1), "knight", ""),
        (basket("squire", most=1), "squire", "there"),
        (basket("squire", most=1, points=4), "knight", "dear"),
        (basket("squire", "page", "page", lead=("squire", "knight")), "knight", ""),
        (basket("squire", "page", "page", lead=("squire", "knight")), "page", "full"),
        (basket("page", "page", lead=("squire", "knight")), "knight", ""),
        (basket("page", "page", lead=("squire", "knight")), "page", "full"),
        (basket("squire", lead=("squire", "knight")), "squire", "there"),
    ],
)
def test_hindrance_names_its_reason(held: RosterBasket, kind: str, why: str) -> None:
    assert held.hindrance(kind) == why
    before = list(held.kinds)
    assert held.add(kind) == (not why)
    assert (held.kinds == before) == bool(why)
    assert held.left is None or held.left >= 0


def test_lack_names_the_missing_part_of_a_roster() -> None:
    assert basket("page", least=2).lack == "few"
    assert basket("page", "page", least=2).lack == ""
    assert basket("page", lead=("knight",)).lack == "lead"
    held = basket("page")
    assert not held.drop("knight")
    assert held.drop("page")
    assert held.lack == "few"


def test_help_opens_the_page_of_the_kind(app: App, hand: Hand) -> None:
    scene = picking(app, hand)
    row = scene.wares.current
    assert row is not None
    hand.key("f1")
    assert isinstance(app.scene, CodexScene)
    assert app.scene.at == f"etiquette/bestiary/{row.value}"
