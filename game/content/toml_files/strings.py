"""Find the ends of TOML strings, and remove quotes from keys."""

import re

import tomli

_STOPS = {'"': re.compile(r'["\\\n]'), "'": re.compile(r"['\n]")}
_LONG_STOPS = {'"': re.compile(r'"""|\\'), "'": re.compile("'''")}


def string_end(text: str, at: int) -> int:
    """Return the offset after the string that begins at `at`, or -1 if it doesn't end."""
    quote = text[at]
    is_long = text.startswith(quote * 3, at)
    stops = (_LONG_STOPS if is_long else _STOPS)[quote]
    at += 3 if is_long else 1
    while found := stops.search(text, at):
        at = found.end()
        if found.group() == "\n":
            return -1
        if found.group() != "\\":
            return _with_quotes(text, at, quote) if is_long else at
        if text.startswith("\n", at) and not is_long:
            return -1
        at += 1
    return -1


def _with_quotes(text: str, end: int, quote: str) -> int:
    """Return the end of a long string, moved past up to two more quotes that belong to its text."""
    for _ in range(2):
        end += text.startswith(quote, end)
    return end


def unquoted(token: str) -> str:
    """Return a quoted key without quotes and escapes.

    If it is malformed, remove only the quotes.
    """
    if "\\" not in token:
        return token[1:-1]
    try:
        value = tomli.loads(f"key = {token}")["key"]
    except ValueError:
        return token[1:-1]
    return str(value)
