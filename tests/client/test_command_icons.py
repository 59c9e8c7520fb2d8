"""Each weapon, power, item and ability has an icon, and no two on one unit's bar look alike."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pygame
import pytest

from game.client.battle.bar_buttons import images_of
from game.client.battle.planning import PLAIN, CommandPlan
from game.client.kit.app import App
from game.content.values.book_data import book_data
from game.engine.legality import commands_of
from game.play.opening import Options
from game.play.players import outside
from game.present.question import Key
from game.present.thing_icons import CommandSign, family_icon, icons_of
from game.present.window_battle import WindowBattle
from game.record.data_folders import assets_dir, levels_dir
from game.rules.registry import find_books
from game.terms.commands import verb
from tests.playing_on import play_on

BOOKS = find_books().books
ON_BAR = "arms", "powers", "spells", "abilities", "items", "talents"
"""Tables whose things are on buttons, or on the sheet of a unit."""
SIZE, APART = 24, 12
"""Size at which icons are compared, and minimum mean difference of their opacity, of 255."""
LEVELS = (
    *("toll_bar", "after_hours", "other_inn", "windfalls", "market", "yard"),
    *("clockmaker", "opera_box", "ossuary", "kennel", "mule_road", "the_capture"),
)
QUESTIONS = 40
ZONES = "cross"
"""A verb whose buttons name zones, which have letters and no icons."""


def icons(book: str) -> dict[str, str]:
    """Return the icon of everything in a book that can be on a button, by id."""
    gear = book_data(BOOKS[book], levels_dir()).gear
    tables = {table: things for table, things in gear.items() if table in ON_BAR}
    return {id: icons_of(table, tables[table][id])[0] for table in tables for id in tables[table]}


@pytest.mark.parametrize("book", BOOKS)
def test_all_things_have_icons_of_their_own(book: str) -> None:
    found = icons(book)
    assert len(found) > 20
    assert {id: icon for id, icon in found.items() if not is_drawn(icon)} == {}
    twice = {icon for icon, count in Counter(found.values()).items() if count > 1}
    assert {id: icon for id, icon in found.items() if icon in twice} == {}


def is_drawn(icon: str) -> bool:
    return (assets_dir() / "icons" / f"{icon}.svg").is_file()


@pytest.mark.parametrize("book", BOOKS)
def test_no_thing_has_the_icon_of_a_command(book: str) -> None:
    assert {*icons(book).values()} & {verb(kind) for kind in commands_of(BOOKS[book])} == set()


@pytest.mark.parametrize("book", BOOKS)
def test_icons_of_things_look_different(book: str) -> None:
    shown = {}
    for icon in icons(book).values():
        image = pygame.image.load_sized_svg(assets_dir() / "icons" / f"{icon}.svg", (SIZE, SIZE))
        shown[icon] = pygame.image.tobytes(image, "RGBA")[3::4]
    alike = []
    for (one, left), (other, right) in combinations(shown.items(), 2):
        apart = sum(abs(a - b) for a, b in zip(left, right, strict=True)) / len(left)
        if apart < APART:
            alike.append((round(apart), one, other))
    assert sorted(alike) == []


def signs(level: str, folder: Path) -> Iterator[tuple[str, dict[Key, CommandSign]]]:
    """Yield the units of a battle with random answers, each with its buttons in its turn."""
    options = Options(level=level, seed="3")
    sitting = WindowBattle.open(options, BOOKS, folder, lambda _: None, outside)
    rng, plan = Random(5), CommandPlan()
    try:
        for _ in range(QUESTIONS):
            play_on(sitting)
            question = sitting.question()
            if question is None:
                return
            plan.ask(question, sitting.picture(question.side))
            if question.ask == PLAIN:
                yield question.unit, {key: name.sign for key, name in plan.buttons.items()}
            assert sitting.answer(rng.choice(rng.choice(plan.deeds).choices).command) is None
    finally:
        sitting.close()


@pytest.mark.parametrize("level", LEVELS)
def test_no_two_buttons_of_a_unit_have_the_same_images(
    level: str, app: App, tmp_path: Path
) -> None:
    things = 0
    for unit, found in signs(level, tmp_path):
        images = {
            key: images_of(app, key[0], sign) for key, sign in found.items() if key[0] != ZONES
        }
        twice = {image for image, count in Counter(images.values()).items() if count > 1}
        assert {key: one for key, one in images.items() if one in twice} == {}, unit
        things += sum(bool(sign.icons) for sign in found.values())
    assert things or level == "kennel"


def test_thing_without_an_icon_has_its_family(app: App) -> None:
    data = book_data(BOOKS["action"], levels_dir()).gear
    assert family_icon("powers", data["powers"]["blink"]) == "spell"
    assert family_icon("powers", data["powers"]["howl"]) == "ability"
    assert family_icon("arms", data["arms"]["spear"]) == "thrown"
    traps = book_data(BOOKS["contest"], levels_dir()).gear["items"]
    assert family_icon("items", traps["tripwire"]) == "trap"
    assert family_icon("items", traps["flour"]) == "bomb"
    assert family_icon("items", traps["tonic"]) == "bottle"
    assert family_icon("relics", object()) == "star"


def test_button_has_the_first_icon_that_is_drawn(app: App) -> None:
    assert images_of(app, "use", CommandSign(("no_such_icon", "bottle"))) == ("bottle", "")
    assert images_of(app, "use", CommandSign(("bell", "bottle"))) == ("bell", "")
    assert images_of(app, "draw", CommandSign(("axe",), ("draw",))) == ("axe", "draw")
    assert images_of(app, "pass", CommandSign()) == ("pass", "")
    assert images_of(app, "no_such_verb", CommandSign()) == ("star", "")
