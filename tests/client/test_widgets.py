"""Every widget by keys alone, by the pointer alone, and by a gamepad alone."""

from functools import partial

import pygame
import pytest

from game.client.kit.app import App
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.onscreen_keyboard import Keyboard
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.client.kit.widgets.slider import Slider
from game.client.kit.widgets.tabs import Tabs
from game.client.kit.widgets.text_field import Field
from game.client.kit.widgets.toggle import Toggle
from tests.client.conftest import Hand


class Bench(Screen):
    """Widgets one below the other."""

    def __init__(self, app: App, *widgets: Widget, high: int = 44) -> None:
        super().__init__(app)
        self._high = high
        self.ring.hold(widgets)

    def layout(self, size: tuple[int, int]) -> None:
        for n, widget in enumerate(self.ring.widgets):
            widget.place(pygame.Rect(40, 20 + n * (self._high + 10), 400, self._high), self.app)


def shown(app: App, hand: Hand, *widgets: Widget, high: int = 44) -> Bench:
    """Return a scene of these widgets, drawn once."""
    bench = Bench(app, *widgets, high=high)
    app.push(bench)
    hand.tick()
    return bench


def has_focus(bench: Bench, widget: Widget) -> bool:
    return bench.ring.focused is widget


def press(hand: Hand, by: str, *, key: str, pad: str) -> None:
    """Press a key, or the gamepad's button for it."""
    if by == "keys":
        hand.key(key)
    else:
        hand.pad(pad)


KEYED = pytest.mark.parametrize("by", ["keys", "pad"])


# Buttons and the focus ring


@KEYED
def test_button_is_pressed_by_confirm(app: App, hand: Hand, by: str) -> None:
    pressed: list[str] = []
    first, second = (Button(name, partial(pressed.append, name)) for name in "ab")
    bench = shown(app, hand, first, second)
    press(hand, by, key="return", pad="a")
    press(hand, by, key="down", pad="down")
    press(hand, by, key="return", pad="a")
    assert pressed == ["a", "b"]
    press(hand, by, key="up", pad="up")
    assert has_focus(bench, first)
    press(hand, by, key="tab", pad="r1")
    assert has_focus(bench, second)
    press(hand, by, key="tab", pad="r1")
    assert has_focus(bench, first), "the focus didn't wrap around"
    press(hand, by, key="shift+tab", pad="l1")
    assert has_focus(bench, second)


def test_button_is_pressed_when_the_pointer_is_released_over_it(app: App, hand: Hand) -> None:
    pressed: list[int] = []
    first, second = Button("a", lambda: pressed.append(1)), Button("b", lambda: pressed.append(2))
    bench = shown(app, hand, first, second)
    hand.move(second)
    assert has_focus(bench, second), "the focus did not follow the pointer"
    hand.click(second)
    assert pressed == [2]
    hand.drag(first.rect.center, (900, 500))
    assert pressed == [2], "a press counted after the pointer was moved away"
    hand.click(first, button=3)
    assert pressed == [2]


def test_disabled_button_can_have_the_focus_and_says_why(app: App, hand: Hand) -> None:
    pressed: list[int] = []
    other = Button("a", lambda: pressed.append(1))
    barred = Button("b", lambda: pressed.append(2), reason="Nobody may do that now.")
    bench = shown(app, hand, other, barred)
    hand.key("down", "return")
    assert has_focus(bench, barred)
    assert pressed == []
    before = app.window.copy()
    hand.tick(seconds=1.0)
    hand.key("up")
    hand.tick()
    assert before.get_buffer().raw != app.window.get_buffer().raw
    hand.click(barred)
    assert pressed == []
    assert barred.tip == "Nobody may do that now."


