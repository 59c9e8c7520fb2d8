"""Edits that set and remove keys and tables, and leave all other text as it is."""

from collections.abc import Iterable, Mapping, Sequence

from game.content.toml_files.item_edits import insert_items, remove_items
from game.content.toml_files.layout import Block, Pair, TextSpan
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit
from game.content.toml_files.toml_text import TomlText
from game.content.toml_files.value_text import WIDEST, Value


class CannotEdit(Exception):
    """The error for a place in a text that these edits can't reach."""


def set_value(toml: TomlText, keys: Keys, value: Value) -> list[Edit]:
    """Return the edits that give a key a value. What stays equal is not touched.

    Raise CannotEdit if there is no table for the key.
    """
    old, span = toml.get(keys), toml.layout.value(keys)
    if old is not None and _same(old, value):
        return []
    if isinstance(old, dict) and isinstance(value, Mapping):
        return _set_table(toml, keys, old, value)
    if span is None:
        # A table with a header of its own becomes a line of its parent.
        gone = _removed(toml, keys) if old is not None else []
        inside = toml.get(keys[:-1]) if keys[:-1] else toml.tables
        if isinstance(inside, dict):
            return gone + _added(toml, keys[:-1], {str(keys[-1]): value})
        return set_values(toml, keys[:-1], {str(keys[-1]): value})
    if isinstance(old, list) and isinstance(value, list | tuple):
        return _set_list(toml, keys, old, list(value))
    if isinstance(value, str):
        written = toml.style.string(value, toml.text[span.start : span.end])
    else:
        room = WIDEST - (span.start - toml.layout.line_start(span.start))
        indent = toml.layout.indent(span.start)
        written = toml.style.value(value, inner=indent, room=room)
    return [Edit(span.start, span.end, written)]


def _same(old: object, new: object) -> bool:
    """Return whether two values are equal and of one type: 1 is not true."""
    if isinstance(old, list) and isinstance(new, list | tuple):
        return len(old) == len(new) and all(map(_same, old, new))
    if isinstance(old, dict) and isinstance(new, Mapping):
        return list(old) == list(new) and all(_same(old[key], new[key]) for key in old)
    return type(old) is type(new) and old == new


def _set_table(
    toml: TomlText, keys: Keys, old: Mapping[str, Value], new: Mapping[str, Value]
) -> list[Edit]:
    """Return the edits between two tables. In an inline table, new keys replace old ones."""
    gone, values = [key for key in old if key not in new], dict(new)
    edits: list[Edit] = []
    if toml.layout.value(keys) is not None:
        own = _inline_pairs(toml, keys)
        for pair in [pair for pair in own if pair.keys[len(keys)] in gone]:
            key = next((key for key in values if key not in old), None)
            if key is not None:
                written = f"{toml.style.key(key, own)}{toml.style.equals}"
                written += toml.style.value(values.pop(key))
                edits.append(Edit(pair.key.start, pair.value.end, written))
                gone = [name for name in gone if name != pair.keys[len(keys)]]
    return edits + remove_keys(toml, keys, gone) + set_values(toml, keys, values)


def _inline_pairs(toml: TomlText, table: Keys) -> list[Pair]:
    return [pair for pair in toml.layout.pairs if pair.table == table and pair.is_inline]


def _set_list(toml: TomlText, keys: Keys, old: list[object], new: list[object]) -> list[Edit]:
    """Return the edits between two lists: entries that stay at the ends are not touched."""
    head = 0
    while head < min(len(old), len(new)) and _same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and _same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    both = min(len(old), len(new)) - tail
    edits: list[Edit] = []
    for n in range(head, both):
        edits += set_value(toml, (*keys, n), new[n])
    if len(old) > len(new):
        edits += remove_items(toml, keys, both, len(old) - tail)
    elif len(new) > len(old):
        items = [toml.style.value(one) for one in new[both : len(new) - tail]]
        edits += insert_items(toml, keys, both, items)
    return edits


def set_values(toml: TomlText, table: Keys, values: Mapping[str, Value]) -> list[Edit]:
    """Return the edits that give several keys of one table their values.

    Raise CannotEdit if there is no such table, and it can't be made.
    """
    inside = toml.get(table) if table else toml.tables
    if inside is None:
        return set_values(toml, table[:-1], {str(table[-1]): dict(values)})
    if not isinstance(inside, dict):
        raise CannotEdit(table)
    edits: list[Edit] = []
    for key in (key for key in values if key in inside):
        edits += set_value(toml, (*table, key), values[key])
    new = {key: value for key, value in values.items() if key not in inside}
    return edits + (_added(toml, table, new) if new else [])


