"""Values of a form as text, and texts as values."""

import math

import tomli
from msgspec import inspect

from game.content.toml_files.toml_text import TomlText
from game.content.values.type_fit import fits
from game.core.dice import Dice, DiceError
from game.workshop.document.gesture import GestureRefused
from game.workshop.forms.entry_forms import FormField
from game.workshop.forms.field_shapes import FieldShape
from game.workshop.forms.form_sentences import said

LONGEST = 2000
"""Maximum length of a text that a form takes."""
SHORT = 120
"""Maximum length of a text that can be typed in a form's row."""


def is_short(field: FormField) -> bool:
    """Return whether a field's value is a number, an id, or another text of one short line."""
    shape, value = field.shape, field.value
    if shape.kind in ("number", "dice", "tile", "choice"):
        return True
    info = shape.info.type if isinstance(shape.info, inspect.Metadata) else shape.info
    if shape.kind != "text" or (isinstance(value, str) and not value.isprintable()):
        return False
    return not isinstance(info, inspect.StrType) or (info.max_length or 0) <= SHORT


def text_of(toml: TomlText, field: FormField) -> str:
    """Return a field's value as the text to type over; "" without a value."""
    value = field.value
    match field.shape.kind, value:
        case _, None:
            return ""
        case (("text" | "dice" | "choice"), str()):
            return value
        case "number", int() | float():
            return str(value)
        case "tile", [x, y]:
            return f"{x}, {y}"
    return _in_line(toml, value)


def _in_line(toml: TomlText, value: object) -> str:
    """Return a value as TOML in one line."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_in_line(toml, one) for one in value)}]"
    return toml.style.value(value)


def value_of(field: FormField, text: str) -> object:
    """Return the value that a text means; None if it is empty and the field can be without.

    Raise GestureRefused with a sentence if it doesn't fit the field.
    """
    shape, label = field.shape, field.label
    words = text.strip()
    if not words and (not field.is_required or field.inherited is not None):
        return "" if shape.kind == "text" and _inherits_text(field) else None
    match shape.kind:
        case "number":
            return _number(shape, label, words)
        case "dice":
            return _dice(label, words)
        case "choice" if shape.options:
            return _option(shape, label, words)
        case "text" | "choice":
            return _text(shape, label, text)
        case "tile":
            return _tile(label, words)
    return _toml(shape, label, words)


def _inherits_text(field: FormField) -> bool:
    """Return whether an empty text says something else than no text."""
    info = field.shape.info
    may = isinstance(info, inspect.StrType) and not info.min_length
    return may and field.inherited is not None and bool(field.inherited.value)


def _number(shape: FieldShape, label: str, words: str) -> object:
    info = shape.info
    assert isinstance(info, inspect.IntType | inspect.FloatType)
    try:
        is_whole = isinstance(info, inspect.IntType)
        number: int | float = int(words) if is_whole else float(words)
    except ValueError:
        key = "whole" if isinstance(info, inspect.IntType) else "number"
        raise _refused(key, label, text=words) from None
    bounds = bounds_of(shape)
    step = info.multiple_of or 0
    inside = math.isfinite(number) and bounds[0] <= number <= bounds[1]
    inside &= info.gt is None or number > info.gt
    inside &= info.lt is None or number < info.lt
    if not inside:
        raise _refused("range", label, least=_plain(bounds[0]), most=_plain(bounds[1]))
    if step and number % step:
        raise _refused("step", label, step=_plain(step))
    return number


def bounds_of(shape: FieldShape) -> tuple[float, float]:
    """Return the least and the greatest value of a number."""
    info = shape.info
    assert isinstance(info, inspect.IntType | inspect.FloatType)
    least = next((end for end in (info.ge, info.gt) if end is not None), -10_000)
    most = next((end for end in (info.le, info.lt) if end is not None), 10_000)
    return least, most


def next_number(field: FormField, by: int) -> int | float | None:
    """Return the number that is next above or below a field's value; None if there is none."""
    shape, value = field.shape, field.value
    if shape.kind != "number":
        return None
    info = shape.info
    assert isinstance(info, inspect.IntType | inspect.FloatType)
    least, most = bounds_of(shape)
    if isinstance(info, inspect.FloatType):
        old = float(value) if isinstance(value, int | float) else 0.0
        new = round(old + by * 0.05, 2)
        ends = info.gt is None or new > info.gt, info.lt is None or new < info.lt
        return new if least <= new <= most and all(ends) else None
    step = int(info.multiple_of or 1)
    start = value if isinstance(value, int) else int(max(least, 0)) - (step if by > 0 else 0)
    changed = start + by * step
    return changed if least <= changed <= most else None


def _dice(label: str, words: str) -> str:
    try:
        Dice.parse(words)
    except DiceError:
        raise _refused("dice", label, text=words) from None
    return words


def _text(shape: FieldShape, label: str, text: str) -> str:
    info = shape.info
    inner = info.type if isinstance(info, inspect.Metadata) else info
    most = inner.max_length if isinstance(inner, inspect.StrType) else None
    if not text.strip():
        raise _refused("empty", label)
    if len(text) > (most or LONGEST):
        raise _refused("long", label, most=most or LONGEST, count=len(text))
    return text


def _option(shape: FieldShape, label: str, words: str) -> object:
    for option in shape.options:
        if str(option).lower() == words.lower():
            return option
    raise _refused("toml", label, text=words)


def _tile(label: str, words: str) -> list[int]:
    parts = [part.strip() for part in words.strip("[]()").split(",")]
    if len(parts) != 2 or not all(part.lstrip("-").isdigit() for part in parts):
        raise _refused("tile", label, text=words)
    return [int(part) for part in parts]


def _toml(shape: FieldShape, label: str, words: str) -> object:
    try:
        found = tomli.loads(f"value = {words}\n")
    except tomli.TOMLDecodeError:
        raise _refused("toml", label, text=words) from None
    if set(found) != {"value"} or not fits(shape.info, found["value"]):
        raise _refused("toml", label, text=words)
    value: object = found["value"]
    return value


def _refused(key: str, label: str, **values: object) -> GestureRefused:
    return GestureRefused(said("refused", key, label=label, **values))


def _plain(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else str(number)
