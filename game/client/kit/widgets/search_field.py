"""A field for words that a list is searched for."""

from collections.abc import Callable

from game.client.kit.inputs import Input, Pointer
from game.client.kit.widgets.text_field import Field


class SearchField(Field):
    """A text field without a label. When it gets the focus, the first letter replaces its words."""

    def __init__(self, empty: str, on_change: Callable[[], object]) -> None:
        """Set up the field; `empty` is shown while it has no words."""
        super().__init__("", empty=empty, on_change=lambda _: on_change())
        self.share = 0.0
        self._is_entered = False

    def entered(self) -> None:
        self.is_fresh, self.caret = bool(self.text), len(self.text)
        self._is_entered = True

    def heard(self, event: Input) -> bool:
        is_first = self._is_entered and isinstance(event, Pointer) and event.kind == "down"
        was_fresh, caret = self.is_fresh, self.caret
        is_used = super().heard(event)
        if is_first:
            self.is_fresh, self.caret = was_fresh, caret
        if isinstance(event, Pointer) and event.kind != "move":
            self._is_entered = False
        return is_used
