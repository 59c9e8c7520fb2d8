"""Refusals: the reason why a command isn't allowed, as data."""

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stable kebab-case code, one sentence with the way out, and the rule."""

    code: str
    message: str
    rule: str | None = None
    params: dict[str, Any] = {}
    is_moot: bool = False
    """Whether the command would have no effect at all, so that it needn't be shown among commands
    that may be possible at another time.
    """
