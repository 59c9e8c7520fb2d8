"""The value of a field as words, with titles instead of ids."""

from game.workshop.forms.entry_forms import FormField, Forms
from game.workshop.forms.field_texts import text_of
from game.workshop.forms.form_sentences import said
from game.workshop.forms.id_options import FieldOption, plain_title

BETWEEN = ", "


def words_of(forms: Forms, field: FormField) -> str:
    """Return the value that counts, as words; "" for a table whose fields follow."""
    value, kind = field.value, field.shape.kind
    if kind == "tables":
        return said("count", "entries", count=len(value) if isinstance(value, list) else 0)
    if kind == "entry" and isinstance(value, dict):
        return said("form", "open")
    if value in (None, "", [], {}):
        return "" if kind == "table" and value == {} else said("value", "none")
    if kind == "table":
        return ""
    if kind == "tiles" and isinstance(value, list):
        return said("count", "tiles", count=len(value))
    if kind in ("choice", "ids"):
        options, some = forms.options(field), value if isinstance(value, list) else [value]
        return BETWEEN.join(_title(options, one) for one in some)
    if isinstance(value, bool):
        return plain_title(value)
    return " ".join(text_of(forms.reading.toml, field).split())


def _title(options: tuple[FieldOption, ...], value: object) -> str:
    """Return the title of a value; a value with an error has none."""
    same = (one.title for one in options if type(one.value) is type(value) and one.value == value)
    return next(same, plain_title(value))
