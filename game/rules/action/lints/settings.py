"""Checks of an Action level's settings and links."""

from collections.abc import Iterable

from game.core.dice import Dice
from game.rules.action.schema import Link, Settings
from game.terms.book_schema import Flaw
from game.terms.level import Level

MOST_ROLLED = 1000
"""Maximum result of a check. With more, no modifier would matter."""


def _settings(level: Level) -> Settings:
    return level.settings_as(Settings)


# Dice and ties


def checks_in_bounds(level: Level) -> Iterable[Flaw]:
    """Yield dice too high for modifiers to matter, and a dying check that can't succeed."""
    numbers = _settings(level)
    for key in ("check", "advantage", "disadvantage", "dying_check"):
        most = Dice.of(getattr(numbers, key)).highest
        if most > MOST_ROLLED:
            yield Flaw("check-high", ("action", key), key=key, most=most, limit=MOST_ROLLED)
    best = Dice.of(numbers.dying_check).highest
    if best < numbers.dying_needed:
        at, needed = ("action", "dying_needed"), numbers.dying_needed
        yield Flaw("dying-lost", at, severity="warning", needed=needed, best=best)


def ties_once(level: Level) -> Iterable[Flaw]:
    """Yield repeated tie-breakers, which have no effect."""
    ties = _settings(level).ties
    for number, tie in enumerate(ties):
        if tie in ties[:number]:
            yield Flaw("tie-twice", ("action", "ties", number), severity="warning", tie=tie)


# Zones and links


def zones_in_order(level: Level) -> Iterable[Flaw]:
    """Yield zones in levels that don't use them, and levels by zones without any."""
    numbers = _settings(level)
    if numbers.zones and not any(level.zones):
        yield Flaw("zones-unpainted", ("action", "zones"))
    if not numbers.zones and any(level.zones):
        yield Flaw("zones-idle", ("map", "zones"), severity="note")
    if not numbers.zones and numbers.links:
        yield Flaw("links-idle", ("action", "links"), severity="warning")


def links_in_order(level: Level) -> Iterable[Flaw]:
    """Yield links that don't join two zones, can't be crossed in time, or can't be opened."""
    open_before: set[frozenset[str]] = set()
    for number, link in enumerate(_settings(level).links):
        at, (one, other) = ("action", "links", number), link.zones
        yield from _link_flaws(link, at)
        if link.turns > level.rounds:
            yield Flaw(
                "link-late",
                (*at, "turns"),
                severity="warning",
                one=one,
                other=other,
                turns=link.turns,
                rounds=level.rounds,
            )
        if frozenset(link.zones) in open_before:
            yield Flaw("link-idle", at, severity="warning", one=one, other=other)
        if (area := link.opened_by) and link.closed and not _has_handle(level, area):
            place = (*at, "opened_by")
            yield Flaw("link-unseen", place, severity="note", area=area, one=one, other=other)
        open_before |= set() if link.closed else {frozenset(link.zones)}


def _link_flaws(link: Link, at: tuple[str | int, ...]) -> Iterable[Flaw]:
    """Yield the inconsistencies in a link."""
    one, other = link.zones
    if one == other:
        yield Flaw("link-to-itself", (*at, "zones"), zone=one)
    if link.opened_by and not link.closed:
        yield Flaw("link-open", (*at, "opened_by"), one=one, other=other)
    if link.closed and not link.opened_by:
        yield Flaw("link-shut", (*at, "closed"), severity="warning", one=one, other=other)
    if link.about and not link.closed:
        yield Flaw("link-told", (*at, "about"), severity="warning", one=one, other=other)


def _has_handle(level: Level, area: str) -> bool:
    """Return whether the area has something to interact with that players can see."""
    opened = {
        deed.open.terrain
        for trigger in level.script.triggers
        for deed in trigger.do
        if deed.open and deed.open.area == area
    }
    kinds = {level.tile(cell) for cell in level.script.areas[area]} | opened
    return any(level.terrain[id].becomes or level.terrain[id].life for id in kinds)


def ways_by_link(settings: object) -> Iterable[tuple[str, str]]:
    """Yield the pairs of detached zones with a link that is open or can be opened."""
    assert isinstance(settings, Settings)
    for link in settings.links if settings.zones else ():
        if not link.closed or link.opened_by:
            yield link.zones[0], link.zones[1]


LEVEL_LINTS = (checks_in_bounds, ties_once, zones_in_order, links_in_order)
"""The checks of settings and links."""