def _added(toml: TomlText, table: Keys, new: Mapping[str, Value]) -> list[Edit]:
    """Return the edits that add keys to a table, in the form in which the table is written."""
    layout, style = toml.layout, toml.style
    if layout.value(table) is not None:
        own = _inline_pairs(toml, table)
        items = [f"{style.key(key, own)}{style.equals}{style.value(v)}" for key, v in new.items()]
        return insert_items(toml, table, len(own), items)
    block = layout.block(table)
    if block is not None:
        own = [pair for pair in block.pairs if len(pair.keys) == len(table) + 1]
        return [_lines_added(toml, block, block.pairs[-1:], own, new, ())]
    for block in (block for block in layout.blocks if len(block.keys) < len(table)):
        under = [p for p in block.pairs if p.keys[: len(table)] == table]
        if under:
            # The table exists only by dotted keys, such as `map.grid`.
            own = [p for p in under if len(p.keys) == len(table) + 1]
            return [_lines_added(toml, block, under[-1:], own, new, table[len(block.keys) :])]
    below = layout.blocks_of(table)
    if not below:
        raise CannotEdit(table)
    # The table exists only by the headers of its subtables.
    name = ".".join(style.key(str(key)) for key in table if isinstance(key, str))
    lines = "".join(_line(toml, "", style.key(key), v, "") for key, v in new.items())
    at = below[0].lead
    return [Edit(at, at, f"[{name}]{style.newline}{lines}{style.newline}")]


def _lines_added(
    toml: TomlText,
    block: Block,
    last: Sequence[Pair],
    siblings: list[Pair],
    new: Mapping[str, Value],
    dotted: Keys,
) -> Edit:
    """Return the edit that adds lines after the last pair of a block, or after its header."""
    layout, style = toml.layout, toml.style
    at = layout.line_end(last[0].value.end) if last else block.head_end
    indent = layout.indent(last[0].key.start) if last else ""
    before = "".join(f"{style.key(str(key))}." for key in dotted)
    column = _column(toml, siblings)
    lines = ""
    for key, value in new.items():
        lines += _line(toml, indent, before + style.key(key, siblings), value, column)
    starts_line = at == 0 or toml.text[at - 1] == "\n"
    if not starts_line:
        return Edit(at, at, style.newline + lines.removesuffix(style.newline))
    if not block.keys and not last and toml.text[at:].strip():
        lines += style.newline
    return Edit(at, at, lines)


def _line(toml: TomlText, indent: str, name: str, value: Value, column: str) -> str:
    style = toml.style
    start = f"{indent}{name.ljust(len(column))}{style.equals}"
    written = style.value(value, inner=indent, room=WIDEST - len(start))
    return f"{start}{written}{style.newline}"


def _column(toml: TomlText, siblings: Sequence[Pair]) -> str:
    """Return blanks of the width to which a table's keys are aligned; "" if they aren't."""
    sizes = [pair.key.end - pair.key.start for pair in siblings]
    seps = [toml.text[pair.key.end : pair.value.start] for pair in siblings]
    wide = {size + len(sep) - len(sep.lstrip()) for size, sep in zip(sizes, seps, strict=True)}
    is_aligned = len(siblings) > 1 and len(wide) == 1 and len(set(sizes)) > 1
    return " " * max(sizes) if is_aligned else ""


def remove_keys(toml: TomlText, table: Keys, names: Iterable[str]) -> list[Edit]:
    """Return the edits that remove keys of one table, each with the comment on its line."""
    gone = set(names)
    edits: list[Edit] = []
    if toml.layout.value(table) is not None:
        own = _inline_pairs(toml, table)
        numbers = [n for n, pair in enumerate(own) if pair.keys[len(table)] in gone]
        return _runs_removed(toml, table, numbers)
    for name in gone:
        edits += _removed(toml, (*table, name))
    return edits


def _runs_removed(toml: TomlText, keys: Keys, numbers: Sequence[int]) -> list[Edit]:
    """Return the edits that remove some entries of an array or inline table."""
    edits: list[Edit] = []
    start = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            edits += remove_items(toml, keys, numbers[start], number + 1)
            start = place + 1
    return edits


def remove_entries(toml: TomlText, keys: Keys, numbers: Iterable[int]) -> list[Edit]:
    """Return the edits that remove some entries of an array, whichever form it has."""
    some = sorted(set(numbers))
    if toml.layout.value(keys) is not None:
        return _runs_removed(toml, keys, some)
    return [edit for n in some for edit in _removed(toml, (*keys, n))]


