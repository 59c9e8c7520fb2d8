"""What the undo button can do behind the wall."""

ASK, REROLL = "ask", "reroll"
"""Ways to undo behind the wall: with the consent of the other people, or with a reroll."""


def is_walled(count: int, wall: int) -> bool:
    """Return whether the last of `count` commands is behind the wall, as `wall` of them are."""
    return 0 < count <= wall
