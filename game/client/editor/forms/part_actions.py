"""The buttons of the page of parts: new parts, the uses of one, and its removal."""

from collections.abc import Callable

from game.client.editor.desk.editor_desk import EditorDesk, TablePath
from game.client.kit.widgets.button import Button
from game.client.screens.text_prompt import TextPrompt
from game.workshop.document import references, tables, units
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.parties import party_of, side_title
from game.workshop.forms.form_gestures import add_deploy, add_lesson, add_objective, fresh_id
from game.workshop.forms.part_list import NAMES, LevelPart
from game.workshop.forms.use_list import name_of, use_rows

ICONS = {
    "new_area": "icons/editor/new_area",
    "new_objective": "icons/flag",
    "new_side": "icons/plus",
    "new_lesson": "icons/letter",
    "uses": "icons/search",
    "form": "icons/scroll",
    "deploy_here": "icons/deploy",
    "objective_here": "icons/flag",
    "off_map": "icons/leave",
    "delete": "icons/editor/remove",
    "rename": "icons/letter",
}
"""The icons of the buttons, which replace their words where there is little room."""


class PartActions:
    """The buttons for the list of parts, or for the part that is open."""

    def __init__(
        self, desk: EditorDesk, keys: Callable[[], TablePath], on_uses: Callable[[], object]
    ) -> None:
        self._desk, self._keys, self._on_uses = desk, keys, on_uses
        self.buttons: tuple[Button, ...] = ()
        self._made: tuple[object, ...] = ()
        self._faces: dict[Button, tuple[str, str]] = {}
        """Icon and words of each button."""
        self._is_short = False

    def show(self, part: LevelPart | None, is_on_uses: bool) -> None:
        """Show the buttons for a part, or for the whole list."""
        now = part.keys if part is not None else (), is_on_uses, self._desk.editing.side
        if now != self._made:
            self._made, self._faces = now, {}
            self.buttons = self._of(part, is_on_uses) if part is not None else self._new()

    def _button(self, key: str, act: Callable[[], object], **values: object) -> Button:
        say = self._desk.app.words.say
        words = say("editor_act", key, **values)
        button = Button(words, act, about=say("editor_act_about", key, **values))
        self._faces[button] = ICONS[key], words
        return button

    def shorten(self, is_short: bool) -> None:
        """Show icons without words, or words alone."""
        self._is_short = is_short
        for button in self.buttons:
            icon, words = self._faces[button]
            button.icon, button.words = (icon, "") if is_short else ("", words)

    def count_uses(self) -> None:
        """Say on the button how many uses there are."""
        say, keys = self._desk.app.words.say, self._keys()
        first = self.buttons[0] if self.buttons else None
        if first is not None and keys and self._faces[first][0] == ICONS["uses"]:
            count = len(use_rows(self._desk.reading, keys))
            self._faces[first] = ICONS["uses"], say("editor_act", "uses", count=count)
            self.shorten(self._is_short)

    def _new(self) -> tuple[Button, ...]:
        return (
            self._button("new_area", self._draw_area),
            self._button("new_objective", self._add_objective),
            self._button("new_side", self._add_side),
            self._button("new_lesson", self._add_lesson),
        )

    def _of(self, part: LevelPart, is_on_uses: bool) -> tuple[Button, ...]:
        found: list[Button] = []
        if part.array in NAMES:
            return (self._button("rename", self._rename),)
        if name_of(self._desk.reading, part.keys) is not None:
            key = "form" if is_on_uses else "uses"
            found.append(self._button(key, self._on_uses, count=""))
        if part.array == "area":
            reading, side = self._desk.reading, self._desk.editing.side
            own, partys = side_title(reading, side), side_title(reading, party_of(reading))
            found.append(self._button("deploy_here", self._deploy, side=own))
            found.append(self._button("objective_here", self._objective, side=partys))
        if part.array == "unit":
            found.append(self._button("off_map", self._lift))
        if part.array:
            found.append(self._button("delete", self._delete))
        return tuple(found)

    # Deeds

    def _add_side(self) -> None:
        id = fresh_id(self._desk.reading, "side", "side")
        made = self._desk.apply(lambda reading: tables.add(reading, "side", {"id": id}))
        if made is not None:
            self._desk.choose(("side", len(self._desk.reading.toml.entries("side")) - 1))

    def _draw_area(self) -> None:
        """Take the tool that draws a new area."""
        self._desk.use("area")

    def _add_objective(self) -> None:
        """Add an objective that a trigger completes, until its form says otherwise."""
        self._added("objective", lambda reading: add_objective(reading))

    def _add_lesson(self) -> None:
        """Add a lesson, and open its card."""
        self._added("lesson", add_lesson)
        self._desk.open("triggers", is_focused=True)

    def _area(self) -> str:
        name = name_of(self._desk.reading, self._keys())
        return name[1] if name is not None else ""

    def _side(self) -> str:
        """Return the side that new units have. Raise GestureRefused if there is none."""
        editing = self._desk.editing
        if editing.side not in editing.sides:
            raise GestureRefused(self._desk.app.words.say("editor", "no_side"))
        return editing.side

    def _deploy(self) -> None:
        area = self._area()
        self._added("deploy", lambda reading: add_deploy(reading, self._side(), area))

    def _objective(self) -> None:
        area = self._area()
        self._added("objective", lambda reading: add_objective(reading, area))

    def _added(self, table: str, make: Callable[[LevelReading], Gesture]) -> None:
        """Add an entry to an array, and open its form."""
        if self._desk.apply(make) is not None:
            self._desk.choose((table, len(self._desk.reading.toml.entries(table)) - 1))

    def _lift(self) -> None:
        """Take the unit off the map."""
        name = name_of(self._desk.reading, self._keys())
        if name is not None:
            self._desk.apply(lambda reading: units.lift_unit(reading, name[1]))

    def _delete(self) -> None:
        keys = self._keys()
        table, number = str(keys[0]), keys[1]
        name = name_of(self._desk.reading, keys)
        assert isinstance(number, int)
        if table == "unit" and name is not None:
            step = self._desk.apply(lambda reading: units.delete_unit(reading, name[1]))
        else:
            step = self._desk.apply(lambda reading: tables.delete(reading, table, number))
        if step is not None:
            for note in step.notes:
                self._desk.app.notices.add(note)
            self._desk.choose(())

    def _rename(self) -> None:
        desk, keys = self._desk, self._keys()
        table, old = str(keys[0]), str(keys[1])

        def given(text: str) -> str | None:
            new = text.strip()
            try:
                desk.document.apply(references.rename(desk.reading, table, old, new))
            except GestureRefused as refused:
                return str(refused)
            desk.changed()
            desk.choose((table, new))
            return None

        say = desk.app.words.say
        words = say("editor_act", "rename_head", id=old), say("editor_act_about", "rename")
        desk.app.push(TextPrompt(desk.app, *words, say("editor_act", "rename"), given, old))
