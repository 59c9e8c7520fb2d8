"""The game's speed, as ratios measured in one process.

A row is a `BenchRow` in one of these modules; `rows.ROWS` lists them all. Each row times a piece of
work and a reference in turns, because both take longer on a slow or busy machine.
"""
