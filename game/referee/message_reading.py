"""Read messages. Each line is either understood, or refused with a sentence about its error."""

import json
from collections.abc import Iterable

import msgspec

from game.content.toml_files.finding_texts import quoted
from game.play.line_reading import Wrong
from game.referee.message_faults import misfit, names
from game.referee.protocol import HEARD, QUERIES, Heard, Query
from game.referee.terminal_sentences import said, wrong
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
        raise wrong("bad-json", variant="nested") from fault


def _object(line: bytes) -> dict[str, object]:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise wrong("not-utf8", at=fault.start + 1) from fault
    try:
        raw = msgspec.json.decode(text)
    except msgspec.MsgspecError as fault:
        raise wrong("bad-json", why=_why_not_json(text)) from fault
    if not isinstance(raw, dict):
        raise wrong("not-an-object")
    return raw


def _why_not_json(text: str) -> str:
    """Return the error in a line that isn't JSON, in words.

    Python's own reader is slower and more lenient, but knows the column.
    """
    try:
        raw = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as fault:
        return said("json", "column", column=fault.colno)
    except _Constant as fault:
        return said("json", "constant", word=str(fault))
    except ValueError:
        return said("json", "digits")
    try:
        json.dumps(raw, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return said("json", "half_letter")
    return said("json", "large")


class _Constant(Exception):
    """The error for a word such as NaN, which Python would read as a number."""


def _refuse_constant(word: str) -> None:
    raise _Constant(word)


def _message(raw: dict[str, object], commands: Iterable[type[Command]]) -> Message:
    keys = [key for key in KEYS if key in raw]
    if len(keys) != 1:
        raise wrong("unknown-message", keys=names(KEYS, "or"))
    if keys == ["do"]:
        return command_of(raw, commands)
    kind = _query(raw["query"]) if keys == ["query"] else BY_KEY[keys[0]]
    try:
        message: Message = msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        raise Wrong("bad-message", misfit(raw, kind)) from fault
    if any(raw.get(key, True) is not True for key in ONLY_TRUE):
        raise wrong("bad-message", variant="true", key=repr(keys[0]))
    return message


def _query(name: object) -> type[Query]:
    kind = BY_QUERY.get(name) if isinstance(name, str) else None
    if kind is None:
        known = names(BY_QUERY)
        if isinstance(name, str):
            raise wrong("bad-message", variant="query", name=quoted(name), names=known)
        raise wrong("bad-message", variant="no-query", names=known)
    return kind


def command_of(raw: dict[str, object], commands: Iterable[type[Command]]) -> Command:
    """Return the command that an object describes. Raise Wrong if it is malformed."""
    known = {verb(kind): kind for kind in commands}
    if "do" not in raw:
        raise wrong("bad-command", variant="missing")
    word = raw["do"]
    kind = known.get(word) if isinstance(word, str) else None
    if kind is None:
        own = names(sorted(known))
        if isinstance(word, str):
            raise wrong("bad-command", variant="unknown", word=quoted(word), names=own)
        raise wrong("bad-command", variant="no-word", names=own)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        why = misfit(raw, kind)
        raise wrong("bad-command", variant="misfit", word=repr(word), why=why) from fault