def test_direction_moves_to_the_nearest_widget(app: App, hand: Hand) -> None:
    names = ("nw", "ne", "sw", "se")
    buttons = {name: Button(name, lambda: None) for name in names}
    bench = shown(app, hand, *buttons.values())
    for name, button in buttons.items():
        button.rect.topleft = 500 * ("e" in name), 300 * ("s" in name)
    for key, name in (("right", "ne"), ("down", "se"), ("left", "sw"), ("up", "nw")):
        hand.key(key)
        assert has_focus(bench, buttons[name])
    hand.key("up")
    assert has_focus(bench, buttons["nw"]), "the focus moved though nothing is further up"
    buttons["nw"].ways = {"right": buttons["se"]}
    hand.key("right")
    assert has_focus(bench, buttons["se"])


# Form rows


@KEYED
def test_toggle_works_by_keys(app: App, hand: Hand, by: str) -> None:
    told: list[bool] = []
    toggle = Toggle("Mute", False, told.append)
    shown(app, hand, toggle)
    press(hand, by, key="return", pad="a")
    press(hand, by, key="right", pad="right")
    press(hand, by, key="left", pad="left")
    assert told == [True, False]


def test_toggle_works_by_the_pointer(app: App, hand: Hand) -> None:
    told: list[bool] = []
    toggle = Toggle("Mute", False, told.append, ("off", "on"))
    shown(app, hand, toggle)
    hand.click(toggle)
    hand.click(toggle)
    assert told == [True, False]


@KEYED
def test_slider_moves_by_steps_and_stops_at_its_ends(app: App, hand: Hand, by: str) -> None:
    told: list[float] = []
    slider = Slider("Sound", 0.9, (0, 1), 0.1, told.append)
    shown(app, hand, slider)
    for _ in range(3):
        press(hand, by, key="right", pad="right")
    press(hand, by, key="left", pad="left")
    assert told == [1.0, 0.9]


@pytest.mark.parametrize("is_late", [False, True])
def test_slider_is_dragged(app: App, hand: Hand, is_late: bool) -> None:
    told: list[float] = []
    slider = Slider("Scale", 1.0, (1, 2), 0.1, told.append, is_late=is_late)
    shown(app, hand, slider)
    groove = slider._groove
    hand.move(groove.midleft)
    hand.down()
    hand.move(groove.center)
    assert told == ([] if is_late else [1.5])
    hand.move((groove.right + 300, groove.y))
    hand.up()
    assert told == ([2.0] if is_late else [1.5, 2.0])
    hand.move(groove.midleft)
    assert slider.value == 2.0, "the slider moved after it was released"


@KEYED
def test_choice_works_by_keys(app: App, hand: Hand, by: str) -> None:
    told: list[int] = []
    choice = ChoiceRow("Who", [(1, "one"), (2, "two"), (3, "three")], 2, told.append)
    shown(app, hand, choice)
    press(hand, by, key="right", pad="right")
    press(hand, by, key="right", pad="right")
    press(hand, by, key="return", pad="a")
    press(hand, by, key="left", pad="left")
    assert told == [3, 1], "confirm didn't wrap around, or left and right did"


def test_choice_works_by_the_pointer(app: App, hand: Hand) -> None:
    told: list[int] = []
    choice = ChoiceRow("Who", [(1, "one"), (2, "two"), (3, "three")], 2, told.append)
    shown(app, hand, choice)
    hand.click(choice._arrows[0])
    hand.click(choice._arrows[1])
    hand.click(choice._arrows[1])
    assert told == [1, 2, 3]


def test_field_takes_letters_and_editing_keys(app: App, hand: Hand) -> None:
    told: list[str] = []
    field = Field("Seed", most=5, accepts=str.isdecimal, on_change=told.append)
    button = Button("Play", lambda: told.append("played"))
    bench = shown(app, hand, field, button)
    assert bench.is_typing
    hand.type("1w2 3")
    assert field.text == "123", "the field accepted letters or spaces"
    hand.key("backspace", "home", "delete")
    assert field.text == "2"
    hand.type("98765")
    assert field.text == "98762"
    hand.key("left", "right", "end")
    hand.key("down")
    assert has_focus(bench, button)
    assert not bench.is_typing
    hand.click(field)
    assert has_focus(bench, field)
    hand.move(button)
    assert has_focus(bench, field), "the pointer took the focus during typing"
    hand.click(button)
    assert told[-1] == "played"


