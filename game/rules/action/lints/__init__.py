"""Checks for Action levels only."""
