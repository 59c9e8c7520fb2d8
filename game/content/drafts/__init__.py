"""Levels as drafts, in which anything can be missing or wrong, and levels made from them."""