def test_ctrl_a_selects_a_field_so_that_typing_replaces_it(app: App, hand: Hand) -> None:
    field = Field("Name", "Bo")
    shown(app, hand, field)
    hand.key("ctrl+a")
    assert field.is_fresh
    assert field.text == "Bo"
    hand.type("Ann")
    assert field.text == "Ann"
    hand.key("ctrl+a", "left")
    hand.type("e")
    assert field.text == "Anen"
    hand.key("ctrl+a", "backspace")
    assert field.text == ""


def test_gamepad_moves_past_a_field(app: App, hand: Hand) -> None:
    field, button = Field("Seed"), Button("Play", lambda: None)
    bench = shown(app, hand, field, button)
    hand.pad("down")
    assert has_focus(bench, button)
    hand.pad("up")
    assert has_focus(bench, field)


# On-screen keyboard


def keyboard(app: App) -> Keyboard:
    assert isinstance(app.scene, Keyboard)
    return app.scene


def test_gamepad_writes_on_the_onscreen_keyboard(app: App, hand: Hand) -> None:
    told: list[str] = []
    field = Field("Name", most=6, on_change=told.append)
    field.on_written = lambda: told.append("written")
    bench = shown(app, hand, field, Button("Play", lambda: None))
    hand.pad("a")
    hand.to_key("A")
    hand.pad("a")
    assert all(key.words.islower() for key in keyboard(app).rows[1]), (
        "not only the first letter is a capital"
    )
    hand.spell("nn")
    assert field.text == "", "the text was accepted before it was finished"
    hand.pad("l1", "x", "r1")
    assert keyboard(app).field.text == "An", "X didn't delete the letter before the caret"
    hand.spell(" ")
    hand.pad("y", "y")
    hand.spell("OOOOO")
    hand.pad("start")
    assert app.scene is bench
    assert field.text == "An OOO", "the field accepted more than six letters"
    assert told == ["An OOO", "written"]
    assert has_focus(bench, field)


def test_pressed_letters_can_be_cancelled(app: App, hand: Hand) -> None:
    field = Field("Name", "Bo")
    bench = shown(app, hand, field)
    hand.pad("a")
    hand.pad("x", "x", "b")
    assert app.scene is bench
    assert field.text == "Bo"


def test_only_letters_that_the_field_accepts_can_be_pressed(app: App, hand: Hand) -> None:
    field = Field("Seed", accepts=str.isdecimal)
    shown(app, hand, field)
    hand.pad("a")
    letters = {key.words for row in keyboard(app).rows for key in row if len(key.words) == 1}
    assert letters == set("0123456789")
    assert not {key.words for row in keyboard(app).rows for key in row} & {"Space", "Signs"}
    hand.pad("a", "right", "a")
    hand.to_key("Done")
    hand.pad("a")
    assert field.text == "12"


def test_keyboard_switches_to_signs_and_back(app: App, hand: Hand) -> None:
    field = Field("Path")
    shown(app, hand, field)
    hand.pad("a", "l2")
    hand.to_key("/")
    hand.pad("a")
    hand.to_key("Letters")
    hand.pad("a")
    hand.to_key("x")
    hand.pad("a", "start")
    assert field.text == "/x"


