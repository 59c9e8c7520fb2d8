"""The board: ground, tokens, marks, and motion."""
