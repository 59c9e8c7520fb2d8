"""Findings about the settings of an Action level, and its links."""

from collections.abc import Iterable

from game.core.dice import Dice
from game.rules.action.schema import Link, Settings
from game.terms.book_schema import Flaw
from game.terms.level import Level

MOST_ROLLED = 1000
"""Maximum result of a check. With more, no modifier would matter."""


def _settings(level: Level) -> Settings:
    return level.settings_as(Settings)


def _doubt(text: str, *at: str | int) -> Flaw:
    return Flaw(text, at, "warning")


# Dice and ties


def checks_in_bounds(level: Level) -> Iterable[Flaw]:
    """Yield checks far beyond their modifiers, and saves that the dying can't pass."""
    numbers = _settings(level)
    for key in ("check", "advantage", "disadvantage", "dying_check"):
        most = Dice.of(getattr(numbers, key)).highest
        if most > MOST_ROLLED:
            text = f"{key!r} can come to {most}; {MOST_ROLLED} is the most."
            yield Flaw(text, ("action", key))
    best = Dice.of(numbers.dying_check).highest
    if best < numbers.dying_needed:
        text = f"The dying need {numbers.dying_needed}, and their check comes to {best} at most."
        yield _doubt(text, "action", "dying_needed")


def ties_once(level: Level) -> Iterable[Flaw]:
    """Yield repeated tie-breakers: they break no more ties."""
    ties = _settings(level).ties
    for number, tie in enumerate(ties):
        if tie in ties[:number]:
            yield _doubt(f"{tie!r} stands in 'ties' twice.", "action", "ties", number)


# Zones and links


def zones_in_order(level: Level) -> Iterable[Flaw]:
    """Yield zones in levels that don't use them, and the reverse."""
    numbers = _settings(level)
    if numbers.zones and not any(level.zones):
        text = "The battle is by zones, and [map] has no 'zones'; paint them."
        yield Flaw(text, ("action", "zones"))
    if not numbers.zones and any(level.zones):
        text = "The map has zones, and 'zones' in [action] is not true: they mean nothing."
        yield Flaw(text, ("map", "zones"), "note")
    if not numbers.zones and numbers.links:
        text = "There are links, and 'zones' in [action] is not true: they mean nothing."
        yield _doubt(text, "action", "links")


def links_in_order(level: Level) -> Iterable[Flaw]:
    """Yield links that don't join two zones, can't be crossed in time, or can't be opened."""
    open_before: set[frozenset[str]] = set()
    for number, link in enumerate(_settings(level).links):
        at = ("action", "links", number)
        name = f"The link between {' and '.join(map(repr, link.zones))}"
        yield from _link_flaws(name, link, at)
        if link.turns > level.rounds:
            text = f"{name} takes {link.turns} turns, and the battle has {level.rounds} rounds."
            yield _doubt(text, *at, "turns")
        if frozenset(link.zones) in open_before:
            text = f"{name} is never taken, as an open one between them stands before it."
            yield _doubt(text, *at)
        if link.opened_by and link.closed and not _has_handle(level, link.opened_by):
            text = f"Nothing to be seen stands in the area {link.opened_by!r}, where "
            text += f"{name[0].lower()}{name[1:]} is opened: no lever, no windlass."
            yield Flaw(text, (*at, "opened_by"), "note")
        open_before |= set() if link.closed else {frozenset(link.zones)}


def _link_flaws(name: str, link: Link, at: tuple[str | int, ...]) -> Iterable[Flaw]:
    """Yield the inconsistencies of a link."""
    if link.zones[0] == link.zones[1]:
        text = f"A link joins the zone {link.zones[0]!r} with itself."
        yield Flaw(text, (*at, "zones"))
    if link.opened_by and not link.closed:
        text = f"{name} says what opens it, and is not closed: closed = true."
        yield Flaw(text, (*at, "opened_by"))
    if link.closed and not link.opened_by:
        text = f"{name} is closed for good, as no 'opened_by' says what opens it."
        yield _doubt(text, *at, "closed")
    if link.about and not link.closed:
        text = f"{name} says what is told when it opens, and is not closed."
        yield _doubt(text, *at, "about")


def _has_handle(level: Level, area: str) -> bool:
    """Return whether the area has something to interact with, so that players see it."""
    opened = {
        deed.open.terrain
        for trigger in level.script.triggers
        for deed in trigger.do
        if deed.open and deed.open.area == area
    }
    kinds = {level.tile(cell) for cell in level.script.areas[area]} | opened
    return any(level.terrain[id].becomes or level.terrain[id].life for id in kinds)


def ways_by_link(settings: object) -> Iterable[tuple[str, str]]:
    """Return the pairs of zones linked other than on foot, open or openable."""
    assert isinstance(settings, Settings)
    for link in settings.links if settings.zones else ():
        if not link.closed or link.opened_by:
            yield link.zones[0], link.zones[1]


LEVEL_LINTS = (checks_in_bounds, ties_once, zones_in_order, links_in_order)
"""The findings about the level as a whole."""
