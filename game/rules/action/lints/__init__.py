"""Findings that only an Action level can have."""
