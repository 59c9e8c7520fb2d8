"""Sight, hiding, and the things on tiles in Action."""
