"""What somebody has picked from an offer so far: it may not be whole yet, but never too much."""

from collections.abc import Iterable

from game.play.rosters import Picked, arranged
from game.terms.rosters import Offer


class RosterBasket:
    """Kinds, each as often as it was picked."""

    def __init__(self, offer: Offer, kinds: Iterable[str]) -> None:
        self.offer = offer
        self.kinds = list(kinds)

    def count(self, kind: str) -> int:
        """How many of a kind there are."""
        return self.kinds.count(kind)

    @property
    def left(self) -> int | None:
        """The points that are left; None where they do not count."""
        points = self.offer.points
        return None if points is None else points - self.offer.cost(self.kinds)

    @property
    def picked(self) -> Picked:
        """The same in the order of the places."""
        return Picked(self.offer, arranged(self.offer, self.kinds))

    @property
    def lack(self) -> str:
        """Why it is no roster yet: `lead`, `few`; "" if it is one."""
        offer = self.offer
        if offer.lead and not any(kind in offer.lead for kind in self.kinds):
            return "lead"
        return "few" if len(self.kinds) < offer.least else ""

    def hindrance(self, kind: str) -> str:
        """Why there cannot be one more of a kind: `there`, `once`, `full`, `dear`; "" if it can."""
        offer, goes = self.offer, self._makes_room(kind)
        if goes == kind:
            return "there"
        if offer.once and kind in self.kinds:
            return "once"
        if goes is None and kind not in offer.lead and self._is_full:
            return "full"
        spared = offer.kinds[goes].price if goes else 0
        left = self.left
        return "dear" if left is not None and offer.kinds[kind].price > left + spared else ""

    @property
    def _is_full(self) -> bool:
        """Whether all places are taken but for that of who leads."""
        others = sum(kind not in self.offer.lead for kind in self.kinds)
        return others >= self.offer.most - bool(self.offer.lead)

    def _makes_room(self, kind: str) -> str | None:
        """Who goes when a kind comes: of those who lead there is one, and of one place, too."""
        if kind in self.offer.lead:
            return next((it for it in self.kinds if it in self.offer.lead), None)
        return self.kinds[0] if self.offer.most == 1 and self.kinds else None

    def add(self, kind: str) -> bool:
        """One more; whether there could be."""
        if self.hindrance(kind):
            return False
        goes = self._makes_room(kind)
        if goes is not None:
            self.kinds.remove(goes)
        self.kinds.append(kind)
        return True

    def drop(self, kind: str) -> bool:
        """One less; whether there was one."""
        if kind not in self.kinds:
            return False
        self.kinds.remove(kind)
        return True
