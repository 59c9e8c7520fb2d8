"""Triggers as sentences."""
