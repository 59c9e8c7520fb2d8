"""What a press on a field of a form does: it picks, types, turns or sets back a value."""

from collections.abc import Callable
from functools import partial

from game.client.editor.desk.editor_desk import EditorDesk, TablePath
from game.client.editor.forms.value_picker import ValuePicker
from game.client.screens.text_prompt import TextPrompt
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.forms.entry_forms import HEAD, EntryForm, FormField, Forms
from game.workshop.forms.field_texts import LONGEST, is_short, next_number, text_of, value_of
from game.workshop.forms.form_gestures import first_value, set_field, with_another
from game.workshop.forms.id_options import FieldOption
from game.workshop.forms.inherited_values import Inheritance
from game.workshop.forms.part_list import HEAD_PART, part_of

INHERITED = "\x00inherited"
"""The value of the option that sets a field back."""


class FormEditing:
    """The form of the part that is chosen, and the changes of its fields."""

    def __init__(
        self,
        desk: EditorDesk,
        keys: Callable[[], TablePath],
        on_type: Callable[[FormField, str], object],
    ) -> None:
        """Set up for the part at `keys`; `on_type` begins to type a field's text in its row."""
        self._desk, self._keys, self._on_type = desk, keys, on_type
        self._inheritance: tuple[str, Inheritance] | None = None

    @property
    def forms(self) -> Forms:
        """The forms of the level as it is now. Raise GestureRefused if the text isn't TOML."""
        reading, id = self._desk.reading, self._desk.book
        if self._inheritance is None or self._inheritance[0] != id:
            self._inheritance = (
                id,
                Inheritance(self._desk.app.books[id], self._desk.document.data_root),
            )
        return Forms(reading, self._inheritance[1])

    @property
    def form(self) -> EntryForm | None:
        """The form that is open, or None."""
        keys = self._keys()
        return self.forms.form(HEAD if keys == HEAD_PART else keys)

    def give(self, field: FormField, value: object) -> None:
        """Give a field a value, as one step."""
        forms, form = self.forms, self.form
        if form is not None:
            self._desk.say_notes(self._desk.apply(lambda _: set_field(forms, form, field, value)))

    # Presses

    def edit(self, field: FormField) -> None:
        """Edit a field: turn a yes or no, pick from a list, type anything else."""
        match field.shape.kind:
            case "yes":
                self.give(field, not field.value)
            case "choice" | "ids" if self.forms.options(field):
                self._pick(field)
            case "table":
                self._begin(field)
            case "tables":
                self._add_entry(field)
            case "entry":
                self._desk.choose(field.keys)
            case "tiles":
                self._desk.refuse(self._desk.app.words.say("editor_form", "tiles_on_board"))
            case _:
                self._type(field)

    def turn(self, field: FormField, by: int) -> None:
        """Take the next value: a number, a choice, or yes and no."""
        if field.shape.kind == "number":
            number = next_number(field, by)
            if number is not None:
                self.give(field, number)
            return
        if field.shape.kind == "yes":
            self.give(field, not field.value)
            return
        values = [one.value for one in self.forms.options(field)]
        if not values:
            return
        place = values.index(field.value) if field.value in values else -1 if by > 0 else 0
        self.give(field, values[(place + by) % len(values)])

    def reset(self, field: FormField) -> None:
        """Set a field back to what it inherits."""
        say = self._desk.app.words.say
        if field.is_id or field.is_required:
            self._desk.refuse(say("editor_form", "required", label=field.label))
        elif field.can_reset:
            self.give(field, None)

    def _begin(self, field: FormField) -> None:
        """Begin a table that isn't there, with what it needs."""
        if field.value is not None:
            return
        forms, form = self.forms, self.form
        if form is not None:
            chosen = form

            def made(_: object) -> Gesture:
                return set_field(forms, chosen, field, first_value(forms, field))

            self._desk.apply(made)

    def _add_entry(self, field: FormField) -> None:
        """Add a table at the end of a list, and open its form."""
        forms, form = self.forms, self.form
        if form is None:
            return
        chosen = form

        def made(_: object) -> Gesture:
            return set_field(forms, chosen, field, with_another(forms, field))

        if self._desk.apply(made) is not None:
            entries = self._desk.reading.toml.get(field.keys)
            if isinstance(entries, list):
                self._desk.choose((*field.keys, len(entries) - 1))

    def _pick(self, field: FormField) -> None:
        say = self._desk.app.words.say
        options = [self._told(field, one) for one in self.forms.options(field)]
        is_list = field.shape.kind == "ids"
        if field.can_reset and not is_list:
            passed = field.inherited
            words = say("editor_form", "none_given")
            if passed is not None:
                titles = {one.value: one.title for one in options}
                title = next((t for v, t in titles.items() if v == passed.value), passed.value)
                words = say("editor_form", "inherit", title=str(title), origin=passed.origin)
            options.insert(0, FieldOption(INHERITED, words))
        value = (field.value or []) if is_list else field.value

        def given(new: object) -> None:
            self.give(field, None if new == INHERITED else new)

        title = self._title(field)
        picker = ValuePicker(
            self._desk.app, title, field.about, options, given, value, is_list=is_list
        )
        self._desk.app.push(picker)

    def _told(self, field: FormField, option: FieldOption) -> FieldOption:
        """Return an option with the facts line of what it names."""
        facts = self._desk.editing.palette.facts(field.shape.ref, str(option.value))
        return option._replace(facts=facts)

    def _type(self, field: FormField) -> None:
        """Type a value: in the row of the form, or on a sheet of its own if it is long."""
        say, text = self._desk.app.words.say, text_of(self._desk.reading.toml, field)
        if is_short(field):
            self._on_type(field, text)
            return
        about = field.about
        if field.inherited is not None and field.is_written:
            from_where = say("editor_form", "empty_resets", origin=field.inherited.origin)
            about = f"{about}\n{from_where}" if about else from_where
        words = self._title(field), about, say("editor_form", "set")
        given, line = partial(self._given, field), " ".join(text.split("\n"))
        self._desk.app.push(TextPrompt(self._desk.app, *words, given, line, LONGEST))

    def typed(self, field: FormField, text: str) -> bool:
        """Give a field what was typed in its row; say why if that can't be, and return False."""
        why = self._given(field, text)
        if why is not None:
            self._desk.refuse(why)
        return why is None

    def _given(self, field: FormField, text: str) -> str | None:
        """Give a field a text; return why that can't be, or None."""
        forms, form = self.forms, self.form
        if form is None:
            return None
        try:
            step = self._desk.document.apply(set_field(forms, form, field, value_of(field, text)))
        except GestureRefused as refused:
            return str(refused)
        self._desk.changed()
        self._desk.say_notes(step)
        return None

    def _title(self, field: FormField) -> str:
        part = part_of(self._desk.reading, self._keys())
        owner = part.title if part is not None else ""
        return self._desk.app.words.say("editor_form", "field_of", label=field.label, owner=owner)
