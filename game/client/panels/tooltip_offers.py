"""What tooltips there could be: about parts of the panels, and about keywords in their texts."""

from collections.abc import Sequence
from typing import Protocol

import pygame

from game.client.kit.inputs import Point
from game.client.panels.parchment_page import LinkSpot
from game.client.panels.tooltip import Tip, TipOffer, tip_of
from game.present.codex.glossary import Glossary


class TipPanel(Protocol):
    """A panel with tooltips about its parts."""

    def offered(self) -> TipOffer | None:
        """Return the tooltip about what is pointed at or has the focus, or None."""

    def offer(self, of: str) -> TipOffer | None:
        """Return a tooltip offered before, as it is now; None if what it is about has gone."""


class TextPanel(Protocol):
    """A panel with keywords in its text."""

    @property
    def rect(self) -> pygame.Rect:
        """The rectangle on the screen."""

    @property
    def spots(self) -> Sequence[LinkSpot]:
        """The visible keywords."""


class TipOffers:
    """The tooltips of some panels, and of the keywords in some texts."""

    def __init__(
        self, glossary: Glossary, panels: Sequence[TipPanel], texts: Sequence[TextPanel]
    ) -> None:
        self._glossary, self.panels, self.texts = glossary, panels, texts
        self.keywords = glossary.keywords
        self._tips: dict[str, Tip | None] = {}

    def tip(self, address: str) -> Tip | None:
        """Return the text about a page or rule, or None if there is none."""
        if address not in self._tips:
            card = self._glossary.card(address)
            self._tips[address] = tip_of(card) if card is not None else None
        return self._tips[address]

    def word(self, spot: LinkSpot, around: pygame.Rect, is_pointed: bool) -> TipOffer | None:
        """Return the tooltip about a keyword in a text `around` it, or None if it has no page."""
        tip = self.tip(spot.address)
        if tip is None:
            return None
        return TipOffer(_word_id(spot), tip, spot.rect, around, is_pointed=is_pointed)

    def offered(self, at: Point | None, is_keyed: bool) -> TipOffer | None:
        """Return the tooltip about what is pointed at, with the pointer `at` a point.

        If there is none and the player uses keys, return the one about what has the focus.
        """
        found = [offer for panel in self.panels if (offer := panel.offered()) is not None]
        pointed = next((one for one in found if one.is_pointed), None)
        pointed = pointed or (self._pointed_word(at) if at is not None else None)
        return pointed or next(iter(found if is_keyed else ()), None)

    def _pointed_word(self, at: Point) -> TipOffer | None:
        """Return the tooltip about the keyword at a point, or None."""
        for text in self.texts:
            for spot in text.spots if text.rect.collidepoint(at) else ():
                if spot.rect.collidepoint(at):
                    return self.word(spot, text.rect, True)
        return None

    def walked(self, walked: LinkSpot) -> tuple[LinkSpot | None, TipOffer | None]:
        """Return a keyword chosen by keys, which may have moved, and its tooltip; None if gone."""
        for text in self.texts:
            spots = [spot for spot in text.spots if spot.address == walked.address]
            if spots:
                found = walked if walked in spots else spots[0]
                return found, self.word(found, text.rect, False)
        return None, None

    def again(self, offer: TipOffer) -> TipOffer | None:
        """Return a tooltip's offer as it is now, or None if what it is about has gone."""
        if offer.is_word:
            ids = (_word_id(spot) for text in self.texts for spot in text.spots)
            return offer if offer.of in ids else None
        return next((now for one in self.panels if (now := one.offer(offer.of))), None)

    def spots(self) -> list[LinkSpot]:
        """Return the keywords in the texts, each once, in order."""
        found = {
            (n, spot.mark): spot
            for n, text in enumerate(self.texts)
            for spot in reversed(text.spots)
            if self.tip(spot.address) is not None
        }
        return [found[key] for key in sorted(found)]


def _word_id(spot: LinkSpot) -> str:
    """Return the id of a keyword's tooltip."""
    return f"word:{spot.address}"
