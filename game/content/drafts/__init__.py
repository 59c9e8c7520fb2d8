"""Levels as drafts, in which anything may be missing or wrong, and what becomes of them."""
