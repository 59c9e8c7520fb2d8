"""Cells, dice, random streams, paths and sight: what every rulebook counts with.

Nothing here knows a unit, a rule or a battle, and nothing of the project is imported.
"""
