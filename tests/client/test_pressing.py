"""Presses: each counts once, and only for the scene visible at that moment."""

from collections.abc import Callable

import pygame
import pytest

from game.client.kit.app import App
from game.client.kit.inputs import Act, Input, Pointer, Typed
from game.client.kit.key_bindings import BINDINGS, REPEATED
from game.client.kit.pygame_events import BUTTONS
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.text_field import Field
from game.client.setup.level_choice import LevelChoice
from game.client.title.title_screen import Title
from tests.client.conftest import Hand, asked_of

RETURN = {"key": pygame.K_RETURN, "mod": 0, "unicode": "\r"}
A = BUTTONS.index("a")


class Page(Screen):
    """Scene with one button that opens another page, and a record of its inputs."""

    def __init__(self, app: App, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Set up the scene; `meanwhile` is called while the next page opens."""
        super().__init__(app)
        self._meanwhile = meanwhile
        self.heard_of: list[Input] = []
        self.pressed = 0
        self.button = Button("On", self._on)
        self.next: Page | None = None
        self.ring.hold((self.button,))

    def _on(self) -> None:
        self.pressed += 1
        self.next = Page(self.app)
        self.app.push(self.next)
        self._meanwhile()

    def layout(self, size: tuple[int, int]) -> None:
        self.button.place(pygame.Rect(40, 40, 200, 60), self.app)

    def heard(self, event: Input) -> bool:
        self.heard_of.append(event)
        return super().heard(event)

    def acted(self, event: Input) -> bool:
        return isinstance(event, Act)


def keyed(hand: Hand, page: Page) -> None:
    hand.post(pygame.KEYDOWN, **RETURN)
    hand.tick()


def key_held(hand: Hand) -> None:
    for _ in range(8):
        hand.post(pygame.KEYDOWN, **RETURN)
    hand.post(pygame.KEYUP, **RETURN)


def key_again(hand: Hand) -> None:
    hand.post(pygame.KEYUP, **RETURN)
    hand.post(pygame.KEYDOWN, **RETURN)
    hand.post(pygame.KEYUP, **RETURN)


def clicked(hand: Hand, page: Page) -> None:
    hand.click(page.button)


def click_again(hand: Hand) -> None:
    hand.post(pygame.MOUSEBUTTONDOWN, pos=hand.at, button=1)
    hand.post(pygame.MOUSEBUTTONUP, pos=hand.at, button=1)


def padded(hand: Hand, page: Page) -> None:
    hand.post(pygame.JOYBUTTONDOWN, button=A)
    hand.tick()


def pad_again(hand: Hand) -> None:
    for kind in (pygame.JOYBUTTONUP, pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
        hand.post(kind, button=A)


@pytest.mark.parametrize(
    ("press", "meanwhile"),
    [(keyed, key_held), (keyed, key_again), (clicked, click_again), (padded, pad_again)],
    ids=["key held", "key again", "second click", "pad again"],
)
def test_press_while_a_scene_opens_does_not_reach_it(
    app: App,
    hand: Hand,
    press: Callable[[Hand, Page], None],
    meanwhile: Callable[[Hand], None],
) -> None:
    page = Page(app, lambda: meanwhile(hand))
    app.push(page)
    hand.tick()
    press(hand, page)
    hand.tick(3)
    assert page.pressed == 1
    other = page.next
    assert other is not None
    assert (app.scene is other) is True
    assert other.pressed == 0
    assert not [it for it in other.heard_of if isinstance(it, Act)]
    assert not [it for it in other.heard_of if isinstance(it, Pointer) and it.kind != "move"]
    press(hand, other)
    assert other.pressed == 1, "a press after the scene was drawn did not count"


def test_mouse_button_counts_where_it_was_pressed(app: App, hand: Hand) -> None:
    """Let the scene change by itself while the mouse button is down."""
    first, second = Page(app), Page(app)
    app.push(first)
    hand.move(first.button)
    hand.down()
    app.push(second)
    hand.tick()
    hand.up()
    assert [it.kind for it in second.heard_of if isinstance(it, Pointer)] == []


@pytest.mark.parametrize("action", sorted(BINDINGS))
def test_only_directions_and_views_repeat_while_a_key_is_held(
    app: App, hand: Hand, action: str
) -> None:
    page = Page(app)
    app.push(page)
    hand.tick()
    held, _, plain = BINDINGS[action][0].rpartition("+")
    if not plain:
        held, plain = "", "+"
    mod = {"": 0, "ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT}[held]
    code = pygame.key.key_code(plain)
    page.ring.hold(())
    before = app.settings.full_screen
    for _ in range(4):
        hand.post(pygame.KEYDOWN, key=code, mod=mod, unicode="")
    hand.post(pygame.KEYUP, key=code, mod=mod)
    hand.tick()
    hand.post(pygame.KEYDOWN, key=code, mod=mod, unicode="")
    hand.tick()
    heard = [it for it in page.heard_of if isinstance(it, Act) and it.name == action]
    if action == "full_screen":
        assert app.settings.full_screen == before, "the screen was switched for each repeat"
    else:
        assert len(heard) == (5 if action in REPEATED else 2)
        assert heard[-1].is_repeat is False


def test_key_held_when_the_window_lost_focus_counts_again(app: App, hand: Hand) -> None:
    page = Page(app)
    app.push(page)
    hand.tick()
    keyed(hand, page)
    hand.tick()
    hand.post(pygame.WINDOWFOCUSLOST)
    hand.tick()
    assert page.next is not None
    keyed(hand, page.next)
    assert page.next.pressed == 1


def test_gamepad_direction_bound_to_an_action_does_not_repeat(app: App, hand: Hand) -> None:
    app.change(bindings={"up": (), "confirm": ("pad up",)})
    page = Page(app)
    app.push(page)
    hand.tick()
    hand.post(pygame.JOYHATMOTION, value=(0, 1))
    hand.tick(60)
    assert page.pressed == 1
    assert page.next is not None
    assert page.next.pressed == 0


def test_repeated_letters_are_marked(app: App, hand: Hand) -> None:
    page = Page(app)
    field = Field("Name", most=9)
    page.ring.hold((field,))
    field.place(pygame.Rect(40, 40, 300, 40), app)
    app.push(page)
    hand.tick()
    hand.post(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a")
    for _ in range(3):
        hand.post(pygame.TEXTINPUT, text="a")
    hand.post(pygame.KEYUP, key=pygame.K_a, mod=0)
    hand.tick()
    assert field.text == "aaa"
    typed = [it.is_repeat for it in page.heard_of if isinstance(it, Typed)]
    assert typed == [False, True, True]


@pytest.mark.parametrize("key", ["duel", "sit_down"])
def test_key_held_on_the_title_begins_no_battle(app: App, hand: Hand, key: str) -> None:
    begun = asked_of(app)
    app.push(Title(app))
    hand.tick(3)
    title = app.scene
    assert isinstance(title, Title)
    title.ring.focus(next(b for b in title.menu if b.words == app.words.say("title", key)))
    for _ in range(12):
        hand.post(pygame.KEYDOWN, **RETURN)
        hand.tick()
    hand.post(pygame.KEYUP, **RETURN)
    hand.tick()
    assert isinstance(app.scene, LevelChoice)
    assert begun == []
