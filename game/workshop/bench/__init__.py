"""The speed figures of the game, as ratios measured in one process.

A row is a `Row` in one of the modules here, listed in `rows.ROWS`. Each measures a piece of work
and, in turns with it, what it stands beside; both slow down alike on a slow or busy machine.
"""
