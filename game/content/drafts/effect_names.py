"""The names that the effects of a level's triggers introduce: flags, counters and choices."""

from collections.abc import Iterator

from game.content.values.value_checks import Names

INTRODUCED = {"flag": ("set",), "counter": ("add", "counter"), "choice": ("choice", "id")}
"""The keys of an effect that lead to a new name, by the table of that name."""


def effect_names(triggers: object, is_unclear: bool) -> Names:
    """Return the flags that effects set, the counters they change and the choices they offer.

    Triggers are as in the file. A table whose names can't all be read is None, so that nothing is
    reported as unknown.
    """
    found: dict[str, dict[str, None] | None] = {table: {} for table in INTRODUCED}
    for deed in _effects(triggers):
        for table, keys in INTRODUCED.items():
            names = found[table]
            if deed is None:
                found[table] = None
            elif keys[0] in deed and names is not None:
                name = _inner(deed, keys)
                found[table] = names | {name: None} if isinstance(name, str) else None
    return dict.fromkeys(INTRODUCED) if is_unclear else found


def _effects(triggers: object) -> Iterator[dict[str, object] | None]:
    """Yield all effects; None for one that can't be read."""
    for trigger in triggers if isinstance(triggers, list) else ():
        deeds = trigger.get("do", ()) if isinstance(trigger, dict) else None
        if not isinstance(deeds, list | tuple):
            yield None
            continue
        yield from (deed if isinstance(deed, dict) else None for deed in deeds)


def _inner(deed: dict[str, object], keys: tuple[str, ...]) -> object:
    found: object = deed
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found