def test_pointer_presses_letters(app: App, hand: Hand) -> None:
    field = Field("Name", "a")
    bench = shown(app, hand, field)
    hand.click((field.rect.centerx + 40, field.rect.centery))
    assert app.scene is bench, "a click on the text opened the keyboard"
    hand.click((field.rect.right - 28, field.rect.centery))
    keys = {key.words: key for row in keyboard(app).rows for key in row}
    hand.click(keys["b"])
    hand.type("w3")
    hand.click(keys["Done"])
    assert app.scene is bench
    assert field.text == "abw3", "a typed key was lost"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_letters_fit_into_the_window_without_overlap(app: App, hand: Hand, scale: float) -> None:
    app.change(scale=scale)
    field = Field("Name")
    shown(app, hand, field)
    hand.pad("a")
    rects = [key.rect for row in keyboard(app).rows for key in row] + [keyboard(app).field.rect]
    whole = pygame.Rect((0, 0), app.size)
    for n, rect in enumerate(rects):
        assert whole.contains(rect)
        assert rect.collidelist(rects[n + 1 :]) < 0


def test_enter_on_a_keyboard_means_done(app: App, hand: Hand) -> None:
    field = Field("Name")
    bench = shown(app, hand, field)
    hand.pad("a")
    hand.type("bo")
    hand.key("left", "return")
    assert app.scene is bench
    assert field.text == "bo"


# Lists, texts, tabs


def rows(count: int) -> list[ListRow[int]]:
    """Return rows of different heights, the first a heading."""
    made = [ListRow(n, f"Row {n}", "under " * (n % 4 * 12)) for n in range(count)]
    return [ListRow(-1, "Heading", is_head=True), *made]


@KEYED
def test_list_works_by_keys(app: App, hand: Hand, by: str) -> None:
    picked: list[int] = []
    pressed: list[int] = []
    listed = ListBox(rows(30), on_pick=picked.append, on_press=pressed.append)
    button = Button("below", lambda: None)
    bench = shown(app, hand, listed, button, high=200)
    assert listed.current is not None
    assert listed.current.value == 0, "the heading was chosen"
    press(hand, by, key="down", pad="down")
    press(hand, by, key="return", pad="a")
    assert (picked, pressed) == ([1], [1])
    for _ in range(28):
        press(hand, by, key="down", pad="down")
    assert picked[-1] == 29
    assert listed.row_rect(listed.cursor).bottom <= listed.rect.bottom
    press(hand, by, key="down", pad="down")
    assert has_focus(bench, button), "the list kept the focus at its end"


def test_list_works_by_page_keys(app: App, hand: Hand) -> None:
    listed = ListBox(rows(30))
    shown(app, hand, listed, high=200)
    hand.key("page down")
    assert listed.cursor > 2
    hand.key(*["page down"] * 20)
    assert listed.cursor == 30
    hand.key(*["page up"] * 20)
    assert listed.cursor == 1
    assert listed.offset == 0


def test_list_works_by_the_pointer(app: App, hand: Hand) -> None:
    picked: list[int] = []
    pressed: list[int] = []
    listed = ListBox(rows(30), on_pick=picked.append, on_press=pressed.append)
    shown(app, hand, listed, high=200)
    hand.click(listed.row_rect(2))
    assert (picked, pressed) == ([1], [])
    hand.click(listed.row_rect(2), times=2)
    assert pressed[:1] == [1], "a double click did not press"
    hand.wheel(listed, -3)
    assert listed.offset == 180
    hand.click(listed.row_rect(0).move(0, 400))
    thumb = listed.thumb()
    hand.drag(thumb.center, (thumb.centerx, 900))
    assert listed.offset == listed.extent - listed.rect.height
    hand.wheel(listed, 100)
    assert listed.offset == 0


def test_list_can_be_pressed_by_one_click(app: App, hand: Hand) -> None:
    pressed: list[int] = []
    listed = ListBox(rows(5), on_press=pressed.append, is_pressed_by_click=True)
    shown(app, hand, listed, high=300)
    hand.click(listed.row_rect(1))
    hand.click(listed.row_rect(0))
    assert pressed == [0], "the heading was pressed"


