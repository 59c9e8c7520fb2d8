"""Rulebooks for the tests."""
