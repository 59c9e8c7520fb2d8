"""A side's choice of units so far, which may be incomplete, but never exceeds the limits."""

from collections.abc import Iterable

from game.play.rosters import Picked, arranged
from game.terms.rosters import Offer


class RosterBasket:
    """The kinds chosen so far, each as often as it was chosen."""

    def __init__(self, offer: Offer, kinds: Iterable[str]) -> None:
        self.offer = offer
        self.kinds = list(kinds)

    def count(self, kind: str) -> int:
        """Return the number of chosen units of a kind."""
        return self.kinds.count(kind)

    @property
    def left(self) -> int | None:
        """The points left to spend, or None if there is no limit."""
        points = self.offer.points
        return None if points is None else points - self.offer.cost(self.kinds)

    @property
    def picked(self) -> Picked:
        """The choice, with the kinds in the order of the level's places."""
        return Picked(self.offer, arranged(self.offer, self.kinds))

    @property
    def lack(self) -> str:
        """The missing part of the choice: `lead` (a leader), `few` (units), or "" if complete."""
        offer = self.offer
        if offer.lead and not any(kind in offer.lead for kind in self.kinds):
            return "lead"
        return "few" if len(self.kinds) < offer.least else ""

    def hindrance(self, kind: str) -> str:
        """Return why a kind can't be added: `there`, `once`, `full` or `dear`, or ""."""
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
        """Return whether all places except the leader's are taken."""
        others = sum(kind not in self.offer.lead for kind in self.kinds)
        return others >= self.offer.most - bool(self.offer.lead)

    def _makes_room(self, kind: str) -> str | None:
        """Return the kind that `kind` would replace, as sole leader or sole unit, or None."""
        if kind in self.offer.lead:
            return next((it for it in self.kinds if it in self.offer.lead), None)
        return self.kinds[0] if self.offer.most == 1 and self.kinds else None

    def add(self, kind: str) -> bool:
        """Add a unit of a kind; return whether that was possible."""
        if self.hindrance(kind):
            return False
        goes = self._makes_room(kind)
        if goes is not None:
            self.kinds.remove(goes)
        self.kinds.append(kind)
        return True

    def drop(self, kind: str) -> bool:
        """Remove a unit of a kind; return whether there was one."""
        if kind not in self.kinds:
            return False
        self.kinds.remove(kind)
        return True
