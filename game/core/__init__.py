"""Cells, dice, random streams, paths and sight, for all rulebooks.

This package knows no units, rules or battles, and imports nothing else of the project.
"""
