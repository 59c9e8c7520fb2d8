"""Images of heroes outside battles."""

from typing import TYPE_CHECKING

from game.campaign.campaign import Campaign
from game.client.board.standees import SideStand, Standees, lone_token
from game.client.kit.theme import SIDE_COLOURS, SIDE_SHAPES
from game.present.picture import Token

if TYPE_CHECKING:
    from game.client.kit.app import App

PARTY = "party"
"""Side of all heroes outside battles."""
COLOUR = "green"


def standees(app: "App", book: str) -> Standees:
    """Return the maker of images of heroes outside battles."""
    side = SideStand(SIDE_COLOURS[COLOUR], SIDE_SHAPES[COLOUR])
    return Standees(app.art, book, {PARTY: side})


def standees_of(app: "App", campaign: Campaign) -> Standees:
    """Return the maker of images of a campaign's heroes, who may have come in a pack."""
    app.art.lend(campaign.looks())
    return standees(app, campaign.book.id)


def hero_token(kind: str, title: str) -> Token:
    """Return a hero as a token to draw."""
    return lone_token(PARTY, kind, title)
