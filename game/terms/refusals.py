"""Refusals: why a command cannot be, as data."""

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stable kebab-case code, one sentence with the way out, and the rule."""

    code: str
    message: str
    rule: str | None = None
    params: dict[str, Any] = {}
    is_moot: bool = False
    """Whether there is nothing for the command to do at all, so that it need not be shown among
    what might be done at another time."""
