"""Cells, dice, random streams, paths and sight, for all rulebooks.

This package knows nothing of units, rules or battles, and imports nothing else from the project.
"""