def _removed(toml: TomlText, keys: Keys) -> list[Edit]:
    """Return the edits that remove the lines of a key or table."""
    layout = toml.layout
    edits = []
    for block in layout.blocks:
        for pair in block.pairs:
            if pair.keys[: len(keys)] == keys and block.keys[: len(keys)] != keys:
                start, end = layout.line_start(pair.key.start), layout.line_end(pair.value.end)
                edits.append(Edit(start, end, ""))
    return edits + [_block_removed(toml, block) for block in layout.blocks_of(keys)]


def _block_removed(toml: TomlText, block: Block) -> Edit:
    """Return the edit that removes a table with its comments and the blank lines below."""
    text, end = toml.text, block.end
    while end < len(text) and not text[end : toml.layout.line_end(end)].strip():
        end = toml.layout.line_end(end)
    return Edit(block.lead, end, "")


def add_table(
    toml: TomlText, array: str, values: Mapping[str, Value], after: Sequence[str] = ()
) -> list[Edit]:
    """Return the edit that adds a table at the end of an array.

    If the array is new, its first table comes after the last of those in `after`, else at the end.
    """
    layout, style = toml.layout, toml.style
    if layout.value((array,)) is not None:
        return insert_items(toml, (array,), len(toml.entries(array)), [style.value(dict(values))])
    own = layout.blocks_of((array,))
    names = [name for name in after if layout.blocks_of((name,))]
    if own:
        last = max(own, key=lambda block: block.end)
    elif names:
        last = max(layout.blocks_of((names[-1],)), key=lambda block: block.end)
    else:
        last = layout.blocks[-1]
    at = last.end if own or names else len(toml.text)
    gap = _gap(toml)
    lines = "".join(_line(toml, "", style.key(key), value, "") for key, value in values.items())
    head = f"[[{style.key(array)}]]{style.newline}"
    whole = style.newline * gap + head + lines
    if at and toml.text[at - 1] != "\n":
        whole = style.newline + whole.removesuffix(style.newline)
    return [Edit(at, at, whole)]


def _gap(toml: TomlText) -> int:
    """Return the number of blank lines between tables in the file: 0 or 1."""
    blocks = [block for block in toml.layout.blocks if block.keys]
    wide = sum(toml.text[: block.lead].endswith(("\n\n", "\n\r\n")) for block in blocks)
    return 1 if 2 * wide >= len(blocks) else 0


def table_span(toml: TomlText, keys: Keys) -> TextSpan | None:
    """Return the span of a whole table: its comment, its header, its pairs and the tables in it.

    For an inline table it is that of the value. Return None if there is no such table, or other
    tables stand in between.
    """
    span, blocks = toml.layout.value(keys), toml.layout.blocks_of(keys)
    if span is not None:
        return span
    if not blocks:
        return None
    start, end = blocks[0].lead, blocks[-1].end
    between = [block for block in toml.layout.blocks if start <= block.lead < end]
    return TextSpan(start, end) if len(between) == len(blocks) else None


def move_table(toml: TomlText, array: str, number: int, to: int) -> list[Edit]:
    """Return the edits that move a table of an array to another number, text and all.

    Raise CannotEdit if one of the tables isn't in one piece.
    """
    count = len(toml.entries(array))
    if not (0 <= number < count and 0 <= to < count) or number == to:
        return []
    spans = [table_span(toml, (array, n)) for n in range(count)]
    step = 1 if to > number else -1
    places = range(number, to + step, step)
    found = [span for n in places if (span := spans[n]) is not None]
    if len(found) != len(places):
        raise CannotEdit((array, number))
    # The last line of the file may have no line end, so line ends stay where they are.
    texts = [toml.text[span.start : span.end].rstrip("\r\n") for span in found]
    moved = [*texts[1:], texts[0]]
    return [
        Edit(span.start, span.start + len(old), new)
        for span, old, new in zip(found, texts, moved, strict=True)
    ]


def copy_table(toml: TomlText, array: str, number: int, changes: Mapping[str, str]) -> list[Edit]:
    """Return the edits that put a copy of a table below it, with other texts for some keys.

    Raise CannotEdit if the table isn't in one piece.
    """
    span = table_span(toml, (array, number))
    if span is None:
        raise CannotEdit((array, number))
    text = toml.text[span.start : span.end]
    found = [(toml.layout.value((array, number, key)), value) for key, value in changes.items()]
    for place, value in sorted(((p, v) for p, v in found if p is not None), reverse=True):
        start, end = place.start - span.start, place.end - span.start
        text = text[:start] + toml.style.string(value, text[start:end]) + text[end:]
    if toml.layout.value((array, number)) is not None:
        return insert_items(toml, (array,), number + 1, [text])
    if not text.endswith("\n"):
        text = toml.style.newline + text
    return [Edit(span.end, span.end, toml.style.newline * _gap(toml) + text)]
