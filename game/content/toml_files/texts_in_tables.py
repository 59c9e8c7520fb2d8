"""The texts in parsed TOML, wherever they are."""

from collections.abc import Iterator


def texts_in(value: object) -> Iterator[str]:
    """Yield all texts in a plain value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)
