"""Riders in the saddle, and projectiles only for shots and throws."""

from pathlib import Path

import msgspec
import pygame
import pytest

from game.client.battle.context import flights_of
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.content.levels import all_levels, load_level
from game.play.players import STDIO
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record.data_folders import assets_dir
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.registry import find_books
from game.rules.verdigris.book import BOOK
from game.terms.events import Attacked
from tests.rules.verdigris.scene import level

SHOT = ("bows", "crossbows", "blackpowder", "ranged", "thrown")


def opened(app: App, folder: Path) -> BattleScene:
    """Return a battle with red mounted, far from blue, at normal speed."""
    drawn = level("a......p", a={"mount": "mule", "hero": True}, p={"weapon": "war_bow"})
    table = Table.open(BOOK, drawn, Setup(DiceSource(1), {"red": STDIO, "blue": STDIO}))
    scene = BattleScene(app, WindowBattle(table, folder, app.notices.add, ()))
    app.push(scene)
    return scene


def test_rider_is_drawn_on_its_mount(app: App, tmp_path: Path) -> None:
    seat = opened(app, tmp_path).seat
    rider = seat.picture.token("red.a")
    on_foot = seat.picture.token("blue.p")
    assert rider is not None
    assert on_foot is not None
    assert (rider.carrier, on_foot.carrier) == ("mule", None)
    standees = seat.board.standees
    faces = [
        pygame.image.tobytes(standees.standee(token, 60, is_left), "RGBA")
        for token in (rider, msgspec.structs.replace(rider, carrier=None))
        for is_left in (False, True)
    ]
    assert len(set(faces)) == 4


@pytest.mark.parametrize(("weapon", "flies"), [("war_bow", True), ("blade", False), ("", False)])
def test_melee_attack_over_a_distance_has_no_projectile(
    app: App, tmp_path: Path, weapon: str, flies: bool
) -> None:
    scene = opened(app, tmp_path)
    attack = Attacked(unit="blue.p", target="red.a", weapon=weapon)
    scene.flow.timeline._attacked(attack)
    assert bool(scene.seat.board.flights) == flies
    assert bool(scene.seat.board.actors["blue.p"].motions) != flies


def test_everything_shot_or_thrown_has_a_projectile() -> None:
    known = flights_of(assets_dir() / "flights.toml")
    books = find_books().books
    first = {found.rulebook: found.path for found in all_levels()}
    shots = {
        id
        for book, path in first.items()
        if book in books
        for id, arms in load_level(path, books).gear.get("arms", {}).items()
        if getattr(arms, "skill", getattr(arms, "kind", "")) in SHOT
    }
    assert len(shots) > 20
    assert shots - set(known) == set()
