"""Refusals: why a command cannot be, as data."""

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stable kebab-case code, one sentence that says what would be right, and the rule."""

    code: str
    message: str
    rule: str | None = None
    params: dict[str, Any] = {}
