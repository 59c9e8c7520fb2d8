"""A text that is typed where it is shown, in a card or in a form."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.client.kit.inputs import Act
from game.client.kit.widgets.text_field import Field

if TYPE_CHECKING:
    from game.client.kit.app import App


class TypedField:
    """The text that is being typed, if there is one. Enter takes it, Esc gives it up."""

    def __init__(self, on_typed: Callable[[str], bool]) -> None:
        """Set up without a text; `on_typed` gets the new one and returns whether it accepts it."""
        self.field: Field | None = None
        self._on_typed = on_typed

    def begin(self, text: str, most: int, *, is_fresh: bool) -> None:
        """Begin to type a text over; with `is_fresh`, the first letter replaces all of it."""
        self.field = Field("", text, most=most)
        self.field.is_fresh = is_fresh
        self.field.has_letters = False
        self.field.on_written = self.finish

    def finish(self) -> bool:
        """Give the text that was typed; return whether it was accepted or there was none."""
        if self.field is not None and not self._on_typed(self.field.text):
            return False
        self.drop()
        return True

    def drop(self) -> bool:
        """Stop typing without a change; return whether anything was being typed."""
        was_typing, self.field = self.field is not None, None
        return was_typing

    def acted(self, event: Act, app: "App") -> bool:
        """Handle an input while a text is typed; return whether it was used."""
        if event.name == "confirm" and event.is_pad and self.field is not None:
            app.push(app.navigation.letters(self.field))
            return True
        if event.name == "confirm":
            self.finish()
            return True
        if event.name in ("next", "previous"):
            return not self.finish()
        return event.name in ("left", "right", "up", "down")
