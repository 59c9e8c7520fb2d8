"""What sides know of the components of the world."""

from collections.abc import Iterable

from game.components.script_progress import Deploying
from game.components.unit import Position
from game.engine.book import Book
from game.terms.agenda import Agenda, Elsewhere, Frame
from game.terms.records import Component, Entity
from game.world import World
from game.world.deployment import is_unseen_yet


def known_components(
    book: Book,
    world: World,
    asked: str | None,
    sides: tuple[str, ...],
    entity: Entity,
    records: Iterable[Component],
) -> list[Component]:
    """Return an entity's components as all of the sides know them, without hidden ones.

    Show the agenda only if the first of them is asked.
    """
    hide, shown = book.hide, [*records]
    if entity == world.root:
        if asked != sides[0]:
            shown = [_unasked(world, asked, record) for record in shown]
    elif any(is_unseen_yet(world, one, entity) for one in sides):
        shown = [record for record in shown if not isinstance(record, Position)]
    for one in sides:
        shown = [seen for record in shown if (seen := hide(world, one, entity, record))]
    return shown


def _unasked(world: World, asked: str | None, record: Component) -> Component:
    """Return a component of the root as a side knows it that isn't asked."""
    # Hide the whole agenda: its items can name units, plans and dice that the side doesn't know,
    # and no book could be trusted to remove all of them.
    if isinstance(record, Agenda):
        return Agenda((Frame(Elsewhere(asked or "", world.root)),))
    return Deploying(record.sides) if isinstance(record, Deploying) else record
