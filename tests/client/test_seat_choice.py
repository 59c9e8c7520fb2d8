"""The choice of seats: names, players, colours, units, real dice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.settings import read_settings
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.navigation import battle_of
from game.client.setup.level_choice import LevelChoice
from game.client.setup.seat_choice import FRIEND, YOU, FigureChoice, SeatChoice
from game.play.level_list import PLAYERS, ChoosableLevel, level_list
from game.play.opening import Options
from game.play.players import outside
from game.play.seating import Seating, figures_of, seated, seating_of
from tests.client.conftest import Hand, asked_of
from tests.client.test_scenes import KEYED, SIZES, press


@pytest.fixture
def asked(app: App) -> list[Options]:
    """Return the list of requested battles."""
    return asked_of(app)


def choosing(app: App, hand: Hand, level: str = "yard") -> LevelChoice:
    """Return the list of levels for a duel, with one level chosen."""
    scene = LevelChoice(app, None, is_duel=True)
    app.push(scene)
    scene.levels.pick(next(n for n, row in enumerate(scene.levels.rows) if row.value == level))
    hand.tick()
    return scene


def sitting(app: App, hand: Hand, level: str = "yard") -> SeatChoice:
    scene = choosing(app, hand, level)
    hand.click(scene.people)
    assert isinstance(app.scene, SeatChoice)
    return app.scene


def turn(hand: Hand, choice: ChoiceRow[str], value: str) -> None:
    """Turn a choice to a value with keys."""
    scene = hand.app.scene
    assert isinstance(scene, SeatChoice | FigureChoice)
    scene.ring.focus(choice)
    hand.tick()
    for _ in choice.options:
        if choice.value != value:
            hand.key("return")
    assert choice.value == value


def level_of(app: App, id: str) -> ChoosableLevel:
    return next(level for level in level_list(app.books) if level.id == id)


def opened(app: App, options: Options) -> Iterator[BattleScene]:
    app.change(speed=0.0, computer_speed=0.0)
    scene = battle_of(app, options, outside)
    assert isinstance(scene, BattleScene), app.notices.all
    yield scene
    scene.closed()


def test_names_are_typed_used_in_the_battle_and_remembered(
    app: App, hand: Hand, asked: list[Options]
) -> None:
    scene = sitting(app, hand)
    hand.click(scene.names["red"])
    hand.type("Anna")
    hand.click(scene.names["blue"])
    hand.type("Bo")
    hand.click(scene.done)
    choose = app.scene
    assert isinstance(choose, LevelChoice)
    assert [seat.label for seat in choose.seats] == ["Anna", "Bo"]
    hand.click(choose.play)
    for battle in opened(app, asked[0]):
        assert battle.seat.title("red") == "Anna"
        assert battle.seat.title("blue") == "Bo"
        assert b"Anna" in battle.seat.sitting.table.saved(), "the save lacks the names"
    assert read_settings(app.folder, lambda _: None).names == ("Anna", "Bo")
    app.pop()
    again = sitting(app, hand, "market")
    assert [field.text for field in again.names.values()] == ["Anna", "Bo", "", ""]


@pytest.mark.parametrize("is_real", [False, True])
def test_resumed_battle_is_played_again_with_the_same_names(
    app: App, asked: list[Options], tmp_path: Path, is_real: bool
) -> None:
    seating = Seating({"red": "Anna"}, {"blue": "ochre"}, {"red.ann": "knight"})
    dice = "ask" if is_real else None
    options = Options("yard", dice=dice, changes=seating.changes(app.books["contest"]))
    saved = tmp_path / "battle.jsonl"
    for battle in opened(app, options):
        saved.write_bytes(battle.seat.sitting.table.saved())
    for battle in opened(app, Options(str(saved))):
        assert battle._again is not None
        battle._again()
    assert (asked[0].level, asked[0].dice) == ("yard", dice)
    for battle in opened(app, asked[0]):
        level = battle.seat.sitting.table.battle.world.scene.level
        assert seating_of(level, app.books["contest"]) == seating
        assert level.sides[0].title == "Anna"


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        (("Bo", "bo", " BO "), ["Bo", "", ""]),
        (("x" * 10_000, "a\nb", "\0\u200b"), ["x" * 20, "ab", ""]),
        ((" ", "\u202eAda", "{x}"), ["", "Ada", "{x}"]),
    ],
)
def test_names_from_an_edited_file_do_no_harm(
    app: App, hand: Hand, asked: list[Options], kept: tuple[str, ...], shown: list[str]
) -> None:
    app.change(names=kept)
    scene = sitting(app, hand, "market")
    assert [field.text for field in scene.names.values()][:3] == shown
    hand.key("escape")
    choose = app.scene
    assert isinstance(choose, LevelChoice)
    hand.click(choose.play)
    assert len(asked) == 1


def test_two_people_have_different_names(app: App, hand: Hand) -> None:
    scene = sitting(app, hand)
    for field in scene.names.values():
        hand.click(field)
        hand.type("Bo")
    assert "same name" in scene.done.reason
    hand.key("escape")
    assert app.scene is scene
    hand.key("backspace")
    assert not scene.done.reason
    hand.click(scene.done)
    assert app.scene is not scene


@KEYED
def test_colours_are_swapped_and_shown(app: App, hand: Hand, asked: list[Options], by: str) -> None:
    scene = sitting(app, hand)
    scene.ring.focus(scene.colours["red"])
    press(hand, by, "left")
    assert scene.colours["red"].value == "blue"
    assert scene.colours["blue"].value == "red", "the other side has not taken the old colour"
    press(hand, by, "right", "right")
    assert scene.colours["red"].value == "ochre"
    scene.left()
    hand.tick()
    assert isinstance(app.scene, LevelChoice)
    app.scene.play.press()
    for battle in opened(app, asked[0]):
        colours = {side: look.colour for side, look in battle.seat.sides.items()}
        assert colours["red"] == (200, 146, 46)
        assert colours["blue"] != colours["red"]


def test_chosen_unit_keeps_nothing_of_the_old_one(
    app: App, hand: Hand, asked: list[Options]
) -> None:
    scene = sitting(app, hand, "bridge")
    figure = scene.figures["blue"]
    assert isinstance(figure, ChoiceRow)
    assert figure.value == "poacher"
    assert level_of(app, "bridge").seats[1].kinds == ("poacher",)
    turn(hand, figure, "butcher")
    hand.click(scene.done)
    choose = app.scene
    assert isinstance(choose, LevelChoice)
    assert choose.level is not None
    assert choose.level.seats[1].kinds == ("butcher",)
    choose.play.press()
    for battle in opened(app, asked[0]):
        token = battle.seat.sitting.picture(None).token("blue.finn")
        assert token is not None
        assert (token.kind, token.most) == ("butcher", 14)
        card = battle.seat.sitting.card(None, "blue.finn")
        assert card is not None
        assert "1d4" in {line.value for line in card.lines}, (
            "the new unit has kept the poacher's 1d6"
        )


def test_level_says_how_even_it_is_with_its_own_units(app: App, hand: Hand) -> None:
    scene = choosing(app, hand, "yard")
    shares = level_of(app, "yard").shares
    assert shares is not None
    told = f"{shares.battles:,} battles."
    assert any(told in passage.words for passage in scene.text.passages)
    hand.click(scene.people)
    seats = app.scene
    assert isinstance(seats, SeatChoice)
    figure = seats.figures["blue"]
    assert isinstance(figure, ChoiceRow)
    assert dict(figure.options)["butcher"] == "Butcher (8)"
    turn(hand, figure, "butcher")
    hand.click(seats.done)
    assert app.scene is scene
    assert not any(told in passage.words for passage in scene.text.passages)


def test_units_of_a_large_side_are_chosen_on_a_sheet_and_checked(app: App, hand: Hand) -> None:
    """Use a rulebook that needs one human unit on each side, as the sheet must too."""
    scene = sitting(app, hand, "opera_box")
    hand.click(scene.figures["red"])
    sheet = app.scene
    assert isinstance(sheet, FigureChoice)
    assert [row.value for row in sheet.rows] == ["guest", "doorkeeper", "ballerina"]
    turn(hand, sheet.rows[1], "colonel")
    hand.click(sheet.done)
    assert app.scene is scene
    assert scene.done.reason
    hand.click(scene.done)
    assert app.scene is scene, "an unplayable choice was accepted"
    hand.click(scene.reset)
    assert not scene.done.reason


def test_computer_plays_sides_without_a_person(app: App, hand: Hand, asked: list[Options]) -> None:
    scene = sitting(app, hand, "market")
    turn(hand, scene.players["violet"], "soldier")
    assert scene.names["violet"].reason
    scene.players["blue"].set(YOU)
    scene._seated("blue", YOU)
    assert scene.players["red"].value == FRIEND
    scene.left()
    hand.tick()
    assert isinstance(app.scene, LevelChoice)
    app.scene.play.press()
    assert asked[0].players == "red=human,blue=human,ochre=human,violet=soldier"


@pytest.mark.parametrize("name", PLAYERS)
def test_row_says_how_the_computer_plays(app: App, hand: Hand, name: str) -> None:
    scene = sitting(app, hand)
    row = scene.players["blue"]
    turn(hand, row, name)
    assert row.tip == app.words.say("player_about", name)
    turn(hand, row, FRIEND)
    assert not row.tip


def test_list_of_levels_says_how_the_computer_plays_and_why_a_row_is_barred(
    app: App, hand: Hand
) -> None:
    (row, *_) = choosing(app, hand).seats
    row.set("tactician")
    assert row.tip == app.words.say("player_about", "tactician")
    row.reason = "Nobody may do that now."
    assert row.tip == row.reason


@KEYED
def test_real_dice_can_be_chosen(app: App, hand: Hand, asked: list[Options], by: str) -> None:
    scene = sitting(app, hand)
    scene.ring.focus(scene.dice)
    hand.tick()
    press(hand, by, "return")
    assert scene.dice.is_on
    scene.left()
    hand.tick()
    assert isinstance(app.scene, LevelChoice)
    app.scene.play.press()
    assert asked[0].dice == "ask"


def test_seats_fit_any_window(app: App, hand: Hand) -> None:
    scene = sitting(app, hand, "clockmaker")
    for size in SIZES:
        scene.resized(size)
        hand.tick()
    for scale in (1.5, 2.0):
        app.change(scale=scale)
        hand.tick(2)


def test_every_unit_of_every_duel_is_playable_or_explained(app: App) -> None:
    for level in level_list(app.books):
        if level.trouble or len(level.seats[0].ids) > 1:
            continue
        for figure in figures_of(app.books[level.book], level.path):
            seating = Seating(kinds={level.seats[0].ids[0]: figure.id})
            found = seated(level, seating, app.books)
            assert found.trouble or found.seats[0].kinds == (figure.id,)
