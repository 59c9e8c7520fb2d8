"""From bytes to messages: whatever comes in is either understood or named as wrong."""

from collections.abc import Iterable
from typing import BinaryIO

import msgspec

from game.session.protocol import HEARD, AnyQuery, Heard, Query
from game.terms.commands import Command, from_json
from game.terms.refusals import Refusal

MOST_BYTES = 1_000_000
"""No line is longer than this."""

MOST_SENTENCE = 400
"""Nor is an answer that quotes from one."""

BY_KEY = {kind.__struct_fields__[0]: kind for kind in HEARD}
KEYS = ("do", "query", *BY_KEY)

Message = Command | Query | Heard


class Wrong(Exception):
    """Something came in that changes nothing, and why."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        if len(message) > MOST_SENTENCE:
            message = message[:MOST_SENTENCE] + "…"
        super().__init__(message)
        self.code, self.message, self.rule = code, message, rule

    @classmethod
    def refused(cls, refusal: Refusal) -> "Wrong":
        """For a command that is not legal."""
        return cls(refusal.code, refusal.message, refusal.rule)


def read_line(stream: BinaryIO) -> bytes | None:
    """The next line without its end; None at the end of input; Wrong if it is too long."""
    line = stream.readline(MOST_BYTES + 1)
    if not line:
        return None
    if len(line) > MOST_BYTES and not line.endswith(b"\n"):
        while line and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES)
        raise Wrong("line-too-long", f"A line has at most {MOST_BYTES} bytes.")
    return line.rstrip(b"\r\n")


def understand(line: bytes, commands: Iterable[type[Command]]) -> Message:
    """The message of a line; Wrong says in a sentence why there is none."""
    try:
        return _message(_object(line), commands)
    except RecursionError as fault:
        raise Wrong("bad-json", "The line is nested too deeply.") from fault


def _object(line: bytes) -> dict[str, object]:
    try:
        raw = msgspec.json.decode(line.decode("utf-8"))
    except UnicodeDecodeError as fault:
        raise Wrong("not-utf8", f"Byte {fault.start + 1} of the line is not UTF-8.") from fault
    except msgspec.MsgspecError as fault:
        raise Wrong("bad-json", f"The line is not JSON: {fault}.") from fault
    if not isinstance(raw, dict):
        raise Wrong("not-an-object", "A line holds one JSON object.")
    return raw


def _message(raw: dict[str, object], commands: Iterable[type[Command]]) -> Message:
    keys = [key for key in KEYS if key in raw]
    if len(keys) != 1:
        known = ", ".join(repr(key) for key in KEYS)
        raise Wrong("unknown-message", f"A message has exactly one of the keys {known}.")
    if keys == ["do"]:
        return command_of(raw, commands)
    kind = AnyQuery if keys == ["query"] else BY_KEY[keys[0]]
    try:
        message: Message = msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        raise Wrong("bad-message", f"The message {keys[0]!r} does not fit: {fault}.") from fault
    if raw.get("undo", True) is not True or raw.get("quit", True) is not True:
        raise Wrong("bad-message", f"The value of {keys[0]!r} can only be true.")
    return message


def command_of(raw: dict[str, object], commands: Iterable[type[Command]]) -> Command:
    """The command that an object describes; Wrong says in a sentence what does not fit."""
    try:
        return from_json(raw, commands)
    except ValueError as fault:
        raise Wrong("bad-command", str(fault)) from fault
