"""The forecast panel shows the command pointed at and no other, however fast the pointer moves."""

from pathlib import Path
from random import Random

import pytest

from game.client.battle.bar_buttons import button_id
from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.play.opening import Options
from game.play.players import played
from game.present.question import Choice
from game.terms.commands import Command
from tests.client.conftest import Hand

LEVELS = "toll_bar", "market", "masked_ball", "ossuary", "the_capture"
"""A level of each rulebook."""
TURNS, POINTS = 5, 60
PATIENCE = 400
"""Frames within which every search for odds ends."""


def opened(app: App, level: str) -> BattleScene:
    """Return the scene of a battle, which is open."""
    scene = battle_of(app, Options(level=level, seed="5"), played)
    assert scene is not None
    app.push(scene)
    return scene


def choice_at(scene: BattleScene, at: tuple[int, int]) -> Choice | None:
    """Return the only choice at a point of the window, found by places alone."""
    seat = scene.seat
    for n, rect in seat.bar._buttons.places():
        if rect.collidepoint(at):
            id = seat.bar._buttons.all[n].id
            deed = next((one for one in seat.plan.deeds if button_id(one.key) == id), None)
            if deed is None:
                return None
            if seat.plan.planned in deed.choices:
                return seat.plan.planned
            return deed.choices[0] if len(deed.choices) == 1 else None
    cell, approaching = seat.board.camera.cell(at), scene.showing.approaching
    if cell is None:
        return None
    is_used = approaching.at(cell) is not None or approaching.is_aim(cell)
    if seat.plan.planned is not None and is_used:
        return seat.plan.planned
    return seat.plan.foreseen(cell) or approaching.foreseen(cell)


def is_at_command(scene: BattleScene, at: tuple[int, int]) -> bool:
    """Return whether a point is on a command's button, or on a tile with a choice."""
    is_at_button = any(rect.collidepoint(at) for _, rect in scene.seat.bar._buttons.places())
    return is_at_button or choice_at(scene, at) is not None


def agree(scene: BattleScene, at: tuple[int, int]) -> None:
    """Raise AssertionError if the panel shows odds, but not those of the command pointed at."""
    shown: Command | None = scene.seat.forecast.command
    planned = scene.seat.plan.planned
    wanted = choice_at(scene, at)
    if wanted is None and planned is not None and not is_at_command(scene, at):
        wanted = planned
    assert shown is None or (wanted is not None and shown == wanted.command), at


def spots(scene: BattleScene, rng: Random) -> list[tuple[int, int]]:
    """Return places to point at: buttons, units, and tiles, in a random order."""
    seat = scene.seat
    found = [rect.center for _, rect in seat.bar._buttons.places()]
    cells = [token.at for token in seat.picture.tokens if token.at is not None]
    cells += [*seat.plan.places()][:20]
    for x, y in cells:
        px, py = seat.board.camera.point(x + 0.5, y + 0.5)
        if seat.board.camera.rect.collidepoint(px, py):
            found.append((round(px), round(py)))
    return [rng.choice(found) for _ in range(POINTS)]


@pytest.mark.parametrize("level", LEVELS)
def test_panel_shows_what_is_pointed_at(level: str, app: App, hand: Hand, tmp_path: Path) -> None:
    rng, seen, waited = Random(7), 0, 0
    scene = opened(app, level)
    hand.tick(60)
    turns = 0
    while turns < TURNS and not scene.flow.is_over:
        hand.key("return") if scene.flow.slip.words else None
        hand.tick(5)
        question = scene.seat.plan.question
        if question is None or scene.flow.timeline.is_busy:
            hand.tick(10)
            continue
        turns += 1
        for at in spots(scene, rng):
            hand.move(at)
            agree(scene, at)
            hand.tick()
            agree(scene, at)
            seen += scene.seat.forecast.command is not None
        if (wanted := choice_at(scene, at)) is not None and scene.seat.odds(wanted) is not None:
            for _ in range(PATIENCE):
                if scene.seat.forecast.command is not None:
                    break
                hand.tick()
            assert scene.seat.forecast.command == wanted.command
            waited += 1
        scene.flow.give(rng.choice(question.choices).command)
        hand.tick(40)
    assert seen > POINTS // 4


def test_planned_command_gives_way_to_the_one_pointed_at(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    hand.tick(60)
    hand.key("return")
    hand.tick(60)
    seat = scene.seat
    assert seat.plan.question is not None
    assert seat.plan.question.unit == "red.tam"
    attack = next(one for one in seat.plan.deeds if one.key == ("attack", "longbow"))
    seat.plan.choose(attack.key)
    scene.hands.take(attack.choices[0])
    assert seat.plan.planned == attack.choices[0]
    places = {seat.bar._buttons.all[n].id: rect for n, rect in seat.bar._buttons.places()}
    hand.move(places["attack:unarmed"])
    hand.tick(30)
    assert seat.forecast.command is None
    hand.move((5, 5))
    hand.tick(5)
    assert seat.forecast.command == attack.choices[0].command


def test_pointer_is_on_the_tile_that_a_gliding_view_brings_under_it(app: App, hand: Hand) -> None:
    scene = opened(app, "toll_bar")
    hand.tick(60)
    hand.key("return") if scene.flow.slip.words else None
    camera = scene.seat.board.camera
    camera.zoom(4)
    hand.tick(60)
    hand.move(camera.rect.center)
    before = scene.seat.hovered
    assert before is not None
    assert camera.show((0, 0))
    for _ in range(60):
        hand.tick()
        assert scene.seat.hovered == camera.cell(camera.rect.center)
    assert scene.seat.hovered != before
