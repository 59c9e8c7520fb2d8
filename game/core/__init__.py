"""Cells, dice, random streams, paths and sight, with which every rulebook counts.

Nothing here knows a unit, a rule or a battle, and nothing of the project is imported.
"""
