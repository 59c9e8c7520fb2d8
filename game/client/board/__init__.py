"""The board: ground, pieces, what is shown on top of them, and how they move."""
