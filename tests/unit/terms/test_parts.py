"""The contents of a rulebook's part."""

from types import ModuleType

from game.components.motion import Stride
from game.terms.parts import part_of
from tests.books.tag import events, records, views
from tests.books.tag.book import BOOK
from tests.books.tag.records import Den, Tagged

SOURCE = """
from game.components.motion import Path, Stride
from game.terms.events import Event
from game.terms.records import Component

class Worn(Component, frozen=True):
    "Public."

class _Base(Component, frozen=True):
    "Private."

class Rare(Component, frozen=True):
    "For few books."

class Tore(Event, frozen=True, kw_only=True):
    "An event."
"""


def module() -> ModuleType:
    made = ModuleType("worn")
    exec(SOURCE, vars(made))
    return made


def test_part_has_everything_its_module_defines_and_names() -> None:
    worn = module()
    part = part_of(vars(worn), Stride, without=(worn.Rare,))
    assert part.records == (worn.Worn, Stride)
    assert part.events == (worn.Tore,)


def test_part_keeps_descriptions() -> None:
    part = part_of(vars(module()), describe={Tagged: views.describe_tagged}, restated={Den: Tagged})
    assert part.describe[Tagged] is views.describe_tagged
    assert part.restated[Den] is Tagged


def test_rulebook_has_everything_in_its_parts() -> None:
    assert set(records.PART.records) <= set(BOOK.records)
    assert set(events.PART.events) <= set(BOOK.events)
    assert BOOK.describe == views.PART.describe
    assert len(set(BOOK.records)) == len(BOOK.records)
