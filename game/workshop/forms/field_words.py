"""The value of a field as words, with titles instead of ids."""

from game.workshop.forms.entry_forms import FormField, Forms
from game.workshop.forms.field_texts import text_of
from game.workshop.forms.form_sentences import said
from game.workshop.forms.id_options import plain_title

BETWEEN = ", "


def words_of(forms: Forms, field: FormField) -> str:
    """Return the value that counts, as words; "" for a table whose fields follow."""
    value, kind = field.value, field.shape.kind
    if value in (None, "", [], {}):
        return "" if kind == "table" and value == {} else said("value", "none")
    if kind == "table":
        return ""
    if kind == "tiles" and isinstance(value, list):
        return said("count", "tiles", count=len(value))
    if kind in ("choice", "ids"):
        titles: dict[object, str] = {one.value: one.title for one in forms.options(field)}
        some = value if isinstance(value, list) else [value]
        return BETWEEN.join(titles.get(one, plain_title(one)) for one in some)
    if isinstance(value, bool):
        return plain_title(value)
    return " ".join(text_of(forms.reading.toml, field).split())
