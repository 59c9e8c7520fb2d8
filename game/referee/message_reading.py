"""Read messages. Each line is either understood, or refused with a sentence about its error."""

import json
from collections.abc import Iterable

import msgspec

from game.content.toml_files.finding_texts import quoted
from game.play.line_reading import Wrong
from game.referee.message_faults import misfit, names
from game.referee.protocol import HEARD, QUERIES, Heard, Query
from game.terms.commands import Command, verb

BY_KEY = {kind.__struct_fields__[0]: kind for kind in HEARD}
BY_QUERY = {str(kind.__struct_config__.tag): kind for kind in QUERIES}
KEYS = ("do", "query", *BY_KEY)
ONLY_TRUE = ("undo", "correct", "quit")
"""Keys whose only value is true."""

Message = Command | Query | Heard


def understand(line: bytes, commands: Iterable[type[Command]]) -> Message:
    """Return the message in a line. Raise Wrong with a sentence if there is none."""
    try:
        return _message(_object(line), commands)
    except RecursionError as fault:
        raise Wrong("bad-json", "The line is nested too deeply.") from fault


def _object(line: bytes) -> dict[str, object]:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Wrong("not-utf8", f"Byte {fault.start + 1} of the line isn't UTF-8.") from fault
    try:
        raw = msgspec.json.decode(text)
    except msgspec.MsgspecError as fault:
        raise Wrong("bad-json", f"The line isn't JSON: {_why_not_json(text)}.") from fault
    if not isinstance(raw, dict):
        raise Wrong("not-an-object", 'A line must be one JSON object, such as {"choose":0}.')
    return raw


def _why_not_json(text: str) -> str:
    """Return the error in a line that isn't JSON, in words.

    Python's own reader is slower and more lenient, but knows the column.
    """
    try:
        raw = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as fault:
        return f"it can't be read from column {fault.colno}"
    except _Constant as fault:
        return f"there is no number {fault} in it"
    except ValueError:
        return "a number has too many digits"
    try:
        json.dumps(raw, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return "an escape from \\ud800 to \\udfff is half a letter, and its other half is missing"
    return "a number is too large"


class _Constant(Exception):
    """The error for a word such as NaN, which Python would read as a number."""


def _refuse_constant(word: str) -> None:
    raise _Constant(word)


def _message(raw: dict[str, object], commands: Iterable[type[Command]]) -> Message:
    keys = [key for key in KEYS if key in raw]
    if len(keys) != 1:
        known = names(KEYS, "or")
        raise Wrong("unknown-message", f"Use exactly one of the keys {known}.")
    if keys == ["do"]:
        return command_of(raw, commands)
    kind = _query(raw["query"]) if keys == ["query"] else BY_KEY[keys[0]]
    try:
        message: Message = msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        raise Wrong("bad-message", misfit(raw, kind)) from fault
    if any(raw.get(key, True) is not True for key in ONLY_TRUE):
        raise Wrong("bad-message", f"The value of {keys[0]!r} must be true.")
    return message


def _query(name: object) -> type[Query]:
    kind = BY_QUERY.get(name) if isinstance(name, str) else None
    if kind is None:
        what = f"no query {quoted(name)}" if isinstance(name, str) else "no such query"
        raise Wrong("bad-message", f"There is {what}; the queries are {names(BY_QUERY)}.")
    return kind


def command_of(raw: dict[str, object], commands: Iterable[type[Command]]) -> Command:
    """Return the command that an object describes. Raise Wrong if it is malformed."""
    known = {verb(kind): kind for kind in commands}
    if "do" not in raw:
        message = "The key 'do' is missing; every command has it, as the options show."
        raise Wrong("bad-command", message)
    word = raw["do"]
    kind = known.get(word) if isinstance(word, str) else None
    if kind is None:
        what = f"no command {quoted(word)}" if isinstance(word, str) else "no such command"
        message = f"There is {what} here; the commands are {names(sorted(known))}."
        raise Wrong("bad-command", message)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        message = f"The command {word!r} doesn't fit. {misfit(raw, kind)}"
        raise Wrong("bad-command", message) from fault
