"""The colours of what is laid over the board."""

from collections.abc import Mapping

from game.client.kit.theme import Colour, rgb

PLACE_COLOURS: Mapping[str, Colour] = {
    "area": rgb("#f0a93b"),
    "deploy": rgb("#58b4e5"),
    "objective": rgb("#ffe27a"),
    "trigger": rgb("#b98cf0"),
    "zone": rgb("#7fd0a8"),
}
ZONES: tuple[Colour, ...] = (
    *(rgb("#7fd0a8"), rgb("#e59ab0"), rgb("#8fb7f0")),
    *(rgb("#e8c36a"), rgb("#c5a1ef"), rgb("#a7cf62")),
)
"""The colours of zones, in turn."""
WAYS: tuple[Colour, ...] = (
    *(rgb("#3fa66b"), rgb("#8fb84a"), rgb("#dcb43c")),
    *(rgb("#e08a3a"), rgb("#c9553f"), rgb("#8d3f57")),
)
"""The colours of ways, from short to long."""
NEW, NEARER = rgb("#4fd07f"), rgb("#e9dc7a")
"""Tiles that an opening makes reachable, and those it makes much nearer."""
UNSEEN = rgb("#0d0a14")