def test_empty_list_does_nothing(app: App, hand: Hand) -> None:
    listed: ListBox[int] = ListBox()
    shown(app, hand, listed, Button("b", lambda: None), high=200)
    hand.key("page down", "return", "down", "up")
    hand.click(listed)
    assert listed.current is None


@KEYED
def test_long_text_scrolls(app: App, hand: Hand, by: str) -> None:
    text = ScrollText([Passage("word " * 600), Passage("end")])
    button = Button("b", lambda: None)
    bench = shown(app, hand, text, button, high=200)
    assert has_focus(bench, button), "the text took the focus before it was laid out"
    press(hand, by, key="up", pad="up")
    assert has_focus(bench, text)
    press(hand, by, key="down", pad="down")
    assert text.offset > 0
    for _ in range(80):
        press(hand, by, key="down", pad="down")
    assert has_focus(bench, button), "the text kept the focus at its end"


def test_wheel_scrolls_a_long_text_and_not_a_short_one(app: App, hand: Hand) -> None:
    text = ScrollText([Passage("word " * 600)])
    shown(app, hand, text, high=200)
    hand.wheel(text, -2)
    assert text.offset == 120
    text.tell([Passage("short")])
    assert text.offset == 0
    assert not text.is_focusable


@KEYED
def test_tabs_work_by_keys(app: App, hand: Hand, by: str) -> None:
    told: list[int] = []
    shown(app, hand, Tabs(["one", "two", "three"], told.append))
    press(hand, by, key="right", pad="right")
    press(hand, by, key="right", pad="right")
    press(hand, by, key="right", pad="right")
    press(hand, by, key="left", pad="left")
    assert told == [1, 2, 1]


def test_tabs_work_by_the_pointer(app: App, hand: Hand) -> None:
    told: list[int] = []
    tabs = Tabs(["one", "two", "three"], told.append)
    shown(app, hand, tabs)
    hand.click(tabs.tab_rect(2))
    hand.click(tabs.tab_rect(0))
    assert told == [2, 0]


def test_tabs_fit_into_their_width(app: App, hand: Hand) -> None:
    tabs = Tabs(["a name that is rather long"] * 6, lambda _: None)
    shown(app, hand, tabs)
    assert tabs.tab_rect(5).right <= 40 + 400


# Dialogs


@KEYED
def test_dialog_works_by_keys(app: App, hand: Hand, by: str) -> None:
    said: list[str] = []
    shown(app, hand, Button("beneath", lambda: said.append("beneath")))
    answers = [
        DialogButton("Yes", lambda: said.append("yes")),
        DialogButton("No", lambda: said.append("no")),
    ]
    for n, keys in enumerate((("return",), ("right", "return"), ("escape",))):
        app.push(Dialog(app, "Sure?", "It cannot be undone. " * 20, answers))
        hand.tick()
        for key in keys:
            press(hand, by, key=key, pad={"return": "a", "right": "right", "escape": "b"}[key])
        assert said[-1] == ("yes", "no", "no")[n]
        assert isinstance(app.scene, Bench)


def test_dialog_works_by_the_pointer(app: App, hand: Hand) -> None:
    said: list[str] = []
    bench = shown(app, hand, Button("beneath", lambda: said.append("beneath")))
    dialog = Dialog(app, "Sure?", "Well?", [DialogButton("Yes", lambda: said.append("yes"))])
    app.push(dialog)
    hand.tick()
    hand.click((50, 30))
    assert said == [], "the scene beneath received input"
    hand.click(dialog.buttons[0])
    assert said == ["yes"]
    assert app.scene is bench


def test_long_dialog_fits_and_scrolls(app: App, hand: Hand) -> None:
    shown(app, hand, Button("beneath", lambda: None))
    dialog = Dialog(app, "Sure?", "It cannot be undone. " * 300, [DialogButton("Yes")])
    app.push(dialog)
    hand.tick()
    assert app.window.get_rect().contains(dialog.buttons[0].rect)
    hand.wheel(dialog._text, -2)
    assert dialog._text.offset == 120
