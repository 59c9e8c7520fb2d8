"""The turn queue: who acts now, who acts next, and how certain that is."""

import msgspec


class QueueSlot(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place in the queue: a unit, or a group that acts as one.

    `state` is `acting`, `certain`, `open` (a side chooses who), `possible` (a reaction that may
    come) or `waiting`; `under` names what a slot waits below, such as a fight.
    """

    units: tuple[str, ...]
    round: int
    state: str = "certain"
    under: str | None = None
