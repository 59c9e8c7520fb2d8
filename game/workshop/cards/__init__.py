"""Triggers and lessons as cards: sentences whose words can be changed."""
