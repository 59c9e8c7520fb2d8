"""Triggers as cards: sentences whose words can be changed."""
