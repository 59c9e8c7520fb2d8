"""The turn queue: the unit acting now, the units that act next, and how certain their order is."""

import msgspec


class QueueSlot(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place in the queue: a unit, or a group that acts as one.

    `state` is `acting`, `certain`, `open` (a side chooses the unit), `possible` (a reaction that
    can happen) or `waiting`. `under` names the slot that this slot waits for, such as a fight.
    """

    units: tuple[str, ...]
    round: int
    state: str = "certain"
    under: str | None = None
