"""The pages of the guide to the window, with the keys that are bound."""

from typing import TYPE_CHECKING, NamedTuple

from game.client.kit.guide_pages import GUIDE, SEE
from game.client.kit.key_bindings import BINDINGS
from game.client.kit.widgets.key_names import known_key, known_keys

if TYPE_CHECKING:
    from game.client.kit.app import App


class GuidePage(NamedTuple):
    """A page of the guide, with the keys that are bound now."""

    address: str
    title: str
    text: str
    """Paragraphs, one on a line; those that begin with a dash are points."""
    see: tuple[str, ...]


def guide_page(app: "App", address: str) -> GuidePage | None:
    """Return a page of the guide, or None if there is none at this address."""
    if address not in SEE:
        return None
    id, say = address.partition("/")[2], app.words.say
    keys = {name: known_key(app, name) for name in BINDINGS}
    keys["all_undo"] = known_keys(app, "undo")
    return GuidePage(address, say("guide_title", id), say(GUIDE, id, **keys), SEE[address])
