"""Real bytes, damaged as by an editor, a bad disk or an attacker."""

import json
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1, 2**31, 2**63, -(2**63), 10**30, 1e308, 0.5),
    *("", "red", "red.ann", "\0", "💀" * 50, "x" * 5000, "1d6", "999999d999999"),
    *([], {}, [[]], [1, 2], {"do": "end"}, [[0, 0]] * 500, {"type": "Vitals"}),
)


def spoilt(text: bytes, rng: Random) -> bytes:
    """Return the text with one to three changes of any kind."""
    for _ in range(rng.randint(1, 3)):
        text = rng.choice((_bytes, _bytes, _lines, _values, _values, _values))(text, rng)
    return text


def _bytes(text: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(text) + 1)
    size = rng.choice((0, 1, 1, 5, 100))
    new = rng.choice((b"", rng.randbytes(size), b"[" * size, b"9" * size, b"\n", text[:size]))
    return text[:at] + new + text[at + size :]


def _lines(text: bytes, rng: Random) -> bytes:
    lines = text.splitlines(keepends=True) or [b""]
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    if rng.random() < 0.4:
        del lines[at]
    elif rng.random() < 0.5:
        lines.insert(at, lines[other])
    else:
        lines[at], lines[other] = lines[other], lines[at]
    return b"".join(lines)


def _values(text: bytes, rng: Random) -> bytes:
    """Return the text with a value in one line replaced."""
    lines = text.splitlines(keepends=True) or [b""]
    at = 0 if rng.random() < 0.4 else rng.randrange(len(lines))
    try:
        raw = json.loads(lines[at])
    except ValueError:
        return text
    lines[at] = json.dumps(changed(raw, rng)).encode("utf-8", "replace") + b"\n"
    return b"".join(lines)


def changed(raw: Any, rng: Random) -> Any:
    """Return the value with one part changed, dropped or added."""
    if isinstance(raw, dict) and raw and rng.random() < 0.9:
        key = rng.choice(list(raw))
        if rng.random() < 0.1:
            return {k: v for k, v in raw.items() if k != key}
        if rng.random() < 0.1:
            return raw | {str(rng.choice(ODD)): rng.choice(ODD)}
        return raw | {key: changed(raw[key], rng)}
    if isinstance(raw, list) and raw and rng.random() < 0.9:
        at = rng.randrange(len(raw))
        if rng.random() < 0.1:
            return [*raw[:at], *raw[at + 1 :]]
        return [*raw[:at], changed(raw[at], rng), *raw[at + 1 :]]
    if isinstance(raw, int) and rng.random() < 0.6:
        return raw + rng.choice((-100, -2, -1, 1, 2, 100))
    return rng.choice(ODD)
