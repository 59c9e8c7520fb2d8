"""The board: ground, pieces, marks, and motion."""
