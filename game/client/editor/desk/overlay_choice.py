"""Which overlays the board has."""

from typing import Literal

from game.workshop.overlays.level_places import PlaceKind

WayMode = Literal["off", "reach", "sight", "openings"]


class OverlayChoice:
    """The overlays that are switched on. At first there are none."""

    def __init__(self) -> None:
        self.kinds: set[PlaceKind] = set()
        """The kinds of places that are shown."""
        self.has_lines = False
        """Whether the lines of all triggers and objectives are shown."""
        self.mode: WayMode = "off"
        """Whether ways, sight or openings from the pointer are shown."""

    def switch(self, kind: PlaceKind) -> None:
        """Show the places of a kind, or hide them."""
        self.kinds ^= {kind}

    def switch_mode(self, mode: WayMode) -> None:
        """Show ways, sight or openings, or hide them."""
        self.mode = "off" if mode == self.mode else mode
