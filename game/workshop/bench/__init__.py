"""Speed figures of the game, as ratios measured in one process.

A row is a `BenchRow` in one of the modules here, listed in `rows.ROWS`. Each measures a piece of
work in turns with another one beside it; on a slow or busy machine both take longer.
"""
